package harness

import (
	"math"
	"slices"
	"testing"
)

func TestSummarise(t *testing.T) {
	// Pose by pose the medians are 1, 2, 6 and 3 µs; one preempted query in the
	// second round must not matter.
	rounds := [][]int64{
		{1000, 2000, 6000, 3000},
		{1000, 900_000, 6000, 4000},
		{2000, 1000, 5000, 3000},
	}
	got := summarise(rounds)
	want := timing{regime: [regimes]float64{2, 2, 6}, mean: 3, spread: got.spread}
	if got != want {
		t.Errorf("%+v, expected %+v", got, want)
	}
	// Totals are 12, 911 and 11 µs: their quartiles are 11.5 and 461.5, the median is 12.
	if want := 225.0 / 12; math.Abs(got.spread-want) > 1e-12 {
		t.Errorf("spread %v, expected %v", got.spread, want)
	}
	if zero := summarise(nil); zero != (timing{}) {
		t.Errorf("no rounds give %+v", zero)
	}
	if idle := summarise([][]int64{{0, 0}, {0, 0}}); idle != (timing{}) {
		t.Errorf("rounds of no time give %+v", idle)
	}
}

func TestGeometricMean(t *testing.T) {
	if got := geometricMean([]float64{2, 8, 0}); math.Abs(got-4) > 1e-12 {
		t.Errorf("%v, expected 4: zeros stand for missing", got)
	}
	if got := geometricMean(nil); got != 0 {
		t.Errorf("%v for nothing", got)
	}
}

func TestRatio(t *testing.T) {
	if got := ratio(6, 3); got != 2 {
		t.Errorf("6/3 is %v", got)
	}
	if got := ratio(6, 0); got != 0 {
		t.Errorf("a missing base gives %v", got)
	}
}

func TestCanonicalAndDifference(t *testing.T) {
	a := canonical([]triPair{{5, 1}, {0, 2}, {5, 0}, {0, 2}})
	if want := []triPair{{0, 2}, {5, 0}, {5, 1}}; !slices.Equal(a, want) {
		t.Fatalf("%v, expected %v", a, want)
	}
	b := []triPair{{0, 1}, {0, 2}, {5, 1}, {9, 9}}
	if got := difference(a, b); got != 1 {
		t.Errorf("%d of %v are not in %v, expected 1", got, a, b)
	}
	if got := difference(b, a); got != 2 {
		t.Errorf("%d of %v are not in %v, expected 2", got, b, a)
	}
}

func TestVerdicts(t *testing.T) {
	exact := [][]triPair{{}, {{1, 2}}, {{1, 2}, {3, 4}}}
	v := judgeBooleans([]bool{true, false, true}, exact)
	if v != (verdict{falsePositive: 1, falseNegative: 1}) {
		t.Errorf("booleans: %+v", v)
	}
	w := judgeContacts([][]triPair{{{7, 7}}, {{1, 2}}, {{1, 2}}}, exact)
	if w != (verdict{missing: 1, extra: 1, wrongPoses: 2}) {
		t.Errorf("contacts: %+v", w)
	}
	all := v.worst(w)
	if want := "booleans 1+ 1−; pairs 1+ 1− in 2 poses"; all.String() != want || all.total() != 4 {
		t.Errorf("%q, %d wrong, expected %q, 4", all, all.total(), want)
	}
	if (verdict{}).String() != "0" {
		t.Errorf("no error prints as %q", verdict{})
	}
}

// TestLateSteps: one step in twenty may be slower than the 95th percentile, if it is slow in most rounds.
func TestLateSteps(t *testing.T) {
	t.Parallel()
	ns := make([][]int64, 3)
	for round := range ns {
		for step := range 41 {
			ns[round] = append(ns[round], int64(step)*1e6)
		}
	}
	ns[1][7] = 1e12
	l := boxLog{builds: []float64{1, 1, 1}, ns: ns}
	if got := l.row().late; got != 38 {
		t.Errorf("the 95th percentile of 0 to 40 ms is %g", got)
	}
}
