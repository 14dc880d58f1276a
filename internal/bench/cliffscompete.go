package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// contestant is a method next to a workload.
type contestant struct {
	name     string
	det      *collide.Detector
	spent    []float64 // seconds of each answer
	contacts int
	stats    collide.Stats // sums over the poses of a round
	answers  []string
	out      bool // too slow, or no answer for such bodies
}

// tooLong is how long an answer of another method may take before the method is left out, as a multiple
// of auto's, and at least in seconds.
const (
	tooLong      = 20
	tooLongLeast = 0.02
)

// compete lets the methods answer in turn; the first is auto. A first round warms up and compares answers.
func (o *Options) compete(ctx context.Context, w *workload, first bool) ([]*contestant, error) {
	all, err := o.contestants(w, first)
	defer func() {
		for _, c := range all {
			_ = c.det.Close() // no method here has processes
		}
	}()
	if err != nil {
		return nil, err
	}
	limit := 0.0
	for k, c := range all {
		if err := c.answer(ctx, w, limit); err != nil {
			return nil, err
		}
		if !c.out && !slices.Equal(c.answers, all[0].answers) {
			return nil, fmt.Errorf("%w: auto and %s", ErrDisagree, c.name)
		}
		if k == 0 {
			limit = max(tooLongLeast, tooLong*slices.Min(c.spent))
		}
		c.spent = c.spent[len(c.spent)-1:] // the first answers built and warmed up
	}
	for range choose(o, 1, 3, 9) {
		for _, c := range all {
			if !c.out && (c == all[0] || len(c.spent) < 2*posesPerWorkload || medianOf(c.spent) < 4*medianOf(all[0].spent)) {
				if err := c.answer(ctx, w, limit); err != nil {
					return nil, err
				}
			}
		}
	}
	return all, nil
}

// contestants makes the detectors, that of auto first.
func (o *Options) contestants(w *workload, first bool) (all []*contestant, err error) {
	for _, m := range o.table() {
		name := m.About().Name
		if o.missing(name) != "" || name == "multiprocess" {
			continue
		}
		d, err := collide.NewDetector(w.bodies, collide.Options{Method: m, Workers: 1, First: first})
		switch {
		case errors.Is(err, collide.ErrUnsupported) || errors.Is(err, collide.ErrNoBackend):
		case err != nil:
			return all, err
		default:
			all = append(all, &contestant{name: name, det: d})
		}
	}
	if len(all) == 0 || all[0].name != "auto" {
		return all, errors.New("the experiment is about auto; expected it among the methods")
	}
	return all, nil
}

// answer asks about all poses. A method that takes longer than a limit (0 for none) in seconds, or has
// no answer for such bodies, is out.
func (c *contestant) answer(ctx context.Context, w *workload, limit float64) error {
	c.stats, c.contacts, c.answers = collide.Stats{}, 0, c.answers[:0]
	for i, p := range w.poses {
		r, spent, err := c.ask(ctx, p, 10*limit)
		switch {
		case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded), errors.Is(err, collide.ErrUnsupported):
			c.out = true
			c.spent = append(c.spent, math.Inf(1))
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", c.name, err)
		}
		c.spent = append(c.spent, spent)
		c.stats.Add(&r.Stats)
		c.contacts += len(r.Contacts)
		if c.answers = append(c.answers, answerOf(r)); limit > 0 && i > 0 && spent > limit {
			c.out = true
			return nil
		}
	}
	return nil
}

// ask sets a pose and runs one query within a limit in seconds, 0 for none.
func (c *contestant) ask(ctx context.Context, p geom.Pose, limit float64) (*collide.Result, float64, error) {
	if limit > 0 {
		limited, cancel := context.WithTimeout(ctx, time.Duration(limit*float64(time.Second)))
		defer cancel()
		ctx = limited
	}
	start := time.Now()
	if err := c.det.SetPose(0, p); err != nil {
		return nil, 0, err
	}
	r, err := c.det.Detect(ctx)
	return r, time.Since(start).Seconds(), err
}

// answerOf is what methods must agree on: the contacts, or whether there are some.
func answerOf(r *collide.Result) string {
	if r.First {
		return r.Verdict.String()
	}
	return r.Hash()
}
