package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/tape"
)

// race runs entrants over a scenario, frame by frame: in each frame every entrant
// answers for the same poses, the order changing from frame to frame, and their
// hashes must be equal. Times are wall clock, of the query alone. Windows of frames in
// which other processes are busy are run again.
type race struct {
	scenario *scenario
	lanes    []*lane
	// contacts and touching are sums of contacts and of pairs in contact over the answered
	// ones of the frames 1 … steps.
	contacts        int64
	touching        int64
	steps, answered int
	// disturbed is how busy others were in the windows that count.
	disturbed disturbance

	patience time.Duration
	kept     kept
}

// intervalNote is the note of a page on its intervals.
const intervalNote = "Intervals hold the true mean, or the true ratio of totals over the frames that both ran, in 99 of 100 runs: Student's distribution over up to 20 parts of a run. " +
	"Parts of a run in which other processes used more than a tenth of a core are run again, up to three times; where others were busy even then, the row is \"not idle\"."

// busyNote is the note of a page that leaves out the times of rows that are not idle.
const busyNote = "Rows that are not idle have ratios over the same frames and counts, and no times."

// contactsAFrame is NaN where no frame was answered.
func (r *race) contactsAFrame() float64 { return per(float64(r.contacts), float64(r.answered)) }

// race runs entrants over frames 0 … steps, and keeps the series that the caller asks for
// in addition to the seconds of the frames.
func (o *Options) race(ctx context.Context, what string, s *scenario, entrants []entrant, steps int, keep ...kept) (*race, error) {
	r := &race{scenario: s, steps: steps, patience: o.patience()}
	for _, k := range keep {
		r.kept |= k
	}
	err := o.tape.Do(what, func() error { return r.run(ctx, o, what, entrants) }, func(p *tape.Part) { r.figures(p, entrants) })
	return r, err
}

// run makes detectors for the entrants and steps them through the frames. A method that
// takes longer than a second a frame stops after patience. The detectors are closed when it
// returns.
func (r *race) run(ctx context.Context, o *Options, what string, entrants []entrant) error {
	defer r.close()
	for _, e := range entrants {
		l, err := o.enter(ctx, r.scenario, e)
		if err != nil {
			return err
		}
		r.lanes = append(r.lanes, l)
	}
	if err := r.step(ctx, o, what, 0); err != nil { // builds: no window
		return err
	}
	for k := 1; k <= r.steps; {
		next, err := r.window(ctx, o, what, k)
		if err != nil {
			return err
		}
		k = next
	}
	for _, l := range r.lanes {
		l.finish()
	}
	if r.kept&sameFrames != 0 {
		r.align()
	}
	return nil
}

// step runs frame k and reports who left and how far the race is.
func (r *race) step(ctx context.Context, o *Options, what string, k int) error {
	if err := r.frame(ctx, k); err != nil {
		return err
	}
	r.reportLeavers(o, what)
	o.show(what, float64(k+1)/float64(r.steps+1))
	return nil
}

// patience is how long a method that takes over a second a frame may run.
func (o *Options) patience() time.Duration {
	if o.hurry > 0 {
		return min(o.hurry, choose(o, time.Second, 5*time.Second, time.Minute))
	}
	return choose(o, time.Second, 5*time.Second, time.Minute)
}

