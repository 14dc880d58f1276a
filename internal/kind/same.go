package kind

// Same reports whether two solids are the same ball, capsule, cylinder, cone or half space, or the same hull. But for a cone either end may
// be the first.
func (j *Judge) Same(p, q *Solid) bool {
	switch {
	case p.Half != nil && q.Half != nil:
		return j.Tally.SameHalfSpace(p.Half, q.Half)
	case p.Half != nil || q.Half != nil:
		return false
	case p.Axial != nil && q.Axial != nil:
		turned := *q.Axial
		turned.A, turned.B = q.Axial.B, q.Axial.A
		return *p.Axial == *q.Axial || !q.Axial.Pointed && *p.Axial == turned
	case p.Axial != nil || q.Axial != nil:
		return false
	case p.Hull == nil && q.Hull == nil:
		return p.Ball == q.Ball
	case p.Hull == nil || q.Hull == nil:
		return false
	}
	return j.Tally.SameHull(p.Hull, q.Hull)
}
