package bench

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/measure"
)

// taskCounts are the numbers of task goroutines that pipelining runs with.
var taskCounts = []int{1, 2, 4, 8, 16}

// variants are OOCDA with parts of it switched off.
func variants() []entrant {
	without := func(label string, opt collide.OOCDAOptions, workers int) entrant {
		return entrant{label: label, method: "oocda", set: func(o *collide.Options) {
			o.OOCDA = opt
			if workers > 0 {
				o.Workers = workers
			}
		}}
	}
	return []entrant{
		without("no SIMD", collide.OOCDAOptions{Scalar: true}, 0),
		without("no slack", collide.OOCDAOptions{NoSlack: true}, 0),
		without("no front", collide.OOCDAOptions{NoFront: true}, 0),
		{label: "ants first", method: "ants"},
		without("one core", collide.OOCDAOptions{}, 1),
		without("one core, no front", collide.OOCDAOptions{NoFront: true}, 1),
		without("one core, no SIMD, no front", collide.OOCDAOptions{Scalar: true, NoFront: true}, 1),
	}
}

// rivals are the entrants of experiment 2.
func rivals() []entrant {
	list := []entrant{{label: labelOOCDA, method: "oocda"}, {label: "scda", method: "scda"}, {label: labelMPI, method: "multiprocess"}}
	for _, p := range taskCounts {
		list = append(list, entrant{label: labelTasks(p), method: "pipelining", set: func(o *collide.Options) { o.Pipelining.Tasks = p }})
	}
	return list
}

// parallel is the time of experiment 2, and OOCDA taken apart.
func (e *oocdaExperiment) parallel(ctx context.Context) error {
	s, err := newScenario(ctx, e.largeScene())
	if err != nil {
		return err
	}
	steps := choose(e.Options, 3, 60, 400)
	r, err := e.race(ctx, "MPI and pipelining", s, append(rivals(), variants()...), steps)
	if err != nil {
		return err
	}
	t := e.report.table("parallel", "Experiment 2: time against the parallel methods",
		"method", "frames/s", "ms a frame", "± %", "time ÷ oocda", "s for 2,000 steps", "volume tests", "primitive tests", "volume updates", "frames run", "note")
	base := r.lane(labelOOCDA)
	for _, l := range r.lanes[:len(rivals())] {
		l.tell(t, base)
		if base != nil && l.frames > 0 {
			e.ratios[l.label] = measure.Median(l.ratios(base))
		}
	}
	t.Notes = []string{fmt.Sprintf("Medians over %d frames of the scene of 1,500 bodies, all methods side by side.", steps)}
	e.tellTasks(r)
	e.add(parallelClaim(e.ratios))
	e.add(levelClaim(e.ratios))
	e.report.claim(sensitivityClaim(taskTimes(r)))
	e.tellVariants(r)
	return nil
}

// taskTimes are the milliseconds a frame that pipelining takes, by its number of tasks.
func taskTimes(r *race) map[int]float64 {
	ms := map[int]float64{}
	for _, p := range taskCounts {
		if l := r.lane(labelTasks(p)); l != nil {
			ms[p] = 1e3 * measure.Median(l.times())
		}
	}
	return ms
}

// tellTasks plots how pipelining depends on p.
func (e *oocdaExperiment) tellTasks(r *race) {
	line := Line{Name: "pipelining"}
	for _, p := range taskCounts {
		if l := r.lane(labelTasks(p)); l != nil {
			t := l.times()
			line.Points = append(line.Points, Point{float64(p), 1e3 * measure.Median(t), 1e3 * measure.Quantile(t, 0.25), 1e3 * measure.Quantile(t, 0.75)})
		}
	}
	lines := []Line{line}
	if base := r.lane(labelOOCDA); base != nil {
		m := 1e3 * measure.Median(base.times())
		lines = append(lines, Line{Name: labelOOCDA, Dashed: true, Points: []Point{{X: 1, Y: m}, {X: float64(slices.Max(taskCounts)), Y: m}}})
	}
	e.report.Plots = append(e.report.Plots, Plot{Name: "tasks", Table: "parallel", Title: "Pipelining and its number of task goroutines", X: "p, goroutines in each wide stage", Y: "ms a frame", LogX: true, Lines: lines})
}

