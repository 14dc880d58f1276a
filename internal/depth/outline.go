package depth

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/geom"
)

// What follows is in units. cutDrift is more than a cut moves the corners that it makes away from the edges they are on. partDrift is more than a point of what a part has
// to cover may be away from the part: five cuts and the hull, 48. mostDrift is from where on an outline is no longer cut.
// wallSlack is how far behind a wall an outline is cut: more than the roundings of a distance to a wall, 256, and the drifts of both sides.
const (
	cutDrift  = 8
	partDrift = 96
	mostDrift = 1024
	wallSlack = 2048
)

// outlineParts finds the polygons around what each triangle of a solid may have in the other one. That is bounded by the other boundary and the
// triangle's edges: it lies in the hull of what the triangle shares with each triangle there, and of its corners in the other solid.
func (s *Search) outlineParts(side int) {
	of, m := s.solids[side], &s.meeting
	slices.SortFunc(m.touches[side], func(a, b touch) int {
		return cmp.Or(cmp.Compare(a.triangle, b.triangle), cmp.Compare(a.other, b.other))
	})
	list := m.touches[side]
	for i := range of.triangles {
		n := 0
		for n < len(list) && list[n].triangle == int32(i) {
			n++
		}
		if known := m.known[side][i]; (n == 0 || s.step()) && !s.stopped && of.outward[i] != 0 && (known == touching || known == within) {
			first := int32(len(m.corners))
			m.corners = append(m.corners, s.outlinePart(side, &of.triangles[i], list[:n])...)
			if last := int32(len(m.corners)); last > first {
				m.parts = append(m.parts, part{int8(side), int32(i), first, last})
			}
		}
		list = list[n:]
	}
}

// outlinePart returns a polygon around what a triangle may have in the other solid.
func (s *Search) outlinePart(side int, q *geom.Triangle, touches []touch) []geom.Vec {
	if n := q.Normal(); len(touches) == 0 || !(n.Norm() > 0x1p-20*longestSquare(q)) { // the latter has no plane
		return q[:]
	}
	points := s.points[:0]
	for _, x := range q {
		if s.isInside(side, x) {
			points = append(points, x)
		}
	}
	if len(points) == 3 {
		return q[:]
	}
	for _, t := range touches {
		p, ok := s.sharedWith(q, &s.solids[1-side].triangles[t.other])
		if !ok {
			return q[:]
		}
		points = append(points, p...)
	}
	s.points = points
	return s.hullOf(points, q.Normal())
}

// sharedWith returns a polygon around what a triangle shares with another, and false if that is too long for its width to have planes.
//
// The other normal N is off by 8u of L², the square of the longest edge, so that its direction is off by 16u·L²/|N| at most, and so are those of planes square to it through the
// edges. A point at most seven reaches away is beyond a plane by less than 64 units of 1+L²/|N|.
func (s *Search) sharedWith(q, other *geom.Triangle) (p []geom.Vec, ok bool) {
	n := other.Normal()
	l, square := n.Norm(), longestSquare(other)
	if !(l > 0x1p-20*square) || !(l > 0x1p-300) {
		return nil, false
	}
	n = n.Scale(1 / l)
	slack := 128 * s.unit * (1 + square/l)
	s.polygon = append(s.polygon[:0], q[:]...)
	p = s.polygon
	at := n.Dot(other[0])
	p = s.trim(p, n, slack-at)
	p = s.trim(p, n.Scale(-1), slack+at)
	for i := range 3 {
		edge := unitVector(n.Cross(other[(i+1)%3].Sub(other[i])))
		if edge != (geom.Vec{}) {
			p = s.trim(p, edge, slack-edge.Dot(other[i]))
		}
	}
	s.polygon = p
	return p, true
}

func longestSquare(q *geom.Triangle) float64 {
	e, f, g := q[1].Sub(q[0]), q[2].Sub(q[1]), q[0].Sub(q[2])
	return max(e.Dot(e), f.Dot(f), g.Dot(g))
}

// trim leaves that part of a convex polygon where n·x + at is at least 0. New corners are where the computed sum is, off by cutDrift. Search.cuts counts.
func (s *Search) trim(p []geom.Vec, n geom.Vec, at float64) []geom.Vec {
	if len(p) == 0 {
		return p
	}
	kept := s.spare[:0]
	last := p[len(p)-1]
	before, cut := n.Dot(last)+at, false
	for _, x := range p {
		v := n.Dot(x) + at
		if (v >= 0) != (before >= 0) {
			cut = true
			kept = append(kept, last.Add(x.Sub(last).Scale(before/(before-v))))
		}
		if v >= 0 {
			kept = append(kept, x)
		}
		last, before = x, v
	}
	if s.spare = p; len(kept) > 0 && cut {
		s.cuts++
	}
	return kept
}

// hullOf returns the corners of the hull of points in one plane, the normal of which is given (Andrew's monotone chain). A point that is left out
// is off by 4u of its distances to others at most.
func (s *Search) hullOf(points []geom.Vec, n geom.Vec) []geom.Vec {
	along := func(x geom.Vec) (float64, float64) { return x.X, x.Y }
	switch a := n.Abs(); {
	case a.X >= a.Y && a.X >= a.Z:
		along = func(x geom.Vec) (float64, float64) { return x.Y, x.Z }
	case a.Y >= a.Z:
		along = func(x geom.Vec) (float64, float64) { return x.X, x.Z }
	}
	slices.SortFunc(points, func(p, q geom.Vec) int {
		a, b := along(p)
		c, d := along(q)
		return cmp.Or(cmp.Compare(a, c), cmp.Compare(b, d), cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y), cmp.Compare(p.Z, q.Z))
	})
	hull := s.polygon[:0]
	for way := range 2 {
		from := len(hull)
		for _, x := range points {
			for len(hull) >= from+2 && !turnsLeft(along, hull[len(hull)-2], hull[len(hull)-1], x) {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, x)
		}
		if len(hull) > 1 || way == 1 {
			hull = hull[:max(0, len(hull)-1)]
		}
		slices.Reverse(points)
	}
	s.polygon = hull
	return hull
}

func turnsLeft(along func(geom.Vec) (float64, float64), p, q, r geom.Vec) bool {
	a, b := along(q.Sub(p))
	c, d := along(r.Sub(p))
	return float64(a*d) > float64(b*c)
}
