package world

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/round"
	"github.com/collide-go/collide/shape"
)

// Span is the exact distance of two bodies.
type Span struct {
	Pair  broad.Pair
	Reach predicate.Reach
	// Value is Reach rounded, +Inf beyond the range of float64.
	Value float64
	// Bounded reports that only Lo ≤ Hi are known of the distance; Reach is that of a pair
	// that is at most Hi apart.
	Bounded bool
	Lo, Hi  float64
	// Primitives are the lowest pair that attains the distance, Points the ends of a
	// shortest segment between them, each within PointError of its exact place.
	Primitives narrow.Pair
	Points     [2]geom.Vec
	PointError float64
	Features   [2]predicate.Feature
	// Side is the body that lies in the other, whose distance is 0 without a segment.
	Side Side
	// Wide reports bounds that are farther apart than those of a distance from a cylinder should be.
	Wide bool
	// Undecided is why it could not be decided whether one lies in the other.
	Undecided string
}

// Ranging is how a method measures.
type Ranging uint8

// The ways to measure a pair of meshes.
const (
	ByTrees Ranging = iota
	ByWideTrees
	ByEveryPair
	// ByOwn takes the engine's own hierarchies.
	ByOwn
)

// Measurer is implemented by the engines of methods that answer how near bodies are.
type Measurer interface{ Ranging() Ranging }

// OwnMeasurer is a Measurer whose Ranging is ByOwn.
type OwnMeasurer interface {
	Measurer
	// LoadPair brings the hierarchies of two meshes up to date. It returns false if the search was
	// stopped first. After a first call for a pair several goroutines may call it.
	LoadPair(w *World, p broad.Pair) bool
	// NearPair returns the search of a loaded pair, in the memory of an earlier one unless that is nil.
	NearPair(w *World, p broad.Pair, old narrow.NearSearch) narrow.NearSearch
}

// spanner measures pairs of bodies. It keeps its memory between pairs and queries.
type spanner struct {
	worker Worker
	near   narrow.Near
	// helpers take part in the search of one pair where that takes long.
	helpers []narrow.Worker
	crew    narrow.NearCrew
	sides   [2]narrow.NearBody
	posed   [2]narrow.Posed
	parts   [2][]geom.Triangle // of the primitives at hand
	by      Ranging
	own     OwnMeasurer       // ByOwn
	search  narrow.NearSearch // its memory
	// best and next are distances of triangles, squares those of spans since begin.
	best, next predicate.Near
	witness    predicate.Witness // of best, while candidates are settled
	squares    predicate.Squares
	at         narrow.NearPair // pairOf's
	recent     recentPairs
	// gaps and gapNodes are for distances from cylinders; open are the pairs of which it is not decided whether they are near.
	gaps     []gapTriangle
	gapNodes []nearNode
	open     []Inside
}

func (s *spanner) begin(w *World, q *Question) {
	s.by, s.own, s.near.Worker = q.By, q.Own, &s.worker.Worker
	s.worker.Control, s.worker.First = &w.Control, false
	s.worker.Begin()
	s.squares.Reset()
	s.open = s.open[:0]
}

// gather prepares helpers for the search of one pair.
func (s *spanner) gather(w *World, n int) {
	s.helpers = append(s.helpers[:0], s.helpers[:min(n, cap(s.helpers))]...)
	s.helpers = append(s.helpers, make([]narrow.Worker, n-len(s.helpers))...)
	for i := range s.helpers {
		s.helpers[i].Control = &w.Control
		s.helpers[i].Begin()
	}
}

// start prepares the search of a pair. It returns false if the search was stopped first.
func (s *spanner) start(w *World, p broad.Pair, most float64) bool {
	switch started, stopped := s.startMeshes(w, p, most); {
	case stopped:
		return false
	case started:
		return true
	}
	for k, i := range [2]int32{p.A, p.B} {
		if !s.side(w, k, int(i)) {
			return false
		}
	}
	s.near.Start(s.sides[0], s.sides[1], most)
	return true
}

// place prepares for a pair of primitives that is known. It returns false if it was stopped first.
func (s *spanner) place(w *World, p broad.Pair) bool {
	if !w.mesh[p.A] || !w.mesh[p.B] {
		return s.start(w, p, 0)
	}
	for k, i := range [2]int32{p.A, p.B} {
		s.sides[k] = narrow.NearBody{Surface: w.bodies[i].surface, Triangles: s.sides[k].Triangles[:0]}
	}
	s.near.Place(s.sides[0], s.sides[1])
	return true
}

