package kind

import "github.com/collide-go/collide/internal/predicate"

// Same reports whether two solids are the same ball, capsule or half space, or the same hull.
func (j *Judge) Same(p, q *Solid) bool {
	switch {
	case p.Half != nil && q.Half != nil:
		return j.Tally.SameHalfSpace(p.Half, q.Half)
	case p.Half != nil || q.Half != nil:
		return false
	case p.Axial != nil && q.Axial != nil:
		turned := predicate.Axial{A: q.Axial.B, B: q.Axial.A, Radius: q.Axial.Radius}
		return *p.Axial == *q.Axial || *p.Axial == turned
	case p.Axial != nil || q.Axial != nil:
		return false
	case p.Hull == nil && q.Hull == nil:
		return p.Ball == q.Ball
	case p.Hull == nil || q.Hull == nil:
		return false
	}
	return j.Tally.SameHull(p.Hull, q.Hull)
}
