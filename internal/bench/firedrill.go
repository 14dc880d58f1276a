package bench

import (
	"context"
	"fmt"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/internal/tape"
	"github.com/collide-go/collide/methods"
)

const (
	// minFrameRate is the paper's floor, in frames per second.
	minFrameRate = 30.0
	// maxDrop is the greatest drop of a window's rate that is not marked, as a share of
	// the first window's rate.
	maxDrop = 0.2
)

// fireRun is a line-up stepped by one method for six windows of time.
type fireRun struct {
	lineup sim.Lineup
	method string
	// windows are frames per second, by wall clock and in their order.
	windows []float64
	// spent is the seconds of each frame, all that a step does; times are their figures.
	spent  []float64
	times  fireTimes
	hashes []string // one a frame, from frame 1 on
	// moved, placed, detected and named are seconds, as sim.Frame has them.
	moved, placed, detected, named float64

	stats   collide.Stats
	pairs   int64 // of bodies in contact
	hits    int64
	samples []fireSample
	// disturbed is how busy others were in the windows that count.
	disturbed disturbance

	scene                     []collide.Body
	bodies, facets, confirmed int
}

// fireTimes are figures of the seconds of frames.
type fireTimes struct {
	frames                       int
	median, high, slowest, total float64
}

// timesOf sums up frames.
func timesOf(spent []float64) fireTimes {
	return fireTimes{len(spent), measure.Median(spent), measure.Quantile(spent, 0.99), measure.Quantile(spent, 1), floats.Sum(spent)}
}

// figures lists what a run measured.
func (f *fireRun) figures(p *tape.Part) {
	p.Figure("", "bodies", &f.bodies)
	p.Figure("", "facets", &f.facets)
	f.disturbed.figures(p)
	p.Figure("", "frames a second, by window", &f.windows)
	p.Expect(len(f.windows) == fireWindowCount, "six numbers")
	p.Figure("", "frames", &f.times.frames)
	for _, x := range []struct {
		name string
		of   *float64
	}{
		{"seconds a frame, median", &f.times.median}, {"seconds a frame, 99 %", &f.times.high}, {"seconds a frame, slowest", &f.times.slowest}, {"seconds", &f.times.total},
		{"seconds moving", &f.moved}, {"seconds placing", &f.placed}, {"seconds detecting", &f.detected}, {"seconds hashing", &f.named},
	} {
		p.Figure("", x.name, x.of)
	}
	countFigures(p, "", &f.stats)
	p.Figure("", "pairs in contact", &f.pairs)
	p.Figure("", "impacts", &f.hits)
	p.Figure("", "frames confirmed by brute", &f.confirmed)
}

// fireSample is a frame to be confirmed by brute.
type fireSample struct {
	frame int
	poses []geom.Pose
	hash  string
}

// runFireDrill measures the fire drill of the octree paper.
func runFireDrill(ctx context.Context, o *Options) (*Report, error) {
	window := choose(o, 20*time.Millisecond, time.Second, 10*time.Second)
	r := newReport("fire-drill", "fire-drill: the fire drill",
		"Electronic Design Engineering 24, 2016: one or several firemen, hoses and fires in a building. 2.4 GHz, Windows 7; frames per second averaged over windows of 10 s, a drawing without numbers.")
	var runs []*fireRun
	w := fireWindows(r, window)
	plot := Plot{Name: "windows", Table: w.Name, Title: "Frames per second over " + window.String() + " windows", X: "s", Y: "frames/s"}
	details := Table{Name: "frames", Title: "What a frame takes", Notes: []string{"Wall clock of a whole step. The mean is the sum of the columns after it: moving particles, with the impacts on them; giving the poses to the detector; updating hierarchies and boxes; the two phases; sorting what they found into pairs of bodies; hashing the contacts; and the rest, which is mostly waiting for the hash of the state, computed meanwhile on the other core. Pairs and impacts are counts a frame."}, Columns: []string{
		"line-up, method", "bodies", "facets", "frames", "frame ms: median", "99 %", "slowest", "mean"}}
	details.Columns = append(append(details.Columns, fireParts...), "candidate pairs", "volume tests", "pairs in contact", "impacts", "frames confirmed by brute")
	for _, l := range sim.Lineups() {
		list, err := o.lineup(ctx, l, window)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l, err)
		}
		for _, f := range list {
			f.rows(w, &details)
			plot.Lines = append(plot.Lines, f.line(window))
		}
		runs = append(runs, list...)
	}
	for _, f := range runs { // when nothing is timed any more
		if err := f.confirm(ctx, o); err != nil {
			return nil, err
		}
	}
	r.Tables = append(r.Tables, details)
	end := fireWindowCount * window.Seconds()
	plot.Lines = append(plot.Lines, Line{Name: "floor", Dashed: true, Points: []Point{{X: 0, Y: minFrameRate}, {X: end, Y: minFrameRate}}})
	r.Plots = append(r.Plots, plot)
	for _, m := range o.fireMethods() {
		r.claim(floorClaim(m, runs))
		r.claim(dropClaim(m, runs))
	}
	r.Notes = append(r.Notes, "A frame is a sixtieth of a second in the drill and is made as soon as the last one is done: moving all particles, then finding all contacts. "+
		"The first window begins when the drill is in full swing. Methods of one line-up gave equal hashes for all frames that both reached.")
	return r, nil
}

