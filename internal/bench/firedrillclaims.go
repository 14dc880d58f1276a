package bench

import (
	"fmt"
	"math"
)

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

// floorClaim judges "at no time under 30", run by run.
func floorClaim(runs []*fireRun) Claim {
	c := Claim{Claim: "never below 30 frames per second", Paper: "figure: at no time under 30"}
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

// dropClaim judges "no marked drop as time goes on", run by run.
func dropClaim(runs []*fireRun) Claim {
	c := Claim{Claim: "no marked drop as time goes on", Paper: "figure: about level over the windows"}
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
