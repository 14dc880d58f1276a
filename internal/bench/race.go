package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/measure"
)

// entrant is a method as a race runs it.
type entrant struct {
	// label is what tables call it, method its name; set, if not nil, changes its
	// options.
	label, method string
	set           func(*collide.Options)
	// limit is the last frame, 0 for no limit, below 0 for none at all: what takes
	// seconds a frame is timed for a few and extrapolated.
	limit int
}

// lane is an entrant with what it did.
type lane struct {
	entrant
	// absent tells why it did not run, left why it stopped in this frame.
	absent string
	left   error
	// first is the seconds of frame 0, which builds hierarchies and buffers; it counts
	// alone for those so slow that no other frame was waited for.
	first float64
	// spent is the seconds of each frame from 1 on, NaN where it did not run.
	spent []float64
	// stats are sums over the frames in spent.
	stats  collide.Stats
	frames int
	// built are those of frame 0, moved the seconds it takes to move or deform the
	// bodies of each frame from 1 on, refitting of hierarchies on the host included.
	built collide.Stats
	moved []float64

	scenario *scenario
	det      *collide.Detector
	// total is the time of all frames, ran how many there were, frame 0 included.
	total time.Duration
	ran   int
}

// race runs entrants over a scene, frame by frame: in each frame every entrant
// answers for the same poses, the order changing from frame to frame, and their
// hashes must be equal. Times are wall clock, of the query alone.
type race struct {
	scenario *scenario
	lanes    []*lane
	// contacts is the sum over the answered ones of the frames 1 … steps.
	contacts        int64
	steps, answered int
}

// contactsAFrame is NaN where no frame was answered.
func (r *race) contactsAFrame() float64 { return per(float64(r.contacts), float64(r.answered)) }

// race makes detectors for the entrants and steps them through frames 0 … steps.
// A method that takes longer than a second a frame stops after patience. The
// detectors are closed when it returns.
func (o *Options) race(ctx context.Context, what string, s *scenario, entrants []entrant, steps int) (*race, error) {
	r := &race{scenario: s, steps: steps}
	defer r.close()
	for _, e := range entrants {
		l, err := o.enter(ctx, s, e)
		if err != nil {
			return nil, err
		}
		r.lanes = append(r.lanes, l)
	}
	for k := range steps + 1 {
		if err := r.frame(ctx, k, o.patience()); err != nil {
			return nil, err
		}
		r.tellLeavers(o, what)
		o.show(what, float64(k+1)/float64(steps+1))
	}
	return r, nil
}

// patience is how long a method that takes over a second a frame may run.
func (o *Options) patience() time.Duration {
	if o.hurry > 0 {
		return min(o.hurry, choose(o, time.Second, 5*time.Second, time.Minute))
	}
	return choose(o, time.Second, 5*time.Second, time.Minute)
}

// missing tells why a method cannot be measured, "" if it can.
func (o *Options) missing(method string) string {
	switch {
	case len(o.Methods) > 0 && !slices.Contains(o.Methods, method):
		return "not asked for"
	case !slices.ContainsFunc(o.table(), func(m collide.Method) bool { return m.Name == method }):
		return "no such method in this build"
	case method == "multiprocess" && o.Worker == nil:
		return "no command line for its processes"
	}
	return ""
}

// enter makes a lane, absent if the method is not wanted or not there.
func (o *Options) enter(ctx context.Context, s *scenario, e entrant) (*lane, error) {
	l := &lane{entrant: e, absent: o.missing(e.method), scenario: s}
	if l.absent != "" {
		return l, nil
	}
	var err error
	if s.deforms {
		if l.scenario, err = buildScenario(ctx, s.scene); err != nil {
			return nil, err
		}
	}
	opt := collide.Options{Method: e.method, Table: o.table(), Workers: o.Workers, Worker: o.Worker, Budget: o.Budget}
	if e.set != nil {
		e.set(&opt)
	}
	l.det, err = l.scenario.detector(opt)
	if errors.Is(err, collide.ErrNoBackend) {
		l.absent, err = "no device", nil
	}
	return l, err
}

func (r *race) close() {
	for _, l := range r.lanes {
		if l.det != nil {
			_ = l.det.Close() // processes that fail to end are killed
			l.det = nil
		}
	}
}

// frame lets every lane answer for frame k.
func (r *race) frame(ctx context.Context, k int, patience time.Duration) error {
	first, hash, found := "", "", 0
	for i := range r.lanes {
		l := r.lanes[(i+k)%len(r.lanes)]
		if !l.runs(k, patience) {
			if l.det != nil && k > 0 {
				l.spent = append(l.spent, math.NaN())
			}
			continue
		}
		res, err := r.answer(ctx, l, k)
		if errors.Is(err, collide.ErrBudget) {
			l.leave(err)
			continue
		}
		if err != nil {
			return err
		}
		h := res.Hash()
		if res.First { // any witness will do
			h = res.Verdict.String()
		}
		if first == "" {
			first, hash, found = l.label, h, len(res.Contacts)
			continue
		}
		if h != hash {
			return fmt.Errorf("%w in frame %d: %s found %d contacts, %s; %s found %d, %s", ErrDisagree, k, first, found, hash, l.label, len(res.Contacts), h)
		}
	}
	if k > 0 && first != "" {
		r.contacts += int64(found)
		r.answered++
	}
	return nil
}

