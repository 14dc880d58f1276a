package bench

import (
	"math"

	"github.com/collide-go/collide/internal/measure"
)

// rivalsOf are ratios of which the closest of programs of one thread and on all cores are given.
func rivalsOf(serial, spread measure.Interval) oocdaRatios {
	return oocdaRatios{labelICollide1: serial, labelSphere1: about(50), "scda": about(60), "i-collide": spread, "sphere": about(70)}
}

func casesFrameRate() []judgedCase {
	judge := func(serial, spread float64) Claim { return frameRateClaim(rivalsOf(about(serial), about(spread))) }
	list := []judgedCase{
		{Reproduced, judge(2.6, 2.6), "i-collide, one core 2.60 (2.34–2.86), sphere, one core 50"}, {Partly, judge(2, 3), ""}, {Partly, judge(3, 2), ""},
		{Not, judge(3, 0.8), ""}, {Not, judge(0.8, 3), ""}, {Undecided, judge(3, 2.3), ""}, {Undecided, judge(2.2, 3), ""}, {Undecided, judge(1, 3), ""}, {Undecided, judge(2, 1), ""},
		{Not, frameRateClaim(oocdaRatios{labelICollide1: about(2), labelSphere1: about(2), "scda": about(2), "i-collide": about(1), "sphere": about(2)}), ""}, // none is 2.3 times as slow
		{Unmeasured, frameRateClaim(oocdaRatios{}), "–"}, {Unmeasured, frameRateClaim(nil), "–"},
		{Unmeasured, frameRateClaim(rivalsOf(measure.Ratio([]float64{3}, []float64{1}), about(3))), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 3), "–"}, judgedCase{Unmeasured, judge(3, x), "–"})
	}
	return list
}

func casesTotal() []judgedCase {
	judge := func(serial, spread float64) Claim { return totalClaim(rivalsOf(about(serial), about(spread))) }
	withBCDA := rivalsOf(about(3), about(3))
	withBCDA[labelBCDA] = about(1000)
	list := []judgedCase{
		{Reproduced, judge(2.2, 2.2), "brute (BCDA) did not run 2,000 steps"}, {Reproduced, totalClaim(withBCDA), "brute (BCDA) 1000 (900–1100), i-collide"}, {Partly, judge(1.7, 3), ""}, {Partly, judge(3, 1.7), ""},
		{Not, judge(3, 0.8), ""}, {Not, judge(0.8, 3), ""}, {Undecided, judge(3, 1.9), ""}, {Unmeasured, totalClaim(oocdaRatios{}), "–"}, {Unmeasured, totalClaim(nil), "–"},
		{Unmeasured, totalClaim(oocdaRatios{"scda": about(3)}), "–"}, // the others were stopped before
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 3), "–"})
	}
	return list
}

func casesAnts() []judgedCase {
	judge := func(small, large float64) Claim {
		return antsClaim(oocdaRatios{labelNoAnts: about(small)}, oocdaRatios{labelNoAnts: about(large)})
	}
	list := []judgedCase{
		{Reproduced, judge(1.4, 1.4), "small scene: without ants 1.40 (1.26–1.54) of OOCDA's time"}, {Not, judge(0.5, 0.8), "so the ants cost a factor of 2"},
		{Partly, judge(1.4, 0.8), ""}, {Undecided, judge(1.05, 1.4), ""}, {Undecided, judge(0.8, 1.05), ""}, {Unmeasured, antsClaim(nil, nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 2), "–"}, judgedCase{Unmeasured, judge(2, x), "–"})
	}
	return list
}

func casesOperator() []judgedCase {
	judge := func(large, fine float64) Claim {
		return operatorClaim([]gain{{"large", about(large), 440, 439}, {"fine", about(fine), 20, 20}})
	}
	list := []judgedCase{
		{Reproduced, judge(1.4, 1.4), "large scene: 1.40 (1.26–1.54) (440 witnesses a frame with it, 439 without); fine"}, {Not, judge(0.9, 0.9), ""}, {Partly, judge(1.4, 0.9), ""}, {Undecided, judge(1.1, 1.4), ""},
		{Not, operatorClaim([]gain{{"large", measure.Exactly(1.001), 440, 440}}), "1.00"}, {Unmeasured, operatorClaim(nil), ""},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 2), "–"})
	}
	return list
}

