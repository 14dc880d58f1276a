package predicate

import "github.com/collide-go/collide/geom"

// Meeting is how two triangles meet: what matters of it for the solids that they bound.
type Meeting uint8

// The meetings. Those after MeetPoint share more than one point.
const (
	MeetNowhere Meeting = iota
	// MeetPoint is a common set of one point, or one that is not looked at more closely
	// because it holds no segment.
	MeetPoint
	// MeetLine is a common segment that lies along an edge of one triangle or of both.
	MeetLine
	// MeetAcross is a common segment through the insides of both.
	MeetAcross
	// MeetArea is a common part with an area.
	MeetArea
	// MeetDegenerate is a triangle without an area.
	MeetDegenerate
)

// Inner stands in place of an edge: the segment runs through the inside of the triangle.
const Inner = -1

// Meet returns how two triangles meet and, for MeetLine, along which edge of each the
// segment runs: edge k from corner k to the next, or Inner. Of several such segments between
// triangles in one plane the first counts, all lie on one line. Exact for finite input; signs
// alone decide.
func (t *Tally) Meet(p, q *geom.Triangle) (m Meeting, edgeP, edgeQ int) {
	plane := t.PlaneOf(p)
	return t.MeetPlane(&plane, q)
}

// MeetPlane is Meet for the triangle of a plane.
func (t *Tally) MeetPlane(plane *Plane, q *geom.Triangle) (m Meeting, edgeP, edgeQ int) {
	r := plane.sides(t, q)
	if plane.up == 0 || r == 0 && t.orient(plane.seen, q[0], q[1], q[2]) == 0 || r != 0 && t.collinear(q[0], q[1], q[2]) {
		return MeetDegenerate, Inner, Inner
	}
	p := &plane.triangle
	switch r {
	case 0:
		return t.meetInPlane(plane, q)
	case allAbove, allBelow:
		return MeetNowhere, Inner, Inner
	}
	s := t.sides(q, p)
	if s == allAbove || s == allBelow {
		return MeetNowhere, Inner, Inner
	}
	switch beyond := t.crossing(p, q, s, r); {
	case beyond > 0:
		return MeetNowhere, Inner, Inner
	case beyond == 0 || !chord(s) || !chord(r):
		return MeetPoint, Inner, Inner
	}
	edgeP, edgeQ = edgeInPlane(s), edgeInPlane(r)
	if edgeP == Inner && edgeQ == Inner {
		return MeetAcross, Inner, Inner
	}
	return MeetLine, edgeP, edgeQ
}

// each returns the three signs.
func (s sides3) each() [3]int {
	k := int(s - allBelow)
	return [3]int{k/9 - 1, k/3%3 - 1, k%3 - 1}
}

// chord reports whether a plane that leaves the corners of a triangle on these sides meets
// it in more than a point: on both sides of it, or along an edge.
func chord(s sides3) bool {
	e := s.each()
	above, below, on := 0, 0, 0
	for _, x := range e {
		switch {
		case x > 0:
			above++
		case x < 0:
			below++
		default:
			on++
		}
	}
	return above > 0 && below > 0 || on == 2
}

// edgeInPlane returns the edge whose corners both lie in the plane, Inner if there is none.
func edgeInPlane(s sides3) int {
	e := s.each()
	for k := range 3 {
		if e[k] == 0 && e[(k+1)%3] == 0 {
			return k
		}
	}
	return Inner
}

// meetInPlane is Meet for triangles in one plane. They share no point if one lies outside an edge of the other, and no area if it lies
// there or on the edge; if none of the six edges is one, they do.
func (t *Tally) meetInPlane(plane *Plane, q *geom.Triangle) (m Meeting, edgeP, edgeQ int) {
	p, w, o := &plane.triangle, plane.seen, plane.up
	r := t.orient(w, q[0], q[1], q[2])
	var sides, turned [3][3]int
	outside, beyond := t.sidesOfEdges(w, o, p, q, &sides)
	if !outside {
		outsideToo, beyondToo := t.sidesOfEdges(w, r, q, p, &turned)
		outside, beyond = outsideToo, beyond || beyondToo
	}
	switch {
	case outside:
		return MeetNowhere, Inner, Inner
	case !beyond:
		return MeetArea, Inner, Inner
	}
	for i := range 3 {
		for j := range 3 {
			if sides[i][j] == 0 && sides[i][next[j]] == 0 && alongEachOther(p[i], p[next[i]], q[j], q[next[j]]) {
				return MeetLine, i, j
			}
		}
	}
	return MeetPoint, Inner, Inner
}

