package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// rowsOf are four triangles in the order of the kernels.
func rowsOf(t *[4]geom.Triangle) (c simd.Corners) {
	for i := range t {
		for v, p := range t[i] {
			c[3*v][i], c[3*v+1][i], c[3*v+2][i] = p.X, p.Y, p.Z
		}
	}
	return c
}

// latticeScene draws eight triangles of corners up to n steps apart, some spanning no
// plane, some all in one plane along an axis or across the axes, far off and scaled.
func latticeScene(r *rand.Rand, n int) (a, b [4]geom.Triangle, extent float64) {
	scale := math.Ldexp(1, r.IntN(520)-260)
	shift := geom.Vec{X: float64(r.IntN(1 << 20)), Y: float64(r.IntN(1 << 20))}
	plane := r.IntN(6)
	draw := func(t *[4]geom.Triangle) {
		for i := range t {
			t[i] = latticeTriangle(r, n)
			for k, v := range t[i] {
				switch half := float64(n / 2); plane {
				case 0:
					v.X = half
				case 1:
					v.Y = half
				case 2:
					v.Z = half
				case 3:
					v.Z = float64(n) - v.X
				}
				t[i][k] = v.Add(shift).Scale(scale)
			}
		}
	}
	draw(&a)
	draw(&b)
	return a, b, float64(n) * scale
}

// TestLatticeIsExact compares every level with the general test.
func TestLatticeIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 16))
	m := &simd.MakeMotions(1)[0]
	hits, misses, left := 0, 0, 0
	for round := range 8000 {
		n := 2 + r.IntN(4)
		if round%4 == 0 {
			n = min(1<<(1+r.IntN(16)), 57000) - r.IntN(2) // up to the limit
		}
		a, b, extent := latticeScene(r, n)
		ra, rb := rowsOf(&a), rowsOf(&b)
		asked := uint32(r.IntN(1 << 16))
		if round%2 == 0 {
			asked = 0xffff
		}
		for _, level := range simd.Levels() {
			touch, open, fits := LatticeLeaves(level, m, &ra, &rb, extent, asked)
			if !fits || (touch|open)&^asked != 0 || touch&open != 0 {
				t.Fatalf("%v: %d steps: fits %v, asked %04x, touch %04x, open %04x", level, n, fits, asked, touch, open)
			}
			for k := range 16 {
				p, q := &a[k/4], &b[k%4]
				if asked>>k&1 == 0 {
					continue
				}
				if open>>k&1 == 1 {
					if left++; !Collinear(p[0], p[1], p[2]) && !Collinear(q[0], q[1], q[2]) {
						t.Fatalf("%v: left open: %v, %v", level, p, q)
					}
					continue
				}
				want := TriangleTriangle(p, q)
				if got := touch>>k&1 == 1; got != want {
					t.Fatalf("%v: %v and %v touch is %v, want %v", level, p, q, got, want)
				}
				if want {
					hits++
				} else {
					misses++
				}
			}
		}
	}
	if least := 8000 * len(simd.Levels()); hits < least || misses < least || left < least/4 {
		t.Errorf("only %d hits, %d misses, %d left open", hits, misses, left)
	}
}

func TestLatticeFits(t *testing.T) {
	set := func(x float64) *simd.Corners {
		one := geom.Triangle{{X: x}, {Y: 1}, {Z: 1}}
		c := rowsOf(&[4]geom.Triangle{one, {{X: 2}, {Y: 1}, {Z: 1}}, one, one})
		return &c
	}
	one, fine, tiny := set(3), set(1+0x1p-10), set(math.SmallestNonzeroFloat64)
	m := &simd.MakeMotions(1)[0]
	for _, c := range []struct {
		a, b   *simd.Corners
		extent float64
		want   bool
	}{
		{one, one, 0x1.ffp14, true}, {one, one, 0x1p16, false},
		{one, fine, 55, true}, {one, fine, 56, false}, {fine, one, 64, false}, {one, tiny, 1, false}, {tiny, one, 1, false},
		{one, one, 57000, true}, {one, one, 57001, false}, {one, one, 3, true}, {one, one, 2.9, false}, {one, one, 0, false},
		{one, one, 0x1p-290, false}, {one, one, 0x1p+320, false}, {one, one, math.Inf(1), false}, {one, one, math.NaN(), false},
	} {
		for _, level := range simd.Levels() {
			if _, _, got := LatticeLeaves(level, m, c.a, c.b, c.extent, 1); got != c.want {
				t.Errorf("%v: fits with extent %g is %v", level, c.extent, got)
			}
		}
	}
}

// BenchmarkLattice decides four triangles against four on a lattice.
func BenchmarkLattice(b *testing.B) {
	r := rand.New(rand.NewPCG(6, 6))
	type scene struct {
		a, b   simd.Corners
		extent float64
	}
	var scenes []scene
	for range 64 {
		p, q, extent := latticeScene(r, 60)
		scenes = append(scenes, scene{rowsOf(&p), rowsOf(&q), extent})
	}
	m := &simd.MakeMotions(1)[0]
	for _, l := range simd.Levels() {
		b.Run(l.String(), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				s := &scenes[i&63]
				LatticeLeaves(l, m, &s.a, &s.b, s.extent, 0xffff)
			}
		})
	}
}

// FuzzLattice takes the scene from the input.
func FuzzLattice(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint16(3))
	f.Add(uint64(5), uint64(8), uint16(65535))
	m := &simd.MakeMotions(1)[0]
	f.Fuzz(func(t *testing.T, seed, stream uint64, n uint16) {
		a, b, extent := latticeScene(rand.New(rand.NewPCG(seed, stream)), 2+int(n)%56999)
		ra, rb := rowsOf(&a), rowsOf(&b)
		for _, level := range simd.Levels() {
			touch, open, fits := LatticeLeaves(level, m, &ra, &rb, extent, 0xffff)
			for k := range 16 {
				if p, q := &a[k/4], &b[k%4]; !fits || open>>k&1 == 0 && touch>>k&1 == 1 != TriangleTriangle(p, q) {
					t.Fatalf("%v: fits %v, %v and %v", level, fits, p, q)
				}
			}
		}
	})
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
