package bench

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/par"
)

// taskCounts are the numbers of task goroutines that pipelining runs with.
var taskCounts = []int{1, 2, 4, 8, 16}

// variants are OOCDA with parts of it switched off.
func variants() []entrant {
	without := func(label string, workers int, options ...string) entrant {
		return entrant{label: label, method: "oocda", options: append(options, antsFirst...), set: func(o *collide.Options) {
			if workers > 0 {
				o.Workers = workers
			}
		}}
	}
	return []entrant{
		without("no SIMD", 0, "simd=off"),
		without("no slack", 0, "slack=off"),
		without("no front", 0, "front=off"),
		{label: labelNoAnts, method: "oocda", options: []string{"ants=off"}},
		without("one core", 1),
		without("one core, no front", 1, "front=off"),
		without("one core, no SIMD, no front", 1, "simd=off", "front=off"),
	}
}

// rivals are the entrants of experiment 2.
func rivals() []entrant {
	list := []entrant{{label: labelOOCDA, method: "oocda", options: antsFirst}, {label: "scda", method: "scda"}, {label: labelMPI, method: "multiprocess"}}
	for _, p := range taskCounts {
		list = append(list, entrant{label: labelTasks(p), method: "pipelining", options: []string{fmt.Sprintf("tasks=%d", p)}})
	}
	return list
}

// parallel is the time of experiment 2, and OOCDA taken apart.
func (e *oocdaExperiment) parallel(ctx context.Context) error {
	s, err := e.generated(ctx, "parallel: scene", e.largeScene())
	if err != nil {
		return err
	}
	steps := choose(e.Options, 3, 60, 400)
	r, err := e.race(ctx, "parallel: MPI and pipelining", s, slices.Concat(rivals(), variants(), parallelWays(), []entrant{{label: labelPipelining, method: "pipelining"}}), steps)
	if err != nil {
		return err
	}
	t := e.report.table("parallel", "Experiment 2: time against the parallel methods",
		oocdaColumns...)
	base := r.lane(labelOOCDA)
	for _, l := range r.lanes[:len(rivals())] {
		r.addRow(t, l, base)
	}
	if base != nil {
		e.ratios = r.ratios(base, 0)
	}
	t.Notes = []string{fmt.Sprintf("Means over %d frames of the scene of 1,500 bodies, all methods side by side.", steps)}
	e.plotTasks(r)
	e.add(parallelClaim(e.ratios))
	e.add(levelClaim(e.ratios))
	e.report.claim(sensitivityClaim(taskTimes(r), min(par.Workers(e.Workers), e.coreCount())))
	e.addVariants(r)
	e.addBalance(r)
	e.addWays(r)
	return nil
}

// addBalance states how evenly OOCDA shares out its tests.
func (e *oocdaExperiment) addBalance(r *race) {
	t := e.report.table("balance", "Experiment 2: balance of the subtasks", "method", "workers", "tests a frame", "tests of the busiest worker", "busiest ÷ mean", "note")
	t.Notes = []string{"Volume and triangle tests a frame, of all workers and of the one that did most of them; 1 is perfect balance. A worker that the system runs less takes fewer tests, so a machine that is not idle shows here, too."}
	for _, l := range r.lanes {
		s := &l.stats
		if l.method != "oocda" || l.frames == 0 || s.BusiestTests == 0 || s.Workers < 2 {
			continue
		}
		all, busiest := float64(s.BVTests+s.PrimitiveTests), float64(s.BusiestTests)
		t.Add(Text(l.label), Count(s.Workers), Number(all/float64(l.frames)), Number(busiest/float64(l.frames)), Number(per(busiest*float64(s.Workers), all)), r.note(l))
	}
}

// taskTimes are the seconds of the frames of pipelining, by its number of tasks.
func taskTimes(r *race) map[int][]float64 {
	times := map[int][]float64{}
	for _, p := range taskCounts {
		if l := r.lane(labelTasks(p)); l != nil {
			times[p] = l.spent
		}
	}
	return times
}

// plotTasks plots how pipelining depends on p.
func (e *oocdaExperiment) plotTasks(r *race) {
	line := Line{Name: "pipelining"}
	for _, p := range taskCounts {
		if l := r.lane(labelTasks(p)); l != nil {
			line.Points = append(line.Points, r.point(l.label, float64(p)))
		}
	}
	lines := []Line{line}
	if base := r.lane(labelOOCDA); base != nil {
		m := 1e3 * measure.Mean(base.times())
		lines = append(lines, Line{Name: labelOOCDA, Dashed: true, Points: []Point{{X: 1, Y: m}, {X: float64(slices.Max(taskCounts)), Y: m}}})
	}
	e.report.Plots = append(e.report.Plots, Plot{Name: "tasks", Table: "parallel", Title: "Pipelining and its number of task goroutines", X: "p, goroutines in each wide stage", Y: "ms a frame", LogX: true, Lines: lines})
}

// addVariants splits OOCDA's gain.
func (e *oocdaExperiment) addVariants(r *race) {
	list := variants()
	if len(list) == 0 || r.lane(labelOOCDA) == nil {
		return
	}
	t := e.report.table("split", "Where OOCDA's gain comes from", "variant", "ms a frame", "± %", "time ÷ oocda", "99 % interval", "volume tests", "volume updates", "note")
	p := Plot{Name: "split", Table: "split", Title: "OOCDA without its parts", Y: "ms a frame", Bars: []Bars{{}}}
	base := r.lane(labelOOCDA)
	for _, v := range append(append([]entrant{{label: labelOOCDA}}, list...), entrant{label: "scda"}) {
		l := r.lane(v.label)
		if l == nil {
			continue
		}
		q := l.ratio(base)
		t.Add(Text(v.label), l.ms(), l.noise(), Number(q.Value), rangeOf(q), l.count(l.stats.BVTests), l.count(l.stats.BVUpdates), r.note(l))
		p.Groups, p.Bars[0].Values = append(p.Groups, strings.ReplaceAll(l.label, ", ", ",\n")), append(p.Bars[0].Values, 1e3*measure.Mean(l.times()))
	}
	t.Notes = []string{"Each variant lacks what its name says and has all the rest; the last ones lack several. scda, for comparison, is the paper's serial method."}
	e.report.Plots = append(e.report.Plots, p)
}