// sidesOfEdges finds on which side of the edges of p, whose orientation is o, the corners of q lie: 1 for the side of p. It reports whether
// all of them lie outside one edge, and whether all lie outside one or on it.
func (t *Tally) sidesOfEdges(w plane2, o int, p, q *geom.Triangle, sides *[3][3]int) (outside, beyond bool) {
	for i := range 3 {
		a, b := &p[i], &p[next[i]]
		most := -1
		for j := range 3 {
			sides[i][j] = t.orient(w, *a, *b, q[j]) * o
			most = max(most, sides[i][j])
		}
		outside, beyond = outside || most < 0, beyond || most <= 0
	}
	return outside, beyond
}

// alongEachOther reports whether two segments of one line share more than a point.
func alongEachOther(a, b, c, d geom.Vec) bool {
	k := differingAxis(a, b) // the order along it is that along the line
	x, y := order(at(a, k), at(b, k))
	v, z := order(at(c, k), at(d, k))
	return max(x, v) < min(y, z)
}

// differingAxis returns an axis along which two different points differ.
func differingAxis(a, b geom.Vec) int {
	switch {
	case a.X != b.X:
		return 0
	case a.Y != b.Y:
		return 1
	}
	return 2
}

func at(v geom.Vec, k int) float64 { return [3]float64{v.X, v.Y, v.Z}[k] }

func order(a, b float64) (lo, hi float64) { return min(a, b), max(a, b) }

// SameWay reports whether cd, a segment of the line ab, runs the way ab does.
func SameWay(a, b, c, d geom.Vec) bool {
	k := differingAxis(a, b)
	return (at(a, k) < at(b, k)) == (at(c, k) < at(d, k))
}

// Turn compares the half planes that the line ab bounds and that hold u and v, points off
// the line: how far the first must turn about the direction of ab to become the second.
type Turn uint8

// The turns, counterclockwise as seen from the end of ab.
const (
	TurnNone Turn = iota
	TurnLeft
	TurnHalf
	TurnRight
)

// Turn returns the turn from u to v. Exact for finite input.
func (t *Tally) Turn(a, b, u, v geom.Vec) Turn {
	switch t.Orient3D(a, b, u, v) {
	case 1:
		return TurnLeft
	case -1:
		return TurnRight
	}
	w, o := t.projection(&geom.Triangle{a, b, u})
	if t.orient(w, a, b, v) == o {
		return TurnNone
	}
	return TurnHalf
}

// FrontLeft reports whether the side of q that its normal points to is met first when the
// half plane of ab that holds its corner u turns left; a line through a and b lies in the
// plane of q and u is off it.
func (t *Tally) FrontLeft(a, b, u geom.Vec, q *geom.Triangle) bool {
	w, o := t.projection(&geom.Triangle{a, b, u})
	return o == t.orient(w, q[0], q[1], q[2])
}

// Pierces reports whether an edge of p passes through the inside of q: from one side to the
// other, at a point of neither an edge nor a corner. Exact for finite input.
func (t *Tally) Pierces(p, q *geom.Triangle) bool {
	return t.pierces(p, q, t.sides(q, p))
}

// PiercesPlane reports whether an edge of the triangle of a plane passes through the inside of q, or the other way round.
func (t *Tally) PiercesPlane(plane *Plane, q *geom.Triangle) bool {
	r := plane.sides(t, q)
	if r == 0 && plane.up != 0 { // they lie in one plane
		return false
	}
	p := &plane.triangle
	return t.pierces(q, p, r) || t.Pierces(p, q)
}

// pierces is Pierces, given the sides of q that the corners of p are on.
func (t *Tally) pierces(p, q *geom.Triangle, sides sides3) bool {
	if sides == allAbove || sides == allBelow || sides == 0 {
		return false
	}
	s := sides.each()
	for k := range 3 {
		if s[k]*s[next[k]] >= 0 {
			continue
		}
		if inside, certain := t.strictlyInside(p[k], p[next[k]], q); inside && certain {
			return true
		}
	}
	return false
}
