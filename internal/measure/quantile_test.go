package measure

import (
	"math"
	"slices"
	"testing"
)

func TestQuantile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sample []float64
		p      float64
		want   float64
	}{
		{[]float64{7}, 0, 7}, {[]float64{7}, 0.3, 7}, {[]float64{7}, 1, 7},
		{[]float64{9, 1}, 0.5, 5}, {[]float64{5, 1, 2}, 0.5, 2}, {[]float64{4, 1, 2, 8}, 0.5, 3},
		{[]float64{1, 2, 3, 4, 5}, 0.25, 2}, {[]float64{1, 2, 3, 4}, 0.25, 1.75}, {[]float64{1, 2, 3, 4}, 0.75, 3.25},
		{[]float64{3, 1, 2}, 0, 1}, {[]float64{3, 1, 2}, 1, 3}, {[]float64{1, 2, 3}, 0.99, 2.98},
	} {
		before := slices.Clone(c.sample)
		if got := Quantile(c.sample, c.p); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%g-quantile of %v is %v, want %v", c.p, c.sample, got, c.want)
		}
		if !slices.Equal(before, c.sample) {
			t.Errorf("%v was changed to %v", before, c.sample)
		}
	}
	for _, sample := range [][]float64{nil, {1, math.NaN()}} {
		if got := Median(sample); !math.IsNaN(got) {
			t.Errorf("median of %v is %v", sample, got)
		}
	}
}

// The extremes of every size lie within the range of stat.Quantile's p.
func TestQuantileOfEverySize(t *testing.T) {
	t.Parallel()
	var sample []float64
	for n := range 2000 {
		sample = append(sample, float64(n))
		if lo, hi := Quantile(sample, 0), Quantile(sample, 1); lo != 0 || hi != float64(n) {
			t.Fatalf("quantiles of 0 … %d: %v and %v", n, lo, hi)
		}
		if m := Median(sample); math.Abs(m-float64(n)/2) > 1e-9 {
			t.Fatalf("median of 0 … %d is %v", n, m)
		}
	}
}

func TestSpreadAndMeans(t *testing.T) {
	t.Parallel()
	if got := Spread([]float64{1, 2, 3, 4, 5}); math.Abs(got-1.0/3) > 1e-12 { // quartiles 2 and 4
		t.Errorf("spread %v, want 1/3", got)
	}
	if got := Mean([]float64{1, 2, 6}); got != 3 {
		t.Errorf("mean %v", got)
	}
	if got := GeometricMean([]float64{2, 8}); math.Abs(got-4) > 1e-12 {
		t.Errorf("geometric mean %v", got)
	}
	if !math.IsNaN(Mean(nil)) || !math.IsNaN(GeometricMean(nil)) || !math.IsNaN(Spread(nil)) {
		t.Error("an empty sample has a mean or a spread")
	}
}
