package scd

import "math"

// The tests of an edge against a triangle and against an oriented box, as the
// shaders of the streaming methods make them: scdTriangle and scdBox are their
// contract, bit for bit. Both are conservative in float32: what they reject is
// apart, whatever they let through is a candidate.
//
// Everything is in the frame of the edge's body: its world box's middle is the
// origin and its coordinates are at most 1 in size after scaling by a power of two
// (frame, in frame.go). u is 2⁻²⁴. What the numbers handed in stand for differs
// from them by at most: u a coordinate of orig and u·|v| one of v1 and of a box's
// centre; u·|x| for the components of dir, e12, e13 and of the axes, which are
// computed from differences of the float64 coordinates, not of rounded ones;
// 1.01u·|n|₁ for n. len, half sizes and the sums of sizes are rounded up. With
// v = v1o, m = |v|₁, the difference v1o is off by u(1 + |v1ⱼ| + |vⱼ|) ≤
// 2.02u(1 + |vⱼ|) a coordinate, since |v1ⱼ| ≤ |vⱼ| + 1 + u.
//
// A product flushed to zero loses at most 2⁻¹²⁶. Sizes are kept so large (see
// tame) that this is far below the last place of every bound.

// edgeTexel is an edge as the two edge textures hold it: e(t) = orig + t·dir for t
// in [0, len]. A len of −1 stands for an unused texel, which hits nothing.
type edgeTexel struct {
	orig [3]float32
	dir  [3]float32
	len  float32
}

// record is a triangle or a box as the vertex stage hands it to every pixel.
//
//	triangle: v1, far · e12, |e12|₁ · e13, |e13|₁ · n = e12 × e13, |n|₁
//	box:      center, far · axis 0, half 0 · axis 1, half 1 · axis 2, half 2
//
// far is 1/(2·longest edge): what lengths are multiplied by to be depths.
type record [16]float32

const (
	// farDepth stands for no hit: depths are at most 1/2.
	farDepth = 1
	// unit is u; the factors in front of it are derived below.
	unit float32 = 0x1p-24
	// parallel is what a box's slab test takes for parallel: over an edge of at most
	// 2√3 the difference is 3.5·2⁻⁴⁰, which the pad has room for.
	parallel float32 = 0x1p-40
	// leastDen keeps t finite; where it raises a denominator, it lowers the bound.
	leastDen float32 = 0x1p-60
)

// scdTriangle returns a depth that is at most the exact one where edge and triangle
// meet, and farDepth where they certainly do not (Möller, Trumbore, "Fast, Minimum
// Storage Ray/Triangle Intersection", 1997, without its divisions).
//
// With exact values, u·det = du and v·det = dv hold where the edge's line meets the
// plane; a hit needs 0 ≤ u, 0 ≤ v, u + v ≤ 1, 0 ≤ t ≤ len. Each of the six terms of
// a triple product e·(v × d) passes 5 roundings and brings the errors of e and d
// (u each) and of v: 7.1u·P + 2.02u·(P + Q) with P ≤ |e|₁·m, Q ≤ √2·|e|₁. So du is
// off by less than |e13|₁·u(9.2m + 2.9), dv likewise with e12, det by
// 8.1u·|e12|₁·|e13|₁. The constants below leave room for the rounding of the bounds
// themselves and of du + dv (u·(|e12|₁ + |e13|₁)·m).
//
// For num = −n·v and den = n·dir: 3 roundings each, errors of the factors:
// num is off by u·|n|₁(6.1m + 2.1), den by 5.2u·|n|₁. t = num/den is then at least
// (|num| − error)/(|den| + error), less six roundings, one of which, the division,
// may be off by 2.5 units in the last place: 2⁻²⁰ in all.
//
// Where the sign of det or den is in doubt, edge and plane are nearly parallel (or
// coplanar): then |u·det| ≤ |det| and |v·det| ≤ |det| are still necessary, and the
// boxes around edge and triangle must overlap. The far end is off by
// 2.02u(1 + |v|) + 3.5·3u + 2 roundings ≤ u(20 + 4m), a corner by 2u·|e|₁.
func scdTriangle(e *edgeTexel, r *record) float32 {
	if e.len < 0 {
		return farDepth
	}
	v := [3]float32{e.orig[0] - r[0], e.orig[1] - r[1], e.orig[2] - r[2]}
	d := e.dir
	e12, e13, n := [3]float32(r[4:7]), [3]float32(r[8:11]), [3]float32(r[12:15])
	s12, s13, sn := r[7], r[11], r[15]
	m := abs32(v[0]) + abs32(v[1]) + abs32(v[2])

	c := cross32(v, d)
	du, dv := dot32(e13, c), -dot32(e12, c)
	det := dot32(e13, cross32(e12, d))
	num, den := -dot32(n, v), dot32(n, d)

	near := unit * (float32(12*m) + 4)
	eu, ev, ed := s13*near, s12*near, float32(12*unit)*float32(s12*s13)
	errNum, errDen := float32(sn*unit)*(float32(8*m)+3), float32(6*unit)*sn

	if abs32(det) > ed && abs32(den) > errDen {
		if det < 0 {
			du, dv = -du, -dv
		}
		if den < 0 {
			num = -num
		}
		if du < -eu || dv < -ev || du+dv > abs32(det)+(eu+ev+ed) || num < -errNum {
			return farDepth
		}
		t := max(num-errNum, 0) / max(abs32(den)+errDen, leastDen)
		return min(float32(float32(t*(1-0x1p-20))*r[3]), farDepth)
	}
	if abs32(du) > abs32(det)+(ed+eu) || abs32(dv) > abs32(det)+(ed+ev) {
		return farDepth
	}
	pad := unit * (20 + float32(4*m) + float32(4*(s12+s13)))
	for i := range 3 {
		w := v[i] + float32(e.len*d[i])
		if min(v[i], w)-pad > max(e12[i], e13[i], 0) || max(v[i], w)+pad < min(e12[i], e13[i], 0) {
			return farDepth
		}
	}
	return 0
}

