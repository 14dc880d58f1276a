package ccd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// nearMiss draws a query whose primitives touch at some time except for distances of some ulps:
// both pass through one point, which the second one then leaves.
func nearMiss(r *rand.Rand, size float64) Query {
	q := general(r, size)
	t := r.Float64()
	switch r.IntN(3) {
	case 0: // where an interval of the filter may end
		t = float64(r.IntN(9)) / 8
	case 1: // next to no motion
		for i := range q.End {
			q.End[i] = q.Start[i].Add(q.End[i].Scale(0x1p-51))
		}
	}
	var p [4]geom.Vec
	q.at(t, &p)
	u, v := r.Float64(), r.Float64()
	// Where the point of the first primitive should be, by which end 1 of point 0 is moved.
	var from, to geom.Vec
	if q.Kind == VertexFace {
		u, v = u*0.999, v*(1-u)
		from, to = p[0], p[1].Scale(1-u-v).Add(p[2].Scale(u)).Add(p[3].Scale(v))
	} else {
		from, to = p[0].Scale(1-u).Add(p[1].Scale(u)), p[2].Scale(1-v).Add(p[3].Scale(v))
	}
	move := to.Sub(from)
	n := q.split()
	for i := range n {
		q.Start[i], q.End[i] = q.Start[i].Add(move), q.End[i].Add(move)
	}
	// All points are moved together, so that coordinates are rounded.
	drift := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(size * math.Ldexp(1, r.IntN(5)))
	for i := range q.Start {
		q.Start[i], q.End[i] = q.Start[i].Add(drift), q.End[i].Add(drift)
	}
	return q
}

// TestFilterLosesNothing holds what the filter in float64 calls free to the exact stage, on queries
// whose primitives touch or pass each other by some ulps, and on drawn ones.
func TestFilterLosesNothing(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 4))
	proven, cut := 0, 0
	cases := require.Samples(6000, 700, 350)
	for i := range cases {
		var q Query
		switch i % 4 {
		case 0:
			q = general(r, math.Ldexp(1, r.IntN(600)-300))
		case 1:
			q = lattice(r, 2+i%5)
		default:
			q = nearMiss(r, math.Ldexp(1, r.IntN(80)-40))
		}
		free := q.freeUntil()
		if free < 0 {
			continue
		}
		if q.touchAtStart() {
			t.Fatalf("%+v: free until %v, and in contact at 0", q, free)
		}
		t0, t1, touch := newExact(&q, nil).first(0)
		if touch && t1 <= free {
			t.Fatalf("%+v: free until %v, and in contact at %v to %v", q, free, t0, t1)
		}
		if free == 1 {
			proven++
		} else if touch {
			cut++
		}
		// The exact stage finds the same from there on.
		if u0, u1, also := newExact(&q, nil).first(free); also != touch || u0 != t0 || u1 != t1 {
			t.Fatalf("%+v: %v at %v to %v from 0 on, %v at %v to %v from %v on", q, touch, t0, t1, also, u0, u1, free)
		}
	}
	if proven < cases/6 || cut < cases/6 {
		t.Errorf("%d proven free, %d begun later", proven, cut)
	}
}

// TestFilterDecidesMost: among drawn queries that are free and that no axis separates, the exact
// stage is for few.
func TestFilterDecidesMost(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 5))
	open, all := 0, 0
	for range 4000 {
		q := general(r, 1)
		if _, _, touch := q.First(); touch || q.apart() {
			continue
		}
		if all++; q.freeUntil() < 1 {
			open++
		}
	}
	if all < 500 || open*50 > all {
		t.Errorf("%d of %d free queries are left to the exact stage", open, all)
	}
}
