package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// distanceOf returns the square of a distance that is an integer number of steps.
func distanceOf(x float64) Square {
	n := new(Tally).Distance(&geom.Triangle{}, &geom.Triangle{{X: x}, {X: x}, {X: x}})
	return n.Square
}

// TestReachCountsEitherRadius: a ball next to a point, on whichever side the ball is.
func TestReachCountsEitherRadius(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d, r, s, left float64
	}{{5, 0, 3, 2}, {5, 3, 0, 2}, {5, 2, 1, 2}, {5, 0, 0, 5}, {5, 0, 5, 0}, {5, 5, 0, 0}, {5, 0, 9, 0}, {5, 9, 0, 0}} {
		r := Reach{Square: distanceOf(c.d), R: c.r, S: c.s}
		if r.IsZero() != (c.left == 0) || r.Value() != c.left || r.CompareDistance(c.left) != 0 || r.CompareDistance(c.left+1) != -1 {
			t.Errorf("%g less %g and %g: zero %v, value %g, compared with %g: %d", c.d, c.r, c.s, r.IsZero(), r.Value(), c.left, r.CompareDistance(c.left))
		}
		if c.left > 0 && r.CompareDistance(c.left/2) != 1 {
			t.Errorf("%g less %g and %g is not above %g", c.d, c.r, c.s, c.left/2)
		}
		for _, o := range []Reach{{Square: distanceOf(2)}, {Square: distanceOf(4), S: 2}, {Square: distanceOf(4), R: 2}, {Square: distanceOf(4), R: 1, S: 1}} {
			want := 0
			if c.left != 2 {
				want = int(math.Copysign(1, c.left-2))
			}
			if got, back := r.Compare(&o), o.Compare(&r); got != want || back != -want {
				t.Errorf("%g less %g and %g against 2: %d and %d, want %d", c.d, c.r, c.s, got, back, want)
			}
		}
	}
}

// TestSquaresOfManyUnits compare as their distances do, and have their roots.
func TestSquaresOfManyUnits(t *testing.T) {
	t.Parallel()
	distances := []float64{0, 0x1p-1074, 0x1p-1000, 0x1p-500, 3 * 0x1p-60, 0.1, 0.5, 1, 3, 5e15, 0x1p60, 0x1p500}
	for i, x := range distances {
		a := distanceOf(x)
		if a.Root() != x || a.IsZero() != (x == 0) {
			t.Errorf("the root of %g² is %g", x, a.Root())
		}
		for k, y := range distances {
			b := distanceOf(y)
			want := big.NewInt(int64(i)).Cmp(big.NewInt(int64(k)))
			if got := a.Compare(&b); got != want || a.CompareDistance(y) != want {
				t.Errorf("%g² against %g²: %d, and %d as a distance", x, y, got, a.CompareDistance(y))
			}
		}
	}
}

// TestBoundsOverFaces: a corner above the inside of a face, or about its edge, mostly has bounds that are narrow, whichever of the
// two is the face; and so have triangles anywhere in the range. Differences beyond it leave everything open.
func TestBoundsOverFaces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(91, 1))
	all, narrow := 0, 0
	cases := require.Samples(4000, 250, 125)
	for i := range cases {
		scale := math.Ldexp(1, []int{0, 0, -200, 199, -900, 900}[i%6])
		vec := func() geom.Vec {
			return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		}
		face := geom.Triangle{vec(), vec(), vec()}
		e, f := face[1].Sub(face[0]), face[2].Sub(face[0])
		n := e.Cross(f)
		if n.Norm() < 0.1 {
			continue
		}
		v, w := r.Float64(), r.Float64()
		if v+w > 1 {
			v, w = 1-v, 1-w
		}
		foot := face[0].Add(e.Scale(v)).Add(f.Scale(w))
		up := n.Scale(1 / n.Norm())
		corner := foot.Add(up.Scale(0.1 + r.Float64()))
		above := geom.Triangle{corner, corner.Add(up).Add(vec().Scale(0.1)), corner.Add(up).Add(vec().Scale(0.1))}
		for k := range 3 {
			face[k], above[k] = face[k].Scale(scale), above[k].Scale(scale)
		}
		turn := i / 6 % 3
		above[0], above[1], above[2] = above[turn], above[(turn+1)%3], above[(turn+2)%3]
		for _, pair := range [][2]geom.Triangle{{face, above}, {above, face}} {
			b := DistanceBounds(&pair[0], &pair[1], math.Inf(1))
			lo, hi := b.Lo, b.Hi
			near := new(Tally).Distance(&pair[0], &pair[1])
			if near.Square.CompareDistance(lo) < 0 || near.Square.CompareDistance(hi) > 0 {
				t.Fatalf("%v: from %v to %v, the distance is %v", pair, lo, hi, near.Square.Root())
			}
			if all++; hi-lo < 0x1p-40*scale {
				narrow++
			}
		}
	}
	if narrow < all-all/100 || all < cases*3/2 {
		t.Errorf("%d of %d pairs have narrow bounds", narrow, all)
	}
	far := geom.Triangle{{X: 1.7e308}, {X: 1.7e308, Y: 1}, {X: 1.7e308, Z: 1}}
	other := geom.Triangle{{X: -1.7e308}, {X: -1.7e308, Y: 1}, {X: -1.7e308, Z: 1}}
	if b := DistanceBounds(&far, &other, math.Inf(1)); b.Lo != 0 || !math.IsInf(b.Hi, 1) {
		t.Errorf("beyond the range: from %v to %v", b.Lo, b.Hi)
	}
	if b := DistanceBounds(&far, &far, math.Inf(1)); b.Lo != 0 || !(b.Hi < 1e300) {
		t.Errorf("a triangle and itself at the end of the range: from %v to %v", b.Lo, b.Hi)
	}
}

// TestHalfUnits are half the way to the next number, at the ends of the range, too.
func TestHalfUnits(t *testing.T) {
	t.Parallel()
	const least = math.SmallestNonzeroFloat64
	for x, want := range map[float64]float64{
		0: least, least: least, 1: 0x1p-53, -1: 0x1p-53, 1.5: 0x1p-53, 4: 0x1p-51, 0x1p-1022: least, math.MaxFloat64: 0x1p970, -math.MaxFloat64: 0x1p970,
	} {
		if got := halfUnit(x); got != want {
			t.Errorf("half a unit of %g is %g, want %g", x, got, want)
		}
	}
	for _, x := range []geom.Vec{{X: 1, Y: 1, Z: 1}, {X: 3}, {Y: 0x1p60, Z: 1}} {
		l := math.Sqrt(halfUnit(x.X)*halfUnit(x.X) + halfUnit(x.Y)*halfUnit(x.Y) + halfUnit(x.Z)*halfUnit(x.Z))
		if got := roundingOf(x); !(got > l*(1+4*u)) || got > l*(1+16*u) {
			t.Errorf("rounding to %v moves by %g, bound %g", x, l, got)
		}
	}
}

// TestFeatureNames of all features of a triangle.
func TestFeatureNames(t *testing.T) {
	t.Parallel()
	for f, want := range []string{"vertex", "vertex", "vertex", "edge", "edge", "edge", "face"} {
		if got := Feature(f).String(); got != want {
			t.Errorf("feature %d is a %s, want %s", f, got, want)
		}
	}
}
