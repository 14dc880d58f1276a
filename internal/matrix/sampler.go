package matrix

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/robot"
)

// sampler answers for random states on several goroutines, block by block.
type sampler struct {
	opt    Options
	ranges []interval
	seats  []*seat
	steps  int64
}

// seat is what a goroutine needs. Its counts are those of a block.
type seat struct {
	checker *robot.Checker
	random  *rand.PCG
	values  []float64
	counts  []Pair // of each pair of bodies, by A·n + B
	steps   int64
	// err ended the answers of a block at the state at.
	err error
	at  int
}

func newSeat(c *robot.Checker, variables int) *seat {
	n := len(c.Names())
	return &seat{checker: c, random: rand.NewPCG(0, 0), values: make([]float64, variables), counts: make([]Pair, n*n)}
}

func (s *sampler) close() {
	for _, seat := range s.seats {
		_ = seat.checker.Close() // the counts do not depend on how it ends
	}
}

// run counts all states, or whole blocks of them before the context or the budget ends.
func (s *sampler) run(parent context.Context, m *Matrix) error {
	ctx, cancel := parent, func() {}
	if s.opt.Budget.Time > 0 {
		ctx, cancel = context.WithTimeout(parent, s.opt.Budget.Time)
	}
	defer cancel()
	for m.States < s.opt.States {
		n := min(block, s.opt.States-m.States)
		par.For(n, len(s.seats), 16, func(worker, lo, hi int) {
			for i := m.States + lo; i < m.States+hi && s.seats[worker].err == nil; i++ {
				s.seats[worker].answer(ctx, s, i)
			}
		})
		if err := s.failed(parent); err != nil {
			return err
		}
		s.collect(m)
		if m.States += n; s.opt.Progress != nil {
			s.opt.Progress(float64(m.States) / float64(s.opt.States))
		}
		if b := s.opt.Budget.Steps; b > 0 && s.steps >= b && m.States < s.opt.States {
			return &collide.IncompleteError{Reason: fmt.Sprintf("budget of %d steps used up", b), Cause: collide.ErrBudget}
		}
	}
	return nil
}

// answer counts the pairs of a state.
func (s *seat) answer(ctx context.Context, of *sampler, state int) {
	s.random.Seed(of.opt.Seed, uint64(state))
	r := rand.New(s.random)
	for k, g := range of.ranges {
		s.values[k] = g.at(r.Float64())
	}
	s.at = state
	if err := s.checker.SetState(s.values); err != nil {
		s.err = fmt.Errorf("state %d of seed %d: %w", state, of.opt.Seed, err)
		return
	}
	result, err := s.checker.Detect(ctx)
	if err != nil && !errors.Is(err, collide.ErrUndecided) {
		s.err = err
		return
	}
	s.steps += s.checker.Steps()
	for i := range result.Pairs {
		p := &result.Pairs[i]
		c := &s.counts[p.A*len(s.checker.Names())+p.B]
		switch p.Verdict {
		case collide.InContact:
			c.Colliding++
		case collide.Unknown:
			c.Undecided++
		case collide.Free:
		}
	}
}

// failed returns why a block does not count, if it does not: what is wrong with its lowest state, or the end of the context.
func (s *sampler) failed(parent context.Context) error {
	var cut error
	var bad *seat
	for _, seat := range s.seats {
		switch {
		case seat.err == nil:
		case errors.Is(seat.err, collide.ErrIncomplete):
			cut = seat.err
		case bad == nil || seat.at < bad.at:
			bad = seat
		}
	}
	switch {
	case bad != nil:
		return bad.err
	case cut == nil:
		return nil
	case parent.Err() != nil:
		return collide.Interrupted(parent)
	case s.opt.Budget.Time > 0:
		return &collide.IncompleteError{Reason: fmt.Sprintf("time budget of %v used up", s.opt.Budget.Time), Cause: collide.ErrBudget}
	}
	return cut
}

// collect adds the counts of a block to the pairs.
func (s *sampler) collect(m *Matrix) {
	for _, seat := range s.seats {
		for i := range m.Pairs {
			p := &m.Pairs[i]
			c := &seat.counts[p.A*len(m.Names)+p.B]
			p.Colliding, p.Undecided = p.Colliding+c.Colliding, p.Undecided+c.Undecided
			*c = Pair{}
		}
		s.steps, seat.steps = s.steps+seat.steps, 0
	}
}
