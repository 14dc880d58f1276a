package collide

import (
	"fmt"
	"time"

	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/world"
)

// Orient names what the interior of a closed mesh is under Options.Solid.
type Orient string

const (
	// Winding is where the winding number of the posed triangles is not 0: a shell within
	// a shell is a cavity if it is oriented the other way, and a part of the solid if
	// not. A mesh is closed if every edge has as many triangles in one direction as in
	// the other.
	Winding Orient = "winding"
	// Parity ignores orientation: every second shell is a cavity. A mesh is closed if
	// every edge has an even number of triangles.
	Parity Orient = "parity"
)

// Options configures a Detector. The zero value asks for every contact between
// different bodies, by method auto, on all cores.
type Options struct {
	// Method computes the contacts; nil is auto on the CPU.
	Method Method
	// Workers is the number of goroutines, 0 for GOMAXPROCS. The result does not
	// depend on it. A negative number is an error, and so is one above 1024: each worker
	// has buffers of its own.
	Workers int
	// Self also reports contacts within each mesh.
	Self bool
	// Solid makes containment in closed meshes collide too.
	Solid bool
	// Orient is how Solid takes the orientation of triangles; "" is Winding.
	Orient Orient
	// Kinds decides what kind each contact of two bodies is: Pair.Kind. Bodies that lie in
	// closed meshes are found, too, but those that are not closed make nothing incomplete
	// unless Solid is set. Not together with First, whose contacts are not all, and Parity.
	Kinds bool
	// Depths also bounds how deep bodies reach into each other: Pair.Depth and Pair.Width. It
	// implies Kinds.
	Depths bool
	// DepthError is how wide the bounds of a depth or width may be, as a share of the upper one: from
	// 1e-6 to 1, 0 for 0.01. The share of the shorter of the two boxes' diagonals that they may
	// be wide in any case is a ten-thousandth of it.
	DepthError float64
	// Pieces also finds the connected pieces of what two bodies in contact have in common, and where they
	// are: Pair.Pieces. With Kinds they have normals. Not together with First.
	Pieces bool
	// Error is the relative error that distances may have, from 0 for exact ones to 1: two
	// meshes then get bounds Lo ≤ Hi with Hi ≤ (1 + Error)·Lo, up to rounding, for less time.
	// Distances within a finite reach, clearances and contacts are exact all the same.
	Error float64
	// First stops at the first contact of a pair that is not allowed.
	First bool
	// Budget ends a query early, with ErrBudget; zero fields do not limit.
	Budget Budget
	// Allow lists pairs of body indices permitted to touch, in any order.
	Allow [][2]int
	// Skip lists pairs of body indices that are never tested, listed or hashed, in any order, such
	// as a link of a robot and its parent.
	Skip [][2]int
	// Progress, when set, is called from time to time with the share of the
	// narrow phase that is done, in [0, 1]; never concurrently.
	Progress func(share float64)
}

// Budget bounds one query. Negative fields are errors.
type Budget struct {
	// Time bounds the wall-clock time.
	Time time.Duration
	// Steps bounds the bounding volume and primitive tests together. Workers
	// claim steps in blocks, so a few hundred more may run.
	Steps int64
}

// check returns an error that wraps ErrOption for options that cannot be meant.
func (o *Options) check(bodies int) error {
	switch {
	case o.Budget.Time < 0:
		return fmt.Errorf("%w: Budget.Time is %v, expected at least 0", ErrOption, o.Budget.Time)
	case o.Budget.Steps < 0:
		return fmt.Errorf("%w: Budget.Steps is %d, expected at least 0", ErrOption, o.Budget.Steps)
	case !(o.Error >= 0 && o.Error <= 1):
		return fmt.Errorf("%w: Error is %v, expected 0 to 1", ErrOption, o.Error)
	case o.Workers < 0 || o.Workers > par.MaxWorkers:
		return fmt.Errorf("%w: Workers is %d, expected 0 to %d", ErrOption, o.Workers, par.MaxWorkers)
	}
	if o.DepthError != 0 && !(o.DepthError >= leastDepthError && o.DepthError <= 1) {
		return fmt.Errorf("%w: DepthError is %v, expected 0 or %v to 1", ErrOption, o.DepthError, leastDepthError)
	}
	if o.kinds() && o.First {
		return fmt.Errorf("%w: Kinds with First, which ends before all contacts are known", ErrOption)
	}
	if o.Pieces && o.First {
		return fmt.Errorf("%w: Pieces with First, which ends before all contacts are known", ErrOption)
	}
	if o.kinds() && o.Orient == Parity {
		return fmt.Errorf("%w: Kinds with Orient %s; kinds go by winding numbers", ErrOption, Parity)
	}
	if err := checkPairs("Allow", o.Allow, bodies); err != nil {
		return err
	}
	return checkPairs("Skip", o.Skip, bodies)
}

// checkPairs returns an error for a pair with a body that there is not.
func checkPairs(name string, pairs [][2]int, bodies int) error {
	for _, p := range pairs {
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) >= bodies {
			return fmt.Errorf("%w: %s has the pair %v, there are %d bodies", ErrOption, name, p, bodies)
		}
	}
	return nil
}

// kinds reports whether kinds are asked for.
func (o *Options) kinds() bool { return o.Kinds || o.Depths }

// settings are what the world has of the options.
func (o *Options) settings() *world.Settings {
	return &world.Settings{Workers: o.Workers, First: o.First, Self: o.Self, Progress: o.Progress, Allow: o.Allow, Skip: o.Skip}
}

// rule returns what narrow calls an orientation.
func (o Orient) rule() (narrow.Orientation, error) {
	switch o {
	case "", Winding:
		return narrow.ByWinding, nil
	case Parity:
		return narrow.ByParity, nil
	}
	return 0, fmt.Errorf("%w: Orient is %q, expected %s or %s", ErrOption, string(o), Winding, Parity)
}
