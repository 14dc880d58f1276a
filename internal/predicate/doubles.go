package predicate

import "github.com/collide-go/collide/internal/simd"

// The filter with two float64 a number (simd.TouchInDouble), for what one float64 leaves open
// (floats.go). Faces of CAD parts that lie in each other under a turned pose are coplanar except for the
// rounding of their corners: twice the digits tell them apart.
//
// Let u = 2⁻⁵³ and E be no less than any edge and than the way from a common corner to any
// other, along any axis; TouchInDouble looks whether it is. These are exact sums of a head of
// at most E and a tail of at most u·E. In units of E to the degree at hand, and writing
// (h, l, e) for a head of at most h, a tail of at most l and an error of at most e,
// underflow aside:
//   - A product of (g, k, d) and (1, u, 0): the product of the heads has a tail of at most
//     g·u, exact; the others come to g·u + (g·u + k) in two fused steps and leave out k·u. With
//     (1, u, 0): (1, 3.1u, 7u²), the steps' roundings being below 2u² and 3.1u².
//   - A sum of (g, k, d) and (h, l, e): heads add up exactly to g + h and a tail of at
//     most (g + h)u; tails are added in two steps: (g + h, (g+h)u + k + l, d + e + ((g+h)u + 2(k + l))u).
//   - Normals and moments, two products a component: (2, 8.3u, 29u²).
//   - Those times a corner or an edge: (2, 12.4u, 55u²), with 4u² and 12.4u² for the steps
//     and 8.3u² left out.
//   - Three of them, a plane's offset: (6, 48u, 307u²). Two such sums, the
//     side of a corner: (12, 107u, 816u²).
//   - Six of them, the product of two edges' lines: (12, 115u, 986u²).
//
// Head and tail together are rounded once more, which changes no sign and of the size a part
// of u: 2⁻⁹⁵ = 2048u² in units of E³ is twice what is needed, and makes up for bounds (1 + u)
// times as large. Underflow costs below 2⁻¹⁰⁰⁰·max(E, 1)², E being in doubleRange; the bound is
// above 2⁻⁷⁰⁰.
//
// Signs beyond it are those of the true determinants, so that hit and apart are what they
// are for four triangles against four in float32 (leaves.go). A hit needs strict signs, so
// that triangles that merely share a corner are none; these stay open.
const (
	doubleBound = 0x1p-95
	doubleLeast = 0x1p-200
	doubleMost  = 0x1p+200
)

// DoubleLeaves reports which of the pairs of triangles asked for certainly touch and which
// certainly do not: none where an edge, or the way from b's first corner to another, is
// longer than extent along an axis. Bits are those of LeafPair. The triangles may be those
// of one mesh: a hit then is a contact, since an edge pierces the other's inside away from
// its corners.
func DoubleLeaves(l simd.Level, m *simd.Motion, a, b *simd.Corners, extent float64, asked uint32) (hit, apart uint32) {
	if !(extent >= doubleLeast && extent <= doubleMost) {
		return 0, 0
	}
	return l.TouchInDouble(m, a, b, doubleBound*(extent*extent*extent), extent, asked)
}
