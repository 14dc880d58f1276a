package predicate

import (
	"math/bits"

	"github.com/collide-go/collide/internal/simd"
)

// The filters in float64, for what float32 leaves open: long thin triangles, whose volumes are a
// small part of ρ³, surfaces that nearly coincide (simd.TouchInFloat64), and faces in one plane across
// an axis (simd.TouchInPlane).
//
// Let u = 2⁻⁵³ and E be no less than the way from a common corner, the origin, to any other, along any
// axis; the kernels look whether it is. Corners are exact. In units of E to the degree at hand, and
// writing (h, e) for a value of at most h with an error of at most e, underflow and terms of u² aside:
//   - Corners about the origin: (1, u). Edges, differences of these: (2, 4u).
//   - Moments, two products a component of a corner and an edge: (2, 8u) each, (4, 20u) together.
//   - Normals, likewise of two edges: (4, 20u) each, (8, 48u) together.
//   - A normal times a corner: (8, 64u) a component, 24u and 16u for the sums of three: (24, 232u). The
//     difference of two such sums, the side of a corner: (48, 512u).
//   - The product of two edges' lines, six of an edge and a moment: (8, 64u) each, at most 160u for the
//     sums: (48, 544u).
//   - In a plane, an edge's moment and two products of an edge and a corner: (8, 50u). Areas, two
//     products of edges: (8, 48u).
//
// Fused operations round less often. floatBound = 1024u and flatBound = 64u leave room for what is
// aside and for the rounding of the bounds. Underflow costs below 2⁻¹⁰⁰⁰·max(E, 1)², E being in the
// range of doubles.go; the bounds are above 2⁻⁷⁰⁰.
//
// Signs beyond the bound are those of the true determinants. In space hit and apart are what they are
// for four triangles against four in float32 (leaves.go). In a plane, of two triangles whose areas have
// certain signs, so that both span it:
//   - apart: all corners of one lie strictly outside one edge of the other.
//   - hit: inside each of the six edges lies strictly a corner of the other triangle. If the two had no
//     inner point in common, the line of one of the edges would part them, and no corner would.
const (
	floatBound = 0x1p-43
	flatBound  = 0x1p-47
)

// FloatLeaves reports which of the pairs of triangles asked for certainly touch and which certainly do
// not: none where the way from b's first corner to another is longer than extent along an axis. Flat are
// the others of which one lies in a plane across an axis that the other one has a corner in: a sign is 0
// there, which no filter can prove; walls on floors are told by standing. Bits are those of LeafPair. The
// triangles may be those of one mesh: a hit then is a contact, since an edge pierces the other's inside
// away from its corners, or both have inner points in common.
// la and lb are those of a and b.
func FloatLeaves(l simd.Level, m *simd.Motion, a, b *simd.Corners, la, lb Levels, extent float64, asked uint32) (hit, apart, flat uint32) {
	if !(extent >= doubleLeast && extent <= doubleMost) {
		return 0, 0, 0
	}
	for la != 0 && lb != 0 && asked != 0 {
		axis, pairs := flatPairs(a, b, la, lb, asked)
		if pairs == 0 {
			break
		}
		h, p := l.TouchInPlane(m, a, b, axis, flatBound*(extent*extent), extent, pairs)
		hit, apart, flat, asked = hit|h, apart|p, flat|pairs&^(h|p), asked&^pairs
	}
	var open uint32
	if la|lb != 0 && asked != 0 {
		var h, p uint32
		h, p, open = standing(a, b, la, lb, extent, asked)
		hit, apart, asked = hit|h, apart|p, asked&^(h|p)
	}
	if asked != 0 {
		h, p := l.TouchInFloat64(m, a, b, floatBound*(extent*extent*extent), extent, asked)
		hit, apart, open = hit|h, apart|p, open&^(h|p)
	}
	return hit, apart, flat | open
}

// Levels are the triangles of a leaf that lie in a plane across an axis: bit 4k+i that triangle i does across axis k.
type Levels uint32

// LevelsOf looks for them.
func LevelsOf(c *simd.Corners) (l Levels) {
	for k := range 3 {
		p, q, r := &c[k], &c[3+k], &c[6+k]
		for i := range simd.LeafTriangles {
			if p[i] == q[i] && q[i] == r[i] {
				l |= 1 << (4*k + i)
			}
		}
	}
	return l
}

// across has a bit for each triangle in a plane across an axis.
func (l Levels) across(axis int) uint32 { return uint32(l) >> (4 * axis) & 0xf }

// lanesWithCorner has a bit for each triangle with a corner that has the coordinate x along axis k.
func lanesWithCorner(c *simd.Corners, k int, x float64) (lanes uint32) {
	for i := range simd.LeafTriangles {
		if c[k][i] == x || c[3+k][i] == x || c[6+k][i] == x {
			lanes |= 1 << i
		}
	}
	return lanes
}

// flatPairs returns, of the pairs asked for, those that lie in some one plane across an axis: none if
// there is no such plane.
func flatPairs(a, b *simd.Corners, la, lb Levels, asked uint32) (axis int, pairs uint32) {
	for k := range 3 {
		rows, columns := la.across(k), lb.across(k)
		if columns == 0 {
			continue
		}
		for m := rows; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & 3
			if asked>>(4*i)&0xf == 0 {
				continue
			}
			x := a[k][i]
			if pairs := rowsOfLanes[rows&lanesAt(&a[k], x)] & ((columns & lanesAt(&b[k], x)) * 0x1111) & asked; pairs != 0 {
				return k, pairs
			}
		}
	}
	return 0, 0
}

// rowsOfLanes are the pairs of triangles of A, by lanes.
var rowsOfLanes = [16]uint32{
	0, 0xf, 0xf0, 0xff, 0xf00, 0xf0f, 0xff0, 0xfff, 0xf000, 0xf00f, 0xf0f0, 0xf0ff, 0xff00, 0xff0f, 0xfff0, 0xffff,
}

// lanesAt has a bit for each triangle whose first corner has the coordinate x.
func lanesAt(c *[simd.LeafTriangles]float64, x float64) (lanes uint32) {
	for i := range c {
		if c[i] == x {
			lanes |= 1 << i
		}
	}
	return lanes
}

// EqualCorners returns those of the pairs of triangles asked for that have a corner in common, hence
// touch. Neighbours in a mesh that meets itself do, and no filter decides these. Bits are those of
// LeafPair.
func EqualCorners(a, b *simd.Corners, asked uint32) (touch uint32) {
	for m := asked; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		if equalCorner(a, b, k>>2&3, k&3) {
			touch |= 1 << k
		}
	}
	return touch
}

func equalCorner(a, b *simd.Corners, i, j int) bool {
	for v := 0; v < len(a); v += 3 {
		x, y, z := a[v][i], a[v+1][i], a[v+2][i]
		if x == b[0][j] && y == b[1][j] && z == b[2][j] ||
			x == b[3][j] && y == b[4][j] && z == b[5][j] ||
			x == b[6][j] && y == b[7][j] && z == b[8][j] {
			return true
		}
	}
	return false
}
