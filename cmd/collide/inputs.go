package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/compound"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// inputs are the bodies of a query, in the order of the command line.
type inputs struct {
	// placed are the shapes: of most bodies the only one, of a link of a robot one of several.
	placed []scene.Placed
	bodies *compound.Bodies
	robot  *scene.RobotAt // that of the command line, nil for none
	// untested are the pairs of bodies that are not tested.
	untested []report.Untested
	// unit is that of lengths, "" where it is not known.
	unit string
	// warnings are lines about the files, which have been written.
	warnings []string
}

// partKinds are the values of --split.
var partKinds = map[string]mesh.PartKind{"objects": mesh.Object, "groups": mesh.Group, "solids": mesh.Solid}

// load reads files into bodies, split into parts if split is not "". After an
// error it returns the bodies read before.
func (a *app) load(ctx context.Context, from *input.Files, files []string, split string, bar *progress) (inputs, error) {
	kind := partKinds[split]
	in := inputs{bodies: compound.New()}
	loader, err := a.loader(from)
	if err != nil {
		return in, err
	}
	var names scene.Names
	for i, file := range files {
		bar.show("reading "+quote.Name(file), float64(i)/float64(len(files)))
		if isRobot(file) {
			if split != "" {
				return in, fmt.Errorf("--split with the robot %s; its links are the bodies", quote.Name(file))
			}
			if err := a.addRobot(ctx, loader, file, &in, &names); err != nil {
				return in, err
			}
			continue
		}
		placed, err := readBodies(ctx, loader, from, file, split)
		if err != nil {
			return in, err
		}
		if _, ok := partKinds[split]; ok {
			if err := refuseRobots("--split "+split, placed); err != nil {
				return in, err
			}
			if placed, err = splitAll(placed, kind); err != nil {
				return in, err
			}
			if n := len(in.placed) + len(placed); n > a.limits.Bodies {
				return in, fmt.Errorf("%s: %d bodies after --split; expected at most %d (--max-bodies)", quote.Name(file), n, a.limits.Bodies)
			}
		}
		in.addAll(placed, &names)
	}
	in.noteRobots()
	if err := a.robot.check(&in); err != nil {
		return in, err
	}
	in.unit = loader.Unit
	in.warnOf(a, loader)
	return in, nil
}

// readBodies reads the bodies of a file, before it is split into parts.
func readBodies(ctx context.Context, loader *scene.Loader, from *input.Files, file, split string) ([]scene.Placed, error) {
	switch {
	case split == nodes && !scene.HasNodes(file):
		return nil, fmt.Errorf("--split %s: %s has no nodes; glTF and 3MF files have", nodes, quote.Name(file))
	case split == merged && !scene.IsScene(ctx, from, file):
		p, err := loader.Body(ctx, file)
		if err != nil {
			return nil, err
		}
		return []scene.Placed{*p}, nil
	}
	return loader.File(ctx, file)
}

// warn writes a warning and keeps it for reports.
func (in *inputs) warn(a *app, text string) {
	in.warnings = append(in.warnings, text)
	a.logf("warning: %s", text)
}

// warnOf writes what a loader warns of, and keeps it for reports.
func (in *inputs) warnOf(a *app, loader *scene.Loader) {
	for _, text := range warningsOf(loader) {
		in.warn(a, text)
	}
}

// warningsOf returns what a loader warns of.
func warningsOf(loader *scene.Loader) []string {
	lines := slices.Clone(loader.Warnings)
	if loader.Unnamed != "" {
		lines = append(lines, loader.Unnamed)
	}
	return lines
}

// warnOf writes what a loader warns of, where there is no report.
func (a *app) warnOf(loader *scene.Loader) {
	for _, text := range warningsOf(loader) {
		a.logf("warning: %s", text)
	}
}

func splitAll(placed []scene.Placed, kind mesh.PartKind) ([]scene.Placed, error) {
	var all []scene.Placed
	for i := range placed {
		parts, err := scene.Split(&placed[i], kind)
		if err != nil {
			return nil, err
		}
		all = append(all, parts...)
	}
	return all, nil
}

