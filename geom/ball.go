package geom

import "math"

// Length returns |v| with a relative error below 4u and an absolute one of a few
// subnormals, whatever the magnitude; +Inf where that overflows.
func Length(v Vec) float64 {
	m := v.MaxAbs()
	if m == 0 || m-m != 0 { // zero, infinite or NaN
		return m
	}
	if m > 1e-140 && m < 1e140 {
		return v.Norm()
	}
	_, e := math.Frexp(m)
	w := Vec{math.Ldexp(v.X, -e), math.Ldexp(v.Y, -e), math.Ldexp(v.Z, -e)}
	return math.Ldexp(w.Norm(), e)
}

// grown returns a radius that covers a length of l computed with a few roundings
// more than Length has.
func grown(l float64) float64 { return float64(l*(1+32*u)) + 16*math.SmallestNonzeroFloat64 }

// SetRadius makes s the least ball of its centre around what each calls its
// argument with, rounded outward.
func (s *Sphere) SetRadius(each func(func(Vec))) {
	far := 0.0
	each(func(p Vec) { far = max(far, Length(p.Sub(s.Center))) })
	s.Radius = grown(far)
}

// Contains reports whether p certainly lies in the ball.
func (s *Sphere) Contains(p Vec) bool {
	l := Length(p.Sub(s.Center))
	return float64(l*(1+16*u))+8*math.SmallestNonzeroFloat64 <= s.Radius
}

// Girth ranks balls by size: the radius.
func (s *Sphere) Girth() float64 { return s.Radius }

// Turn writes s as seen after the rigid motion f, rounded.
func (s *Sphere) Turn(f *Pose, dst *Sphere) {
	dst.Center, dst.Radius = f.R.MulVec(s.Center).Add(f.T), s.Radius
}

// Apart reports whether the balls are more than pad apart. Squares below 2⁻¹⁰⁰⁰
// may have lost their precision to underflow and prove nothing.
func (s *Sphere) Apart(o *Sphere, pad float64) bool {
	d := s.Center.Sub(o.Center)
	r := s.Radius + o.Radius + pad
	sq := d.Dot(d)
	return sq > float64(r*r) && sq > leastSquare
}

const leastSquare = 0x1p-1000

// Join returns a ball around both, rounded outward.
func (s Sphere) Join(o Sphere) Sphere {
	d := o.Center.Sub(s.Center)
	l := Length(d)
	if grown(l+o.Radius) <= s.Radius {
		return s
	}
	if grown(l+s.Radius) <= o.Radius {
		return o
	}
	r := Sphere{Center: s.Center, Radius: s.Radius}
	if l > 0 {
		if move := (l + o.Radius - s.Radius) / 2 / l; move < 1 {
			r.Center = s.Center.Add(d.Scale(move))
		}
	}
	r.Radius = grown(max(Length(s.Center.Sub(r.Center))+s.Radius, Length(o.Center.Sub(r.Center))+o.Radius))
	return r
}
