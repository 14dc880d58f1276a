package predicate

import "github.com/collide-go/collide/geom"

// SegmentTriangle reports whether the closed segment ab and the closed triangle
// q share a point. Exact for every finite input; a = b is a point, a degenerate
// triangle the segment or point it is.
func SegmentTriangle(a, b geom.Vec, q *geom.Triangle) bool {
	var t Tally
	return t.SegmentTriangle(a, b, q)
}

// SegmentTriangle is the package's SegmentTriangle, counted.
func (t *Tally) SegmentTriangle(a, b geom.Vec, q *geom.Triangle) bool {
	s, r := hullOnLine(a, b), t.reduce(q)
	return t.simplices(&s, &r)
}

// segmentTriangle needs a ≠ b and a triangle that is not degenerate.
func (t *Tally) segmentTriangle(a, b geom.Vec, q *geom.Triangle) bool {
	sa, sb := t.Orient3D(q[0], q[1], q[2], a), t.Orient3D(q[0], q[1], q[2], b)
	if sa*sb > 0 {
		return false
	}
	if sa == 0 && sb == 0 {
		return t.coplanarSegmentTriangle(a, b, q)
	}
	return t.passes(a, b, q)
}

// passes reports whether a line goes through a triangle. It meets the plane in one point, which lies in the triangle iff the line
// passes no two edges on opposite sides.
func (t *Tally) passes(a, b geom.Vec, q *geom.Triangle) bool {
	turn := 0
	for k := range 3 {
		o := t.Orient3D(a, b, q[k], q[(k+1)%3])
		if o*turn < 0 {
			return false
		}
		if o != 0 {
			turn = o
		}
	}
	return true
}

func (t *Tally) coplanarSegmentTriangle(a, b geom.Vec, q *geom.Triangle) bool {
	w, o := t.projection(q)
	if t.outsideAnEdge(w, o, q, []geom.Vec{a, b}) {
		return false
	}
	// The segment's own line may separate too.
	s0, s1, s2 := t.orient(w, a, b, q[0]), t.orient(w, a, b, q[1]), t.orient(w, a, b, q[2])
	return s0*s1 <= 0 || s0*s2 <= 0
}

// pointTriangle needs a triangle that is not degenerate.
func (t *Tally) pointTriangle(a geom.Vec, q *geom.Triangle) bool {
	if t.Orient3D(q[0], q[1], q[2], a) != 0 {
		return false
	}
	w, o := t.projection(q)
	return !t.outsideAnEdge(w, o, q, []geom.Vec{a})
}

// segments decides for ab and cd, a < b and c < d lexicographically.
func (t *Tally) segments(a, b, c, d geom.Vec) bool {
	if t.Orient3D(a, b, c, d) != 0 {
		return false
	}
	for w := range plane2(3) {
		abc, abd := t.orient(w, a, b, c), t.orient(w, a, b, d)
		cda, cdb := t.orient(w, c, d, a), t.orient(w, c, d, b)
		if abc|abd|cda|cdb == 0 {
			continue // the plane of the four points is seen edge-on, or there is none
		}
		return abc*abd <= 0 && cda*cdb <= 0
	}
	// All four on one line.
	return !b.Less(c) && !d.Less(a)
}

// pointSegment needs c < d lexicographically.
func (t *Tally) pointSegment(a, c, d geom.Vec) bool {
	return t.collinear(a, c, d) && !a.Less(c) && !d.Less(a)
}
