package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// codesClaim judges the report's own figure.
func codesClaim(sizes []int, steps []stepTimes, busy []bool, software bool) Claim {
	c := Claim{Claim: "Morton codes of 100,000 positions, copies included", Paper: "4.8 ms on a Radeon 680M"}
	const n, paper = 100_000, 4.8
	i := slices.Index(sizes, n)
	switch {
	case i < 0 || steps[i] == nil:
		return c.unmeasured("no device, or 100,000 is not among the sizes")
	case busy[i]:
		return c.unmeasured(map[bool]string{true: noGPU, false: "other processes were busy"}[software])
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

// naiveClaim judges whether a tree is ahead of all pairs one by one at tens of thousands of
// boxes, both on the CPU and in the same frames.
func naiveClaim(sizes []int, one, tree [][]float64) Claim {
	c := Claim{Claim: "All pairs one by one are too slow for tens of thousands of bodies; a hierarchy is not", Paper: "no numbers"}
	var t tally
	var measured []string
	for i, n := range sizes {
		if n < 10_000 || len(one[i]) == 0 {
			continue
		}
		q := seriesRatio(one[i], tree[i])
		if !q.Known() {
			return c.unmeasured(fmt.Sprintf("a way to the pairs of %s boxes was %s", grouped(int64(n)), onceOrNever))
		}
		figure := fmt.Sprintf("%s boxes: %s times the time of a tree", grouped(int64(n)), shown(q))
		measured = append(measured, figure)
		t.add(q.Side(1), figure)
	}
	if t.verdict() == Unmeasured {
		return c.unmeasured("fewer boxes than tens of thousands")
	}
	c.Measured = strings.Join(measured, ", ") + ", both on the CPU"
	return c.decided(&t)
}

// lawClaim judges the law by which the time of the hierarchy grows, boxes to pairs on one device.
func lawClaim(sizes []int, found [][]float64, busy []bool) Claim {
	c := Claim{Claim: "With a good tree the time is O(n log n)", Paper: "no numbers"}
	var n, ms []float64
	for i := range sizes {
		m := measure.MeanOf(found[i])
		switch {
		case !m.Known():
			return c.unmeasured(fmt.Sprintf("the hierarchy of %s boxes was %s", grouped(int64(sizes[i])), onceOrNever))
		case busy[i]:
			return c.unmeasured("other processes were busy, and sizes are measured one after the other")
		}
		n, ms = append(n, float64(sizes[i])), append(ms, 1e3*m.Value)
	}
	if len(n) < 3 {
		return c.unmeasured("fewer than three sizes: see --full")
	}
	g := measure.Grow(n, ms)
	c.Measured = residuals("boxes to pairs", &g)
	within, beyond := g.Prefer(measure.Linearithmic, measure.Quadratic), g.Prefer(measure.Linear, measure.Linearithmic)
	switch {
	case within == measure.Below:
		return c.as(Not, c.Measured)
	case within != measure.Above:
		return c.as(Undecided, c.Measured)
	case beyond == measure.Above: // within the bound, but another law
		return c.as(Partly, c.Measured)
	}
	return c.as(Reproduced)
}

// repeated is the number of pairs of n boxes that were found more than once.
type repeated struct{ n, repeats int }

// onceClaim judges whether each pair is found once.
func onceClaim(list []repeated) Claim {
	c := Claim{Claim: "Looking to the right alone finds each pair once", Paper: "without it, twice"}
	if len(list) == 0 {
		return c.unmeasured("no device")
	}
	var t tally
	var measured []string
	for _, x := range list {
		figure := fmt.Sprintf("%s boxes: %s pairs found again", grouped(int64(x.n)), grouped(int64(x.repeats)))
		measured = append(measured, figure)
		t.is(x.repeats == 0, figure)
	}
	c.Measured = strings.Join(measured, ", ")
	return c.decided(&t)
}

// lbvhUnjudged are the report's other claims.
func lbvhUnjudged() []Claim {
	return []Claim{
		unjudged("Bodies move so far that building the tree again is better than keeping it", "chosen; no numbers", "boxes move by a hundredth here, and no method on the device keeps a tree over bodies"),
		unjudged("A loop instead of recursion lets the threads of a group run the same instructions", "no numbers", "kernels have no recursion to compare with"),
		unjudged("Threads in the order of the leaves find what their neighbours read in the cache", "no numbers", "there is one order here, and it takes the counters of a GPU"),
	}
}
