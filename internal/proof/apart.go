package proof

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// appendApart appends the step for two triangles that are farther apart than the reach. It returns false where no direction is
// found, so for triangles that are not.
func appendApart(to []byte, a, b *geom.Triangle, reach float64) ([]byte, bool) {
	var e *exactPair
	exact := func() *exactPair {
		if e == nil {
			e = integers(a, b, reach)
		}
		return e
	}
	proposals := candidates
	if reach > 0 {
		proposals = closestFirst
	}
	for _, most := range [2]float64{math.MaxInt8, math.MaxInt16} {
		for d := range proposals(a, b) {
			n := whole(d, most)
			sign, sure := side(n, a, b, reach)
			if !sure {
				sign = exact().side(n)
			}
			if sign != 0 {
				return appendSmall(to, n, sign, most), true
			}
		}
	}
	for d := range exactCandidates(exact()) {
		for _, d := range [2]point{d, negated(d)} {
			if exact().below(d) {
				return appendLarge(to, d), true
			}
		}
	}
	return to, false
}

// closestFirst yields the direction between the closest points as rounding has them, which lies within rounding of the widest
// gap, and then the candidates.
func closestFirst(a, b *geom.Triangle) func(yield func(geom.Vec) bool) {
	return func(yield func(geom.Vec) bool) {
		p, q := scaled(a, b)
		w := closest(&p, &q)
		if !yield(at(&q, w[3:]).Sub(at(&p, w[:3]))) {
			return
		}
		eachCandidate(p, q, geom.Vec.Sub, geom.Vec.Cross, yield)
	}
}

// candidates yields directions that may part two triangles, rounded: from corner to corner, normals of the faces and of two
// edges, and, for an edge and a corner, the perpendicular in their plane.
func candidates(a, b *geom.Triangle) func(yield func(geom.Vec) bool) {
	p, q := scaled(a, b)
	return func(yield func(geom.Vec) bool) { eachCandidate(p, q, geom.Vec.Sub, geom.Vec.Cross, yield) }
}

// scaled returns the triangles, rounded, with the first corner of b at the origin and the farthest one about 1 away.
func scaled(a, b *geom.Triangle) (p, q geom.Triangle) {
	scale := 0.0
	for k := range 3 {
		for i := range 3 {
			scale = max(scale, math.Abs(a[k].At(i)*0.5-b[0].At(i)*0.5), math.Abs(b[k].At(i)*0.5-b[0].At(i)*0.5))
		}
	}
	_, e := math.Frexp(scale)
	for k := range 3 {
		for i := range 3 {
			setAt(&p[k], i, math.Ldexp(a[k].At(i)*0.5-b[0].At(i)*0.5, -e))
			setAt(&q[k], i, math.Ldexp(b[k].At(i)*0.5-b[0].At(i)*0.5, -e))
		}
	}
	return p, q
}

// eachCandidate yields what may part p and q, given the operations on vectors. If the triangles are apart, one of the
// directions parts them by their distance: the closest points lie on features of the two, and the difference of the points, along
// which the gap is the distance, is perpendicular to both features. A triangle may be a segment or a point.
func eachCandidate[V any](p, q [3]V, sub, cross func(V, V) V, yield func(V) bool) {
	var e, f [3]V
	for k := range 3 {
		e[k], f[k] = sub(p[(k+1)%3], p[k]), sub(q[(k+1)%3], q[k])
	}
	if !yield(cross(e[0], e[1])) || !yield(cross(f[0], f[1])) {
		return
	}
	for _, x := range e {
		for _, y := range f {
			if !yield(cross(x, y)) {
				return
			}
		}
	}
	for i := range 3 {
		for j := range 3 {
			d := sub(q[j], p[i])
			if !yield(d) || !yield(cross(e[i], cross(d, e[i]))) || !yield(cross(e[(i+2)%3], cross(d, e[(i+2)%3]))) ||
				!yield(cross(f[j], cross(d, f[j]))) || !yield(cross(f[(j+2)%3], cross(d, f[(j+2)%3]))) {
				return
			}
		}
	}
}

