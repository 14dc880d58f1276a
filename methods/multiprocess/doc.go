// Package multiprocess has the method multiprocess, the "MPI" comparator of the OOCDA paper:
// a master, its worker processes and the protocol between them.
package multiprocess

import (
	"errors"
	"flag"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/recipe"
	"github.com/collide-go/collide/internal/world"
)

// ErrNoWorkers reports a method without a command line: a library does not start its host
// program again.
var ErrNoWorkers = errors.New("no command line for worker processes")

// Options configures the method.
type Options struct {
	// Worker is the command line that worker processes are started with, the program
	// first: a program that calls Serve.
	Worker []string
	// Search is how the processes search: "bvh", the default, or "oocda" or "pipelining",
	// which may be followed by options of that method: "oocda,ants-first=on". Then each
	// process has Threads threads, 1 if 0, and takes its share of the pairs of bodies as a whole.
	Search  string
	Threads int
}

// New returns the method multiprocess.
func New(o Options) collide.Method {
	return recipe.Recipe[Options]{
		Is: collide.About{
			Name: "multiprocess", Backend: collide.CPU, Source: "the MPI comparator of the OOCDA paper",
			Summary: "several processes exchanging messages over pipes; needs a command line for them",
		},
		Options: o, Flags: (*Options).flags,
		Engine: func(w *world.World, o Options) (world.Engine, error) {
			s, err := parseSearch(o.Search, o.Threads)
			if err != nil {
				return nil, err
			}
			return newEngine(w, o.Worker, s)
		},
	}
}

func (o *Options) flags(f *flag.FlagSet) {
	f.Var((*searchValue)(&o.Search), "search", "`method` that the processes search by: bvh, oocda or pipelining, with options as in oocda,ants-first=on")
	f.IntVar(&o.Threads, "threads", max(o.Threads, 1), "`number` of threads of a process, for oocda and pipelining")
}
