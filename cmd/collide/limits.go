package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/unit"
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
	if a.unit != "" {
		if _, err := unit.Find(a.unit); err != nil {
			return nil, fmt.Errorf("--unit: %w", err)
		}
	}
	loader := &scene.Loader{Files: from, Limits: a.limits, Unit: a.unit}
	if !a.robot.taken {
		return loader, nil
	}
	var err error
	loader.Robots, err = a.robotLoader(from, loader)
	return loader, err
}

// unitFlag adds the flag that names the unit of lengths.
func (a *app) unitFlag(c *cobra.Command) {
	c.Flags().StringVar(&a.unit, "unit", "", "unit of all lengths: "+strings.Join(unit.Names(), ", ")+"; scenes in another one are converted")
	complete(c, "unit", unit.Names())
}

// checkWorkers refuses numbers of workers that no machine has.
func checkWorkers(n int) error {
	if n < 0 || n > par.MaxWorkers {
		return fmt.Errorf("--workers %d; expected 0 to %d", n, par.MaxWorkers)
	}
	return nil
}
