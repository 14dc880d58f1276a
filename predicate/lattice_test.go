package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestLatticeIsExact compares plain float64 with the general test where Fits allows it.
func TestLatticeIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 16))
	hits, flat := 0, 0
	var tally Tally
	for round := range 20000 {
		n := 2 + r.IntN(4)
		if round%4 == 0 {
			n = 1 << (1 + r.IntN(15)) // up to the limit
		}
		scale := math.Ldexp(1, r.IntN(520)-260)
		shift := geom.Vec{X: float64(r.IntN(1 << 20)), Y: float64(r.IntN(1 << 20))}
		draw := func() (l Lattice) {
			for i := range l.T {
				l.T[i] = latticeTriangle(r, n)
				for k, v := range l.T[i] {
					if round%3 == 0 {
						v.Z = float64(n / 2) // in one plane
					}
					l.T[i][k] = v.Add(shift).Scale(scale)
				}
			}
			l.Set(4)
			return l
		}
		a, b := draw(), draw()
		if !a.Fits(&b, float64(n)*scale) {
			t.Fatalf("%d steps of %g are too many", n, scale)
		}
		for i := range 4 {
			for j := range 4 {
				want := TriangleTriangle(&a.T[i], &b.T[j])
				if got := a.Touch(&tally, &b, i, j); got != want {
					t.Fatalf("Touch(%v, %v) = %v, want %v", a.T[i], b.T[j], got, want)
				}
				if want {
					hits++
				}
				if round%3 == 0 {
					flat++
				}
			}
		}
	}
	if hits < 10000 || flat < 10000 {
		t.Errorf("only %d hits, %d coplanar pairs", hits, flat)
	}
}

func TestLatticeFits(t *testing.T) {
	set := func(x float64) (l Lattice) {
		for i := range l.T {
			l.T[i] = geom.Triangle{{X: x}, {Y: 1}, {Z: 1}}
		}
		l.Set(4)
		return l
	}
	one, fine, tiny := set(3), set(1+0x1p-10), set(math.SmallestNonzeroFloat64)
	for _, c := range []struct {
		a, b   *Lattice
		extent float64
		want   bool
	}{
		{&one, &one, 0x1p16, true}, {&one, &one, 0x1.1p16, false},
		{&one, &fine, 64, true}, {&fine, &one, 65, false},
		{&one, &tiny, 0, false},
	} {
		if got := c.a.Fits(c.b, c.extent); got != c.want {
			t.Errorf("Fits with lattices of 2^%d, 2^%d and extent %g: %v, want %v", c.a.exponent, c.b.exponent, c.extent, got, c.want)
		}
	}
}

// TestPlainIsExact compares neighbours on a lattice decided with Tally.Plain and without.
func TestPlainIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 17))
	plain, hits, flat := Tally{Plain: true}, 0, 0
	for round := range 60000 {
		n := 2 + r.IntN(3)
		if round%4 == 0 {
			n = 1 << (1 + r.IntN(15)) // up to the limit
		}
		scale := math.Ldexp(1, r.IntN(520)-260)
		shift := geom.Vec{X: float64(r.IntN(1 << 20)), Y: float64(r.IntN(1 << 20))}
		p, q := sharing(r, r.IntN(3), func() (c geom.Triangle) {
			c = latticeTriangle(r, n)
			for k, v := range c {
				if round%3 == 0 {
					v.Z = float64(n / 2) // in one plane
				}
				c[k] = v.Add(shift).Scale(scale)
			}
			return c
		})
		want := SelfContact(&p, &q, &p, &q)
		if got := plain.SelfContact(&p, &q, &p, &q); got != want {
			t.Fatalf("SelfContact(%v, %v) = %v in plain float64, want %v", p, q, got, want)
		}
		if want {
			hits++
			if round%3 == 0 {
				flat++
			}
		}
	}
	if plain.Adaptive+plain.Exact > 0 || hits < 10000 || flat < 5000 || flat == hits {
		t.Errorf("%v, %d hits, %d of them coplanar", plain, hits, flat)
	}
}
