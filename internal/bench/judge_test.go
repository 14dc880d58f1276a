package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/scene"
)

// judgedCase is a claim judged on figures that were made up, and the outcome they must have.
type judgedCase struct {
	want  Verdict
	claim Claim
	// measured is a part of what it says it was judged on.
	measured string
}

// about is an interval of a tenth around a figure.
func about(x float64) measure.Interval {
	return measure.Interval{Value: x, Low: 0.9 * x, High: 1.1 * x}
}

// swings are n times a tenth up and down around a mean.
func swings(mean float64, n int) []float64 {
	var t []float64
	for i := range n {
		t = append(t, mean*(0.9+0.2*float64(i%2)))
	}
	return t
}

// strange are figures that no verdict can rest on where times, costs and rates are asked for.
var strange = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1}

// judgedCases are all claims of all experiments, each with every outcome.
func judgedCases() []judgedCase {
	var all []judgedCase
	for _, f := range []func() []judgedCase{
		casesSCD, casesTable1, casesCut, casesGains, casesSimulated, casesSimulation, casesListing, casesGeneral, casesSieved, casesNaive, casesLaw, casesOnce, casesUnjudged, casesDeform, casesRefit, casesCodes, casesSort, casesFrameRate, casesTotal, casesAnts, casesOperator, casesAccuracy, casesSlabs, casesTriangles, casesWays, casesGrowth, casesParallel, casesLevel,
		casesSensitivity, casesMemory, casesAhead, casesGap, casesBounds, casesClasses, casesTraversal, casesVolumes, casesModel, casesFire,
	} {
		all = append(all, f()...)
	}
	return all
}

// counted are the claims that rest on counts, not on times: they are never undecided.
var counted = []string{"tests by single descent", "takes fewer tests", "more accurate", "30 frames per second", "no marked drop",
	"Figure 1: ", "at most half as many", "as accurate as geometric", "Any triangle mesh", "finds exactly the pairs", "finds each pair once"}

// outcomes are those that a claim can have at all: all of them unless it is listed here.
func outcomes(claim string) []Verdict {
	switch {
	case slices.ContainsFunc(casesUnjudged(), func(c judgedCase) bool { return c.claim.Claim == claim }):
		return []Verdict{Unmeasured}
	case strings.HasPrefix(claim, "Figure 1: "): // one count
		return []Verdict{Reproduced, Not}
	case strings.HasPrefix(claim, "RECODE is 226 times"): // one scene
		return []Verdict{Reproduced, Not, Unmeasured}
	}
	return []Verdict{Reproduced, Partly, Not, Unmeasured}
}

// TestEveryOutcomeOfEveryClaim: each claim can be reproduced, reproduced partly, not be
// reproduced, not be measured, and, if it rests on times, be undecided.
func TestEveryOutcomeOfEveryClaim(t *testing.T) {
	seen := map[string]map[Verdict]bool{}
	for _, c := range judgedCases() {
		got := c.claim
		if got.Verdict != c.want || !strings.Contains(got.Measured, c.measured) {
			t.Errorf("%+v; want %s on %q", got, c.want, c.measured)
		}
		checkClaim(t, got)
		if seen[got.Claim] == nil {
			seen[got.Claim] = map[Verdict]bool{}
		}
		seen[got.Claim][got.Verdict] = true
	}
	for claim, verdicts := range seen {
		for _, v := range outcomes(claim) {
			if !verdicts[v] {
				t.Errorf("no case in which %q is %s", claim, v)
			}
		}
		times := len(outcomes(claim)) > 1 && !slices.ContainsFunc(counted, func(s string) bool { return strings.Contains(claim, s) })
		if times != verdicts[Undecided] {
			t.Errorf("%q can be undecided: %v, want %v", claim, verdicts[Undecided], times)
		}
	}
}

// judgedClaims are the claims that TestEveryOutcomeOfEveryClaim covers: a report with
// another one fails checkReport.
var judgedClaims = func() map[string]bool {
	claims := map[string]bool{}
	for _, c := range judgedCases() {
		claims[c.claim.Claim] = true
	}
	return claims
}()

// checkClaim asks for what every claim needs, and that no page shows what is no number.
func checkClaim(t *testing.T, c Claim) {
	t.Helper()
	if c.Claim == "" || c.Paper == "" || c.Measured == "" || c.Verdict == "" || c.Verdict != Reproduced && c.Why == "" {
		t.Errorf("claim %+v lacks something", c)
	}
	for _, s := range []string{c.Claim, c.Measured, c.Why} {
		if strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("claim %+v shows what is no number", c)
		}
	}
}

