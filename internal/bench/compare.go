package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/scene"
)

// Subject is what methods are compared on: a user's bodies, and where they are in each frame.
type Subject struct {
	// Title names it, fit to print.
	Title string
	// Load reads the bodies. Where meshes deform each method gets models of its own, and Load
	// is called once for each of them.
	Load func(context.Context) (*scene.World, error)
	// Poses are those of the first body, one a frame from frame 1 on; frame 0 has that of
	// frame 1. They are nil where the bodies move as the scene says, DT seconds from frame to
	// frame.
	Poses []geom.Pose
	DT    float64
	// Frames is the number of frames after the first one, which is not measured.
	Frames int
	// Query holds what all methods are asked: First, Self, Allow.
	Query collide.Options
	// Methods take part, each as NAME or NAME:OPTION=VALUE:…; none stands for all.
	Methods []string
}

// compareLimit is how long a method may take for one query if no budget is given: brute
// force on large meshes would take hours. It is a deadline and no budget, since some methods
// search in another way under a budget.
const compareLimit = 10 * time.Second

// maxRecorded bounds the poses that are kept of bodies with a mass, bodies times frames: a
// pose takes 96 bytes.
const maxRecorded = 10_000_000

// Compare measures methods on a user's bodies, on each frame in turn, and compares their
// contacts. Methods that cannot answer, or take longer than the budget, have the reason in
// place of figures. The error wraps ErrDisagree where contacts differ.
func (o *Options) Compare(ctx context.Context, s *Subject) (*Report, error) {
	entrants, err := o.compared(s)
	if err != nil {
		return nil, err
	}
	st, err := s.scenario(ctx, o)
	if err != nil {
		return nil, err
	}
	if o.Budget == (collide.Budget{}) {
		st.limit = compareLimit
	}
	race, err := o.race(ctx, s.Title, st, entrants, s.Frames)
	if err != nil {
		return nil, err
	}
	r := newReport("compare", "Methods compared on "+s.Title, fmt.Sprintf("%s bodies, %s triangles, %s frames.", grouped(int64(len(st.placed))), grouped(int64(st.facets)), grouped(int64(s.Frames))))
	race.compareTime(r)
	race.compareWork(r)
	r.Plots = []Plot{race.framePlot(), race.stagePlot()}
	r.Notes = append(race.compareNotes(s, o.Budget), intervalNote)
	r.noteDisturbance()
	return r, nil
}

