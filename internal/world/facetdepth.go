package world

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/depth"
	"github.com/collide-go/collide/internal/narrow"
)

// Depths of capsules, cylinders and cones are those of meshes that stand for them, and bounds are wider by what these may be off. A search with few facets shows about how
// large the numbers are, and so how many facets they take.

// leastFacets and mostFacets are the numbers of facets around an axis to begin with and to end with. Capsules, which have rings of them at both ends, have half as many, and
// at most mostCapsuleFacets: 65,536 triangles.
const (
	leastFacets, mostFacets = 64, 4096
	mostCapsuleFacets       = 256
)

// roundOf returns a ball or a capsule, false for other bodies.
func roundOf(b *body) (depth.Round, bool) {
	switch {
	case b.axial != nil:
		return depth.Round{Core: b.axial.Core(), Radius: b.axial.Radius}, !b.axial.Flat
	case b.model != nil || b.hull != nil || b.half != nil:
		return depth.Round{}, false
	}
	c := b.sphere.Center
	return depth.Round{Core: geom.Triangle{c, c, c}, Radius: b.sphere.Radius}, true
}

// measureRounds measures two balls or capsules, and reports whether both are.
func (t *task) measureRounds(w *World, s *depth.Search) bool {
	q := t.query
	a, first := roundOf(&w.bodies[q.A])
	b, second := roundOf(&w.bodies[q.B])
	if !first || !second {
		return false
	}
	if q.Of.Depth, q.Of.Width = s.OfRounds(&a, &b); q.Equal {
		q.Of.Depth = depth.Interval{}
	}
	return true
}

// measureFacets searches for the depth and the width.
func (t *task) measureFacets(w *World, s *depth.Search) {
	if t.measureRounds(w, s) {
		return
	}
	for n := leastFacets; ; {
		if !t.setFacets(n) {
			t.query.Of.Reason = "a round body is too thin beside its coordinates, or these are too large"
			return
		}
		a, b := t.solids[0], t.solids[1]
		slack := a.Slack() + b.Slack()
		goal := depth.Goal{Relative: t.query.Relative, Absolute: absolute * t.query.Relative * (min(a.Size(), b.Size()) - 4*slack)}
		found := t.search(s, goal, slack)
		short := t.missing(goal)
		switch {
		case short == 0:
			return
		case w.Control.Cause() != narrow.Running:
			t.query.Of.Reason = early
			return
		case !found || n == t.mostFacets():
			of := &t.query.Of
			of.Reason = fmt.Sprintf("depth between %v and %v, width between %v and %v by up to %d facets around an axis", of.Depth.Lo, of.Depth.Hi, of.Width.Lo, of.Width.Hi, n)
			return
		}
		n = min(moreFacets(n, slack, short), t.mostFacets())
	}
}

// mostFacets is the greatest number of facets that makes a difference.
func (t *task) mostFacets() int {
	for _, a := range t.axials {
		if a != nil && a.Flat {
			return mostFacets
		}
	}
	return 2 * mostCapsuleFacets
}

// setFacets makes the meshes that stand for bodies.
func (t *task) setFacets(n int) bool {
	for side, a := range t.axials {
		if a == nil {
			continue
		}
		around := n
		if !a.Flat {
			around = min(n/2, mostCapsuleFacets)
		}
		s := new(depth.Solid)
		if !s.SetAxial(a, around, t.exponent) {
			return false
		}
		t.solids[side] = s
	}
	if t.half == nil {
		return true
	}
	t.solids[1] = new(depth.Solid)
	return t.solids[1].SetHalf(t.half, t.solids[0])
}

// moreFacets returns a number of facets for which the slack, which is as the square of their inverse, is an eighth of the width that bounds may have.
func moreFacets(n int, slack, width float64) int {
	for more := math.Sqrt(8 * slack / width); ; more /= 2 {
		if n *= 2; n >= mostFacets || !(more > 2) {
			return min(n, mostFacets)
		}
	}
}

// search narrows the bounds by what stands for the bodies. It reports whether the searches came to their end.
func (t *task) search(s *depth.Search, goal depth.Goal, slack float64) (found bool) {
	q, a, b := t.query, t.solids[0], t.solids[1]
	found = true
	narrow := func(of *depth.Interval, times float64, by func(a, b *depth.Solid, goal depth.Goal) (depth.Interval, bool)) {
		for _, g := range t.goals(goal, times*slack) {
			r, ok := by(a, b, g)
			r = back(r, t.exponent)
			of.Lo, of.Hi = max(of.Lo, min(r.Lo, of.Hi)), min(of.Hi, max(r.Hi, of.Lo))
			if found = found && ok; !found || q.Decide && of.Hi <= q.Limit {
				return
			}
		}
	}
	if !q.Equal && t.half == nil {
		narrow(&q.Of.Depth, 1, s.Depth)
	}
	if !q.Decide || q.Of.Depth.Lo <= q.Limit {
		narrow(&q.Of.Width, 2, s.Width)
	}
	return found
}

// goals are what to search for where bounds get wider by a slack on either side: half as wide bounds or, for a limit, bounds on the one side of all that the slack leaves open,
// and then on the other.
func (t *task) goals(goal depth.Goal, slack float64) []depth.Goal {
	if !t.query.Decide {
		return []depth.Goal{{Relative: goal.Relative / 2, Absolute: goal.Absolute / 2}}
	}
	limit := math.Ldexp(t.query.Limit, t.exponent)
	goals := []depth.Goal{{Decide: true, Limit: limit - slack*(1+0x1p-40)}, {Decide: true, Limit: limit + slack*(1+0x1p-40)}}
	if !(goals[0].Limit > 0) {
		return goals[1:] // nothing is below it
	}
	return goals
}

// missing returns how wide the bounds may be that are wider than that or leave the limit open, in the units of the search: 0 for none.
func (t *task) missing(goal depth.Goal) float64 {
	q := t.query
	if q.Decide {
		if q.Of.Depth.Lo > q.Limit || q.Of.Width.Lo > q.Limit || q.Of.Depth.Hi <= q.Limit && q.Of.Width.Hi <= q.Limit {
			return 0
		}
		return max(goal.Absolute, math.Ldexp(q.Limit, t.exponent-6))
	}
	least := math.Inf(1)
	for _, r := range [2]depth.Interval{q.Of.Depth, q.Of.Width} {
		hi, wide := math.Ldexp(r.Hi, t.exponent), math.Ldexp(r.Hi-r.Lo, t.exponent)
		if most := max(goal.Relative*hi, goal.Absolute); !(wide <= most) {
			least = min(least, most)
		}
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return least
}
