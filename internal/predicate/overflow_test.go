package predicate

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// An infinite value next to an infinite bound decides nothing, however large it is.

// TestOverflowDecidesNothing: differences overflow, whose products with small numbers are small.
func TestOverflowDecidesNothing(t *testing.T) {
	const huge, tiny = 1.5e308, 1e-308
	// 3e308·1e-308 − 2⁻⁹⁶⁰·2⁹⁷⁰: the first product is 3 and computed as infinite.
	next := above(-huge)
	if d := next + huge; d < 0x1p960 {
		t.Fatalf("numbers of that size are %g apart", d)
	}
	check2D(t, []float64{huge, 0x1p-960 + tiny, next, tiny, -huge, 0})
	check2D(t, []float64{huge, 0x1p-960, next, tiny, -huge, 0})
	check3D(t, []float64{0, -huge, 0, 1, -huge, -0x1p-1000, 0, huge, 0x1p-960, 0x1p-1000, next, tiny})
}

// skew draws a triangle with a corner at the origin and a point by its plane, on the other side of
// it than float64 finds.
func skew(t *testing.T, r *rand.Rand) (q geom.Triangle, x geom.Vec) {
	t.Helper()
	for range 10000 {
		q = geom.Triangle{{}, random3(r), random3(r)}
		x = q[1].Scale(2*r.Float64() - 1).Add(q[2].Scale(2*r.Float64() - 1))
		if d := q[1].Cross(q[2]).Dot(x); d != 0 && sign(d) != det3([]float64{0, 0, 0, q[1].X, q[1].Y, q[1].Z, q[2].X, q[2].Y, q[2].Z, x.X, x.Y, x.Z}).Sign() {
			return q, x
		}
	}
	t.Fatal("float64 finds every side")
	return q, x
}

// TestOverflowOfSquares: where a value is finite but its square is not, nor its bound, its sign may
// still be wrong.
func TestOverflowOfSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 13))
	for range 50 {
		q, x := skew(t, r)
		for _, scale := range []float64{0x1p580, 0x1p600} {
			far := x.Scale(scale)
			want := Orient3D(q[0], q[1], q[2], x)
			var tally Tally
			f := filterOf(q[0], q[1], q[2])
			if got := tally.side(&f, &q, far); got != want {
				t.Fatalf("side of %v of %v = %d, want %d", far, q, got, want)
			}
			if got := Orient3D(q[0], q[1], q[2], far); got != want {
				t.Fatalf("Orient3D(%v, %v) = %d, want %d", q, far, got, want)
			}
			// Two corners that are surely beyond, on the side that x only seems to be on.
			out := q[1].Cross(q[2]).Scale(float64(-want))
			for k := range 3 {
				p := geom.Triangle{out, out, out}
				p[k] = far
				signs := [3]int{-want, -want, -want}
				signs[k] = want
				if got := tally.sides(&q, &p); got != sides3(9*signs[0]+3*signs[1]+signs[2]) {
					t.Fatalf("sides of %v of %v = %d, corner %d by the plane", p, q, got, k)
				}
				if got := tally.ends(&p, &q, &Intersection{}); got {
					t.Fatalf("ends of %v in %v are certain", p, q)
				}
			}
			if a, b := tally.sides2(q[0], q[1], q[2], far, out); a != want || b != -want {
				t.Fatalf("sides2 of %v of %v: %d, %d", far, q, a, b)
			}
			if a, b := tally.sides2(q[0], q[1], q[2], out, far); a != -want || b != want {
				t.Fatalf("sides2 of %v of %v: %d, %d", far, q, a, b)
			}
		}
		// All that a plane is made of is large.
		s := q
		for k := range s {
			s[k] = s[k].Scale(0x1p300)
		}
		if got, want := Orient3D(s[0], s[1], s[2], x.Scale(0x1p300)), Orient3D(q[0], q[1], q[2], x); got != want {
			t.Fatalf("Orient3D of %v and %v, scaled, = %d, want %d", q, x, got, want)
		}
	}
}

// TestLoneCorners: on the plane's other side than the rest, or in it with the rest strictly on one
// side.
func TestLoneCorners(t *testing.T) {
	for k := range 27 {
		s := [3]int{k/9 - 1, k/3%3 - 1, k%3 - 1}
		all := sides3(9*s[0] + 3*s[1] + s[2])
		if all == allAbove || all == allBelow || all == 0 {
			continue
		}
		i, flip := lone(all)
		turn := 1
		if flip {
			turn = -1
		}
		a, b, c := turn*s[i], turn*s[(i+1)%3], turn*s[(i+2)%3]
		if alone := a > 0 && b <= 0 && c <= 0 || a == 0 && b < 0 && c < 0; !alone {
			t.Errorf("of signs %v corner %d is alone, flipped: %v", s, i, flip)
		}
	}
}
