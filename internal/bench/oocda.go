package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/scene"
)

// The entrants of the OOCDA paper by the names it gives them.
const (
	labelOOCDA  = "oocda" // the paper's method as one: with ants in every frame
	labelNoAnts = "oocda, no ants"
	labelBCDA   = "brute (BCDA)"
	labelMPI    = "multiprocess (MPI)"

	labelPipelining = "pipelining"

	labelICollide1 = "i-collide, one core"
	labelSphere1   = "sphere, one core"
)

// antsFirst are the options of the method that is judged.
var antsFirst = []string{"ants-first=on"}

// oocdaSteps is how many the paper runs.
const oocdaSteps = 2000

// oocdaExperiment is what the parts of the report share.
type oocdaExperiment struct {
	*Options
	report *Report
	// large is the race over 1,500 bodies.
	large *race
	// ratios are the times over OOCDA's in experiment 2, on 1,500 bodies.
	ratios oocdaRatios
	// smallRatios are those of experiment 1 on 32 bodies.
	smallRatios oocdaRatios
}

// runOOCDA measures the experiments of the OOCDA paper.
func runOOCDA(ctx context.Context, o *Options) (*Report, error) {
	e := &oocdaExperiment{Options: o, ratios: oocdaRatios{}, report: newReport("oocda", "oocda: OOCDA against BCDA, I-COLLIDE, SPHERE, SCDA, MPI and Pipelining",
		"Journal of Jilin University (Engineering and Technology Edition), 2017. Two Xeon E5-2643 v2 (2 × 6 cores, 3.5 GHz), Visual C++; its tables are lost, its text gives the figures quoted here.")}
	e.report.Notes = []string{
		"Times are wall clock of the query; moving the bodies, the same for all, is not counted. All entrants answer each frame in turn, in an order that changes from frame to frame, and their hashes are compared in every frame they run. " +
			"What takes over a second a frame runs " + o.patience().String() + " at most, but at least three frames. Totals are measured, not extrapolated: a method that ran fewer frames has none. ± is half the distance of the quartiles.",
		"oocda is the paper's method as one: 18-DOPs, SIMD, fronts, ant colonies and the optimisation operator (`--option oocda.ants-first=on`). It is what the claims are judged by. \"" + labelNoAnts + "\" leaves the colonies out, as this project does by default where all contacts are asked for.",
		intervalNote,
	}
	for _, part := range []func(context.Context) error{e.small, e.big, e.colonies, e.triangles, e.slabs, e.complexity, e.parallel, e.memory} {
		if err := part(ctx); err != nil {
			return nil, err
		}
	}
	return e.report, nil
}

// serial are the entrants of experiment 1.
func (e *oocdaExperiment) serial() []entrant {
	return []entrant{
		{label: labelOOCDA, method: "oocda", options: antsFirst}, {label: labelNoAnts, method: "oocda", options: []string{"ants=off"}}, {label: labelBCDA, method: "brute"}, {label: "i-collide", method: "i-collide"},
		{label: "sphere", method: "sphere"}, {label: "scda", method: "scda"}, {label: "bvh", method: "bvh"},
	}
}

// alone are the comparators of experiment 1 that use all cores here, on one: as they
// were published.
func alone() []entrant {
	one := func(o *collide.Options) { o.Workers = 1 }
	return []entrant{{label: labelICollide1, method: "i-collide", set: one}, {label: labelSphere1, method: "sphere", set: one}}
}

// small is experiment 1 on 32 bodies.
func (e *oocdaExperiment) small(ctx context.Context) error {
	r, err := e.first(ctx, "small", e.crowd(choose(e.Options, 12, 32, 32), choose(e.Options, 120, 300, 300), 3), choose(e.Options, 4, oocdaSteps, oocdaSteps))
	if err != nil {
		return err
	}
	if base := r.lane(labelOOCDA); base != nil {
		e.smallRatios = r.ratios(base, 0)
	}
	return nil
}

