package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/compound"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

// world reads files into one scene. Walls, forces and cameras are those of a scene
// that is viewed alone; several at once would contradict each other.
func (a *app) world(ctx context.Context, from *input.Files, files []string, split string) (*scene.World, error) {
	world, _, err := a.worldOf(ctx, from, files, split)
	return world, err
}

// worldOf is world, with the bodies as inputs.
func (a *app) worldOf(ctx context.Context, from *input.Files, files []string, split string) (*scene.World, *inputs, error) {
	bar := a.progress()
	defer bar.clear()
	if len(files) == 1 && split == "" && scene.IsScene(ctx, from, files[0]) {
		bar.show("reading "+quote.Name(files[0]), 0)
		loader, err := a.loader(from)
		if err != nil {
			return nil, nil, err
		}
		world, err := loader.World(ctx, files[0])
		if err != nil {
			return nil, nil, err
		}
		in := inputs{bodies: compound.New()}
		in.unit = loader.Unit
		in.warnOf(a, loader)
		in.add(world.Bodies...)
		in.noteRobots()
		return world, &in, a.robot.check(&in)
	}
	in, err := a.load(ctx, from, files, split, bar)
	if err != nil {
		return nil, nil, err
	}
	for i := range in.placed {
		if p := &in.placed[i]; p.Dynamics != nil {
			return nil, nil, &scene.Error{File: p.Scene, Line: p.Line, Msg: fmt.Sprintf("body %s has a mass: its scene is viewed alone, without --split", quote.Name(p.Name))}
		}
	}
	return &scene.World{Bodies: in.placed}, &in, nil
}

// title names what is viewed.
func title(files []string) string {
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = filepath.Base(f)
		if meshio.FormatByExtension(f) != meshio.Unknown && len(files) > 1 {
			names[i] = scene.BaseName(f)
		}
		names[i] = quote.Name(names[i])
	}
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
	}
	return strings.Join(names, ", ")
}
