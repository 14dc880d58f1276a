package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// multipleOf reports whether x is a whole multiple of 2ᵉ.
func multipleOf(x float64, e int) bool {
	if x-x != 0 {
		return false
	}
	f := new(big.Float).SetFloat64(x)
	return f.SetMantExp(f, -e).IsInt()
}

// within reports whether no coordinate is farther than extent from the second leaf's first.
func within(c *[2]simd.Corners, extent float64) bool {
	for k := range 9 {
		for i := range c {
			for _, x := range c[i][k] {
				if math.Abs(x-c[1][k%3][0]) > extent {
					return false
				}
			}
		}
	}
	return true
}

// strays are coordinates next to a lattice of step 1: too small, too fine, far off.
func strays(r *rand.Rand) float64 {
	x := []float64{
		math.SmallestNonzeroFloat64, 0x1p-1060, 0x1p-1022, 1e-300, 1e-270, 0x1p-200, 0x1p-53, 0x1p-1,
		1 + 0x1p-52, 0x1p51 + 0.5, 0x1p53 + 2, 0x1p80, 3, 50000, 49999, 50007, 0x1p16, 40000.5,
		math.Ldexp(1+r.Float64(), r.IntN(130)-70), math.MaxFloat64, math.Inf(1), math.NaN(),
	}[r.IntN(22)]
	if r.IntN(2) == 0 {
		return -x
	}
	return x
}

// TestLatticeSeesEveryCoordinate puts one number next to a lattice, at each of the places
// of two leaves: a leaf that is on none, or too wide, must not be taken for one.
func TestLatticeSeesEveryCoordinate(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	m := &simd.MakeMotions(1)[0]
	off := 0
	for round := range 4000 {
		e := []int{0, -284, -150, 150, 270}[round%5]
		var c [2]simd.Corners
		for k := range 9 {
			for i := range c {
				for j := range c[i][k] {
					c[i][k][j] = math.Ldexp(float64(r.IntN(8)), e)
				}
			}
		}
		x := math.Ldexp(strays(r), e)
		switch round % 3 {
		case 0:
			x = strays(r)
		case 1:
			x = math.Ldexp(float64(r.IntN(100000)-50000), e)
		}
		c[r.IntN(2)][r.IntN(9)][r.IntN(4)] = x
		extent := math.Ldexp(50000, e)
		on := multipleOf(x, e) && within(&c, extent)
		if !on {
			off++
		}
		for _, level := range simd.Levels() {
			if _, _, fits := LatticeLeaves(level, m, &c[0], &c[1], extent, 0xffff); fits != on {
				t.Fatalf("%v: %g beside a lattice of step 2^%d fits: %v", level, x, e, fits)
			}
		}
	}
	if off < 1000 || off > 3000 {
		t.Errorf("%d of 4000 are off the lattice", off)
	}
}

// TestLatticeOfTinyCoordinates has the triangles of the report: one edge passes a corner
// at a distance that x·(1/step) rounds to 0.
func TestLatticeOfTinyCoordinates(t *testing.T) {
	m := &simd.MakeMotions(1)[0]
	for _, c := range []struct{ size, tiny float64 }{
		{1, 5e-324}, {1, 0x1p-1060}, {0x1p-20, 5e-324}, {0x1p100, 1e-300}, {0x1p234, 1e-270}, {0x1p234, 5e-324},
	} {
		for _, sign := range []float64{1, -1} {
			p, q := razorOf(c.size, sign*c.tiny)
			ra, rb := rowsOf(&[4]geom.Triangle{p, p, p, p}), rowsOf(&[4]geom.Triangle{q, q, q, q})
			want := TriangleTriangle(&p, &q)
			if want != (sign > 0) {
				t.Fatalf("size %g, tiny %g: touch is %v", c.size, sign*c.tiny, want)
			}
			for _, level := range simd.Levels() {
				touch, open, fits := LatticeLeaves(level, m, &ra, &rb, c.size*0x1p18, 0xffff)
				if fits && (open != 0 || touch == 0xffff != want) {
					t.Errorf("%v: size %g, tiny %g: touch %04x, open %04x, want %v", level, c.size, sign*c.tiny, touch, open, want)
				}
			}
		}
	}
}

// TestLatticeKnowsItsRange scales lattices to where products of steps vanish or overflow: they fit
// no longer, or are decided rightly.
func TestLatticeKnowsItsRange(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 7))
	m := &simd.MakeMotions(1)[0]
	fitted := 0
	for e := -1000; e <= 900; e += 9 {
		var p, q [4]geom.Triangle
		for i := range p {
			for k := range 3 {
				p[i][k], q[i][k] = latticeTriangle(r, 4)[0].Scale(math.Ldexp(1, e)), latticeTriangle(r, 4)[0].Scale(math.Ldexp(1, e))
			}
		}
		ra, rb := rowsOf(&p), rowsOf(&q)
		for _, steps := range []float64{3, 400, 50000} {
			for _, level := range simd.Levels() {
				touch, open, fits := LatticeLeaves(level, m, &ra, &rb, math.Ldexp(steps, e), 0xffff)
				if !fits {
					continue
				}
				fitted++
				for k := range 16 {
					if open>>k&1 == 0 && touch>>k&1 == 1 != TriangleTriangle(&p[k/4], &q[k%4]) {
						t.Fatalf("%v: steps of 2^%d: %v and %v", level, e, p[k/4], q[k%4])
					}
				}
			}
		}
	}
	if fitted < 50*3*len(simd.Levels()) {
		t.Errorf("only %d scales fit", fitted)
	}
}

// razorOf is a triangle and one whose edge passes the first's corner by half of tiny: they
// touch unless it is negative.
func razorOf(size, tiny float64) (p, q geom.Triangle) {
	s := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z}.Scale(size) }
	p = geom.Triangle{s(65536, 0, 0), s(65536, 32768, 0), s(98304, 32768, 0)}
	q = geom.Triangle{s(65536, 32768, 131072), s(32768, 0, 0), s(98304, 0, 0)}
	q[2].Y = tiny
	return p, q
}
