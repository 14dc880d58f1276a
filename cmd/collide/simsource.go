package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
)

// fireDrill stands in place of a scene for a fire drill, with or without a line-up
// after a colon.
const fireDrill = "fire-drill"

// stepper makes what sim steps: a scene, a recording or a fire drill.
func (a *app) stepper(ctx context.Context, from *input.Files, file string, f *simFlags, opt collide.Options) (sim.Stepper, error) {
	if name, rest, _ := strings.Cut(file, ":"); name == fireDrill {
		if f.given("G") {
			return nil, errors.New("--G: there is no gravitation in a fire drill")
		}
		return sim.NewFireDrill(ctx, sim.FireDrillOptions{Lineup: sim.Lineup(rest)}, f.dt, opt)
	}
	if err := openable(ctx, from, file); err != nil {
		return nil, err
	}
	if sim.IsRecording(ctx, from, file) {
		return a.replay(ctx, from, file, f, opt)
	}
	if !scene.IsScene(ctx, from, file) {
		return nil, fmt.Errorf("%s: expected a scene (a .json file, or text like collidables.txt) or a recording", quote.Name(file))
	}
	loader, err := a.loader(from)
	if err != nil {
		return nil, err
	}
	world, err := loader.World(ctx, file)
	if err != nil {
		return nil, err
	}
	a.warnOf(loader)
	if f.given("G") {
		world.Physics.G = f.g
	}
	if f.onDevice() && sim.HasMasses(world) {
		if f.budget != "" {
			return nil, errors.New("--budget: bodies that live on a device ask no queries; leave out --backend gpu or the budget")
		}
		run, err := sim.NewOnDevice(ctx, world, f.dt, moverOnDevice(ctx))
		if err != nil {
			return nil, err
		}
		return run, nil
	}
	f.choice = a.settle(ctx, &f.queryFlags, &opt, sizeOf(world.Bodies, f.frames), a.progress())
	run, err := sim.New(ctx, world, f.dt, opt)
	if f.choice != "" && deviceFailed(err) {
		f.choice, opt.Method = "cpu: "+err.Error(), methods.Auto()
		return sim.New(ctx, world, f.dt, opt)
	}
	return run, err
}

// onDevice reports whether bodies with a mass live on the device: for the backend gpu, unless
// a method is asked for, which then finds the contacts of what the CPU moves.
func (f *simFlags) onDevice() bool { return f.backend == string(collide.GPU) && !f.given("method") }

// openable returns an error for a file that cannot be opened: what looks at its
// content to find out what it is does not report that.
func openable(ctx context.Context, from *input.Files, file string) error {
	f, err := from.Open(ctx, file)
	if err != nil {
		return unreadable(file, err)
	}
	return f.Close()
}

// replay opens a recording: all its frames unless fewer are asked for.
func (a *app) replay(ctx context.Context, from *input.Files, file string, f *simFlags, opt collide.Options) (sim.Stepper, error) {
	for _, flag := range []string{"dt", "G"} {
		if f.given(flag) {
			return nil, fmt.Errorf("--%s: %s is a recording, which has its own", flag, quote.Name(file))
		}
	}
	r, err := sim.OpenReplay(ctx, from, file)
	if err != nil {
		return nil, err
	}
	if !f.given("frames") {
		f.frames = math.MaxInt
	}
	if r.CutOff() {
		a.logf("%s was cut off: its %d whole frames follow", quote.Name(file), r.Frames())
	}
	if !f.given("method") {
		return r, nil
	}
	// Frames are searched again, the first one too.
	if err := r.Use(opt); err != nil {
		return nil, err
	}
	return r, r.Seek(ctx, 0)
}