// leave takes a method that went over the budget out of the race, with its figures:
// those of its quicker frames alone would flatter it.
func (l *lane) leave(err error) {
	_ = l.det.Close() // processes that fail to end are killed
	*l = lane{entrant: l.entrant, scenario: l.scenario, absent: "over the budget", left: err}
}

// tellLeavers reports the methods that left in the last frame.
func (r *race) tellLeavers(o *Options, what string) {
	for _, l := range r.lanes {
		if l.left != nil && o.Over != nil {
			o.Over(fmt.Sprintf("%s: %v", what, l.left))
		}
		l.left = nil
	}
}

// runs tells whether a lane takes part in frame k.
func (l *lane) runs(k int, patience time.Duration) bool {
	if l.det == nil || l.limit != 0 && k > l.limit {
		return false
	}
	return k == 0 || l.total < patience || l.total < time.Duration(l.ran)*time.Second // quick enough a frame
}

// answer runs one query and counts it.
func (r *race) answer(ctx context.Context, l *lane, k int) (*collide.Result, error) {
	start := time.Now()
	if err := l.scenario.moves.Set(l.det, float64(k)*dt); err != nil {
		return nil, err
	}
	moved := time.Since(start)
	start = time.Now()
	res, err := l.det.Detect(ctx)
	spent := time.Since(start)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%s in frame %d: %w", l.label, k, err)
	}
	l.total += spent
	l.ran++
	l.frames++
	l.stats.Add(&res.Stats)
	if k > 0 {
		l.spent, l.moved = append(l.spent, spent.Seconds()), append(l.moved, moved.Seconds())
		return res, nil
	}
	l.first, l.built = spent.Seconds(), res.Stats
	if l.total <= slow { // a frame of its own to build
		l.frames, l.stats = 0, collide.Stats{}
	}
	return res, nil
}

// slow is a frame that counts although it builds hierarchies: they take less than a
// tenth of it.
const slow = time.Second

// times are those of the frames in which a lane ran.
func (l *lane) times() []float64 {
	var t []float64
	if l.first > slow.Seconds() {
		t = append(t, l.first)
	}
	for _, x := range l.spent {
		if !math.IsNaN(x) {
			t = append(t, x)
		}
	}
	return t
}

// whole is the seconds for so many steps: measured if it did them all, else
// extrapolated from the mean.
func (l *lane) whole(steps int) Cell {
	t := l.times()
	switch {
	case len(t) == 0:
		return Cell{}
	case len(t) >= steps:
		return Number(floats.Sum(t[:steps]))
	}
	return About(measure.Mean(t) * float64(steps))
}

// ratios are this lane's times over those of another, frame by frame, or of the
// medians where they share none.
func (l *lane) ratios(base *lane) []float64 {
	var q []float64
	for i := range min(len(l.spent), len(base.spent)) {
		if x := per(l.spent[i], base.spent[i]); !math.IsNaN(x) {
			q = append(q, x)
		}
	}
	if len(q) == 0 && l.frames > 0 {
		q = append(q, per(measure.Median(l.times()), measure.Median(base.times())))
	}
	return q
}

// lane finds one by its label, nil if it did not run.
func (r *race) lane(label string) *lane {
	for _, l := range r.lanes {
		if l.label == label && l.frames > 0 {
			return l
		}
	}
	return nil
}

// ms, noise and phase fill a table's cells; they are empty for a nil lane.

// ms is the mean of a frame.
func (l *lane) ms() Cell {
	if l == nil {
		return Cell{}
	}
	return Number(1e3 * measure.Mean(l.times()))
}

// noise is the spread in per cent.
func (l *lane) noise() Cell {
	if l == nil {
		return Cell{}
	}
	return Number(100 * measure.Spread(l.times()))
}

// phase is the mean milliseconds a frame of a sum of seconds.
func (l *lane) phase(seconds func(*lane) float64) Cell {
	if l == nil {
		return Cell{}
	}
	return Number(1e3 * seconds(l) / float64(l.frames))
}

// point is a lane's mean milliseconds a frame over n bodies, with its quartiles.
func (r *race) point(label string, n float64) Point {
	l := r.lane(label)
	if l == nil {
		return Point{X: n, Y: math.NaN()}
	}
	t := l.times()
	m := 1e3 * measure.Mean(t)
	return Point{n, m, min(m, 1e3*measure.Quantile(t, 0.25)), max(m, 1e3*measure.Quantile(t, 0.75))}
}
