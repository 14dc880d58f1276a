package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// TestHuntSigns looks for the largest values that a filter may not trust: their sign is wrong.
// They are what a bound must not fall below, whatever is proven.
func TestHuntSigns(t *testing.T) {
	hunt.Test(t, "testdata/worstsigns.txt", []hunt.Case{
		{Name: "orient2DSign", N: 6, Start: almostLine, Ratio: orient2DSignRatio, Steps: 20000},
		{Name: "orient3DSign", N: 12, Start: almostPlane, Ratio: orient3DSignRatio, Steps: 10000},
		{Name: "planeSign", N: 12, Start: almostPlane, Ratio: planeSignRatio, Steps: 10000},
		{Name: "squaresSign", N: 8, Start: around, Ratio: squaresSignRatio},
	})
}

// almostLine draws three points on a line but for rounding; the last one is about where the
// differences to it are rounded.
func almostLine(r *rand.Rand, x []float64) {
	dx, dy := 1+r.Float64()*float64(r.IntN(2)), 1+r.Float64()*float64(r.IntN(2))
	for k, s := range []float64{1 + r.Float64(), -1 - r.Float64()} {
		x[2*k], x[2*k+1] = nudge(r, s*dx), nudge(r, -s*dy)
	}
	if x[4], x[5] = dust(r), dust(r); r.IntN(2) == 0 {
		x[5] = x[4]
	}
}

// almostPlane draws four points in a plane but for rounding, the first one likewise.
func almostPlane(r *rand.Rand, x []float64) {
	s, t := 2*r.Float64()-1, 2*r.Float64()-1
	for k := range 3 {
		x[k] = dust(r)
		x[3+k], x[6+k] = nudge(r, 4*r.Float64()-2), nudge(r, 4*r.Float64()-2)
		if r.IntN(3) == 0 {
			x[6+k] = nudge(r, x[3+k])
		}
		x[9+k] = nudge(r, s*x[3+k]+t*x[6+k])
	}
}

func nudge(r *rand.Rand, x float64) float64 {
	return math.Float64frombits(math.Float64bits(x) + uint64(r.IntN(1<<r.IntN(12))))
}

// dust is about half a unit in the last place of 1 or 2.
func dust(r *rand.Rand) float64 {
	return math.Ldexp(r.Float64()+0.5, -54+r.IntN(3)) * float64(2*r.IntN(2)-1)
}

// wrongSign is a computed value over its bound where its sign is wrong; where it is right, a small
// number that grows as the value comes to nothing.
func wrongSign(computed float64, exact *big.Float, bound float64) float64 {
	ratio := math.Abs(computed) / bound
	if computed != 0 && sign(computed) != exact.Sign() {
		return ratio
	}
	return 1e-6 / (1 + ratio)
}

func orient2DSignRatio(x []float64) float64 {
	acx, bcy, acy, bcx := x[0]-x[4], x[3]-x[5], x[1]-x[5], x[2]-x[4]
	l, r := float64(acx*bcy), float64(acy*bcx)
	size := math.Abs(l) + math.Abs(r)
	if !tame(x) || size < orient2DLeast {
		return -1
	}
	return wrongSign(l-r, det2(x), orient2DBound*size)
}

// det2 is the determinant of two exact differences.
func det2(x []float64) *big.Float {
	left := bmul(bsub(bf(x[0]), bf(x[4])), bsub(bf(x[3]), bf(x[5])))
	return bsub(left, bmul(bsub(bf(x[1]), bf(x[5])), bsub(bf(x[2]), bf(x[4]))))
}

func orient3DSignRatio(x []float64) float64 {
	det, size := terms(x)
	if !tame(x) || size < orient3DLeast {
		return -1
	}
	return wrongSign(det, det3(x), orient3DBound*size)
}

func planeSignRatio(x []float64) float64 {
	f := filterOf(vecAt(x, 0), vecAt(x, 3), vecAt(x, 6))
	d, bound := f.distance(vecAt(x, 9))
	if !tame(x) || !(bound > 0x1p-600) {
		return -1
	}
	return wrongSign(d, det3(x), math.Sqrt(bound))
}

func squaresSignRatio(x []float64) float64 {
	v, reach := vecAt(x, 0).Sub(vecAt(x, 3)), math.Abs(x[6])+math.Abs(x[7])
	d, r := v.Dot(v), float64(reach*reach)
	if !tame(x) || d+r < ballLeast {
		return -1
	}
	return wrongSign(d-r, squaresApart(x), ballBound*(d+r))
}

// squaresApart is the exact squared distance of two centres less the square of the reach.
func squaresApart(x []float64) *big.Float {
	e, f := bvOf(vecAt(x, 0)).minus(bvOf(vecAt(x, 3))), badd(bf(math.Abs(x[6])), bf(math.Abs(x[7])))
	return bsub(e.dot(e), bmul(f, f))
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