// startMeshes prepares the search of meshes in the hierarchies of the method. started is false
// where it must be done in the trees of surfaces.
func (s *spanner) startMeshes(w *World, p broad.Pair, most float64) (started, stopped bool) {
	switch {
	case !w.mesh[p.A] && !w.mesh[p.B]:
	case !w.mesh[p.A] || !w.mesh[p.B]:
		if s.by == ByWideTrees {
			return s.startSolid(w, p, most)
		}
	case s.by == ByWideTrees:
		return s.startWide(w, p, most)
	case s.by == ByOwn:
		return s.startOwn(w, p, most)
	}
	return false, false
}

// startOwn prepares the search of two meshes in the hierarchies of the engine.
func (s *spanner) startOwn(w *World, p broad.Pair, most float64) (started, stopped bool) {
	if !s.own.LoadPair(w, p) {
		return false, true
	}
	s.search = s.own.NearPair(w, p, s.search)
	a, b := w.bodies[p.A].surface, w.bodies[p.B].surface
	for k, of := range [2]*narrow.Surface{a, b} {
		s.sides[k] = narrow.NearBody{Surface: of, Triangles: s.sides[k].Triangles[:0]}
	}
	s.near.StartIn(s.search, a, b, most)
	return true, false
}

// startWide prepares the search of two meshes in their wide trees. wide is false where it must be
// done in another way.
func (s *spanner) startWide(w *World, p broad.Pair, most float64) (wide, stopped bool) {
	a, b := &w.bodies[p.A], &w.bodies[p.B]
	if !w.NeedWidePair(a.model, b.model) {
		return false, true
	}
	x, y := w.WideTrees(p)
	for k, body := range [2]*body{a, b} {
		s.sides[k] = narrow.NearBody{Surface: body.surface, Triangles: s.sides[k].Triangles[:0]}
	}
	return s.near.StartWide(a.surface, b.surface, x, y, most), false
}

// startSolid prepares the search of a body without a tree and a mesh in its wide tree.
func (s *spanner) startSolid(w *World, p broad.Pair, most float64) (wide, stopped bool) {
	k, solid, mesh := 0, p.A, p.B
	if w.mesh[solid] {
		k, solid, mesh = 1, mesh, solid
	}
	b, m := &w.bodies[solid], &w.bodies[mesh]
	if !w.needWide(m.model) || !s.side(w, k, int(solid)) {
		return false, true
	}
	s.sides[1-k] = narrow.NearBody{Surface: m.surface, Triangles: s.sides[1-k].Triangles[:0]}
	ends, pose := s.sides[k].Bounds, &geom.Identity
	if box, ok := b.solid.(shape.Box); ok {
		ends, pose = box.Bounds(), &b.pose
	}
	t := m.model.wide.Load()
	return t != nil && s.near.StartWideSolid(s.sides[0], s.sides[1], &ends, pose, t, most), false
}

func (s *spanner) side(w *World, k, i int) bool {
	b, side := &w.bodies[i], &s.sides[k]
	*side = narrow.NearBody{Triangles: side.Triangles[:0], Bounds: w.boxes[i]}
	switch {
	case b.hull != nil:
		side.Triangles, side.Hull = s.worker.Tally.Facets(b.hull, side.Triangles), b.hull
	case b.model == nil: // what a radius is around
		t := geom.Triangle{b.sphere.Center, b.sphere.Center, b.sphere.Center}
		if b.axial != nil {
			t = b.axial.Core()
		}
		side.Triangles, side.Bounds, side.Radius = append(side.Triangles, t), t.Bounds(), w.radius(int32(i))
	case s.by == ByEveryPair:
		s.posed[k].Load(b.surface)
		side.Triangles, side.Each = append(side.Triangles, s.posed[k].Triangles...), true
	default:
		if !w.NeedTree(i) {
			return false
		}
		side.Surface = b.surface
	}
	return true
}

// pairOf returns the candidate that a contact is.
func (s *spanner) pairOf(c *Contact) *narrow.NearPair {
	s.at = narrow.NearPair{Pair: narrow.Pair{A: c.TriA, B: c.TriB}}
	s.near.Name(&s.at)
	return &s.at
}