// big is experiment 1 on 1,500 bodies.
func (e *oocdaExperiment) big(ctx context.Context) error {
	var err error
	if e.large, err = e.first(ctx, "large", e.largeScene(), choose(e.Options, 4, 60, oocdaSteps)); err != nil {
		return err
	}
	e.addPhases()
	if base := e.large.lane(labelOOCDA); base != nil {
		e.add(frameRateClaim(e.large.ratios(base, 0)))
		e.add(totalClaim(e.large.ratios(base, oocdaSteps)))
		e.add(antsClaim(e.smallRatios, e.large.ratios(base, 0)))
		return nil
	}
	e.add(frameRateClaim(nil))
	e.add(totalClaim(nil))
	e.add(antsClaim(nil, nil))
	return nil
}

// addPhases is the profile of the large scene.
func (e *oocdaExperiment) addPhases() {
	t := e.report.table("phases", "Experiment 1: where the time goes on the large scene", "method", "ms a frame", "broad ms", "update ms", "narrow ms", "narrow ns a volume test")
	t.Notes = []string{"Means over the frames that a method ran. Update is refitting in world coordinates, which oocda and scda do for every body that moved and the others not at all: they turn the boxes of one tree into the coordinates of the other as they meet them."}
	for _, l := range e.large.lanes {
		if l.frames == 0 {
			continue
		}
		s, n := &l.stats, float64(l.frames)
		each := Cell{}
		if s.BVTests > 0 {
			each = Number(1e9 * s.Narrow.Seconds() / float64(s.BVTests))
		}
		t.Add(Text(l.label), l.ms(), Number(1e3*s.Broad.Seconds()/n), Number(1e3*s.Update.Seconds()/n), Number(1e3*s.Narrow.Seconds()/n), each)
	}
}

func (e *oocdaExperiment) largeScene() scene.MotionOptions {
	return e.crowd(choose(e.Options, 40, 1500, 1500), choose(e.Options, 2400, 90000, 90000), 3)
}

// oocdaColumns are the columns of the tables of both experiments.
var oocdaColumns = []string{
	"method", "frames/s", "ms a frame", "± %", "time ÷ oocda", "99 % interval", "s for 2,000 steps",
	"volume tests", "primitive tests", "volume updates", "frames run", "note",
}

// first is experiment 1 on one scene.
func (e *oocdaExperiment) first(ctx context.Context, name string, o scene.MotionOptions, steps int) (*race, error) {
	s, err := e.generated(ctx, name+": scene", o)
	if err != nil {
		return nil, err
	}
	r, err := e.race(ctx, fmt.Sprintf("%s: %d bodies", name, o.Bodies), s, append(e.serial(), alone()...), steps)
	if err != nil {
		return nil, err
	}
	t := e.report.table(name, fmt.Sprintf("Experiment 1: %s bodies, %s facets", grouped(int64(o.Bodies)), grouped(int64(s.facets))),
		oocdaColumns...)
	base := r.lane(labelOOCDA)
	for _, l := range r.lanes {
		r.addRow(t, l, base)
	}
	t.Notes = []string{fmt.Sprintf("Means over %d frames or those that a method ran, %s contacts a frame; tests and updates are counts a frame. bvh is this project's plain reference, not in the paper. scda runs on one core, the others on all unless they say so; the paper's comparators were programs of one thread.", steps, digits(r.contactsAFrame()))}
	return r, nil
}

// addRow adds a lane to a table with oocdaColumns.
func (r *race) addRow(t *Table, l, base *lane) {
	if l.frames == 0 {
		t.AddAbsent(l.label, l.absent)
		return
	}
	m := measure.Mean(l.times())
	ratio, interval := Cell{}, Cell{}
	if base != nil {
		q := l.ratio(base)
		ratio, interval = Number(q.Value), rangeOf(q)
	}
	t.Add(Text(l.label), Number(1/m), Number(1e3*m), l.noise(), ratio, interval, l.whole(oocdaSteps),
		l.count(l.stats.BVTests), l.count(l.stats.PrimitiveTests), l.count(l.stats.BVUpdates), Count(l.frames), r.note(l))
}

