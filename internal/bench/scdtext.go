package bench

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/scene"
)

// The claims of the streaming paper's abstract and text, and of the figures and times of its
// tables; scdclaims.go has the quotients of Table 1.

// textClaims judges them in the order of the paper.
func (e *scdExperiment) textClaims() []Claim {
	every := scene.StreamPresets()
	_, err := e.device()
	return []Claim{
		wholeScenes(e.detail, timesClaim(e.spent, e.onGPU(), e.calm)),
		cutClaim("The tree of boxes leaves out most triangles: SCD1 draws at most half as many rectangles as SCD0", "no numbers", "scd0", "scd1", "rectangles", every, e.counts, func(c *scdCounts) float64 { return c.queries }, err == nil),
		cutClaim("Sub-textures reduce the pixels drawn: SCD2 tests at most half as many edges against boxes as SCD1", "no numbers", "scd1", "scd2", "edges against boxes", every, e.counts, func(c *scdCounts) float64 { return c.boxes }, err == nil),
		gainsClaim(e.gains),
		wholeScenes(e.detail, realTimeClaim(e.simulated)),
		wholeScenes(e.detail, tenSecondsClaim(e.simulated)),
		simulationClaim(e.simulated, e.spent, e.onGPU(), e.calm),
		listingClaim(e.simulated),
		generalClaim(every[1:], e.counts, err == nil),
	}
}

// scdUnjudged are the paper's other claims.
func scdUnjudged() []Claim {
	return []Claim{
		unjudged("Figure 1: the 396 edges of a sphere fill textures of 20 × 20 texels, except four", "20 × 20 = 396 + 4", "the figure's sphere is made to have 396 edges: collide bench scd --pictures draws it"),
		unjudged("An occlusion query is quicker than reading the depth buffer back", "the reason for the query; no numbers", "no method here reads a depth buffer back, and the bus of 2004 is gone"),
		unjudged("Figure 7: the methods on scene 3 of varying complexity", "a drawing", "the scan has no numbers of it; the table of Figure 7 has those of here"),
		unjudged("GPUs grow faster than Moore's law, and the algorithm with them", "a forecast", "no statement on the algorithm"),
	}
}

// onGPU reports whether there is a device that is not the software driver.
func (e *scdExperiment) onGPU() bool {
	_, err := e.device()
	return err == nil && !e.software()
}

// timesClaim judges the times of Table 1: at most the paper's, in milliseconds, and so in real time.
func timesClaim(spent scdTimes, onGPU, calm bool) Claim {
	c := Claim{Claim: "SCD2 answers in real time, at most the times of Table 1", Paper: "23.0, 40.4 and 24.1 ms a frame"}
	var t tally
	var measured []string
	for _, preset := range scene.StreamPresets() {
		m := measure.MeanOf(present(spent[scdKey{"all", preset, "scd2"}]))
		switch {
		case !onGPU:
			return c.unmeasured("no GPU was at hand")
		case !calm:
			return c.unmeasured("other processes were busy")
		case !m.Known():
			return c.unmeasured("scd2 was " + onceOrNever + " on scene " + preset)
		}
		ms := measure.Interval{Value: 1e3 * m.Value, Low: 1e3 * m.Low, High: 1e3 * m.High}
		figure := fmt.Sprintf("scene %s %s ms", preset, shown(ms))
		measured = append(measured, figure)
		t.add(opposite(ms.Side(scdPaper[preset]["scd2"])), figure)
	}
	c.Measured = "all contacts: " + strings.Join(measured, ", ")
	return c.decided(&t)
}

// wholeScenes leaves a claim about times of the paper's scenes unmeasured where smaller ones were timed.
func wholeScenes(detail float64, c Claim) Claim {
	if detail < 1 && c.Verdict != Unmeasured {
		return c.unmeasured("at " + digits(detail) + " of the paper's detail: see --full")
	}
	return c
}

// cutClaim judges whether a method counts at most half of what another one counts, on each scene.
func cutClaim(claim, paper, of, by, what string, presets []string, counts map[scdKey]*scdCounts, count func(*scdCounts) float64, opened bool) Claim {
	c := Claim{Claim: claim, Paper: paper}
	if !opened {
		return c.unmeasured("no device")
	}
	var t tally
	var measured []string
	for _, preset := range presets {
		a, b := counts[scdKey{"all", preset, of}], counts[scdKey{"all", preset, by}]
		if a == nil || b == nil || !known(count(a), count(b)) {
			return c.unmeasured(of + " or " + by + " counted nothing on scene " + preset)
		}
		figure := fmt.Sprintf("scene %s: %s of %s %s a frame", preset, digits(count(b)), digits(count(a)), what)
		measured = append(measured, figure)
		t.is(count(b) <= count(a)/2, figure)
	}
	c.Measured = "all contacts: " + strings.Join(measured, ", ")
	return c.decided(&t)
}

// speedup is how many times as fast as SCD0 a method is on scene 3 of a number of triangles.
type speedup struct {
	method    string
	triangles int
	times     measure.Interval
}

// gainsOf are those of a race, all contacts.
func gainsOf(r *race, triangles int) (list []speedup) {
	base := r.lane("scd0")
	for _, name := range []string{"scd1", "scd2"} {
		if l := r.lane(name); l != nil && base != nil {
			list = append(list, speedup{name, triangles, seriesRatio(base.spent, l.spent)})
		}
	}
	return list
}