// compared returns the entrants of a subject.
func (o *Options) compared(s *Subject) ([]entrant, error) {
	names := s.Methods
	if len(names) == 0 {
		for _, m := range o.table() {
			if name := m.About().Name; !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	var list []entrant
	for _, label := range names {
		parts := strings.Split(label, ":")
		if _, err := o.method(parts[0], parts[1:]...); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(e entrant) bool { return e.label == label }) {
			return nil, fmt.Errorf("method %s is named twice", quote.Name(label))
		}
		list = append(list, entrant{label: label, method: parts[0], options: parts[1:], set: s.ask})
	}
	return list, nil
}

// ask puts what all methods are asked into a detector's options.
func (s *Subject) ask(opt *collide.Options) {
	opt.First, opt.Self, opt.Allow = s.Query.First, s.Query.Self, s.Query.Allow
}

// scenario makes the subject ready for a race.
func (s *Subject) scenario(ctx context.Context, o *Options) (*scenario, error) {
	world, err := s.Load(ctx)
	if err != nil {
		return nil, err
	}
	st := scenarioOf(world.Bodies)
	st.again = func(ctx context.Context) (*scenario, error) {
		again, err := s.Load(ctx)
		if err != nil {
			return nil, err
		}
		fresh := scenarioOf(again.Bodies)
		fresh.set, fresh.limit = s.animated(fresh), st.limit
		return fresh, nil
	}
	switch dynamic := func(p scene.Placed) bool { return p.Dynamics != nil }; {
	case s.Poses != nil:
		st.set = func(d *collide.Detector, k int) error { return d.SetPose(0, s.Poses[max(k-1, 0)]) }
	case slices.ContainsFunc(world.Bodies, dynamic):
		st.set, err = s.recorded(ctx, o, world)
	default:
		st.set = s.animated(st)
	}
	return st, err
}

// animated moves bodies as their motions and deformations say.
func (s *Subject) animated(st *scenario) func(*collide.Detector, int) error {
	return func(d *collide.Detector, k int) error { return st.moves.Set(d, float64(k)*s.DT) }
}

// recorded lets the simulator run ahead, once, so that all methods get the same poses.
func (s *Subject) recorded(ctx context.Context, o *Options, world *scene.World) (func(*collide.Detector, int) error, error) {
	if n := len(world.Bodies); n*(s.Frames+1) > maxRecorded {
		return nil, fmt.Errorf("%d bodies with a mass over %d frames; expected at most %d frames", n, s.Frames, maxRecorded/n-1)
	}
	if slices.ContainsFunc(world.Bodies, func(p scene.Placed) bool { return p.Deform != nil }) {
		return nil, errors.New("bodies with a mass beside deforming ones; expected one or the other")
	}
	run, err := sim.New(ctx, world, s.DT, collide.Options{Workers: o.Workers})
	if err != nil {
		return nil, err
	}
	defer func() { _ = run.Close() }() // its poses are all that is wanted
	// The bodies of the scene come first, walls that enclose it after them.
	frames := [][]geom.Pose{slices.Clone(run.Frame().Poses[:len(world.Bodies)])}
	for k := range s.Frames {
		if err := run.Step(ctx); err != nil {
			return nil, fmt.Errorf("frame %d of the simulation: %w", k+1, err)
		}
		frames = append(frames, slices.Clone(run.Frame().Poses[:len(world.Bodies)]))
		o.show("simulating "+s.Title, float64(k+1)/float64(s.Frames))
	}
	return func(d *collide.Detector, k int) error {
		_, err := d.SetPoses(frames[k])
		return err
	}, nil
}

// compareNotes are how a comparison was made.
func (r *race) compareNotes(s *Subject, limit collide.Budget) []string {
	same := fmt.Sprintf("The methods answer each frame in turn, in an order that changes from frame to frame; in each frame those that ran gave the same contacts, %s a frame on average.", digits(r.contactsAFrame()))
	if s.Query.First {
		same = "Each query ends at the first contact. The methods answer each frame in turn, in an order that changes from frame to frame; in each frame those that ran gave the same verdict."
	}
	left := fmt.Sprintf("A query that takes more than %v takes its method out of the comparison", max(limit.Time, r.scenario.limit))
	if limit.Steps > 0 {
		left = fmt.Sprintf("A query of more than %d steps takes its method out of the comparison", limit.Steps)
	}
	return []string{
		same + " Times are wall clock of the query; moving the bodies is not counted, frame 0, in which most hierarchies are built, is the column first ms and in no other. ± is half the distance of the quartiles.",
		left + fmt.Sprintf("; one of more than a second a frame runs for %v, but at least three frames.", r.patience),
	}
}

// compareTime is the table of times.
func (r *race) compareTime(report *Report) {
	base := r.lanes[0]
	t := report.table("time", "Time of a query", "method", "ms a frame", "± %", "time ÷ "+base.label, "99 % interval", "first ms", "frames run", "note")
	for _, l := range r.lanes {
		if l.frames == 0 {
			t.AddAbsent(l.label, l.absent)
			continue
		}
		ratio, interval := Cell{}, Cell{}
		if base.frames > 0 {
			q := l.ratio(base)
			ratio, interval = Number(q.Value), rangeOf(q)
		}
		t.Add(Text(l.label), Number(1e3*measure.Mean(l.times())), l.noise(), ratio, interval, Number(1e3*l.first.Seconds()), Count(l.frames), r.note(l))
	}
}

// compareWork is the table of stages and counts.
func (r *race) compareWork(report *Report) {
	t := report.table("work", "Stages and counts a frame", "method", "broad ms", "update ms", "narrow ms", "device ms", "body pairs", "volume tests", "primitive tests", "volume updates")
	for _, l := range r.lanes {
		if l.frames == 0 {
			continue
		}
		t.Add(Text(l.label), l.phase(broadTime), l.phase(updateTime), l.phase(narrowTime), l.phase(deviceTime),
			l.count(l.stats.BodyPairs), l.count(l.stats.BVTests), l.count(l.stats.PrimitiveTests), l.count(l.stats.BVUpdates))
	}
}

// framePlot is the time of each frame.
func (r *race) framePlot() Plot {
	p := Plot{Name: "frames", Table: "time", Title: "Time of the query in each frame", X: "frame", Y: "ms", LogY: true}
	for _, l := range r.lanes {
		line := Line{Name: l.label}
		for i, x := range l.spent {
			if x > 0 { // a frame that it ran
				line.Points = append(line.Points, Point{float64(i + 1), 1e3 * x, 1e3 * x, 1e3 * x})
			}
		}
		if l.frames > 0 {
			p.Lines = append(p.Lines, line)
		}
	}
	return p
}

// stagePlot is the time of each stage.
func (r *race) stagePlot() Plot {
	p := Plot{Name: "stages", Table: "work", Title: "Where the time of a frame goes", Y: "ms a frame"}
	stages := []struct {
		name    string
		seconds func(*collide.Stats) float64
	}{{"broad", broadTime}, {"update", updateTime}, {"narrow", narrowTime}}
	for _, stage := range stages {
		bars := Bars{Name: stage.name}
		for _, l := range r.lanes {
			if l.frames > 0 {
				bars.Values = append(bars.Values, 1e3*stage.seconds(&l.stats)/float64(l.frames))
			}
		}
		p.Bars = append(p.Bars, bars)
	}
	for _, l := range r.lanes {
		if l.frames > 0 {
			p.Groups = append(p.Groups, l.label)
		}
	}
	return p
}
