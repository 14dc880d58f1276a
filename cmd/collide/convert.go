package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

func (a *app) convertCommand() *cobra.Command {
	var text bool
	c := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Convert a mesh file to another format",
		Long: `convert reads a mesh and writes it in the format of OUT's extension: .obj, .stl,
.ply or .off. Triangles keep their order and coordinates every bit: STL is binary
where single precision holds all coordinates, and text where it would round.`,
		Example: `  collide convert part.stl part.obj
  collide convert --ascii scan.ply scan.stl`,
		Args: exactArgs("IN", "OUT"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.convert(c.Context(), args[0], args[1], text)
		},
	}
	c.Flags().BoolVar(&text, "ascii", false, "write the text form of STL or PLY")
	return c
}

func (a *app) convert(ctx context.Context, in, out string, text bool) error {
	format := meshio.FormatByExtension(out)
	if format == meshio.Unknown {
		return fmt.Errorf("%s: unknown extension %q; expected one of %s", out, filepath.Ext(out), strings.Join(meshio.Extensions(), " "))
	}
	m, err := readMesh(ctx, in)
	if err != nil {
		return err
	}
	if text || format == meshio.STLBinary && !single(m) {
		format = asciiForm(format)
	}
	err = a.writeTo(out, func(w io.Writer) error {
		if err := meshio.Write(w, m, format); err != nil {
			return fmt.Errorf("%s: %w", out, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return ctx.Err()
}

// single tells whether single precision holds all coordinates.
func single(m *mesh.Mesh) bool {
	for _, v := range m.Vertices {
		if float64(float32(v.X)) != v.X || float64(float32(v.Y)) != v.Y || float64(float32(v.Z)) != v.Z {
			return false
		}
	}
	return true
}

func asciiForm(f meshio.Format) meshio.Format {
	switch f {
	case meshio.STLBinary:
		return meshio.STLASCII
	case meshio.PLYBinary:
		return meshio.PLYASCII
	default:
		return f
	}
}

// readMesh reads one mesh file.
func readMesh(ctx context.Context, path string) (*mesh.Mesh, error) {
	if scene.IsScene(path) {
		return nil, fmt.Errorf("%s: a scene; expected a mesh file", path)
	}
	var loader scene.Loader
	placed, err := loader.File(ctx, path)
	if err != nil {
		return nil, err
	}
	return placed[0].Mesh(), nil
}
