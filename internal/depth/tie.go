package depth

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// near is how far above the limit, relative to it, the bound of a piece may be for exact arithmetic to be tried. It decides how long a
// search takes and nothing else.
const near = 0x1p-30

// mostSettled is how many pieces are looked at exactly before a search does without. It decides how long a search takes and nothing else.
const mostSettled = 256

// settle lowers the bound of a piece to the limit where it is the limit without the roundings: where the true distance to a face,
// or the mean of the distances to two, is at most the limit at all corners. Both are convex. The piece must be the
// hull of its corners, and the face a convex set, without any rounding.
func (s *Search) settle(p *piece, corners []geom.Vec) {
	limit := s.goal.Limit
	if s.settled >= mostSettled || !s.goal.Decide || p.drift != 0 || p.bound <= limit || p.bound > limit*(1+near) {
		return
	}
	s.settled++
	for k, r := range s.used {
		if !s.isHull(&s.faces[r>>1]) {
			continue
		}
		if s.allWithin(&s.faces[r>>1], corners) {
			p.bound = limit
			return
		}
		for _, q := range s.used[:k] {
			if s.isHull(&s.faces[q>>1]) && s.meanWithin(&s.faces[r>>1], &s.faces[q>>1], corners) {
				p.bound = limit
				return
			}
		}
	}
}

// isHull reports whether a face is the convex hull of its corners: its diagonals meet.
func (s *Search) isHull(f *face) bool {
	if f.n < 2 {
		return f.n == 1
	}
	q := f.diagonals
	return s.Worker.Tally.TriangleTriangle(&geom.Triangle{q[0], q[0], q[1]}, &geom.Triangle{q[2], q[2], q[3]})
}

// allWithin reports whether no corner is farther from a face than the limit.
func (s *Search) allWithin(f *face, corners []geom.Vec) bool {
	for _, x := range corners {
		within := false
		for i := range f.parts[:f.n] {
			d := s.Worker.Tally.Distance(&geom.Triangle{x, x, x}, &f.parts[i])
			within = within || d.Square.CompareDistance(s.goal.Limit) <= 0
		}
		if !within {
			return false
		}
	}
	return true
}

// meanWithin reports whether at no corner the mean of the distances to two faces is more than the limit. Distances
// that are no float64 count as more.
func (s *Search) meanWithin(f, g *face, corners []geom.Vec) bool {
	for _, x := range corners {
		d, ok := s.exact(f, x)
		e, okay := s.exact(g, x)
		if !ok || !okay {
			return false
		}
		if sum, rest := twoSum(d, e); sum > 2*s.goal.Limit || sum == 2*s.goal.Limit && rest > 0 {
			return false
		}
	}
	return true
}

// exact returns the distance of a point and a face if it is a float64.
func (s *Search) exact(f *face, x geom.Vec) (d float64, ok bool) {
	d = inf
	for i := range f.parts[:f.n] {
		r := predicate.Reach{Square: s.Worker.Tally.Distance(&geom.Triangle{x, x, x}, &f.parts[i]).Square}
		if v := r.Value(); v < d {
			d, ok = v, r.CompareDistance(v) == 0
		}
	}
	return d, ok
}

// twoSum returns the rounded sum and what was rounded off (Knuth).
func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	v := sum - a
	return sum, (a - (sum - v)) + (b - v)
}

// isMiddle reports whether a point is the middle of two others without rounding. Halves and
// sums of coordinates neither underflow nor overflow.
func isMiddle(m, a, b geom.Vec) bool {
	for i := range 3 {
		if sum, rest := twoSum(a.At(i), b.At(i)); rest != 0 || sum != 2*m.At(i) {
			return false
		}
	}
	return true
}
