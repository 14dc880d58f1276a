// Package pipelining has the method pipelining, a comparator of the OOCDA paper.
package pipelining

import (
	"flag"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/recipe"
)

// Options configures the method.
type Options struct {
	// Tasks is the number of goroutines in each of the two wide stages, 0 for half
	// of collide.Options.Workers, at least 1.
	Tasks int
}

// New returns the method pipelining.
func New(o Options) collide.Method {
	return recipe.Recipe[Options]{
		Is: collide.About{
			Name: "pipelining", Backend: collide.CPU, Source: "the pipelined comparator of the OOCDA paper",
			Summary: "broad, update, descend and confirm as stages with goroutines of their own",
		},
		Options: o, Engine: newPipeline,
		Flags: func(o *Options, f *flag.FlagSet) {
			f.IntVar(&o.Tasks, "tasks", o.Tasks, "`number` of goroutines in each of the two wide stages, 0 for half of the workers")
		},
	}
}
