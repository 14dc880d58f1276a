package bench

import (
	"fmt"
	"math"
)

// runsOf returns the runs of a method.
func runsOf(method string, runs []*fireRun) (own []*fireRun) {
	for _, f := range runs {
		if f.method == method {
			own = append(own, f)
		}
	}
	return own
}

// emptyWindow returns why runs cannot be judged by their windows, "" where they can.
func emptyWindow(runs []*fireRun) string {
	for _, f := range runs {
		if len(f.windows) == 0 || !known(f.windows...) {
			return f.method + ": no frame was done in one of the windows"
		}
	}
	if len(runs) == 0 {
		return "no method was measured"
	}
	return ""
}

// floorClaim judges "at no time under 30" of a method, line-up by line-up.
func floorClaim(method string, runs []*fireRun) Claim {
	c := Claim{Claim: method + " is never below 30 frames per second", Paper: "figure: at no time under 30"}
	runs = runsOf(method, runs)
	if why := emptyWindow(runs); why != "" {
		return c.unmeasured(why)
	}
	var t tally
	least := math.Inf(1)
	for _, f := range runs {
		least = min(least, f.lowest())
		t.is(f.lowest() >= minFrameRate, fmt.Sprintf("%s: %s frames/s", f.name(), digits(f.lowest())))
	}
	c.Measured = fmt.Sprintf("the slowest window of all has %s frames/s", digits(least))
	return c.decided(&t)
}

// dropClaim judges "no marked drop as time goes on" of a method, line-up by line-up.
func dropClaim(method string, runs []*fireRun) Claim {
	c := Claim{Claim: method + " has no marked drop as time goes on", Paper: "figure: about level over the windows"}
	runs = runsOf(method, runs)
	if why := emptyWindow(runs); why != "" {
		return c.unmeasured(why)
	}
	var t tally
	worst := 0.0
	for _, f := range runs {
		drop := 1 - f.lowest()/f.windows[0]
		worst = max(worst, drop)
		t.is(drop <= maxDrop, fmt.Sprintf("%s: %s %% below the first", f.name(), digits(100*drop)))
	}
	c.Measured = fmt.Sprintf("the slowest window lies at most %s %% below the first of its run", digits(100*worst))
	return c.decided(&t)
}