// gainsClaim judges whether each method gains from size to size.
func gainsClaim(list []speedup) Claim {
	c := Claim{Claim: "The more complex the scene, the more both optimisations gain over SCD0 (scene 3, all contacts)", Paper: "no numbers but Table 1"}
	var t tally
	var measured []string
	last := map[string]*speedup{}
	for i := range list {
		g := &list[i]
		if !g.times.Known() {
			return c.unmeasured(fmt.Sprintf("%s or scd0 was %s at %s triangles", g.method, onceOrNever, grouped(int64(g.triangles))))
		}
		figure := fmt.Sprintf("%s %s times at %s triangles", g.method, shown(g.times), grouped(int64(g.triangles)))
		measured = append(measured, figure)
		if before := last[g.method]; before != nil {
			t.add(g.times.Beside(before.times), figure)
		}
		last[g.method] = g
	}
	if t.verdict() == Unmeasured {
		return c.unmeasured("scd0 did not run at two sizes")
	}
	c.Measured = strings.Join(measured, ", ")
	return c.decided(&t)
}

// simulatedClaim judges the seconds a frame of the simulation on the CPU against a least value.
func simulatedClaim(c Claim, runs []*listingRun, least float64) Claim {
	var t tally
	var measured []string
	for _, r := range runs {
		m := measure.MeanOf(r.seconds)
		switch {
		case r.disturbed.busy():
			return c.unmeasured("other processes were busy: see --full on an idle machine")
		case !m.Known():
			return c.unmeasured("scene " + r.preset + " was " + onceOrNever)
		}
		figure := fmt.Sprintf("scene %s: %s s a frame", r.preset, shown(m))
		measured = append(measured, figure)
		t.add(m.Side(least), figure)
	}
	if t.verdict() == Unmeasured {
		return c.unmeasured("no scene was simulated")
	}
	c.Measured = strings.Join(measured, ", ") + ", one thread"
	return c.decided(&t)
}

// realTimeClaim judges whether the simulation takes longer than a frame may.
func realTimeClaim(runs []*listingRun) Claim {
	return simulatedClaim(Claim{Claim: "Simulated on the CPU, the algorithm does not run in real time (30 frames/s)", Paper: "not on any of the three scenes"}, runs, 1/minFrameRate)
}

// tenSecondsClaim judges the paper's figure.
func tenSecondsClaim(runs []*listingRun) Claim {
	return simulatedClaim(Claim{Claim: "Simulated on the CPU, the algorithm takes more than 10 s a frame", Paper: "more than 10 s, P4 1.6 GHz"}, runs, 10)
}

// simulationClaim judges whether the GPU is ahead of the simulation.
func simulationClaim(runs []*listingRun, spent scdTimes, onGPU, calm bool) Claim {
	c := Claim{Claim: "SCD0 on the GPU is faster than its simulation on the CPU", Paper: "more than 10 s against 6.6, 2.3 and 15.6 s"}
	if !onGPU {
		return c.unmeasured("no GPU was at hand")
	}
	if !calm {
		return c.unmeasured("other processes were busy")
	}
	var t tally
	var measured []string
	for _, r := range runs {
		m, gpu := measure.MeanOf(r.seconds), measure.MeanOf(present(spent[scdKey{"all", r.preset, "scd0"}]))
		if !m.Known() || !gpu.Known() {
			return c.unmeasured("scd0 or its simulation was " + onceOrNever + " on scene " + r.preset)
		}
		q := m.Over(gpu)
		figure := fmt.Sprintf("scene %s %s times", r.preset, shown(q))
		measured = append(measured, figure)
		t.add(q.Side(1), figure)
	}
	if t.verdict() == Unmeasured {
		return c.unmeasured("no scene was simulated")
	}
	c.Measured = strings.Join(measured, ", ")
	return c.decided(&t)
}

// listingClaim judges the paper's listing by its answers.
func listingClaim(runs []*listingRun) Claim {
	c := Claim{Claim: "The algorithm is as accurate as geometric ones: its listing finds the exact contacts", Paper: "the accuracy of floating point numbers; no numbers"}
	var t tally
	var measured []string
	for _, r := range runs {
		n, missed, extra := r.sums()
		if !known(n) || !finite(missed, extra) {
			return c.unmeasured("no contacts on scene " + r.preset)
		}
		figure := fmt.Sprintf("scene %s: %s of %s contacts missed, %s false", r.preset, digits(missed), digits(n), digits(extra))
		measured = append(measured, figure)
		t.is(missed == 0 && extra == 0, figure)
	}
	if t.verdict() == Unmeasured {
		return c.unmeasured("no scene was simulated")
	}
	c.Measured = strings.Join(measured, ", ") + "; scd0 to scd2 here decide candidates exactly and gave the contacts of rapid and auto in every frame"
	return c.decided(&t)
}

// generalClaim judges whether the methods take meshes that are not convex, and RECODE none.
func generalClaim(presets []string, counts map[scdKey]*scdCounts, opened bool) Claim {
	c := Claim{Claim: "Any triangle mesh will do, while methods in image space take convex bodies", Paper: "scenes 2 and 3 are not convex; no time of RECODE there"}
	if !opened {
		return c.unmeasured("no device")
	}
	var t tally
	var measured []string
	for _, preset := range presets {
		for _, m := range []string{"scd0", "scd1", "scd2", "recode"} {
			n := counts[scdKey{"all", preset, m}]
			if n == nil {
				return c.unmeasured(m + " was not tried on scene " + preset)
			}
			does := "answers"
			if n.absent != "" {
				does = "does not: " + n.absent
			}
			figure := fmt.Sprintf("scene %s: %s %s", preset, m, does)
			measured = append(measured, figure)
			refused := strings.Contains(n.absent, "not convex")
			if n.absent != "" && !refused {
				return c.unmeasured(figure)
			}
			t.is(refused == (m == "recode"), figure)
		}
	}
	c.Measured = strings.Join(measured, ", ")
	return c.decided(&t)
}
