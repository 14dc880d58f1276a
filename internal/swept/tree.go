package swept

import (
	"context"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/ccd"
	"github.com/collide-go/collide/internal/tree"
)

// Body is a mesh whose vertices go straight from Start to End.
type Body struct {
	Start, End []geom.Vec
	Triangles  [][3]uint32
}

// primitive is a triangle of a body.
type primitive struct{ body, triangle uint32 }

// hierarchy is over the triangles of all bodies.
type hierarchy struct {
	bodies     []Body
	primitives []primitive
	topology   *tree.Tree
	ends       [][2]geom.AABB // of each node, at the start and at the end
	leaves     [][2]geom.AABB // of each primitive
	only       []int32        // the one body that a node's triangles are of, −1 of several
}

// perPoll is how many triangles or nodes are looked at before the context is.
const perPoll = 1 << 14

// build takes O(n) time for n triangles, O(n log n) for more than tree.MaxCurve. Without own it leaves out triangles that nothing of another body comes
// near to. The error is context.Cause's once the context is done.
func build(ctx context.Context, bodies []Body, own bool, workers int) (*hierarchy, error) {
	h := &hierarchy{bodies: bodies}
	var others [][2]geom.AABB
	if !own {
		others = around(bodies)
	}
	var boxes []geom.AABB
	seen := 0
	for b := range bodies {
		var past []sides
		if !own {
			past = bodies[b].past(&others[b])
		}
		n := bodies[b].within(past)
		h.primitives, h.leaves, boxes = slices.Grow(h.primitives, n), slices.Grow(h.leaves, n), slices.Grow(boxes, n)
		for i, t := range bodies[b].Triangles {
			if seen++; seen%perPoll == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if past != nil && past[t[0]]&past[t[1]]&past[t[2]] != 0 {
				continue // as apart finds, too
			}
			s, e := bodies[b].ends(uint32(i))
			ends := [2]geom.AABB{s.Bounds(), e.Bounds()}
			if !own && apart(&ends, &others[b]) {
				continue
			}
			h.primitives = append(h.primitives, primitive{uint32(b), uint32(i)})
			h.leaves, boxes = append(h.leaves, ends), append(boxes, ends[0].Union(ends[1]))
		}
	}
	switch n := len(boxes); {
	case n > tree.MaxCurve:
		h.topology = tree.BuildSAH(boxes, tree.SAHOptions{Workers: workers, Done: ctx.Done()})
	case n > 0:
		h.topology = tree.BuildCurve(boxes, ctx.Done())
	}
	if h.topology != nil {
		h.refit(ctx)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return h, nil
}

// around returns for each body the boxes around all others at the start and at the end: the union of those before and those after it. They are empty where there are none.
func around(bodies []Body) [][2]geom.AABB {
	others := make([][2]geom.AABB, len(bodies))
	far := [2]geom.AABB{geom.EmptyAABB(), geom.EmptyAABB()}
	hold := func(far *[2]geom.AABB, b *Body) {
		for k := range b.Start {
			far[0].Hold(&b.Start[k])
			far[1].Hold(&b.End[k])
		}
	}
	for i := range bodies {
		others[i] = far
		hold(&far, &bodies[i])
	}
	far = [2]geom.AABB{geom.EmptyAABB(), geom.EmptyAABB()}
	for i := len(bodies) - 1; i >= 0; i-- {
		others[i][0].Include(&far[0])
		others[i][1].Include(&far[1])
		hold(&far, &bodies[i])
	}
	return others
}

// sides has a bit for each side of a box, at the start and at the end, that something is beyond at both.
type sides uint8

// past returns the sides of a box that each vertex is beyond. A triangle whose corners are beyond one side is apart from the box.
func (b *Body) past(box *[2]geom.AABB) []sides {
	list := make([]sides, len(b.Start))
	for k := range list {
		list[k] = beyond(&b.Start[k], &box[0]) & beyond(&b.End[k], &box[1])
	}
	return list
}

// within counts the triangles whose corners are not beyond one side, all without a list.
func (b *Body) within(past []sides) (n int) {
	if past == nil {
		return len(b.Triangles)
	}
	for _, t := range b.Triangles {
		if past[t[0]]&past[t[1]]&past[t[2]] == 0 {
			n++
		}
	}
	return n
}

// beyond returns the sides of a box that a point is beyond.
func beyond(p *geom.Vec, box *geom.AABB) (s sides) {
	for k, out := range [...]bool{p.X < box.Min.X, p.X > box.Max.X, p.Y < box.Min.Y, p.Y > box.Max.Y, p.Z < box.Min.Z, p.Z > box.Max.Z} {
		if out {
			s |= 1 << k
		}
	}
	return s
}

// ends is a triangle at the start and at the end.
func (b *Body) ends(i uint32) (s, e geom.Triangle) {
	for k, c := range b.Triangles[i] {
		s[k], e[k] = b.Start[c], b.End[c]
	}
	return s, e
}

// refit sets the boxes and bodies of all nodes, children first: they come after their parents. It ends early once the context is done.
func (h *hierarchy) refit(ctx context.Context) {
	t := h.topology
	h.ends, h.only = make([][2]geom.AABB, len(t.Nodes)), make([]int32, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		if i%perPoll == 0 && ctx.Err() != nil {
			return
		}
		n := &t.Nodes[i]
		if !n.IsLeaf() {
			h.join(i, h.ends[n.Child], h.only[n.Child])
			h.add(i, h.ends[n.Child+1], h.only[n.Child+1])
			continue
		}
		for k, p := range t.Order[n.First : n.First+n.Count] {
			if body := int32(h.primitives[p].body); k == 0 {
				h.join(i, h.leaves[p], body)
			} else {
				h.add(i, h.leaves[p], body)
			}
		}
	}
}

func (h *hierarchy) join(i int, ends [2]geom.AABB, body int32) { h.ends[i], h.only[i] = ends, body }

func (h *hierarchy) add(i int, ends [2]geom.AABB, body int32) {
	for k := range ends {
		h.ends[i][k].Include(&ends[k])
	}
	if h.only[i] != body {
		h.only[i] = -1
	}
}

// apart reports that two boxes that go straight are apart throughout.
func apart(p, q *[2]geom.AABB) bool { return ccd.Apart(&p[0], &q[0], &p[1], &q[1]) }
