package bench

import (
	"context"
	"errors"
	"time"

	"github.com/collide-go/collide"
)

// mark returns the race as it is now.
func (r *race) mark() race {
	m := *r
	m.lanes = nil
	for _, l := range r.lanes {
		m.lanes = append(m.lanes, new(*l))
	}
	return m
}

// restore takes back what was recorded since mark; methods that left stay away.
func (r *race) restore(m race) {
	r.contacts, r.touching, r.answered = m.contacts, m.touching, m.answered
	for i, l := range r.lanes {
		if l.absent == "" {
			*l = *m.lanes[i]
		}
	}
}

// approach lets the lanes answer for frame k without recording it, so that what methods
// keep from frame to frame is again what they kept after frame k. Lanes that take over a
// second a frame are left out: what they keep is not worth another one.
func (r *race) approach(ctx context.Context, k int) error {
	for _, l := range r.lanes {
		if !l.runs(k, r.patience) || l.total > time.Duration(l.ran)*time.Second {
			continue
		}
		if _, _, _, err := l.answer(ctx, k); err != nil && !errors.Is(err, collide.ErrIncomplete) {
			return err
		}
	}
	return nil
}

// window runs frames from number k on and returns the number of the first one that it did
// not run.
func (r *race) window(ctx context.Context, o *Options, what string, k int) (next int, err error) {
	before := r.mark()
	d, err := o.window(func() error {
		start := time.Now()
		for next = k; next <= r.steps && (next == k || time.Since(start) < windowTime); next++ {
			if err := r.step(ctx, o, what, next); err != nil {
				return err
			}
		}
		return nil
	}, func() error {
		r.restore(before)
		return r.approach(ctx, k-1)
	})
	r.disturbed = r.disturbed.with(d)
	return next, err
}
