package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
)

// aabbExperiment is what the parts of the report share.
type aabbExperiment struct {
	*Options
	report *Report
	sizes  []int
	// rates are the frames/s by label, one a size; NaN where not measured.
	rates map[string][]measure.Interval
	// refits are gpu-bvh's, one a size at which it ran.
	refits []refitted
	// sieved are gpu-bvh's candidates, one a row of it that ran in all frames.
	sieved []sieved
}

// sieved is the number of pairs of triangles that the device cannot tell apart in the frames of
// a scene, and the number of those in contact.
type sieved struct {
	scene                string
	candidates, contacts float64
}

// refitted is the milliseconds, on the device and the host, to build hierarchies over two
// models of a given number of triangles, which is done once, and to refit them.
type refitted struct {
	triangles int
	build     float64
	refit     measure.Interval
}

// labelDevice is the method the experiment is about.
const labelDevice = "gpu-bvh"

// runAABBGPU measures hierarchies of deforming bodies.
func runAABBGPU(ctx context.Context, o *Options) (*Report, error) {
	o, err := o.deviceTaped()
	if err != nil {
		return nil, err
	}
	e := &aabbExperiment{Options: o.forDevice(), rates: map[string][]measure.Interval{}, report: newReport("aabb-gpu", "aabb-gpu: AABB hierarchies on the GPU, deforming bodies",
		"A patent description; its evaluation descends from Zhang and Kim 2007 (Streaming AABBs): 15,000 to 50,000 triangles at 30 to 100 frames/s on a GeForce 7800, all intersecting pairs.")}
	e.sizes = choose(o, []int{100, 200}, []int{2000, 8000}, []int{15_000, 30_000, 50_000, 100_000})
	e.report.Notes = []string{o.deviceNote(), "A frame is everything: the host moves the vertices (the record) and refits the hierarchies it has of the model, then comes the query. " +
		"All methods answer each frame in turn, each with models of its own, and their hashes are compared. Means over the frames; ± is half the distance of the quartiles. " +
		"\"First update\" is what a method builds before its first answer; lbvh builds its hierarchy again in every frame. " + busyNote, intervalNote}
	if err := e.pairs(ctx); err != nil {
		return nil, err
	}
	if err := e.self(ctx); err != nil {
		return nil, err
	}
	d, err := e.device()
	e.report.claim(deformClaim(e.sizes, e.rates[labelDevice], e.rates["auto"], err == nil, err == nil && d.Software()))
	e.report.claim(sievedClaim(e.sieved))
	e.report.claim(refitClaim(e.refits))
	for _, c := range aabbUnjudged() {
		e.report.claim(c)
	}
	return e.report, nil
}

// deforming is a scene of a knot that is wrung and a torus that waves through it, of
// about a given number of triangles each.
func deforming(triangles int, both bool) *scene.Scene {
	// Sections take a sixth of the steps around: triangles of about equal sides.
	section := max(int(math.Round(math.Sqrt(float64(triangles)/16))), 3)
	around := max(triangles/(2*section), 12)
	knot := scene.Body{
		Name: "knot", Pose: geom.Identity,
		Procedural: &scene.Procedural{Shape: scene.ShapeKnot, P: 2, Q: 3, Ring: 1, Tube: 0.25, Around: around, Section: section},
		Deform:     &motion.Twist{Axis: motion.Z, Rate: 2.5, Period: 2},
	}
	s := &scene.Scene{Bodies: []scene.Body{knot}}
	if both {
		pose := geom.Identity
		pose.T = geom.Vec{X: 0.5, Y: 0.3, Z: 0.1}
		s.Bodies = append(s.Bodies, scene.Body{
			Name: "torus", Pose: pose,
			Procedural: &scene.Procedural{Shape: scene.ShapeTorus, Ring: 1, Tube: 0.3, Around: around, Section: section},
			Deform:     &motion.Wave{Along: motion.X, Across: motion.Z, Amplitude: 0.3, Length: 1.1, Period: 1.5},
		})
	}
	return s
}

// deformEntrants are the device's methods and the CPU's that follow deformations.
func deformEntrants(self bool) []entrant {
	var list []entrant
	for _, name := range []string{labelDevice, "lbvh", "bvh", "auto"} {
		list = append(list, entrant{label: name, method: name, set: func(o *collide.Options) { o.Self = self }})
	}
	return list
}

