package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/scene"
)

func (a *app) genCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "gen KIND",
		Short:   "Generate a scene",
		Long:    "gen writes a scene made from a seed: the same one on every machine.",
		Example: "  collide gen motion -n 1500 --seed 1 --facets 90000 --out crowd.json",
		Args:    cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("gen: no kind; expected motion, streams, tian or assembly (see collide gen --help)")
			}
			return fmt.Errorf("gen: unknown kind %q; expected motion, streams, tian or assembly", args[0])
		},
	}
	c.AddCommand(a.genMotionCommand(), a.genStreamsCommand(), a.genTianCommand(), a.genAssemblyCommand())
	return c
}

// genMotionFlags are the flags of gen motion.
type genMotionFlags struct {
	bodies, facets int
	seed           uint64
	pairs, speed   float64
	preset, out    string
	meshes         []string
	root           string
}

func (a *app) genMotionCommand() *cobra.Command {
	var f genMotionFlags
	c := &cobra.Command{
		Use:   "motion",
		Short: "Bodies of several shapes and sizes, moving at random in a box",
		Long: `motion makes a scene of spheres, boxes, tori and knots, as triangle meshes of
several sizes, and of given meshes, that fly and spin between walls. The box is
made as large as gives the wanted number of overlapping pairs of bounding boxes.

Presets: 003-32 (32 bodies, over 300 facets) and 003-1500 (1,500 bodies, over
90,000 facets) are the scenes of the OOCDA paper, 004 (100 to 10,000 bodies, -n)
those of the octree paper.`,
		Example: `  collide gen motion -n 1500 --seed 1 --facets 90000 --out crowd.json
  collide gen motion --preset 004 -n 10000 --out many.json
  collide gen motion -n 20 --mesh parts/bracket.stl --out brackets.json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.genMotion(c.Context(), c, &f) },
	}
	flags := c.Flags()
	flags.IntVarP(&f.bodies, "bodies", "n", 32, "how many bodies")
	flags.Uint64Var(&f.seed, "seed", 1, "what the scene is made from")
	flags.IntVar(&f.facets, "facets", 0, "least number of triangles together (default 20 a body)")
	flags.Float64Var(&f.pairs, "pairs", 1.6, "overlapping pairs of bounding boxes per body")
	flags.Float64Var(&f.speed, "speed", 1.2, "mean speed in lengths per second; bodies have radii around 1")
	choose(c, &f.preset, "preset", "", "", scene.Presets())
	flags.StringArrayVar(&f.meshes, "mesh", nil, "a mesh file to use beside the shapes; may stand several times")
	flags.StringVar(&f.out, "out", "", "write to this file instead of standard output")
	rootFlag(c, &f.root)
	a.limitFlags(c)
	return c
}

func (a *app) genMotion(ctx context.Context, c *cobra.Command, f *genMotionFlags) error {
	o, err := f.options(c)
	if err != nil {
		return err
	}
	from, err := a.files(f.root, f.meshes, claim{"--out", f.out})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	for _, path := range f.meshes {
		m, err := a.readMesh(ctx, from, path)
		if err != nil {
			return err
		}
		name, err := nameFrom(f.out, path)
		if err != nil {
			return err
		}
		o.Given = append(o.Given, scene.GivenMesh{Path: name, Mesh: m})
	}
	s, err := scene.GenerateMotion(ctx, o)
	if err != nil {
		return fmt.Errorf("gen motion: %w", err)
	}
	return a.produce(ctx, f.out, func(w io.Writer) error { return scene.Write(w, s) })
}

// options starts from the preset; flags that were given win.
func (f *genMotionFlags) options(c *cobra.Command) (scene.MotionOptions, error) {
	given := c.Flags().Changed
	o := scene.MotionOptions{Bodies: f.bodies, Seed: f.seed, Facets: f.facets}
	if f.preset != "" {
		n := 0
		if given("bodies") {
			n = f.bodies
		}
		var err error
		if o, err = scene.Preset(f.preset, n); err != nil {
			return o, err
		}
		if given("seed") {
			o.Seed = f.seed
		}
		if given("facets") {
			o.Facets = f.facets
		}
	}
	o.PairsPerBody, o.Speed = f.pairs, f.speed
	switch {
	case !(f.pairs > 0):
		return o, fmt.Errorf("--pairs %v; expected a number above 0", f.pairs)
	case !(f.speed > 0):
		return o, fmt.Errorf("--speed %v; expected a number above 0", f.speed)
	case given("facets") && f.facets < 1:
		return o, fmt.Errorf("--facets %d; expected at least 1", f.facets)
	}
	return o, nil
}

// nameFrom returns the path of a mesh as a scene at out names it.
func nameFrom(out, path string) (string, error) {
	dir, err := filepath.Abs(filepath.Dir(out))
	if err != nil {
		return "", err
	}
	target, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	relative, err := filepath.Rel(dir, target)
	if err != nil { // another drive
		relative = target
	}
	return filepath.ToSlash(relative), nil
}

func (a *app) genTianCommand() *cobra.Command {
	var o scene.TianOptions
	var out, format string
	c := &cobra.Command{
		Use:   "tian",
		Short: "Spheres and boxes with masses, as a text scene",
		Long: `tian makes a scene like those of Tian's simulator: spheres and boxes with masses,
restitutions and velocities, a body a line, in the unit cube or, for more than 64
bodies, a larger one of the same density.`,
		Example: `  collide gen tian -n 64 --seed 1 --out collidables.txt
  collide gen tian -n 20000 --format json --out many.json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			write := map[string]func(io.Writer, *scene.Scene) error{"text": scene.WriteTian, "json": scene.Write}[format]
			s, err := scene.GenerateTian(c.Context(), o)
			if err != nil {
				return fmt.Errorf("gen tian: %w", err)
			}
			return a.produce(c.Context(), out, func(w io.Writer) error { return write(w, s) })
		},
	}
	flags := c.Flags()
	flags.IntVarP(&o.Bodies, "bodies", "n", 64, "how many bodies")
	flags.Uint64Var(&o.Seed, "seed", 1, "what the scene is made from")
	choose(c, &format, "format", "text", "", textOrJSON())
	flags.StringVar(&out, "out", "", "write to this file instead of standard output")
	return c
}
