// Package pipelining has the method pipelining, a comparator of the OOCDA paper.
package pipelining

import (
	"flag"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/recipe"
	"github.com/collide-go/collide/internal/world"
)

// Options configures the method.
type Options struct {
	// Tasks is the number of goroutines in each of the two wide stages, 0 for half
	// of collide.Options.Workers, at least 1. A negative number is an error, and so is one
	// above 1024.
	Tasks int
}

// New returns the method pipelining.
func New(o Options) collide.Method {
	return recipe.Recipe[Options]{
		Is: collide.About{
			Name: "pipelining", Backend: collide.CPU, Source: "the pipelined comparator of the OOCDA paper",
			Summary: "broad, update, descend and confirm as stages with goroutines of their own",
		},
		Options: o,
		Engine: func(w *world.World, o Options) (world.Engine, error) {
			if o.Tasks < 0 || o.Tasks > par.MaxWorkers {
				return nil, fmt.Errorf("%w: Tasks is %d, expected 0 to %d", collide.ErrOption, o.Tasks, par.MaxWorkers)
			}
			return newPipeline(w, o)
		},
		Flags: func(o *Options, f *flag.FlagSet) {
			f.IntVar(&o.Tasks, "tasks", o.Tasks, "`number` of goroutines in each of the two wide stages, 1 to 1024, 0 for half of the workers")
		},
	}
}