// detector makes a detector for the bodies at their places.
func (in *inputs) detector(opt collide.Options) (*collide.Detector, error) {
	bodies := make([]collide.Body, len(in.placed))
	for i, p := range in.placed {
		bodies[i] = collide.Body{Name: p.Name, Shape: p.Shape, Immovable: p.Immovable}
	}
	opt.Skip, opt.Allow = append(in.skip(), opt.Skip...), in.parts(opt.Allow)
	det, err := collide.NewDetector(bodies, opt)
	if err != nil {
		return nil, err
	}
	for i, p := range in.placed {
		if p.Pose == geom.Identity {
			continue
		}
		if err := det.SetPose(i, p.Pose); err != nil {
			return nil, &scene.Error{File: p.Scene, Line: p.Line, Msg: "pose", Err: err}
		}
	}
	return det, nil
}

func (in *inputs) names() []string {
	var names []string
	for i := range in.bodies.Len() {
		first, _ := in.bodies.Parts(i)
		names = append(names, in.placed[first].Name)
	}
	return names
}

// allow reads the allow file, "" for none. What matches nothing in it is a warning.
func (a *app) allow(ctx context.Context, from *input.Files, file string, names []string) (*scene.Allowed, error) {
	if file == "" {
		return &scene.Allowed{}, nil
	}
	f, err := from.Open(ctx, file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	allowed, err := scene.ReadAllow(f, file, names)
	if err != nil {
		return nil, err
	}
	for i, u := range allowed.Unmatched {
		if i == maxWarnings {
			a.logf("warning: %s: %d more names that no body has", quote.Name(file), len(allowed.Unmatched)-i)
			break
		}
		a.logf("warning: %v", u)
	}
	return allowed, nil
}

// maxWarnings is how many lines of warnings of one kind are written.
const maxWarnings = 20

// describe states what the bodies are, with their defects if they are wanted, as far as
// that comes before the end of the context.
func (in *inputs) describe(ctx context.Context, defects bool) []report.Body {
	bodies := make([]report.Body, in.bodies.Len())
	analyzed := map[*mesh.Mesh]*mesh.Defects{}
	for i := range bodies {
		first, to := in.bodies.Parts(i)
		p := &in.placed[first]
		bodies[i] = report.Body{Name: p.Name, File: p.File, Immovable: p.Immovable}
		for k := first; k < to; k++ {
			if m := in.placed[k].Mesh(); m != nil {
				bodies[i].Triangles += len(m.Triangles)
			}
		}
		if m := p.Mesh(); defects && m != nil && to == first+1 {
			if analyzed[m] == nil {
				analyzed[m] = analyze(ctx, m)
			}
			bodies[i].Defects = analyzed[m]
		}
	}
	return bodies
}

// analyze finds the defects of a mesh, nil where the context ends before.
func analyze(ctx context.Context, m *mesh.Mesh) *mesh.Defects {
	if ctx.Err() != nil {
		return nil
	}
	found := make(chan *mesh.Defects, 1)
	go func() { found <- mesh.Analyze(m) }() // seconds for millions of triangles, and knows no stopping
	select {
	case d := <-found:
		return d
	case <-ctx.Done():
		return nil
	}
}

// apart is how many times larger the largest body may be than the smallest, 1000, before a warning asks
// for their units.
const apart = 1000

// sizes returns a warning where bodies differ so much in size that their units may differ, nil where the context ends before that is known.
func (in *inputs) sizes(ctx context.Context, det *collide.Detector) []string {
	small, large := -1, -1
	var least, most float64
	for i := range in.placed {
		if ctx.Err() != nil {
			return nil
		}
		b := det.Bounds(i)
		size := b.Size().MaxAbs()
		if math.IsInf(size, 1) {
			continue // a half space
		}
		if small < 0 && size > 0 || size > 0 && size < least {
			small, least = i, size
		}
		if size > most {
			large, most = i, size
		}
	}
	if small < 0 || most/least < apart {
		return nil
	}
	return []string{fmt.Sprintf("%s is %.3g times as large as %s: are their files in one unit?",
		quote.Name(in.placed[large].Name), most/least, quote.Name(in.placed[small].Name))}
}

// shapes returns the surfaces for a picture.
func (in *inputs) shapes() report.Shapes {
	bodies := make([]collide.Body, len(in.placed))
	for i, p := range in.placed {
		bodies[i] = collide.Body{Shape: p.Shape, Pose: p.Pose}
	}
	return report.ShapesOf(bodies)
}
