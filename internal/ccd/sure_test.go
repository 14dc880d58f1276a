package ccd

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// exactly answers a query by the exact stage alone.
func (q *Query) exactly() bool {
	if q.touchAtStart() {
		return true
	}
	_, _, touch := newExact(q, nil).first(0)
	return touch
}

// drawn draws queries in general, on a lattice, and such as touch or miss by some ulps.
func drawn(r *rand.Rand, i int) Query {
	switch i % 4 {
	case 0:
		return general(r, math.Ldexp(1, r.IntN(600)-300))
	case 1:
		return lattice(r, 2+i%5)
	}
	return nearMiss(r, math.Ldexp(1, r.IntN(80)-40))
}

// TestSurelyIsExact holds what float64 proves of queries to the exact stage.
func TestSurelyIsExact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 6))
	cases := require.Cases(20000, 2000)
	var count [3]int
	for i := range cases {
		q := drawn(r, i)
		a := q.surely()
		if count[a]++; a != unproven && q.exactly() != (a == touches) {
			t.Fatalf("%+v: proven %v, which is wrong", q, a)
		}
	}
	if t.Log(count); count[never] < cases/8 || count[touches] < cases/8 {
		t.Errorf("%v are unproven, never, touching: the test proves little", count)
	}
}

// TestSurelyDecidesMost: few of the queries in general position are left to the exact stage.
func TestSurelyDecidesMost(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 7))
	open := 0
	const cases = 4000
	for range cases {
		q := general(r, 1)
		if q.surely() == unproven {
			open++
		}
	}
	if open*50 > cases {
		t.Errorf("%d of %d queries are unproven", open, cases)
	}
}

// nearTriangles draws two triangles of which two parts touch, or miss by some ulps. The other corners are anywhere or next to these: then the triangles
// mostly miss each other as well.
func nearTriangles(r *rand.Rand) (c Triangles) {
	q := nearMiss(r, math.Ldexp(1, r.IntN(40)-20))
	size := q.Start[0].Sub(q.Start[3]).MaxAbs()
	whole := size
	if r.IntN(2) == 0 {
		size *= math.Ldexp(1, -40*r.IntN(2)-10)
	}
	by := func(at geom.Vec) geom.Vec {
		return at.Add(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(size))
	}
	n := q.split()
	for k, part := range [2][2]int{{0, n}, {n, 4}} {
		for i := range 3 {
			if at := part[0] + i; at < part[1] {
				c.Start[k][i], c.End[k][i] = q.Start[at], q.End[at]
			} else {
				c.Start[k][i], c.End[k][i] = by(q.Start[part[0]]), by(q.End[part[0]])
			}
		}
	}
	if r.IntN(2) == 0 { // away from each other, by some ulps or more
		size = whole
		away := by(geom.Vec{}).Scale(math.Ldexp(1, -r.IntN(50)))
		for i := range 3 {
			c.Start[1][i], c.End[1][i] = c.Start[1][i].Add(away), c.End[1][i].Add(away)
		}
	}
	return c
}

// TestProveIsExact holds what float64 proves of pairs of triangles to the exact stage of their queries.
func TestProveIsExact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 8))
	cases := require.Cases(4000, 300)
	var count [3]int
	for range cases {
		c := nearTriangles(r)
		in, apart := c.window()
		a := never
		if !apart {
			a = c.prove(in, true)
		}
		if count[a]++; a == unproven {
			continue
		}
		if !apart && a == never != (c.prove(in, false) == never) {
			t.Fatalf("%+v: proven %v, and not so without contacts", c, a)
		}
		var list [15]Query
		touch := false
		for _, q := range c.queries(&sharing{}, list[:0]) {
			touch = touch || q.exactly()
		}
		if touch = touch || (&sharing{}).touches(&c.Start); touch != (a == touches) {
			t.Fatalf("%+v: proven %v, which is wrong", c, a)
		}
		if m, err := c.Meet(context.Background(), true); err != nil || m.Touch != touch {
			t.Fatalf("%+v: %+v with times, %v", c, m, err)
		}
	}
	if t.Log(count); count[never] < cases/50 || count[touches] < cases/4 {
		t.Errorf("%v are unproven, never, touching: the test proves little", count)
	}
}
