package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// extremeSmall returns an integer below 2^26, often one of the largest.
func extremeSmall(r *rand.Rand) int64 {
	const most = 1<<smallBits - 1
	n := []int64{most, most - r.Int64N(4), r.Int64N(most + 1), r.Int64N(5)}[r.IntN(4)]
	if r.IntN(2) == 0 {
		return -n
	}
	return n
}

// Points computed in 128 bits are those of integers of any size, at the ends of the range and in units of any size.
func TestSmallPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, exponent := range []int{0, -30, -1074, 900} {
		for range 4000 {
			var v [5]geom.Vec
			for i := range v {
				at := func() float64 { return math.Ldexp(float64(extremeSmall(r)), exponent) }
				v[i] = geom.Vec{X: at(), Y: at(), Z: at()}
			}
			u := units(exponent + 1074)
			s, ok := u.smalls(v[:]...)
			if !ok {
				t.Fatalf("%v is not small in units of 2^%d", v, exponent)
			}
			q := geom.Triangle(v[:3])
			small := [3][3]int64(s[:3])
			da, db := smallVolume(&small, &s[3]), smallVolume(&small, &s[4])
			if da.big().Cmp(u.volume(&q, v[3])) != 0 || db.big().Cmp(u.volume(&q, v[4])) != 0 {
				t.Fatalf("%v: volumes %v and %v, expected %v and %v", v, da.big(), db.big(), u.volume(&q, v[3]), u.volume(&q, v[4]))
			}
			x, y := u.point(v[3]), u.point(v[4])
			if da.big().Sign()*db.big().Sign() < 0 {
				samePoint(t, u.smallBetween(&s[3], &s[4], da, db), between(&x, &y, da.big(), db.big()))
			}
			for w := range plane2(3) {
				p, q := u.point(v[0]), u.point(v[1])
				da, db = smallArea(w, &s[0], &s[1], &s[3]), smallArea(w, &s[0], &s[1], &s[4])
				if da.big().Cmp(area(w, &p, &q, &x)) != 0 {
					t.Fatalf("%v: area %v, expected %v", v, da.big(), area(w, &p, &q, &x))
				}
				if da.big().Sign()*db.big().Sign() < 0 {
					samePoint(t, u.smallBetween(&s[3], &s[4], da, db), between(&x, &y, da.big(), db.big()))
				}
			}
		}
	}
}

func samePoint(t *testing.T, got, want ratPoint) {
	t.Helper()
	if got.w.Cmp(want.w) != 0 {
		t.Fatalf("denominator %v, expected %v", got.w, want.w)
	}
	for k := range 3 {
		if got.v[k].Cmp(want.v[k]) != 0 {
			t.Fatalf("coordinate %d is %v, expected %v", k, got.v[k], want.v[k])
		}
	}
}

// What has one bit more is not small.
func TestSmallRange(t *testing.T) {
	for x, want := range map[float64]bool{0: true, 1<<26 - 1: true, 1 << 26: false, -(1<<26 - 1): true, -(1 << 26): false, math.MaxFloat64: false} {
		v, ok := units(1074).small(geom.Vec{Y: x})
		if ok != want || ok && v[1] != int64(x) {
			t.Errorf("%v: %v, %v; expected %v", x, v, ok, want)
		}
	}
	if v, ok := units(1075).small(geom.Vec{Z: -6}); !ok || v[2] != -3 {
		t.Errorf("-6 in units of 2: %v, %v", v, ok)
	}
}

func TestInt128(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 10000 {
		a, b, m := wide(r.Int64()-1<<62).times(r.Int64N(1<<40)), wide(-r.Int64()), r.Int64N(1<<20)-1<<19
		x, y := a.big(), b.big()
		for _, c := range []struct{ got, want *big.Int }{
			{a.plus(b).big(), new(big.Int).Add(x, y)}, {a.minus(b).big(), new(big.Int).Sub(x, y)}, {a.times(m).big(), new(big.Int).Mul(x, big.NewInt(m))},
		} {
			if c.got.Cmp(c.want) != 0 {
				t.Fatalf("%v, %v, %d: %v, expected %v", x, y, m, c.got, c.want)
			}
		}
	}
}
