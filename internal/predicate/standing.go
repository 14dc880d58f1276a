package predicate

import (
	"math"
	"math/bits"

	"github.com/collide-go/collide/internal/simd"
)

// Walls that stand on a floor, as in any building and most machine parts. Of two triangles one, the
// floor, lies in a plane across an axis. The other, the wall, has one or two corners in that plane, its
// foot, and all others strictly on one side: coordinates are compared. So the wall meets the plane in
// the hull of its foot, and the two triangles touch iff the foot, a point or a segment, and the floor
// have a point in common.
//
// Sides of points about lines in the plane are those of floats.go: an edge's moment and two products of
// an edge and a corner are off by at most 50u·E², areas by 48u·E², and flatBound is 64u. Signs beyond
// it are the true ones. Of a floor whose area has a certain sign, and that therefore spans the plane:
//   - apart: all of the foot lies strictly outside one edge of the floor, or all corners of the floor
//     lie strictly on one side of a line through the foot's two corners.
//   - hit: inside each edge of the floor lies strictly a corner of the foot, and of two corners the
//     line has corners of the floor strictly on both sides. If the two had no point in common, the
//     differences of their points, a convex polygon whose edges are parallel to those of the floor and
//     to the foot, would not hold 0, which would lie strictly outside one of its edges: all of the foot
//     outside the line of an edge of the floor, or all of the floor on one side of the foot's.
//
// A hit is a contact within a mesh, too. All its inequalities are strict, so that the foot also meets a
// floor that is a little smaller: a point inside the floor, and not in the hull of the corners that the
// triangles share, which are the foot's.

// standing decides those of the pairs asked for that are a floor and a wall; open are those of a
// triangle in a plane across an axis and one with a corner in that plane that are left. Bits are those
// of LeafPair. Extent is in the range of doubles.go; pairs with a corner farther from b's first one along an
// axis in the plane stay open.
func standing(a, b *simd.Corners, extent float64, asked uint32) (hit, apart, open uint32) {
	s := stand{extent: extent}
	for k := range 3 {
		s.x, s.y = (k+1)%3, (k+2)%3
		s.origin = flatPoint{b[s.x][0], b[s.y][0]}
		for i := range simd.LeafTriangles {
			if at, ok := levelOf(a, k, i); ok {
				pairs := lanesWithCorner(b, k, at) << (4 * i) & asked
				open |= pairs
				for m := pairs; m != 0; m &= m - 1 {
					h, p := s.decide(a, b, i, bits.TrailingZeros32(m)&3, k)
					hit, apart = hit|h<<bits.TrailingZeros32(m), apart|p<<bits.TrailingZeros32(m)
				}
			}
			if at, ok := levelOf(b, k, i); ok {
				pairs := rowsOfLanes[lanesWithCorner(a, k, at)] & (0x1111 << i) & asked
				open |= pairs
				for m := pairs; m != 0; m &= m - 1 {
					h, p := s.decide(b, a, i, bits.TrailingZeros32(m)>>2, k)
					hit, apart = hit|h<<bits.TrailingZeros32(m), apart|p<<bits.TrailingZeros32(m)
				}
			}
		}
	}
	return hit, apart, open &^ (hit | apart)
}

// levelOf returns the coordinate along axis k of triangle i, and whether all its corners have it.
func levelOf(c *simd.Corners, k, i int) (at float64, ok bool) {
	x, y, z := c[k][i], c[3+k][i], c[6+k][i]
	return x, x == y && y == z
}

// flatPoint is a point in a plane across an axis, about an origin; its coordinates are along x and y.
type flatPoint [2]float64

// stand decides pairs in planes across one axis.
type stand struct {
	x, y   int
	origin flatPoint
	extent float64
}

// decide returns 1 for a certain hit or for certainly apart, of floor i and wall j; k is the axis.
func (s *stand) decide(floors, walls *simd.Corners, i, j, k int) (hit, apart uint32) {
	var floor, foot [3]flatPoint
	n, ok := s.foot(walls, j, k, floors[k][i], &foot)
	for v := range floor {
		ok = s.place(floors, v, i, &floor[v]) && ok
	}
	if !ok {
		return 0, 0
	}
	return floorAndFoot(&floor, foot[:n], flatBound*(s.extent*s.extent))
}

// place sets p to corner v of triangle i, and reports whether it is within the extent.
func (s *stand) place(c *simd.Corners, v, i int, p *flatPoint) bool {
	*p = flatPoint{c[3*v+s.x][i] - s.origin[0], c[3*v+s.y][i] - s.origin[1]}
	return math.Abs(p[0]) <= s.extent && math.Abs(p[1]) <= s.extent
}

// foot collects the n corners of wall j that lie in the plane at a coordinate along axis k. It returns
// false where these are not one or two, within the extent, and all others on one side.
func (s *stand) foot(walls *simd.Corners, j, k int, at float64, foot *[3]flatPoint) (n int, ok bool) {
	above, below := 0, 0
	ok = true
	for v := range 3 {
		switch x := walls[3*v+k][j]; {
		case x > at:
			above++
		case x < at:
			below++
		case x == at:
			ok = s.place(walls, v, j, &foot[n]) && ok
			n++
		}
	}
	return n, ok && (n == 1 || n == 2) && (above == 3-n || below == 3-n)
}

// floorAndFoot decides whether a triangle that spans a plane and one or two points in it, or the segment
// between these, certainly touch, or certainly do not: signs are certain where numbers exceed err.
func floorAndFoot(floor *[3]flatPoint, foot []flatPoint, err float64) (hit, apart uint32) {
	area := floor[1].minus(floor[0]).cross(floor[2].minus(floor[1]))
	if !(math.Abs(area) > err) {
		return 0, 0
	}
	low := math.Inf(1)
	for v := range floor {
		l, most := lineThrough(floor[v], floor[(v+1)%3]), math.Inf(-1)
		for _, p := range foot {
			most = max(most, math.Copysign(1, area)*l.side(p))
		}
		low = min(low, most)
	}
	crosses := true
	if len(foot) == 2 {
		l := lineThrough(foot[0], foot[1])
		x, y, z := l.side(floor[0]), l.side(floor[1]), l.side(floor[2])
		if min(x, y, z) > err || max(x, y, z) < -err {
			return 0, 1
		}
		crosses = min(x, y, z) < -err && max(x, y, z) > err
	}
	switch {
	case low < -err:
		return 0, 1
	case low > err && crosses:
		return 1, 0
	}
	return 0, 0
}

// flatLine is a line by a direction and its moment about the origin.
type flatLine struct {
	along  flatPoint
	moment float64
}

func lineThrough(p, q flatPoint) flatLine {
	d := q.minus(p)
	return flatLine{d, p.cross(d)}
}

// side is positive left of the line.
func (l *flatLine) side(p flatPoint) float64 { return l.along.cross(p) + l.moment }

func (p flatPoint) minus(q flatPoint) flatPoint { return flatPoint{p[0] - q[0], p[1] - q[1]} }

func (p flatPoint) cross(q flatPoint) float64 { return float64(p[0]*q[1]) - float64(p[1]*q[0]) }
