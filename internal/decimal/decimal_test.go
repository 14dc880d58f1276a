package decimal

import (
	"math"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]float64{"1": 1, "-0.5": -0.5, "+2e3": 2000, ".5": 0.5, "5.": 5, "1E-2": 0.01, "010": 10, "5e-324": math.SmallestNonzeroFloat64} {
		if x, ok := Parse(s); !ok || x != want {
			t.Errorf("%s is %v, %v; want %v", s, x, ok, want)
		}
	}
	for _, s := range []string{"", " 1", "1 ", "1_0", "1_000.5", "0x10", "0x1p-2", "inf", "-Inf", "nan", "NaN", "1e999", "1e", "e1", "--1", "1-2", "+", ".", "1,5", "١"} {
		if x, ok := Parse(s); ok {
			t.Errorf("%q is %v; expected no number", s, x)
		}
	}
}
