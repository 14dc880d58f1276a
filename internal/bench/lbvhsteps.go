package bench

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/par"
)

// finder is a way from boxes to pairs.
type finder struct {
	name string
	// most is the number of boxes beyond which it would take too long, 0 for none.
	most  int
	find  func(boxes []geom.AABB, dst []broad.Pair) ([]broad.Pair, error)
	times func(f func(step string, spent time.Duration))
	close func()
	spent []float64
	steps map[string][]float64
}

// host makes a finder of a broad phase.
func host(name string, most int, p broad.Phase) *finder {
	return &finder{name: name, most: most, find: func(b []geom.AABB, dst []broad.Pair) ([]broad.Pair, error) { return p.Pairs(b, dst), nil }}
}

// finders are the device's, if there is one, and the CPU's.
func (o *Options) finders() ([]*finder, error) {
	w := par.Workers(o.Workers)
	list := []*finder{
		host("grid (CPU)", 0, &broad.Grid{Workers: w}), host("tree (CPU)", 0, &broad.Tree{Workers: w}), host("auto (CPU)", 0, &broad.Auto{Workers: w}),
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
		list = append([]*finder{{name: name, find: p.Pairs, times: p.Times, close: p.Close, steps: map[string][]float64{}}}, list...)
	}
	return list, nil
}

const (
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
	t := e.report.table("steps", "Steps on the device", "bodies", "pairs", "upload ms", "codes ms", "radix sort ms", "merge sort ms", "tree ms", "boxes ms", "pairs ms", "together ms", "with read-back ms", "codes in Go ms", "radix sort in Go ms")
	t.Notes = []string{"The device's own clock, radix sort in \"together\"; \"with read-back\" is wall clock from boxes to confirmed pairs on the CPU. In Go, one core: codes of the same boxes, and package par's sort of them (keys alone)."}
	p := Plot{Name: "steps", Table: "steps", Title: "Steps of the linear hierarchy against the number of bodies", X: "bodies", Y: "ms on the device", LogX: true, LogY: true}
	lines := map[string]*Line{}
	all := &Table{Name: "ways", Title: "All ways from boxes to pairs, wall clock", Columns: []string{"way"}}
	ways := map[string][]Cell{}
	var names []string
	plot := Plot{Name: "ways", Table: "ways", Title: "From boxes to pairs, wall clock", X: "bodies", Y: "ms a frame", LogX: true, LogY: true}
	whole := map[string]*Line{}
	for _, n := range e.sizes {
		list, err := e.finders()
		if err != nil {
			return err
		}
		pairs, goTimes, err := e.swarmRace(ctx, n, list)
		closeAll(list)
		if err != nil {
			return err
		}
		all.Columns = append(all.Columns, fmt.Sprintf("ms at %s", grouped(int64(n))))
		for _, f := range list {
			if _, ok := ways[f.name]; !ok {
				names, whole[f.name] = append(names, f.name), &Line{Name: f.name}
			}
			ways[f.name] = append(ways[f.name], Number(1e3*measure.Median(f.spent)))
			if len(f.spent) > 0 {
				whole[f.name].Points = append(whole[f.name].Points, pointOf(float64(n), f.spent))
			}
		}
		e.steps = append(e.steps, e.tellSteps(t, lines, n, pairs, list, goTimes))
	}
	for _, name := range names {
		all.Add(append([]Cell{Text(name)}, ways[name]...)...)
		plot.Lines = append(plot.Lines, *whole[name])
	}
	all.Notes = []string{"All on all cores but for the sweep and the octree, which have one. The sweep was left out beyond 100,000: its sorted lists hold too much of the scene at once. The octree, the sweep and auto keep what they know from frame to frame; the others begin anew."}
	e.report.Tables = append(e.report.Tables, *all)
	for _, step := range append([]string{"merge sort"}, linearSteps...) {
		if l := lines[step]; l != nil {
			p.Lines = append(p.Lines, *l)
		}
	}
	if len(p.Lines) > 0 {
		e.report.Plots = append(e.report.Plots, p)
	}
	e.report.Plots = append(e.report.Plots, plot)
	return nil
}

func pointOf(x float64, seconds []float64) Point {
	return Point{x, 1e3 * measure.Median(seconds), 1e3 * measure.Quantile(seconds, 0.25), 1e3 * measure.Quantile(seconds, 0.75)}
}

