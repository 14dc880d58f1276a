package proof

import (
	"context"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// A node of boxedNode triangles or more keeps a box in the frame of the mesh, so that posing it takes eight corners; one of largeNode or more is
// nowhere looked at more closely.
const (
	boxedNode = 16
	largeNode = 64
)

// Mesh is a mesh and an order of its triangles. A node is a run of the order, of at least one triangle; its children are the
// halves, the first the smaller one where they differ.
type Mesh struct {
	mesh    *mesh.Mesh
	sum     [32]byte // SHA-256 of its file
	order   []uint32
	ordered []geom.Triangle // in this order, in the frame of the mesh: what is looked at together lies together
	boxes   []geom.AABB     // of nodes from boxedNode triangles on, by place
	// solid are the points of a solid, and radius how far it reaches around their hull; nil and 0 for triangles.
	solid  []geom.Vec
	radius float64
	parts  parts
}

// run is order[first:end].
type run struct{ first, end int32 }

func (r run) len() int { return int(r.end - r.first) }

func (r run) halves() (run, run) {
	middle := r.first + (r.end-r.first)/2
	return run{r.first, middle}, run{middle, r.end}
}

// place is where the box of a node is: the middles of two nodes with boxes are at least half of the least of them apart.
func (r run) place() int32 { return (r.first + (r.end-r.first)/2) / (boxedNode / 2) }

// NewMesh orders the triangles of m, whose file has the given SHA-256: each half of a run lies on one side of the middle of its
// longest side. O(n log n).
func NewMesh(ctx context.Context, m *mesh.Mesh, sum [32]byte) (*Mesh, error) {
	p := &Mesh{mesh: m, sum: sum, order: make([]uint32, len(m.Triangles)), boxes: make([]geom.AABB, 1+len(m.Triangles)/(boxedNode/2))}
	centers := make([]geom.Vec, len(m.Triangles))
	for i := range centers {
		p.order[i] = uint32(i)
		t := m.Triangle(i)
		centers[i] = t[0].Scale(1. / 3).Add(t[1].Scale(1. / 3)).Add(t[2].Scale(1. / 3))
	}
	if err := p.arrange(ctx, p.root(), centers); err != nil {
		return nil, err
	}
	p.use(m)
	return p, nil
}

// use gives an order its triangles.
func (p *Mesh) use(m *mesh.Mesh) {
	p.mesh, p.ordered = m, make([]geom.Triangle, len(p.order))
	for i, t := range p.order {
		p.ordered[i] = m.Triangle(int(t))
	}
}

// Mesh returns the mesh.
func (p *Mesh) Mesh() *mesh.Mesh { return p.mesh }

// Sum is the SHA-256 of the file of the mesh.
func (p *Mesh) Sum() [32]byte { return p.sum }

// IsOfFile reports whether two meshes are of one file, by its SHA-256.
func (p *Mesh) IsOfFile(o *Mesh) bool { return p.sum == o.sum && !p.IsSolid() && !o.IsSolid() }

// Equal reports whether two meshes are equal, vertex by vertex.
func (p *Mesh) Equal(o *Mesh) bool {
	return p == o || p.Is(o.mesh)
}

// Is reports whether the mesh equals another one, vertex by vertex.
func (p *Mesh) Is(o *mesh.Mesh) bool {
	return p.mesh == o || slices.Equal(p.mesh.Triangles, o.Triangles) && slices.Equal(p.mesh.Vertices, o.Vertices)
}

func (p *Mesh) root() run { return run{0, int32(len(p.order))} }

func (p *Mesh) arrange(ctx context.Context, r run, centers []geom.Vec) error {
	if r.len() < 2 {
		return nil
	}
	box := geom.EmptyAABB()
	for _, t := range p.order[r.first:r.end] {
		box.Extend(centers[t])
	}
	if r.len() >= boxedNode {
		p.boxes[r.place()] = p.bounds(r)
		if err := context.Cause(ctx); err != nil {
			return err
		}
	}
	axis, half := 0, box.Max.Scale(0.5).Sub(box.Min.Scale(0.5))
	for k := range 3 {
		if half.At(k) > half.At(axis) {
			axis = k
		}
	}
	a, b := r.halves()
	selectNth(p.order[r.first:r.end], a.len(), func(t, u uint32) bool {
		x, y := centers[t].At(axis), centers[u].At(axis)
		return x < y || x == y && t < u
	})
	if err := p.arrange(ctx, a, centers); err != nil {
		return err
	}
	return p.arrange(ctx, b, centers)
}

// bounds returns the box of the triangles of a run in the frame of the mesh.
func (p *Mesh) bounds(r run) geom.AABB {
	box := geom.EmptyAABB()
	for _, t := range p.order[r.first:r.end] {
		for _, v := range p.mesh.Triangles[t] {
			box.Extend(p.mesh.Vertices[v])
		}
	}
	return box
}

// selectNth puts the n least of list first, by Hoare's selection. Expected linear.
func selectNth(list []uint32, n int, less func(a, b uint32) bool) {
	for len(list) > 1 && n > 0 && n < len(list) {
		pivot := list[len(list)/2]
		i, j := 0, len(list)-1
		for i <= j {
			for less(list[i], pivot) {
				i++
			}
			for less(pivot, list[j]) {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j+1:
			list = list[:j+1]
			if n == j+1 {
				return
			}
		case n >= i:
			list, n = list[i:], n-i
		default:
			return
		}
	}
}
