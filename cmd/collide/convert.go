package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

func (a *app) convertCommand() *cobra.Command {
	var text bool
	var root string
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
			return a.convert(c.Context(), root, args[0], args[1], text)
		},
	}
	c.Flags().BoolVar(&text, "ascii", false, "write the text form of STL or PLY")
	rootFlag(c, &root)
	a.limitFlags(c)
	return c
}

func (a *app) convert(ctx context.Context, root, in, out string, text bool) error {
	format := meshio.FormatByExtension(out)
	if format == meshio.Unknown {
		return fmt.Errorf("%s: unknown extension %q; expected one of %s", quote.Name(out), filepath.Ext(out), strings.Join(meshio.Extensions(), " "))
	}
	from, err := a.files(root, []string{in}, claim{"OUT", out})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	m, err := a.readMesh(ctx, from, in)
	if err != nil {
		return err
	}
	if text || format == meshio.STLBinary && !single(m) {
		format = asciiForm(format)
	}
	return a.produce(ctx, out, func(w io.Writer) error {
		err := meshio.Write(w, m, format)
		var failed *atomicfile.Error // names the file itself
		switch {
		case err == nil:
			return nil
		case errors.As(err, &failed):
			return failed
		}
		return fmt.Errorf("%s: %w", quote.Name(out), err)
	})
}

// single reports whether single precision holds all coordinates.
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
func (a *app) readMesh(ctx context.Context, from *input.Files, path string) (*mesh.Mesh, error) {
	if scene.IsScene(ctx, from, path) {
		return nil, fmt.Errorf("%s: a scene; expected a mesh file", quote.Name(path))
	}
	loader, err := a.loader(from)
	if err != nil {
		return nil, err
	}
	p, err := loader.Body(ctx, path)
	if err != nil {
		return nil, err
	}
	a.warnOf(loader)
	return p.Mesh(), nil
}
