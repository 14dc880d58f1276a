package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// ascending returns the indices of values in their order.
func ascending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return int(values[i] - values[j]) })
	return order
}

// absent says why OOCDA was not measured; "" if it was.
func (e *experiment003) absent() string {
	for _, l := range e.large.lanes {
		if l.label == labelOOCDA {
			return l.absent
		}
	}
	return ""
}

// add records a claim, unmeasured where OOCDA is absent.
func (e *experiment003) add(c Claim) {
	if c.Verdict == Unmeasured {
		c.Measured = "–"
	}
	if why := e.absent(); why != "" {
		c.Measured, c.Verdict, c.Why = "–", Unmeasured, "oocda: "+why
	}
	e.report.claim(c)
}

// compared lists the ratios of the labels, and the least and greatest; NaN where
// one was not measured.
func (e *experiment003) compared(labels ...string) (list string, least, greatest float64) {
	var parts []string
	least, greatest = math.Inf(1), 0
	for _, label := range labels {
		q, ok := e.ratios[label]
		if !ok {
			q = math.NaN()
		}
		least, greatest = min(least, q), max(greatest, q)
		parts = append(parts, label+" "+digits(q))
	}
	return strings.Join(parts, ", "), least, greatest
}

// least003 are the times of the comparators of experiment 1 over OOCDA's: as the
// programs of one thread that they were, and with the pairs shared out over all cores.
type least003 struct {
	list, shared   string
	serial, spread float64 // the least of each
	greatest       float64
}

func (e *experiment003) least() least003 {
	var l least003
	l.list, l.serial, l.greatest = e.compared(labelICollide1, labelSphere1, "scda")
	if q, ok := e.ratios[labelBCDA]; ok { // it may be left out to save minutes
		l.list, l.serial, l.greatest = labelBCDA+" "+digits(q)+", "+l.list, min(l.serial, q), max(l.greatest, q)
	}
	l.shared, l.spread, _ = e.compared("i-collide", "sphere")
	return l
}

func (l *least003) unmeasured() bool { return math.IsNaN(l.serial) || math.IsNaN(l.spread) }

// spreadWhy says what stands in the way of reproduced.
const spreadWhy = "ahead of all of them as the programs of one thread that they were; but this project's i-collide shares its pairs out over the cores as OOCDA does, and a plane between two hulls is found in less time than a front of volumes is looked over"

func (e *experiment003) rateClaim() {
	l := e.least()
	c := Claim{
		Claim: "OOCDA's frame rate is a multiple of that of BCDA, I-COLLIDE, SPHERE and SCDA", Paper: "2.3 to 5.7 times (15.57 frames/ms, unit as printed)",
		Measured: fmt.Sprintf("%s bodies, times: %s; on all cores: %s", grouped(int64(len(e.large.stage.placed))), l.list, l.shared), Verdict: Reproduced,
	}
	switch {
	case l.unmeasured():
		c.Verdict, c.Why = Unmeasured, "one of the methods was not measured"
	case min(l.serial, l.spread) < 1:
		c.Verdict, c.Why = Not, "one of them is faster here"
	case l.serial < 2.3:
		c.Verdict, c.Why = Partly, "faster than all, but not 2.3 times as fast as each: see the split of its gain"
	case l.spread < 2.3:
		c.Verdict, c.Why = Partly, spreadWhy
	}
	e.add(c)
}

func (e *experiment003) totalClaim() {
	l := e.least()
	c := Claim{Claim: "OOCDA's total time for 2,000 steps is a fraction of theirs", Paper: "1/50 to 1/1.9",
		Measured: fmt.Sprintf("1/%s to 1/%s on %s bodies; on all cores 1/%s at the least", digits(l.greatest), digits(l.serial), grouped(int64(len(e.large.stage.placed))), digits(l.spread)), Verdict: Reproduced}
	switch {
	case l.unmeasured():
		c.Verdict, c.Why = Unmeasured, "one of the methods was not measured"
	case min(l.serial, l.spread) < 1:
		c.Verdict, c.Why = Not, "one of them is faster here"
	case l.serial < 1.9:
		c.Verdict, c.Why = Partly, "the closest comparator is closer than in the paper"
	case l.spread < 1.9:
		c.Verdict, c.Why = Partly, "at the level of the paper against programs of one thread, closer where they use all cores, too"
	}
	e.add(c)
}

