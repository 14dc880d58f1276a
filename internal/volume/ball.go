package volume

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Ball is a geom.Sphere as a bounding volume.
type Ball geom.Sphere

// grown returns a radius that covers a length of l computed with a few roundings
// more than geom.Length has.
func grown(l float64) float64 { return float64(l*(1+32*u)) + 16*math.SmallestNonzeroFloat64 }

// SetRadius makes s the least ball of its centre around what each calls its
// argument with, rounded outward.
func (s *Ball) SetRadius(each func(func(geom.Vec))) {
	far := 0.0
	each(func(p geom.Vec) { far = max(far, geom.Length(p.Sub(s.Center))) })
	s.Radius = grown(far)
}

// Contains reports whether p certainly lies in the ball.
func (s *Ball) Contains(p geom.Vec) bool {
	l := geom.Length(p.Sub(s.Center))
	return float64(l*(1+16*u))+8*math.SmallestNonzeroFloat64 <= s.Radius
}

// Bounds returns a box that certainly encloses the ball.
func (s *Ball) Bounds() geom.AABB { return (*geom.Sphere)(s).Bounds() }

// Girth ranks balls by size: the radius.
func (s *Ball) Girth() float64 { return s.Radius }

// Turn writes s as seen after the rigid motion f, rounded.
func (s *Ball) Turn(f *geom.Pose, dst *Ball) {
	dst.Center, dst.Radius = f.R.MulVec(s.Center).Add(f.T), s.Radius
}

// Apart reports whether the balls are more than pad apart. Squares below 2⁻¹⁰⁰⁰
// may have lost their precision to underflow and prove nothing.
func (s *Ball) Apart(o *Ball, pad float64) bool {
	d := s.Center.Sub(o.Center)
	r := s.Radius + o.Radius + pad
	sq := d.Dot(d)
	return sq > float64(r*r) && sq > leastSquare
}

const leastSquare = 0x1p-1000

// Join returns a ball around both, rounded outward.
func (s Ball) Join(o Ball) Ball {
	d := o.Center.Sub(s.Center)
	l := geom.Length(d)
	if grown(l+o.Radius) <= s.Radius {
		return s
	}
	if grown(l+s.Radius) <= o.Radius {
		return o
	}
	r := Ball{Center: s.Center, Radius: s.Radius}
	if l > 0 {
		if move := (l + o.Radius - s.Radius) / 2 / l; move < 1 {
			r.Center = s.Center.Add(d.Scale(move))
		}
	}
	r.Radius = grown(max(geom.Length(s.Center.Sub(r.Center))+s.Radius, geom.Length(o.Center.Sub(r.Center))+o.Radius))
	return r
}
