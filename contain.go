package collide

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/predicate"
)

// Solid judges the mesh in its own coordinates, once: whether it is closed, and which
// vertices stand for its components. On up to workers goroutines (0 for GOMAXPROCS).
func (m *Model) Solid(workers int) *narrow.Solid {
	if v := m.solid.Load(); v != nil {
		return v
	}
	m.judging.Lock()
	defer m.judging.Unlock()
	if v := m.solid.Load(); v != nil {
		return v
	}
	v := narrow.NewSolid(m.mesh, m.Tree(workers))
	m.solid.Store(v)
	return v
}

// solid is Model.Solid of a mesh body; nil means that the search was stopped before.
func (w *World) solid(m *Model) *narrow.Solid {
	if v := m.solid.Load(); v != nil {
		return v
	}
	workers := w.Workers
	w.await(m.primitives(), func() { m.Solid(workers) })
	return m.solid.Load()
}

// rule returns what narrow calls an orientation.
func (o Orient) rule() (narrow.Orientation, error) {
	switch o {
	case "", Winding:
		return narrow.ByWinding, nil
	case Parity:
		return narrow.ByParity, nil
	}
	return 0, fmt.Errorf("%w: Orient is %q, expected %s or %s", ErrOption, string(o), Winding, Parity)
}

// containment finds pairs of which one body lies in the other.
type containment struct {
	phase  broad.Auto
	pairs  []broad.Pair
	inside narrow.Inside
	orient narrow.Orientation
}

func comparePairs(p *Pair, q broad.Pair) int {
	return cmp.Or(cmp.Compare(p.A, int(q.A)), cmp.Compare(p.B, int(q.B)))
}

// find adds containment to the pairs that have no contacts.
func (c *containment) find(w *World, r *Result) {
	touching := r.Pairs // ascending, as c.pairs will be
	for i := range touching {
		if r.First && !touching[i].Allowed {
			return
		}
	}
	c.inside.Tally = predicate.Tally{}
	c.phase.Workers = w.Workers
	c.phase.StopWhen(w.stop)
	c.pairs = c.phase.Pairs(w.boxes, c.pairs[:0])
	c.phase.StopWhen(nil)
	slices.SortFunc(c.pairs, broad.Pair.Compare) // which reason comes first is no accident
	for i, p := range c.pairs {
		if i%64 == 63 && w.stop() { // nothing else here asks
			break
		}
		for len(touching) > 0 && comparePairs(&touching[0], p) < 0 {
			touching = touching[1:]
		}
		touches := len(touching) > 0 && comparePairs(&touching[0], p) == 0
		if touches || !w.Admissible(p) || w.Control.Cause() != narrow.Running { // a budget may be used up before
			continue
		}
		side, undecided := c.side(w, p)
		allowed := w.isAllowed(int(p.A), int(p.B))
		if side != NotInside {
			r.Pairs = append(r.Pairs, Pair{A: int(p.A), B: int(p.B), Verdict: InContact, Inside: side, Allowed: allowed})
		} else if undecided != "" && !allowed { // what is permitted decides nothing
			r.Pairs = append(r.Pairs, Pair{A: int(p.A), B: int(p.B), Reason: undecided})
		}
	}
	sortPairs(r.Pairs)
	r.Stats.Adaptive += c.inside.Tally.Adaptive
	r.Stats.Exact += c.inside.Tally.Exact
}

// side tells which body of a pair without contacts lies in the other, or why
// that cannot be said.
func (c *containment) side(w *World, p broad.Pair) (Side, string) {
	in, why := c.within(w, int(p.A), int(p.B))
	if in {
		return AInside, ""
	}
	in, whyB := c.within(w, int(p.B), int(p.A))
	if in {
		return BInside, ""
	}
	if why == "" {
		why = whyB
	}
	return NotInside, why
}

// within reports whether a component of body a lies in mesh b; their surfaces do
// not touch, so one point of it decides. Nothing is outside of a mesh that is not closed
// but what is out of its box.
func (c *containment) within(w *World, a, b int) (in bool, undecided string) {
	if w.bodies[b].model == nil {
		return false, "" // a solid touches what it contains
	}
	for _, point := range w.points(a) {
		if !w.boxes[b].Contains(point) {
			continue
		}
		v := w.solid(w.bodies[b].model)
		if v == nil || !w.needTree(b) {
			return false, ""
		}
		if flaw := c.flaw(v, w.bodies[b].surface); flaw != "" {
			return false, fmt.Sprintf("containment of %s in %s is undecided: %s %s",
				quote.Name(w.bodies[a].name), quote.Name(w.bodies[b].name), quote.Name(w.bodies[b].name), flaw)
		}
		if c.inside.Of(w.bodies[b].surface, point, c.orient) {
			return true, ""
		}
	}
	return false, ""
}

// flaw returns why a posed mesh has no interior to ask for, "" if it has one.
func (c *containment) flaw(v *narrow.Solid, s *narrow.Surface) string {
	if flaw := v.Flaw(c.orient); flaw != "" {
		return flaw
	}
	if s.Singular() {
		return "has no interior: the matrix of its pose is singular"
	}
	return ""
}

// points returns one world point of every connected component of a body, none where the
// search was stopped.
func (w *World) points(i int) []geom.Vec {
	b := &w.bodies[i]
	switch b.solid.(type) {
	case Sphere:
		return []geom.Vec{b.sphere.Center}
	case Box:
		return b.hull.Points()[:1]
	}
	v := w.solid(b.model)
	if v == nil {
		return nil
	}
	var points []geom.Vec
	for _, i := range v.Seeds {
		points = append(points, b.pose.Apply(b.model.mesh.Vertices[i]))
	}
	return points
}
