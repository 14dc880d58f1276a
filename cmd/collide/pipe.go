package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/compound"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/pipe"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// pipeCommand is the verb for programs in other languages.
func (a *app) pipeCommand() *cobra.Command {
	var root string
	c := &cobra.Command{
		Use:   "pipe",
		Short: "Answer another program over standard input and output",
		Long: `pipe answers queries of another program: meshes and poses arrive on standard
input as binary messages, answers leave on standard output. The Python package
is such a program; docs/pipe.md describes the messages. It ends with its input.

Exit code: 0 the input ended, 2 a message that is not one of the protocol,
3 interrupted.`,
		Example: "  python -c 'import collide; print(collide.check(\"a.obj\", \"b.obj\"))'",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return a.pipe(c.Context(), root) },
	}
	rootFlag(c, &root)
	a.limitFlags(c)
	return c
}

func (a *app) pipe(ctx context.Context, root string) error {
	from, err := a.files(root, nil)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	open := func(ctx context.Context, s *pipe.Setup) (*pipe.Opened, error) { return a.openSetup(ctx, from, s) }
	return pipe.Serve(ctx, a.stdin, a.stdout, thisBuild().Version, open)
}

// openSetup makes the bodies of a session.
func (a *app) openSetup(ctx context.Context, from *input.Files, s *pipe.Setup) (*pipe.Opened, error) {
	f := queryFlags{method: s.Method, backend: "auto", workers: s.Workers, budget: s.Budget, first: s.First}
	if f.method == "" {
		f.method = "auto"
	}
	for _, o := range s.Options {
		f.options = append(f.options, f.method+"."+o)
	}
	opt, err := f.detectorOptions(ctx)
	if err != nil {
		return nil, err
	}
	orient := s.Orient
	if orient == "" {
		orient = string(collide.Winding)
	}
	if err := (&solidFlags{solid: s.Solid, orient: orient}).setSolid(&opt); err != nil {
		return nil, err
	}
	if err := f.checkKinds(s.Kinds); err != nil {
		return nil, err
	}
	for _, pair := range s.Allow {
		opt.Allow = append(opt.Allow, [2]int{pair[0], pair[1]})
	}
	opt.Depths = s.Kinds
	a.unit = s.Unit
	in, err := a.setupBodies(ctx, from, s.Bodies)
	if err != nil {
		return nil, err
	}
	o := in.opened(opt)
	if s.Identify {
		o.Hash = sceneHash(&in)
		if o.Engine, err = engineName(ctx); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// setupBodies reads or makes the bodies, in order.
func (a *app) setupBodies(ctx context.Context, from *input.Files, bodies []pipe.Body) (inputs, error) {
	in := inputs{bodies: compound.New()}
	loader, err := a.loader(from)
	if err != nil {
		return in, err
	}
	var names scene.Names
	models := map[*mesh.Mesh]*collide.Model{}
	triangles := 0
	for i := range bodies {
		placed, err := bodies[i].Place(ctx, loader, models)
		if err != nil {
			return in, fmt.Errorf("body %d: %w", i, err)
		}
		if m := bodies[i].Sent; m != nil {
			triangles += len(m.Triangles)
		}
		for _, p := range placed {
			p.Name = names.Unique(p.Name)
			in.placed = append(in.placed, p)
			in.group(1)
		}
		if len(in.placed) > a.limits.Bodies || triangles > a.limits.Triangles {
			return in, fmt.Errorf("%d bodies with %d triangles sent; expected at most %d (--max-bodies) and %d (--max-triangles)",
				len(in.placed), triangles, a.limits.Bodies, a.limits.Triangles)
		}
	}
	in.unit = loader.Unit
	in.warnings = append(in.warnings, warningsOf(loader)...)
	return in, nil
}

// opened describes the bodies to the other side.
func (in *inputs) opened(opt collide.Options) *pipe.Opened {
	o := &pipe.Opened{Unit: in.unit, Warnings: in.warnings, Workers: par.Workers(opt.Workers), Budget: opt.Budget}
	for i := range in.placed {
		o.Add(&in.placed[i])
	}
	o.Detector = func(workers int) (*collide.Detector, error) {
		opt := opt
		opt.Workers, opt.Budget = workers, collide.Budget{}
		return in.detector(opt)
	}
	return o
}
