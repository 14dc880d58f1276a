package depth

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestMiddles holds isMiddle to rationals, for middles that are exact, rounded, or off by a unit in one coordinate.
func TestMiddles(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(33, 1))
	number := func() float64 { return math.Ldexp(float64(r.IntN(1<<20)-1<<19), r.IntN(40)-20) }
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	counts := map[bool]int{}
	for range 2000 {
		a, b := vec(number(), number(), number()), vec(number(), number(), number())
		if r.IntN(2) == 0 { // all digits
			a = a.Scale(1 / 3.0)
		}
		m := a.Scale(0.5).Add(b.Scale(0.5))
		switch r.IntN(6) {
		case 0:
			m.X = math.Nextafter(m.X, 1)
		case 1:
			m.Z = math.Nextafter(m.Z, -1)
		}
		want := true
		for k := range 3 {
			sum := rat(a.At(k))
			want = want && sum.Add(sum, rat(b.At(k))).Cmp(rat(2*m.At(k))) == 0
		}
		if got := isMiddle(m, a, b); got != want {
			t.Fatalf("%v of %v and %v: %v, want %v", m, a, b, got, want)
		}
		counts[want]++
	}
	if counts[true] < 200 || counts[false] < 200 {
		t.Errorf("middles or not: %v", counts)
	}
}

// TestNearestPlaces: the nearest place of a triangle lies in it, and none of many others is nearer to the origin, by more than rounding.
func TestNearestPlaces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(33, 2))
	for range 3000 {
		var q geom.Triangle
		for k := range q {
			q[k] = vec(float64(r.IntN(9)-4), float64(r.IntN(9)-4), float64(r.IntN(9)-4))
		}
		if q[1].Sub(q[0]).Cross(q[2].Sub(q[0])) == (geom.Vec{}) {
			continue // a worse point of it may be chosen
		}
		got := nearestPlace(&q).Norm()
		for i := range 13 {
			for j := range 13 - i {
				s, u := float64(i)/12, float64(j)/12
				if p := q[0].Scale(1 - s - u).Add(q[1].Scale(s)).Add(q[2].Scale(u)); p.Norm() < got-1e-9 {
					t.Fatalf("%v: nearest at %v, but %v is at %v", q, got, p, p.Norm())
				}
			}
		}
	}
}
