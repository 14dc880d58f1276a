package measure

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Quantile returns the p-quantile of a sample, which interpolates linearly between the
// two values around position 1 + (n−1)·p, counted from 1. It is NaN for an empty sample
// and for one that holds a NaN.
//
// stat.Quantile interpolates around position n·p, which makes 1.5 the median of 1, 2 and
// 3; so its p is adjusted.
func Quantile(sample []float64, p float64) float64 {
	if len(sample) == 0 {
		return math.NaN()
	}
	n := float64(len(sample))
	at := (1 + float64((n-1)*p)) / n
	return stat.Quantile(min(at, 1), stat.LinInterp, slices.Sorted(slices.Values(sample)), nil)
}

// Median returns the 0.5-quantile of a sample.
func Median(sample []float64) float64 { return Quantile(sample, 0.5) }

// Spread returns half the distance between the quartiles of a sample as a share of its
// median.
func Spread(sample []float64) float64 {
	return (Quantile(sample, 0.75) - Quantile(sample, 0.25)) / 2 / Median(sample)
}

// Mean returns the arithmetic mean of a sample, NaN for an empty one.
func Mean(sample []float64) float64 { return stat.Mean(sample, nil) }

// GeometricMean returns the geometric mean of a sample, NaN for an empty one.
func GeometricMean(sample []float64) float64 { return stat.GeometricMean(sample, nil) }