// settle measures the candidates of a search exactly. It reports false where there are none.
func (s *spanner) settle(p broad.Pair) (Span, bool) {
	found := s.near.Found()
	if at := s.touching(found); at != nil {
		return s.touch(p, at), true
	}
	var at *narrow.NearPair
	var p0, q0 geom.Triangle
	for i := range found {
		if s.stopped(i) {
			return Span{}, false
		}
		c := &found[i]
		a, b := s.near.Triangles(c)
		if at != nil && (s.best.NoNearer(&p0, &q0, &a, &b) || s.witness.NoNearer(&a, &b)) {
			continue
		}
		s.worker.Tally.Measure(&s.next, &a, &b)
		if at == nil || s.next.Square.Compare(&s.best.Square) < 0 {
			at, p0, q0 = c, a, b
			s.best, s.next = s.next, s.best
			s.witness = s.best.Witness(&p0, &q0)
		}
	}
	if at == nil {
		return Span{}, false
	}
	r := Span{Pair: p, Primitives: at.Pair, Reach: s.reach(s.squares.Keep(&s.best.Square))}
	r.Value = r.Reach.Value()
	r.ends(&s.best, &p0, &q0)
	s.outward(&r)
	s.recent.note(p, at.Pair)
	return r, true
}

// enclose measures one candidate and bounds the distance by it and by what was left out.
func (s *spanner) enclose(p broad.Pair) (Span, bool) {
	found := s.near.Found()
	if at := s.touching(found); at != nil {
		return s.touch(p, at), true
	}
	if len(found) == 0 || s.worker.Control.Cause() != narrow.Running {
		return Span{}, false
	}
	at, lo := &found[0], s.near.Left()
	for i := range found {
		if c := &found[i]; c.Hi < at.Hi {
			at = c
		}
		lo = min(lo, found[i].Lo)
	}
	if !s.near.Keeps(lo, at.Hi) { // triangles too large for their distance
		r, ok := s.settle(p)
		if r.bound(); ok {
			r.Lo = min(s.near.Left(), r.Lo)
		}
		return r, ok
	}
	a, b := s.near.Triangles(at)
	s.worker.Tally.Measure(&s.best, &a, &b)
	r := Span{Pair: p, Primitives: at.Pair, Reach: s.reach(s.squares.Keep(&s.best.Square)), Bounded: true}
	r.Value = r.Reach.Value()
	r.Lo, r.Hi = min(lo, r.Value), round.Up(r.Value)
	r.ends(&s.best, &a, &b)
	return r, true
}

// bound makes an interval of a distance that was rounded.
func (s *Span) bound() {
	s.Bounded, s.Lo, s.Hi = true, s.Value, s.Value
	if s.Value <= math.MaxFloat64 && s.Reach.CompareDistance(s.Value) == 0 {
		return
	}
	s.Hi = round.Up(s.Value)
	if s.Lo = round.Down(s.Value); !s.Reach.IsZero() {
		s.Lo = max(s.Lo, math.SmallestNonzeroFloat64)
	}
}

// stopped asks every few candidates, which may need exact arithmetic each, whether the search is
// over.
func (s *spanner) stopped(i int) bool { return i%16 == 15 && s.worker.Control.Stopped() }

// reach is a distance of triangles less the radii around them.
func (s *spanner) reach(d predicate.Square) predicate.Reach {
	return predicate.Reach{Square: d, R: s.sides[0].Radius, S: s.sides[1].Radius}
}

// touching returns the lowest pair that touches, nil if none does.
func (s *spanner) touching(found []narrow.NearPair) *narrow.NearPair {
	round := s.sides[0].Radius > 0 || s.sides[1].Radius > 0
	for i := range found {
		c := &found[i]
		if c.Touch {
			return c
		}
		if !round {
			continue
		}
		if s.stopped(i) {
			return nil
		}
		a, b := s.near.Triangles(c)
		s.worker.Tally.Measure(&s.next, &a, &b)
		if r := s.reach(s.next.Square); r.IsZero() {
			return c
		}
	}
	return nil
}

// contained is the span of a pair of which one body lies in the other.
func contained(p broad.Pair, side Side) Span {
	return Span{Pair: p, Reach: predicate.Reach{Square: predicate.ZeroSquare()}, Side: side}
}

// pair is that of a contact's bodies.
func (c *Contact) pair() broad.Pair { return broad.Pair{A: int32(c.BodyA), B: int32(c.BodyB)} }
