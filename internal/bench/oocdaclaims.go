package bench

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// ascending returns the indices of values in their order.
func ascending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	return order
}

// absent says why OOCDA was not measured; "" if it was.
func (e *oocdaExperiment) absent() string {
	for _, l := range e.large.lanes {
		if l.label == labelOOCDA {
			return l.absent
		}
	}
	return ""
}

// add records a claim, unmeasured where OOCDA is absent.
func (e *oocdaExperiment) add(c Claim) {
	if why := e.absent(); why != "" {
		c.Measured = "–"
		c = c.unmeasured("oocda: " + why)
	}
	e.report.claim(c)
}

// oocdaRatios are the times of other methods over OOCDA's, by label.
type oocdaRatios map[string]float64

// compared lists the ratios of the labels, and the least and greatest; NaN where one was
// not measured.
func (r oocdaRatios) compared(labels ...string) (list string, least, greatest float64) {
	var parts []string
	least, greatest = math.Inf(1), 0
	for _, label := range labels {
		q := r[label]
		if !known(q) {
			q = math.NaN()
		}
		least, greatest = min(least, q), max(greatest, q)
		parts = append(parts, label+" "+digits(q))
	}
	return strings.Join(parts, ", "), least, greatest
}

// oocdaLeast are the times of the comparators of experiment 1 over OOCDA's: as the
// programs of one thread that they were, and with the pairs shared out over all cores.
type oocdaLeast struct {
	bodies         int
	list, shared   string
	serial, spread float64 // the least of each
	greatest       float64
}

func (r oocdaRatios) least(bodies int) oocdaLeast {
	l := oocdaLeast{bodies: bodies}
	l.list, l.serial, l.greatest = r.compared(labelICollide1, labelSphere1, "scda")
	if q := r[labelBCDA]; known(q) { // it may be left out to save minutes
		l.list, l.serial, l.greatest = labelBCDA+" "+digits(q)+", "+l.list, min(l.serial, q), max(l.greatest, q)
	}
	l.shared, l.spread, _ = r.compared("i-collide", "sphere")
	return l
}

// spreadWhy says what stands in the way of reproduced.
const spreadWhy = "ahead of all of them as the programs of one thread that they were; but this project's i-collide shares its pairs out over the cores as OOCDA does, and a plane between two hulls is found in less time than a front of volumes is looked over"

// frameRateClaim judges OOCDA against both readings of its comparators.
func frameRateClaim(l oocdaLeast) Claim {
	c := Claim{
		Claim: "OOCDA's frame rate is a multiple of that of BCDA, I-COLLIDE, SPHERE and SCDA", Paper: "2.3 to 5.7 times (15.57 frames/ms, unit as printed)",
	}
	if !known(l.serial, l.spread) {
		return c.unmeasured("one of the methods was not measured")
	}
	c.Measured = fmt.Sprintf("%s bodies, times: %s; on all cores: %s", grouped(int64(l.bodies)), l.list, l.shared)
	switch {
	case min(l.serial, l.spread) < 1:
		c.Verdict, c.Why = Not, "one of them is faster here"
	case l.serial < 2.3:
		c.Verdict, c.Why = Partly, "faster than all, but not 2.3 times as fast as each: see the split of its gain"
	case l.spread < 2.3:
		c.Verdict, c.Why = Partly, spreadWhy
	default:
		c.Verdict = Reproduced
	}
	return c
}

func totalClaim(l oocdaLeast) Claim {
	c := Claim{Claim: "OOCDA's total time for 2,000 steps is a fraction of theirs", Paper: "1/50 to 1/1.9"}
	if !known(l.serial, l.spread) {
		return c.unmeasured("one of the methods was not measured")
	}
	c.Measured = fmt.Sprintf("1/%s to 1/%s on %s bodies; on all cores 1/%s at the least", digits(l.greatest), digits(l.serial), grouped(int64(l.bodies)), digits(l.spread))
	switch {
	case min(l.serial, l.spread) < 1:
		c.Verdict, c.Why = Not, "one of them is faster here"
	case l.serial < 1.9:
		c.Verdict, c.Why = Partly, "the closest comparator is closer than in the paper"
	case l.spread < 1.9:
		c.Verdict, c.Why = Partly, "at the level of the paper against programs of one thread, closer where they use all cores, too"
	default:
		c.Verdict = Reproduced
	}
	return c
}