func casesAccuracy() []judgedCase {
	judge := func(ours float64, theirs ...float64) Claim {
		var list []miss
		for _, x := range theirs {
			list = append(list, miss{"large", "i-collide", ours, x})
		}
		return accuracyClaim(list)
	}
	return []judgedCase{
		{Not, judge(0.01, 0), "the colonies miss 1 % of the pairs in contact, i-collide 0 %"}, {Not, judge(0, 0), "miss 0 %"}, {Reproduced, judge(0, 0.01), ""}, {Partly, judge(0.01, 0, 0.02), ""},
		{Unmeasured, judge(0), "–"}, {Unmeasured, judge(math.NaN(), 0), "–"}, {Unmeasured, judge(-1, 0), "–"},
	}
}

func casesSlabs() []judgedCase {
	judge := func(other, best float64) Claim {
		return slabsClaim(map[int]measure.Interval{6: about(other), 14: about(2), 24: about(best), 26: about(best)})
	}
	list := []judgedCase{
		{Reproduced, judge(1.4, 1.4), "k = 6 1.40 (1.26–1.54), k = 14 2 (1.80–2.20), k = 24"}, {Partly, judge(0.8, 1.4), ""}, {Undecided, judge(1.05, 1.4), ""},
		{Not, slabsClaim(map[int]measure.Interval{6: about(0.8)}), ""}, {Unmeasured, slabsClaim(nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 2), "–"})
	}
	return list
}

func casesTriangles() []judgedCase {
	judge := func(large, fine float64) Claim {
		return trianglesClaim([]string{"large", "fine"}, map[string]measure.Interval{"large": about(large), "fine": about(fine)})
	}
	list := []judgedCase{
		{Reproduced, judge(1.4, 1.3), "large scene 1.40 (1.26–1.54), fine"}, {Partly, judge(1.4, 0.9), ""}, {Not, judge(0.9, 0.9), ""}, {Undecided, judge(1.07, 1.4), ""},
		{Unmeasured, trianglesClaim(nil, nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 2), "–"}, judgedCase{Unmeasured, judge(2, x), "–"})
	}
	return list
}

func casesWays() []judgedCase {
	judge := func(oocda, pipelining float64) Claim {
		return waysClaim(map[string]measure.Interval{"oocda": about(oocda), "pipelining": about(pipelining)})
	}
	list := []judgedCase{
		{Reproduced, judge(1.4, 1.3), "oocda 1.40 (1.26–1.54), pipelining 1.30"}, {Partly, judge(1.4, 0.8), ""}, {Not, judge(0.8, 0.8), ""}, {Undecided, judge(1.05, 1.4), ""},
		{Unmeasured, waysClaim(nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 2), "–"}, judgedCase{Unmeasured, judge(2, x), "–"})
	}
	return list
}

func casesGrowth() []judgedCase {
	labels := []string{labelOOCDA, labelBCDA, "scda"}
	grow := func(exponent, logs, noise float64) measure.Growth {
		var n, t []float64
		for i, x := 0, 100.0; x < 10_000; i, x = i+1, 2*x {
			n, t = append(n, x), append(t, math.Pow(x, exponent)*math.Pow(math.Log2(x), logs)*(1+noise*float64(i%2)))
		}
		return measure.Grow(n, t)
	}
	judge := func(ours, brute measure.Growth) Claim {
		return growthClaim(labels, map[string]measure.Growth{labelOOCDA: ours, labelBCDA: brute})
	}
	line, sorted, square := grow(1, 0, 0.01), grow(1, 1, 0.01), grow(2, 0, 0.01)
	one := measure.Grow([]float64{100}, []float64{1}) // one size: no line
	idle := measure.Grow([]float64{100, 200}, []float64{0, 0})
	list := []judgedCase{
		{Reproduced, judge(sorted, square), "oocda (n^1.15): n leaves 21.4 %, n·log n leaves 0.492 %, n² leaves"}, {Partly, judge(line, square), ""}, {Partly, judge(sorted, line), ""}, {Not, judge(square, square), ""},
		{Undecided, judge(grow(1.08, 0, 0.5), square), ""}, {Undecided, judge(grow(1.5, 0, 2), square), ""}, {Undecided, judge(sorted, grow(1.55, 0, 2)), ""},
		{Unmeasured, growthClaim(labels, nil), "–"}, {Unmeasured, growthClaim(labels, map[string]measure.Growth{labelOOCDA: sorted}), "oocda (n^"},
		{Unmeasured, judge(one, square), ""}, {Unmeasured, judge(sorted, one), ""}, {Unmeasured, judge(idle, square), ""},
	}
	for _, x := range strange[:3] { // an exponent may be anything that is a number
		list = append(list, judgedCase{Unmeasured, judge(measure.Growth{Exponent: x}, square), ""}, judgedCase{Unmeasured, judge(sorted, measure.Growth{Exponent: x}), ""})
	}
	return list
}