// swarmRace lets all finders find the pairs of n boxes for some frames, after one to
// warm up. It returns the number of pairs and what the codes and their sort take in Go.
func (e *lbvhExperiment) swarmRace(ctx context.Context, n int, list []*finder) (pairs float64, goTimes [2][]float64, err error) {
	s, frames := e.newSwarm(n), choose(e.Options, 2, 7, 9)
	var found []broad.Pair
	var keys, scratch []uint64
	for k := range frames + 1 {
		s.step()
		count, sum := -1, uint64(0)
		for i := range list {
			f := list[(i+k)%len(list)]
			if f.most > 0 && n > f.most {
				continue
			}
			start := time.Now()
			if found, err = f.find(s.boxes, found[:0]); err != nil {
				return 0, goTimes, fmt.Errorf("%s: %w", f.name, err)
			}
			if k > 0 {
				f.note(time.Since(start))
			}
			h := pairSum(found)
			if count >= 0 && (h != sum || len(found) != count) {
				return 0, goTimes, fmt.Errorf("%w in frame %d of %d boxes: %s found %d pairs, others %d", ErrDisagree, k, n, f.name, len(found), count)
			}
			count, sum = len(found), h
		}
		start := time.Now()
		keys = appendCodes(keys[:0], s.boxes)
		mid := time.Now()
		scratch = par.SortKeys(keys, scratch)
		if k > 0 {
			goTimes[0], goTimes[1] = append(goTimes[0], mid.Sub(start).Seconds()), append(goTimes[1], time.Since(mid).Seconds())
			pairs += float64(count) / float64(frames)
		}
		if ctx.Err() != nil {
			return 0, goTimes, ctx.Err()
		}
		e.show(fmt.Sprintf("%d boxes", n), float64(k+1)/float64(frames+1))
	}
	return pairs, goTimes, nil
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

// tellSteps adds a row and the points; it returns the milliseconds by step, nil
// without a device.
func (e *lbvhExperiment) tellSteps(t *Table, lines map[string]*Line, n int, pairs float64, list []*finder, goTimes [2][]float64) map[string]float64 {
	ms := map[string]float64{"codes in Go": 1e3 * measure.Median(goTimes[0])}
	row, wall, together, found := []Cell{Count(n), Number(pairs)}, math.NaN(), 0.0, false
	point := func(step string, seconds []float64) {
		ms[step] = 1e3 * measure.Median(seconds)
		if lines[step] == nil {
			lines[step] = &Line{Name: map[bool]string{true: "radix sort", false: step}[step == "sort"]}
		}
		if len(seconds) > 0 {
			lines[step].Points = append(lines[step].Points, pointOf(float64(n), seconds))
		}
	}
	for _, f := range list {
		switch f.name {
		case labelRadix:
			found, wall = true, 1e3*measure.Median(f.spent)
			for _, step := range linearSteps {
				point(step, f.steps[step])
				together += ms[step]
			}
		case labelMerge:
			point("merge sort", f.steps["sort"])
		}
	}
	of := func(step string) Cell {
		if !found {
			return Cell{}
		}
		return Number(ms[step])
	}
	for _, step := range []string{"upload", "codes", "sort", "merge sort", "tree", "boxes", "pairs"} {
		row = append(row, of(step))
	}
	if !found {
		together = math.NaN()
	}
	t.Add(append(row, Number(together), Number(wall), Number(1e3*measure.Median(goTimes[0])), Number(1e3*measure.Median(goTimes[1])))...)
	if !found || math.IsNaN(together) {
		return nil
	}
	return ms
}

// pairSum is a sum that does not depend on the order.
func pairSum(pairs []broad.Pair) uint64 {
	sum := uint64(0)
	for _, p := range pairs {
		h := (uint64(uint32(p.A))<<32 | uint64(uint32(p.B))) * 0x9e3779b97f4a7c15
		sum += h ^ bits.RotateLeft64(h, 29)*0xbf58476d1ce4e5b9
	}
	return sum
}

// appendCodes appends the 63-bit Morton codes of the boxes' centres, 21 bits an axis.
func appendCodes(dst []uint64, boxes []geom.AABB) []uint64 {
	all := geom.EmptyAABB()
	for i := range boxes {
		all.Extend(boxes[i].Center())
	}
	scale := float64(1<<21-1) / all.Size().MaxAbs()
	for i := range boxes {
		c := boxes[i].Center().Sub(all.Min).Scale(scale)
		dst = append(dst, spreadBits(uint64(c.X))<<2|spreadBits(uint64(c.Y))<<1|spreadBits(uint64(c.Z)))
	}
	return dst
}

// spreadBits puts two zeros between the lower 21 bits.
func spreadBits(x uint64) uint64 {
	x = (x | x<<32) & 0x1f00000000ffff
	x = (x | x<<16) & 0x1f0000ff0000ff
	x = (x | x<<8) & 0x100f00f00f00f00f
	x = (x | x<<4) & 0x10c30c30c30c30c3
	return (x | x<<2) & 0x1249249249249249
}
