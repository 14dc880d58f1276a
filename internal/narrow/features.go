package narrow

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// Features answers which vertex of a mesh lies farthest along a direction: by
// walking from vertex to vertex on a convex mesh, where a vertex with no better
// neighbour is best, else by branch and bound in the tree. What it returns is a
// proposal; Worker.Separated proves what it makes of it.
type Features struct {
	mesh *mesh.Mesh
	tree *tree.Tree
	// next lists the neighbours of vertex v, next[start[v]:start[v+1]]; only for
	// convex meshes, vertices welded.
	start, next []uint32
	first       uint32
}

// NewFeatures judges whether the mesh is convex, exactly, and prepares for the
// walk: O(n log n) time for convex meshes and most others, 4 bytes a vertex and 8
// an edge for convex ones, nothing for others.
func NewFeatures(m *mesh.Mesh, t *tree.Tree) *Features {
	f := &Features{mesh: m, tree: t, first: m.Triangles[0][0]}
	if topo := m.Topology(); simple(m, topo) && (f.bulges(1) || f.bulges(-1)) {
		f.link(topo)
	}
	return f
}

// Unlink forgets that the mesh was convex: its vertices have moved.
func (f *Features) Unlink() { f.start, f.next = nil, nil }

// Convex reports whether the walk is used.
func (f *Features) Convex() bool { return f.start != nil }

// simple reports whether the triangles make one piece whose edges have two sides
// each.
func simple(m *mesh.Mesh, t *mesh.Topology) bool {
	for e := range t.Edges {
		if len(t.Sides(e)) != 2 {
			return false
		}
	}
	return len(t.Edges) > 0 && len(mesh.Components(m).Seeds) == 1
}

// bulges reports whether no vertex lies on the outer side of any triangle, the
// outer side being where normals point for side 1 and the other for −1. Boxes of
// the tree of which no corner lies there are passed over; every sign is exact.
func (f *Features) bulges(side int) bool {
	var stack []int32
	for i := range f.mesh.Triangles {
		p := f.mesh.Triangle(i)
		stack = append(stack[:0], 0)
		for len(stack) > 0 {
			n := &f.tree.Nodes[stack[len(stack)-1]]
			stack = stack[:len(stack)-1]
			switch {
			case !boxReaches(&p, &n.Box, side):
			case !n.IsLeaf():
				stack = append(stack, n.Child, n.Child+1)
			case f.leafReaches(&p, n, side):
				return false
			}
		}
	}
	return true
}

// boxReaches reports whether some corner of the box lies beyond the plane.
func boxReaches(p *geom.Triangle, b *geom.AABB, side int) bool {
	for k := range 8 {
		if predicate.Orient3D(p[0], p[1], p[2], b.Corner(k)) == side {
			return true
		}
	}
	return false
}

func (f *Features) leafReaches(p *geom.Triangle, n *tree.Node, side int) bool {
	for _, t := range f.tree.Order[n.First : n.First+n.Count] {
		for _, v := range f.mesh.Triangles[t] {
			if predicate.Orient3D(p[0], p[1], p[2], f.mesh.Vertices[v]) == side {
				return true
			}
		}
	}
	return false
}

// link stores every edge in both directions.
func (f *Features) link(t *mesh.Topology) {
	f.first = t.Welded.Vertex[f.first]
	f.start = make([]uint32, len(f.mesh.Vertices)+1)
	for _, e := range t.Edges {
		f.start[e.A]++
		f.start[e.B]++
	}
	sum := uint32(0)
	for i, n := range f.start {
		sum += n
		f.start[i] = sum
	}
	f.next = make([]uint32, 2*len(t.Edges))
	for _, e := range t.Edges { // start counts down to its place
		f.start[e.A]--
		f.next[f.start[e.A]] = e.B
		f.start[e.B]--
		f.next[f.start[e.B]] = e.A
	}
}

// farthest returns a vertex that lies far along d, the farthest except for
// rounding; from is where the walk or the bound starts.
func (f *Features) farthest(w *Worker, d geom.Vec, from uint32) uint32 {
	w.BVTests++
	if f.Convex() {
		return f.walk(w, d, from)
	}
	best, most := from, d.Dot(f.mesh.Vertices[from])
	stack := w.nodes[:0]
	stack = append(stack, 0)
	for len(stack) > 0 && w.Step() {
		n := &f.tree.Nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		w.BVTests++
		if along(d, &n.Box) <= most {
			continue
		}
		if !n.IsLeaf() {
			l, r := &f.tree.Nodes[n.Child], &f.tree.Nodes[n.Child+1]
			if along(d, &l.Box) > along(d, &r.Box) {
				stack = append(stack, n.Child+1, n.Child)
			} else {
				stack = append(stack, n.Child, n.Child+1)
			}
			continue
		}
		for _, t := range f.tree.Order[n.First : n.First+n.Count] {
			for _, v := range f.mesh.Triangles[t] {
				if x := d.Dot(f.mesh.Vertices[v]); x > most {
					best, most = v, x
				}
			}
		}
	}
	w.nodes = stack[:0]
	return best
}

// walk climbs to a vertex none of whose neighbours lies farther along d.
func (f *Features) walk(w *Worker, d geom.Vec, v uint32) uint32 {
	most := d.Dot(f.mesh.Vertices[v])
	for better := true; better && w.Step(); {
		better = false
		for _, n := range f.next[f.start[v]:f.start[v+1]] {
			if x := d.Dot(f.mesh.Vertices[n]); x > most {
				v, most, better = n, x, true
				break // the first better one will do: short walks are the rule
			}
		}
	}
	return v
}

// along is how far a box reaches along d.
func along(d geom.Vec, b *geom.AABB) float64 {
	return d.Dot(b.Center()) + d.Abs().Dot(b.Size().Scale(0.5))
}
