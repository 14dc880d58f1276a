package world

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/quote"
)

// solid is Model.Solid of a mesh body; nil means that the search was stopped before.
func (w *World) solid(m *Model) *narrow.Solid {
	if v := m.solid.Load(); v != nil {
		return v
	}
	workers := w.Workers
	w.await(m.Triangles(), func() { m.Solid(workers) })
	return m.solid.Load()
}

// Containment finds pairs of which one body lies in the other.
type Containment struct {
	// Orient is what the interior of a mesh is.
	Orient narrow.Orientation
	// Found are the pairs of the last call of Find, ascending.
	Found  []Inside
	phase  broad.Auto
	pairs  []broad.Pair
	inside narrow.Inside
	// missing are models of which it is not known whether they are closed.
	missing []*Model
}

// Inside is a pair of bodies without contacts of which one lies in the other, or of which
// that could not be decided.
type Inside struct {
	Pair broad.Pair
	// Side is the body that lies in the other, undecided if there is a reason for it.
	Side   Side
	Reason string
}

// Side is one of two bodies, or neither.
type Side uint8

// The sides.
const (
	Neither Side = iota
	SideA
	SideB
)

// Find fills Found with containments among the pairs that have no contacts; touching are
// those that have some, ascending. Pairs that are permitted and undecided do not affect
// the verdict and are omitted.
func (c *Containment) Find(w *World, touching []broad.Pair) {
	c.Found = c.Found[:0]
	c.inside.Tally = predicate.Tally{}
	c.phase.Workers = w.Workers
	c.pairs = w.overlapping(&c.phase, w.boxes, c.pairs[:0])
	slices.SortFunc(c.pairs, broad.Pair.Compare) // which reason comes first is no accident
	c.ready(w, touching)
	for i, p := range c.pairs {
		if i%64 == 63 && w.stop() { // nothing else here asks
			break
		}
		if touches(&touching, p) || !w.Admissible(p) || w.Control.Cause() != narrow.Running { // a budget may be used up before
			continue
		}
		side, undecided := c.side(w, p)
		if side != Neither || undecided != "" && !w.IsAllowed(int(p.A), int(p.B)) {
			c.Found = append(c.Found, Inside{p, side, undecided})
		}
	}
	w.Stats.Adaptive += c.inside.Tally.Adaptive
	w.Stats.Exact += c.inside.Tally.Exact
}

// touches reports whether a pair is one of those that are left of a list, which is ascending as the pairs are that are asked for.
func touches(list *[]broad.Pair, p broad.Pair) bool {
	for len(*list) > 0 && (*list)[0].Compare(p) < 0 {
		*list = (*list)[1:]
	}
	return len(*list) > 0 && (*list)[0] == p
}

// ready finds out about the meshes of pairs without contacts, several at a time.
func (c *Containment) ready(w *World, touching []broad.Pair) {
	c.missing = c.missing[:0]
	for i, p := range c.pairs {
		if i%64 == 63 && w.stop() {
			return
		}
		if touches(&touching, p) || w.hasHalf(p) || !w.Admissible(p) {
			continue
		}
		for _, body := range [2]int32{p.A, p.B} {
			if m := w.bodies[body].model; m != nil && m.solid.Load() == nil {
				c.missing = append(c.missing, m)
			}
		}
	}
	if len(c.missing) > 1 && w.Control.Cause() == narrow.Running {
		w.judgeModels(c.missing, func(m *Model, workers int) { m.Solid(workers) })
	}
}

// side returns which body of a pair without contacts lies in the other, or why that
// is undecided.
func (c *Containment) side(w *World, p broad.Pair) (Side, string) {
	if w.hasHalf(p) {
		return Neither, "" // it touches what it contains, and nothing contains it
	}
	in, why := c.within(w, int(p.A), int(p.B))
	if in {
		return SideA, ""
	}
	in, whyB := c.within(w, int(p.B), int(p.A))
	if in {
		return SideB, ""
	}
	if why == "" {
		why = whyB
	}
	return Neither, why
}

// within reports whether a component of body a lies in mesh b; their surfaces do
// not touch, so one point of it decides. Nothing is outside of a mesh that is not closed
// but what is out of its box.
func (c *Containment) within(w *World, a, b int) (in bool, undecided string) {
	if w.bodies[b].model == nil {
		return false, "" // a solid touches what it contains
	}
	for _, point := range w.points(a) {
		if !w.boxes[b].Contains(point) {
			continue
		}
		v := w.solid(w.bodies[b].model)
		if v == nil || !w.NeedTree(b) {
			return false, ""
		}
		if flaw := flawOf(v, w.bodies[b].surface, c.Orient); flaw != "" {
			return false, fmt.Sprintf("containment of %s in %s is undecided: %s %s",
				quote.Name(w.bodies[a].name), quote.Name(w.bodies[b].name), quote.Name(w.bodies[b].name), flaw)
		}
		if c.inside.Of(w.bodies[b].surface, point, c.Orient) {
			return true, ""
		}
	}
	return false, ""
}

// flawOf returns why a posed mesh has no interior to ask for, "" if it has one.
func flawOf(v *narrow.Solid, s *narrow.Surface, o narrow.Orientation) string {
	if flaw := v.Flaw(o); flaw != "" {
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
	switch {
	case b.axial != nil:
		return []geom.Vec{b.axial.A}
	case b.hull != nil:
		return b.hull.Points()[:1]
	case b.model == nil:
		return []geom.Vec{b.sphere.Center}
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