func exactCandidates(e *exactPair) func(yield func(point) bool) {
	return func(yield func(point) bool) { eachCandidate(e.p, e.q, sub, cross, yield) }
}

// whole returns d in whole numbers of at most most.
func whole(d geom.Vec, most float64) [3]int16 {
	longest := max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z))
	if !(longest > 0) || math.IsInf(longest, 0) {
		return [3]int16{}
	}
	return [3]int16{int16(math.Round(d.X / longest * most)), int16(math.Round(d.Y / longest * most)), int16(math.Round(d.Z / longest * most))}
}

// slackOfProduct bounds the rounding of n·v relative to the sum of |n·v| over its terms: each of three products and two sums is
// off by at most u = 2⁻⁵³ of a partial sum, less than 6u together. A product with a whole number does not underflow.
const slackOfProduct = 0x1p-50

// side returns 1 if a lies below b along n by more than the reach, −1 if b lies so below a, 0 if neither; false if rounding leaves
// it open. The slack has room for the rounding of the gap and of the sum with the reach, each off by at most u of the gap.
func side(n [3]int16, a, b *geom.Triangle, reach float64) (int, bool) {
	lowA, highA, slackA := along(n, a)
	lowB, highB, slackB := along(n, b)
	x, y, z := float64(n[0]), float64(n[1]), float64(n[2])
	slack, gap := slackA+slackB, timesLength(reach, x*x+y*y+z*z)
	switch up, down := lowB-highA, lowA-highB; {
	case up > slack+gap:
		return 1, true
	case down > slack+gap:
		return -1, true
	case up < gap*(1-slackOfProduct)-slack && down < gap*(1-slackOfProduct)-slack:
		return 0, true
	}
	return 0, false
}

func along(n [3]int16, t *geom.Triangle) (low, high, slack float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range t {
		x, y, z := float64(n[0])*v.X, float64(n[1])*v.Y, float64(n[2])*v.Z
		s := x + y + z
		low, high = min(low, s), max(high, s)
		slack = max(slack, slackOfProduct*(math.Abs(x)+math.Abs(y)+math.Abs(z)))
	}
	return low, high, slack + slackOfProduct*max(math.Abs(low), math.Abs(high))
}

// side is the function side, decided in whole numbers.
func (e *exactPair) side(n [3]int16) int {
	d := point{big.NewInt(int64(n[0])), big.NewInt(int64(n[1])), big.NewInt(int64(n[2]))}
	switch {
	case e.below(d):
		return 1
	case e.below(negated(d)):
		return -1
	}
	return 0
}

func appendSmall(to []byte, n [3]int16, sign int, most float64) []byte {
	if most == math.MaxInt8 {
		to = append(to, stepSmall)
		for _, x := range n {
			to = append(to, byte(int8(int(x)*sign)))
		}
		return to
	}
	to = append(to, stepMiddle)
	for _, x := range n {
		to = binary.LittleEndian.AppendUint16(to, uint16(int16(int(x)*sign)))
	}
	return to
}

// appendLarge appends a direction, without the power of two that divides it.
func appendLarge(to []byte, d point) []byte {
	zeros := uint(math.MaxUint)
	for _, x := range d {
		if x.Sign() != 0 {
			zeros = min(zeros, x.TrailingZeroBits())
		}
	}
	to = append(to, stepLarge)
	for _, x := range d {
		to = appendInt(to, new(big.Int).Rsh(x, zeros))
	}
	return to
}

// appendInt appends a number of bytes as uint16, with 1 in the highest bit for a negative number, and the magnitude, highest byte first. The
// longest, weights of corners from 2⁻¹⁰⁷⁴ to 2¹⁰²⁴, are sums of products of four differences and have less than 1,100 bytes.
func appendInt(to []byte, x *big.Int) []byte {
	magnitude := x.Bytes()
	n := uint16(len(magnitude))
	if x.Sign() < 0 {
		n |= 1 << 15
	}
	return append(binary.LittleEndian.AppendUint16(to, n), magnitude...)
}

func setAt(v *geom.Vec, k int, x float64) {
	switch k {
	case 0:
		v.X = x
	case 1:
		v.Y = x
	default:
		v.Z = x
	}
}
