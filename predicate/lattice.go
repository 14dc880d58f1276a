package predicate

import (
	"math"

	"github.com/collide-go/collide/internal/simd"
)

// Grids, extrusions and most of CAD touch along whole faces, which no filter can decide;
// but their coordinates are whole multiples of a power of two g, mostly far fewer than
// 2¹⁶ of it apart within two leaves. Then plain float64 is exact. All coordinates being
// multiples of g and at most 2¹⁶g apart along an axis,
//   - differences of corners are at most 2¹⁶g, and so are corners about one of them and edges;
//   - normals and moments, of two products a component, at most 2³³g²;
//   - a plane's offset and the distance of a corner, three products of these, below 2⁵¹g³;
//   - the product of two lines, six, below 2⁵²g³; coplanar triangles need 2³⁵g²;
//
// all are whole multiples of g, g², g³ with fewer than 53 bits, and so is what is summed on
// the way, fused or not. Exponents of g within latticeRange keep g³ and 2⁵²g³ normal.
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
	latticeRange = 300 // as extents below 2³⁰⁰ have it
)

// LatticeLeaves decides, of the pairs of triangles asked for, those that touch; no two
// coordinates of the corners, along one axis, are farther than extent apart. Bits are
// those of LeafPair. Open are the pairs with a triangle that spans no plane. False where the
// corners lie on no lattice as coarse as that needs.
func LatticeLeaves(l simd.Level, m *simd.Motion, a, b *simd.Corners, extent float64, asked uint32) (touch, open uint32, fits bool) {
	_, e := math.Frexp(extent)
	e -= latticeBits // extent is below 2¹⁶g for g = 2ᵉ
	if e < -latticeRange || !(extent < 0x1p+300) {
		return 0, 0, false
	}
	return l.TouchOnGrid(m, a, b, math.Ldexp(1, -e), asked)
}
