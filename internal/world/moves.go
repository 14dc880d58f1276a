package world

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/impact"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/motion"
)

// Moves answers when bodies that move touch first. The zero value is ready.
type Moves struct {
	worker Worker
	search impact.Search
	solids Containment
	phase  broad.Auto
	boxes  []geom.AABB
	swept  []geom.AABB // by half space, what passes it
	far    bool        // a half space is beyond the bounds
	list   []broad.Pair
	bodies []impact.Body
	of     []int32 // the body of each of bodies
	index  map[moveKey]int32
	pairs  []impact.Pair
	world  *World // during a search
	gaps   Gaps
	exact  predicate.Near
	parts  [2][]geom.Triangle
	asked  asked
	cores  []*solidCore // of bodies that are solids
	planes []*plane     // of half spaces
	// touching are contacts of a solid at t = 0.
	touching []Contact
}

// moveKey is a body along its path or, where path is set, as seen from something.
type moveKey struct {
	body int32
	path chained
}

// chained is a path whose bounds depend on what the body is compared with. Beside returns a path with the same poses;
// its bounds are those of the motion as seen from something that moves rigidly, and those of other.Beside as seen
// from the same. What two links of a chain have in common moves neither against the other.
type chained interface {
	motion.Path
	Beside(other motion.Path) motion.Path
}

// Moved is the answer.
type Moved struct {
	impact.Answer
	// Side is the body that lies in the other at t = 0.
	Side Side
	// Reason is why something is undecided, "" if nothing is.
	Reason string
}

// Gaps is how far apart the bodies of pairs are to be.
type Gaps struct {
	// Most is no less than the distance of any pair.
	Most float64
	// Of returns it for two bodies, a < b, where not all have Most. The pair is not followed if it is below 0, and containment is none of
	// its contacts if inside.
	Of func(a, b int) (distance float64, inside bool)
}

// of returns the distance of a pair.
func (g *Gaps) of(p broad.Pair) (distance float64, inside bool) {
	if g.Of == nil {
		return g.Most, false
	}
	if distance, inside = g.Of(int(p.A), int(p.B)); !(distance <= g.Most) {
		panic(fmt.Sprintf("collide: bodies %d and %d are to be %v apart, expected at most %v", p.A, p.B, distance, g.Most))
	}
	return distance, inside
}

// Find searches the first time at which two bodies are no farther apart than by their gap, which is contact where that is 0, while the
// bodies that have a path follow it from t = 0, where they
// must stand, to 1. The interval of an answer is at most limit long. Permitted pairs do not
// count. It asks no distance of the Question.
func (m *Moves) Find(w *World, paths []motion.Path, limit float64, q *Question, gaps Gaps) Moved {
	m.gaps = gaps
	m.asked.forget()
	m.worker.Control, m.worker.First = &w.Control, false
	m.worker.Begin()
	defer w.Stats.count(&m.worker.Worker)
	m.candidates(w, paths)
	m.load(w, paths)
	if w.Stopped() {
		return Moved{Answer: impact.Answer{Outcome: impact.Stopped, T1: 1}}
	}
	if r, touch := m.solidsAtStart(w); touch {
		return r
	}
	if w.Stopped() {
		return Moved{Answer: impact.Answer{Outcome: impact.Stopped, T1: 1}}
	}
	if m.far {
		return Moved{Answer: impact.Answer{Outcome: impact.Far, T1: 1}}
	}
	m.world, m.search.Worker = w, &m.worker.Worker
	if m.search.Meets == nil {
		m.search.Meets = m.meets
		m.search.UseLevel(simd.Best())
	}
	r := Moved{Answer: m.answer(m.search.Start(m.bodies, m.pairs, limit))}
	if r.Outcome == impact.Free && q.Solid {
		m.contained(w, q, &r)
	}
	if r.Outcome == impact.Free {
		r.Answer = m.answer(m.search.Run())
	}
	return r
}

// moves reports whether a pair counts: one of the two has a path, and they may not touch.
func (m *Moves) moves(w *World, paths []motion.Path, p broad.Pair) bool {
	return (paths[p.A] != nil || paths[p.B] != nil) && w.Admissible(p) && m.follows(w, p)
}

// follows reports whether a pair may not touch.
func (m *Moves) follows(w *World, p broad.Pair) bool {
	if w.IsAllowed(int(p.A), int(p.B)) {
		return false
	}
	distance, _ := m.gaps.of(p)
	return distance >= 0
}

