package predicate

import "github.com/collide-go/collide/geom"

// TriangleTriangle reports whether the closed triangles share a point. Exact
// for every finite input, degenerate triangles included.
func TriangleTriangle(p, q *geom.Triangle) bool {
	var t Tally
	return t.TriangleTriangle(p, q)
}

// TriangleTriangle is the package's TriangleTriangle, counted. General position
// costs six to eight orientation signs, after Guigue and Devillers, "Fast and
// Robust Triangle-Triangle Overlap Test Using Orientation Predicates", Journal
// of Graphics Tools 8(1), 2003.
func (t *Tally) TriangleTriangle(p, q *geom.Triangle) bool {
	if w := sharedPlane(p, q); w >= 0 {
		return t.inPlane(w, p, q)
	}
	s := t.sides(q, p)
	if s == allAbove || s == allBelow {
		return false
	}
	if s == 0 { // coplanar, or q spans no plane
		return t.flat(p, q)
	}
	r := t.sides(p, q)
	if r == allAbove || r == allBelow {
		return false
	}
	if r == 0 { // p spans no plane
		return t.flat(p, q)
	}
	return t.crossing(p, q, s, r) <= 0
}

// sharedPlane returns the axis along which all six corners have one coordinate, as those
// of boxes that stand on each other do, else −1.
func sharedPlane(p, q *geom.Triangle) plane2 {
	if p[0].X == p[1].X && p[1].X == p[2].X && p[2].X == q[0].X && q[0].X == q[1].X && q[1].X == q[2].X {
		return 0
	}
	if p[0].Y == p[1].Y && p[1].Y == p[2].Y && p[2].Y == q[0].Y && q[0].Y == q[1].Y && q[1].Y == q[2].Y {
		return 1
	}
	if p[0].Z == p[1].Z && p[1].Z == p[2].Z && p[2].Z == q[0].Z && q[0].Z == q[1].Z && q[1].Z == q[2].Z {
		return 2
	}
	return -1
}

// SharedAxis returns the axis, 0, 1 or 2, along which all six corners of two triangles have the same coordinate, and −1 without such an axis.
func SharedAxis(p, q *geom.Triangle) int { return int(sharedPlane(p, q)) }

// FacesUp returns 1 for a triangle in a plane across an axis if its normal points to where the axis does, −1 if it points the
// other way, and 0 for a triangle without an area.
func (t *Tally) FacesUp(axis int, q *geom.Triangle) int {
	return t.orient(plane2(axis), q[0], q[1], q[2])
}

// inPlane decides for triangles in a plane across axis w, which looks the same along it.
func (t *Tally) inPlane(w plane2, p, q *geom.Triangle) bool {
	o, r := t.orient(w, p[0], p[1], p[2]), t.orient(w, q[0], q[1], q[2])
	if o == 0 || r == 0 {
		return t.flat(p, q)
	}
	return !t.outsideAnEdge(w, o, p, q[:]) && !t.outsideAnEdge(w, r, q, p[:])
}

// sides3 holds three signs, the first one times 9, the second times 3.
type sides3 int

const (
	allAbove sides3 = 13
	allBelow sides3 = -13
)

// sides returns on which side of the plane of q the corners of x lie; all 0
// when q is degenerate. It is planeFilter for three points, written out because
// the calls would cost as much as the work.
func (t *Tally) sides(q, x *geom.Triangle) sides3 {
	o := q[0]
	e, f := q[1].Sub(o), q[2].Sub(o)
	a, b, c := x[0].Sub(o), x[1].Sub(o), x[2].Sub(o)
	n := e.Cross(f)
	da, db, dc := n.Dot(a), n.Dot(b), n.Dot(c)
	size := filterSize(e.Dot(e), f.Dot(f))
	if float64(da*da) > float64(size*a.Dot(a))+planeUnderflow &&
		float64(db*db) > float64(size*b.Dot(b))+planeUnderflow &&
		float64(dc*dc) > float64(size*c.Dot(c))+planeUnderflow {
		return sides3(9*signOfNonzero(da) + 3*signOfNonzero(db) + signOfNonzero(dc))
	}
	g := planeFilter{o, n, size}
	return sides3(9*t.side(&g, q, x[0]) + 3*t.side(&g, q, x[1]) + t.side(&g, q, x[2]))
}

// crossing decides for two triangles in different planes, given the sides s of
// p's corners about q and r of q's about p, neither all of one strict sign. On
// the common line of the planes each triangle covers an interval, whose ends lie
// on the two edges at its lone corner; two signs tell whether they overlap: both are at most 0
// if the intervals share a point, and at most −1 if they share more than one, being longer than
// a point themselves. It returns the greater one.
func (t *Tally) crossing(p, q *geom.Triangle, s, r sides3) int {
	i, flipQ := lone(s)
	j, flipP := lone(r)
	p0, p1, p2 := &p[i], &p[next[i]], &p[next[i+1]]
	q0, q1, q2 := &q[j], &q[next[j]], &q[next[j+1]]
	if flipQ {
		q1, q2 = q2, q1
	}
	if flipP {
		p1, p2 = p2, p1
	}
	// Both lone corners now lie on or above the other's plane, the rest on or below.
	first := t.Orient3D(*p0, *p1, *q0, *q1)
	if first > 0 {
		return first
	}
	return max(first, t.Orient3D(*p0, *p2, *q2, *q0))
}

// next[i] is the corner after i, next[i+1] the one after that.
var next = [4]int{1, 2, 0, 1}

// lone picks the corner whose two edges both meet the plane, and reports whether
// the plane must be flipped for that corner to lie on or above it.
func lone(s sides3) (corner int, flip bool) {
	c := loneCorner[s-allBelow]
	return int(c & 3), c&4 != 0
}

// loneCorner holds lone's answers, by signs: the corner, plus 4 for a flip.
var loneCorner = func() (table [27]uint8) {
	for k := range table {
		s := [3]int{k/9 - 1, k/3%3 - 1, k%3 - 1}
		for i := 2; i >= 0; i-- { // so that the first fitting corner stays
			a, b := s[(i+1)%3], s[(i+2)%3]
			switch {
			case s[i] > 0 && a <= 0 && b <= 0, s[i] == 0 && a < 0 && b < 0:
				table[k] = uint8(i)
			case s[i] < 0 && a >= 0 && b >= 0, s[i] == 0 && a > 0 && b > 0:
				table[k] = uint8(i) | 4
			}
		}
	}
	return table
}()
