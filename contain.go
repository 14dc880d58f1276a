package collide

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/collide-go/collide/broad"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/narrow"
	"github.com/collide-go/collide/predicate"
)

// volume is what a mesh must tell for containment: one vertex of every connected
// component, and why it bounds no volume, if it does not.
type volume struct {
	seeds []uint32
	// flaw is "" for a closed mesh that does not cross itself.
	flaw string
}

// solidity judges the mesh once, in its own coordinates; nil means that the search was
// stopped before.
func (m *Model) solidity(w *World) *volume {
	if v := m.volume.Load(); v != nil {
		return v
	}
	workers := w.Workers
	w.await(m.primitives(), func() { m.judge(workers) })
	return m.volume.Load()
}

func (m *Model) judge(workers int) {
	m.judging.Lock()
	defer m.judging.Unlock()
	if m.volume.Load() != nil {
		return
	}
	v := &volume{seeds: mesh.Components(m.mesh).Seeds}
	switch {
	case !m.mesh.Topology().Closed():
		v.flaw = "is not closed"
	case m.crossesItself(workers):
		v.flaw = "crosses itself"
	}
	m.volume.Store(v)
}

func (m *Model) crossesItself(workers int) bool {
	s := narrow.NewSurface(m.mesh, m.Tree(workers))
	var search narrow.Search
	search.Set(&s, &s)
	var found narrow.Control
	found.Reset(context.Background(), 0, 0)
	worker := narrow.Worker{Control: &found, First: true}
	return len(worker.Run(&search, search.Root(), nil)) > 0
}

// containment finds pairs of which one body lies in the other.
type containment struct {
	phase broad.Auto
	pairs []broad.Pair
	tally predicate.Tally
	stack []int32
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
	c.tally = predicate.Tally{}
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
			r.Pairs = append(r.Pairs, Pair{A: int(p.A), B: int(p.B), Inside: side, Allowed: allowed})
		} else if undecided != "" && r.Reason == "" && !allowed { // what is permitted decides nothing
			r.Reason = undecided
		}
	}
	sortPairs(r.Pairs)
	r.Stats.Adaptive += c.tally.Adaptive
	r.Stats.Exact += c.tally.Exact
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
// not touch, so one point of it decides.
func (c *containment) within(w *World, a, b int) (in bool, undecided string) {
	if w.bodies[b].model == nil {
		return false, "" // a solid touches what it contains
	}
	for _, point := range w.points(a) {
		if !w.boxes[b].Contains(point) {
			continue
		}
		v := w.bodies[b].model.solidity(w)
		if v == nil || !w.needTree(b) {
			return false, ""
		}
		if v.flaw != "" {
			return false, fmt.Sprintf("containment of %s in %s is undecided: %s %s",
				w.bodies[a].name, w.bodies[b].name, w.bodies[b].name, v.flaw)
		}
		if c.encloses(w.bodies[b].surface, point) {
			return true, ""
		}
	}
	return false, ""
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
	v := b.model.solidity(w)
	if v == nil {
		return nil
	}
	var points []geom.Vec
	for _, i := range v.seeds {
		points = append(points, b.pose.Apply(b.model.mesh.Vertices[i]))
	}
	return points
}

// encloses reports whether a closed surface that p does not lie on has p inside:
// an odd number of its triangles are crossed by the ray from p towards +X.
func (c *containment) encloses(s *narrow.Surface, p geom.Vec) bool {
	odd := false
	c.stack = append(c.stack[:0], 0)
	for len(c.stack) > 0 {
		i := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		n := &s.Tree.Nodes[i]
		box := s.WorldBox(&n.Box)
		if box.Max.X < p.X || p.Y < box.Min.Y || p.Y > box.Max.Y || p.Z < box.Min.Z || p.Z > box.Max.Z {
			continue
		}
		if !n.IsLeaf() {
			c.stack = append(c.stack, n.Child+1, n.Child)
			continue
		}
		for _, t := range s.Tree.Order[n.First : n.First+n.Count] {
			var q geom.Triangle
			s.Triangle(t, &q)
			if c.tally.RayCrosses(p, &q) {
				odd = !odd
			}
		}
	}
	return odd
}
