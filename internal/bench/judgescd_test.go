package bench

import (
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/scene"
)

func casesTable1() (list []judgedCase) {
	judge := func(first, others float64, onGPU, calm bool) Claim {
		spent := scdTimes{}
		for i, p := range scene.StreamPresets() {
			spent[scdKey{"all", p, "scd2"}] = swings(map[bool]float64{true: first, false: others}[i == 0], 8)
		}
		return timesClaim(spent, onGPU, calm)
	}
	list = []judgedCase{
		{Reproduced, judge(0.01, 0.01, true, true), "scene 000-1 10"}, {Partly, judge(0.01, 0.1, true, true), ""}, {Not, judge(0.1, 0.1, true, true), ""}, {Undecided, judge(0.023, 0.01, true, true), ""},
		{Unmeasured, judge(0.01, 0.01, false, true), "–"}, {Unmeasured, judge(0.1, 0.1, false, true), "–"}, {Unmeasured, judge(0.1, 0.1, true, false), "–"}, {Unmeasured, timesClaim(scdTimes{}, true, true), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 0.01, true, true), "–"})
	}
	return list
}

// TestWholeScenes: times of a part of a scene decide nothing about the paper's.
func TestWholeScenes(t *testing.T) {
	for _, verdict := range []Verdict{Reproduced, Not, Undecided, Partly} {
		c := Claim{Measured: "1 ms"}.as(verdict)
		if whole, part := wholeScenes(1, c), wholeScenes(0.35, c); whole.Verdict != verdict || part.Verdict != Unmeasured || part.Measured != "1 ms" {
			t.Errorf("%v: whole %+v, in part %+v", verdict, whole, part)
		}
	}
}

func casesCut() (list []judgedCase) {
	presets := scene.StreamPresets()
	for _, c := range (&scdExperiment{Options: &Options{}}).textClaims() {
		if !strings.Contains(c.Claim, "at most half as many") {
			continue
		}
		judge := func(first, others float64, opened bool) Claim {
			counts := map[scdKey]*scdCounts{}
			for i, p := range presets {
				counts[scdKey{"all", p, "a"}] = &scdCounts{queries: 100}
				counts[scdKey{"all", p, "b"}] = &scdCounts{queries: map[bool]float64{true: first, false: others}[i == 0]}
			}
			return cutClaim(c.Claim, c.Paper, "a", "b", "draws", presets, counts, func(c *scdCounts) float64 { return c.queries }, opened)
		}
		list = append(list,
			judgedCase{Reproduced, judge(50, 1, true), "scene 000-1: 50 of 100 draws"}, judgedCase{Partly, judge(51, 1, true), ""}, judgedCase{Not, judge(51, 200, true), ""},
			judgedCase{Unmeasured, judge(1, 1, false), "–"}, judgedCase{Unmeasured, cutClaim(c.Claim, c.Paper, "a", "b", "draws", presets, nil, nil, true), "–"})
		for _, x := range strange {
			list = append(list, judgedCase{Unmeasured, judge(x, 1, true), "–"})
		}
	}
	return list
}

func casesGains() []judgedCase {
	judge := func(scd1, scd2 float64) Claim {
		return gainsClaim([]speedup{{"scd1", 1000, about(2)}, {"scd2", 1000, about(10)}, {"scd1", 4000, about(scd1)}, {"scd2", 4000, about(scd2)}})
	}
	list := []judgedCase{
		{Reproduced, judge(4, 30), "scd2 30 (27–33) times at 4000"}, {Partly, judge(1, 30), ""}, {Not, judge(1, 5), ""}, {Undecided, judge(4, 10), ""},
		{Unmeasured, gainsClaim(nil), "–"}, {Unmeasured, gainsClaim([]speedup{{"scd1", 1000, about(2)}}), "–"}, {Unmeasured, gainsClaim([]speedup{{"scd1", 1000, measure.MeanOf([]float64{1})}}), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(4, x), "–"})
	}
	return list
}

// simulations are runs of two scenes.
func simulations(first, second float64, d disturbance) []*listingRun {
	return []*listingRun{{preset: "000-1", seconds: swings(first, 8)}, {preset: "000-2", seconds: swings(second, 8), disturbed: d}}
}

