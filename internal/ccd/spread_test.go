package ccd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

// spread draws a query whose coordinates are of any magnitude.
func spread(r *rand.Rand, planar bool) Query {
	q := Query{Kind: Kind(r.IntN(2))}
	number := func() float64 { return math.Ldexp(r.NormFloat64(), r.IntN(2040)-1030) }
	for i := range q.Start {
		for k := range 3 {
			set(&q.Start[i], k, number())
			set(&q.End[i], k, number())
		}
		if planar {
			q.Start[i].Z, q.End[i].Z = 0, 0
		}
	}
	return q
}

// TestExponentsFarApart: queries whose exponents are a thousand apart, in one plane throughout or not, have
// the answer of their points in another order and of the motion backwards, and agree with the
// oracle at both ends, where the points are exact.
func TestExponentsFarApart(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 1))
	touching := 0
	cases := require.Cases(60, 12)
	for i := range cases {
		q := spread(r, i%2 == 0)
		t0, t1, touch := q.First()
		order := []int{1, 0, 3, 2}
		if q.Kind == VertexFace {
			order = []int{0, 3, 1, 2}
		}
		p := q.ordered(order...)
		if u0, u1, also := p.First(); also != touch || u0 != t0 || u1 != t1 {
			t.Errorf("%+v: %v at %v to %v; in another order %v at %v to %v", q, touch, t0, t1, also, u0, u1)
		}
		back := Query{q.Kind, q.End, q.Start}
		if u0, _, also := back.First(); also != touch || touch && 1-u0 < t0 {
			t.Errorf("%+v: %v from %v, backwards %v from %v", q, touch, t0, also, u0)
		}
		n := q.split()
		if oracle.Meet(q.Start[:n], q.Start[n:]) != (touch && t1 == 0) || oracle.Meet(q.End[:n], q.End[n:]) && !touch {
			t.Errorf("%+v: %v at %v to %v; the oracle sees the ends otherwise", q, touch, t0, t1)
		}
		if touch {
			touching++
		}
	}
	if touching < cases/12 {
		t.Errorf("%d queries touch", touching)
	}
}

// TestBetween: numbers between two others are there however far these are from each other, and take few
// steps to the smallest.
func TestBetween(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 2))
	for range 2000 {
		a, b := dyadic{big.NewInt(r.Int64N(1000)), uint(10 + r.IntN(4000))}, dyadic{big.NewInt(1 + r.Int64N(1000)), uint(10 + r.IntN(4000))}
		switch a.compare(b) {
		case 0:
			continue
		case 1:
			a, b = b, a
		}
		if m := between(a, b); m.compare(a) <= 0 || m.compare(b) >= 0 {
			t.Fatalf("%v·2^−%d is not between %v·2^−%d and %v·2^−%d", m.m, m.s, a.m, a.s, b.m, b.s)
		}
	}
	steps, hi := 0, unit
	for ; hi.exponent() > -4000; steps++ {
		hi = between(zero, hi)
	}
	if steps > 30 {
		t.Errorf("%d steps to 2⁻⁴⁰⁰⁰", steps)
	}
}
