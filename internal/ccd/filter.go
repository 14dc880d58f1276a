package ccd

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// apart reports that the primitives are certainly apart throughout: all of one is below all of
// the other along an axis at t = 0 and at t = 1. Differences of coordinates are linear in t, and
// their signs are not rounded.
func (q *Query) apart() bool {
	for k := range 3 {
		if q.apartAlong(k) {
			return true
		}
	}
	return false
}

func (q *Query) apartAlong(k int) bool {
	n := q.split()
	below, above := true, true
	for i := range n {
		for j := n; j < 4; j++ {
			s := q.Start[i].At(k) - q.Start[j].At(k)
			e := q.End[i].At(k) - q.End[j].At(k)
			below = below && s < 0 && e < 0
			above = above && s > 0 && e > 0
		}
	}
	return below || above
}

// apartBound is by how much a projected difference must be positive, in units of the largest
// coordinate M of the query times the sum of the direction's absolute coordinates; u = 2⁻⁵³.
//
// A point at t is s + (e−s)·t: the difference is off by 2uM, its product with t ≤ 1 by as much
// and 2uM more, the sum by uM more, and all that by factors 1+u: below 6uM. Two points that are subtracted
// are off by 12uM, and their difference by 2uM from rounding. Between the ends of an interval real
// points and the straight lines between rounded ones differ by no more. Three products of numbers
// of at most 2M(1+8u) with the direction and two sums are off by 3u(1+3u)·2M·(1+8u). Together
// below 21u, doubled since the bound itself is rounded, and since products may underflow
// by 2⁻¹⁰⁷⁴ each, which is nothing next to u·M·|d| for the magnitudes that freeUntil admits.
const apartBound = 42 * 0x1p-53

// smallest and largest are the magnitudes of M for which nothing overflows, and nothing that
// underflows matters: within takes a direction d only if d·d > apartBound·M·|d|, so that
// |d| > 2⁻⁴⁸·M, and a bound is above 2⁻¹⁰⁰·M².
const (
	smallest = 0x1p-300
	largest  = 0x1p+300
)

// maxLooks is the number of intervals that are looked at before the exact stage, and shortest the
// length of those that are cut in two no more.
const (
	maxLooks = 40
	shortest = 0x1p-8
)

// search proves on one interval of time after the other that the primitives are apart.
type search struct {
	q     *Query
	bound float64 // apartBound·M
	looks int
}

// freeUntil returns a time up to which, inclusive, the primitives are certainly apart; −1 if
// that is not even proven of t = 0.
func (q *Query) freeUntil() float64 {
	m := 0.0
	for i := range q.Start {
		m = max(m, q.Start[i].MaxAbs(), q.End[i].MaxAbs())
	}
	if m < smallest || m > largest {
		return -1
	}
	s := search{q: q, bound: apartBound * m}
	if free := s.within(0, 1); free > 0 {
		return free
	}
	return -1
}

// within returns the end of the part of [a, b], from a on, on which the primitives are apart. It
// tries the direction between the nearest points in the middle: the best one there, and good
// for as long as the primitives do not turn much or come near.
func (s *search) within(a, b float64) float64 {
	if s.looks++; s.looks > maxLooks {
		return a
	}
	m := a + (b-a)/2
	var p [4]geom.Vec
	s.q.at(m, &p)
	d := s.q.between(&p)
	size := math.Abs(d.X) + math.Abs(d.Y) + math.Abs(d.Z)
	limit := s.bound * size
	if !(d.Dot(d) > limit) { // not even here
		return a
	}
	s.q.at(a, &p)
	early := s.q.gap(&p, &d)
	s.q.at(b, &p)
	if late := s.q.gap(&p, &d); early > limit && late > limit {
		return b
	}
	if b-a <= shortest {
		return a
	}
	if free := s.within(a, m); free < m {
		return free
	}
	return s.within(m, b)
}

// at computes the points at a time.
func (q *Query) at(t float64, p *[4]geom.Vec) {
	for i := range p {
		s, e := &q.Start[i], &q.End[i]
		p[i] = geom.Vec{X: s.X + float64((e.X-s.X)*t), Y: s.Y + float64((e.Y-s.Y)*t), Z: s.Z + float64((e.Z-s.Z)*t)}
	}
}

// gap is the least difference along d of a point of the second primitive and one of the first.
func (q *Query) gap(p *[4]geom.Vec, d *geom.Vec) float64 {
	n, least := q.split(), math.Inf(1)
	for i := range n {
		for j := n; j < 4; j++ {
			least = min(least, p[j].Sub(p[i]).Dot(*d))
		}
	}
	return least
}
