package bench

import (
	"math"

	"github.com/collide-go/collide/internal/measure"
)

// gapsOf are gaps at 100 bodies and ten times as many from size to size.
func gapsOf(ratios ...float64) (gaps []gap) {
	for i, q := range ratios {
		gaps = append(gaps, gap{100 * math.Pow(10, float64(i)), about(q), 1})
	}
	return gaps
}

func casesAhead() (list []judgedCase) {
	for _, at := range []string{"every number of bodies", "every density", "every number of bodies of dissimilar trees"} {
		judge := func(ratios ...float64) Claim { return aheadClaim(at, gapsOf(ratios...)) }
		list = append(list,
			judgedCase{Reproduced, judge(1.5, 1.2, 2), "100 bodies: 1.50 (1.35–1.65) times, 1000 bodies"}, judgedCase{Partly, judge(0.8, 1.5, 2), ""}, judgedCase{Not, judge(0.8, 0.9), ""},
			judgedCase{Undecided, judge(1.05, 1.5), ""}, judgedCase{Unmeasured, aheadClaim(at, nil), ""}, judgedCase{Unmeasured, aheadClaim(at, []gap{{100, measure.Ratio([]float64{2}, []float64{1}), 1}}), "–"})
		for _, x := range strange {
			list = append(list, judgedCase{Unmeasured, judge(2, x), "–"})
		}
	}
	return list
}

func casesGap() (list []judgedCase) {
	for _, with := range []string{"the number of bodies", "the density", "the number of bodies of dissimilar trees"} {
		judge := func(ratios ...float64) Claim { return gapClaim(with, gapsOf(ratios...)) }
		fewer := gapsOf(1.2, 1.6, 2)
		fewer[0].ms, fewer[1].ms, fewer[2].ms = 9, 3, 1 // milliseconds decide nothing
		list = append(list,
			judgedCase{Reproduced, judge(1.2, 1.5, 1.7), "10,000 bodies: 1.70"}, judgedCase{Reproduced, gapClaim(with, fewer), ""}, judgedCase{Reproduced, judge(0.5, 0.9), ""},
			judgedCase{Partly, judge(1.2, 2.5, 1.7), ""}, judgedCase{Not, judge(1.46, 1.2, 1.08), ""}, judgedCase{Undecided, judge(1.5, 2.5, 1.6), ""},
			judgedCase{Not, judge(2, 1, 1.1, 1.3), "100 bodies: 2 ("}, // no size is left out
			judgedCase{Unmeasured, gapClaim(with, nil), "–"}, judgedCase{Unmeasured, judge(2), "100 bodies"})
		for _, x := range strange {
			list = append(list, judgedCase{Unmeasured, judge(1.5, x), "–"})
		}
	}
	return list
}

func casesClasses() []judgedCase {
	judge := func(ratios ...float64) Claim { return classClaim(gapsOf(ratios...)) }
	list := []judgedCase{
		{Reproduced, judge(1.5, 1.3), "100 bodies: 1.50 (1.35–1.65) times, 1000 bodies"}, {Partly, judge(0.7, 1.5), ""}, {Not, judge(0.4, 0.5), "100 bodies: 0.400"}, {Undecided, judge(1.05), ""},
		{Unmeasured, classClaim(nil), "–"}, {Unmeasured, classClaim([]gap{classGap(100, &race{})}), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(1.5, x), "–"})
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

func casesTraversal() (list []judgedCase) {
	for way, than := range []string{"simultaneous", "single"} {
		judge := func(classified ...float64) Claim {
			duels := []duelResult{{similar: true, visits: []float64{1, 2, 1}}}
			for _, x := range classified {
				duels = append(duels, duelResult{name: "strip", visits: []float64{10, 10, x}})
			}
			return fewerClaim(than, way, duels)
		}
		list = append(list,
			judgedCase{Reproduced, judge(9, 5), "1 of 3 pairs of trees are similar"}, judgedCase{Partly, judge(5, 9, 25), "at worst 2.50 times"}, judgedCase{Not, judge(10, 25), ""},
			judgedCase{Not, judge(9, 25), ""}, judgedCase{Not, judge(9, 11, 12, 13, 14), ""}, // half of them is not a part of the claim
			judgedCase{Unmeasured, judge(), "–"}, judgedCase{Unmeasured, fewerClaim(than, way, nil), "–"}, judgedCase{Unmeasured, fewerClaim(than, way, []duelResult{{name: "none"}}), "–"})
		for _, x := range strange {
			list = append(list, judgedCase{Unmeasured, judge(x), "–"})
		}
	}
	// Fewer than single descent is not fewer than simultaneous descent.
	mixed := []duelResult{{name: "strip", visits: []float64{10, 30, 20}}}
	return append(list, judgedCase{Not, fewerClaim("simultaneous", 0, mixed), ""}, judgedCase{Reproduced, fewerClaim("single", 1, mixed), ""})
}

func casesVolumes() []judgedCase {
	sphere, obb := volumeFigures{about(1), 0.5, about(3)}, volumeFigures{about(10), 0.1, about(30)}
	judge := func(test, through, follow float64) Claim {
		return volumeClaim(sphere, obb, volumeFigures{about(test), through, about(follow)})
	}
	list := []judgedCase{
		{Reproduced, judge(5, 0, 20), "test 5 (4.50–5.50) ns against 10 (9–11) (OBB) and 1"}, {Partly, judge(5, 0.1, 40), ""}, {Partly, judge(13, 0.1, 3), ""}, {Not, judge(5, 0.2, 3), ""},
		{Undecided, judge(5, 0.1, 30), ""}, {Undecided, judge(10, 0.1, 3), ""},
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

// roundsOf are three rounds of a calibration that found the same costs.
func roundsOf(c unitCosts) []unitCosts { return []unitCosts{c, c, c} }

func casesModel() []judgedCase {
	with := func(c unitCosts, measured float64) Claim {
		return modelClaim([]prediction{{"bvh", roundsOf(unitCosts{10, 100, 0}), 1e6, 1e5, 0, measure.Exactly(20)}, {"scda", roundsOf(c), 1e6, 1e5, 1e6, about(measured)}})
	}
	judge := func(measured float64) Claim { return with(unitCosts{5, 100, 5}, measured) } // 20 ms predicted
	once := []prediction{{"bvh", []unitCosts{{10, 100, 0}}, 1e6, 1e5, 0, about(20)}}
	list := []judgedCase{
		{Reproduced, judge(22), "bvh 1, scda 1.10 (0.990–1.21)"}, {Partly, judge(30), ""}, {Partly, judge(13), ""}, {Not, judge(50), ""}, {Not, judge(8), ""}, {Undecided, judge(25), ""}, {Undecided, judge(40), ""}, {Undecided, judge(10), ""},
		{Unmeasured, modelClaim(nil), "–"}, {Unmeasured, with(unitCosts{5, -248, 5}, 20), "–"}, {Unmeasured, modelClaim(once), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x), "–"}, judgedCase{Unmeasured, with(unitCosts{x, 100, 5}, 20), "–"},
			judgedCase{Unmeasured, with(unitCosts{5, x, 5}, 20), "–"}, judgedCase{Unmeasured, with(unitCosts{5, 100, x}, 20), "–"})
	}
	return list
}
