package bench

import (
	"cmp"
	"fmt"
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

// absent is why OOCDA was not measured, "" if it was.
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
type oocdaRatios map[string]measure.Interval

// ratios returns the times of all lanes over those of base: over the frames in which both ran if steps is 0,
// else over the first frames, as many as steps, for lanes that ran as many.
func (r *race) ratios(base *lane, steps int) oocdaRatios {
	q := oocdaRatios{}
	for _, l := range r.lanes {
		switch {
		case l.frames == 0:
		case steps == 0:
			q[l.label] = l.ratio(base)
		case l.frames >= steps && base.frames >= steps:
			q[l.label] = measure.Ratio(l.times()[:steps], base.times()[:steps])
		}
	}
	return q
}

// The comparators of experiment 1, as the programs of one thread that they were and with
// the pairs shared out over all cores. BCDA takes seconds a frame and may be left out.
var comparators = []string{labelICollide1, labelSphere1, "scda", "i-collide", "sphere"}

// judged judges the claim that OOCDA is a number of times as fast as each comparator. One
// that is ahead of OOCDA is enough for Not.
func (r oocdaRatios) judged(c Claim, least float64) Claim {
	labels := comparators
	if r[labelBCDA].Known() {
		labels = append([]string{labelBCDA}, labels...)
	}
	var t tally
	var list, ahead, even []string
	for _, label := range labels {
		q := r[label]
		if !q.Known() {
			return c.unmeasured(label + " or oocda was " + onceOrNever)
		}
		figure := label + " " + shown(q)
		list = append(list, figure)
		t.add(q.Side(least), figure+" against "+digits(least))
		switch q.Side(1) {
		case measure.Below:
			ahead = append(ahead, figure)
		case measure.Open:
			even = append(even, figure)
		}
	}
	c.Measured = "time ÷ OOCDA's: " + strings.Join(list, ", ")
	switch {
	case len(ahead) > 0:
		return c.as(Not, ahead...)
	case len(even) > 0 && t.verdict() != Not:
		return c.as(Undecided, even...)
	}
	return c.decided(&t)
}

// frameRateClaim judges OOCDA against both readings of its comparators.
func frameRateClaim(r oocdaRatios) Claim {
	return r.judged(Claim{
		Claim: "OOCDA's frame rate is a multiple of that of BCDA, I-COLLIDE, SPHERE and SCDA", Paper: "2.3 to 5.7 times (15.57 frames/ms, unit as printed)",
	}, 2.3)
}

// totalClaim judges the totals of those that ran all steps.
func totalClaim(r oocdaRatios) Claim {
	c := Claim{Claim: "OOCDA's total time for 2,000 steps is a fraction of theirs", Paper: "1/50 to 1/1.9"}
	if len(r) == 0 {
		return c.unmeasured("oocda did not run 2,000 steps: see --full")
	}
	for _, label := range comparators {
		if _, ok := r[label]; !ok {
			return c.unmeasured(label + " did not run 2,000 steps")
		}
	}
	c = r.judged(c, 1.9)
	if _, ok := r[labelBCDA]; !ok && c.Verdict != Unmeasured {
		c.Measured += "; " + labelBCDA + " did not run 2,000 steps"
	}
	return c
}

// growthClaim compares laws of growth; labels are the methods in the order of the table.
func growthClaim(labels []string, fits map[string]measure.Growth) Claim {
	c := Claim{Claim: "OOCDA takes O(n log n), like I-COLLIDE, SPHERE and SCDA and better than BCDA", Paper: "O(n log n), in a table that is lost"}
	var parts []string
	for _, label := range labels {
		if g, ok := fits[label]; ok && finite(g.Exponent) {
			parts = append(parts, residuals(label, &g))
		}
	}
	c.Measured = strings.Join(parts, "; ")
	for _, label := range []string{labelOOCDA, labelBCDA} {
		if g, ok := fits[label]; !ok || !finite(g.Exponent) {
			return c.unmeasured(label + " was not measured at two sizes")
		}
	}
	ours, brute := fits[labelOOCDA], fits[labelBCDA]
	why := residuals(labelOOCDA, &ours)
	switch {
	case ours.Prefer(measure.Quadratic, measure.Linearithmic) == measure.Above:
		return c.as(Not, why)
	case ours.Prefer(measure.Linearithmic, measure.Quadratic) != measure.Above:
		return c.as(Undecided, why)
	case brute.Prefer(measure.Quadratic, measure.Linearithmic) == measure.Below:
		return c.as(Partly, residuals(labelBCDA, &brute))
	case brute.Prefer(measure.Quadratic, measure.Linearithmic) == measure.Open:
		return c.as(Undecided, residuals(labelBCDA, &brute))
	case ours.Prefer(measure.Linear, measure.Linearithmic) == measure.Above: // within the bound, but another law
		return c.as(Partly, why)
	case ours.Prefer(measure.Linear, measure.Linearithmic) == measure.Open:
		return c.as(Undecided, why)
	}
	return c.as(Reproduced)
}

// residuals lists what the laws leave of a method's times.
func residuals(label string, g *measure.Growth) string {
	var parts []string
	for law, f := range g.Fits {
		parts = append(parts, fmt.Sprintf("%s leaves %s %%", measure.Law(law), digits(100*f.Residual)))
	}
	return fmt.Sprintf("%s (n^%s): %s", label, digits(g.Exponent), strings.Join(parts, ", "))
}
