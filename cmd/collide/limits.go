package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/scene"
)

// limitFlags adds the flags that raise or lower what the files of a verb may hold.
func (a *app) limitFlags(c *cobra.Command) {
	c.Flags().IntVar(&a.limits.Bodies, "max-bodies", scene.DefaultBodies, "most bodies of all files together")
	c.Flags().IntVar(&a.limits.Triangles, "max-triangles", scene.DefaultTriangles, "most triangles of all meshes together")
}

// loader returns what reads the files of a verb.
func (a *app) loader(from *input.Files) (*scene.Loader, error) {
	switch {
	case a.limits.Bodies < 1:
		return nil, fmt.Errorf("--max-bodies %d; expected at least 1", a.limits.Bodies)
	case a.limits.Triangles < 1:
		return nil, fmt.Errorf("--max-triangles %d; expected at least 1", a.limits.Triangles)
	}
	return &scene.Loader{Files: from, Limits: a.limits}, nil
}

// checkWorkers refuses numbers of workers that no machine has.
func checkWorkers(n int) error {
	if n < 0 || n > par.MaxWorkers {
		return fmt.Errorf("--workers %d; expected 0 to %d", n, par.MaxWorkers)
	}
	return nil
}
