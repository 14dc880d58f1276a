package depth

import (
	"slices"

	"github.com/collide-go/collide/geom"
)

// image is the convex hull of balls: where a linear map takes a triangle, each
// point with a ball around it, of a radius that is linear on the triangle, too.
type image struct {
	at     [3]geom.Vec
	radius [3]float64
	// along are directions that may separate the image from triangles, with how far it reaches that way.
	along      [5]geom.Vec
	reach      [5]Interval
	directions int
}

// tell adds a direction of length 1 unless it is there; 0 is none.
func (m *image) tell(d geom.Vec) {
	if d != (geom.Vec{}) && !slices.Contains(m.along[:m.directions], d) {
		m.along[m.directions] = d
		m.directions++
	}
}

// mostTests is the number of triangles that one image is tested against before it is given up. It
// decides how long a search takes and nothing else.
const mostTests = 96

// outside reports whether the image is proven to have no point of a solid: no triangle of the boundary has a point of
// it, and a corner is outside.
func (s *Search) outside(of *Solid) bool {
	m := &s.image
	box := m.bounds()
	if !box.Min.IsFinite() || !box.Max.IsFinite() {
		return false
	}
	for i, d := range m.along[:m.directions] {
		m.reach[i] = m.extent(d)
	}
	s.planes, s.doubtful = s.planes[:0], s.doubtful[:0]
	if !s.descend(of, &box, s.separatedBox, func(i int32, tests int) bool {
		if tests <= mostTests && !s.clear(of, i) {
			s.doubtful = append(s.doubtful, i)
		}
		return tests <= mostTests
	}) {
		return false
	}
	for _, i := range s.doubtful {
		if s.meets(&of.triangles[i]) {
			return false
		}
	}
	return s.winding(of, m.at[0]) == 0 && !s.stopped
}

// bounds returns a box around the image. Each sum is off by half a unit in the last place.
func (m *image) bounds() geom.AABB {
	b := geom.EmptyAABB()
	for i, p := range m.at {
		r := m.radius[i]
		if r > 0 {
			r += 4 * u * (r + p.MaxAbs())
		}
		b.Extend(geom.Vec{X: p.X - r, Y: p.Y - r, Z: p.Z - r})
		b.Extend(geom.Vec{X: p.X + r, Y: p.Y + r, Z: p.Z + r})
	}
	return b
}

// extent returns how far the image reaches along a direction of length 1 or 0, about.
func (m *image) extent(d geom.Vec) Interval {
	lo, hi := inf, -inf
	for i, p := range m.at {
		x := d.Dot(p)
		lo, hi = min(lo, x-m.radius[i]), max(hi, x+m.radius[i])
	}
	return Interval{lo, hi}
}

// separates is how far computed places along a direction have to be apart to be so, in units of 2u reaches. Images that overlap the
// box of a solid have coordinates and radii of at most 8 reaches. A product with the direction is off by 3u·√3·8 reaches, the length of the
// direction by 4u, which with the sum of centre and radius makes 12u·16 reaches, and the middle and the size of a box by
// 8u reaches. The sides together are off by less than 512u reaches.
const separates = 256

// plane is a direction along which the image reaches so far and a triangle of the boundary less far.
type plane struct {
	d     geom.Vec
	reach Interval
}

// clear reports whether a triangle is apart from the image along one of the image's directions or
// its own normal.
func (s *Search) clear(of *Solid, i int32) bool {
	m, q := &s.image, &of.triangles[i]
	s.Worker.PrimitiveTests++
	for k := range m.directions {
		if s.separated(q, m.along[k], m.reach[k]) {
			return true
		}
	}
	d := of.normal(i)
	p := plane{d, m.extent(d)}
	if !s.separated(q, d, p.reach) {
		return false
	}
	s.planes = append(s.planes, p)
	return true
}

// meets reports whether a triangle that is not clear may have a point of the image. It may be apart along the normals of its
// neighbours. Without balls the answer is exact.
func (s *Search) meets(q *geom.Triangle) bool {
	m := &s.image
	for i := range s.planes {
		if s.separated(q, s.planes[i].d, s.planes[i].reach) {
			return false
		}
	}
	if m.radius != [3]float64{} {
		d := m.wayTo(q)
		return !s.separated(q, d, m.extent(d))
	}
	return s.Worker.Tally.TriangleTriangle((*geom.Triangle)(&m.at), q)
}

// wayTo returns a direction from the triangle to the middle of the image.
func (m *image) wayTo(q *geom.Triangle) geom.Vec {
	var c geom.Vec
	for _, p := range m.at {
		c = c.Add(p.Scale(1.0 / 3))
	}
	d := nearestPlace(&geom.Triangle{q[0].Sub(c), q[1].Sub(c), q[2].Sub(c)})
	return unitVector(d)
}

// separatedBox reports whether the image and a box are apart along one of the directions.
func (s *Search) separatedBox(b *geom.AABB) bool {
	center, half, pad := b.Center(), b.Size().Scale(0.5), separates*s.unit
	for i := range s.image.directions {
		d, r := s.image.along[i], s.image.reach[i]
		c, h := d.Dot(center), d.Abs().Dot(half)
		if c-h > r.Hi+pad || c+h < r.Lo-pad {
			return true
		}
	}
	return false
}

// separated reports whether the image and a triangle are apart along a direction of length 1, given how far the image
// reaches along it.
func (s *Search) separated(q *geom.Triangle, d geom.Vec, r Interval) bool {
	x, y, z := d.Dot(q[0]), d.Dot(q[1]), d.Dot(q[2])
	pad := separates * s.unit
	return min(x, y, z) > r.Hi+pad || max(x, y, z) < r.Lo-pad
}

// normal returns the direction out of the solid at a triangle, 0 where that is lost in rounding.
func (s *Solid) normal(i int32) geom.Vec {
	return unitVector(s.triangles[i].Normal()).Scale(float64(s.outward[i]))
}

// unitVector returns v with length 1 within 4u, or 0.
func unitVector(v geom.Vec) geom.Vec {
	l := v.Norm()
	if !(l > 0x1p-300) {
		return geom.Vec{}
	}
	return geom.Vec{X: v.X / l, Y: v.Y / l, Z: v.Z / l}
}
