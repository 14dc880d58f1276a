package kind

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// OfSolids returns the kind of two solids with an inside that share a point, and for Undecided the reason: two of cylinder and cone are decided by proof.
func (j *Judge) OfSolids(a, b *Solid) (Kind, string) {
	overlap, decided := j.overlap(a, b)
	switch {
	case !decided:
		return Undecided, "whether the two touch or penetrate each other is undecided: neither a common inner point nor a plane between them was found"
	case !overlap:
		return Touch, ""
	}
	first, sure := j.within(a, b)
	second, sureToo := j.within(b, a)
	switch {
	case first || second:
		return Inside, ""
	case !sure || !sureToo:
		return Undecided, "whether one lies in the other is undecided: it comes too near to the other's surface for a proof"
	}
	return Penetrate, ""
}

// overlap reports whether the insides share a point, and whether that is decided.
func (j *Judge) overlap(a, b *Solid) (overlap, decided bool) {
	switch {
	case a.Half != nil:
		return j.halfOverlaps(a.Half, b), true
	case b.Half != nil:
		return j.halfOverlaps(b.Half, a), true
	case a.Hull != nil && b.Hull != nil:
		return j.Tally.HullsOverlap(a.Hull, b.Hull), true
	case a.Hull != nil:
		return j.hullOverlaps(a.Hull, b), true
	case b.Hull != nil:
		return j.hullOverlaps(b.Hull, a), true
	case a.Axial != nil && b.Axial != nil:
		return j.Tally.AxialsOverlap(a.Axial, b.Axial)
	case a.Axial != nil:
		return j.Tally.AxialOverlapsBall(a.Axial, &b.Ball), true
	case b.Axial != nil:
		return j.Tally.AxialOverlapsBall(b.Axial, &a.Ball), true
	}
	return j.Tally.BallsOverlap(&a.Ball, &b.Ball), true
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

// within reports whether all of a, its surface included, lies in the inside of b, and whether that is decided.
func (j *Judge) within(a, b *Solid) (within, decided bool) {
	switch {
	case a.Half != nil:
		return b.Half != nil && j.Tally.HalfSpaceHolds(b.Half, a.Half), true
	case a.Hull != nil:
		for _, p := range a.Hull.Points() {
			if !j.holds(b, p) {
				return false, true
			}
		}
		return true, true
	case a.Axial != nil && b.Axial != nil:
		return j.Tally.AxialHolds(b.Axial, a.Axial)
	case a.Axial != nil:
		return j.holdsAxial(b, a.Axial), true
	}
	return j.holdsBall(b, &a.Ball), true
}

// holdsAxial reports whether the inside of a solid has all of a capsule, a cylinder or a cone.
func (j *Judge) holdsAxial(s *Solid, a *predicate.Axial) bool {
	switch {
	case s.Half != nil:
		return j.Tally.HalfSpaceHoldsAxial(s.Half, a)
	case s.Hull != nil:
		return j.Tally.HullHoldsAxial(s.Hull, a)
	}
	return j.Tally.BallHoldsAxial(&s.Ball, a)
}

// holdsBall reports whether the inside of a solid has all of a ball.
func (j *Judge) holdsBall(s *Solid, b *geom.Sphere) bool {
	switch {
	case s.Half != nil:
		return j.Tally.CompareHeight(s.Half, b.Center, -b.Radius, 0) < 0
	case s.Hull != nil:
		return j.Tally.HullHoldsBall(s.Hull, b)
	case s.Axial != nil:
		return j.Tally.AxialHoldsBall(s.Axial, b)
	}
	return j.Tally.BallHoldsBall(&s.Ball, b)
}