func casesSCD() (list []judgedCase) {
	for _, s := range scdShapes(scene.StreamPresets()) {
		// The method is b; the last of the cases has a ratio of its own.
		times := func(last, others []float64) scdTimes {
			spent := scdTimes{}
			for _, q := range []string{"first", "all"} {
				for i, p := range scene.StreamPresets() {
					spent[[3]string{q, p, s.b}], spent[[3]string{q, p, s.a}] = []float64{1, 1, 1, 1}, others
					if (i+1)%len(s.presets) == 0 && q == s.queries[len(s.queries)-1] {
						spent[[3]string{q, p, s.a}] = last
					}
				}
			}
			return spent
		}
		far, slower := []float64{90, 100, 110, 100}, []float64{0.5, 0.5, 0.5, 0.5}
		if s.each != nil {
			far = swings(2*slices.Max(s.each), 4)
		}
		last := s.leastOf(len(s.presets) - 1)
		near := []float64{0.5 * last, 1.5 * last, last, 1.2 * last}
		list = append(list,
			judgedCase{Reproduced, s.judge(times(far, far), 1, false), " times"}, judgedCase{Not, s.judge(times(slower, slower), 1, false), "0.5"},
			judgedCase{Unmeasured, s.judge(scdTimes{}, 1, false), "–"}, judgedCase{Unmeasured, s.judge(times([]float64{100}, far), 1, false), "–"},
			judgedCase{Undecided, s.judge(times(near, far), 1, false), ""})
		if len(s.presets)*len(s.queries) > 1 {
			list = append(list, judgedCase{Partly, s.judge(times(slower, far), 1, false), "0.5"})
		}
		if s.each != nil || s.least > 1 {
			list = append(list, judgedCase{Unmeasured, s.judge(times(slower, far), 0.5, false), ""})
		}
		if s.across() { // on the software driver both have the same cores
			list = append(list, judgedCase{Unmeasured, s.judge(times(far, far), 1, true), " times"}, judgedCase{Unmeasured, s.judge(times(slower, slower), 1, true), "0.5"})
		} else {
			list = append(list, judgedCase{Reproduced, s.judge(times(far, far), 1, true), " times"})
		}
		for _, x := range strange {
			list = append(list, judgedCase{Unmeasured, s.judge(times([]float64{x, x, x, x}, far), 1, false), "–"})
		}
	}
	return list
}

func casesDeform() []judgedCase {
	sizes := []int{15_000, 50_000, 100_000}
	none := measure.Exactly(math.NaN())
	judge := func(fast, slow measure.Interval, opened, software bool) Claim {
		return deformClaim(sizes, []measure.Interval{fast, slow, about(1)}, []measure.Interval{about(9), about(8), none}, opened, software)
	}
	list := []judgedCase{
		{Reproduced, judge(about(60), about(34), true, false), "2 × 50,000: 34 (30.6–37.4) frames/s"}, {Partly, judge(about(60), about(27), true, false), ""}, {Not, judge(about(20), about(3), true, false), ""},
		{Undecided, judge(about(60), about(29), true, false), ""}, {Undecided, judge(about(60), about(31), true, false), ""}, {Undecided, judge(about(20), about(31), true, false), ""},
		{Unmeasured, judge(about(60), about(27), true, true), ""}, {Unmeasured, judge(about(60), about(31), true, true), ""}, {Unmeasured, judge(about(60), about(34), true, true), "2 × 50,000: 34"}, {Unmeasured, judge(about(60), about(60), false, false), ""},
		{Unmeasured, deformClaim([]int{2000}, []measure.Interval{about(60)}, []measure.Interval{about(60)}, true, false), ""},
		{Unmeasured, judge(about(60), measure.MeanOf([]float64{60}), true, false), ""}, // one frame
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(about(60), measure.Exactly(x), true, false), "2 × 15,000: 60 (54–66) frames/s"})
	}
	return list
}

