package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// codesClaim judges the report's own figure.
func codesClaim(sizes []int, steps []stepTimes, software bool) Claim {
	c := Claim{Claim: "Morton codes of 100,000 positions, copies included", Paper: "4.8 ms on a Radeon 680M"}
	const n, paper = 100_000, 4.8
	i := slices.Index(sizes, n)
	if i < 0 || steps[i] == nil {
		return c.unmeasured("no device, or 100,000 is not among the sizes")
	}
	together, alone, host := measure.MeanOf(steps[i]["codes, copied"]), measure.MeanOf(steps[i]["codes"]), measure.MeanOf(steps[i]["codes in Go"])
	if !together.Known() || !alone.Known() || !host.Known() {
		return c.unmeasured("the copies or the codes were " + onceOrNever + ", or the device's clock measured no time")
	}
	c.Measured = fmt.Sprintf("%s ms from boxes to codes in the host's memory, %s of it the kernel; %s ms in Go on one core", shown(together), shown(alone), shown(host))
	switch {
	case software:
		return c.unmeasured(noGPU)
	case together.High <= paper:
		return c.as(Reproduced)
	case together.Low <= paper:
		return c.as(Undecided, "copies and codes: "+shown(together)+" ms")
	case alone.High <= paper:
		return c.as(Partly, "copies and codes: "+shown(together)+" ms; the codes alone: "+shown(alone)+" ms")
	case alone.Low <= paper:
		return c.as(Undecided, "the codes alone: "+shown(alone)+" ms")
	}
	return c.as(Not, "the codes alone: "+shown(alone)+" ms")
}

// sortClaim judges that merge sort wins.
func sortClaim(sizes []int, steps []stepTimes, software bool) Claim {
	c := Claim{Claim: "Merge sort is the parallel sort to take", Paper: "expected, no figures"}
	var t tally
	var measured []string
	for i, n := range sizes {
		if steps[i] == nil {
			continue
		}
		q := seriesRatio(steps[i]["merge sort"], steps[i]["sort"])
		if !q.Known() {
			return c.unmeasured(fmt.Sprintf("a sort of %s keys was %s, or the device's clock measured no time", grouped(int64(n)), onceOrNever))
		}
		figure := fmt.Sprintf("%s keys: %s times radix sort's time", grouped(int64(n)), shown(q))
		measured = append(measured, figure)
		t.add(opposite(q.Side(1)), figure)
	}
	if t.verdict() == Unmeasured {
		return c.unmeasured("no device, or one without a clock")
	}
	c.Measured = strings.Join(measured, ", ")
	if software {
		c.Measured += ", on the software driver"
	}
	return c.decided(&t)
}
