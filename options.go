package collide

import (
	"fmt"
	"time"

	"github.com/collide-go/collide/internal/par"
)

// Backend names where the work runs.
type Backend string

// The back ends. AnyBackend lets the method auto choose.
const (
	AnyBackend Backend = "auto"
	CPU        Backend = "cpu"
	GPU        Backend = "gpu"
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

// MaxWorkers is the largest Options.Workers: more than machines have cores. Each worker
// has buffers of its own.
const MaxWorkers = par.MaxWorkers

// Options configures a Detector. The zero value asks for every contact between
// different bodies, by method auto, on all cores.
type Options struct {
	// Method is a name in Table, "" for auto.
	Method string
	// Table holds the methods to choose from, nil for Methods().
	Table []Method
	// Backend restricts the choice; "" is AnyBackend.
	Backend Backend
	// Workers is the number of goroutines, 0 for GOMAXPROCS. The result does not
	// depend on it. A negative number is an error, and so is one above MaxWorkers.
	Workers int
	// Self also reports contacts within each mesh.
	Self bool
	// Solid makes containment in closed meshes collide too.
	Solid bool
	// Orient is how Solid takes the orientation of triangles; "" is Winding.
	Orient Orient
	// First stops at the first contact of a pair that is not allowed.
	First bool
	// Budget ends a query early, with ErrBudget; zero fields do not limit.
	Budget Budget
	// Allow lists pairs of body indices permitted to touch, in any order.
	Allow [][2]int
	// Progress, when set, is called from time to time with the share of the
	// narrow phase that is done, in [0, 1]; never concurrently.
	Progress func(share float64)
	// Pipelining configures the method of that name.
	Pipelining PipeliningOptions
	// OOCDA configures the method of that name, Ants the colonies of oocda and ants.
	OOCDA OOCDAOptions
	Ants  AntsOptions
	// Recode configures the method recode.
	Recode RecodeOptions
	// GPUBVH configures the trees of the methods gpu-bvh and scd3.
	GPUBVH GPUBVHOptions
	// Worker is the command line that the method multiprocess starts its workers
	// with, the program first: a program that calls ServeWorker.
	Worker []string
}

// RecodeOptions configure the method recode of package gpu.
type RecodeOptions struct {
	// Resolution is the side of a pair's picture in pixels, 0 for 64.
	Resolution int
}

// GPUBVHOptions configures the trees of the methods gpu-bvh and scd3. The zero value is
// the default.
type GPUBVHOptions struct {
	// LeafTriangles is the most triangles of a leaf, up to 32; 0 means 4.
	LeafTriangles int
	// RebuildFactor is how far the surface-area cost of a tree may grow by refitting,
	// as a multiple of what it was when built, before it is built anew; 0 means 2.
	RebuildFactor float64
	// LevelRefit refits level by level, a run of a kernel each, instead of from the
	// leaves up in one.
	LevelRefit bool
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
	case o.Workers < 0 || o.Workers > MaxWorkers:
		return fmt.Errorf("%w: Workers is %d, expected 0 to %d", ErrOption, o.Workers, MaxWorkers)
	}
	for _, p := range o.Allow {
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) >= bodies {
			return fmt.Errorf("%w: Allow has the pair %v, there are %d bodies", ErrOption, p, bodies)
		}
	}
	return nil
}
