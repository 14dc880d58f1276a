//go:build !wasm

package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/internal/viewer"
)

// show loads what is to be seen.
func (a *app) show(ctx context.Context, files []string, f *viewFlags) (*viewer.Show, error) {
	opt, err := f.detectorOptions(ctx)
	if err != nil {
		return nil, err
	}
	opt.Self = f.self
	if err := f.setSolid(&opt); err != nil {
		return nil, err
	}
	if math.IsNaN(f.dt) || math.IsInf(f.dt, 0) {
		return nil, fmt.Errorf("--dt %v; expected a finite number of seconds", f.dt)
	}
	from, err := a.files(f.root, append(slices.Clone(files), f.allow, a.robot.srdf))
	if err != nil {
		return nil, err
	}
	defer func() { _ = from.Close() }() // what is shown has been opened by then
	show, err := a.open(ctx, from, files, opt, f)
	if err != nil {
		return nil, err
	}
	show.Clearance, show.Reach = f.clearance.set, f.clearance.distance
	show.Version, show.Table, show.Backend = version(), withOptions(methodTable(ctx), opt.Method), f.backend
	return show, nil
}

// withOptions puts a method into the place that it has in the table without its options, so
// that the page, which chooses by name, keeps them.
func withOptions(table []collide.Method, m collide.Method) []collide.Method {
	about := m.About()
	for i := range table {
		if is := table[i].About(); is.Name == about.Name && is.Backend == about.Backend {
			table[i] = m
		}
	}
	return table
}

// open finds out what the arguments are.
func (a *app) open(ctx context.Context, from *input.Files, files []string, opt collide.Options, f *viewFlags) (*viewer.Show, error) {
	var name, lineup string
	if len(files) == 1 {
		name, lineup, _ = strings.Cut(files[0], ":")
	}
	if len(files) == 0 || name == fireDrill {
		if err := f.reach(&inputs{}); err != nil {
			return nil, err
		}
	}
	switch {
	case len(files) == 0:
		return viewer.Demo(ctx, opt)
	case name == fireDrill:
		return viewer.FireDrill(ctx, sim.Lineup(lineup), f.dt, opt)
	case len(files) == 1 && sim.IsRecording(ctx, from, files[0]):
		return a.showRecording(ctx, from, files[0], opt, f)
	}
	if len(files) > 0 && isProof(ctx, from, files[0]) {
		return a.showProof(ctx, from, files, opt, f)
	}
	for _, file := range files {
		if sim.IsRecording(ctx, from, file) {
			return nil, fmt.Errorf("%s: a recording is viewed alone", quote.Name(file))
		}
	}
	return a.showFiles(ctx, from, files, opt, f)
}

// reach settles --clearance; view has no --unit that could name the unit.
func (f *viewFlags) reach(in *inputs) error {
	err := f.clearance.settle(in)
	if err != nil && in.unit == "" {
		return fmt.Errorf(`--clearance %s, but the unit of what is viewed is not known; expected a number, or "unit" in a scene`, f.clearance.String())
	}
	return err
}

// showRecording plays a recording; what touches is searched again, as its frames do
// not hold all of it.
func (a *app) showRecording(ctx context.Context, from *input.Files, file string, opt collide.Options, f *viewFlags) (*viewer.Show, error) {
	for _, flag := range []string{"dt", "split", "allow"} {
		if f.given(flag) {
			return nil, fmt.Errorf("--%s: %s is a recording, which has its own", flag, quote.Name(file))
		}
	}
	if err := f.reach(&inputs{}); err != nil {
		return nil, err
	}
	r, err := sim.OpenReplay(ctx, from, file)
	if err != nil {
		return nil, err
	}
	if r.CutOff() {
		a.logf("%s was cut off: its %d whole frames follow", quote.Name(file), r.Frames())
	}
	if err = r.Use(opt); err == nil {
		err = r.Seek(ctx, 0)
	}
	if err != nil {
		_ = r.Close() // the first error tells more
		return nil, err
	}
	return &viewer.Show{Title: title([]string{file}), Stepper: r, DT: r.DT(), Options: opt}, nil
}

// showFiles shows scenes and meshes.
func (a *app) showFiles(ctx context.Context, from *input.Files, files []string, opt collide.Options, f *viewFlags) (*viewer.Show, error) {
	world, in, err := a.worldOf(ctx, from, files, f.split)
	if err != nil {
		return nil, err
	}
	if err := f.reach(in); err != nil {
		return nil, err
	}
	allowed, err := a.allow(ctx, from, f.allow, in.names())
	if err != nil {
		return nil, err
	}
	opt.Allow, opt.Skip = in.parts(allowed.Pairs), in.skip()
	in.nameShapes(world.Bodies)
	run, err := sim.New(ctx, world, f.dt, opt)
	if err != nil {
		return nil, err
	}
	show := &viewer.Show{
		Title: title(files), Stepper: run, Still: true, Up: in.up(), DT: f.dt, Unit: in.unit, Options: opt, Walls: world.Walls, Cameras: world.Cameras,
	}
	for i := range in.placed {
		b := &in.placed[i]
		show.Files = append(show.Files, b.File)
		if b.Motion == nil && b.Deform == nil && b.Dynamics == nil {
			continue
		}
		show.Still = false
		if b.Motion != nil && b.Motion.Region != nil && world.Walls == nil {
			if show.Walls == nil {
				none := geom.EmptyAABB()
				show.Walls = &none
			}
			show.Walls.Include(b.Motion.Region)
		}
	}
	if show.Still {
		show.Joints = in.joints()
	}
	if show.Still && show.Joints == nil && len(in.robots()) > 0 {
		a.logf("no sliders for joints: there are none that move, or more than %d", mostSliders)
	}
	a.noteUntested(in)
	return show, nil
}
