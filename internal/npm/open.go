// Package npm is the engine of the npm package: it makes the bodies that a program in JavaScript asks about.
// Package engine below it compiles it to WebAssembly, and build writes the package.
package npm

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/pipe"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
)

// MaxTriangles is the most triangles of all meshes together, 2,000,000. The engine needs up to 0.5 kB a triangle, contacts and
// kinds included (docs/wasm.md), and WebAssembly has 4 GiB.
const MaxTriangles = 2_000_000

// maxBodies is the most bodies.
const maxBodies = 100_000

// Open makes the bodies of a setup. Files are those that the worker has in its memory.
func Open(ctx context.Context, s *pipe.Setup) (*pipe.Opened, error) {
	opt, err := options(s)
	if err != nil {
		return nil, err
	}
	loader := &scene.Loader{Limits: scene.Limits{Bodies: maxBodies, Triangles: MaxTriangles}, Unit: s.Unit}
	o := &pipe.Opened{Workers: 1}
	var placed []scene.Placed
	var names scene.Names
	models := map[*mesh.Mesh]*collide.Model{}
	triangles := 0
	for i := range s.Bodies {
		some, err := s.Bodies[i].Place(ctx, loader, models)
		if err != nil {
			return nil, fmt.Errorf("body %d: %w", i, err)
		}
		if m := s.Bodies[i].Sent; m != nil {
			triangles += len(m.Triangles)
		}
		for k := range some {
			some[k].Name = names.Unique(some[k].Name)
			o.Add(&some[k])
		}
		if placed = append(placed, some...); len(placed) > maxBodies || triangles > MaxTriangles {
			return nil, fmt.Errorf("%d bodies with %d triangles; expected at most %d with %d: the command takes more", len(placed), triangles, maxBodies, MaxTriangles)
		}
	}
	if o.Unit, o.Warnings = loader.Unit, append(o.Warnings, loader.Warnings...); loader.Unnamed != "" {
		o.Warnings = append(o.Warnings, loader.Unnamed)
	}
	o.Detector = func(int) (*collide.Detector, error) { return detector(placed, opt) }
	return o, nil
}

// options returns those of a detector.
func options(s *pipe.Setup) (collide.Options, error) {
	opt := collide.Options{Workers: 1, First: s.First, Solid: s.Solid, Depths: s.Kinds}
	switch orient := collide.Orient(s.Orient); {
	case s.Workers > 1:
		return opt, fmt.Errorf("%d workers; WebAssembly has one thread", s.Workers)
	case s.Budget != "":
		return opt, errors.New("a budget; expected a signal, which ends a question in WebAssembly")
	case s.Identify:
		return opt, errors.New("identify, which the engine in WebAssembly does not know")
	case s.Kinds && s.First:
		return opt, errors.New("kinds with first; expected one of them: a kind needs all contacts")
	case orient != "" && orient != collide.Winding && orient != collide.Parity:
		return opt, fmt.Errorf("orient %q; expected %s or %s", s.Orient, collide.Winding, collide.Parity)
	case orient == collide.Parity && !s.Solid:
		return opt, fmt.Errorf("orient %s without solid; orientation is asked for by containment alone", orient)
	default:
		opt.Orient = orient
	}
	for _, pair := range s.Allow {
		opt.Allow = append(opt.Allow, [2]int{pair[0], pair[1]})
	}
	name := s.Method
	if name == "" {
		name = "auto"
	}
	m, err := methods.Find(methods.Table(), name, "")
	if err != nil {
		return opt, err
	}
	opt.Method, err = methods.With(m, s.Options...)
	return opt, err
}

// detector makes a detector for bodies at their places.
func detector(placed []scene.Placed, opt collide.Options) (*collide.Detector, error) {
	bodies := make([]collide.Body, len(placed))
	for i, p := range placed {
		bodies[i] = collide.Body{Name: p.Name, Shape: p.Shape, Immovable: p.Immovable}
	}
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		return nil, err
	}
	for i, p := range placed {
		if p.Pose == geom.Identity {
			continue
		}
		if err := d.SetPose(i, p.Pose); err != nil {
			return nil, errors.Join(&scene.Error{File: p.Scene, Line: p.Line, Msg: "pose", Err: err}, d.Close())
		}
	}
	return d, nil
}
