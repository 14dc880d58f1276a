package predicate

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
	"github.com/collide-go/collide/internal/simd"
)

// TestHuntedBounds holds the bounds that package simd's TestHunt hunts for against those in use.
func TestHuntedBounds(t *testing.T) {
	if leafBound != 320*0x1p-24 || nearLeafBound != 64*0x1p-24 || leafLeast != 0x1p-34 || doubleBound != 0x1p-95 ||
		floatBound != 0x1p-43 || flatBound != 0x1p-47 {
		t.Error("internal/simd hunts for other bounds: its constants must follow")
	}
}

// TestLeafBoundsKnowTheirRange: beyond an error of some 2¹⁴ units float32 overflows, below one of 2⁻⁵⁸ the
// least radius takes over.
func TestLeafBoundsKnowTheirRange(t *testing.T) {
	for _, c := range []struct {
		e     float64
		least float64
		ok    bool
	}{{0, 0x1p-34, true}, {0x1p-60, 0x1p-34, true}, {0x1p-50, 0x1p-26, true}, {0x1p13, 0x1p37, true}, {0x1p14, 0, false}, {0x1p60, 0, false}, {math.Inf(1), 0, false}} {
		var p simd.Placement
		ok := SetLeafBounds(&p, c.e)
		if ok != c.ok || ok && (float64(p.Least) < c.least || float64(p.Least) > c.least*(1+0x1p-18)) || p.Bound != leafBound {
			t.Errorf("SetLeafBounds(%g) = %v: least %g, bound %g", c.e, ok, p.Least, p.Bound)
		}
	}
}

// TestWorstInputs asks the predicates themselves about all recorded inputs.
func TestWorstInputs(t *testing.T) {
	for _, file := range []string{"testdata/worst.txt", "testdata/worstsigns.txt"} {
		inputs, err := hunt.Inputs(file)
		if err != nil {
			t.Fatal(err)
		}
		for name, x := range inputs {
			switch name {
			case "orient2D", "orient2DSign":
				check2D(t, x)
			case "orient3D", "orient3DSign", "plane", "planeSign", "closer":
				check3D(t, x)
			case "squares", "squaresSign":
				a := geom.Sphere{Center: vecAt(x, 0), Radius: math.Abs(x[6])}
				b := geom.Sphere{Center: vecAt(x, 3), Radius: math.Abs(x[7])}
				if got, want := SphereSphere(&a, &b), squaresApart(x).Sign() <= 0; got != want {
					t.Errorf("%s: SphereSphere(%v, %v) = %v", name, a, b, got)
				}
			}
		}
	}
}

// check2D asks for all orders of three points.
func check2D(t *testing.T, x []float64) {
	t.Helper()
	for range 3 {
		x = []float64{x[2], x[3], x[4], x[5], x[0], x[1]}
		for range 2 {
			x = []float64{x[2], x[3], x[0], x[1], x[4], x[5]}
			if got, want := Orient2D(x[0], x[1], x[2], x[3], x[4], x[5]), det2(x).Sign(); got != want {
				t.Errorf("Orient2D%v = %d, want %d", x, got, want)
			}
		}
	}
}

// check3D asks for all orders of four points.
func check3D(t *testing.T, x []float64) {
	t.Helper()
	p := [4]geom.Vec{vecAt(x, 0), vecAt(x, 3), vecAt(x, 6), vecAt(x, 9)}
	want := det3(x).Sign()
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				l := 6 - i - j - k
				if i == j || i == k || j == k || l < 0 || l > 3 {
					continue
				}
				turn := sign(float64((j - i) * (k - i) * (l - i) * (k - j) * (l - j) * (l - k)))
				if got := Orient3D(p[i], p[j], p[k], p[l]); got != want*turn {
					t.Errorf("Orient3D(%v, %v, %v, %v) = %d, want %d", p[i], p[j], p[k], p[l], got, want*turn)
				}
				var tally Tally
				q := geom.Triangle{p[i], p[j], p[k]}
				f := filterOf(q[0], q[1], q[2])
				if got := tally.side(&f, &q, p[l]); got != want*turn {
					t.Errorf("side of %v of %v = %d, want %d", p[l], q, got, want*turn)
				}
			}
		}
	}
}
