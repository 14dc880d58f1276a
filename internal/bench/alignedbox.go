package bench

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
)

// alignedBox is an AABB as a volume of hierarchies. No method uses such a one:
// those of boxes have a descent of their own.
type alignedBox struct{ geom.AABB }

// Turn writes the box around the turned one.
func (b *alignedBox) Turn(f *geom.Pose, dst *alignedBox) {
	c, h := f.R.MulVec(b.Center()).Add(f.T), b.Size().Scale(0.5)
	e := geom.Vec{X: f.R.Row(0).Abs().Dot(h), Y: f.R.Row(1).Abs().Dot(h), Z: f.R.Row(2).Abs().Dot(h)}
	dst.AABB = geom.AABB{Min: c.Sub(e), Max: c.Add(e)}
}

// Apart compares the six sides.
func (b *alignedBox) Apart(o *alignedBox, pad float64) bool {
	return b.Min.X > o.Max.X+pad || o.Min.X > b.Max.X+pad || b.Min.Y > o.Max.Y+pad || o.Min.Y > b.Max.Y+pad ||
		b.Min.Z > o.Max.Z+pad || o.Min.Z > b.Max.Z+pad
}

// Contains implements tree.Volume.
func (b *alignedBox) Contains(p geom.Vec) bool { return b.AABB.Contains(p) }

// Bounds implements tree.Volume.
func (b *alignedBox) Bounds() geom.AABB { return b.AABB }

// Girth implements tree.Volume.
func (b *alignedBox) Girth() float64 { return b.HalfArea() }

// buildBoxes is the SAH hierarchy with one triangle a leaf.
func buildBoxes(s *tree.Soup) *tree.Of[alignedBox] {
	boxes := make([]geom.AABB, len(s.Triangles))
	for i := range boxes {
		t := triangle(s, i)
		boxes[i] = t.Bounds()
	}
	sah := tree.BuildSAH(boxes, tree.SAHOptions{LeafSize: 1, Workers: 1})
	t := &tree.Of[alignedBox]{Order: sah.Order, Nodes: make([]tree.NodeOf[alignedBox], len(sah.Nodes))}
	for i, n := range sah.Nodes {
		t.Nodes[i] = tree.NodeOf[alignedBox]{Volume: alignedBox{n.Box}, Child: n.Child, First: n.First, Count: n.Count}
	}
	return t
}

// refitBoxes recomputes the boxes bottom-up.
func refitBoxes(t *tree.Of[alignedBox], s *tree.Soup) {
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		if !n.IsLeaf() {
			n.Volume.AABB = t.Nodes[n.Child].Volume.Union(t.Nodes[n.Child+1].Volume.AABB)
			continue
		}
		b := geom.EmptyAABB()
		for _, p := range t.Order[n.First : n.First+n.Count] {
			x := triangle(s, int(p))
			b.Include(ptr(x.Bounds()))
		}
		n.Volume.AABB = b
	}
}

func ptr[T any](v T) *T { return &v }
