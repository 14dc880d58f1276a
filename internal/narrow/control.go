package narrow

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"
)

// Control lets many workers stop together: on cancellation, when the time or the
// steps are used up, or when one of them has found what was asked for.
type Control struct {
	done     <-chan struct{}
	deadline time.Time
	limited  bool
	claim    func() int // when steps are granted elsewhere
	limits   Limits
	left     atomic.Int64
	state    atomic.Int32
}

// Cause tells why a search stopped.
type Cause int32

// The causes. Found is no lack: the question was answered.
const (
	Running Cause = iota
	Found
	Interrupted
	OutOfTime
	OutOfSteps
	OutOfPairs      // a list of pairs of bodies is longer than Limits allow
	OutOfContacts   // one of contacts is
	OutOfCandidates // one of pairs of primitives that may be contacts, or near enough, is
)

// Limits are the lengths beyond which a list of one goroutine ends the search: memory might not hold more. 0 stands for MaxPairs
// or MaxContacts.
type Limits struct {
	// Pairs is that of pairs of bodies, Contacts that of pairs of primitives.
	Pairs, Contacts int
}

const (
	// MaxPairs is the number of pairs of bodies: 0.5 GB. Four hundred thousand bodies in one place have 80 billion, and 12,000
	// have more than this.
	MaxPairs = 1 << 26
	// MaxContacts is the number of contacts: 2 GB.
	MaxContacts = 1 << 27
)

// block is how many steps a worker claims at once.
const block = 256

// Reset prepares for one search; zero budgets do not limit.
func (c *Control) Reset(ctx context.Context, budget time.Duration, steps int64) {
	c.done = ctx.Done()
	c.deadline = time.Time{}
	if budget > 0 {
		c.deadline = time.Now().Add(budget)
	}
	c.limited, c.claim = steps > 0, nil
	// Atomic stores cost as much as several box tests.
	if c.limited || c.left.Load() != 0 {
		c.left.Store(steps)
	}
	if c.Cause() != Running {
		c.state.Store(int32(Running))
	}
}

// Limit sets the limits of this search and of later ones.
func (c *Control) Limit(l Limits) { c.limits = l }

// Limits returns the limits, none of them 0.
func (c *Control) Limits() Limits {
	return Limits{Pairs: cmp.Or(c.limits.Pairs, MaxPairs), Contacts: c.mostContacts()}
}

func (c *Control) mostContacts() int { return cmp.Or(c.limits.Contacts, MaxContacts) }

// Stop ends the search; the first cause stays.
func (c *Control) Stop(cause Cause) { c.state.CompareAndSwap(int32(Running), int32(cause)) }

// Resume lets a search follow one that ended because it had found what was asked for.
func (c *Control) Resume() { c.state.CompareAndSwap(int32(Found), int32(Running)) }

// Cause returns Running until something stopped the search.
func (c *Control) Cause() Cause { return Cause(c.state.Load()) }

// Limited reports whether the number of steps is.
func (c *Control) Limited() bool { return c.limited }

// Bounded reports whether steps or time are.
func (c *Control) Bounded() bool { return c.limited || !c.deadline.IsZero() }

// Delegate lets claim grant the steps of the search that Reset prepared, for a
// process that works for another; 0 ends the search.
func (c *Control) Delegate(claim func() int) { c.limited, c.claim = true, claim }

// Watch lets claim grant the steps of a search without a limit, so that it can end the
// search by granting 0.
func (c *Control) Watch(claim func() int) { c.claim = claim }

// Poll looks at the context and the clock, as Claim does, and returns Cause.
func (c *Control) Poll() Cause {
	select {
	case <-c.done:
		c.Stop(Interrupted)
	default:
		if !c.deadline.IsZero() && time.Now().After(c.deadline) {
			c.Stop(OutOfTime)
		}
	}
	return c.Cause()
}

// Stopped looks as Poll does and reports whether the search is over.
func (c *Control) Stopped() bool { return c.Poll() != Running }

// Stoppable reports whether anything but a result can end the search.
func (c *Control) Stoppable() bool { return c.done != nil || c.Bounded() }

// Wait waits for done to be closed; false means that the search was stopped before, which
// Cause then tells: the clock that woke it need not have passed the deadline yet.
func (c *Control) Wait(done <-chan struct{}) bool {
	var late <-chan time.Time
	if !c.deadline.IsZero() {
		t := time.NewTimer(time.Until(c.deadline))
		defer t.Stop()
		late = t.C
	}
	select {
	case <-done:
		return true
	case <-c.done:
		c.Stop(Interrupted)
	case <-late:
		c.Stop(OutOfTime)
	}
	return false
}

// Take claims n steps at once, all or none: so that work can be granted in an order
// that does not depend on the workers.
func (c *Control) Take(n int) bool {
	if c.Cause() != Running || c.Poll() != Running {
		return false
	}
	if c.limited && (c.claim != nil && !c.fetch(int64(n)) || c.left.Add(-int64(n)) < 0) {
		c.Stop(OutOfSteps)
		return false
	}
	return true
}

// fetch claims until there are n steps to take.
func (c *Control) fetch(n int64) bool {
	for c.left.Load() < n {
		granted := c.claim()
		if granted <= 0 {
			return false
		}
		c.left.Add(int64(granted))
	}
	return true
}

// Claim grants a worker its next steps, 0 when the search is over. Whatever grants none
// has a cause: a search that ended without one would call itself complete.
func (c *Control) Claim() int {
	if c.Cause() != Running || c.Poll() != Running {
		return 0
	}
	n := c.grant()
	if n <= 0 {
		c.Stop(OutOfSteps)
		return 0
	}
	return n
}

// grant takes up to a block of what is left of the budget: 0 or less where none is.
func (c *Control) grant() int {
	switch {
	case c.claim != nil:
		if n := c.left.Swap(0); n > 0 { // fetched and not taken
			return int(n)
		}
		return c.claim()
	case !c.limited:
		return block
	}
	return int(min(block, c.left.Add(-block)+block))
}