func casesParallel() []judgedCase {
	judge := func(mpi, scda float64) Claim {
		return parallelClaim(oocdaRatios{labelMPI: about(mpi), "scda": about(scda)})
	}
	list := []judgedCase{
		{Reproduced, judge(3, 1.5), "multiprocess (MPI) 3 (2.70–3.30), scda 1.50"}, {Partly, judge(3, 0.8), ""}, {Partly, judge(0.8, 2), ""}, {Not, judge(0.8, 0.9), ""},
		{Undecided, judge(1, 2), ""}, {Undecided, judge(3, 1.05), ""}, {Unmeasured, parallelClaim(oocdaRatios{"scda": about(2)}), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 2), "–"})
	}
	return list
}

func casesLevel() []judgedCase {
	judge := func(q float64) Claim {
		return levelClaim(oocdaRatios{labelTasks(1): about(q), labelTasks(2): about(5)})
	}
	list := []judgedCase{
		{Reproduced, judge(1.15), "1.15 (1.03–1.26) times OOCDA's time at its best p, 1"}, {Partly, judge(1.5), ""}, {Not, judge(0.8), ""}, {Undecided, judge(1), ""}, {Undecided, judge(1.3), ""}, {Unmeasured, levelClaim(nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x), "–"})
	}
	return list
}

func casesSensitivity() []judgedCase {
	judge := func(cores int, slowest []float64) Claim {
		return sensitivityClaim(map[int][]float64{1: swings(99, 8), 2: swings(10, 8), 4: swings(10, 8), 8: slowest}, cores)
	}
	list := []judgedCase{
		{Reproduced, judge(4, swings(14, 8)), "p=8 takes 1.40 times the time of p=2"}, {Partly, judge(4, swings(12, 8)), ""}, {Not, judge(3, swings(10.5, 8)), ""},
		{Undecided, judge(4, []float64{5, 19, 5, 19, 5, 19, 9, 19}), ""}, {Unmeasured, judge(2, swings(14, 8)), "p=2 1"}, {Unmeasured, sensitivityClaim(nil, 4), "–"},
		{Unmeasured, sensitivityClaim(map[int][]float64{1: swings(10, 8), 2: swings(10, 8), 4: swings(20, 8)}, 4), "p=2 1"}, // p = 1 does not count
		{Unmeasured, judge(4, []float64{14}), "p=2 1"},
		{Unmeasured, sensitivityClaim(map[int][]float64{2: {1, 1, math.NaN(), math.NaN()}, 4: {1, 1, 1, 1}, 8: {math.NaN(), math.NaN(), 2, 2}}, 4), "p=8"}, // no frame in common
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(4, []float64{x, x, x}), "p=2 1"})
	}
	return list
}

func casesMemory() []judgedCase {
	judge := func(proportional, private float64) Claim {
		return memoryClaim(map[string]footprint{
			labelOOCDA: {proportional: about(proportional), private: about(private)}, labelMPI: {proportional: about(100), private: about(80)},
		})
	}
	list := []judgedCase{
		{Reproduced, judge(50, 40), "MB against 100 (90–110) MB; private: 40 (36–44) MB"}, {Partly, judge(50, 120), ""}, {Not, judge(130, 120), ""},
		{Undecided, judge(95, 40), ""}, {Undecided, judge(50, 80), ""}, {Unmeasured, memoryClaim(nil), "–"},
	}
	for _, x := range strange {
		list = append(list, judgedCase{Unmeasured, judge(x, 40), "–"}, judgedCase{Unmeasured, judge(50, x), "–"})
	}
	return list
}
