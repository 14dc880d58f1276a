package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/internal/assembly"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/unit"
)

func (a *app) genAssemblyCommand() *cobra.Command {
	o := assembly.Options{Parts: 28, Seed: 1}
	var drive, out string
	c := &cobra.Command{
		Use:   "assembly",
		Short: "An assembly of parts that touch, with rules and the true answers",
		Long: `assembly makes housings with covers, bolts, shafts, gears, standoffs and boards,
with flush faces and round fits, into a folder: scene.json, the parts as STL,
assembly.rules, which all parts keep, and truth.json, the kind of each contact.
--drive moves one bolt too deep, which the rules do not permit.`,
		Example: `  collide gen assembly --parts 28 --seed 1 --drive bolt_3=3mm --out gearbox
  collide check gearbox/scene.json --rules gearbox/assembly.rules`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return genAssembly(c.Context(), o, drive, out) },
	}
	flags := c.Flags()
	flags.IntVar(&o.Parts, "parts", o.Parts, "how many parts")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "what the assembly is made from")
	flags.IntVar(&o.Triangles, "triangles", 0, "how many triangles in all, at least: each is cut into as many as that takes")
	flags.StringVar(&drive, "drive", "", "drive a bolt too deep, as `BOLT=LENGTH`, by at most 3mm")
	flags.StringVar(&out, "out", "", "folder to write into")
	return c
}

func genAssembly(ctx context.Context, o assembly.Options, drive, out string) error {
	if out == "" {
		return errors.New("gen assembly: no --out DIR (see collide gen assembly --help)")
	}
	if err := driven(&o, drive); err != nil {
		return err
	}
	made, err := assembly.Generate(o)
	if err != nil {
		return fmt.Errorf("gen assembly: %w", err)
	}
	return made.WriteDir(ctx, out)
}

// driven reads the value of --drive.
func driven(o *assembly.Options, drive string) error {
	if drive == "" {
		return nil
	}
	name, text, ok := strings.Cut(drive, "=")
	length, err := unit.Parse(text)
	if !ok || name == "" || err != nil {
		return fmt.Errorf("--drive %s; expected BOLT=LENGTH, as in bolt_3=3mm", quote.Name(drive))
	}
	o.Drive = name
	if o.By, err = length.In("mm"); err != nil {
		return fmt.Errorf("--drive %w", err)
	}
	return nil
}
