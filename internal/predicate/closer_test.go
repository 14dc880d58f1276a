package predicate

import (
	"math/rand/v2"
	"testing"
)

// TestOrient2DCloser: what two float64 a number tell, or equal factors, is the true sign. Points lie on a line but for
// rounding, on diagonals, and on grids.
func TestOrient2DCloser(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(91, 92))
	var certain, zeros, left int
	for k := range 5000 {
		a, b := [2]float64{r.NormFloat64(), r.NormFloat64()}, [2]float64{8 * r.NormFloat64(), 8 * r.NormFloat64()}
		s := r.NormFloat64()
		c := [2]float64{a[0] + s*(b[0]-a[0]), a[1] + s*(b[1]-a[1])}
		switch k % 5 {
		case 1: // on a diagonal
			a[1], b[1], c[1] = a[0], b[0], c[0]
		case 2: // on the other one
			a[1], b[1], c[1] = -a[0], -b[0], -c[0]
		case 3: // halfway, where the halves are exact and the ends often are
			c = [2]float64{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}
		case 4: // one point twice
			c = b
		}
		x := []float64{a[0], a[1], b[0], b[1], c[0], c[1]}
		got, ok := orient2DCloser(x[0], x[1], x[2], x[3], x[4], x[5])
		want := det2(x).Sign()
		if ok && got != want || Orient2D(x[0], x[1], x[2], x[3], x[4], x[5]) != want {
			t.Fatalf("%v: %d, certain %v, want %d", x, got, ok, want)
		}
		switch {
		case !ok:
			left++
		case got == 0:
			zeros++
		default:
			certain++
		}
	}
	if certain < 1700 || zeros < 2100 || left > 1000 {
		t.Errorf("%d signs and %d zeros are certain, %d left", certain, zeros, left)
	}
}
