package simd

import "math"

// Corners are the corners of a leaf's triangles in the world: row 3v+k holds component k
// of corner v. Lanes behind the last triangle repeat the first.
type Corners [9][LeafTriangles]float64

// TouchOnGrid decides pairs of triangles whose corners are whole multiples of a step and
// no farther than extent, along any axis, from b's first corner. fits is false where one
// is not, NaN and infinities included. The step is a power of two from 2⁻⁹⁰⁰ to 2⁹⁰⁰. Bit
// 4i+j of asked asks for triangle i of a and j of b; of touch it means that they touch, of open
// that one of them spans no plane, so that it is left to the caller. The rest are apart.
// How many steps the extent may be for this to be exact is derived in package predicate
// (lattice.go). The motion lends its scratch memory.
func (l Level) TouchOnGrid(m *Motion, a, b *Corners, step, extent float64, asked uint32) (touch, open uint32, fits bool) {
	r := l.grid(m, a, b, step*0x1p52, extent, asked)
	if r == offGrid {
		return 0, 0, false
	}
	return r & 0xffff, r >> 16, true
}

// offGrid is what kernels return for corners off the grid: no pair is both decided and
// open.
const offGrid = math.MaxUint32

// gridGo is the contract of the kernels: touch in the lower half, open in the upper. With
// all numbers whole multiples of powers of the step it does not matter what is fused.
func gridGo(a, b *Corners, coarse, extent float64, asked uint32) (r uint32) {
	origin := b.corner(0, 0)
	if !a.onGrid(coarse) || !b.onGrid(coarse) || !a.within(origin, extent) || !b.within(origin, extent) {
		return offGrid
	}
	var as, bs [LeafTriangles]gridTriangle
	for i := range as {
		if asked>>(4*i)&0xf != 0 {
			as[i].set(a, i, origin)
		}
		if asked>>i&0x1111 != 0 {
			bs[i].set(b, i, origin)
		}
	}
	for k := range 4 * LeafTriangles {
		if asked>>k&1 == 1 {
			r |= as[k/4].touch(&bs[k%4]) << k
		}
	}
	return r
}

// onGrid reports whether all coordinates are whole multiples of g = coarse·2⁻⁵². It need not
// see that of more than 2⁵² steps, which other kernels may not either.
//
// From coarse on, float64 has nothing but whole multiples of g. So has the sum of coarse and
// |x|, rounded, and its difference to coarse, which is exact up to 2⁵² steps and otherwise
// of that size itself: where it equals |x|, x is a multiple. Up to 2⁵² steps it does for
// every multiple, both operations being exact then. Sums do not underflow, and no
// coordinate is too small to be seen: x·(1/g) would vanish with it.
func (c *Corners) onGrid(coarse float64) bool {
	for r := range c {
		for _, x := range c[r] {
			x = math.Abs(x)
			if !((x+coarse)-coarse == x) {
				return false
			}
		}
	}
	return true
}

// within reports whether no coordinate is farther than extent from the origin's.
func (c *Corners) within(origin vec64, extent float64) bool {
	for r := range c {
		for _, x := range c[r] {
			if !(math.Abs(x-origin[r%3]) <= extent) {
				return false
			}
		}
	}
	return true
}

func (c *Corners) corner(i, v int) vec64 { return vec64{c[3*v][i], c[3*v+1][i], c[3*v+2][i]} }

type vec64 [3]float64

