package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
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
	found, err := collide.DetectBetween(ctx, bodies, collide.BetweenOptions{Self: f.frames.self, Times: true, Workers: f.frames.workers})
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
func (a *app) loadFrames(ctx context.Context, from *input.Files, files, to []string) ([]collide.Deforming, error) {
	loader, err := a.loader(from)
	if err != nil {
		return nil, err
	}
	var bodies []collide.Deforming
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
		x, y := first.Shape.(*collide.Model).Mesh(), second.Shape.(*collide.Model).Mesh()
		if len(x.Vertices) != len(y.Vertices) || !slices.Equal(x.Triangles, y.Triangles) {
			return nil, fmt.Errorf("%s: %d vertices and %d triangles; expected the %d vertices and %d triangles of %s, with the same numbers",
				quote.Name(to[k]), len(y.Vertices), len(y.Triangles), len(x.Vertices), len(x.Triangles), quote.Name(files[k]))
		}
		bodies = append(bodies, collide.Deforming{Name: unique.Unique(first.Name), Mesh: x, To: y.Vertices})
	}
	return bodies, nil
}

// meshOf reads a file that is one mesh.
func meshOf(ctx context.Context, loader *scene.Loader, file string) (*scene.Placed, error) {
	placed, err := loader.File(ctx, file)
	if err != nil {
		return nil, err
	}
	if len(placed) == 1 {
		p := &placed[0]
		if _, ok := p.Shape.(*collide.Model); ok && p.Deform == nil && (p.Pose == geom.Identity || p.Pose == geom.Pose{}) {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%s: %d bodies; expected one mesh in its own coordinates", quote.Name(file), len(placed))
}
