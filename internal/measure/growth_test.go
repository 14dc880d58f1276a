package measure

import (
	"math"
	"math/rand/v2"
	"testing"
)

func sizesAndTimes(f func(n float64) float64) (n, t []float64) {
	for x := 100.0; x <= 10_000; x *= 2 {
		n, t = append(n, x), append(t, f(x))
	}
	return n, t
}

func TestGrow(t *testing.T) {
	t.Parallel()
	for law, f := range map[Law]func(n float64) float64{
		Linear: func(n float64) float64 { return 3 * n }, Linearithmic: func(n float64) float64 { return 3 * n * math.Log2(n) },
		Quadratic: func(n float64) float64 { return 3 * n * n },
	} {
		g := Grow(sizesAndTimes(f))
		if fit := g.Fits[law]; math.Abs(fit.Constant-3) > 1e-9 || fit.Residual > 1e-9 {
			t.Errorf("3·(%s) fits as %+v", law, fit)
		}
		for o := range laws {
			if want := map[bool]Side{true: Above, false: Open}[o != law]; g.Prefer(law, o) != want || g.Prefer(o, law) != -want {
				t.Errorf("%s against %s: %v, the other way round %v", law, o, g.Prefer(law, o), g.Prefer(o, law))
			}
		}
	}
	if g := Grow(sizesAndTimes(func(n float64) float64 { return 3 * n * n })); math.Abs(g.Exponent-2) > 1e-9 || g.Residual > 1e-9 {
		t.Errorf("3n² fits as %+v", g)
	}
	if g := Grow([]float64{100}, []float64{1}); !math.IsNaN(g.Exponent) || g.Prefer(Linear, Quadratic) != Open {
		t.Errorf("one size fits as %+v", g)
	}
}

// Over a decade of sizes, noise of a quarter hides the difference of n and n·log n, and
// not that of n and n².
func TestGrowWithNoise(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	open, told := 0, 0
	for range 200 {
		g := Grow(sizesAndTimes(func(n float64) float64 { return n * math.Exp(0.25*r.NormFloat64()) }))
		if g.Prefer(Linear, Linearithmic) == Open {
			open++
		}
		if g.Prefer(Linear, Quadratic) == Above {
			told++
		}
		if g.Prefer(Linearithmic, Linear) == Above {
			t.Errorf("n is taken for n·log n: %+v", g)
		}
	}
	if open < 100 || told < 190 {
		t.Errorf("of 200 noisy lines, %d leave n and n·log n open, %d tell n from n²", open, told)
	}
}
