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

// TestLimitsOfBoxesAlongTheAxes: a limit that is the width itself holds, by exact arithmetic at corners that lie on faces: a first cell that was
// rounded has none.
func TestLimitsOfBoxesAlongTheAxes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(33, 3))
	pairs := [][4]geom.Vec{{vec(-0.75, -0.25, -0.0625), vec(0.8125, 0.4375, 0.375), vec(0.0625, 0.125, -0.75), vec(0.4375, 1, 0.125)}}
	for len(pairs) < 40 {
		var p [4]geom.Vec
		for i := range 2 {
			low, size := vec(float64(r.IntN(17)-8), float64(r.IntN(17)-8), float64(r.IntN(17)-8)), vec(float64(1+r.IntN(24)), float64(1+r.IntN(24)), float64(1+r.IntN(24)))
			p[2*i], p[2*i+1] = low.Scale(1./16), low.Add(size).Scale(1./16)
		}
		pairs = append(pairs, p)
	}
	deep := 0
	for _, p := range pairs {
		common := geom.AABB{Min: p[0], Max: p[1]}.Intersect(geom.AABB{Min: p[2], Max: p[3]})
		d := common.Size()
		want := min(d.X, d.Y, d.Z)
		if want <= 0 {
			continue
		}
		deep++
		a, b := posed(t, box("", p[0], p[1]), geom.Identity), posed(t, box("", p[2], p[3]), geom.Identity)
		s := search()
		for _, limit := range []float64{want, want * 1.25, want * 0.75} {
			w, ok := s.Width(a, b, Goal{Decide: true, Limit: limit})
			if !ok || w.Lo > want || w.Hi < want || (w.Hi <= limit) != (want <= limit) {
				t.Errorf("%v: %v (%v) for a limit of %v, want %v after %d looks", p, w, ok, limit, want, s.Looks())
			}
		}
	}
	if deep < 10 {
		t.Errorf("only %d pairs", deep)
	}
}

// TestCreases: between two corners of an outline the lesser of the way and a length lies below the lines from corner to crease, so that a box around the
// three holds it along any direction.
func TestCreases(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(33, 4))
	number := func() float64 { return 2*r.Float64() - 1 }
	creases := 0
	for range 20000 {
		w := shadow{hasWay: true, slope: vec(number(), number(), number()).Scale(math.Ldexp(1, r.IntN(30))), start: number()}
		x, y, length := vec(number(), number(), number()), vec(number(), number(), number()), r.Float64()
		z, off, ok := w.crease(x, y, length)
		if !ok {
			continue
		}
		creases++
		// How high the three corners reach along (e, c): e·x + c·min(way, length).
		e, c := vec(number(), number(), number()), number()
		at := func(p geom.Vec) float64 { return e.Dot(p) + c*min(w.way(p), length) }
		most := max(at(x), at(y), e.Dot(z)+c*length+2*off)
		for i := range 65 {
			if got := at(x.Add(y.Sub(x).Scale(float64(i) / 64))); got > most+1e-9*math.Abs(most) {
				t.Fatalf("slope %v, from %v to %v: %v of the way is at %v, above %v", w.slope, x, y, float64(i)/64, got, most)
			}
		}
	}
	if creases < 1000 {
		t.Errorf("only %d creases", creases)
	}
}