func casesSimulated() (list []judgedCase) {
	for _, c := range []struct {
		judge func([]*listingRun) Claim
		least float64
	}{{realTimeClaim, 1.0 / 30}, {tenSecondsClaim, 10}} {
		judge := func(first, second float64) Claim { return c.judge(simulations(first, second, disturbance{})) }
		list = append(list,
			judgedCase{Reproduced, judge(2*c.least, 2*c.least), "scene 000-1: "}, judgedCase{Partly, judge(2*c.least, 0.5*c.least), ""}, judgedCase{Not, judge(0.5*c.least, 0.5*c.least), ""},
			judgedCase{Undecided, judge(2*c.least, c.least), ""}, judgedCase{Unmeasured, c.judge(nil), "–"},
			judgedCase{Unmeasured, c.judge(simulations(2*c.least, 2*c.least, disturbance{cores: 1})), "–"})
		for _, x := range strange {
			list = append(list, judgedCase{Unmeasured, judge(x, 20), "–"})
		}
	}
	return list
}

func casesSimulation() []judgedCase {
	judge := func(first, second float64, onGPU bool) Claim {
		spent := scdTimes{{"all", "000-1", "scd0"}: swings(1, 8), {"all", "000-2", "scd0"}: swings(1, 8)}
		return simulationClaim(simulations(first, second, disturbance{cores: 1}), spent, onGPU, true)
	}
	list := []judgedCase{
		{Reproduced, judge(2, 3, true), "scene 000-2 3"}, {Partly, judge(2, 0.5, true), ""}, {Not, judge(0.5, 0.5, true), ""}, {Undecided, judge(2, 1, true), ""},
		{Unmeasured, judge(2, 2, false), "–"}, {Unmeasured, judge(0.1, 0.1, false), "–"}, {Unmeasured, simulationClaim(nil, nil, true, true), "–"}, {Unmeasured, simulationClaim(simulations(2, 3, disturbance{}), scdTimes{{"all", "000-1", "scd0"}: swings(1, 8), {"all", "000-2", "scd0"}: swings(1, 8)}, true, false), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 2, true), "–"})
	}
	return list
}

func casesListing() []judgedCase {
	judge := func(contacts, missed, extra float64) Claim {
		return listingClaim([]*listingRun{{preset: "000-1", contacts: []float64{10, 10}, missed: []float64{0, 0}, extra: []float64{0, 0}},
			{preset: "000-2", contacts: []float64{contacts, contacts}, missed: []float64{0, missed}, extra: []float64{extra, 0}}})
	}
	off := &listingRun{preset: "000-1", contacts: []float64{10}, missed: []float64{1}, extra: []float64{0}}
	list := []judgedCase{
		{Reproduced, judge(10, 0, 0), "scene 000-2: 0 of 20 contacts missed, 0 false"}, {Partly, judge(10, 1, 0), "1 of 20"}, {Partly, judge(10, 0, 2), "2 false"}, {Not, listingClaim([]*listingRun{off}), ""},
		{Unmeasured, listingClaim(nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 0, 0), "–"})
	}
	return append(list, judgedCase{Unmeasured, judge(10, math.NaN(), 0), "–"}, judgedCase{Unmeasured, judge(10, 0, math.Inf(1)), "–"})
}

func casesGeneral() []judgedCase {
	presets := scene.StreamPresets()[1:]
	judge := func(scd, recode string, opened bool) Claim {
		counts := map[scdKey]*scdCounts{}
		for _, p := range presets {
			for _, m := range []string{"scd0", "scd1", "scd2"} {
				counts[scdKey{"all", p, m}] = &scdCounts{absent: scd}
			}
			counts[scdKey{"all", p, "recode"}] = &scdCounts{absent: recode}
		}
		return generalClaim(presets, counts, opened)
	}
	const refused = "body 0 (bowl) is not convex"
	return []judgedCase{
		{Reproduced, judge("", refused, true), "recode does not: body 0"}, {Partly, judge("", "", true), ""}, {Partly, judge(refused, refused, true), ""}, {Not, judge(refused, "", true), ""},
		{Unmeasured, judge("", "not asked for", true), "–"}, {Unmeasured, judge("no device", refused, true), "–"}, {Unmeasured, judge("", refused, false), "–"}, {Unmeasured, generalClaim(presets, nil, true), "–"},
	}
}

