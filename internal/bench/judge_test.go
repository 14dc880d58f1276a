package bench

import (
	"fmt"
	"math"
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

// strange are figures that no verdict can rest on where times, costs and rates are asked for.
var strange = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1}

// judgedCases are all claims of all experiments, each with every outcome.
func judgedCases() []judgedCase {
	var all []judgedCase
	for _, f := range []func() []judgedCase{
		casesSCD, casesDeform, casesRefit, casesCodes, casesSort, casesFrameRate, casesTotal, casesGrowth, casesParallel, casesLevel,
		casesSensitivity, casesMemory, casesGap, casesBounds, casesTraversal, casesVolumes, casesModel, casesFire,
	} {
		all = append(all, f()...)
	}
	return all
}

// TestEveryOutcomeOfEveryClaim: each claim can be reproduced, reproduced partly, not be
// reproduced, and not be measured.
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
		for _, v := range []Verdict{Reproduced, Partly, Not, Unmeasured} {
			if !verdicts[v] {
				t.Errorf("no case in which %q is %s", claim, v)
			}
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
		times := func(last, others float64) scdTimes {
			ms := scdTimes{}
			for _, q := range []string{"first", "all"} {
				for i, p := range scene.StreamPresets() {
					ms[[3]string{q, p, s.b}], ms[[3]string{q, p, s.a}] = 2, 2*others
					if (i+1)%len(s.presets) == 0 && q == s.queries[len(s.queries)-1] {
						ms[[3]string{q, p, s.a}] = 2 * last
					}
				}
			}
			return ms
		}
		list = append(list,
			judgedCase{Reproduced, s.judge(times(100, 100), 1, false), "100"}, judgedCase{Not, s.judge(times(0.5, 0.5), 1, true), "0.5"},
			judgedCase{Unmeasured, s.judge(scdTimes{}, 1, false), "–"})
		if len(s.presets)*len(s.queries) > 1 {
			list = append(list, judgedCase{Partly, s.judge(times(0.5, 100), 1, false), "0.5"})
		}
		if s.least > 1 {
			list = append(list, judgedCase{Unmeasured, s.judge(times(0.5, 100), 0.5, false), ""})
		}
		for _, x := range strange {
			list = append(list, judgedCase{Unmeasured, s.judge(times(x, 100), 1, false), "–"})
		}
	}
	return list
}

func casesDeform() []judgedCase {
	sizes := []int{15_000, 50_000, 100_000}
	judge := func(fast, slow float64, opened, software bool) Claim {
		return deformClaim(sizes, []float64{fast, slow, 1}, []float64{9, 8, math.NaN()}, opened, software)
	}
	list := []judgedCase{
		{Reproduced, judge(60, 30, true, true), "2 × 50,000: 30 frames/s"}, {Partly, judge(60, 29, true, false), ""}, {Not, judge(20, 3, true, false), ""},
		{Unmeasured, judge(60, 29, true, true), ""}, {Unmeasured, judge(60, 60, false, false), ""}, {Unmeasured, deformClaim([]int{2000}, []float64{60}, []float64{60}, true, false), ""},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(60, x, true, false), "2 × 15,000: 60 frames/s"})
	}
	return list
}

func casesRefit() []judgedCase {
	judge := func(refit, build float64) Claim {
		return refitClaim([]refitted{{15_000, 10, 2}, {30_000, build, refit}})
	}
	list := []judgedCase{
		{Reproduced, judge(5, 10), "2 × 30,000: 5 of 10"}, {Partly, judge(6, 10), ""}, {Not, refitClaim([]refitted{{15_000, 10, 12}}), ""}, {Unmeasured, refitClaim(nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 10), "–"}, judgedCase{Unmeasured, judge(1, x), "–"})
	}
	return list
}

