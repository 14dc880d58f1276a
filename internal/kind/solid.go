package kind

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// Solid is a ball in the world or, with Hull set, a convex hull or, with Axial set, a capsule, a cylinder or a cone or, with Half set, a half space.
type Solid struct {
	Half  *predicate.HalfSpace
	Ball  geom.Sphere
	Hull  *predicate.Hull
	Axial *predicate.Axial
}

// holds reports whether a point lies in the inside of a solid.
func (j *Judge) holds(s *Solid, p geom.Vec) bool {
	switch {
	case s.Half != nil:
		return j.Tally.HeightSign(s.Half, p) < 0
	case s.Hull != nil:
		return j.Tally.HullHolds(s.Hull, p)
	case s.Axial != nil:
		return j.Tally.AxialEntered(s.Axial, &geom.Triangle{p, p, p})
	}
	return j.Tally.BallHolds(&s.Ball, p)
}

// outside reports whether a point is none of a solid.
func (j *Judge) outside(s *Solid, p geom.Vec) bool {
	switch {
	case s.Half != nil:
		return j.Tally.HeightSign(s.Half, p) > 0
	case s.Hull != nil:
		return !j.Tally.HullContains(s.Hull, p)
	case s.Axial != nil:
		return !j.Tally.AxialContains(s.Axial, p)
	}
	return !j.Tally.SphereSphere(&s.Ball, &geom.Sphere{Center: p})
}

// entered reports whether a triangle has a point in the inside of a solid.
func (j *Judge) entered(s *Solid, q *geom.Triangle) bool {
	switch {
	case s.Half != nil:
		return j.holds(s, q[0]) || j.holds(s, q[1]) || j.holds(s, q[2])
	case s.Hull != nil:
		return j.Tally.HullEntered(s.Hull, q)
	case s.Axial != nil:
		return j.Tally.AxialEntered(s.Axial, q)
	}
	return j.Tally.BallEntered(&s.Ball, q)
}

// OfSolid returns the kind of a solid with an inside and a closed mesh, given all triangles of the
// mesh that share a point with the solid, of which there is at least one, and for Undecided the reason.
//
// Where a triangle with an area enters the inside of the solid, one of its sides is material: the
// interiors share a point. Where none does, the solid's inside lies on one side of the mesh's
// surface as a whole, and one point of it decides.
func (j *Judge) OfSolid(s *Solid, b *Body, triangles []uint32) (Kind, string) {
	j.reason, j.stopped, j.proven = "", false, false
	enters, apart := false, true
	for i, t := range triangles {
		if i%64 == 63 && j.stop() {
			return Undecided, "the query ended before the kind was known"
		}
		b.Surface.Triangle(t, &j.p)
		enters = enters || j.bounds(s, b, t)
		apart = apart && j.holds(s, j.p[0]) && j.holds(s, j.p[1]) && j.holds(s, j.p[2])
		if enters && !apart && !j.Exhaustive {
			break
		}
	}
	if enters {
		j.proven = j.commonPointWithin(s, b)
	} else if j.reason == "" && s.Half == nil { // a mesh has an end
		enters = j.solidInside(s, b)
		j.proven = enters
	}
	switch {
	case enters && apart:
		return Inside, ""
	case enters:
		return Penetrate, ""
	case j.reason != "":
		return Undecided, j.reason
	}
	return Touch, ""
}

// bounds reports whether triangle t, posed as j.p, bounds the mesh's interior and has a point in
// the inside of the solid.
func (j *Judge) bounds(s *Solid, b *Body, t uint32) bool {
	if b.Shells.isThin(t) || !j.entered(s, &j.p) {
		return false
	}
	if predicate.Collinear(j.p[0], j.p[1], j.p[2]) {
		j.reason = "a triangle in contact has no area at this pose"
		return false
	}
	j.q = j.p
	return true
}

// solidInside reports whether a solid that no triangle enters lies in the interior of a mesh.
func (j *Judge) solidInside(s *Solid, b *Body) bool {
	middle := s.middle()
	if !j.holds(s, middle) {
		j.reason = "the solid is too thin for a point within it to be found"
		return false
	}
	return j.winding(b.Surface, middle) != 0
}

// middle is a point about the middle of a solid.
func (s *Solid) middle() (m geom.Vec) {
	switch {
	case s.Half != nil:
		return s.Half.Point
	case s.Axial != nil:
		return s.Axial.A.Scale(0.5).Add(s.Axial.B.Scale(0.5))
	case s.Hull == nil:
		return s.Ball.Center
	}
	points := s.Hull.Points()
	for _, p := range points {
		m = m.Add(p.Scale(1 / float64(len(points))))
	}
	return m
}

// commonPointWithin looks for a point that the insides of a solid and a mesh hold: the solid's
// middle, and points next to the triangle that enters it, which is in j.q.
func (j *Judge) commonPointWithin(s *Solid, b *Body) bool {
	var room [19]geom.Vec
	tried := append(room[:0], s.middle())
	middle := j.q[0].Scale(0.25).Add(j.q[1].Scale(0.25)).Add(j.q[2].Scale(0.5))
	n := step(&j.q)
	for _, by := range [...]float64{0x1p-4, 0x1p-8, 0x1p-12, -0x1p-4, -0x1p-8, -0x1p-12} { // of the triangle's size
		for _, p := range [...]geom.Vec{j.q[0], j.q[1], j.q[2]} {
			inward := p.Scale(0.875).Add(middle.Scale(0.125))
			tried = append(tried, inward.Add(n.Scale(by)))
		}
	}
	for _, p := range tried {
		if !p.IsFinite() || !j.holds(s, p) {
			continue
		}
		if j.winding(b.Surface, p) != 0 {
			return true
		}
	}
	return false
}
