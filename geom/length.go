package geom

import "math"

// Length returns |v| with a relative error below 4u (u = 2⁻⁵³) and an absolute one of a few
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
