package predicate

import (
	"math"

	"github.com/collide-go/collide/internal/simd"
)

// Grids, extrusions and most of CAD touch along whole faces, which no filter can decide;
// but their coordinates are whole multiples of a power of two g, mostly fewer than 2¹⁶ of it
// apart within two leaves. Then plain float64 is exact. Let all coordinates be multiples of
// g and at most H = 57,000g along an axis from one corner, the origin. That is all that is
// assumed, and TouchOnGrid looks whether it holds.
//   - Corners about the origin are at most H, differences of corners and edges 2H;
//   - normals and moments, of two products a component, at most 8H²;
//   - the distance of a corner from a plane, three products of normals and differences, is at
//     most 48H³, and so is what a plane's offset and a corner make on the way;
//   - the product of two lines, six of an edge and a moment 2H·2H·H, at most 48H³, and
//     a determinant of three differences likewise; coplanar triangles need 12H²;
//
// all are whole multiples of g, g², g³ no larger than 48·57,000³ < 2⁵³ of them, and so is
// what is summed on the way, fused or not. Exponents of g within latticeRange keep g³ and
// 2⁵³g³ normal.
//
// With no rounding zeros are known too, and everything can be decided from signs. Let two
// triangles both span planes.
//   - One lies strictly on one side of the other's plane: apart.
//   - The planes differ and cross in a line. Where the triangles meet, the end of what they
//     have in common is on that line where it enters one of them: on an edge that does not
//     lie in the other's plane, or at a corner, where at most one of two edges does. So
//     they touch iff an edge of one, its ends not both in the other's plane and not
//     strictly on one side of it, passes the three edges of the other with no two strict
//     signs, that is, meets that triangle in the one point it shares with the plane.
//   - The planes are equal: closed convex polygons are apart iff all corners of one
//     lie strictly outside one edge of the other.
const (
	latticeBits  = 16
	latticeSteps = 57000.0 / (1 << latticeBits)
	latticeRange = 300 // as extents below 2³⁰⁰ have it
)

// LatticeLeaves decides, of the pairs of triangles asked for, those that touch. Bits are
// those of LeafPair. Open are the pairs with a triangle that spans no plane. False where the
// corners lie on no lattice as coarse as that needs, or one of them is farther than extent
// from b's first along an axis.
func LatticeLeaves(l simd.Level, m *simd.Motion, a, b *simd.Corners, extent float64, asked uint32) (touch, open uint32, fits bool) {
	f, e := math.Frexp(extent)
	e -= latticeBits // extent = f·2¹⁶·2ᵉ
	if f > latticeSteps {
		e++
	}
	if e < -latticeRange || !(extent < 0x1p+300) {
		return 0, 0, false
	}
	return l.TouchOnGrid(m, a, b, math.Ldexp(1, e), extent, asked)
}
