package bench

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
)

// aabbExperiment is what the parts of the report hand on to each other.
type aabbExperiment struct {
	*Options
	report *Report
	sizes  []int
	// rates are the frames/s by label, one a size; NaN where not measured.
	rates map[string][]float64
	// refits are gpu-bvh's, one a size at which it ran.
	refits []refitted
}

// refitted is the milliseconds, on the device and the host, to build a hierarchy over two
// models of a given number of triangles and to refit it.
type refitted struct {
	triangles    int
	build, refit float64
}

// labelDevice is the method the experiment is about.
const labelDevice = "gpu-bvh"

// runAABBGPU measures hierarchies of deforming bodies.
func runAABBGPU(ctx context.Context, o *Options) (*Report, error) {
	e := &aabbExperiment{Options: o.forDevice(), rates: map[string][]float64{}, report: newReport("aabb-gpu", "aabb-gpu: AABB hierarchies on the GPU, deforming bodies",
		"A patent description; its evaluation descends from Zhang and Kim 2007 (Streaming AABBs): 15,000 to 50,000 triangles at 30 to 100 frames/s on a GeForce 7800, all intersecting pairs.")}
	e.sizes = choose(o, []int{200, 400}, []int{2000, 8000}, []int{15_000, 30_000, 50_000, 100_000})
	e.report.Notes = []string{o.deviceNote(), "A frame is everything: the host moves the vertices (the record) and refits the hierarchies it has of the model, then comes the query. " +
		"All methods answer each frame in turn, each with models of its own, and their hashes are compared. Medians over the frames; ± is half the distance of the quartiles. " +
		"\"First update\" is what a method builds before its first answer; lbvh builds anew in every frame."}
	if err := e.pairs(ctx); err != nil {
		return nil, err
	}
	if err := e.self(ctx); err != nil {
		return nil, err
	}
	d, err := e.device()
	e.report.claim(deformClaim(e.sizes, e.rates[labelDevice], e.rates["auto"], err == nil, err == nil && d.Software()))
	e.report.claim(refitClaim(e.refits))
	return e.report, nil
}

// deforming is a scene of a knot that is wrung and a torus that waves through it, of
// about so many triangles each.
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
			e.note(l, n)
			if l.frames == 0 {
				continue
			}
			if lines[l.label] == nil {
				lines[l.label] = &Line{Name: l.label}
			}
			f := l.withMoves()
			lines[l.label].Points = append(lines[l.label].Points, Point{float64(r.scenario.facets) / 2, 1 / measure.Median(f), 1 / measure.Quantile(f, 0.75), 1 / measure.Quantile(f, 0.25)})
		}
	}
	for _, entrant := range deformEntrants(false) {
		if l := lines[entrant.label]; l != nil {
			p.Lines = append(p.Lines, *l)
		}
	}
	lo, hi := 0.9*float64(e.sizes[0]), 1.1*float64(e.sizes[len(e.sizes)-1])
	p.Lines = append(p.Lines, Line{Name: "30 frames/s", Dashed: true, Points: []Point{{X: lo, Y: 30}, {X: hi, Y: 30}}})
	e.report.Plots = append(e.report.Plots, p)
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
	t := e.report.table(name, title, "triangles and method", "frames/s", "ms a frame", "± %", "first update ms", "deform and refit on the host ms", "update ms", "narrow ms", "of it device ms", "volume tests", "candidates confirmed", "contacts", "frames run", "note")
	t.Notes = []string{"Update: for gpu-bvh and lbvh, sending the vertices and (gpu-bvh) refitting on the device, or building anew where refitting degrades the tree; for the CPU's methods the refit is in the column before."}
	return t
}

