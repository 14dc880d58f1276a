package predicate

import (
	"math/bits"

	"github.com/collide-go/collide/internal/simd"
)

// The float32 filter of four triangles against four (simd.LeafLeaf).
//
// Let u = 2⁻²⁴, ρ = max(Stretch·RhoA + RhoB, Least) for two leaves. A triangle of A, carried by M, lies
// in a ball of radius α, one of B in one of radius β around its leaf's origin, α + β ≤ ρ. M is
// Stretch times a matrix that lengthens nothing (SetWide).
// Let every true corner, carried into B's frame and reckoned from B's local origin, be
// within e, in each coordinate, of M·(C_A + a) + t − C_B or of b, a and b being the
// corners before they were rounded to float32. SetLeafBounds makes e at most u·Least.
//
// Corners. Origins farther apart than ρ√(1 + 2⁻¹⁰) keep the leaves apart. Else a computed
// corner of A is off, as a vector, by 1.74uρ for e, 1uρ for the distance of the origins,
// 1uα for the rounding of a, 1.8uα for that of M, 3u(ρ + α) for three sums and, unless
// they are fused, 1.8uα for the products: u(5.8ρ + 7.6α). One of B: u(1.74ρ + β).
//
// Determinants are volumes spanned by four corners, linear in each: moving one by δ
// changes it by at most δ times the doubled area of the other three. Edges are at most
// 2α and 2β long, corners of both at most 2.01ρ apart, so that area is at most 2.6α²
// for a triangle of A and 4.02αρ for an edge of A with a corner of B.
//   - A corner of B about the plane of A: 3u(5.8ρ + 7.6α)·4.02αρ + u(1.74ρ + β)·2.6α² for
//     the corners. Evaluation: edges off by 2uα a coordinate and with them the normal
//     by 28uα² make 56uα²ρ, the difference of corners 9uα²ρ, the dot product 27uα²ρ.
//     Most with α = ρ: 260uρ³. The other way round it is 145uρ³.
//   - An edge of A with one of B, a·m_b + m_a·b with the moments m:
//     2u(5.8ρ + 7.6α)·4.02βρ + 2u(1.74ρ + β)·4.02αρ for the corners, 55uρ³ for the
//     evaluation (moments off by 28uρα and 14uβ²): below 110uρ³.
//
// leafBound = 320 leaves room for the rounding of the bound itself. Underflow is below
// 2⁻¹⁴⁰ and the bound above 2⁻¹²⁰, since ρ ≥ leafLeast. Nothing overflows: vertices, seen from B, are
// within 2³⁷ of their tree's origin (SetWide), so that α and β are at most 2³⁸, ρ at most 2³⁹, and
// no value above 64ρ³.
//
// Signs that exceed the bound are those of the true determinants, up to one common
// sign (B's matrix may reflect), so:
//   - hit: an edge whose ends lie strictly on opposite sides of the other's plane and
//     whose three products with its edges have one strict sign pierces its inside.
//   - apart: the corners of one lie strictly on one side of the other's plane; or none
//     of the six edges meets the other triangle, each having both ends strictly on
//     one side of its plane or two products of strictly different signs. Closed
//     triangles that meet, degenerate ones included, have an edge that meets the
//     other triangle. For a degenerate one the three products sum to 0, so that
//     different signs mean skew lines.
const (
	leafBound = 320 * 0x1p-24
	leafLeast = 0x1p-34
	leafMost  = 0x1p38
)

// SetLeafBounds prepares the filter for triangles off by at most e in every coordinate,
// in the trees' units, and reports whether it can be used.
func SetLeafBounds(p *simd.Placement, e float64) bool {
	least := max(e*0x1p24*(1+0x1p-20), leafLeast)
	p.Least, p.Bound = float32(least*(1+0x1p-20)), leafBound
	return least < leafMost
}

// LeafPair tests the triangles of two leaves. Bit 4i+j of hit means that triangle i of
// a, carried by m, and triangle j of b certainly touch, of apart that they certainly do
// not; SetLeafBounds must have prepared m. Lanes without a triangle mean nothing.
func LeafPair(l simd.Level, m *simd.Motion, a, b *simd.Leaf) (hit, apart uint32) {
	return l.LeafLeaf(m, a, b)
}

// LeafSelf is LeafPair for two leaves of one mesh, or one leaf twice, na and nb being
// the numbers of their vertices: hit and apart mean that SelfContact is certainly true,
// or false.
//
// Let X be some of the corners that two triangles share, by number and hence by
// position. If all corners of one but those in X, of which there are some, lie
// strictly on one side of the other's plane, then the plane meets it in the hull of X
// alone, so the triangles have nothing else in common; nor are their corner sets
// equal, for no corner of the other lies off its plane. That is apart. An edge that
// pierces the inside of a triangle does so outside the hull of any of its corners
// but all three; if it has all of them in common with the other they are in contact
// anyway. That is hit. What is left open is mostly neighbours at one corner, each of which
// crosses the other's plane: see fan.
func LeafSelf(l simd.Level, m *simd.Motion, a, b *simd.Leaf, na, nb *simd.Numbers) (hit, apart uint32) {
	hit, apart = l.LeafSelf(m, a, b, na, nb)
	open := simd.PairsOf(a, b) &^ (hit | apart)
	if a == b {
		open &= simd.LaterPairs
	}
	if open == 0 {
		return hit, apart
	}
	f := newFan(m, a, b)
	for ; open != 0; open &= open - 1 {
		k := bits.TrailingZeros32(open)
		h, o := f.decide(na, nb, k>>2&3, k&3)
		hit, apart = hit|h<<k, apart|o<<k
	}
	return hit, apart
}
