package predicate

import (
	"math"

	"github.com/collide-go/collide/internal/simd"
)

// The float32 filter for the distances of four triangles and four (simd.LeafNear, simd.LeafEdges), in B's frame
// and the trees' units, with u = 2⁻²⁴, ρ and the errors of corners as in leaves.go.
//
// Let two triangles be at most d apart. Then their leaves' origins are at most d + ρ apart. A
// computed corner of A is off, as a vector, by 1.74uρ for e, 1u(d + ρ) for the distance of the
// origins, 1uρ for the rounding of the corner, 1.8uρ for that of M, 3u(d + 2ρ) for three sums
// and 1.8uρ for products that are not fused: 4ud + 13.4uρ. One of B: 2.74uρ.
//
// Along a direction n, products with corners of A, at most d + 2ρ long, are off by 3u·|n|(d + 2ρ),
// those with corners of B by 3u·|n|ρ, their difference by u·|n|(d + 3ρ). So the gap g is less than |n|d
// + u·|n|(8d + 29ρ). Of two numbers compared, g² is off by u of itself and limit·|n|² by 5u.
// nearLeafBound(d + ρ) is twice what is needed.
//
// A direction whose square is below 2⁻¹⁰⁰ counts as longer than it is, which keeps pairs. Underflow in
// g is below 2⁻¹⁴⁵, against u·|n|ρ above 2⁻¹¹⁰. Where g² is a number at all, g is above 2⁻⁷⁵; limit·|n|²
// that underflows is below 2⁻¹⁴⁹ then, and no larger. Overflow makes limit·|n|² infinite, which
// keeps pairs, or g² alone, beyond any finite limit·|n|².
//
// LeafEdges computes (g/|n|²)·g, which is off by 8u of itself: |n|² by 5u, the quotient and the product
// by u each. Underflow makes it smaller; directions that no number can be are taken for proving nothing.
const nearLeafBound = 64 * 0x1p-24

// NearLeaves returns the pairs of triangles of two leaves, bit 4i+j for triangle i of a and j of
// b, that may be at most a distance apart, in B's frame and the units of the trees; +Inf for
// any. SetLeafBounds must have prepared m. Toward is a direction that is tried, B to A.
// Lanes without a triangle mean nothing.
func NearLeaves(l simd.Level, m *simd.Motion, a, b *simd.Leaf, toward *[3]float32, distance float64) uint32 {
	return l.LeafNear(m, a, b, toward, NearLimit(m, a, b, distance))
}

// NearEdges is NearLeaves for the pairs asked for, along the shortest ways between edges. It writes
// the square of a lower bound for each, which exceeds NearLimit of a distance only if the
// triangles are certainly farther apart than that.
func NearEdges(l simd.Level, m *simd.Motion, a, b *simd.Leaf, asked uint32, distance float64, squares *[simd.LeafPairs]float32) uint32 {
	return l.LeafEdges(m, a, b, asked, squares, NearLimit(m, a, b, distance))
}

// NearLimit is what the squares of bounds are compared with. It holds a distance and what bounds may
// be too large by.
func NearLimit(m *simd.Motion, a, b *simd.Leaf, distance float64) float32 {
	rho := float64(max(m.Stretch*a.Rho+b.Rho, m.Least))
	reach := distance + nearLeafBound*(distance+rho)
	return float32Above(reach * reach)
}

// float32Above returns a float32 that is no less than x ≥ 0.
func float32Above(x float64) float32 {
	if !(x < math.MaxFloat32) {
		return float32(math.Inf(1))
	}
	return math.Nextafter32(float32(x), math.MaxFloat32)
}