func casesRefit() []judgedCase {
	judge := func(refit measure.Interval, build float64) Claim {
		return refitClaim([]refitted{{15_000, 10, about(2)}, {30_000, build, refit}})
	}
	list := []judgedCase{
		{Reproduced, judge(about(4), 10), "2 × 30,000: 0.400 (0.360–0.440)"}, {Partly, judge(about(6), 10), ""}, {Undecided, judge(about(5), 10), ""}, {Undecided, judge(about(4.9), 10), ""},
		{Not, refitClaim([]refitted{{15_000, 10, about(12)}}), ""}, {Unmeasured, refitClaim(nil), "–"}, {Unmeasured, judge(measure.MeanOf([]float64{4}), 10), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(measure.Exactly(x), 10), "–"}, judgedCase{Unmeasured, judge(about(1), x), "–"})
	}
	return list
}

func casesCodes() []judgedCase {
	sizes, idle, busy := []int{10_000, 100_000}, []bool{false, false}, []bool{false, true}
	judge := func(copied, codes float64, software bool) Claim {
		return codesClaim(sizes, []stepTimes{nil, {"codes, copied": swings(copied, 9), "codes": swings(codes, 9), "codes in Go": swings(9, 9)}}, idle, software)
	}
	one := stepTimes{"codes, copied": {4}, "codes": {0.5}, "codes in Go": {9}}
	list := []judgedCase{
		{Reproduced, judge(4, 0.5, false), "from boxes to codes in the host's memory"}, {Partly, judge(6, 1.9, false), ""}, {Not, judge(7, 6, false), ""},
		{Undecided, judge(4.8, 0.8, false), ""}, {Undecided, judge(10, 4.8, false), ""},
		{Unmeasured, judge(4, 0.5, true), "from boxes"}, {Unmeasured, judge(7, 6, true), "from boxes"}, {Unmeasured, judge(4.8, 0.8, true), ""},
		{Unmeasured, codesClaim(sizes[:1], []stepTimes{nil}, idle, false), "–"}, {Unmeasured, codesClaim(sizes[1:], []stepTimes{nil}, idle, false), "–"},
		{Unmeasured, codesClaim(sizes[1:], []stepTimes{{}}, idle, false), "–"}, {Unmeasured, codesClaim(sizes, []stepTimes{nil, one}, busy, false), "–"}, {Unmeasured, codesClaim(sizes, []stepTimes{nil, one}, busy, true), "–"}, {Unmeasured, codesClaim(sizes[1:], []stepTimes{one}, idle, false), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 1, false), "–"}, judgedCase{Unmeasured, judge(1, x, false), "–"})
	}
	return list
}

func casesSort() []judgedCase {
	judge := func(merge []float64, radix float64, software bool) Claim {
		return sortClaim([]int{500, 1000, 2000}, []stepTimes{{"merge sort": swings(1, 8), "sort": swings(2, 8)}, nil, {"merge sort": merge, "sort": swings(radix, 8)}}, software)
	}
	list := []judgedCase{
		{Reproduced, judge(swings(1, 8), 4, true), "2000 keys: 0.250 times"}, {Partly, judge(swings(4, 8), 1, false), ""},
		{Undecided, judge([]float64{1, 9, 1, 9, 1, 9, 1, 9}, 5, false), ""},
		{Not, sortClaim([]int{500}, []stepTimes{{"merge sort": swings(1, 8), "sort": swings(1, 8)}}, true), ""}, {Unmeasured, sortClaim([]int{500}, []stepTimes{nil}, false), "–"},
		{Unmeasured, judge([]float64{1}, 4, false), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge([]float64{x, x, x}, 1, false), "–"}, judgedCase{Unmeasured, judge(swings(1, 8), x, false), "–"})
	}
	return list
}

func casesFire() (list []judgedCase) {
	for _, m := range []string{"octree-hybrid", "auto"} {
		list = append(list, casesFireOf(m)...)
	}
	return list
}

