// Package multiprocess has the method multiprocess, the "MPI" comparator of the OOCDA paper:
// a master, its worker processes and the protocol between them.
package multiprocess

import (
	"errors"

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
}

// New returns the method multiprocess.
func New(o Options) collide.Method {
	return recipe.Recipe[Options]{
		Is: collide.About{
			Name: "multiprocess", Backend: collide.CPU, Source: "the MPI comparator of the OOCDA paper",
			Summary: "several processes exchanging messages over pipes; needs a command line for them",
		},
		Options: o,
		Engine:  func(w *world.World, o Options) (world.Engine, error) { return newEngine(w, o.Worker) },
	}
}
