package round

import (
	"math"
	"testing"
)

func TestRoundingOutward(t *testing.T) {
	inf := math.Inf(1)
	for _, x := range []float64{0, math.Copysign(0, -1), 1, math.SmallestNonzeroFloat64, 0x1p-1022, math.MaxFloat64, inf, 1.5e-300, 0x1.fffffffffffffp7} {
		for _, y := range []float64{x, -x} {
			if got, want := Up(y), math.Nextafter(y, inf); got != want {
				t.Errorf("Up(%g) is %g, want %g", y, got, want)
			}
			if got, want := Down(y), math.Nextafter(y, -inf); got != want {
				t.Errorf("Down(%g) is %g, want %g", y, got, want)
			}
		}
	}
	if !math.IsNaN(Up(math.NaN())) || !math.IsNaN(Down(math.NaN())) {
		t.Error("NaN became a number")
	}
}

func BenchmarkUp(b *testing.B) {
	x := 1.0
	for range b.N {
		x = Up(x)
	}
	_ = x
}