// fireWindows starts the table of windows.
func fireWindows(r *Report, window time.Duration) *Table {
	columns := []string{"line-up, method"}
	for k := range fireWindowCount {
		columns = append(columns, fmt.Sprintf("%v–%v s", float64(k)*window.Seconds(), float64(k+1)*window.Seconds()))
	}
	w := r.table("windows", "Frames per second, by wall clock", append(columns, "lowest", "floor", "note")...)
	w.Notes = []string{"Bodies are drops of water, flames and meshes; \"What a frame takes\" has their numbers. A window in which other processes used more than a tenth of a core is measured again, up to three times: the drill goes on meanwhile, and the frames of that time are left out."}
	return w
}

// fireMethods are the methods that are run and judged: the paper's and auto.
func (o *Options) fireMethods() []string {
	if len(o.Methods) > 0 {
		return o.Methods
	}
	return []string{"octree-hybrid", "auto"}
}

// lineup runs the methods one after the other; the first takes samples.
func (o *Options) lineup(ctx context.Context, l sim.Lineup, window time.Duration) ([]*fireRun, error) {
	var runs []*fireRun
	for _, m := range o.fireMethods() {
		f := &fireRun{lineup: l, method: m}
		samples := choose(o, 1, 3, 20)
		if len(runs) > 0 {
			samples = 0
		}
		if err := o.tape.Do(f.name(), func() error { return f.run(ctx, o, window, samples) }, f.figures); err != nil {
			return nil, err
		}
		if len(runs) > 0 {
			if err := f.agree(runs[0]); err != nil {
				return nil, err
			}
		}
		runs = append(runs, f)
	}
	return runs, nil
}

// run makes the drill and steps it.
func (f *fireRun) run(ctx context.Context, o *Options, window time.Duration, samples int) error {
	method, err := o.method(f.method)
	if err != nil {
		return err
	}
	d, err := sim.NewFireDrill(ctx, sim.FireDrillOptions{Lineup: f.lineup, Particles: choose(o, 150, 0, 0), Seed: o.Seed}, frameSeconds,
		collide.Options{Method: method, Workers: o.Workers})
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // processes that fail to end are killed
	f.describe(d)
	if err := f.burn(ctx, o, d, window, samples, string(f.lineup)); err != nil {
		return err
	}
	f.times, f.confirmed = timesOf(f.spent), len(f.samples)
	return nil
}

// describe keeps what a drill consists of.
func (f *fireRun) describe(d *sim.FireDrill) {
	for _, b := range d.Bodies() {
		f.scene = append(f.scene, collide.Body{Name: b.Name, Shape: b.Shape, Immovable: b.Immovable})
		if m, ok := b.Shape.(*collide.Model); ok {
			f.facets += len(m.Mesh().Triangles)
		}
	}
	f.bodies = len(f.scene)
}

// fireWindowCount is the number of windows of a run.
const fireWindowCount = 6

// burn steps the drill for six windows and takes samples at even times.
func (f *fireRun) burn(ctx context.Context, o *Options, d *sim.FireDrill, window time.Duration, samples int, what string) error {
	for k := range fireWindowCount {
		before := *f
		disturbed, err := o.window(func() error {
			due := samples * (k + 1) / fireWindowCount
			return f.window(ctx, d, window, due, func(share float64) {
				o.show(fmt.Sprintf("%s, %s", what, f.method), (float64(k)+share)/fireWindowCount)
			})
		}, func() error {
			hashes := f.hashes // those of frames that were left out are compared, too
			*f = before
			f.hashes = hashes
			return nil
		})
		if err != nil {
			return err
		}
		f.disturbed = f.disturbed.with(disturbed)
	}
	return nil
}

