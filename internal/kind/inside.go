package kind

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
)

// shellInside reports whether a shell of one body that meets the other's surface in single
// points, if at all, lies in the other's interior: any other point of it decides.
func (j *Judge) shellInside(of int, contacts []Contact) bool {
	s, other := &j.sides[of], &j.sides[1-of]
	if !slices.Contains(s.long, false) {
		return false
	}
	j.touch(of, contacts)
	for shell, triangles := range s.Shells.members {
		if s.long[shell] {
			continue
		}
		if j.stop() {
			return false
		}
		corner, ok := j.freeCorner(s, triangles)
		if !ok {
			j.reason = fmt.Sprintf("every corner of a shell, that of triangle %d of one body, may touch the other", triangles[0])
			continue
		}
		if j.winding(other.Surface, corner) != 0 {
			return true
		}
	}
	return false
}

// touch finds the triangles of a body that have contacts.
func (j *Judge) touch(of int, contacts []Contact) {
	if j.touched == nil {
		j.touched = map[uint32]struct{}{}
	}
	clear(j.touched)
	for _, c := range contacts {
		if of == 0 {
			j.touched[c.A] = struct{}{}
		} else {
			j.touched[c.B] = struct{}{}
		}
	}
}

// freeCorner returns a posed corner of a triangle that has no contact.
func (j *Judge) freeCorner(s *side, triangles []uint32) (geom.Vec, bool) {
	for _, t := range triangles {
		if _, touches := j.touched[t]; !touches {
			var q geom.Triangle
			s.Surface.Triangle(t, &q)
			return q[0], true
		}
	}
	return geom.Vec{}, false
}
