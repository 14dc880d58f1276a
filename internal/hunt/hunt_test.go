package hunt

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

func start(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = 8 * r.Float64()
	}
}

// hill is 1 at (3, 4) and falls off around.
func hill(x []float64) float64 { return 1 / (1 + math.Hypot(x[0]-3, x[1]-4)) }

func TestClimbFindsTheTop(t *testing.T) {
	c := Case{Name: "hill", N: 2, Start: start, Ratio: hill, Steps: 4 * shortHunt}
	best := c.climb(nil)
	if best.ratio < 0.999 {
		t.Errorf("the climb ends at %g of 1", best.ratio)
	}
	if again := c.climb(nil); again.ratio != best.ratio {
		t.Errorf("two climbs end at %g and %g", best.ratio, again.ratio)
	}
	if top := c.climb([]float64{3, 4}); top.ratio != 1 {
		t.Errorf("a climb from the top ends at %g", top.ratio)
	}
}

func TestTableKeepsInputs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "worst.txt")
	if err := write(file, []row{{"a", 0.125, []float64{math.SmallestNonzeroFloat64, -1.0 / 3}}, {"b", 0.5, []float64{1}}}); err != nil {
		t.Fatal(err)
	}
	inputs, err := Inputs(file)
	if err != nil || len(inputs) != 2 || inputs["a"][0] != math.SmallestNonzeroFloat64 || inputs["a"][1] != -1.0/3 || inputs["b"][0] != 1 {
		t.Errorf("read %v (%v)", inputs, err)
	}
	table, err := read(file)
	if err != nil || table["a"].ratio != 0.125 {
		t.Errorf("read %v (%v)", table, err)
	}
	for _, bad := range []string{"absent.txt", "a x 1", "a 0.1 zz"} {
		if bad != "absent.txt" {
			file = filepath.Join(t.TempDir(), "bad.txt")
			if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
				t.Fatal(err)
			}
		} else {
			file = filepath.Join(t.TempDir(), bad)
		}
		if _, err := read(file); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// A recorded input must have the recorded ratio, and none above 1.
func TestKnownInputsAreChecked(t *testing.T) {
	for _, c := range []struct {
		scale, recorded float64
		fails           bool
	}{{1, 0.5, false}, {1, 0.4997, false}, {1, 0.499, true}, {1, 0.51, true}, {2.1, 1.05, true}} {
		hunted := Case{Name: "hill", N: 2, Ratio: func(x []float64) float64 { return c.scale * hill(x) }}
		if err := hunted.known(row{"hill", c.recorded, []float64{3, 5}}); err != nil != c.fails {
			t.Errorf("a ratio of %g, recorded as %g: %v", c.scale/2, c.recorded, err)
		}
	}
	hunted := Case{Name: "hill", N: 2, Ratio: hill}
	if hunted.known(row{}) == nil {
		t.Error("a case without a row passes")
	}
}