// missing returns why a method cannot be measured, "" if it can.
func (o *Options) missing(method string) string {
	switch {
	case len(o.Methods) > 0 && !slices.Contains(o.Methods, method):
		return "not asked for"
	case !slices.ContainsFunc(o.table(), func(m collide.Method) bool { return m.About().Name == method }):
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
	if s.deforms {
		var err error
		if l.scenario, err = s.again(ctx); err != nil {
			return nil, err
		}
	}
	m, err := o.method(e.method, e.options...)
	if err != nil {
		return l, err
	}
	opt := collide.Options{Method: m, Workers: o.Workers, Budget: o.Budget}
	if e.set != nil {
		e.set(&opt)
	}
	l.det, err = l.scenario.detector(opt)
	switch {
	case errors.Is(err, collide.ErrNoBackend):
		l.absent, err = "no device", nil
	case errors.Is(err, collide.ErrUnsupported):
		l.absent, err = err.Error(), nil
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
func (r *race) frame(ctx context.Context, k int) error {
	first, hash, found, touching := "", "", 0, 0
	for i := range r.lanes {
		l := r.lanes[(i+k)%len(r.lanes)]
		if !l.runs(k, r.patience) {
			if l.det != nil && k > 0 {
				l.skip()
			}
			continue
		}
		res, spent, moved, err := l.answer(ctx, k)
		if errors.Is(err, collide.ErrBudget) {
			l.leave("over the budget", err)
			continue
		}
		if errors.Is(err, collide.ErrUnsupported) {
			l.leave(err.Error(), nil)
			continue
		}
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			l.leave(fmt.Sprintf("a query took more than %v", r.scenario.limit), nil)
			continue
		}
		if err != nil {
			return err
		}
		l.record(k, spent, moved, &res.Stats)
		h := res.Hash()
		if res.First { // any witness will do
			h = res.Verdict.String()
		}
		if first == "" {
			first, hash, found, touching = l.label, h, len(res.Contacts), len(res.Pairs)
			continue
		}
		if h != hash {
			return fmt.Errorf("%w in frame %d: %s found %d contacts, %s; %s found %d, %s", ErrDisagree, k, first, found, hash, l.label, len(res.Contacts), h)
		}
	}
	if k > 0 && first != "" {
		r.contacts += int64(found)
		r.touching += int64(touching)
		r.answered++
	}
	return nil
}

// reportLeavers reports the methods that left in the last frame.
func (r *race) reportLeavers(o *Options, what string) {
	for _, l := range r.lanes {
		if l.left != nil && o.Over != nil {
			o.Over(fmt.Sprintf("%s: %v", what, l.left))
		}
		l.left = nil
	}
}

// answer moves the bodies to frame k and runs one query.
func (l *lane) answer(ctx context.Context, k int) (res *collide.Result, spent, moved time.Duration, err error) {
	start := time.Now()
	if err := l.scenario.set(l.det, k); err != nil {
		return nil, 0, 0, err
	}
	moved = time.Since(start)
	query, cancel := ctx, func() {}
	if limit := l.scenario.limit; limit > 0 {
		query, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	start = time.Now()
	res, err = l.det.Detect(query)
	spent = time.Since(start)
	switch {
	case ctx.Err() != nil:
		return nil, 0, 0, ctx.Err()
	case err != nil:
		return nil, 0, 0, fmt.Errorf("%s in frame %d: %w", l.label, k, err)
	}
	return res, spent, moved, nil
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

// align leaves to the lanes without a limit the frames in which all of them ran that ran at
// all, so that the columns of one row come from the same frames.
func (r *race) align() {
	var lanes []*lane
	for _, l := range r.lanes {
		if l.limit == 0 && l.frames > 0 {
			lanes = append(lanes, l)
		}
	}
	for i := range r.answered {
		if slices.ContainsFunc(lanes, func(l *lane) bool { return i >= len(l.spent) || math.IsNaN(l.spent[i]) }) {
			for _, l := range lanes {
				l.spent[i] = math.NaN()
			}
		}
	}
	for _, l := range lanes {
		l.finish()
	}
}

// note is the note of a lane's row: why the lane did not run, or how busy others were.
func (r *race) note(l *lane) Cell {
	if l != nil && l.absent != "" {
		return Text(l.absent)
	}
	return Text(r.disturbed.note())
}

// point is a lane's mean milliseconds a frame over n bodies, with its quartiles.
func (r *race) point(label string, n float64) Point {
	l := r.lane(label)
	if l == nil {
		return Point{X: n, Y: math.NaN()}
	}
	return pointOf(n, milliseconds(l.times()))
}
