package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/tape"
	"github.com/collide-go/collide/methods"
)

var (
	// ErrUnknown reports that no experiment has that name.
	ErrUnknown = errors.New("unknown table")
	// ErrDisagree reports that two methods gave different contacts for one frame.
	ErrDisagree = errors.New("methods disagree")
)

// Bench is an experiment: a row of Benches.
type Bench struct {
	// Name is what users type; Summary is one line.
	Name, Summary string
	// Number is the number of the paper, the former name: an alias that no list shows. It is
	// "" if there is none.
	Number string
	// Named reports that the experiment runs only if a user names it.
	Named bool
	// Judged reports that the experiment has claims of a paper: its report keeps what it was
	// made from, and Judge makes it once more.
	Judged bool
	// Run measures. A cancelled context ends it with an error that wraps the context's.
	Run func(ctx context.Context, o *Options) (*Report, error)
}

// Benches returns the table of experiments, named after the systems that they measure.
func Benches() []Bench {
	table := []Bench{
		{Name: "scd", Number: "000", Judged: true, Summary: "streaming through the raster pipeline: Table 1, complexity", Run: runSCD},
		{Name: "aabb-gpu", Number: "001", Judged: true, Summary: "AABB hierarchy on the GPU: deforming bodies, self-collision", Run: runAABBGPU},
		{Name: "lbvh", Number: "002", Judged: true, Summary: "LBVH simulator: Morton codes, sorts, frames", Run: runLBVH},
		{Name: "oocda", Number: "003", Judged: true, Summary: "OOCDA: time over bodies, 2,000 steps, memory, where the gain comes from", Run: runOOCDA},
		{Name: "octree", Number: "004", Judged: true, Summary: "octree and Sphere-OBB: time over bodies, traversals, the table of volumes", Run: runOctree},
		{Name: "fire-drill", Number: "004-fire", Judged: true, Summary: "octree and Sphere-OBB: the fire drill", Run: runFireDrill},
		{Name: "growth", Summary: "auto: time over 10³ to 10⁷ triangles, apart and in light contact", Run: runGrowth},
		{Name: "cliffs", Summary: "auto beside all other methods on families of workloads, with counts a stage", Named: true, Run: runCliffs},
		{Name: "peers", Summary: "FCL, CGAL, Embree, Bullet and ODE and this library; needs them built", Named: true, Run: runPeers},
	}
	for i := range table {
		table[i] = table[i].recorded()
	}
	return table
}

// Select returns the experiments of those names or numbers, each once. Without names it
// returns all experiments but those that must be named. Errors wrap ErrUnknown.
func Select(table []Bench, names []string) ([]Bench, error) {
	var chosen []Bench
	if len(names) == 0 {
		for _, b := range table {
			if !b.Named {
				chosen = append(chosen, b)
			}
		}
		return chosen, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(table, func(b Bench) bool { return name != "" && (b.Name == name || b.Number == name) })
		switch {
		case i < 0:
			return nil, fmt.Errorf("%w %q; expected one of %s", ErrUnknown, name, strings.Join(Names(table), ", "))
		case !slices.ContainsFunc(chosen, func(b Bench) bool { return b.Name == table[i].Name }):
			chosen = append(chosen, table[i])
		}
	}
	return chosen, nil
}

// Names returns the names of the experiments, without their numbers.
func Names(table []Bench) []string {
	var names []string
	for _, b := range table {
		names = append(names, b.Name)
	}
	return names
}

// Options configure what is measured. The zero value is a short run of all methods.
type Options struct {
	// Full measures at the papers' sizes; else each experiment stays within a
	// minute on two cores.
	Full bool
	// Table holds the methods, nil for methods.Table; Methods names those to
	// measure, none for all that an experiment compares.
	Table   []collide.Method
	Methods []string
	// Workers is the number of goroutines (and processes) of each method, 0 for one
	// a core.
	Workers int
	// Seed makes the scenes, 0 for the seed of each preset.
	Seed uint64
	// Worker is the command line of multiprocess's workers; without one that method
	// is not measured.
	Worker []string
	// Probe is the command line of a program that calls ServeProbe; without one
	// memory is not measured.
	Probe []string
	// Servers is the folder with the servers of other libraries, "" for where make puts
	// them, seen from the root of a checkout.
	Servers string
	// Device opens the device that methods of the GPU run on; nil where the program
	// has none of them.
	Device func() (Device, error)
	// Budget bounds each query in a race. A method that needs more leaves the race and
	// has no figures; Over, when set, is told which and in what.
	Budget collide.Budget
	Over   func(what string)
	// Progress, when set, is told what is going on and the share done.
	Progress func(what string, share float64)

	// Command, when set, returns the command line that measures an experiment again, for
	// its report.
	Command func(name string) string

	// quick is for tests: the least that exercises everything.
	quick bool
	// hurry, if set, bounds how long a slow method may run in a race.
	hurry time.Duration
	// load measures how busy other processes are: a measure.Load if nil, nothing if nil
	// in a quick run.
	load loadMeter
	// tape records what is measured, or plays it; cores, unless 0, is the number of cores
	// of the machine that a tape was recorded on.
	tape  *tape.Tape
	cores int
}

func (o *Options) table() []collide.Method {
	if o.Table != nil {
		return o.Table
	}
	return methods.Table(o.Worker...)
}

// method returns a method of the table with options set, each as "name=value".
func (o *Options) method(name string, options ...string) (collide.Method, error) {
	m, err := methods.Find(o.table(), name, "")
	if err != nil {
		return nil, err
	}
	return methods.With(m, options...)
}

func (o *Options) show(what string, share float64) {
	if o.Progress != nil {
		o.Progress(what, share)
	}
}

// choose returns the value for this length of run.
func choose[T any](o *Options, quick, short, full T) T {
	switch {
	case o.quick:
		return quick
	case o.Full:
		return full
	}
	return short
}

// Check returns an error for options that no experiment could run with.
func (o *Options) Check() error {
	for _, name := range o.Methods {
		if _, err := o.method(name); err != nil {
			return err
		}
	}
	return nil
}
