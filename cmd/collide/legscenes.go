package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// load reads the scenes.
func (r *legRun) load(ctx context.Context, a *app, from *input.Files) error {
	loader, err := a.loader(from)
	if err != nil {
		return err
	}
	if err := r.readScenes(ctx, a, loader); err != nil {
		return err
	}
	r.in.unit = loader.Unit
	r.in.warnOf(a, loader)
	if r.flags.timed {
		return r.fly(a)
	}
	return nil
}

func (r *legRun) readScenes(ctx context.Context, a *app, loader *scene.Loader) error {
	for k, file := range r.files {
		placed, err := loader.File(ctx, file)
		if err != nil {
			return err
		}
		if err := refuseRobots("--to", placed); err != nil {
			return fmt.Errorf("%s: %w; collide trajectory --continuous follows robots", quote.Name(file), err)
		}
		for i := range placed {
			if placed[i].Deform != nil {
				return fmt.Errorf("%s: %s deforms; motions between scenes are rigid", quote.Name(file), quote.Name(placed[i].Name))
			}
		}
		if len(placed) < 2 && k == 0 {
			return fmt.Errorf("%s is one body: nothing to check it against", quote.Name(file))
		}
		if k == 0 {
			r.in.add(placed...)
		} else if placed, err = r.sorted(file, placed); err != nil {
			return err
		}
		r.ends = append(r.ends, report.Station{File: file})
		if r.stations = append(r.stations, placed); k > 0 && !r.moves(k) {
			a.logf("warning: no body moves from %s to %s", quote.Name(r.files[k-1]), quote.Name(file))
		}
	}
	return nil
}

// moves reports whether a body has another pose than in the scene before.
func (r *legRun) moves(k int) bool {
	for i := range r.stations[k] {
		if r.stations[k][i].Pose != r.stations[k-1][i].Pose {
			return true
		}
	}
	return false
}

// sorted puts the bodies of a scene into the order of the first scene, whose bodies they must be.
func (r *legRun) sorted(file string, placed []scene.Placed) ([]scene.Placed, error) {
	first, at := quote.Name(r.files[0]), map[string]int{}
	for i := range placed {
		at[placed[i].Name] = i
	}
	list := make([]scene.Placed, 0, len(placed))
	for i := range r.in.placed {
		p := &r.in.placed[i]
		k, ok := at[p.Name]
		if !ok {
			return nil, fmt.Errorf("%s: no body %s, which %s has; expected the same bodies", quote.Name(file), quote.Name(p.Name), first)
		}
		q := &placed[k]
		switch {
		case !sameShape(p.Shape, q.Shape):
			return nil, fmt.Errorf("%s: %s has another shape than in %s", quote.Name(file), quote.Name(p.Name), first)
		case p.Immovable != q.Immovable:
			return nil, fmt.Errorf("%s: %s is immovable in one of this and %s; expected it in both or in none", quote.Name(file), quote.Name(p.Name), first)
		case p.Immovable && p.Pose != q.Pose:
			return nil, fmt.Errorf("%s: %s is immovable and has another pose than in %s", quote.Name(file), quote.Name(p.Name), first)
		case isHalfSpace(p) && p.Pose != q.Pose:
			return nil, fmt.Errorf("%s: %s is a half space and has another pose than in %s; its motion is not followed", quote.Name(file), quote.Name(p.Name), first)
		}
		list, placed[k].Name = append(list, *q), ""
	}
	for i := range placed {
		if placed[i].Name != "" {
			return nil, fmt.Errorf("%s: body %s, which %s has not; expected the same bodies", quote.Name(file), quote.Name(placed[i].Name), first)
		}
	}
	return list, nil
}

func isHalfSpace(p *scene.Placed) bool {
	_, ok := p.Shape.(shape.HalfSpace)
	return ok
}

// sameShape reports whether two shapes are equal, bit for bit.
func sameShape(a, b collide.Shape) bool {
	switch a := a.(type) {
	case *collide.Model:
		m, ok := b.(*collide.Model)
		return ok && (a == m || sameMesh(a.Mesh(), m.Mesh()))
	case shape.Convex:
		c, ok := b.(shape.Convex)
		return ok && slices.Equal(a.Points, c.Points)
	}
	return a == b
}