func (a vec64) sub(b vec64) vec64   { return vec64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec64) dot(b vec64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a vec64) cross(b vec64) vec64 {
	return vec64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// gridTriangle is a triangle with its normal and its box.
type gridTriangle struct {
	v              [3]vec64
	normal, lo, hi vec64
}

func (t *gridTriangle) set(c *Corners, i int, origin vec64) {
	for v := range 3 {
		t.v[v] = c.corner(i, v).sub(origin)
	}
	for k := range 3 {
		t.lo[k], t.hi[k] = min(t.v[0][k], t.v[1][k], t.v[2][k]), max(t.v[0][k], t.v[1][k], t.v[2][k])
	}
	t.normal = t.v[1].sub(t.v[0]).cross(t.v[2].sub(t.v[0]))
}

// touch returns 1 for a contact, 1<<16 where that is left open.
func (t *gridTriangle) touch(o *gridTriangle) uint32 {
	const touch, open = 1, 1 << 16
	if t.boxApart(o) {
		return 0
	}
	s := o.sides(t)
	if s.strict() {
		return 0
	}
	r := t.sides(o)
	switch {
	case r.strict():
		return 0
	case s != vec64{} && r != vec64{}:
		if !t.crosses(o, s, r) {
			return 0
		}
	case t.normal == vec64{} || o.normal == vec64{}:
		return open
	case t.outside(o, t.mainAxis()) || o.outside(t, t.mainAxis()):
		return 0
	}
	return touch
}

func (t *gridTriangle) boxApart(o *gridTriangle) bool {
	return t.lo[0] > o.hi[0] || o.lo[0] > t.hi[0] || t.lo[1] > o.hi[1] || o.lo[1] > t.hi[1] || t.lo[2] > o.hi[2] || o.lo[2] > t.hi[2]
}

// sides reports how far o's corners lie from t's plane, in units of its normal.
func (t *gridTriangle) sides(o *gridTriangle) (s vec64) {
	for v := range s {
		s[v] = t.normal.dot(o.v[v].sub(t.v[0]))
	}
	return s
}

// strict: all on one side.
func (a vec64) strict() bool { return min(a[0], a[1], a[2]) > 0 || max(a[0], a[1], a[2]) < 0 }

// crosses is for triangles in planes that cross, s and r being the sides of t's and o's
// corners: on the common line each covers an interval, whose ends lie on the two edges at its
// lone corner (Guigue, Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using
// Orientation Predicates", Journal of Graphics Tools 8(1), 2003).
func (t *gridTriangle) crosses(o *gridTriangle, s, r vec64) bool {
	i, flipO := s.lone()
	j, flipT := r.lone()
	p0, p1, p2 := t.v[i], t.v[next[i]], t.v[next[i+1]]
	q0, q1, q2 := o.v[j], o.v[next[j]], o.v[next[j+1]]
	if flipO {
		q1, q2 = q2, q1
	}
	if flipT {
		p1, p2 = p2, p1
	}
	return orient64(p0, p1, q0, q1) <= 0 && orient64(p0, p2, q2, q0) <= 0
}

// lone picks the corner whose two edges both meet the plane, and reports whether the plane
// must be flipped for that corner to lie on or above it.
func (a vec64) lone() (corner int, flip bool) {
	for i, x := range a {
		y, z := a[next[i]], a[next[i+1]]
		switch {
		case x > 0 && y <= 0 && z <= 0, x == 0 && y < 0 && z < 0:
			return i, false
		case x < 0 && y >= 0 && z >= 0, x == 0 && y > 0 && z > 0:
			return i, true
		}
	}
	panic("simd: lone of corners on one side")
}

func orient64(a, b, c, d vec64) float64 { return c.sub(a).cross(d.sub(a)).dot(b.sub(a)) }

// mainAxis is that along which the normal is longest.
func (t *gridTriangle) mainAxis() (k int) {
	for i := range 3 {
		if math.Abs(t.normal[i]) > math.Abs(t.normal[k]) {
			k = i
		}
	}
	return k
}

// outside reports whether all corners of o, in t's plane, lie strictly outside one of t's
// edges, seen along axis k.
func (t *gridTriangle) outside(o *gridTriangle, k int) bool {
	k1, k2, sign := next[k], next[k+1], math.Copysign(1, t.normal[k])
	for i := range 3 {
		a, b := &t.v[i], &t.v[next[i]]
		x, y := sign*(b[k1]-a[k1]), sign*(b[k2]-a[k2])
		if x*(o.v[0][k2]-a[k2]) < y*(o.v[0][k1]-a[k1]) &&
			x*(o.v[1][k2]-a[k2]) < y*(o.v[1][k1]-a[k1]) &&
			x*(o.v[2][k2]-a[k2]) < y*(o.v[2][k1]-a[k1]) {
			return true
		}
	}
	return false
}
