package volume

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
)

// Solid is a sphere or a box in the coordinates of a hierarchy, as the volumes of the
// hierarchy are compared with it. Volumes of each kind have a method ApartFrom, which reports
// whether all points of the volume are more than a pad away from the solid.
type Solid struct {
	// Ball is the sphere, or a ball that certainly holds the box.
	Ball Ball
	// Box certainly holds the box. It is set only if Round is false.
	Box OBB
	// Slabs certainly hold the sphere or the box.
	Slabs DOP
	// Round is true for a sphere.
	Round bool
}

// SetSphere makes s a sphere.
func (s *Solid) SetSphere(b Ball) { s.Ball, s.Round = b, true }

// SetBox makes s the hull of the eight corners of a box, whose index has a bit for each of
// three directions. Any other eight points are held as well, less tightly.
func (s *Solid) SetBox(corners *[8]geom.Vec) {
	s.Round = false
	s.Box.Center = corners[0].Scale(0.5).Add(corners[7].Scale(0.5))
	s.Box.Axes = axesOf(corners[1].Sub(corners[0]), corners[2].Sub(corners[0]), corners[4].Sub(corners[0]))
	s.Box.Half = [3]float64{}
	far, length := 0.0, 0.0
	for i := range corners {
		d := corners[i].Sub(s.Box.Center)
		far, length = max(far, d.MaxAbs()), max(length, geom.Length(d))
		s.Box.widen(d)
	}
	s.Box.finish(far)
	s.Ball = Ball{Center: s.Box.Center, Radius: grown(length)}
}

// axesOf returns orthonormal axes along three edges, as rows: along the longest first. If
// the edges have no such axes to 16 u, which OBB rests on, it returns those of the coordinates.
func axesOf(x, y, z geom.Vec) geom.Mat {
	if x.Dot(x) < y.Dot(y) {
		x, y = y, x
	}
	if x.Dot(x) < z.Dot(z) {
		x, z = z, x
	}
	if y.Dot(y) < z.Dot(z) {
		y = z
	}
	x = x.Scale(1 / x.Norm())
	y = y.Scale(1 / y.Norm())
	for range 2 { // a second time for what cancels in the first
		y = y.Sub(x.Scale(x.Dot(y)))
		y = y.Scale(1 / y.Norm())
	}
	z = x.Cross(y)
	m := geom.Mat{x.X, x.Y, x.Z, y.X, y.Y, y.Z, z.X, z.Y, z.Z}
	if p := (geom.Pose{R: m}); !(p.OrthonormalDefect() <= 16*u) {
		return geom.Identity.R
	}
	return m
}

// diagonal is no less than √2, the length of the directions of a DOP's diagonal slabs.
const diagonal = math.Sqrt2 + 0x1p-51

// SetSlabs makes the slabs of s hold a sphere.
//
// Derivation. The exact slab of a direction n is n·c ± |n|·r. The sum or difference of two
// coordinates, the product with diagonal and the ends are each rounded outward by one unit
// after a single rounding to nearest, so the slab holds the exact one. A point y of the sphere
// then has min ≤ n·y ≤ max for the exact n·y, and rounding n·y as DOP.Extend does is monotone:
// slabs of y overlap these without a margin.
func (s *Solid) SetSlabs(b *Ball) {
	c, d := slabs(b.Center), round.Up(float64(b.Radius*diagonal))
	for k, m := range c {
		lo, hi, r := m, m, b.Radius
		if k >= 3 {
			lo, hi, r = round.Down(m), round.Up(m), d
		}
		s.Slabs.Min[k], s.Slabs.Max[k] = round.Down(lo-r), round.Up(hi+r)
	}
}

// SetSlabsAround makes the slabs of s hold the hull of some points, exactly as the slabs of a
// mesh hold its vertices.
func (s *Solid) SetSlabsAround(points []geom.Vec) {
	s.Slabs = EmptyDOP()
	for _, p := range points {
		s.Slabs.Extend(p)
	}
}

// SetSlabsAroundBalls makes the slabs of s hold the hull of two balls of one radius.
func (s *Solid) SetSlabsAroundBalls(a, b geom.Vec, radius float64) {
	s.SetSlabs(&Ball{Center: a, Radius: radius})
	one := s.Slabs
	s.SetSlabs(&Ball{Center: b, Radius: radius})
	s.Slabs.Include(&one)
}

// ApartFrom compares the balls, then the ball with the box.
func (s *Ball) ApartFrom(o *Solid, pad float64) bool {
	return s.Apart(&o.Ball, pad) || !o.Round && o.Box.apartFromBall(s, pad)
}

// ApartFrom compares the box with the sphere or with the box.
func (o *OBB) ApartFrom(s *Solid, pad float64) bool {
	if s.Round {
		return o.apartFromBall(&s.Ball, pad)
	}
	return o.Apart(&s.Box, pad)
}

// ApartFrom tries the balls first, then the box.
func (h *SphereOBB) ApartFrom(s *Solid, pad float64) bool {
	b := h.ball()
	return b.Apart(&s.Ball, pad) || h.OBB.ApartFrom(s, pad)
}

// ApartFrom compares the slabs.
func (d *DOP) ApartFrom(s *Solid, pad float64) bool { return d.Apart(&s.Slabs, pad) }

// apartFromBall reports whether the box is more than pad apart from a ball, for a pad that
// covers the rounding of the test.
//
// Derivation. Let d be the difference of the centres and D its length. For a point q of the
// box, |axis·(b.Center − q)| ≥ |axis·d| − half for each axis, and the axes stretch no length by
// more than 24 u since they are orthonormal to 16 u. So the distance of the centre from q is
// at least each excess |axis·d| − half, and at least the root of the sum of their squares, less
// 24 u·D. Rounding moves each excess by less than slack(D) and 2 u·D more, the root of the sum
// by less than √3 times as much and 4 u·D, and r by 2 u·r. Where the test says apart, half and
// r are less than D, so everything together is below 128 u·D. Squares below leastSquare have
// lost their precision to underflow and prove nothing; the first comparison needs no squares.
func (o *OBB) apartFromBall(b *Ball, pad float64) bool {
	d := b.Center.Sub(o.Center)
	r, sum := b.Radius+pad, 0.0
	for i := range 3 {
		e := math.Abs(o.Axes.Row(i).Dot(d)) - o.Half[i]
		if e > r {
			return true
		}
		if e > 0 {
			sum += float64(e * e)
		}
	}
	return sum > float64(r*r) && sum > leastSquare
}
