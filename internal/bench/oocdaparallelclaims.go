package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/measure"
)

// parallelClaim judges OOCDA against its two rivals one by one.
func parallelClaim(r oocdaRatios) Claim {
	c := Claim{Claim: "OOCDA is faster than MPI (many processes) and than the serial SCDA", Paper: "faster; numbers lost"}
	var t tally
	var list []string
	for _, label := range []string{labelMPI, "scda"} {
		q := r[label]
		if !q.Known() {
			return c.unmeasured(label + " or oocda was " + onceOrNever)
		}
		list = append(list, label+" "+shown(q))
		t.add(q.Side(1), label+" "+shown(q))
	}
	c.Measured = "time ÷ OOCDA's: " + strings.Join(list, ", ")
	return c.decided(&t)
}

// labelTasks is pipelining with p task processes.
func labelTasks(p int) string { return fmt.Sprintf("pipelining p=%d", p) }

// maxLevelRatio is the greatest quotient of times that is "about level".
const maxLevelRatio = 1.3

// levelClaim judges Pipelining at its best number of tasks: level, with OOCDA ahead.
func levelClaim(r oocdaRatios) Claim {
	c := Claim{Claim: "OOCDA is about level with Pipelining", Paper: "almost the same time, OOCDA a little ahead"}
	best, of := measure.Exactly(math.Inf(1)), 0
	for _, p := range taskCounts {
		q, ok := r[labelTasks(p)]
		if ok && !q.Known() {
			return c.unmeasured(labelTasks(p) + " or oocda was " + onceOrNever)
		}
		if ok && q.Value < best.Value {
			best, of = q, p
		}
	}
	if of == 0 {
		return c.unmeasured("pipelining was not measured")
	}
	c.Measured = fmt.Sprintf("Pipelining takes %s times OOCDA's time at its best p, %d", shown(best), of)
	switch {
	case best.Side(1) == measure.Below:
		return c.as(Not, shown(best)+", not 1 or more")
	case best.Side(maxLevelRatio) == measure.Above:
		return c.as(Partly, shown(best)+", not up to "+digits(maxLevelRatio))
	case best.Side(1) == measure.Open || best.Side(maxLevelRatio) == measure.Open:
		return c.as(Undecided, shown(best))
	}
	return c.as(Reproduced)
}

// The least quotients of the times of the slowest and of the fastest p at which Pipelining is
// sensitive to p, and at which it is a little sensitive.
const (
	minSensitiveRatio = 1.3
	minSlightRatio    = 1.1
)

// sensitivityClaim judges Pipelining alone, so OOCDA may be absent; spent are the seconds
// of its frames by p. With p = 1 the stages are not wide, which leaves nothing to
// choose; with two cores all numbers above one mean the same.
func sensitivityClaim(spent map[int][]float64, cores int) Claim {
	c := Claim{Claim: "Pipelining is sensitive to p, its number of task processes", Paper: "p has much influence, and a good one is hard to find"}
	fastest, slowest, mean, parts := 0, 0, map[int]float64{}, []string{}
	for _, p := range taskCounts {
		m := measure.MeanOf(slices.DeleteFunc(slices.Clone(spent[p]), math.IsNaN))
		if p == 1 || !m.Known() {
			continue
		}
		mean[p] = m.Value
		parts = append(parts, fmt.Sprintf("p=%d %s", p, digits(1e3*m.Value)))
		if fastest == 0 || m.Value < mean[fastest] {
			fastest = p
		}
		if slowest == 0 || m.Value > mean[slowest] {
			slowest = p
		}
	}
	if len(parts) > 0 {
		c.Measured = "ms a frame: " + strings.Join(parts, ", ")
	}
	switch {
	case len(parts) < 3:
		return c.unmeasured(fmt.Sprintf("%d numbers of tasks above one were measured; it takes 3", len(parts)))
	case cores <= 2:
		return c.unmeasured(fmt.Sprintf("%d cores; it takes more than 2", cores))
	}
	q := seriesRatio(spent[slowest], spent[fastest])
	figure := fmt.Sprintf("p=%d takes %s times the time of p=%d", slowest, shown(q), fastest)
	c.Measured += "; " + figure
	switch {
	case !q.Known():
		return c.unmeasured(fmt.Sprintf("p=%d and p=%d share no two frames", slowest, fastest))
	case q.Side(minSensitiveRatio) == measure.Above:
		return c.as(Reproduced)
	case q.Side(minSlightRatio) == measure.Below:
		return c.as(Not, figure)
	case q.Side(minSlightRatio) == measure.Above && q.Side(minSensitiveRatio) == measure.Below:
		return c.as(Partly, figure)
	}
	return c.as(Undecided, figure)
}
