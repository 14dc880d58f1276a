package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// Pairs that share the nearest features of another pair: what NoNearer vouches for is no
// nearer, and it vouches for most of what is not.
func TestNoNearer(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 9))
	vouched, equal, shared := map[[2]string]int{}, map[[2]string]int{}, map[[2]string]int{}
	for k := range require.Samples(6000, 500, 250) {
		point := func() geom.Vec {
			v := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			if k%3 == 0 {
				v = geom.Vec{X: math.Round(2 * v.X), Y: math.Round(2 * v.Y), Z: math.Round(2 * v.Z)}
			}
			return v
		}
		p, q := geom.Triangle{point(), point(), point()}, geom.Triangle{point(), point(), point()}
		for i := range q {
			q[i].Z += 3
		}
		n := new(Tally).Distance(&p, &q)
		if n.Square.IsZero() {
			continue
		}
		kind := [2]string{n.A.String(), n.B.String()}
		for range 4 {
			a, b := replaceOther(r, &p, n.A, point), replaceOther(r, &q, n.B, point)
			d := new(Tally).Distance(&a, &b)
			c := d.Square.Compare(&n.Square)
			if c == 0 {
				equal[kind]++
			}
			if n.NoNearer(&p, &q, &a, &b) {
				if vouched[kind]++; c < 0 {
					t.Fatalf("%v and %v (features %d, %d) are nearer than %v and %v", a, b, n.A, n.B, p, q)
				}
			}
		}
		checkShared(t, r, &p, &q, &n, point, shared)
		if back := new(Tally).Distance(&q, &p); n.NoNearer(&p, &q, &p, &q) != back.NoNearer(&q, &p, &q, &p) {
			t.Fatalf("NoNearer of %v and %v depends on the order", p, q)
		}
	}
	for kind, n := range equal {
		if n > require.Cases(50, 5) && vouched[kind] < n/2 {
			t.Errorf("%v: %d pairs are as near, NoNearer vouches for %d", kind, n, vouched[kind])
		}
		if n > require.Cases(50, 5) && kind[0] != "face" && kind[1] != "face" && shared[kind] < n/4 {
			t.Errorf("%v: %d pairs are as near, SharedFeatures vouch for %d", kind, n, shared[kind])
		}
	}
}

// checkShared looks whether pairs that SharedFeatures vouch for are exactly as far apart, whatever
// features they are given.
func checkShared(t *testing.T, r *rand.Rand, p, q *geom.Triangle, n *Near, point func() geom.Vec, vouched map[[2]string]int) {
	t.Helper()
	for k := range 8 {
		at := [2]Feature{n.A, n.B}
		if k == 0 {
			at = [2]Feature{Feature(r.IntN(7)), Feature(r.IntN(7))}
		}
		var s SharedFeatures
		s.Set(p, q, at[0], at[1])
		for range 2 {
			a, b := replaceOther(r, p, at[0], point), replaceOther(r, q, at[1], point)
			if !s.AsFar(&a, &b) {
				continue
			}
			vouched[[2]string{n.A.String(), n.B.String()}]++
			if d := new(Tally).Distance(&a, &b); d.Square.Compare(&n.Square) != 0 {
				t.Fatalf("%v and %v are not as far apart as %v and %v (features %d, %d)", a, b, p, q, at[0], at[1])
			}
		}
	}
	if new(SharedFeatures).AsFar(p, q) {
		t.Fatal("SharedFeatures of nothing vouch for a pair")
	}
}

// replaceOther moves a corner that does not belong to a feature, if there is one.
func replaceOther(r *rand.Rand, t *geom.Triangle, f Feature, point func() geom.Vec) geom.Triangle {
	s, p := *t, partOf(f, t)
	for i := range s {
		if !p.has(s[i]) && r.IntN(2) == 0 {
			s[i] = s[i].Add(point().Scale(0.5))
		}
	}
	k := r.IntN(3)
	return geom.Triangle{s[k], s[(k+1)%3], s[(k+2)%3]}
}
