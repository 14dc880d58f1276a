package world

import (
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/impact"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
)

// A body that does not touch a half space at first has to cross its plane. In the search a half space at rest is a square of the plane,
// with a ball around each of its points that holds what the square is off the plane: it covers the plane wherever a body passes.

// halves appends the pairs with a half space that a body along a path may touch. Each pair that is looked at is a step.
func (m *Moves) halves(w *World, paths []motion.Path) {
	m.swept = m.swept[:0]
	for range w.halves {
		m.swept = append(m.swept, geom.EmptyAABB())
	}
	looked := 0
	for k, h := range w.halves {
		for i, path := range paths {
			if looked++; looked%StopInterval == 0 && w.stop() { // most may rest
				return
			}
			p := pairOf(h, int32(i))
			if path == nil || int32(i) == h || !w.counts(p) || !m.follows(w, p) {
				continue
			}
			if !m.worker.Step() {
				return
			}
			if m.worker.BVTests++; w.bodies[h].half.IsAbove(&m.boxes[i], 0) {
				continue
			}
			m.list = append(m.list, p)
			m.swept[k] = m.swept[k].Union(m.boxes[i])
			if w.isFull(len(m.list)) {
				return
			}
		}
	}
}

// plane is a half space at rest in the search.
type plane struct {
	mesh    mesh.Mesh
	surface narrow.Surface
	tree    tree.Of[volume.OBB]
}

// planeOf returns a half space in the search, false and far if numbers are too large.
//
// All of the swept boxes are within the length of their diagonal, reach, of their middle, and the foot of that is no farther from a point of the
// plane. The computed foot is off in the plane by less than 16u of the way to it, which is checked to be at most 2⁴⁰ reaches, and by what
// Square allows: together by less than reach/4. So a square around it with sides of four reaches covers what of the plane is in the boxes. A point of
// the plane is off the square by at most what one of its corners is. Corners are off the box around them by less than 64u of their coordinates.
func (m *Moves) planeOf(w *World, i int32) (impact.Body, bool) {
	k, _ := slices.BinarySearch(w.halves, i)
	h, box := w.bodies[i].half, m.swept[k]
	middle := box.Center()
	reach := geom.Length(box.Size()) + math.SmallestNonzeroFloat64
	foot := h.Near(middle)
	corners, ok := h.Square(foot, 2*reach)
	off := m.worker.Tally.Off(h, corners[:])
	if !ok || !(off <= math.MaxFloat64 && geom.Length(foot.Sub(middle)) <= 0x1p40*reach) {
		m.far = true
		return impact.Body{}, false
	}
	for len(m.planes) <= k {
		m.planes = append(m.planes, &plane{mesh: mesh.Mesh{Vertices: make([]geom.Vec, 4), Triangles: [][3]uint32{{0, 1, 3}, {0, 3, 2}}}})
	}
	p := m.planes[k]
	copy(p.mesh.Vertices, corners[:])
	bounds := geom.BoundsOf(corners[:])
	p.surface.SetMesh(&p.mesh, &bounds, max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs()))
	p.surface.SetPose(&geom.Identity)
	axes := h.Axes()
	pad := 64*0x1p-53*(foot.MaxAbs()+8*reach) + math.SmallestNonzeroFloat64
	around := volume.OBB{Center: foot, Axes: axes.TMul(&geom.Identity.R), Half: [3]float64{2*reach + pad, 2*reach + pad, pad}}
	p.tree.Nodes = append(p.tree.Nodes[:0], tree.NodeOf[volume.OBB]{Volume: around, Count: 2})
	p.tree.Order = append(p.tree.Order[:0], 0, 1)
	return impact.Body{Surface: &p.surface, Tree: &p.tree, Solid: true, Radius: off, Normal: axes.Col(2)}, true
}
