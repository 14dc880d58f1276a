package harness

import (
	"slices"

	"github.com/collide-go/collide/internal/measure"
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
	// spread is measure.Spread of the rounds' totals: the noise of the machine.
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
	if t.mean > 0 {
		t.spread = measure.Spread(totals(rounds))
	}
	return t
}

// medians returns the median over the rounds of each column.
func medians(rounds [][]int64) []float64 {
	columns := make([]float64, len(rounds[0]))
	for i := range columns {
		columns[i] = medianAt(rounds, i)
	}
	return columns
}

// medianAt returns the median over the rounds of column i.
func medianAt(rounds [][]int64, i int) float64 {
	column := make([]float64, len(rounds))
	for r := range rounds {
		column[r] = float64(rounds[r][i])
	}
	return measure.Median(column)
}

// totals returns the nanoseconds of each round.
func totals(rounds [][]int64) []float64 {
	sums := make([]float64, len(rounds))
	for r, ns := range rounds {
		for _, x := range ns {
			sums[r] += float64(x)
		}
	}
	return sums
}

// geometricMean returns the geometric mean of the values above 0, which are those that
// were measured; 0 if there is none.
func geometricMean(values []float64) float64 {
	known := slices.DeleteFunc(slices.Clone(values), func(x float64) bool { return x <= 0 })
	if len(known) == 0 {
		return 0
	}
	return measure.GeometricMean(known)
}

// ratio is a/b, 0 (shown as a dash) where either is missing.
func ratio(a, b float64) float64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	return a / b
}
