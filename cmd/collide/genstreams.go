package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/scene"
)

func (a *app) genStreamsCommand() *cobra.Command {
	var preset, out string
	detail := 1.0
	c := &cobra.Command{
		Use:   "streams",
		Short: "Two bodies in contact, after the streaming method's experiments",
		Long: `streams makes one of the three scenes of the streaming method's paper: two bodies
of 21,292 triangles together, both convex (000-1); of 18,217, not convex (000-2);
of 40,419, in contact all over (000-3). The second body turns in place.`,
		Example: `  collide gen streams --preset 000-3 --out heavy.json
  collide gen streams --preset 000-3 --detail 0.5 --out quarter.json`,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := scene.Streams(preset, detail)
			if err != nil {
				return fmt.Errorf("gen streams: %w", err)
			}
			return a.produce(c.Context(), out, func(w io.Writer) error { return scene.Write(w, s) })
		},
		Args: cobra.NoArgs,
	}
	choose(c, &preset, "preset", "", "", scene.StreamPresets())
	c.Flags().Float64Var(&detail, "detail", detail, "multiplies the steps along every edge of the bodies")
	c.Flags().StringVar(&out, "out", "", "write to this file instead of standard output")
	return c
}
