package kind

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// Solid is a ball in the world or, with Hull set, a convex hull or, with Axial set, a capsule or, with Half set, a half space. Next to
// half spaces Axial may be a cylinder or a cone, too.
type Solid struct {
	Half  *predicate.HalfSpace
	Ball  geom.Sphere
	Hull  *predicate.Hull
	Axial *predicate.Axial
}

// round returns what a ball or a capsule is around, and its radius.
func (s *Solid) round() (core geom.Triangle, radius float64) {
	if s.Axial != nil {
		return s.Axial.Core(), s.Axial.Radius
	}
	return geom.Triangle{s.Ball.Center, s.Ball.Center, s.Ball.Center}, s.Ball.Radius
}

// OfSolids returns the kind of two solids with an inside that share a point.
func (j *Judge) OfSolids(a, b *Solid) Kind {
	switch {
	case !j.overlap(a, b):
		return Touch
	case j.within(a, b) || j.within(b, a):
		return Inside
	}
	return Penetrate
}

// overlap reports whether the insides share a point.
func (j *Judge) overlap(a, b *Solid) bool {
	switch {
	case a.Half != nil:
		return j.halfOverlaps(a.Half, b)
	case b.Half != nil:
		return j.halfOverlaps(b.Half, a)
	case a.Hull != nil && b.Hull != nil:
		return j.Tally.HullsOverlap(a.Hull, b.Hull)
	case a.Hull != nil:
		return j.hullOverlaps(a.Hull, b)
	case b.Hull != nil:
		return j.hullOverlaps(b.Hull, a)
	case a.Axial == nil && b.Axial == nil:
		return j.Tally.BallsOverlap(&a.Ball, &b.Ball)
	}
	p, r := a.round()
	q, s := b.round()
	return r > 0 && s > 0 && j.Tally.CompareReach(&p, &q, r, s) < 0
}

func (j *Judge) hullOverlaps(h *predicate.Hull, s *Solid) bool {
	if s.Axial != nil {
		return j.Tally.HullAxialOverlap(h, s.Axial)
	}
	return j.Tally.HullBallOverlap(h, &s.Ball)
}

// halfOverlaps is overlap for a half space.
func (j *Judge) halfOverlaps(h *predicate.HalfSpace, s *Solid) bool {
	switch {
	case s.Half != nil:
		return j.Tally.HalfSpacesOverlap(h, s.Half)
	case s.Hull != nil:
		at := j.Tally.Lowest(h, s.Hull.Points())
		return at >= 0 && j.Tally.HullSolid(s.Hull) && j.Tally.HeightSign(h, s.Hull.Points()[at]) < 0
	}
	if s.Axial != nil {
		return s.Axial.Radius > 0 && j.Tally.AxialHeightSign(h, s.Axial) < 0
	}
	return s.Ball.Radius > 0 && j.Tally.CompareHeight(h, s.Ball.Center, s.Ball.Radius, 0) < 0
}

// within reports whether all of a, its surface included, lies in the inside of b.
func (j *Judge) within(a, b *Solid) bool {
	switch {
	case a.Half != nil:
		return b.Half != nil && j.Tally.HalfSpaceHolds(b.Half, a.Half)
	case a.Hull != nil:
		for _, p := range a.Hull.Points() {
			if !j.holds(b, p) {
				return false
			}
		}
		return true
	case a.Axial != nil && b.Half != nil:
		return j.Tally.HalfSpaceHoldsAxial(b.Half, a.Axial)
	case a.Axial != nil: // the hull of two balls
		p, q := Solid{Ball: a.Axial.Ball(0)}, Solid{Ball: a.Axial.Ball(1)}
		return j.within(&p, b) && j.within(&q, b)
	case b.Half != nil:
		return j.Tally.CompareHeight(b.Half, a.Ball.Center, -a.Ball.Radius, 0) < 0
	case b.Hull != nil:
		return j.Tally.HullHoldsBall(b.Hull, &a.Ball)
	case b.Axial != nil:
		p, q := b.Axial.Core(), geom.Triangle{a.Ball.Center, a.Ball.Center, a.Ball.Center}
		return b.Axial.Radius > a.Ball.Radius && j.Tally.CompareReach(&p, &q, b.Axial.Radius, -a.Ball.Radius) < 0
	}
	return j.Tally.BallHoldsBall(&b.Ball, &a.Ball)
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
