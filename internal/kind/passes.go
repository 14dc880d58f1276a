package kind

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
)

// Passes reports whether one of a mesh's triangles that share a point with a solid reaches from
// the inside of the solid to the outside. The mesh need not be closed.
func (j *Judge) Passes(s *Solid, mesh *narrow.Surface, triangles []uint32) bool {
	for i, t := range triangles {
		if i%64 == 63 && j.stop() {
			return false
		}
		mesh.Triangle(t, &j.p)
		if j.leaves(s, &j.p) && j.entered(s, &j.p) {
			return true
		}
	}
	return false
}

// leaves reports whether a corner of a triangle is outside a solid.
func (j *Judge) leaves(s *Solid, q *geom.Triangle) bool {
	return j.outside(s, q[0]) || j.outside(s, q[1]) || j.outside(s, q[2])
}

// FacesPass is Passes for the faces of a flat hull.
func (j *Judge) FacesPass(s *Solid, faces []geom.Triangle) bool {
	enters, leaves := false, false
	for i := range faces {
		enters, leaves = enters || j.entered(s, &faces[i]), leaves || j.leaves(s, &faces[i])
	}
	return enters && leaves
}

// Faces appends triangles that cover the surface of a hull, and for a capsule without an inside the
// segment that it is; others have none.
func (s *Solid) Faces(dst []geom.Triangle) []geom.Triangle {
	switch {
	case s.Axial != nil && s.Axial.Radius == 0:
		return append(dst, s.Axial.Core())
	case s.Hull == nil:
		return dst
	}
	var own Judge
	return own.Tally.Facets(s.Hull, dst)
}

// PassesFaces reports whether an edge of one of a mesh's triangles passes through the inside of
// a face or the other way round.
func (j *Judge) PassesFaces(faces []geom.Triangle, mesh *narrow.Surface, triangles []uint32) bool {
	for i, t := range triangles {
		if i%64 == 63 && j.stop() {
			return false
		}
		if mesh.Triangle(t, &j.p); j.PiercesOne(faces, &j.p) {
			return true
		}
	}
	return false
}

// PiercesOne is PassesFaces for one triangle.
func (j *Judge) PiercesOne(faces []geom.Triangle, q *geom.Triangle) bool {
	for i := range faces {
		if j.Tally.Pierces(&faces[i], q) || j.Tally.Pierces(q, &faces[i]) {
			return true
		}
	}
	return false
}
