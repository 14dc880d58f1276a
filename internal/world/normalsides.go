package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// share finds common points of the bodies, corners of one on the other, and reports whether four of them lie in no plane: a common
// point is on both sides of a plane that is sought, so in it, and then there is none.
func (f *normals) share(contacts []Contact) (solid bool) {
	f.shared = f.shared[:0]
	if len(f.hulls[0])+len(f.hulls[1]) > 0 {
		return false
	}
	for i := range contacts {
		if i == 0 || contacts[i].TriA != contacts[i-1].TriA {
			f.faces(&contacts[i], 0)
		}
		p, q := &f.one[0][0], &f.faces(&contacts[i], 1)[0]
		for k := range 3 {
			if f.shareCorner(&p[k], q) || f.shareCorner(&q[k], p) {
				return true
			}
		}
		if i%StopInterval == StopInterval-1 && f.w.stop() {
			return false
		}
	}
	return false
}

// shareCorner keeps a corner of a body if it is on a triangle of the other one and not in the line or plane of those before. It reports whether it
// would be the fourth.
func (f *normals) shareCorner(v *geom.Vec, q *geom.Triangle) (fourth bool) {
	s := f.shared
	switch len(s) {
	case 1:
		if *v == s[0] {
			return false
		}
	case 2:
		if predicate.Collinear(s[0], s[1], *v) {
			return false
		}
	case 3:
		if f.plane.Side(f.tally, *v) == 0 {
			return false
		}
	}
	if !f.tally.SegmentTriangle(*v, *v, q) {
		return false
	}
	if len(s) == 3 {
		return true
	}
	if f.shared = append(f.shared, *v); len(f.shared) == 3 {
		f.plane = f.tally.PlaneOf(&geom.Triangle{s[0], s[1], *v})
	}
	return false
}

// splits reports on which side of a triangle's plane the triangles of the first body are, 1 in front and −1 behind, if none is
// on the other side and those of the second body are on that one. Triangles in the plane are on both sides. It returns 0 if it is not so.
func (f *normals) splits(q *geom.Triangle, contacts []Contact) (above int) {
	if f.left <= 0 || predicate.Collinear(q[0], q[1], q[2]) {
		return 0
	}
	for _, v := range f.shared {
		if f.tally.Orient3D(q[0], q[1], q[2], v) != 0 {
			return 0
		}
	}
	plane := f.tally.PlaneOf(q)
	if f.left--; !f.side(&plane, &contacts[f.refuter], 0, &above) || !f.side(&plane, &contacts[f.refuter], 1, &above) {
		return 0
	}
	for i := range contacts {
		again := i > 0 && contacts[i].TriA == contacts[i-1].TriA
		if f.left--; !again && !f.side(&plane, &contacts[i], 0, &above) || !f.side(&plane, &contacts[i], 1, &above) {
			f.refuter = i
			return 0
		}
		if i%StopInterval == StopInterval-1 && f.w.stop() {
			return 0
		}
	}
	return above
}

// side updates above by the triangles of a body in a contact, and reports whether they are as those before.
func (f *normals) side(plane *predicate.Plane, c *Contact, of int, above *int) bool {
	faces := f.faces(c, of)
	for i := range faces {
		for k := range 3 {
			s := plane.Side(f.tally, faces[i][k]) * (1 - 2*of)
			if s**above < 0 {
				return false
			}
			if s != 0 {
				*above = s
			}
		}
	}
	return true
}
