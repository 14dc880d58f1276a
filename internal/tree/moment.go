package tree

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/volume"
)

// moment sums up a piece of surface: its area, normal, first and second moments, all
// about the origin and doubled (areas and normals of parallelograms). It guides
// fits and bounds nothing.
type moment struct {
	weight                 float64
	normal, first          geom.Vec
	xx, yy, zz, xy, yz, zx float64
}

// set computes the moments of triangles given by nine coordinates each.
func (m *moment) set(points []float32) {
	*m = moment{}
	for k := 0; k+8 < len(points); k += 9 {
		p := geom.Vec{X: float64(points[k]), Y: float64(points[k+1]), Z: float64(points[k+2])}
		q := geom.Vec{X: float64(points[k+3]), Y: float64(points[k+4]), Z: float64(points[k+5])}
		r := geom.Vec{X: float64(points[k+6]), Y: float64(points[k+7]), Z: float64(points[k+8])}
		n := q.Sub(p).Cross(r.Sub(p))
		w := n.Norm()
		sum := p.Add(q).Add(r)
		m.weight += w
		m.normal = m.normal.Add(n)
		m.first = m.first.Add(sum.Scale(w / 3))
		// ∫ x xᵀ over a triangle is (sum·sumᵀ + p·pᵀ + q·qᵀ + r·rᵀ)·area/12.
		w /= 12
		for _, v := range [4]geom.Vec{sum, p, q, r} {
			m.xx += w * v.X * v.X
			m.yy += w * v.Y * v.Y
			m.zz += w * v.Z * v.Z
			m.xy += w * v.X * v.Y
			m.yz += w * v.Y * v.Z
			m.zx += w * v.Z * v.X
		}
	}
}

func (m *moment) add(o *moment) {
	m.weight += o.weight
	m.normal, m.first = m.normal.Add(o.normal), m.first.Add(o.first)
	m.xx += o.xx
	m.yy += o.yy
	m.zz += o.zz
	m.xy += o.xy
	m.yz += o.yz
	m.zx += o.zx
}

// principal returns the principal axes as rows; those of the coordinates where there
// is no area.
func (m *moment) principal() geom.Mat {
	if !(m.weight > 0) {
		return geom.Identity.R
	}
	c := m.first.Scale(1 / m.weight)
	s := 1 / m.weight
	xy, yz, zx := m.xy*s-c.X*c.Y, m.yz*s-c.Y*c.Z, m.zx*s-c.Z*c.X
	return volume.Eigenvectors(geom.Mat{
		m.xx*s - c.X*c.X, xy, zx,
		xy, m.yy*s - c.Y*c.Y, yz,
		zx, yz, m.zz*s - c.Z*c.Z,
	})
}
