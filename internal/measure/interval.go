package measure

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Side is where an interval lies.
type Side int

// The sides of a limit or of another interval. An interval that holds the limit, or
// overlaps the other one, is Open.
const (
	Below Side = iota - 1
	Open
	Above
)

// Interval is a figure with its confidence interval.
type Interval struct{ Value, Low, High float64 }

// Exactly returns the interval of a figure that is counted, not estimated.
func Exactly(x float64) Interval { return Interval{x, x, x} }

// Known reports whether the ends of the interval are numbers above 0, as those of times,
// rates and their quotients are.
func (i Interval) Known() bool {
	for _, x := range []float64{i.Value, i.Low, i.High} {
		if !(x > 0) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// Side returns where the interval lies: Above if all of it is at limit or above, Below if
// all of it is below, else Open. An interval with a NaN is Open.
func (i Interval) Side(limit float64) Side {
	switch {
	case i.Low >= limit:
		return Above
	case i.High < limit:
		return Below
	}
	return Open
}

// Beside returns where the interval lies in relation to another one: Above or Below if
// they share no point, else Open.
func (i Interval) Beside(o Interval) Side {
	switch {
	case i.Low > o.High:
		return Above
	case i.High < o.Low:
		return Below
	}
	return Open
}

// Inverse returns the interval of 1/x, for a Known interval.
func (i Interval) Inverse() Interval { return Interval{1 / i.Value, 1 / i.High, 1 / i.Low} }

// Over returns an interval of the quotient, for Known intervals: the quotients of their
// farthest ends.
func (i Interval) Over(o Interval) Interval {
	return Interval{i.Value / o.Value, i.Low / o.High, i.High / o.Low}
}

// confidence is that of every interval, as a share. A page compares about thirty figures:
// at 0.99 it is wrong about one of them on every third page.
const confidence = 0.99

// batches is the greatest number of runs into which a series of measurements is cut.
// Neighbours in a series resemble each other, so their number would make intervals too
// short; the means of long batches are almost independent.
const batches = 20

// MeanOf returns the mean of a series of measurements above 0 with its confidence interval,
// that of Student's distribution for the logarithms of the means of batches: its ends are
// above 0 however much the measurements scatter. Fewer than two measurements, and those of
// which a batch has a mean that is not above 0, have no interval: its ends are NaN.
func MeanOf(series []float64) Interval {
	var means []float64
	cut(len(series), func(from, to int) { means = append(means, math.Log(stat.Mean(series[from:to], nil))) })
	factor := math.Exp(halfWidth(means))
	m := stat.Mean(series, nil)
	return Interval{m, m / factor, float64(m * factor)}
}

// Ratio returns the total of a series over that of another one, measured at the same
// times, with its confidence interval: that of Student's distribution for the logarithms
// of the ratios of batches. Fewer than two measurements have no interval: its ends are NaN.
func Ratio(series, base []float64) Interval {
	if len(series) != len(base) {
		panic("measure: ratio of two series of different lengths")
	}
	var ratios []float64
	cut(len(series), func(from, to int) {
		ratios = append(ratios, math.Log(floats.Sum(series[from:to])/floats.Sum(base[from:to])))
	})
	factor := math.Exp(halfWidth(ratios))
	q := floats.Sum(series) / floats.Sum(base)
	return Interval{q, q / factor, float64(q * factor)}
}

// cut calls batch with the bounds of at most batches parts of equal length, up to one.
func cut(n int, batch func(from, to int)) {
	m := min(n, batches)
	for i := range m {
		batch(i*n/m, (i+1)*n/m)
	}
}

// halfWidth returns half the length of the confidence interval of the mean of independent
// values, NaN for fewer than two.
func halfWidth(values []float64) float64 {
	n := float64(len(values))
	if n < 2 {
		return math.NaN()
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1 + confidence) / 2)
	return float64(t * stat.StdErr(stat.StdDev(values, nil), n))
}