// window steps the drill until the time is up, and takes samples up to a number in all. The
// last frame ends after it, and its rate is by the time until then.
func (f *fireRun) window(ctx context.Context, d *sim.FireDrill, length time.Duration, samples int, show func(share float64)) error {
	start, before, frames, taken := time.Now(), 0.0, 0, len(f.samples)
	for before < length.Seconds() {
		if err := d.Step(ctx); err != nil {
			return err
		}
		now := time.Since(start).Seconds()
		f.spent = append(f.spent, now-before)
		before = now
		frames++
		f.count(d.Frame())
		if n := len(f.samples); n < samples && now > length.Seconds()*(float64(n-taken)+0.5)/float64(samples-taken) {
			f.samples = append(f.samples, fireSample{d.Frame().Index, append([]geom.Pose(nil), d.Frame().Poses...), d.Frame().Hash})
		}
		show(min(now/length.Seconds(), 1))
	}
	f.windows = append(f.windows, float64(frames)/before)
	return nil
}

func (f *fireRun) count(now *sim.Frame) {
	f.hashes = append(f.hashes, now.Hash)
	f.moved, f.placed = f.moved+now.Moved.Seconds(), f.placed+now.Placed.Seconds()
	f.detected, f.named = f.detected+now.Detected.Seconds(), f.named+now.Named.Seconds()
	f.hits += int64(len(now.Impacts))
	f.pairs += int64(len(now.Pairs))
	f.stats.Add(&now.Nearby) // of the steps on the way to the frame
	f.stats.Add(&now.Result.Stats)
}

// parts are the mean milliseconds of what a frame consists of; the last is what none of the
// others has. They add up to the frame.
func (f *fireRun) parts() []float64 {
	s := &f.stats
	phases := (s.Build + s.Update).Seconds() + s.Broad.Seconds() + s.Narrow.Seconds()
	parts := []float64{f.moved, f.placed, (s.Build + s.Update).Seconds(), s.Broad.Seconds(), s.Narrow.Seconds(), f.detected - phases, f.named}
	rest := f.times.total - floats.Sum(parts)
	parts = append(parts, rest)
	floats.Scale(1e3/float64(f.times.frames), parts)
	return parts
}

// fireParts are the columns of parts.
var fireParts = []string{"moving ms", "placing ms", "updating ms", "broad ms", "narrow ms", "sorting ms", "hashing ms", "rest ms"}

// confirm asks brute for the contacts of the samples.
func (f *fireRun) confirm(ctx context.Context, o *Options) error {
	if len(f.samples) == 0 {
		return nil
	}
	det, err := collide.NewDetector(f.scene, collide.Options{Method: methods.Brute()})
	if err != nil {
		return err
	}
	defer func() { _ = det.Close() }() // there are no processes
	for k, s := range f.samples {
		o.show("brute", float64(k)/float64(len(f.samples)))
		if _, err := det.SetPoses(s.poses); err != nil {
			return err
		}
		r, err := det.Detect(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case r.Hash() != s.hash:
			return fmt.Errorf("%w in frame %d: %s found %s, brute %s", ErrDisagree, s.frame, f.method, s.hash, r.Hash())
		}
	}
	return nil
}

// agree compares the frames that both runs reached.
func (f *fireRun) agree(with *fireRun) error {
	for k := range min(len(f.hashes), len(with.hashes)) {
		if f.hashes[k] != with.hashes[k] {
			return fmt.Errorf("%w in frame %d: %s found %s, %s %s", ErrDisagree, k+1, with.method, with.hashes[k], f.method, f.hashes[k])
		}
	}
	return nil
}

// rows adds the run to both tables.
func (f *fireRun) rows(windows, details *Table) {
	name := Text(f.name())
	cells := []Cell{name}
	for _, w := range f.windows {
		cells = append(cells, Number(w))
	}
	windows.Add(append(cells, Number(f.lowest()), Number(minFrameRate), Text(f.disturbed.note()))...)
	n, s := float64(f.times.frames), &f.times
	confirmed := Cell{}
	if f.confirmed > 0 {
		confirmed = Count(f.confirmed)
	}
	cells = []Cell{name, Count(f.bodies), Count(f.facets), Count(s.frames), Number(1e3 * s.median), Number(1e3 * s.high), Number(1e3 * s.slowest), Number(1e3 * s.total / n)}
	for _, x := range f.parts() {
		cells = append(cells, Number(x))
	}
	details.Add(append(cells, Number(float64(f.stats.BodyPairs)/n), Number(float64(f.stats.BVTests)/n), Number(float64(f.pairs)/n), Number(float64(f.hits)/n), confirmed)...)
}

// name is that of the row.
func (f *fireRun) name() string { return string(f.lineup) + ", " + f.method }

func (f *fireRun) lowest() float64 { return measure.Quantile(f.windows, 0) }

// line puts each window at its middle.
func (f *fireRun) line(window time.Duration) Line {
	line := Line{Name: string(f.lineup) + ",\n" + f.method}
	for k, w := range f.windows {
		line.Points = append(line.Points, Point{X: (float64(k) + 0.5) * window.Seconds(), Y: w, Low: w, High: w})
	}
	return line
}
