package bench

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/tape"
)

// finder is a way from boxes to pairs.
type finder struct {
	name string
	// most is the number of boxes beyond which it would take too long, 0 for none.
	most  int
	find  func(boxes []geom.AABB, dst []broad.Pair) ([]broad.Pair, error)
	times func(f func(step string, spent time.Duration))
	codes func(boxes []geom.AABB) ([]uint64, error) // nil for none
	close func()
	spent []float64
	steps map[string][]float64
}

// host makes a finder of a broad phase.
func host(name string, most int, p broad.Phase) *finder {
	return &finder{name: name, most: most, find: func(b []geom.AABB, dst []broad.Pair) ([]broad.Pair, error) { return p.Pairs(b, dst), nil }}
}

// onDeviceAlone finds pairs by a broad phase on a device.
func onDeviceAlone(p BodyPhase) func([]geom.AABB, []broad.Pair) ([]broad.Pair, error) {
	return func(boxes []geom.AABB, dst []broad.Pair) ([]broad.Pair, error) {
		found, err := p.Pairs(boxes)
		for _, q := range found {
			dst = append(dst, broad.Pair{A: q[0], B: q[1]})
		}
		return dst, err
	}
}

// finders are the device's, if there is one, and the CPU's.
func (o *Options) finders() ([]*finder, error) {
	w := par.Workers(o.Workers)
	list := []*finder{
		host("grid (CPU)", 0, &broad.Grid{Workers: w}), host(labelTree, 0, &broad.Tree{Workers: w}), host("auto (CPU)", 0, &broad.Auto{Workers: w}),
		host(labelNaive, 30_000, &broad.Brute{}),
		host("coherent sweep (CPU)", 100_000, &broad.Coherent{}), host("octree (CPU)", 0, &broad.KeptOctree{}),
	}
	d, err := o.device()
	if err != nil {
		return list, nil //nolint:nilerr // the report's notes say why
	}
	for _, merge := range []bool{true, false} {
		p, err := d.BodyPhase(w, merge)
		if err != nil {
			closeAll(list)
			return nil, err
		}
		name := map[bool]string{false: labelRadix, true: labelMerge}[merge]
		list = append([]*finder{{name: name, find: onDeviceAlone(p), times: p.Times, codes: p.Codes, close: p.Close, steps: map[string][]float64{}}}, list...)
	}
	return list, nil
}

const (
	labelNaive = "all pairs, one core (CPU)"
	labelTree  = "tree (CPU)"
	labelRadix = "lbvh, radix sort"
	labelMerge = "lbvh, merge sort"
)

func closeAll(list []*finder) {
	for _, f := range list {
		if f.close != nil {
			f.close()
		}
	}
}

// linearSteps are the device's, in their order.
var linearSteps = []string{"upload", "codes", "sort", "tree", "boxes", "pairs"}

// phases measures the steps of the hierarchy on the device, and the CPU's ways to the
// same pairs.
func (e *lbvhExperiment) phases(ctx context.Context) error {
	t := e.report.table("steps", "Steps on the device", "bodies", "pairs", "upload ms", "codes ms", "radix sort ms", "merge sort ms", "tree ms", "boxes ms", "pairs ms", "together ms", "with read-back ms", "codes, copies included ms", "codes in Go ms", "radix sort in Go ms", "note")
	t.Notes = []string{"The device's own clock, radix sort in \"together\"; \"with read-back\" is wall clock from boxes to confirmed pairs on the CPU, \"codes, copies included\" from boxes to codes in the host's memory. In Go, one core: codes of the same boxes, and package par's sort of them (keys alone)."}
	p := Plot{Name: "steps", Table: "steps", Title: "Steps of the linear hierarchy against the number of bodies", X: "bodies", Y: "ms on the device", LogX: true, LogY: true}
	lines := map[string]*Line{}
	all := &Table{Name: "ways", Title: "All ways from boxes to pairs, wall clock", Columns: []string{"way"}}
	notes := []Cell{Text("note")}
	ways := map[string][]Cell{}
	var names []string
	plot := Plot{Name: "ways", Table: "ways", Title: "From boxes to pairs, wall clock", X: "bodies", Y: "ms a frame", LogX: true, LogY: true}
	whole := map[string]*Line{}
	for _, n := range e.sizes {
		list, err := e.finders()
		if err != nil {
			return err
		}
		run := swarmRun{n: n, frames: choose(e.Options, 2, 7, 9), finders: list}
		var d disturbance
		err = e.tape.Do(fmt.Sprintf("steps: %d boxes", n), func() (err error) {
			d, err = e.window(func() error { return run.race(ctx, e.Options) }, func() error { return nil })
			return err
		}, func(p *tape.Part) {
			d.figures(p)
			run.figures(p)
		})
		closeAll(list)
		if err != nil {
			return err
		}
		e.keep(&run, d)
		notes = append(notes, Text(d.note()))
		all.Columns = append(all.Columns, fmt.Sprintf("ms at %s", grouped(int64(n))))
		for _, f := range list {
			if _, ok := ways[f.name]; !ok {
				names, whole[f.name] = append(names, f.name), &Line{Name: f.name}
			}
			ways[f.name] = append(ways[f.name], d.timed(Number(1e3*measure.Mean(f.spent))))
			if len(f.spent) > 0 && !d.busy() {
				whole[f.name].Points = append(whole[f.name].Points, pointOf(float64(n), milliseconds(f.spent)))
			}
		}
		e.steps = append(e.steps, e.addSteps(t, lines, &run, d))
	}
	for _, name := range names {
		all.Add(append([]Cell{Text(name)}, ways[name]...)...)
		plot.Lines = append(plot.Lines, *whole[name])
	}
	all.Add(notes...)
	all.Notes = []string{"All use all cores except the sweep, the octree and all pairs one by one, which use one. The sweep was left out beyond 100,000: its sorted lists hold too much of the scene at once; all pairs one by one beyond 30,000. The octree, the sweep and auto keep what they know from frame to frame; the others keep nothing. The last row: whether other processes were busy."}
	e.report.Tables = append(e.report.Tables, *all)
	for _, step := range append([]string{"merge sort"}, linearSteps...) {
		if l := lines[step]; l != nil {
			p.Lines = append(p.Lines, *l)
		}
	}
	e.report.plot(p)
	e.report.plot(plot)
	return nil
}

