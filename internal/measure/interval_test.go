package measure

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The interval of three values is that of tables of Student's distribution: t of 2 degrees
// of freedom is 9.925 at 99 %. The logarithms of 1, e and e² have the deviation 1.
func TestMeanOf(t *testing.T) {
	t.Parallel()
	got := MeanOf([]float64{1, math.E, math.E * math.E})
	mean, factor := (1+math.E+math.E*math.E)/3, math.Exp(9.925/math.Sqrt(3))
	if math.Abs(got.Value-mean) > 1e-12 || math.Abs(got.Low*factor/mean-1) > 1e-3 || math.Abs(got.High/factor/mean-1) > 1e-3 {
		t.Errorf("%+v, want %g times or by %g", got, mean, factor)
	}
	if wild := MeanOf([]float64{1, 1000, 1}); !wild.Known() || wild.Side(300) != Open {
		t.Errorf("%+v: times that scatter have an interval above 0", wild)
	}
	for _, bad := range [][]float64{{1, 0}, {1, -1}, {0, 0}} {
		if got := MeanOf(bad); got.Known() {
			t.Errorf("%v: %+v", bad, got)
		}
	}
	if one := MeanOf([]float64{1}); one.Value != 1 || !math.IsNaN(one.Low) || one.Known() {
		t.Errorf("one value: %+v", one)
	}
	if none := MeanOf(nil); !math.IsNaN(none.Value) || none.Known() {
		t.Errorf("no value: %+v", none)
	}
}

// Of the intervals of series whose mean is known, 99 of 100 hold it.
func TestIntervalsHoldTheTruth(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	const trials = 2000
	missedMean, missedRatio := 0, 0
	for range trials {
		var a, b []float64
		for range 150 {
			scene := 1 + r.Float64() // a frame that is harder for both
			a, b = append(a, 3*scene*(0.9+0.2*r.Float64())), append(b, 2*scene*(0.9+0.2*r.Float64()))
		}
		if MeanOf(a).Side(4.5) != Open {
			missedMean++
		}
		if Ratio(a, b).Side(1.5) != Open {
			missedRatio++
		}
	}
	for name, missed := range map[string]int{"mean": missedMean, "ratio": missedRatio} {
		if missed < trials/400 || missed > trials/50 {
			t.Errorf("%s: %d of %d intervals miss the truth, want about 1 %%", name, missed, trials)
		}
	}
}

func TestRatio(t *testing.T) {
	t.Parallel()
	if q := Ratio([]float64{2, 4, 6}, []float64{1, 2, 3}); q != Exactly(2) {
		t.Errorf("%+v, want exactly 2: every frame has that ratio", q)
	}
	if q := Ratio([]float64{2}, []float64{1}); q.Value != 2 || q.Known() {
		t.Errorf("one frame: %+v", q)
	}
	q := Ratio([]float64{1, 100, 1, 1}, []float64{1, 1, 1, 1})
	if q.Value != 103.0/4 || q.Side(1) != Open {
		t.Errorf("%+v: the ratio is that of the totals, and one frame of four decides nothing", q)
	}
	defer func() {
		if recover() == nil {
			t.Error("series of different lengths have a ratio")
		}
	}()
	Ratio([]float64{1, 2}, []float64{1})
}

func TestSides(t *testing.T) {
	t.Parallel()
	nan := Interval{1, math.NaN(), math.NaN()}
	i := Interval{2, 1, 3}
	for _, c := range []struct {
		got, want Side
	}{
		{i.Side(1), Above}, {i.Side(0.5), Above}, {i.Side(2), Open}, {i.Side(3), Open}, {i.Side(3.1), Below}, {nan.Side(1), Open},
		{i.Beside(Interval{0.5, 0.4, 0.9}), Above}, {i.Beside(Interval{4, 3.1, 5}), Below}, {i.Beside(Interval{1, 0.5, 1}), Open}, {i.Beside(nan), Open}, {nan.Beside(i), Open},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	if got, want := i.Inverse(), (Interval{0.5, 1.0 / 3, 1}); got != want {
		t.Errorf("1/%v is %v", i, got)
	}
	if got, want := i.Over(Interval{2, 1, 4}), (Interval{1, 0.25, 3}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	for _, x := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if Exactly(x).Known() || (Interval{1, x, 2}).Known() || (Interval{1, 1, x}).Known() {
			t.Errorf("an interval with %v is known", x)
		}
	}
	if !i.Known() {
		t.Errorf("%v is not known", i)
	}
}
