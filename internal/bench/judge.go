package bench

import (
	"cmp"
	"math"
)

// A claim is judged by a function of what was measured alone, so that every outcome can
// be tried on figures that were made up. What cannot be judged is Unmeasured: a figure that
// is missing, a time or a cost that is not above 0, a quotient of nothing.

// outcome is the result of a claim that was tried on a number of cases and held in some.
func outcome(held, of int) Verdict {
	switch {
	case of == 0:
		return Unmeasured
	case held == of:
		return Reproduced
	case held > 0:
		return Partly
	}
	return Not
}

// unmeasured returns the claim without a verdict.
func (c Claim) unmeasured(why string) Claim {
	c.Measured, c.Verdict, c.Why = cmp.Or(c.Measured, "–"), Unmeasured, why
	return c
}

// finite reports whether all figures are numbers.
func finite(figures ...float64) bool {
	for _, x := range figures {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// known reports whether all figures are numbers above 0, as times, costs, rates and
// their quotients are.
func known(figures ...float64) bool {
	for _, x := range figures {
		if !finite(x) || x <= 0 {
			return false
		}
	}
	return true
}

// per is x/n, NaN where there is nothing to divide by.
func per(x, n float64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return x / n
}
