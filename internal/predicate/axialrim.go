package predicate

import (
	"math"
	"math/big"
)

// rim is the circle around a point square to an axis, of a solid that may lie in another one. Its plane has two vectors u and v square to each other, and the
// ellipse a²·|u|² + b²·|v|² ≤ r²·w² has the weights of its disc's points (a·u + b·v)/w, all in whole numbers. Tangents of the ellipse make a
// polygon around it, whose corners are rounded away from it a little. Where a corner is not in the other solid, another tangent cuts it off.
type rim struct {
	in     *exactAxial
	flat   bool
	middle bigVec
	u, v   bigVec
	uu, vv *big.Int
	square *big.Int // r²·w²
	w      *big.Int
	// wide are r·w/|u| and r·w/|v|.
	wide    [2]*big.Float
	corners [][2]*big.Int
	tried   int
	out     bool // a point of the rim is not in the solid
}

// rimCorners is the most corners that are tried, rimBits the bits of a corner, and rimStep how far it is moved away from the rim, or a
// point of the rim toward its middle.
const (
	rimCorners = 1 << 10
	rimBits    = 64
	rimStep    = 0x1p-48
)

// holdsRim reports whether the rim of a solid around a point lies in the inside of x, and whether that is decided.
func (x *exactAxial) holdsRim(of *exactAxial, middle bigVec, flat bool) (holds, decided bool) {
	r := rim{in: x, flat: flat, middle: middle}
	r.span(of)
	at := [4][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	for i := range at {
		if !r.corner(at[i], at[(i+1)%4]) {
			return false, r.out
		}
	}
	holds = r.isAround()
	return holds, holds
}

// span sets the plane and the size of weights.
func (r *rim) span(of *exactAxial) {
	least := 0
	for k := range of.d {
		if of.d[k].CmpAbs(of.d[least]) < 0 {
			least = k
		}
	}
	axis := bigVec{zero, zero, zero}
	axis[least] = one
	r.u = of.d.cross(&axis)
	r.v = of.d.cross(&r.u)
	r.uu, r.vv = r.u.dot(&r.u), r.v.dot(&r.v)
	shift := uint(max(0, rimBits+max(r.uu.BitLen(), r.vv.BitLen())/2-of.radius.BitLen()+2))
	r.w = new(big.Int).Lsh(one, shift)
	long := mul(of.radius, r.w)
	r.square = mul(long, long)
	for k, n := range [2]*big.Int{r.uu, r.vv} {
		size := newFloat().SetInt(n)
		r.wide[k] = newFloat().Quo(newFloat().SetInt(long), size.Sqrt(size))
	}
}

func newFloat() *big.Float { return new(big.Float).SetPrec(rimBits) }

// corner reports whether the part of the polygon between two unit vectors at which it has tangents lies in the solid: the corner where the two meet, or
// what a tangent between them leaves.
func (r *rim) corner(p, q [2]float64) bool {
	sum := [2]float64{p[0] + q[0], p[1] + q[1]}
	long := float64(sum[0]*sum[0]) + float64(sum[1]*sum[1]) // |p+q|², and that of the corner is 4/|p+q|²
	c := r.weights(sum, 2/long*(1+rimStep))
	if r.has(c) {
		r.corners = append(r.corners, c)
		return true
	}
	size := math.Sqrt(long)
	if on := r.weights(sum, (1-rimStep)/size); r.isWithin(on) && !r.has(on) {
		r.out = true
		return false
	}
	if r.tried++; r.tried > rimCorners || 4-long < rimStep {
		return false // what another tangent would cut off is less than the step
	}
	middle := [2]float64{sum[0] / size, sum[1] / size}
	return r.corner(p, middle) && r.corner(middle, q)
}

// weights are about those of a point given in units of the radius.
func (r *rim) weights(p [2]float64, times float64) (c [2]*big.Int) {
	for k := range c {
		x := newFloat().SetFloat64(float64(p[k] * times))
		c[k], _ = x.Mul(x, r.wide[k]).Int(nil)
	}
	return c
}

// has reports whether the solid has a point of the plane in its inside.
func (r *rim) has(c [2]*big.Int) bool {
	var e bigVec
	for k := range e {
		e[k] = mul(r.middle[k], r.w)
		e[k].Add(e[k], mul(r.u[k], c[0])).Add(e[k], mul(r.v[k], c[1]))
	}
	return r.in.holdsPlace(&place{h: e.dot(&r.in.d), w: r.w, y: e.cross(&r.in.d)}, r.flat)
}

// isWithin reports whether a point is in the disc.
func (r *rim) isWithin(c [2]*big.Int) bool {
	sum := mul(mul(c[0], c[0]), r.uu)
	return sum.Add(sum, mul(mul(c[1], c[1]), r.vv)).Cmp(r.square) <= 0
}

// isAround reports whether the polygon has all of the disc: whether that is on the left of each side. It reaches r·w·√(m₀²/|u|² + m₁²/|v|²) along m.
func (r *rim) isAround() bool {
	for i, p := range r.corners {
		q := r.corners[(i+1)%len(r.corners)]
		m := [2]*big.Int{sub(q[1], p[1]), sub(p[0], q[0])}
		c := sub(mul(p[0], q[1]), mul(p[1], q[0]))
		far := mul(mul(m[0], m[0]), r.vv)
		far.Add(far, mul(mul(m[1], m[1]), r.uu))
		if c.Sign() <= 0 || mul(mul(c, c), mul(r.uu, r.vv)).Cmp(mul(far, r.square)) < 0 {
			return false
		}
	}
	return true
}
