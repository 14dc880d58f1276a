package robot

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/par"
)

// batch is what the goroutines of Validate share.
type batch struct {
	ctx      context.Context
	states   [][]float64
	verdicts []collide.Verdict
	stop     bool // at the first state that is not free
	// bad is the lowest state that ends the batch: its index, or the number of states.
	bad atomic.Int64
}

// statesPerClaim is the number of states that a goroutine takes at a time: with 10 µs a state, handing states out takes
// less than a hundredth of the time, and neighbours stay with one goroutine, which starts from what it knows of the
// state before.
const statesPerClaim = 64

// Validate appends the verdict on each state to dst, testing states on several cores. Each state has the values of
// Variables. With stop it ends at the first state that is not free: the verdicts are then those of the states up to it.
//
// Verdicts are the same for any number of workers. Options.Detector.First makes it several times faster and changes no
// verdict. An error that wraps collide.ErrIncomplete comes with the verdicts, those of states that were not decided being
// Unknown; any other error is about the lowest state that is wrong, names its index and comes with the verdicts
// before it. Budgets of Options.Detector are for each state.
func (c *Checker) Validate(ctx context.Context, states [][]float64, stop bool, dst []collide.Verdict) ([]collide.Verdict, error) {
	from := len(dst)
	for range states {
		dst = append(dst, collide.Unknown)
	}
	b := &c.batch
	b.ctx, b.states, b.verdicts, b.stop = ctx, states, dst[from:], stop
	b.bad.Store(int64(len(states)))
	for i := range c.seats {
		c.seats[i].lost, c.seats[i].lostAt = nil, len(states)
	}
	c.last.leave()
	c.prepareSifts()
	par.For(len(states), len(c.seats), statesPerClaim, c.validate)
	b.ctx, b.states, b.verdicts = nil, nil, nil
	return c.concludeBatch(dst, from, len(states), stop)
}

// concludeBatch cuts the verdicts off where the batch ended, and returns the error of the lowest state that has one.
func (c *Checker) concludeBatch(dst []collide.Verdict, from, n int, stop bool) ([]collide.Verdict, error) {
	end := int(c.batch.bad.Load())
	var err error
	at := n
	for i := range c.seats {
		if s := &c.seats[i]; s.lost != nil && s.lostAt < at && s.lostAt <= end {
			at, err = s.lostAt, s.lost
		}
	}
	switch {
	case err == nil && stop && end < n:
		return dst[:from+end+1], nil
	case err == nil:
		return dst, nil
	case !errors.Is(err, collide.ErrIncomplete):
		return dst[:from+at], fmt.Errorf("state %d: %w", at, err)
	case stop:
		return dst[:from+at+1], err
	}
	return dst, err
}

// validateSome answers for the states from lo to hi.
func (c *Checker) validateSome(worker, lo, hi int) {
	s, b := &c.seats[worker], &c.batch
	var group siftGroup
	for i := lo; i < hi && int64(i) < b.bad.Load(); i++ {
		v, err := c.answerSifted(b.ctx, s, &group, i, hi)
		if b.verdicts[i] = v; err != nil && i < s.lostAt {
			s.lost, s.lostAt = err, i
		}
		if err != nil && !errors.Is(err, collide.ErrIncomplete) || b.stop && v != collide.Free {
			b.end(i)
		}
	}
}

// end makes a state the last one, unless a lower one is that already.
func (b *batch) end(i int) {
	for {
		was := b.bad.Load()
		if int64(i) >= was || b.bad.CompareAndSwap(was, int64(i)) {
			return
		}
	}
}

// answer returns the verdict on a state.
func (c *Checker) answer(ctx context.Context, s *seat, values []float64) (collide.Verdict, error) {
	if err := c.cell.CheckState(values); err != nil {
		return collide.Unknown, err
	}
	if err := c.move(s, values); err != nil {
		return collide.Unknown, err
	}
	return verdictOf(s.detector.Detect(ctx))
}

// verdictOf is the verdict of a result.
func verdictOf(r *collide.Result, err error) (collide.Verdict, error) {
	if r == nil {
		return collide.Unknown, err
	}
	return r.Verdict, err
}