func (e *experiment003) growthClaim(fits map[string]growth) {
	var parts []string
	for _, x := range e.serial() {
		if g, ok := fits[x.label]; ok {
			parts = append(parts, fmt.Sprintf("%s n^%s", x.label, digits(g.exponent)))
		}
	}
	c := Claim{Claim: "OOCDA takes O(n log n), like I-COLLIDE, SPHERE and SCDA and better than BCDA", Paper: "O(n log n), in a table that is lost", Measured: strings.Join(parts, ", "), Verdict: Reproduced}
	ours, brute := fits[labelOOCDA], fits[labelBCDA]
	switch {
	case brute.exponent == 0:
		c.Verdict, c.Why = Partly, "BCDA was not measured"
	case ours.exponent > 1.3:
		c.Verdict, c.Why = Partly, "its exponent is above that of n log n, about 1.15 over these sizes"
	case brute.exponent < 1.7:
		c.Verdict, c.Why = Partly, "BCDA's exponent is not near 2: the sizes are too small"
	}
	e.add(c)
}

func (e *experiment003) pipelineClaims(r *race) {
	list, least, _ := e.compared(labelMPI, "scda")
	c := Claim{Claim: "OOCDA is faster than MPI (many processes) and than the serial SCDA", Paper: "faster; numbers lost", Measured: "time ÷ OOCDA's: " + list, Verdict: Reproduced}
	switch {
	case math.IsNaN(least):
		c.Verdict, c.Why = Unmeasured, "one of the methods was not measured"
	case least < 1:
		c.Verdict, c.Why = Not, "one of them is faster here"
	}
	e.add(c)
	best, worst := math.Inf(1), 0.0
	for _, p := range tasks003 {
		if q, ok := e.ratios[fmt.Sprintf("pipelining p=%d", p)]; ok {
			best, worst = min(best, q), max(worst, q)
		}
	}
	c = Claim{Claim: "OOCDA is about level with Pipelining", Paper: "almost the same time, OOCDA a little ahead", Measured: fmt.Sprintf("Pipelining takes %s (best p) to %s (worst p) times OOCDA's time", digits(best), digits(worst)), Verdict: Reproduced}
	switch {
	case worst == 0:
		c.Verdict, c.Why = Unmeasured, "pipelining was not measured"
	case best > 1.3:
		c.Verdict, c.Why = Partly, "OOCDA is ahead by more than a little: pipelining here has neither SIMD nor a front"
	case best < 0.9:
		c.Verdict, c.Why = Not, "pipelining is ahead here"
	}
	e.add(c)
	e.sensitivityClaim(r)
}

// sensitivityClaim judges Pipelining alone, so OOCDA may be absent.
func (e *experiment003) sensitivityClaim(r *race) {
	best, worst, parts := math.Inf(1), 0.0, []string{}
	for _, p := range tasks003 {
		if l := r.lane(fmt.Sprintf("pipelining p=%d", p)); l != nil {
			m := 1e3 * median(l.times())
			best, worst = min(best, m), max(worst, m)
			parts = append(parts, fmt.Sprintf("p=%d %s", p, digits(m)))
		}
	}
	c := Claim{Claim: "Pipelining is sensitive to p, its number of task processes", Paper: "p has much influence, and a good one is hard to find",
		Measured: "ms a frame: " + strings.Join(parts, ", "), Verdict: Reproduced}
	switch {
	case worst == 0:
		c.Measured, c.Verdict, c.Why = "–", Unmeasured, "pipelining was not measured"
	case worst < 1.1*best:
		c.Verdict, c.Why = Not, "the tasks are goroutines, which Go's scheduler shares out over the cores: any p from 1 on will do"
	case worst < 1.3*best:
		c.Verdict, c.Why = Partly, fmt.Sprintf("the worst p costs %.0f %%: goroutines are cheap, and Go's scheduler shares them out over the cores", 100*(worst/best-1))
	}
	e.report.claim(c)
}

func (e *experiment003) memoryClaim(together map[string]float64) {
	c := Claim{Claim: "OOCDA needs less memory than MPI", Paper: "less; numbers lost", Verdict: Reproduced}
	ours, ok := together[labelOOCDA]
	theirs, known := together[labelMPI]
	switch {
	case !ok || !known || math.IsNaN(ours) || math.IsNaN(theirs):
		c.Measured, c.Verdict, c.Why = "–", Unmeasured, "one of the two was not measured on this system"
	default:
		c.Measured = fmt.Sprintf("%s MB against %s MB at their peaks, worker processes included", digits(ours), digits(theirs))
		if ours >= theirs {
			c.Verdict, c.Why = Not, "see the table"
		}
	}
	e.add(c)
}