// scdBox is scdTriangle for a box: the least t at which the edge may be in it, by
// slabs (Williams, Barrus, Morley, Shirley, "An Efficient and Robust Ray–Box
// Intersection Algorithm", 2005).
//
// With q = orig − center, m = |q|₁, the coordinate aᵢ·q is off by u(6.1m + 3.5) and
// aᵢ·dir by 6u, which over the edge moves a point by 6u·len. Both widen the slab,
// so that every point of the edge in the box lies in the widened slab of the rounded
// line. The factors on the widened half size and on |aᵢ·q| cover the rounding of
// the numerators and of the quotients, which may be off by 2.5 units in the last place.
func scdBox(e *edgeTexel, r *record) float32 {
	if e.len < 0 {
		return farDepth
	}
	q := [3]float32{e.orig[0] - r[0], e.orig[1] - r[1], e.orig[2] - r[2]}
	m := abs32(q[0]) + abs32(q[1]) + abs32(q[2])
	pad := unit * (float32(8*m) + 4 + float32(7*e.len))
	enter, leave := float32(0), float32(math.MaxFloat32)
	for i := 4; i < 16; i += 4 {
		axis := [3]float32(r[i : i+3])
		o, d := dot32(axis, q), dot32(axis, e.dir)
		h := float32((r[i+3]+pad)*(1+16*unit)) + float32(16*unit)*abs32(o)
		if abs32(d) < parallel {
			if abs32(o) > h {
				return farDepth
			}
			continue
		}
		t1, t2 := (-h-o)/d, (h-o)/d
		enter, leave = max(enter, min(t1, t2)), min(leave, max(t1, t2))
	}
	if enter > leave {
		return farDepth
	}
	return min(float32(enter*r[3]), farDepth)
}

// scdDepth is the depth of an edge's end; a hit counts if its depth is at most that.
// Both come of a multiplication by the same factor, which keeps their order.
func scdDepth(e *edgeTexel, far float32) float32 { return max(float32(e.len*far), 0) }

func abs32(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

func dot32(a, b [3]float32) float32 {
	return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2])
}

func cross32(a, b [3]float32) [3]float32 {
	return [3]float32{
		float32(a[1]*b[2]) - float32(a[2]*b[1]), float32(a[2]*b[0]) - float32(a[0]*b[2]), float32(a[0]*b[1]) - float32(a[1]*b[0]),
	}
}
