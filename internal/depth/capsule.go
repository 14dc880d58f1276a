package depth

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/round"
)

// Round is what is at most a radius away from a point or a segment, a triangle without an area: a ball or a capsule.
type Round struct {
	Core   geom.Triangle
	Radius float64
}

// round is a ball as a Round.
func (s *Solid) round() *Round {
	c := s.ball.Center
	return &Round{geom.Triangle{c, c, c}, s.ball.Radius}
}

// OfRounds returns the depth and the width of two balls or capsules, which are as narrow as roundings of distances let them be.
func (s *Search) OfRounds(a, b *Round) (depth, width Interval) {
	return s.depthOfRounds(a, b), s.widthOfRounds(a, b)
}

// depthOfRounds returns the depth: the points of one surface that are nearest to the other core are the deepest ones. Where all of that core is outside or inside they are nearest to
// the core's nearest or farthest end, and a core that passes through the surface has a point on it. The distance from a segment is convex, so an end of the other one is the farthest.
func (s *Search) depthOfRounds(a, b *Round) Interval {
	d := s.apart(&a.Core, &b.Core)
	r := Interval{}
	for _, c := range [2][2]*Round{{a, b}, {b, a}} {
		of := Interval{c[0].Radius, c[0].Radius}
		out, in := minus(d, of), minus(of, s.farEnd(c[1], c[0]))
		way := Interval{max(0, out.Lo, in.Lo), max(0, out.Hi, in.Hi)}
		x := minus(Interval{c[1].Radius, c[1].Radius}, way)
		r = Interval{max(r.Lo, x.Lo), max(r.Hi, x.Hi)}
	}
	return r
}

// farEnd returns how far an end of a core is from another core at most.
func (s *Search) farEnd(of, from *Round) (r Interval) {
	for _, p := range of.Core[:2] {
		d := s.apart(&geom.Triangle{p, p, p}, &from.Core)
		r = Interval{max(r.Lo, d.Lo), max(r.Hi, d.Hi)}
	}
	return r
}

// widthOfRounds returns the width: the largest ball that fits into both is one of either's balls, or touches both from within
// on the line between the nearest points of their cores.
func (s *Search) widthOfRounds(a, b *Round) Interval {
	least := 2 * min(a.Radius, b.Radius)
	x := minus(Interval{a.Radius, a.Radius}, minus(s.apart(&a.Core, &b.Core), Interval{b.Radius, b.Radius}))
	return Interval{max(0, min(least, x.Lo)), max(0, min(least, x.Hi))}
}

// apart returns bounds of the distance of two cores, equal ones where it is a float64.
func (s *Search) apart(a, b *geom.Triangle) Interval {
	r := predicate.Reach{Square: s.Worker.Tally.Distance(a, b).Square}
	d := r.Value()
	switch c := r.CompareDistance(d); {
	case c < 0:
		return Interval{max(0, round.Down(d)), d}
	case c > 0:
		return Interval{d, round.Up(d)}
	}
	return Interval{d, d}
}

// minus returns x−y, rounded outward where it is no float64.
func minus(x, y Interval) Interval {
	lo, below := twoSum(x.Lo, -y.Hi)
	hi, above := twoSum(x.Hi, -y.Lo)
	if below < 0 {
		lo = round.Down(lo)
	}
	if above > 0 {
		hi = round.Up(hi)
	}
	return Interval{lo, hi}
}