// pairs is the experiment: two models that deform.
func (e *aabbExperiment) pairs(ctx context.Context) error {
	t := e.table("pairs", "Two deforming models")
	p := Plot{Name: "pairs", Table: "pairs", Title: "Two deforming models: frames a second", X: "triangles of each model", Y: "frames/s", LogX: true, LogY: true}
	lines := map[string]*Line{}
	for _, n := range e.sizes {
		r, err := e.deformRace(ctx, t, n, true)
		if err != nil {
			return err
		}
		for _, l := range r.lanes {
			e.note(r, l, n)
			if l.frames == 0 || r.disturbed.busy() {
				continue
			}
			if lines[l.label] == nil {
				lines[l.label] = &Line{Name: l.label}
			}
			f := l.withMoves()
			lines[l.label].Points = append(lines[l.label].Points, Point{float64(r.scenario.facets) / 2, 1 / measure.Mean(f), 1 / measure.Quantile(f, 0.75), 1 / measure.Quantile(f, 0.25)})
		}
	}
	for _, entrant := range deformEntrants(false) {
		if l := lines[entrant.label]; l != nil {
			p.Lines = append(p.Lines, *l)
		}
	}
	lo, hi := 0.9*float64(e.sizes[0]), 1.1*float64(e.sizes[len(e.sizes)-1])
	p.Lines = append(p.Lines, Line{Name: "30 frames/s", Dashed: true, Points: []Point{{X: lo, Y: 30}, {X: hi, Y: 30}}})
	e.report.plot(p)
	return nil
}

// self is one model against itself.
func (e *aabbExperiment) self(ctx context.Context) error {
	t := e.table("self", "One model with itself (--self)")
	for _, n := range e.sizes[:choose(e.Options, 1, 1, 3)] {
		if _, err := e.deformRace(ctx, t, n, false); err != nil {
			return err
		}
	}
	return nil
}

func (e *aabbExperiment) table(name, title string) *Table {
	t := e.report.table(name, title, "triangles and method", "frames/s", "99 % interval", "ms a frame", "± %", "first update ms", "deform and refit on the host ms", "build in these frames ms", "update ms", "narrow ms", "of it device ms", "volume tests", "candidates confirmed", "contacts", "frames run", "note")
	t.Notes = []string{"Update: for gpu-bvh and lbvh, sending the vertices and (gpu-bvh) refitting on the device; by the device's clock where that and the search are one submission; building again where that degrades the tree is in the column before. For the CPU's methods the refit is in the column of the host. The device's time is part of build, update and narrow; means of the three are over the same frames."}
	return t
}

// deformRace runs the methods on models of a given number of triangles and adds their rows.
func (e *aabbExperiment) deformRace(ctx context.Context, t *Table, n int, both bool) (*race, error) {
	s, err := e.scene(fmt.Sprintf("scene of %d triangles", n), func() (*scenario, error) { return buildScenario(ctx, deforming(n, both)) })
	if err != nil {
		return nil, err
	}
	what := map[bool]string{true: fmt.Sprintf("2 × %d triangles", s.facets/2), false: fmt.Sprintf("%d triangles with themselves", s.facets)}[both]
	r, err := e.race(ctx, what, s, deformEntrants(!both), choose(e.Options, 2, 20, 20), keepMoves, keepPhases)
	if err != nil {
		return nil, err
	}
	size := grouped(int64(s.facets))
	if both {
		size = "2 × " + grouped(int64(s.facets/2))
	}
	for _, l := range r.lanes {
		name := size + ": " + l.label
		if l.frames == 0 {
			t.AddAbsent(name, l.absent)
			continue
		}
		f := l.withMoves()
		m := measure.Mean(f)
		if l.label == labelDevice && l.frames == r.answered { // contacts are over all frames
			e.sieved = append(e.sieved, sieved{size, float64(l.stats.Candidates), float64(r.contacts)})
		}
		row := []Cell{
			Number(1 / m), rangeOf(measure.MeanOf(f).Inverse()), Number(1e3 * m), Number(100 * measure.Spread(f)),
			Number(1e3 * (l.built.Build + l.built.Update).Seconds()), Number(1e3 * (m - measure.Mean(l.times()))),
			l.phase(buildTime), l.phase(updateTime), l.phase(narrowTime), l.phase(deviceTime),
		}
		for i := range row {
			row[i] = r.disturbed.timed(row[i])
		}
		t.Add(append(append([]Cell{Text(name)}, row...),
			l.count(l.stats.BVTests), l.count(l.stats.Candidates), Number(r.contactsAFrame()), Count(l.frames), r.note(l))...)
	}
	return r, nil
}

// note keeps the figures that the claims are judged by.
func (e *aabbExperiment) note(r *race, l *lane, triangles int) {
	rate := measure.MeanOf(l.withMoves()).Inverse()
	if r.disturbed.busy() {
		rate = measure.Exactly(math.NaN())
	}
	e.rates[l.label] = append(e.rates[l.label], rate)
	if l.label == labelDevice && l.frames > 0 {
		e.refits = append(e.refits, refitted{triangles, 1e3 * (l.built.Build + l.built.Update).Seconds(), measure.MeanOf(l.updates())})
	}
}
