package predicate

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// These tests look at the parts of the predicates one by one: a part that escalates where
// it need not, or the other way round, is wrong although the answer is right.

// TestMinorSaysWhereItIsExact: a minor that calls itself exact is the true value by its
// head alone, and one of small integers does call itself exact.
func TestMinorSaysWhereItIsExact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 1))
	exact, inexact := 0, 0
	for i := range 20000 {
		var d [4]double
		for k := range d {
			d[k].hi = float64(r.IntN(9) - 4)
			switch r.IntN(8) {
			case 0:
				d[k].hi, d[k].lo = twoSum(1+r.Float64(), -0x1p-60*r.Float64())
			case 1:
				d[k].hi = 1 + r.Float64()
			}
		}
		m := minor(d[0], d[1], d[2], d[3])
		value := func(x double) *big.Rat { return radd(rat(x.hi), rat(x.lo)) }
		want := rsub(rmul(value(d[0]), value(d[1])), rmul(value(d[2]), value(d[3])))
		if m.exact && want.Cmp(rat(m.hi)) != 0 {
			t.Fatalf("minor(%v) = %v calls itself exact, but is %v", d, m.hi, want)
		}
		whole := true
		for _, x := range d {
			whole = whole && x.lo == 0 && x.hi == float64(int(x.hi))
		}
		if whole && !m.exact {
			t.Fatalf("case %d: minor(%v) of small integers does not call itself exact", i, d)
		}
		if m.exact {
			exact++
		} else {
			inexact++
		}
	}
	if min(exact, inexact) < 1000 {
		t.Errorf("%d exact, %d not: the sample is one-sided", exact, inexact)
	}
}

// TestReduceFindsTheSimplex: triangles, segments and points are what they are.
func TestReduceFindsTheSimplex(t *testing.T) {
	t.Parallel()
	v := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	for _, c := range []struct {
		p    geom.Triangle
		want []geom.Vec
	}{
		{geom.Triangle{v(0, 0, 0), v(1, 0, 0), v(0, 1, 0)}, []geom.Vec{v(0, 0, 0), v(1, 0, 0), v(0, 1, 0)}},
		{geom.Triangle{v(2, 2, 2), v(0, 0, 0), v(1, 1, 1)}, []geom.Vec{v(0, 0, 0), v(2, 2, 2)}},
		{geom.Triangle{v(1, 0, 0), v(1, 0, 3), v(1, 0, 0)}, []geom.Vec{v(1, 0, 0), v(1, 0, 3)}},
		{geom.Triangle{v(1, 2, 3), v(1, 2, 3), v(1, 2, 3)}, []geom.Vec{v(1, 2, 3)}},
	} {
		var tally Tally
		s := tally.reduce(&c.p)
		if s.n != len(c.want) {
			t.Errorf("%v has %d corners, want %d", c.p, s.n, len(c.want))
			continue
		}
		for i, x := range c.want {
			if s.v[i] != x {
				t.Errorf("corner %d of %v is %v, want %v", i, c.p, s.v[i], x)
			}
		}
	}
}

// TestBesidePlaneSeesBothSides: a box well on one side of a triangle's plane is surely
// apart, whichever side that is; one across it is left open.
func TestBesidePlaneSeesBothSides(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(22, 1))
	for range 200 {
		var points [8]geom.Vec
		turn := [3]geom.Vec{
			{X: 1, Y: r.Float64(), Z: r.Float64()}, {X: -r.Float64(), Y: 1, Z: r.Float64()}, {X: -r.Float64(), Y: -r.Float64(), Z: 1},
		}
		for i := range points {
			for k, a := range turn {
				points[i] = points[i].Add(a.Scale(float64(2*(i>>k&1) - 1)))
			}
		}
		var h Hull
		h.Set(points[:])
		if !h.frame.valid {
			t.Fatal("no frame for a box")
		}
		for _, x := range []float64{-9, 0.1, 9} {
			q := geom.Triangle{{X: x}, {X: x, Y: 50}, {X: x, Z: 50}}
			if x == 0.1 {
				q = geom.Triangle{{X: x, Y: 40}, {X: x, Y: 50}, {X: x, Z: 50}}
			}
			want := sureNo
			if x == 0.1 {
				want = unsure
			}
			for range 2 {
				if got := h.frame.besidePlane(&q, h.frame.slack); got != want {
					t.Fatalf("a box around the origin and the plane X = %v: %v, want %v", x, got, want)
				}
				q[1], q[2] = q[2], q[1]
			}
		}
	}
}
