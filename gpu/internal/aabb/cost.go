package aabb

import (
	"math"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// measure records what makes up the cost of a tree: see weighed.
func (t *Trees) measure(b *vulkan.Batch, i int) {
	m, d := &t.Of[i], &t.geometry.Models[i]
	first, n := m.Levels[0], m.nodes()
	s := axesOf(d)
	b.Call(sahCost, n, []uint32{uint32(n), uint32(first), math.Float32bits(visitCost), math.Float32bits(triangleCost), s[0], s[1], s[2]}, t.Nodes, t.costs)
	b.Read(vulkan.BytesOf(m.sum[:]), t.reducer.Sum(b, t.costs, n), 0)
	b.Read(vulkan.BytesOf(m.root[:]), t.Nodes, models.ItemBytes*first)
}

// weighed computes the cost from what measure had read; a tree of nothing must be built again.
func (t *Trees) weighed(i int) float64 {
	m := &t.Of[i]
	if m.nodes() == 0 {
		return math.Inf(1)
	}
	return float64(m.sum[0]) / max(areaOf(&m.root[0], axesOf(&t.geometry.Models[i])), math.SmallestNonzeroFloat32)
}

// axesOf returns the sizes of the axes of the scaled vertices as bits of float32, the
// largest being 1, so that areas keep their proportions.
func axesOf(d *models.Model) [3]uint32 {
	most := max(d.Exponent[0], d.Exponent[1], d.Exponent[2])
	var s [3]uint32
	for k, e := range d.Exponent {
		s[k] = math.Float32bits(float32(math.Ldexp(1, max(e-most, -60))))
	}
	return s
}

// areaOf returns half the surface of a box on axes of such sizes.
func areaOf(b *models.Item, axes [3]uint32) float64 {
	var d [3]float64
	for k := range d {
		d[k] = float64(b.Hi[k]-b.Lo[k]) * float64(math.Float32frombits(axes[k]))
	}
	return d[0]*d[1] + d[1]*d[2] + d[2]*d[0]
}