func casesSieved() []judgedCase {
	judge := func(candidates, contacts float64) Claim {
		return sievedClaim([]sieved{{"2 × 200", 30, 30}, {"200", candidates, contacts}})
	}
	return []judgedCase{
		{Reproduced, judge(9, 9), "200: 9 pairs for 9 contacts"}, {Reproduced, judge(9, 0), "30 contacts"}, {Partly, judge(11, 9), ""}, {Not, sievedClaim([]sieved{{"200", 11, 9}}), ""},
		{Unmeasured, sievedClaim(nil), "–"}, {Unmeasured, sievedClaim([]sieved{{"200", 0, 0}}), "–"}, {Unmeasured, sievedClaim([]sieved{{"200", math.NaN(), 9}}), "–"},
	}
}

func casesNaive() []judgedCase {
	sizes := []int{1000, 10_000, 30_000, 100_000}
	judge := func(first, second []float64) Claim {
		tree := swings(1, 8)
		return naiveClaim(sizes, [][]float64{swings(0.1, 8), first, second, nil}, [][]float64{tree, tree, tree, tree})
	}
	list := []judgedCase{
		{Reproduced, judge(swings(9, 8), swings(30, 8)), "30,000 boxes: 30"}, {Partly, judge(swings(0.5, 8), swings(30, 8)), ""}, {Not, judge(swings(0.5, 8), swings(0.5, 8)), ""},
		{Undecided, judge([]float64{0.1, 3, 0.1, 3, 0.1, 3, 1, 1}, swings(30, 8)), ""}, {Unmeasured, naiveClaim(sizes[:1], [][]float64{swings(1, 8)}, [][]float64{swings(1, 8)}), "–"}, {Unmeasured, judge([]float64{1}, swings(1, 8)), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge([]float64{x, x}, swings(30, 8)), "–"})
	}
	return list
}

func casesLaw() []judgedCase {
	sizes := []int{1000, 10_000, 100_000, 1_000_000}
	idle := []bool{false, false, false, false}
	judge := func(f func(n float64) float64) Claim {
		var found [][]float64
		for _, n := range sizes {
			found = append(found, swings(f(float64(n)), 8))
		}
		return lawClaim(sizes, found, idle)
	}
	whole := [][]float64{swings(1, 8), swings(13, 8), swings(170, 8), swings(2000, 8)}
	list := []judgedCase{
		{Reproduced, judge(func(n float64) float64 { return n * math.Log(n) }), "boxes to pairs"}, {Partly, judge(func(n float64) float64 { return n }), ""}, {Not, judge(func(n float64) float64 { return n * n }), ""},
		{Undecided, judge(func(n float64) float64 { return math.Pow(n, 1.55) }), ""},
		{Unmeasured, lawClaim(sizes, whole, []bool{false, true, false, false}), "–"}, {Unmeasured, lawClaim(sizes, [][]float64{{1}, nil, nil, nil}, idle), "–"}, {Unmeasured, lawClaim(sizes[:2], whole[:2], idle), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, lawClaim(sizes, [][]float64{{x, x}, whole[1], whole[2], whole[3]}, idle), "–"})
	}
	return list
}

func casesOnce() []judgedCase {
	return []judgedCase{
		{Reproduced, onceClaim([]repeated{{500, 0}, {1000, 0}}), "1000 boxes: 0 pairs"}, {Partly, onceClaim([]repeated{{500, 0}, {1000, 3}}), ""}, {Not, onceClaim([]repeated{{500, 1}}), ""}, {Unmeasured, onceClaim(nil), "–"},
	}
}

// casesUnjudged are the claims that have one outcome.
func casesUnjudged() (list []judgedCase) {
	for _, claims := range [][]Claim{scdUnjudged(), aabbUnjudged(), lbvhUnjudged()} {
		for _, c := range claims {
			list = append(list, judgedCase{Unmeasured, c, "–"})
		}
	}
	return list
}
