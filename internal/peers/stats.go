package harness

import (
	"math"
	"slices"
)

// The regimes of a pose file: the index of a pose modulo 3.
const (
	far      = iota // boxes apart
	near            // close, not touching
	touching        // touching or penetrating
	regimes
)

// timing is the cost of one query in microseconds a pose.
type timing struct {
	// regime means are over the poses of one regime, 0 where there are none.
	regime [regimes]float64
	// mean is over all poses.
	mean float64
	// spread is half the distance of the fastest and slowest round's mean, as a
	// share of mean: the noise of the machine.
	spread float64
}

// summarise turns the nanoseconds of every round (all of equal length) into a
// timing: the median over the rounds pose by pose, then means. Medians by pose
// keep a preempted query from spoiling its whole round.
func summarise(rounds [][]int64) timing {
	var t timing
	if len(rounds) == 0 || len(rounds[0]) == 0 {
		return t
	}
	var sum [regimes]float64
	var count [regimes]int
	for i := range rounds[0] {
		us := medianAt(rounds, i) / 1e3
		sum[i%regimes] += us
		count[i%regimes]++
		t.mean += us
	}
	t.mean /= float64(len(rounds[0]))
	for r := range sum {
		if count[r] > 0 {
			t.regime[r] = sum[r] / float64(count[r])
		}
	}
	t.spread = spread(rounds)
	return t
}

// medianAt is the median over rounds of column i.
func medianAt(rounds [][]int64, i int) float64 {
	column := make([]float64, len(rounds))
	for r := range rounds {
		column[r] = float64(rounds[r][i])
	}
	return median(column)
}

// median sorts values and returns their median, 0 for none.
func median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	slices.Sort(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

func spread(rounds [][]int64) float64 {
	totals := make([]float64, len(rounds))
	for r, ns := range rounds {
		for _, x := range ns {
			totals[r] += float64(x)
		}
	}
	lo, hi, mid := slices.Min(totals), slices.Max(totals), median(totals)
	if mid == 0 {
		return 0
	}
	return (hi - lo) / 2 / mid
}

// geometricMean is that of the positive values, 0 for none.
func geometricMean(values []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if v > 0 {
			sum += math.Log(v)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Exp(sum / float64(n))
}

// ratio is a/b, 0 (shown as a dash) where either is missing.
func ratio(a, b float64) float64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	return a / b
}
