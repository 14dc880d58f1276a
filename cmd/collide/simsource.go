package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/sim"
)

// fireDrill stands in place of a scene for a fire drill, with or without a line-up
// after a colon.
const fireDrill = "fire-drill"

// stepper makes what sim steps: a scene, a recording or a fire drill.
func (a *app) stepper(ctx context.Context, file string, f *simFlags, opt collide.Options) (sim.Stepper, error) {
	if name, rest, _ := strings.Cut(file, ":"); name == fireDrill {
		if f.given("G") {
			return nil, errors.New("--G: there is no gravitation in a fire drill")
		}
		return sim.NewFireDrill(ctx, sim.FireDrillOptions{Lineup: sim.Lineup(rest)}, f.dt, opt)
	}
	if sim.IsRecording(file) {
		return a.replay(ctx, file, f, opt)
	}
	if !scene.IsScene(file) {
		return nil, fmt.Errorf("%s: expected a scene (a .json file, or text like collidables.txt) or a recording", file)
	}
	var loader scene.Loader
	world, err := loader.World(ctx, file)
	if err != nil {
		return nil, err
	}
	if f.given("G") {
		world.Physics.G = f.g
	}
	return sim.New(ctx, world, f.dt, opt)
}

// replay opens a recording: all its frames unless fewer are asked for.
func (a *app) replay(ctx context.Context, file string, f *simFlags, opt collide.Options) (sim.Stepper, error) {
	for _, flag := range []string{"dt", "G"} {
		if f.given(flag) {
			return nil, fmt.Errorf("--%s: %s is a recording, which has its own", flag, file)
		}
	}
	r, err := sim.OpenReplay(ctx, file)
	if err != nil {
		return nil, err
	}
	if !f.given("frames") {
		f.frames = math.MaxInt
	}
	if r.CutOff() {
		a.logf("%s was cut off: its %d whole frames follow", file, r.Frames())
	}
	if !f.given("method") {
		return r, nil
	}
	// Frames are searched anew, the first one too.
	if err := r.Use(opt); err != nil {
		return nil, err
	}
	return r, r.Seek(ctx, 0)
}

// recording is the file of --record; nil for none. It is not put in its place at
// the end, as other files are: one that is cut off plays, too.
type recording struct {
	path string
	file *os.File
	to   *sim.Recorder
}

// recordTo begins a recording; one over the scene itself would destroy it.
func recordTo(path, scene string, run sim.Stepper, dt float64) (*recording, error) {
	if path == "" {
		return nil, nil
	}
	if sameFile(path, scene) {
		return nil, fmt.Errorf("--record %s: that is the file being read; expected another", path)
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written: %w", path, cause(err))
	}
	to, err := sim.NewRecorder(file, run.Bodies(), dt)
	if err != nil {
		_ = file.Close() // the first error tells more
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &recording{path, file, to}, nil
}

// sameFile tells whether two paths lead to one file.
func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

func (r *recording) frame(f *sim.Frame) error {
	if r == nil {
		return nil
	}
	if err := r.to.Frame(f); err != nil {
		return fmt.Errorf("%s: %w", r.path, err)
	}
	return nil
}

// end completes the file.
func (r *recording) end() error {
	if r == nil {
		return nil
	}
	err := r.to.Close()
	if e := r.file.Close(); err == nil {
		err = e
	}
	if r.file = nil; err != nil {
		return fmt.Errorf("%s: %w", r.path, err)
	}
	return nil
}

// close gives up the file where end was not reached.
func (r *recording) close() {
	if r != nil && r.file != nil {
		_ = r.file.Close() // an error is on its way already
	}
}
