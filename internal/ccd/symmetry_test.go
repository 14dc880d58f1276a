package ccd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

// lattice draws a query with whole coordinates from −n to n: the smaller n, the more of them are
// degenerate, in one plane, at rest or in contact at an end.
func lattice(r *rand.Rand, n int) Query {
	q := Query{Kind: Kind(r.IntN(2))}
	for i := range q.Start {
		for k := range 3 {
			if i > 0 && r.IntN(4) == 0 { // corners that are alike
				set(&q.Start[i], k, q.Start[0].At(k))
			} else {
				set(&q.Start[i], k, float64(r.IntN(2*n+1)-n))
			}
			if r.IntN(5) == 0 { // at rest
				set(&q.End[i], k, q.Start[i].At(k))
			} else {
				set(&q.End[i], k, float64(r.IntN(2*n+1)-n))
			}
		}
	}
	return q
}

// general draws a query with coordinates of magnitude size.
func general(r *rand.Rand, size float64) Query {
	q := Query{Kind: Kind(r.IntN(2))}
	for i := range q.Start {
		for k := range 3 {
			set(&q.Start[i], k, r.NormFloat64()*size)
			set(&q.End[i], k, r.NormFloat64()*size)
		}
	}
	return q
}

func set(v *geom.Vec, k int, x float64) { *[3]*float64{&v.X, &v.Y, &v.Z}[k] = x }

// ordered is the query with its points in another order.
func (q Query) ordered(order ...int) Query {
	p := q
	for i, k := range order {
		p.Start[i], p.End[i] = q.Start[k], q.End[k]
	}
	return p
}

// TestOrders: neither the order of points nor that of edges counts, scales by powers of two do
// not, axes may be exchanged or mirrored, and a motion backwards touches if the motion does.
func TestOrders(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 1))
	touching := 0
	cases := require.Samples(2000, 250, 125)
	for i := range cases {
		q := lattice(r, 1+i%4)
		if i%3 == 0 {
			q = general(r, 1)
		}
		t0, t1, touch := q.First()
		if touch {
			touching++
		}
		orders := [][]int{{1, 0, 2, 3}, {0, 1, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}}
		if q.Kind == VertexFace {
			orders = [][]int{{0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 2, 1}}
		}
		for _, o := range orders {
			p := q.ordered(o...)
			if u0, u1, also := p.First(); also != touch || u0 != t0 || u1 != t1 {
				t.Fatalf("%+v: %v at %v to %v; points in the order %v: %v at %v to %v", q, touch, t0, t1, o, also, u0, u1)
			}
		}
		for _, s := range []float64{0x1p-980, 0x1p-3, 0x1p900} {
			p := q
			for i := range p.Start {
				p.Start[i], p.End[i] = turned(p.Start[i].Scale(s)), turned(p.End[i].Scale(s))
			}
			if u0, u1, also := p.First(); also != touch || u0 != t0 || u1 != t1 {
				t.Fatalf("%+v: %v at %v to %v; scaled by %v and turned: %v at %v to %v", q, touch, t0, t1, s, also, u0, u1)
			}
		}
		back := Query{q.Kind, q.End, q.Start}
		u0, _, also := back.First()
		if also != touch || touch && 1-u0 < t0 {
			t.Fatalf("%+v: %v from %v, backwards %v from %v", q, touch, t0, also, u0)
		}
	}
	if touching < cases/10 {
		t.Errorf("%d queries touch", touching)
	}
}

func turned(v geom.Vec) geom.Vec { return geom.Vec{X: v.Z, Y: -v.X, Z: v.Y} }

// TestCutInTwo: the two halves of a motion, whose middle is exact, answer as the whole does.
func TestCutInTwo(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 2))
	late := 0
	for i := range 3000 {
		q := lattice(r, 1+i%5)
		var half [4]geom.Vec
		for k := range half {
			half[k] = q.Start[k].Add(q.End[k]).Scale(0.5)
		}
		t0, t1, touch := q.First()
		first, second := Query{q.Kind, q.Start, half}, Query{q.Kind, half, q.End}
		u0, u1, also := first.First()
		if also {
			if !touch || t0 != u0/2 || t1 != u1/2 {
				t.Fatalf("%+v: %v at %v to %v; the first half %v to %v", q, touch, t0, t1, u0, u1)
			}
			continue
		}
		u0, u1, also = second.First()
		if also != touch {
			t.Fatalf("%+v: %v; its second half %v", q, touch, also)
		}
		if !also {
			continue
		}
		late++
		// Numbers from 1/2 to 1 are coarser than those from 0 to 1.
		if t0 > (1+u1)/2 || t1 < (1+u0)/2 || t1 > math.Nextafter(t0, 1) {
			t.Fatalf("%+v: %v to %v; the second half %v to %v", q, t0, t1, u0, u1)
		}
	}
	if late < 50 {
		t.Errorf("%d queries touch in the second half first", late)
	}
}

// TestAgainstTheOracle looks at the primitives at 64 times, at which the points are exact, with a
// linear program in rationals: before the first time of contact they are apart, and at it, where
// it is one of these times, they touch.
func TestAgainstTheOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 3))
	met := 0
	cases := require.Samples(400, 60, 30)
	for i := range cases {
		q := lattice(r, 1+i%4)
		t0, t1, touch := q.First()
		for k := range 65 {
			at := float64(k) / 64
			if touch && at > t0 {
				at = t0
				if t0 != t1 || math.Trunc(t0*1024) != t0*1024 {
					break
				}
			}
			if got, want := q.touchesAt(at), touch && at == t0 && t0 == t1; got != want {
				t.Fatalf("%+v: first %v at %v to %v; at %v the oracle says %v", q, touch, t0, t1, at, got)
			}
			if touch && at == t0 {
				met++
				break
			}
		}
	}
	if met < cases/10 {
		t.Errorf("%d contacts were looked at", met)
	}
}

// touchesAt decides at a time at which all points are exact.
func (q *Query) touchesAt(t float64) bool {
	var p [4]geom.Vec
	for i := range p {
		p[i] = q.Start[i].Add(q.End[i].Sub(q.Start[i]).Scale(t))
	}
	n := q.split()
	return oracle.Meet(p[:n], p[n:])
}

func TestMisuse(t *testing.T) {
	t.Parallel()
	for name, q := range map[string]Query{
		"kind": {Kind: 2}, "infinite": {End: [4]geom.Vec{{X: math.Inf(-1)}}}, "not a number": {Start: [4]geom.Vec{2: {Y: math.NaN()}}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			q.First()
		}()
	}
}