func casesCodes() []judgedCase {
	judge := func(upload, codes float64, software bool) Claim {
		return codesClaim([]int{10_000, 100_000}, []map[string]float64{nil, {"upload": upload, "codes": codes, "codes in Go": 9}}, software)
	}
	list := []judgedCase{
		{Reproduced, judge(4, 0.5, true), "4.50 ms on the device, 4 of it the copies"}, {Partly, judge(4, 1, false), ""}, {Not, judge(1, 5, false), ""}, {Unmeasured, judge(1, 5, true), "6 ms"},
		{Unmeasured, codesClaim([]int{10_000}, []map[string]float64{nil}, false), "–"}, {Unmeasured, codesClaim([]int{100_000}, []map[string]float64{nil}, false), "–"},
		{Unmeasured, codesClaim([]int{100_000}, []map[string]float64{{}}, false), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 1, false), "–"}, judgedCase{Unmeasured, judge(1, x, false), "–"})
	}
	return list
}

func casesSort() []judgedCase {
	judge := func(merge, radix float64, software bool) Claim {
		return sortClaim([]int{500, 1000, 2000}, []map[string]float64{{"merge sort": 1, "sort": 2}, nil, {"merge sort": merge, "sort": radix}}, software)
	}
	list := []judgedCase{
		{Reproduced, judge(1, 4, true), "2000 keys: 0.250 times"}, {Partly, judge(4, 1, false), ""},
		{Not, sortClaim([]int{500}, []map[string]float64{{"merge sort": 1, "sort": 1}}, true), ""}, {Unmeasured, sortClaim([]int{500}, []map[string]float64{nil}, false), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 1, false), "–"}, judgedCase{Unmeasured, judge(1, x, false), "–"})
	}
	return list
}

// leastOf makes ratios of which the least of programs of one thread and on all cores are given.
func leastOf(serial, spread float64) oocdaLeast {
	return oocdaRatios{labelICollide1: serial, labelSphere1: 50, "scda": 60, "i-collide": spread, "sphere": 70}.least(1500)
}

func casesFrameRate() []judgedCase {
	list := []judgedCase{
		{Reproduced, frameRateClaim(leastOf(2.3, 2.3)), "1500 bodies, times: i-collide, one core 2.30"}, {Partly, frameRateClaim(leastOf(2.2, 3)), ""}, {Partly, frameRateClaim(leastOf(3, 2.2)), ""},
		{Not, frameRateClaim(leastOf(3, 0.9)), ""}, {Not, frameRateClaim(leastOf(0.9, 3)), ""}, {Unmeasured, frameRateClaim(oocdaRatios{}.least(1500)), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, frameRateClaim(leastOf(x, 3)), "–"}, judgedCase{Unmeasured, frameRateClaim(leastOf(3, x)), "–"})
	}
	return list
}

func casesTotal() []judgedCase {
	list := []judgedCase{
		{Reproduced, totalClaim(leastOf(1.9, 1.9)), "1/60 to 1/1.90 on 1500 bodies"}, {Partly, totalClaim(leastOf(1.8, 3)), ""}, {Partly, totalClaim(leastOf(3, 1.8)), ""},
		{Not, totalClaim(leastOf(3, 0.9)), ""}, {Not, totalClaim(leastOf(0.9, 3)), ""}, {Unmeasured, totalClaim(oocdaRatios{}.least(1500)), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, totalClaim(leastOf(x, 3)), "–"})
	}
	return list
}

func casesGrowth() []judgedCase {
	labels := []string{labelOOCDA, labelBCDA, "scda"}
	judge := func(ours, brute float64) Claim {
		return growthClaim(labels, map[string]measure.Growth{labelOOCDA: {Exponent: ours}, labelBCDA: {Exponent: brute}})
	}
	one := measure.Grow([]float64{100}, []float64{1}) // one size: no line
	idle := measure.Grow([]float64{100, 200}, []float64{0, 0})
	list := []judgedCase{
		{Reproduced, judge(1.1, 1.9), "oocda n^1.10, brute (BCDA) n^1.90"}, {Partly, judge(1.5, 1.9), ""}, {Partly, judge(1.1, 1.5), ""}, {Not, judge(2, 1.9), ""},
		{Unmeasured, growthClaim(labels, nil), "–"}, {Unmeasured, growthClaim(labels, map[string]measure.Growth{labelOOCDA: {Exponent: 1}}), "oocda n^1"},
		{Unmeasured, judge(one.Exponent, 1.9), ""}, {Unmeasured, judge(1.1, one.Exponent), ""}, {Unmeasured, judge(idle.Exponent, 1.9), ""},
	}
	for _, x := range strange[:3] { // an exponent may be anything that is a number
		list = append(list, judgedCase{Unmeasured, judge(x, 1.9), ""}, judgedCase{Unmeasured, judge(1.1, x), ""})
	}
	return list
}

