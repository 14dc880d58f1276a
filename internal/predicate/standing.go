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
//     outside the line of an edge of the floor, or all of the floor on one side of the foot's. Most walls need no line
//     through their foot: both corners of it lie strictly inside all edges of the floor.
//
// A hit is a contact within a mesh, too. All its inequalities are strict, so that the foot also meets a
// floor that is a little smaller: a point inside the floor, and not in the hull of the corners that the
// triangles share, which are the foot's.

// standing decides those of the pairs asked for that are a floor and a wall; open are those of a
// triangle in a plane across an axis and one with a corner in that plane that are left. Bits are those
// of LeafPair. Extent is in the range of doubles.go; pairs with a corner farther from b's first one along an
// axis in the plane stay open.
func standing(a, b *simd.Corners, la, lb Levels, extent float64, asked uint32) (hit, apart, open uint32) {
	s := stand{extent: extent, err: flatBound * (extent * extent)}
	for k := range 3 {
		rows, columns := la.across(k), lb.across(k)
		if rows|columns == 0 {
			continue
		}
		s.axis, s.x, s.y = k, (k+1)%3, (k+2)%3
		s.origin = flatPoint{b[s.x][0], b[s.y][0]}
		for ; rows != 0; rows &= rows - 1 {
			i := bits.TrailingZeros32(rows) & 3
			if pairs := asked & (0xf << (4 * i)); pairs != 0 {
				if pairs &= lanesWithCorner(b, k, a[k][i]) << (4 * i); pairs != 0 {
					h, p := s.walls(a, b, i, pairs, 0)
					hit, apart, open = hit|h, apart|p, open|pairs
				}
			}
		}
		for ; columns != 0; columns &= columns - 1 {
			i := bits.TrailingZeros32(columns) & 3
			if pairs := asked & (0x1111 << i); pairs != 0 {
				if pairs &= rowsOfLanes[lanesWithCorner(a, k, b[k][i])]; pairs != 0 {
					h, p := s.walls(b, a, i, pairs, 2)
					hit, apart, open = hit|h, apart|p, open|pairs
				}
			}
		}
	}
	return hit, apart, open &^ (hit | apart)
}

// flatPoint is a point in a plane across an axis, about an origin; its coordinates are along x and y of a stand.
type flatPoint struct{ x, y float64 }

// stand decides pairs in planes across one axis: signs are certain where numbers exceed err.
type stand struct {
	axis, x, y  int
	origin      flatPoint
	extent, err float64
}

// walls returns the pairs of floor i and walls that certainly touch, and those that certainly do not; the
// number of a pair, shifted right, ends in that of its wall.
func (s *stand) walls(floors, walls *simd.Corners, i int, pairs uint32, shift int) (hit, apart uint32) {
	var f flatFloor
	if !s.floor(floors, i, &f) {
		return 0, 0
	}
	at := floors[s.axis][i]
	for ; pairs != 0; pairs &= pairs - 1 {
		k := bits.TrailingZeros32(pairs)
		var foot [3]flatPoint
		if n, ok := s.foot(walls, k>>shift&3, s.axis, at, &foot); ok {
			h, p := f.under(foot[:n], s.err)
			hit, apart = hit|h<<k, apart|p<<k
		}
	}
	return hit, apart
}

// flatFloor is a floor with the lines of its edges, left of which it lies.
type flatFloor struct {
	corners [3]flatPoint
	edges   [3]flatLine
}

// floor sets f to triangle i, and reports whether it is within the extent and certainly spans the plane.
func (s *stand) floor(c *simd.Corners, i int, f *flatFloor) bool {
	for v := range f.corners {
		if !s.place(c, v, i, &f.corners[v]) {
			return false
		}
	}
	area := f.corners[1].minus(f.corners[0]).cross(f.corners[2].minus(f.corners[1]))
	if !(math.Abs(area) > s.err) {
		return false
	}
	if area < 0 {
		f.corners[1], f.corners[2] = f.corners[2], f.corners[1]
	}
	for v := range f.edges {
		f.edges[v] = lineThrough(f.corners[v], f.corners[(v+1)%3])
	}
	return true
}

// place sets p to corner v of triangle i, and reports whether it is within the extent.
func (s *stand) place(c *simd.Corners, v, i int, p *flatPoint) bool {
	*p = flatPoint{c[3*v+s.x][i&3] - s.origin.x, c[3*v+s.y][i&3] - s.origin.y}
	return math.Abs(p.x) <= s.extent && math.Abs(p.y) <= s.extent
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

// under decides whether a floor and one or two points in its plane, or the segment between these, certainly
// touch, or certainly do not: signs are certain where numbers exceed err.
func (f *flatFloor) under(foot []flatPoint, err float64) (hit, apart uint32) {
	low, least := math.Inf(1), math.Inf(1)
	for v := range f.edges {
		most := f.edges[v].side(foot[0])
		if len(foot) == 2 {
			other := f.edges[v].side(foot[1])
			least = min(least, most, other)
			most = max(most, other)
		}
		low = min(low, most)
	}
	if len(foot) == 2 && least > err && foot[0] != foot[1] {
		return 1, 0
	}
	crosses := true
	if len(foot) == 2 && !(low < -err) {
		l := lineThrough(foot[0], foot[1])
		x, y, z := l.side(f.corners[0]), l.side(f.corners[1]), l.side(f.corners[2])
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

func (p flatPoint) minus(q flatPoint) flatPoint { return flatPoint{p.x - q.x, p.y - q.y} }

func (p flatPoint) cross(q flatPoint) float64 { return float64(p.x*q.y) - float64(p.y*q.x) }