// casesFireOf judges a method whose figures no other's may change.
func casesFireOf(method string) (list []judgedCase) {
	run := func(windows ...float64) *fireRun { return &fireRun{method: method, windows: windows} }
	other := &fireRun{method: "bvh", windows: []float64{50, 20, 10}}
	floorClaim := func(runs []*fireRun) Claim { return floorClaim(method, append(runs, other)) }
	dropClaim := func(runs []*fireRun) Claim { return dropClaim(method, append(runs, other)) }
	level, falling, slow := run(40, 39, 41, 38, 40, 40), run(40, 38, 36, 33, 31, 29), run(20, 19, 18, 17, 16, 15)
	list = []judgedCase{
		{Reproduced, floorClaim([]*fireRun{level}), "38 frames/s"}, {Reproduced, floorClaim([]*fireRun{run(30)}), ""}, {Partly, floorClaim([]*fireRun{level, falling}), "29 frames/s"},
		{Not, floorClaim([]*fireRun{falling, slow}), "15 frames/s"}, {Unmeasured, floorClaim(nil), "–"}, {Unmeasured, floorClaim([]*fireRun{level, run()}), "–"},
		{Reproduced, dropClaim([]*fireRun{level}), "at most 5.00 %"}, {Reproduced, dropClaim([]*fireRun{run(10, 20, 30)}), "at most 0 %"}, {Partly, dropClaim([]*fireRun{level, falling}), "at most 27.5 %"},
		{Not, dropClaim([]*fireRun{falling, slow}), ""}, {Unmeasured, dropClaim(nil), "–"}, {Unmeasured, dropClaim([]*fireRun{level, run()}), "–"},
	}
	for _, x := range strange {
		for _, windows := range [][]float64{{x, 40, 40}, {40, x, 40}, {x, x, x}} {
			list = append(list, judgedCase{Unmeasured, floorClaim([]*fireRun{level, run(windows...)}), "–"}, judgedCase{Unmeasured, dropClaim([]*fireRun{level, run(windows...)}), "–"})
		}
	}
	return list
}

// TestRefusedCosts: a cost that came out negative is named and is on no page.
func TestRefusedCosts(t *testing.T) {
	p := prediction{"bvh", roundsOf(unitCosts{10, -248, 0}), 1e6, 1e5, 0, about(20)}
	if want := "bvh: a triangle pair came out at -248 ns, which is not a cost"; p.refused() != want {
		t.Errorf("%q, want %q", p.refused(), want)
	}
	r := &Report{}
	table := r.table("costs", "", "method", "Nv", "Cv ns", "Np", "Cp ns", "Nu", "Cu ns", "predicted ms", "measured ms", "measured ÷ predicted", "99 % interval", "note")
	p.row(table, "")
	p.rounds = append(p.rounds, unitCosts{10, math.NaN(), 0})
	p.row(table, "")
	for _, row := range table.Rows {
		if got := fmt.Sprint(row); got != "[bvh 1,000,000 10 100,000 – 0 – – 20 – – ]" {
			t.Errorf("row %s", got)
		}
	}
	var none stint
	if u := none.costs(); !math.IsNaN(u.volume) || !math.IsNaN(u.primitive) {
		t.Errorf("nothing counted costs %+v", u)
	}
	s := stint{splitting: 2, split: 1, running: 1, volumes: 1, primitives: 1}
	if u := s.costs(); u.primitive >= 0 {
		t.Errorf("descents with leaves that took less than without: %+v", u)
	}
}

func TestNoFigureThatIsNone(t *testing.T) {
	for _, x := range strange[:3] {
		if digits(x) != "–" || Number(x).kind != empty {
			t.Errorf("%v shows as %q, %v", x, digits(x), Number(x))
		}
		if _, err := Number(x).MarshalJSON(); err != nil {
			t.Error(err)
		}
		for _, log := range []bool{false, true} {
			p := Plot{Name: "p", Table: "t", LogY: log, Lines: []Line{{Name: "l", Points: []Point{{1, x, x, x}, {2, 3, x, x}, {3, 4, 3, 5}, {4, 0, 0, 0}, {5, -1, -1, -1}}}}}
			if err := p.Write(new(strings.Builder), "svg"); err != nil {
				t.Error(err)
			}
			p = Plot{Name: "p", Table: "t", LogY: log, Groups: []string{"a", "b"}, Bars: []Bars{{"x", []float64{x, 1}}, {"y", []float64{0, x}}}}
			if err := p.Write(new(strings.Builder), "svg"); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestContactsAFrame: by the frames that were answered, not by those that were planned.
func TestContactsAFrame(t *testing.T) {
	r := race{steps: 10, answered: 4, contacts: 20}
	if got := r.contactsAFrame(); got != 5 {
		t.Errorf("%v contacts a frame, want 5", got)
	}
	if got := (&race{steps: 10}).contactsAFrame(); !math.IsNaN(got) {
		t.Errorf("%v contacts in no frame", got)
	}
}