func casesParallel() []judgedCase {
	judge := func(mpi, scda float64) Claim { return parallelClaim(oocdaRatios{labelMPI: mpi, "scda": scda}) }
	list := []judgedCase{
		{Reproduced, judge(3, 1.5), "multiprocess (MPI) 3, scda 1.50"}, {Partly, judge(3, 0.9), ""}, {Partly, judge(1, 2), ""}, {Not, judge(0.8, 0.9), ""}, {Unmeasured, parallelClaim(oocdaRatios{"scda": 2}), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 2), "–"})
	}
	return list
}

func casesLevel() []judgedCase {
	judge := func(q float64) Claim { return levelClaim(oocdaRatios{labelTasks(1): q, labelTasks(2): 5}) }
	list := []judgedCase{
		{Reproduced, judge(1.1), "1.10 (best p) to 5 (worst p)"}, {Partly, judge(1.4), ""}, {Not, judge(0.8), ""}, {Unmeasured, levelClaim(nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x), "–"})
	}
	return list
}

func casesSensitivity() []judgedCase {
	judge := func(ms float64) Claim { return sensitivityClaim(map[int]float64{1: 10, 2: ms}) }
	list := []judgedCase{
		{Reproduced, judge(13), "p=1 10, p=2 13"}, {Partly, judge(12), ""}, {Not, judge(10.9), ""}, {Unmeasured, sensitivityClaim(nil), "–"}, {Unmeasured, sensitivityClaim(map[int]float64{1: 10}), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x), "–"})
	}
	return list
}

func casesMemory() []judgedCase {
	judge := func(ours, theirs float64) Claim {
		return memoryClaim(map[string]float64{labelOOCDA: ours, labelMPI: theirs})
	}
	list := []judgedCase{
		{Reproduced, judge(50, 100), "50 MB against 100 MB"}, {Partly, judge(95, 100), ""}, {Not, judge(100, 100), ""}, {Unmeasured, memoryClaim(nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 100), "–"}, judgedCase{Unmeasured, judge(100, x), "–"})
	}
	return list
}

func casesGap() (list []judgedCase) {
	for _, with := range []string{"the number of bodies", "the density"} {
		judge := func(ratio, ms float64) Claim {
			return gapClaim(with, []gap{{100, 0.5, -1}, {1000, 1.5, 2}, {3000, 1.6, 3}, {10000, ratio, ms}})
		}
		list = append(list,
			judgedCase{Reproduced, judge(1.7, 4), "10,000 bodies: 1.70 times, 4 ms"}, judgedCase{Partly, judge(1.2, 4), ""}, judgedCase{Partly, judge(1.7, 2), ""}, judgedCase{Not, judge(0.9, -1), ""},
			judgedCase{Unmeasured, gapClaim(with, nil), "–"}, judgedCase{Unmeasured, gapClaim(with, []gap{{100, 2, 2}, {1000, 2, 2}}), "1000 bodies"})
		for _, x := range strange {
			list = append(list, judgedCase{Unmeasured, judge(x, 4), "–"})
		}
		for _, x := range strange[:3] {
			list = append(list, judgedCase{Unmeasured, judge(2, x), "–"})
		}
	}
	return list
}

func casesBounds() []judgedCase {
	judge := func(both, single float64) Claim {
		return boundsClaim(duelResult{visits: []float64{both, single, 1, 1}})
	}
	list := []judgedCase{
		{Reproduced, judge(5461, 8191), "8191 and 5461"}, {Partly, judge(5461, 8192), ""}, {Not, judge(5460, 8190), ""}, {Unmeasured, boundsClaim(duelResult{}), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 8191), "–"})
	}
	return list
}

