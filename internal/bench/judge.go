package bench

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// A claim is judged by a function of what was measured alone, so that every outcome can
// be tried on figures that were made up. Times are judged by their confidence intervals:
// one that holds the limit leaves the claim undecided. What cannot be judged is
// Unmeasured: a figure that is missing, a time or a cost that is not above 0, a quotient
// of nothing, a time that was taken once. A claim that is not reproduced names the
// figures that stand against it, and no other reason.

// tally counts the cases in which a claim was tried.
type tally struct {
	held, failed, open int
	// against are the figures of the cases in which it did not hold.
	against []string
}

// add counts a case: Above if the claim held in it, Below if it did not. Figure is what
// was measured there.
func (t *tally) add(side measure.Side, figure string) {
	switch side {
	case measure.Above:
		t.held++
		return
	case measure.Below:
		t.failed++
	default:
		t.open++
	}
	t.against = append(t.against, figure)
}

// is counts a case that was counted or named, not estimated.
func (t *tally) is(held bool, figure string) {
	t.add(map[bool]measure.Side{true: measure.Above, false: measure.Below}[held], figure)
}

// verdict is the outcome: Partly if the claim held in some cases and failed in others,
// Undecided if only cases that are open stand in the way of another one.
func (t *tally) verdict() Verdict {
	switch {
	case t.held+t.failed+t.open == 0:
		return Unmeasured
	case t.held > 0 && t.failed > 0:
		return Partly
	case t.open > 0:
		return Undecided
	case t.held > 0:
		return Reproduced
	}
	return Not
}

// decided returns the claim with the verdict of a tally, and what stands against it.
func (c Claim) decided(t *tally) Claim {
	c.Verdict, c.Why = t.verdict(), strings.Join(t.against, "; ")
	return c
}

// as returns the claim with a verdict and the figures that support it, separated.
func (c Claim) as(v Verdict, figures ...string) Claim {
	c.Verdict, c.Why = v, strings.Join(figures, "; ")
	return c
}

// unmeasured returns the claim without a verdict.
func (c Claim) unmeasured(why string) Claim {
	c.Measured, c.Verdict, c.Why = cmp.Or(c.Measured, "–"), Unmeasured, why
	return c
}

// unjudged is a claim that no experiment here can judge, and why.
func unjudged(claim, paper, why string) Claim {
	return Claim{Claim: claim, Paper: paper}.unmeasured(why)
}

// onceOrNever is why a figure has no interval.
const onceOrNever = "measured once or not at all"

// shown is a figure with its interval as people read it.
func shown(i measure.Interval) string {
	if i.Low == i.High || !finite(i.Low, i.High) {
		return digits(i.Value)
	}
	return fmt.Sprintf("%s (%s–%s)", digits(i.Value), digits(i.Low), digits(i.High))
}

// opposite is the side for a claim that holds below a limit.
func opposite(s measure.Side) measure.Side { return -s }

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
