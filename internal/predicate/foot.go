package predicate

import "github.com/collide-go/collide/geom"

// Standing decides for a wall that stands on a floor (standing.go), whichever comes first, by signs of two coordinates: the wall meets the
// plane of the floor in its foot. Orient3D, which TriangleTriangle asks, is 0 for each corner of a foot, and what is 0 takes all its
// stages. ok is false for triangles that are no floor and wall, and for floors that span no plane. Exact for every finite input.
func (t *Tally) Standing(p, q *geom.Triangle) (touch, ok bool) {
	for w := range plane2(3) {
		if touch, ok = t.onFloor(w, p, q); ok {
			return touch, true
		}
		if touch, ok = t.onFloor(w, q, p); ok {
			return touch, true
		}
	}
	return false, false
}

// onFloor is Standing for a floor across axis w.
func (t *Tally) onFloor(w plane2, floor, wall *geom.Triangle) (touch, ok bool) {
	at := floor[0].At(int(w))
	if floor[1].At(int(w)) != at || floor[2].At(int(w)) != at {
		return false, false
	}
	var foot geom.Triangle
	n, above, below := 0, 0, 0
	for _, v := range wall {
		switch x := v.At(int(w)); {
		case x > at:
			above++
		case x < at:
			below++
		default:
			foot[n] = v
			n++
		}
	}
	if n == 0 || n == 3 || above != 0 && below != 0 {
		return false, false
	}
	o := t.orient(w, floor[0], floor[1], floor[2])
	return o != 0 && t.footTouches(w, o, floor, foot[:n]), o != 0
}

// footTouches reports whether a point or a segment touches a triangle in its plane, of which o is the orientation along axis w. Convex
// sets in a plane are apart iff all of one lies strictly outside an edge of the other; a segment has one line, and none where its ends are
// equal.
func (t *Tally) footTouches(w plane2, o int, floor *geom.Triangle, foot []geom.Vec) bool {
	if t.outsideAnEdge(w, o, floor, foot) {
		return false
	}
	if len(foot) == 1 {
		return true
	}
	s := t.orient(w, foot[0], foot[1], floor[0])
	return s*t.orient(w, foot[0], foot[1], floor[1]) <= 0 || s*t.orient(w, foot[0], foot[1], floor[2]) <= 0
}