func casesTraversal() []judgedCase {
	judge := func(both, single, classified float64) Claim {
		return traversalClaim([]duelResult{{similar: true, visits: []float64{1, 2, 1}}, {name: "strip", visits: []float64{both, single, classified}}})
	}
	list := []judgedCase{
		{Reproduced, judge(10, 20, 10), "1 of 2 pairs of trees are similar"}, {Partly, judge(10, 20, 15), "at worst 1.50 times"}, {Not, judge(10, 20, 25), ""},
		{Unmeasured, traversalClaim([]duelResult{{similar: true, visits: []float64{1, 2, 1}}}), "–"}, {Unmeasured, traversalClaim(nil), "–"}, {Unmeasured, traversalClaim([]duelResult{{name: "none"}}), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 20, 10), "–"}, judgedCase{Unmeasured, judge(10, 20, x), "–"})
	}
	return list
}

func casesVolumes() []judgedCase {
	sphere, obb := volumeFigures{1, 0.5, 3}, volumeFigures{10, 0.1, 30}
	judge := func(test, through, follow float64) Claim {
		return volumeClaim(sphere, obb, volumeFigures{test, through, follow})
	}
	list := []judgedCase{
		{Reproduced, judge(5, 0, 20), "test 5 ns against 10 (OBB) and 1 (sphere); lets 0 %"}, {Partly, judge(5, 0.1, 30), ""}, {Partly, judge(10, 0.1, 3), ""}, {Not, judge(5, 0.2, 3), ""},
		{Unmeasured, volumeClaim(figuresOf(nil, "sphere"), obb, obb), "–"},
	}
	for i, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 0.1, 3), "–"}, judgedCase{Unmeasured, judge(1, 0.1, x), "–"})
		if i != 3 { // none let through is a share
			list = append(list, judgedCase{Unmeasured, judge(1, x, 3), "–"})
		}
	}
	return list
}

func casesModel() []judgedCase {
	with := func(c unitCosts, measured float64) Claim {
		return modelClaim([]prediction{{"bvh", unitCosts{10, 100, 0}, 1e6, 1e5, 0, 20}, {"scda", c, 1e6, 1e5, 1e6, measured}})
	}
	judge := func(measured float64) Claim { return with(unitCosts{5, 100, 5}, measured) } // 20 ms predicted
	list := []judgedCase{
		{Reproduced, judge(24), "1 to 1.20 times"}, {Partly, judge(30), ""}, {Partly, judge(12), ""}, {Not, judge(50), ""}, {Not, judge(8), ""}, {Unmeasured, modelClaim(nil), "–"},
		{Unmeasured, with(unitCosts{5, -248, 5}, 20), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x), "–"}, judgedCase{Unmeasured, with(unitCosts{x, 100, 5}, 20), "–"},
			judgedCase{Unmeasured, with(unitCosts{5, x, 5}, 20), "–"}, judgedCase{Unmeasured, with(unitCosts{5, 100, x}, 20), "–"})
	}
	return list
}

func casesFire() (list []judgedCase) {
	run := func(windows ...float64) *fireRun { return &fireRun{method: "auto", windows: windows} }
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
	p := prediction{"bvh", unitCosts{10, -248, 0}, 1e6, 1e5, 0, 20}
	if want := "bvh: a triangle pair came out at -248 ns: its part is lost in the noise of the rest"; p.refused() != want {
		t.Errorf("%q, want %q", p.refused(), want)
	}
	r := &Report{}
	table := r.table("costs", "", "method", "Nv", "Cv ns", "Np", "Cp ns", "Nu", "Cu ns", "predicted ms", "measured ms", "measured ÷ predicted")
	p.row(table)
	p.costs.primitive = math.NaN()
	p.row(table)
	for _, row := range table.Rows {
		if got := fmt.Sprint(row); got != "[bvh 1,000,000 10 100,000 – 0 – – 20 –]" {
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
		if digits(x) != "–" || Number(x).kind != empty || About(x).kind != empty {
			t.Errorf("%v shows as %q, %v, %v", x, digits(x), Number(x), About(x))
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
