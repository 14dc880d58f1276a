package predicate

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// almostFlat draws eight triangles, all or half of them in one plane except for the rounding
// of a turned pose, some sharing corners; extent bounds their differences.
func almostFlat(r *rand.Rand) (a, b [4]geom.Triangle, extent float64) {
	pose := rotation(r)
	scale, shift := math.Ldexp(1, r.IntN(200)-100), r.IntN(3) == 0
	thickness := float64(r.IntN(4) / 3)
	var pool [10]geom.Vec
	for i := range pool {
		pool[i] = geom.Vec{X: r.Float64(), Y: r.Float64(), Z: thickness * r.Float64()}
		if r.IntN(2) == 0 {
			pool[i].X, pool[i].Y = math.Round(3*pool[i].X)/3, math.Round(3*pool[i].Y)/3
		}
	}
	draw := func(t *[4]geom.Triangle) {
		for i := range t {
			for v := range t[i] {
				p := pool[r.IntN(len(pool))]
				if shift {
					p.X += 1000
				}
				p = pose.MulVec(p)
				t[i][v] = p.Scale(scale)
			}
		}
	}
	draw(&a)
	draw(&b)
	box := geom.EmptyAABB()
	for _, t := range append(a[:], b[:]...) {
		c := t.Bounds()
		box.Include(&c)
	}
	return a, b, box.Size().MaxAbs() * (1 + 0x1p-40)
}

// rotation is one up to rounding.
func rotation(r *rand.Rand) geom.Mat {
	x := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	x = x.Scale(1 / x.Norm())
	y := x.Cross(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()})
	y = y.Scale(1 / y.Norm())
	z := x.Cross(y)
	return geom.Mat{x.X, x.Y, x.Z, y.X, y.Y, y.Z, z.X, z.Y, z.Z}
}

// checkDoubles compares what a level is certain of with the exact answers.
func checkDoubles(t *testing.T, a, b *[4]geom.Triangle, extent float64, asked uint32, counts *[3]int) {
	t.Helper()
	m := &simd.MakeMotions(1)[0]
	ra, rb := rowsOf(a), rowsOf(b)
	wantHit, wantApart := DoubleLeaves(simd.Go, m, &ra, &rb, extent, asked)
	for _, level := range simd.Levels() {
		hit, apart := DoubleLeaves(level, m, &ra, &rb, extent, asked)
		if hit != wantHit || apart != wantApart {
			t.Fatalf("%v: hit %04x, apart %04x, Go says %04x, %04x", level, hit, apart, wantHit, wantApart)
		}
	}
	if (wantHit|wantApart)&^asked != 0 || wantHit&wantApart != 0 {
		t.Fatalf("asked %04x, hit %04x, apart %04x", asked, wantHit, wantApart)
	}
	for k := range 16 {
		p, q := &a[k/4], &b[k%4]
		switch touch := TriangleTriangle(p, q); {
		case wantHit>>k&1 == 1 && (!touch || !SelfContact(p, q, p, q)), wantApart>>k&1 == 1 && touch:
			t.Fatalf("%v and %v: certain, but touch is %v", p, q, touch)
		case wantHit>>k&1 == 1:
			counts[0]++
		case wantApart>>k&1 == 1:
			counts[1]++
		case asked>>k&1 == 1:
			counts[2]++
		}
	}
}

func TestDoublesAreSound(t *testing.T) {
	r := rand.New(rand.NewPCG(106, 53))
	var n [3]int
	for round := range 6000 {
		a, b, extent := almostFlat(r)
		asked := uint32(0xffff)
		if round%3 == 0 {
			asked = uint32(r.IntN(1 << 16))
		}
		checkDoubles(t, &a, &b, extent, asked, &n)
	}
	t.Logf("hit, apart, open: %v", n)
	if n[0] < 5000 || n[1] < 5000 || n[2] < 5000 {
		t.Errorf("the test is weak: %v", n)
	}
}

// TestDoublesKnowTheirRange asks for extents at which underflow or overflow would spoil
// the bound.
func TestDoublesKnowTheirRange(t *testing.T) {
	r := rand.New(rand.NewPCG(200, 200))
	var n [3]int
	for range 150 {
		for _, e := range []int{-1070, -330, -201, -199, 190, 202, 330, 340, 341, 345, 360, 510} {
			a, b, _ := almostFlat(r)
			box := geom.EmptyAABB()
			for i := range 4 {
				for v := range 3 {
					a[i][v], b[i][v] = a[i][v].Scale(math.Ldexp(1, e/2)), b[i][v].Scale(math.Ldexp(1, e/2))
					a[i][v], b[i][v] = a[i][v].Scale(math.Ldexp(1, e-e/2)), b[i][v].Scale(math.Ldexp(1, e-e/2))
				}
				p, q := a[i].Bounds(), b[i].Bounds()
				box.Include(&p)
				box.Include(&q)
			}
			checkDoubles(t, &a, &b, box.Size().MaxAbs()*(1+0x1p-40), 0xffff, &n)
		}
	}
}

// TestDoublesSeeTheirExtent moves one corner of two leaves away, beyond the extent that the
// bound is made for, or to where no number is: nothing is certain then.
func TestDoublesSeeTheirExtent(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 2))
	m := &simd.MakeMotions(1)[0]
	certain := 0
	for round := range 600 {
		var c [2]simd.Corners
		for i := range c {
			for k := range c[i] {
				for j := range c[i][k] {
					c[i][k][j] = r.Float64()
				}
			}
		}
		hit, apart := DoubleLeaves(simd.Go, m, &c[0], &c[1], 1, 0xffff)
		certain += bits.OnesCount32(hit | apart)
		c[r.IntN(2)][r.IntN(9)][r.IntN(4)] = []float64{2.5, -1.5, 1e9, 1e300, math.Inf(1), math.Inf(-1), math.NaN()}[round%7]
		for _, level := range simd.Levels() {
			if hit, apart := DoubleLeaves(level, m, &c[0], &c[1], 1, 0xffff); hit|apart != 0 {
				t.Fatalf("%v: hit %04x, apart %04x of corners beyond the extent: %v", level, hit, apart, c)
			}
		}
	}
	if certain < 5000 {
		t.Errorf("only %d pairs were certain within it", certain)
	}
}

// FuzzDoubles takes the scene from the input.
func FuzzDoubles(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, seed, stream uint64) {
		var n [3]int
		a, b, extent := almostFlat(rand.New(rand.NewPCG(seed, stream)))
		checkDoubles(t, &a, &b, extent, 0xffff, &n)
	})
}
