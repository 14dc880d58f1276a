package page

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/robot"
	"github.com/collide-go/collide/scene"
)

// inputs are the bodies of a request, in the order of its files.
type inputs struct {
	title    string
	placed   []scene.Placed
	bodies   []report.Body
	untested []report.Untested
	unit     string
	warnings []string
	states   []string
	up       geom.Vec
	robot    bool
	names    scene.Names
}

// load reads the files of a request.
func (r *Request) load(ctx context.Context) (*inputs, error) {
	if len(r.Files) == 0 {
		return nil, errors.New("no file; expected meshes, a scene or a robot")
	}
	loader := &scene.Loader{Limits: scene.Limits{Bodies: maxBodies, Triangles: MaxTriangles}}
	loader.Robots = &robot.Loader{Model: loader.Model, MaxTriangles: MaxTriangles}
	in := &inputs{title: titleOf(r.Files)}
	for _, file := range r.Files {
		placed, err := r.read(ctx, loader, file, in)
		if errors.Is(err, meshio.ErrLimit) {
			return nil, fmt.Errorf("%s: the page takes %d bodies and %d triangles of all files together, at most; collide check takes more: %w", quote.Name(file), maxBodies, MaxTriangles, err)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w; only what was dropped together is found, at the paths that it has there: drop the folder that holds all", err)
		}
		if err != nil {
			return nil, err
		}
		if err := in.add(placed); err != nil {
			return nil, err
		}
	}
	if !in.robot && r.SRDF+r.State+r.Joints != "" {
		return nil, errors.New("a state of a robot without a robot; expected a .urdf file")
	}
	in.unit, in.up = loader.Unit, in.upward()
	in.warnings = append(in.warnings, loader.Warnings...)
	if loader.Unnamed != "" {
		in.warnings = append(in.warnings, loader.Unnamed)
	}
	in.noteUntested()
	return in, nil
}

// read reads the bodies of a file.
func (r *Request) read(ctx context.Context, loader *scene.Loader, file string, in *inputs) ([]scene.Placed, error) {
	if isRobot(file) {
		return r.readRobot(ctx, loader, file, in)
	}
	return loader.File(ctx, file)
}

// isRobot reports whether a file is a URDF, by its extension.
func isRobot(file string) bool { return strings.EqualFold(path.Ext(file), ".urdf") }

// readRobot reads the links of a robot in the state that is asked for.
func (r *Request) readRobot(ctx context.Context, loader *scene.Loader, file string, in *inputs) ([]scene.Placed, error) {
	if in.robot {
		return nil, fmt.Errorf("%s: a second robot; expected one, or several in a scene", quote.Name(file))
	}
	if err := loader.Declare("m", file); err != nil {
		return nil, err
	}
	at := &scene.RobotAt{Base: geom.Identity}
	var err error
	if at.Robot, err = loader.Robots.File(ctx, file); err != nil {
		return nil, err
	}
	if r.SRDF != "" {
		if at.Semantics, err = loader.Robots.Semantics(ctx, at.Robot, r.SRDF); err != nil {
			return nil, err
		}
		in.warnings = append(in.warnings, at.Semantics.Warnings...)
		for _, s := range at.Semantics.States {
			in.states = append(in.states, s.Name)
		}
	}
	if at.Values, err = r.values(at); err != nil {
		return nil, err
	}
	links := at.Placed()
	if in.robot = true; len(links) == 0 {
		return nil, fmt.Errorf("%s: no link has a collision shape", quote.Name(file))
	}
	in.warnings = append(in.warnings, at.Beyond()...)
	return links, loader.Count(file, len(links))
}

// values returns the state of the robot.
func (r *Request) values(at *scene.RobotAt) ([]float64, error) {
	switch {
	case r.State != "" && r.Joints != "":
		return nil, errors.New("a state and joints; expected one of them")
	case r.State != "" && at.Semantics == nil:
		return nil, fmt.Errorf("state %s without an SRDF, which would name it", quote.Name(r.State))
	case r.State != "":
		return at.Semantics.StateValues(at.Robot, r.State)
	}
	values, err := at.ParseState(r.Joints)
	if err != nil {
		return nil, fmt.Errorf("joints: %w", err)
	}
	return values, nil
}

// add adds bodies under names that no other one has.
func (in *inputs) add(placed []scene.Placed) error {
	for i := range placed {
		p := &placed[i]
		if i > 0 && scene.SameBody(&placed[i-1], p) {
			return fmt.Errorf("link %s has several shapes; expected one: a page cannot show several yet, collide check answers about them", quote.Name(p.Name))
		}
		p.Name = in.names.Unique(p.Name)
		b := report.Body{Name: p.Name, File: p.File, Immovable: p.Immovable}
		if m := p.Mesh(); m != nil {
			b.Triangles = len(m.Triangles)
		}
		in.placed, in.bodies = append(in.placed, *p), append(in.bodies, b)
	}
	return nil
}

// noteUntested finds the pairs that are not tested because of robots.
func (in *inputs) noteUntested() {
	links := make([]*scene.Link, len(in.placed))
	for i := range in.placed {
		links[i] = in.placed[i].Link
	}
	for _, u := range scene.Untested(links) {
		in.untested = append(in.untested, report.Untested(u))
	}
}

// standing are the names of the immovable bodies, which are not tested with each other.
func (in *inputs) standing() []string {
	var names []string
	for i := range in.bodies {
		if in.bodies[i].Immovable {
			names = append(names, in.bodies[i].Name)
		}
	}
	return names
}

func (in *inputs) bodyNames() []string {
	names := make([]string, len(in.bodies))
	for i := range in.bodies {
		names[i] = in.bodies[i].Name
	}
	return names
}

// skip returns the pairs that are not tested.
func (in *inputs) skip() [][2]int {
	var pairs [][2]int
	for _, u := range in.untested {
		pairs = append(pairs, [2]int{u.A, u.B})
	}
	return pairs
}

// upward guesses the direction that is up, as collide check does: +Y in formats of computer graphics, else +Z.
func (in *inputs) upward() geom.Vec {
	for i := range in.placed {
		p := &in.placed[i]
		file := p.File
		if p.Scene != "" {
			file = p.Scene
		}
		switch ext := strings.ToLower(path.Ext(file)); {
		case ext == ".glb", ext == ".gltf":
		case ext == ".stl", p.Scene != "":
			return geom.Vec{Z: 1}
		}
	}
	return geom.Vec{Y: 1}
}

// titleOf names what is checked.
func titleOf(files []string) string {
	var names []string
	for _, f := range files {
		names = append(names, quote.Name(path.Base(f)))
	}
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
	}
	return strings.Join(names, ", ")
}