// growthClaim judges the exponents; labels are the methods in the order of the table.
func growthClaim(labels []string, fits map[string]measure.Growth) Claim {
	c := Claim{Claim: "OOCDA takes O(n log n), like I-COLLIDE, SPHERE and SCDA and better than BCDA", Paper: "O(n log n), in a table that is lost"}
	var parts []string
	for _, label := range labels {
		if g, ok := fits[label]; ok && finite(g.Exponent) {
			parts = append(parts, fmt.Sprintf("%s n^%s", label, digits(g.Exponent)))
		}
	}
	c.Measured = strings.Join(parts, ", ")
	ours, ok := fits[labelOOCDA]
	brute, also := fits[labelBCDA]
	switch {
	case !ok || !finite(ours.Exponent):
		return c.unmeasured("OOCDA was not measured at two sizes")
	case !also || !finite(brute.Exponent):
		return c.unmeasured("BCDA was not measured at two sizes")
	case ours.Exponent >= brute.Exponent:
		c.Verdict, c.Why = Not, "it grows no slower than BCDA"
	case ours.Exponent > 1.3:
		c.Verdict, c.Why = Partly, "its exponent is above that of n log n, about 1.15 over these sizes"
	case brute.Exponent < 1.7:
		c.Verdict, c.Why = Partly, "BCDA's exponent is not near 2: the sizes are too small"
	default:
		c.Verdict = Reproduced
	}
	return c
}

// parallelClaim judges OOCDA against its two rivals one by one.
func parallelClaim(r oocdaRatios) Claim {
	c := Claim{Claim: "OOCDA is faster than MPI (many processes) and than the serial SCDA", Paper: "faster; numbers lost"}
	list, least, greatest := r.compared(labelMPI, "scda")
	if !known(least) {
		return c.unmeasured("one of the methods was not measured")
	}
	c.Measured = "time ÷ OOCDA's: " + list
	switch {
	case least > 1:
		c.Verdict = Reproduced
	case greatest > 1:
		c.Verdict, c.Why = Partly, "one of them is as fast here, or faster"
	default:
		c.Verdict, c.Why = Not, "both are as fast here, or faster"
	}
	return c
}

// labelTasks is pipelining with p task processes.
func labelTasks(p int) string { return fmt.Sprintf("pipelining p=%d", p) }

// levelClaim judges Pipelining at its best number of tasks.
func levelClaim(r oocdaRatios) Claim {
	c := Claim{Claim: "OOCDA is about level with Pipelining", Paper: "almost the same time, OOCDA a little ahead"}
	best, worst := math.Inf(1), 0.0
	for _, p := range taskCounts {
		if q, ok := r[labelTasks(p)]; ok {
			best, worst = min(best, q), max(worst, q)
		}
	}
	if !known(best, worst) {
		return c.unmeasured("pipelining was not measured")
	}
	c.Measured = fmt.Sprintf("Pipelining takes %s (best p) to %s (worst p) times OOCDA's time", digits(best), digits(worst))
	switch {
	case best > 1.3:
		c.Verdict, c.Why = Partly, "OOCDA is ahead by more than a little: pipelining here has neither SIMD nor a front"
	case best < 0.9:
		c.Verdict, c.Why = Not, "pipelining is ahead here"
	default:
		c.Verdict = Reproduced
	}
	return c
}

// sensitivityClaim judges Pipelining alone, so OOCDA may be absent; ms are medians by p.
func sensitivityClaim(ms map[int]float64) Claim {
	c := Claim{Claim: "Pipelining is sensitive to p, its number of task processes", Paper: "p has much influence, and a good one is hard to find"}
	best, worst, parts := math.Inf(1), 0.0, []string{}
	for _, p := range taskCounts {
		if m, ok := ms[p]; ok {
			best, worst = min(best, m), max(worst, m)
			parts = append(parts, fmt.Sprintf("p=%d %s", p, digits(m)))
		}
	}
	if len(parts) < 2 || !known(best, worst) {
		return c.unmeasured("pipelining was not measured with two numbers of tasks")
	}
	c.Measured = "ms a frame: " + strings.Join(parts, ", ")
	switch {
	case worst < 1.1*best:
		c.Verdict, c.Why = Not, "the tasks are goroutines, which Go's scheduler shares out over the cores: any p from 1 on will do"
	case worst < 1.3*best:
		c.Verdict, c.Why = Partly, fmt.Sprintf("the worst p costs %.0f %%: goroutines are cheap, and Go's scheduler shares them out over the cores", 100*(worst/best-1))
	default:
		c.Verdict = Reproduced
	}
	return c
}

// memoryClaim judges megabytes by label, worker processes included.
func memoryClaim(together map[string]float64) Claim {
	c := Claim{Claim: "OOCDA needs less memory than MPI", Paper: "less; numbers lost"}
	ours, theirs := together[labelOOCDA], together[labelMPI]
	if !known(ours, theirs) {
		return c.unmeasured("one of the two was not measured on this system")
	}
	c.Measured = fmt.Sprintf("%s MB against %s MB at their peaks, worker processes included", digits(ours), digits(theirs))
	switch {
	case ours < 0.9*theirs:
		c.Verdict = Reproduced
	case ours < theirs:
		c.Verdict, c.Why = Partly, "by less than a tenth, and pages that processes share are counted for each"
	default:
		c.Verdict, c.Why = Not, "see the table"
	}
	return c
}
