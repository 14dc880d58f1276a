// Package matrix finds out by sampling which links of a robot collide: pairs that never do, that always do and that
// sometimes do.
package matrix

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/robot"
)

// Kind is what two links did in the states of a Matrix.
type Kind string

// The kinds. Pairs of which a state is undecided are Sometimes or Undecided.
const (
	Adjacent  Kind = "adjacent" // a link and its parent, which are not tested
	Never     Kind = "never"
	Always    Kind = "always"
	Sometimes Kind = "sometimes"
	Undecided Kind = "undecided" // free or not decided
)

// Kinds returns the kinds in the order of reports.
func Kinds() []Kind { return []Kind{Adjacent, Never, Always, Sometimes, Undecided} }

// Pair is two bodies of a checker, A before B.
type Pair struct {
	A, B int
	Kind Kind
	// Colliding and Undecided are numbers of states.
	Colliding, Undecided int
}

// Matrix is what the links of a robot did in random states.
type Matrix struct {
	Robot *robot.Robot
	// Names are those of the bodies, which are the links with shapes.
	Names []string
	// Pairs are all pairs, ascending.
	Pairs []Pair
	Seed  uint64
	// States is the number of states that count.
	States int
}

// Options are what Sample is asked for.
type Options struct {
	Visual bool
	States int // at least 1
	Seed   uint64
	// Workers is the number of goroutines, 0 for one per core, and Budget is for all states.
	Workers  int
	Budget   collide.Budget
	Progress func(share float64)
}

// block is the number of states that are counted together: a run that is cut short counts whole blocks, so that what it reports
// depends on their number alone.
const block = 256

// Sample tests all pairs of links in random states, each variable drawn evenly between its limits. State i depends on
// the seed and i alone, so the matrix does not depend on the number of workers. A joint that turns without limits is
// drawn from a whole turn; another one without limits is an error. An error that wraps collide.ErrIncomplete
// comes with what the states before it showed.
func Sample(ctx context.Context, r *robot.Robot, opt Options) (*Matrix, error) {
	ranges, err := rangesOf(r)
	if err != nil {
		return nil, err
	}
	s := sampler{opt: opt, ranges: ranges}
	for range par.Workers(opt.Workers) {
		c, err := robot.NewChecker(r, nil, robot.Options{Visual: opt.Visual, Detector: collide.Options{Workers: 1}})
		if err != nil {
			return nil, err
		}
		s.seats = append(s.seats, newSeat(c, len(ranges)))
	}
	defer s.close()
	m := &Matrix{Robot: r, Names: s.seats[0].checker.Names(), Seed: opt.Seed}
	m.Pairs = everyPair(s.seats[0].checker)
	err = s.run(ctx, m)
	m.classify()
	return m, err
}

// everyPair returns the pairs of a checker's bodies. Those that it does not test are a link and its parent.
func everyPair(c *robot.Checker) []Pair {
	untested, n := c.Untested(), len(c.Names())
	pairs := []Pair{}
	for a := range n {
		for b := a + 1; b < n; b++ {
			p := Pair{A: a, B: b}
			if slices.ContainsFunc(untested, func(u robot.Untested) bool { return u.A == a && u.B == b }) {
				p.Kind = Adjacent
			}
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// classify sets the kinds of pairs that were tested.
func (m *Matrix) classify() {
	for i := range m.Pairs {
		p := &m.Pairs[i]
		switch {
		case p.Kind == Adjacent:
		case m.States == 0:
			p.Kind = Undecided
		case p.Colliding == 0 && p.Undecided == 0:
			p.Kind = Never
		case p.Colliding == 0:
			p.Kind = Undecided
		case p.Colliding == m.States:
			p.Kind = Always
		default:
			p.Kind = Sometimes
		}
	}
}

// Share bounds from above the share of all states in which a pair collides that collided in none of n: a
// greater share would have shown itself in one of them with a probability of 95 %. It is 1 − 0.05^(1/n).
func Share(n int) float64 { return -math.Expm1(math.Log(0.05) / float64(n)) }

// interval is what a variable is drawn from.
type interval struct{ lo, hi float64 }

// rangesOf returns what the variables of a robot are drawn from.
func rangesOf(r *robot.Robot) ([]interval, error) {
	var list []interval
	for _, v := range r.Variables() {
		g := interval{v.Lower, v.Upper}
		if math.IsInf(g.lo, 0) || math.IsInf(g.hi, 0) {
			if r.Joints[v.Joint].Type != robot.Continuous {
				return nil, fmt.Errorf("joint %s has no limits to draw states between", quote.Name(v.Name))
			}
			g = interval{-math.Pi, math.Pi}
		}
		if g.lo == g.hi {
			return nil, fmt.Errorf("joint %s can only be at %v by its limits: no states are drawn; give it limits or make it fixed", quote.Name(v.Name), g.lo)
		}
		list = append(list, g)
	}
	return list, nil
}

// at returns the value at a share u of the way, which is less than 1. The two products cannot overflow.
func (g interval) at(u float64) float64 {
	return max(g.lo, min(g.hi, float64(g.lo*(1-u))+float64(g.hi*u)))
}
