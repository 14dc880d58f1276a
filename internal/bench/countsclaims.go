package bench

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// gap is how far octree-hybrid is ahead at a number of bodies: I-COLLIDE's time over its
// own, and the difference in milliseconds a frame.
type gap struct {
	bodies float64
	ratio  measure.Interval
	ms     float64
}

func (g *gap) String() string {
	return fmt.Sprintf("%s bodies: %s times", digits(g.bodies), shown(g.ratio))
}

// aheadClaim judges the first half of the claim size by size. No size is left out.
func aheadClaim(at string, gaps []gap) Claim {
	c := Claim{Claim: "octree-hybrid is ahead of I-COLLIDE at " + at, Paper: "figure 3: less time at every number"}
	var t tally
	for i := range gaps {
		t.add(gaps[i].ratio.Side(1), gaps[i].String())
	}
	if why := c.measureGaps(gaps, 1); why != "" {
		return c.unmeasured(why)
	}
	return c.decided(&t)
}

// measureGaps lists the gaps as what was measured, and returns why they cannot be judged.
func (c *Claim) measureGaps(gaps []gap, least int) string {
	var list []string
	for i := range gaps {
		if !gaps[i].ratio.Known() {
			return fmt.Sprintf("one of the two was %s at %s bodies", onceOrNever, digits(gaps[i].bodies))
		}
		list = append(list, gaps[i].String())
	}
	c.Measured = strings.Join(list, ", ")
	if len(gaps) < least {
		return fmt.Sprintf("fewer than %d sizes", least)
	}
	return ""
}

// gapClaim judges the second half, "the more bodies, the larger the advantage", by the
// ratio: from the first size to the last one, and whether it falls between two sizes.
func gapClaim(with string, gaps []gap) Claim {
	c := Claim{Claim: "The gap between octree-hybrid and I-COLLIDE widens with " + with, Paper: "figure 3: the more bodies, the larger the advantage"}
	if why := c.measureGaps(gaps, 2); why != "" {
		return c.unmeasured(why)
	}
	first, last := &gaps[0], &gaps[len(gaps)-1]
	ends := first.String() + ", " + last.String()
	switch last.ratio.Beside(first.ratio) {
	case measure.Below:
		return c.as(Not, ends)
	case measure.Open:
		return c.as(Undecided, ends)
	}
	var falls []string
	for i := range gaps[1:] {
		if gaps[i+1].ratio.Beside(gaps[i].ratio) == measure.Below {
			falls = append(falls, gaps[i].String()+", "+gaps[i+1].String())
		}
	}
	if len(falls) > 0 {
		return c.as(Partly, falls...)
	}
	return c.as(Reproduced)
}