// candidates lists the pairs whose bodies may meet.
func (m *Moves) candidates(w *World, paths []motion.Path) {
	m.boxes = append(m.boxes[:0], w.boxes...)
	for i, p := range paths {
		if p == nil || w.bodies[i].removed {
			continue
		}
		if b, ok := m.bodyOf(w, int32(i), p); ok {
			m.boxes[i] = m.grown(b.Swept())
		}
	}
	m.phase.Workers = w.Workers
	m.list = w.overlapping(&m.phase, m.boxes, m.list[:0])
	m.list = slices.DeleteFunc(m.list, func(p broad.Pair) bool { return !m.moves(w, paths, p) })
	m.halves(w, paths)
	slices.SortFunc(m.list, broad.Pair.Compare) // which contact is found must not depend on the phase
	w.Stats.BodyPairs += int64(len(m.list))
	w.Stats.BroadPhase = m.phase.Name()
}

// grown returns the box of what is at most the greatest gap from one that Swept returned: it is off by no more than its own room for
// rounding and 2u of the gap.
func (m *Moves) grown(b geom.AABB) geom.AABB {
	if m.gaps.Most == 0 {
		return b
	}
	return b.Inflated(m.gaps.Most * (1 + 0x1p-40))
}

// load gives the search what it needs of the bodies in pairs.
func (m *Moves) load(w *World, paths []motion.Path) {
	m.bodies, m.of, m.pairs, m.far = m.bodies[:0], m.of[:0], m.pairs[:0], false
	if clear(m.index); m.index == nil {
		m.index = map[moveKey]int32{}
	}
	for _, p := range m.list {
		a, b := beside(paths[p.A], paths[p.B]), beside(paths[p.B], paths[p.A])
		pair := impact.Pair{A: m.loadBody(w, p.A, a), B: m.loadBody(w, p.B, b)}
		pair.Gap, _ = m.gaps.of(p)
		if pair.A < 0 || pair.B < 0 {
			return // the search was stopped, or is beyond its bounds
		}
		m.pairs = append(m.pairs, pair)
	}
}

// beside returns the path to compare with another one.
func beside(p, other motion.Path) motion.Path {
	if c, ok := p.(chained); ok && other != nil {
		return c.Beside(other)
	}
	return p
}

// loadBody returns the index of a body along a path in the search, −1 where it was stopped.
func (m *Moves) loadBody(w *World, i int32, path motion.Path) int32 {
	key := moveKey{body: i}
	if c, ok := path.(chained); ok { // another path need not be comparable
		key.path = c
	}
	if k, ok := m.index[key]; ok {
		return k
	}
	b, ok := m.bodyOf(w, i, path)
	if !ok {
		return -1
	}
	k := int32(len(m.bodies))
	m.bodies, m.of = append(m.bodies, b), append(m.of, i)
	m.index[key] = k
	return k
}

// bodyOf returns a body along a path, false where the search was stopped.
func (m *Moves) bodyOf(w *World, i int32, path motion.Path) (impact.Body, bool) {
	b := &w.bodies[i]
	if b.half != nil {
		return m.planeOf(w, i)
	}
	if b.model == nil {
		return m.core(w, i).body(&b.pose, path), true
	}
	t := w.OBBTree(int(i))
	if t == nil {
		return impact.Body{}, false
	}
	return impact.Body{Surface: b.surface, Tree: t, Wide: w.Oriented(int(i)), Path: path}, true
}

// pairAs is a pair of bodies as answers have it.
func pairAs(p broad.Pair) impact.Pair { return impact.Pair{A: p.A, B: p.B} }

// answer is what the search has found, of the world's bodies.
func (m *Moves) answer(a impact.Answer) impact.Answer {
	if a.Outcome != impact.Contact && !a.Touches {
		return a
	}
	if a.Pair.A, a.Pair.B = m.of[a.Pair.A], m.of[a.Pair.B]; a.Pair.A > a.Pair.B {
		a.Pair.A, a.Pair.B = a.Pair.B, a.Pair.A
		a.Primitives.A, a.Primitives.B = a.Primitives.B, a.Primitives.A
	}
	return a
}

// contained looks for a body in another at the start. While surfaces stay apart that does not change.
func (m *Moves) contained(w *World, q *Question, r *Moved) {
	m.solids.Orient = q.Orient
	for _, p := range m.list {
		if w.Stopped() {
			r.Outcome = impact.Stopped
			return
		}
		if _, inside := m.gaps.of(p); inside || !w.boxes[p.A].Overlaps(&w.boxes[p.B]) {
			continue
		}
		side, undecided := m.solids.side(w, p)
		switch {
		case w.Control.Cause() != narrow.Running:
			r.Outcome = impact.Stopped
			return
		case side != Neither:
			r.Answer, r.Side, r.Reason = impact.Answer{Outcome: impact.Contact, Pair: pairAs(p)}, side, ""
			return
		case undecided != "" && !q.Surfaces && r.Reason == "":
			r.Reason = undecided
		}
	}
}