// tellVariants splits OOCDA's gain.
func (e *oocdaExperiment) tellVariants(r *race) {
	list := variants()
	if len(list) == 0 || r.lane(labelOOCDA) == nil {
		return
	}
	t := e.report.table("split", "Where OOCDA's gain comes from", "variant", "ms a frame", "± %", "time ÷ oocda", "volume tests", "volume updates")
	p := Plot{Name: "split", Table: "split", Title: "OOCDA without its parts", Y: "ms a frame", Bars: []Bars{{}}}
	base := r.lane(labelOOCDA)
	for _, v := range append(append([]entrant{{label: labelOOCDA}}, list...), entrant{label: "scda"}) {
		l := r.lane(v.label)
		if l == nil {
			continue
		}
		m := 1e3 * measure.Median(l.times())
		t.Add(Text(v.label), Number(m), l.noise(), Number(measure.Median(l.ratios(base))), Number(float64(l.stats.BVTests)/float64(l.frames)), Number(float64(l.stats.BVUpdates)/float64(l.frames)))
		p.Groups, p.Bars[0].Values = append(p.Groups, strings.ReplaceAll(l.label, ", ", ",\n")), append(p.Bars[0].Values, m)
	}
	t.Notes = []string{"Each variant lacks what its name says and has all the rest; the last ones lack several. \"ants first\" (method ants) sends the colonies to every pair before its front proves the rest. scda, for comparison, is the paper's serial method."}
	e.report.Plots = append(e.report.Plots, p)
}

// memory is that of experiment 2.
func (e *oocdaExperiment) memory(ctx context.Context) error {
	t := e.report.table("memory", "Experiment 2: memory", "method", "heap MB", "heap above the scene MB", "peak resident MB", "of child processes MB", "together MB", "note")
	t.Notes = []string{
		"Each method runs 20 frames of the 1,500 bodies in a process of its own. Heap: what the Go heap of the main process holds after a collection. Peak resident: the most main memory the process had (VmHWM of Linux), " +
			"garbage not yet collected and the program itself included; \"together\" adds the worker processes, pages they share counted for each. \"scene alone\" is the same program with the bodies and no method.",
	}
	if e.Probe == nil {
		t.Add(Text("–"), Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Text("no command line for the process that measures it"))
		e.add(memoryClaim(nil))
		return nil
	}
	list := []entrant{{label: "scene alone"}, {label: labelOOCDA, method: "oocda"}, {label: "scda", method: "scda"}, {label: labelMPI, method: "multiprocess"},
		{label: "pipelining p=1", method: "pipelining"}, {label: "i-collide", method: "i-collide"}, {label: "sphere", method: "sphere"}, {label: "bvh", method: "bvh"}}
	together, alone := map[string]float64{}, math.NaN()
	for i, m := range list {
		if why := e.missing(m.method); m.method != "" && why != "" {
			t.Add(Text(m.label), Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Text(why))
			continue
		}
		h, err := e.ask(ctx, &probe{Method: m.method, Workers: e.Workers, Tasks: 1, Frames: choose(e.Options, 2, 20, 20), Scene: e.largeScene(), Worker: e.Worker})
		if err != nil {
			return err
		}
		if m.method == "" {
			alone = h.Heap
		}
		const mb = 1e6
		together[m.label] = (h.Peak + h.Children) / mb
		t.Add(Text(m.label), Number(h.Heap/mb), Number((h.Heap-alone)/mb), Number(h.Peak/mb), Number(h.Children/mb), Number(together[m.label]), Text(""))
		e.show("measuring memory", float64(i+1)/float64(len(list)))
	}
	e.add(memoryClaim(together))
	return nil
}
