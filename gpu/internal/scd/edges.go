package scd

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/mesh"
)

// edgeSet is the edges of the models of a geometry on the device, once each: vertices
// with equal numbers are one, and a model keeps its edges however it deforms.
type edgeSet struct {
	ends  []edgeEnds // as on the device
	along []uint32   // triangles of their model, edge by edge
	of    []modelEdges

	endsOn, alongOn *vulkan.Buffer
	sent            bool
}

// edgeEnds is an edge: two vertices of the geometry and the places of its triangles.
type edgeEnds struct{ a, b, first, count uint32 }

// modelEdges is where a model's edges are.
type modelEdges struct {
	first, count int
	// widest is the most triangles along one edge, folds the number of pairs of
	// triangles with a common edge.
	widest int
	folds  uint64
}

func newEdgeSet(d *vulkan.Device, g *models.Geometry) *edgeSet {
	s := &edgeSet{endsOn: d.NewBuffer("edges"), alongOn: d.NewBuffer("triangles along edges")}
	for i := range g.Models {
		m := &g.Models[i]
		first := len(s.ends)
		of := modelEdges{first: first}
		s.add(m.Model.Mesh(), uint32(m.FirstVertex))
		of.count = len(s.ends) - first
		for _, e := range s.ends[first:] {
			of.widest = max(of.widest, int(e.count))
			of.folds += uint64(e.count) * uint64(e.count-1) / 2
		}
		s.of = append(s.of, of)
	}
	return s
}

// halfEdge is a side of a triangle, at its lesser vertex.
type halfEdge struct{ to, triangle uint32 }

// add appends the edges of a mesh in the order of their vertices, linear in its size
// except for the degree of vertices.
func (s *edgeSet) add(m *mesh.Mesh, firstVertex uint32) {
	starts := make([]int, len(m.Vertices)+1)
	for _, t := range m.Triangles {
		for k := range t {
			a, _ := side(&t, k)
			starts[a+1]++
		}
	}
	for v := range m.Vertices {
		starts[v+1] += starts[v]
	}
	halves, next := make([]halfEdge, 3*len(m.Triangles)), slices.Clone(starts)
	for i, t := range m.Triangles {
		for k := range t {
			a, b := side(&t, k)
			halves[next[a]] = halfEdge{b, uint32(i)}
			next[a]++
		}
	}
	for v := range m.Vertices {
		at := halves[starts[v]:starts[v+1]]
		slices.SortFunc(at, func(x, y halfEdge) int { return cmp.Or(cmp.Compare(x.to, y.to), cmp.Compare(x.triangle, y.triangle)) })
		for i, h := range at {
			if i == 0 || h.to != at[i-1].to {
				s.ends = append(s.ends, edgeEnds{firstVertex + uint32(v), firstVertex + h.to, uint32(len(s.along)), 0})
			}
			s.ends[len(s.ends)-1].count++
			s.along = append(s.along, h.triangle)
		}
	}
}

// side is the k-th side of a triangle, the lesser vertex first. Where two corners are one,
// v twice and w, the sides are v–v, v–w and w–w: opposite each corner there is one still.
func side(t *[3]uint32, k int) (a, b uint32) {
	a, b = t[k], t[(k+1)%3]
	if a == t[(k+2)%3] {
		a = b
	}
	return min(a, b), max(a, b)
}

// grow makes room on the device.
func (s *edgeSet) grow() error {
	return cmp.Or(s.endsOn.Grow(max(len(vulkan.BytesOf(s.ends)), 4)), s.alongOn.Grow(max(len(vulkan.BytesOf(s.along)), 4)))
}

// send records the sending, once.
func (s *edgeSet) send(b *vulkan.Batch) {
	if s.sent {
		return
	}
	s.sent = true
	b.Write(s.endsOn, 0, vulkan.BytesOf(s.ends))
	b.Write(s.alongOn, 0, vulkan.BytesOf(s.along))
}

func (s *edgeSet) close() {
	s.endsOn.Close()
	s.alongOn.Close()
	s.sent = false
}

// mostLeft bounds the number of pairs of triangles that are left of hits pairs of an edge and a
// triangle and of folds: the device counts in 32 bits. hits is below 2^33 and widest below
// 2^30, the most triangles of a buffer, so that the product fits.
func (s *edgeSet) mostLeft(hits, folds uint64) uint64 {
	widest := 0
	for _, of := range s.of {
		widest = max(widest, of.widest)
	}
	return hits*uint64(widest) + folds
}