// complexity fits the growth of the time with the number of bodies.
func (e *oocdaExperiment) complexity(ctx context.Context) error {
	sizes := choose(e.Options, []int{20, 30}, []int{100, 250, 600}, []int{100, 200, 400, 800, 3000, 6000})
	var n []float64
	times := map[string][]float64{}
	var disturbed disturbance
	note := func(r *race, bodies int) {
		n = append(n, float64(bodies))
		disturbed = disturbed.with(r.disturbed)
		for _, l := range r.lanes {
			m := math.NaN()
			if l.frames > 0 {
				m = 1e3 * measure.Mean(l.times())
			}
			times[l.label] = append(times[l.label], m)
		}
	}
	for _, bodies := range sizes {
		s, err := e.generated(ctx, fmt.Sprintf("complexity: scene of %d bodies", bodies), e.crowd(bodies, 0, 3))
		if err != nil {
			return err
		}
		entrants := e.serial()
		if bodies > 1500 {
			entrants[2].limit = -1 // BCDA would take minutes a frame
		}
		r, err := e.race(ctx, fmt.Sprintf("complexity: %d bodies", bodies), s, entrants, choose(e.Options, 3, 30, 60))
		if err != nil {
			return err
		}
		note(r, bodies)
	}
	note(e.large, e.large.scenario.bodies)
	e.addComplexity(n, times, disturbed.note())
	return nil
}

// addComplexity writes the table, the plot and the verdict. The figures are in the
// order in which they were measured; tables are in the order of the sizes.
func (e *oocdaExperiment) addComplexity(n []float64, times map[string][]float64, note string) {
	columns := []string{"method", "exponent", "rms of the line %", "rms of n %", "rms of n·log n %", "rms of n² %", "ns of n·log₂ n"}
	order := ascending(n)
	for _, i := range order {
		columns = append(columns, fmt.Sprintf("ms at %s", digits(n[i])))
	}
	t := e.report.table("complexity", "Experiment 1: growth with the number of bodies", append(columns, "note")...)
	p := Plot{Name: "complexity", Table: "complexity", Title: "Time of a frame against the number of bodies", X: "bodies, 60 facets each", Y: "ms a frame", LogX: true, LogY: true}
	fits := map[string]measure.Growth{}
	for _, entrant := range e.serial() {
		var x, y []float64
		line := Line{Name: entrant.label}
		row := []Cell{Text(entrant.label), {}, {}, {}, {}, {}, {}}
		for _, i := range order {
			ms := times[entrant.label][i]
			row = append(row, Number(ms))
			if !math.IsNaN(ms) {
				x, y = append(x, n[i]), append(y, ms)
				line.Points = append(line.Points, Point{n[i], ms, ms, ms})
			}
		}
		if len(x) > 1 {
			g := measure.Grow(x, y)
			fits[entrant.label] = g
			row[1], row[2], row[6] = Number(g.Exponent), Number(100*g.Residual), Number(1e6*g.Fits[measure.Linearithmic].Constant)
			for law, f := range g.Fits {
				row[3+law] = Number(100 * f.Residual)
			}
		}
		t.Add(append(row, Text(note))...)
		p.Lines = append(p.Lines, line)
	}
	t.Notes = []string{"Least squares of log time: t = a·n^b, and the laws t = c·n, c·n·log₂ n and c·n²; rms is the root mean square of what each leaves of log t. " +
		"One law is preferred to another if it is a hundred times as likely (Akaike's criterion). Times are means. The space grows with the bodies, so that 1.6 boxes a body overlap at every size."}
	e.report.Plots = append(e.report.Plots, p)
	var labels []string
	for _, x := range e.serial() {
		labels = append(labels, x.label)
	}
	e.add(growthClaim(labels, fits))
}