// keep keeps what claims are judged by.
func (e *lbvhExperiment) keep(run *swarmRun, d disturbance) {
	e.busy = append(e.busy, d.busy())
	of := map[string][]float64{}
	for _, f := range run.finders {
		of[f.name] = f.spent
		if f.name == labelRadix {
			e.repeats = append(e.repeats, repeated{run.n, run.repeats})
		}
	}
	e.one, e.tree, e.found = append(e.one, of[labelNaive]), append(e.tree, of[labelTree]), append(e.found, of[labelRadix])
}

// pointOf is the mean of times, in their unit, with the quartiles.
func pointOf(x float64, times []float64) Point {
	m := measure.Mean(times)
	return Point{x, m, min(m, measure.Quantile(times, 0.25)), max(m, measure.Quantile(times, 0.75))}
}

// note keeps the times of a call.
func (f *finder) note(spent time.Duration) {
	f.spent = append(f.spent, spent.Seconds())
	if f.times == nil {
		return
	}
	of := map[string]float64{}
	f.times(func(step string, d time.Duration) { of[step] += d.Seconds() })
	for step, s := range of {
		f.steps[step] = append(f.steps[step], s)
	}
}

// addSteps adds a row and the points; it returns the times of the steps, nil without a
// device.
func (e *lbvhExperiment) addSteps(t *Table, lines map[string]*Line, run *swarmRun, d disturbance) stepTimes {
	times, wall := run.stepTimes()
	of := func(step string) Cell { return d.timed(Number(measure.Mean(times[step]))) }
	row := []Cell{Count(run.n), Number(run.pairs)}
	for _, step := range []string{"upload", "codes", "sort", "merge sort", "tree", "boxes", "pairs"} {
		row = append(row, of(step))
	}
	together := 0.0
	for _, step := range linearSteps {
		together += measure.Mean(times[step])
	}
	t.Add(append(row, d.timed(Number(together)), d.timed(Number(wall)), of("codes, copied"), of("codes in Go"), d.timed(Number(1e3*measure.Mean(run.sort))), Text(d.note()))...)
	switch {
	case !finite(together):
		return nil
	case d.busy():
		return times
	}
	for _, step := range append([]string{"merge sort"}, linearSteps...) {
		if lines[step] == nil {
			lines[step] = &Line{Name: map[bool]string{true: "radix sort", false: step}[step == "sort"]}
		}
		lines[step].Points = append(lines[step].Points, pointOf(float64(run.n), times[step]))
	}
	return times
}

// stepTimes returns the times of the steps, and the milliseconds from boxes to pairs by
// the device with its radix sort: NaN without a device.
func (r *swarmRun) stepTimes() (times stepTimes, wall float64) {
	times, wall = stepTimes{"codes in Go": milliseconds(r.codes), "codes, copied": milliseconds(r.copied)}, math.NaN()
	for _, f := range r.finders {
		switch f.name {
		case labelRadix:
			wall = 1e3 * measure.Mean(f.spent)
			for _, step := range linearSteps {
				times[step] = milliseconds(f.steps[step])
			}
		case labelMerge:
			times["merge sort"] = milliseconds(f.steps["sort"])
		}
	}
	return times, wall
}

func milliseconds(seconds []float64) []float64 {
	ms := slices.Clone(seconds)
	floats.Scale(1e3, ms)
	return ms
}
