package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide/deforming"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// frameFlags are the flags of ccd about meshes between two frames.
type frameFlags struct {
	to      []string
	self    bool
	workers int
}

// check returns what is wrong with the flags.
func (f *frameFlags) check(files []string) error {
	switch {
	case len(f.to) == 0 && (f.self || f.workers != 0):
		return errors.New("--self or --workers without --to; expected the files of the second frame")
	case len(f.to) > 0 && len(f.to) != len(files):
		return fmt.Errorf("%d files and --to %d times; expected one --to for each file", len(files), len(f.to))
	case len(f.to) > 0 && slices.Contains(append(slices.Clone(files), f.to...), "-"):
		return errors.New("- with --to; expected the names of files: standard input is read without --to only")
	case len(f.to) == 1 && !f.self:
		return errors.New("one mesh without --self: nothing to check it against")
	}
	return nil
}

// ccdMeshes answers for meshes that deform from the files to those of --to.
func (a *app) ccdMeshes(ctx context.Context, files []string, f *ccdFlags) error {
	from, err := a.files(f.root, append(slices.Clone(files), f.frames.to...), claim{"--out", f.out})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	bodies, err := a.loadFrames(ctx, from, files, f.frames.to)
	if err != nil {
		return err
	}
	out, err := a.create(ctx, f.out)
	if err != nil {
		return err
	}
	defer out.discard()
	found, err := deforming.Detect(ctx, bodies, deforming.Options{Self: f.frames.self, Times: true, Workers: f.frames.workers})
	if found == nil {
		return err
	}
	names := make([]string, len(bodies))
	for i := range bodies {
		names[i] = bodies[i].Name
	}
	outcome, werr := report.WriteBetween(out, found, names, err, f.format == "json", f.out == "" && wantsColor(a.stdout))
	if werr := cmp.Or(werr, out.commit()); werr != nil {
		return werr
	}
	if err != nil && (f.out != "" || f.format == "json") {
		a.logf("incomplete: %s", report.ReasonOf(err))
	}
	a.code = exitCode(outcome)
	return nil
}

// loadFrames reads the meshes of both frames, which are to have the same triangles.
func (a *app) loadFrames(ctx context.Context, from *input.Files, files, to []string) ([]deforming.Body, error) {
	loader, err := a.loader(from)
	if err != nil {
		return nil, err
	}
	var bodies []deforming.Body
	var unique scene.Names
	for k := range files {
		first, err := meshOf(ctx, loader, files[k])
		if err != nil {
			return nil, err
		}
		second, err := meshOf(ctx, loader, to[k])
		if err != nil {
			return nil, err
		}
		x, y := first.Mesh(), second.Mesh()
		if err := sameTriangles(x, y, files[k], to[k]); err != nil {
			return nil, err
		}
		bodies = append(bodies, deforming.Body{Name: unique.Unique(first.Name), Mesh: x, To: y.Vertices})
	}
	a.warnOf(loader)
	return bodies, nil
}

// sameTriangles returns how the mesh of the second frame is another one.
func sameTriangles(x, y *mesh.Mesh, from, to string) error {
	if len(x.Vertices) != len(y.Vertices) || len(x.Triangles) != len(y.Triangles) {
		return fmt.Errorf("%s: %d vertices and %d triangles; expected the %d and %d of %s",
			quote.Name(to), len(y.Vertices), len(y.Triangles), len(x.Vertices), len(x.Triangles), quote.Name(from))
	}
	for i, t := range y.Triangles {
		if t != x.Triangles[i] {
			return fmt.Errorf("%s: triangle %d is of the vertices %v; expected %v, as in %s", quote.Name(to), i, t, x.Triangles[i], quote.Name(from))
		}
	}
	return nil
}

// meshOf reads a file that is one mesh.
func meshOf(ctx context.Context, loader *scene.Loader, file string) (*scene.Placed, error) {
	placed, err := loader.File(ctx, file)
	if err != nil {
		return nil, err
	}
	is := fmt.Sprintf("%d bodies", len(placed))
	if len(placed) == 1 {
		if is = besideMesh(&placed[0]); is == "" {
			return &placed[0], nil
		}
	}
	return nil, fmt.Errorf("%s: %s; expected one mesh in its own coordinates, which only --to moves", quote.Name(file), is)
}

// besideMesh is what a body is or has that would be passed over between two frames, "" for nothing: if that moves it, "free" would be wrong.
// A restitution has no meaning without a mass.
func besideMesh(p *scene.Placed) string {
	switch {
	case p.Mesh() == nil:
		return "a solid"
	case p.Pose != geom.Identity:
		return "a mesh with a pose"
	case p.Motion != nil:
		return "a mesh with a motion"
	case p.Deform != nil:
		return "a mesh with a deform"
	case p.Dynamics != nil:
		return "a mesh with a mass"
	case p.Link != nil:
		return "a link of a robot"
	case p.Immovable:
		return "an immovable mesh"
	}
	return ""
}