// deformRace runs the methods on models of a given number of triangles and adds their rows.
func (e *aabbExperiment) deformRace(ctx context.Context, t *Table, n int, both bool) (*race, error) {
	s, err := buildScenario(ctx, deforming(n, both))
	if err != nil {
		return nil, err
	}
	what := map[bool]string{true: fmt.Sprintf("2 × %d triangles", s.facets/2), false: fmt.Sprintf("%d triangles with themselves", s.facets)}[both]
	r, err := e.race(ctx, what, s, deformEntrants(!both), choose(e.Options, 2, 20, 20))
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
			row := make([]Cell, len(t.Columns))
			row[0], row[len(row)-1] = Text(name), Text(l.absent)
			t.Add(row...)
			continue
		}
		f := l.withMoves()
		m := measure.Median(f)
		t.Add(Text(name), Number(1/m), Number(1e3*m), Number(100*measure.Spread(f)), Number(1e3*(l.built.Build+l.built.Update).Seconds()), Number(1e3*measure.Median(l.moved)),
			l.phase(func(l *lane) float64 { return l.stats.Update.Seconds() }), l.phase(func(l *lane) float64 { return l.stats.Narrow.Seconds() }),
			l.phase(func(l *lane) float64 { return l.stats.Device.Seconds() }),
			Number(float64(l.stats.BVTests)/float64(l.frames)), Number(float64(l.stats.Candidates)/float64(l.frames)),
			Number(r.contactsAFrame()), Count(l.frames), Text(""))
	}
	return r, nil
}

// withMoves are the seconds of the frames, moving included.
func (l *lane) withMoves() []float64 {
	var f []float64
	k := 0
	for _, x := range l.spent {
		if !math.IsNaN(x) {
			f = append(f, x+l.moved[k])
			k++
		}
	}
	if len(f) == 0 {
		f = append(f, l.first)
	}
	return f
}

// note keeps what the claims ask for.
func (e *aabbExperiment) note(l *lane, triangles int) {
	rate := math.NaN()
	if l.frames > 0 {
		rate = per(1, measure.Median(l.withMoves()))
	}
	e.rates[l.label] = append(e.rates[l.label], rate)
	if l.label == labelDevice && l.frames > 0 {
		e.refits = append(e.refits, refitted{triangles, 1e3 * (l.built.Build + l.built.Update).Seconds(), 1e3 * l.stats.Update.Seconds() / float64(l.frames)})
	}
}

// deformClaim judges the frame rates of the device's method, NaN where it did not run, at
// the sizes that the paper has.
func deformClaim(sizes []int, device, auto []float64, opened, software bool) Claim {
	c := Claim{Claim: "All intersecting pairs of deforming models at interactive rates", Paper: "15,000 to 50,000 triangles at 30 to 100 frames/s, GeForce 7800"}
	var measured []string
	held, of := 0, 0
	missing := false
	for i, n := range sizes {
		measured = append(measured, fmt.Sprintf("2 × %s: %s frames/s (%s), %s on the CPU (auto)", grouped(int64(n)), digits(device[i]), labelDevice, digits(auto[i])))
		if n < 15_000 || n > 50_000 {
			continue
		}
		of++
		missing = missing || !known(device[i])
		if device[i] >= 30 {
			held++
		}
	}
	c.Measured = strings.Join(measured, "; ")
	switch {
	case !opened:
		return c.unmeasured("no device")
	case of == 0:
		return c.unmeasured("shorter models than the paper's: see --full")
	case missing:
		return c.unmeasured(labelDevice + " did not run at every size")
	case held < of && software:
		return c.unmeasured(noGPU)
	}
	c.Verdict = outcome(held, of)
	if held < of {
		c.Why = fmt.Sprintf("below 30 frames/s at %d of %d sizes", of-held, of)
	}
	return c
}

// refitClaim judges whether refitting takes at most half of building.
func refitClaim(list []refitted) Claim {
	c := Claim{Claim: "Refitting a hierarchy as the model deforms costs a fraction of building it", Paper: "the reason for phase 3; no figures"}
	if len(list) == 0 {
		return c.unmeasured("no device")
	}
	var measured []string
	held := 0
	for _, x := range list {
		if !known(x.build, x.refit) {
			return c.unmeasured(fmt.Sprintf("2 × %s: building or refitting took no time that could be measured", grouped(int64(x.triangles))))
		}
		measured = append(measured, fmt.Sprintf("2 × %s: %s of %s ms", grouped(int64(x.triangles)), digits(x.refit), digits(x.build)))
		if x.refit <= x.build/2 {
			held++
		}
	}
	c.Measured, c.Verdict = strings.Join(measured, ", "), outcome(held, len(list))
	if held < len(list) {
		c.Why = fmt.Sprintf("above half of it at %d of %d sizes; the vertices' way to the device is in both", len(list)-held, len(list))
	}
	return c
}
