package scene

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/robot"
	"github.com/collide-go/collide/shape"
)

// Placed is a body ready for a detector, with where it came from.
type Placed struct {
	Name string
	// File is the mesh file, or the scene file of a solid or procedural mesh.
	File  string
	Shape collide.Shape
	// Pose is explicit: unlike in collide.Body, the matrix of zeros means itself.
	Pose      geom.Pose
	Immovable bool
	// Motion moves the body and Deform its vertices, nil for not; Animation
	// applies them. Pose and Shape are those at time 0.
	Motion *motion.Rigid
	Deform motion.Deformation
	// Dynamics let the body move by the laws of motion, nil for one that does not.
	Dynamics *Dynamics
	// Restitution is the body's coefficient, 1 unless its scene says otherwise.
	Restitution float64
	// Link tells what the body has to do with a robot, nil for nothing. The shapes of a link follow each other and are one
	// body: see SameBody.
	Link *Link
	// Scene and Line tell where a scene file gives the pose, "" and 0 for a mesh
	// file named on its own.
	Scene string
	Line  int
}

// Mesh returns the mesh of the body, nil for a solid.
func (p *Placed) Mesh() *mesh.Mesh {
	if m, ok := p.Shape.(*collide.Model); ok {
		return m.Mesh()
	}
	return nil
}

// Loader reads mesh and scene files. A mesh file that several bodies name is
// read once and its model shared. The zero value is ready; a loader is used by
// one goroutine at a time.
type Loader struct {
	// Files opens scenes and, in place of Mesh.Files, the meshes they name; nil opens
	// any regular file.
	Files *input.Files
	// Mesh options apply to every mesh file.
	Mesh meshio.Options
	// Robots reads the robots of scenes; it takes Files and Model of this loader. Without it a scene with robots is an error: what
	// does not know of links would test each with its neighbours. See Untested.
	Robots *robot.Loader
	// Limits apply to all files together.
	Limits Limits
	// Unit is that of all lengths, such as "mm". Scenes in another unit are converted to it. "" stands for
	// the unit of the first scene that names one, which is then put here; another one is an error.
	Unit string
	// Unnamed is a warning about a file that names no unit where another one does, or about the meshes of a scene that was converted.
	Unnamed string
	// Warnings are lines about what files have and is not read, such as points of a glTF file.
	Warnings   []string
	unitOf     string // the file that named Unit
	made       tally
	bare       string // a file that names no unit
	models     map[string]*collide.Model
	trees      map[string]*tree
	procedural map[proceduralKey]*collide.Model
	robots     map[[2]string]*readRobot // by URDF and SRDF
	reaches    map[reachKey]float64
}

// IsScene reports whether a file is a scene: its extension is .json or its content
// starts like that of a text scene.
func IsScene(ctx context.Context, files *input.Files, path string) bool {
	if strings.EqualFold(filepath.Ext(path), ".json") {
		return true
	}
	f, err := files.Open(ctx, path)
	if err != nil {
		return false // the reader reports it
	}
	defer func() { _ = f.Close() }() // nothing was written
	start := make([]byte, sniffed)
	n, _ := io.ReadFull(f, start) // shorter files are fine, others fail when read
	return isTian(start[:n])
}

// File reads a mesh file as one body at its place, or the bodies of a scene or of a file with nodes.
// Errors name the file and the place in it; a cancelled context ends loading with
// an error that wraps the context's.
func (l *Loader) File(ctx context.Context, path string) ([]Placed, error) {
	if IsScene(ctx, l.Files, path) {
		return l.Scene(ctx, path)
	}
	if HasNodes(path) {
		return l.instances(ctx, path)
	}
	p, err := l.Body(ctx, path)
	if err != nil {
		return nil, err
	}
	return []Placed{*p}, nil
}

// Body reads a mesh file as one body at its place. The instances of a file with nodes are one mesh, as for Model.
func (l *Loader) Body(ctx context.Context, path string) (*Placed, error) {
	m, err := l.Model(ctx, path)
	if err != nil {
		return nil, plainPathError(err)
	}
	if err := l.countBodies(path, 0, 1); err != nil {
		return nil, err
	}
	if !HasNodes(path) {
		l.bare = cmp.Or(l.bare, path)
	}
	l.warnOfUnits()
	return &Placed{Name: BaseName(path), File: path, Shape: m, Pose: geom.Identity, Restitution: 1}, nil
}

// World is a scene with its meshes.
type World struct {
	Bodies []Placed
	// Walls and WallThickness are those of the scene.
	Walls         *geom.AABB
	WallThickness float64
	Physics       Physics
	Cameras       []Camera
}

// Scene reads a scene file and the meshes it names.
func (l *Loader) Scene(ctx context.Context, path string) ([]Placed, error) {
	w, err := l.World(ctx, path)
	if err != nil {
		return nil, err
	}
	return w.Bodies, nil
}

// World reads a scene file and the meshes it names.
func (l *Loader) World(ctx context.Context, path string) (*World, error) {
	s, err := l.parseFile(ctx, path)
	if err != nil {
		return nil, err
	}
	return l.Build(ctx, s, path)
}

// Build reads the meshes of a scene that was parsed or made: their paths start from
// the directory of path, which errors name.
func (l *Loader) Build(ctx context.Context, s *Scene, path string) (*World, error) {
	s, err := l.convert(s, path)
	if err != nil {
		return nil, err
	}
	placed, err := l.place(ctx, s, path)
	if err != nil {
		return nil, err
	}
	l.warnOfUnits()
	return &World{Bodies: placed, Walls: s.Walls, WallThickness: s.WallThickness, Physics: s.Physics, Cameras: s.Cameras}, nil
}

func (l *Loader) place(ctx context.Context, s *Scene, path string) ([]Placed, error) {
	if err := l.count(s, path); err != nil {
		return nil, err
	}
	placed := make([]Placed, len(s.Bodies))
	for i := range s.Bodies {
		if i%restValues == restValues-1 && ctx.Err() != nil {
			return nil, fmt.Errorf("%s: %w", quote.Name(path), ctx.Err())
		}
		b := &s.Bodies[i]
		placed[i] = Placed{Name: b.Name, File: path, Pose: b.Pose, Immovable: b.Immovable, Scene: path, Line: b.poseLine}
		placed[i].Dynamics, placed[i].Restitution = b.Dynamics, 1
		if b.Restitution != nil {
			placed[i].Restitution = *b.Restitution
		}
		if err := l.shape(ctx, s, b, &placed[i]); err != nil {
			return nil, err
		}
		if err := l.animate(s, b, &placed[i]); err != nil {
			return nil, err
		}
	}
	return l.placeRobots(ctx, s, path, placed)
}

func (l *Loader) shape(ctx context.Context, s *Scene, b *Body, p *Placed) error {
	switch {
	case b.Sphere != nil:
		p.Shape = shape.Sphere{Center: b.Sphere.Center, Radius: b.Sphere.Radius}
		return nil
	case b.Box != nil:
		p.Shape = shape.Box{Center: b.Box.Center, Size: b.Box.Size}
		return nil
	case b.Convex != nil:
		p.Shape = *b.Convex
		return nil
	case b.HalfSpace != nil:
		p.Shape = *b.HalfSpace
		return nil
	case b.Capsule != nil:
		p.Shape = *b.Capsule
		return nil
	case b.Cylinder != nil:
		p.Shape = *b.Cylinder
		return nil
	case b.Cone != nil:
		p.Shape = *b.Cone
		return nil
	case b.HeightField != nil:
		return l.heightField(ctx, s, b, p)
	case b.Procedural != nil:
		return l.proceduralShape(ctx, s.Unit, b, p)
	}
	var err error
	if p.File, err = l.Files.Resolve(p.Scene, b.Mesh); err != nil {
		return &Error{File: p.Scene, Line: b.line, Msg: "mesh of body " + quote.Name(b.Name), Err: err}
	}
	m, err := l.Model(ctx, p.File)
	var opening *fs.PathError
	if errors.As(err, &opening) {
		return &Error{File: p.Scene, Line: b.line, Msg: "mesh of body " + quote.Name(b.Name), Err: plainPathError(err)}
	}
	p.Shape = m
	return err
}

// proceduralShape makes a mesh from its parameters unless it has been made already.
func (l *Loader) proceduralShape(ctx context.Context, from string, b *Body, p *Placed) error {
	key := proceduralKey{*b.Procedural, from}
	m, ok := l.procedural[key]
	if !ok {
		if err := ctx.Err(); err != nil {
			return err
		}
		made := b.Procedural.Mesh()
		l.scaleMesh(made, from)
		if err := made.Check(); err != nil {
			return &Error{File: p.Scene, Line: b.line, Msg: "mesh of body " + quote.Name(b.Name), Err: err}
		}
		m = collide.NewModel(made)
		if l.procedural == nil {
			l.procedural = map[proceduralKey]*collide.Model{}
		}
		l.procedural[key] = m
	}
	p.Shape = m
	return nil
}

// Model reads a mesh file unless it has been read already. Of a file with nodes it is the union of the instances: each
// vertex as its node places it, an object of the mesh for each instance.
func (l *Loader) Model(ctx context.Context, path string) (*collide.Model, error) {
	key := filepath.Clean(path)
	if m, ok := l.models[key]; ok {
		return m, nil
	}
	read := l.mesh
	if HasNodes(path) {
		read = l.union
	}
	m, err := read(ctx, path)
	if err != nil {
		return nil, err
	}
	if l.models == nil {
		l.models = map[string]*collide.Model{}
	}
	l.models[key] = m
	return m, nil
}

// mesh reads a mesh file.
func (l *Loader) mesh(ctx context.Context, path string) (*collide.Model, error) {
	opt, left := l.meshOptions()
	m, err := meshio.ReadFile(ctx, path, opt)
	if err = l.countRead(path, m, err, left); err != nil {
		return nil, err
	}
	return collide.NewModel(m), nil
}

func (l *Loader) parseFile(ctx context.Context, path string) (*Scene, error) {
	f, err := l.Files.Open(ctx, path)
	if err != nil {
		return nil, plainPathError(err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	return parse(ctx, f, path)
}

// plainPathError turns "open a.stl: no such file" into the form that all other
// errors have, "a.stl: no such file".
func plainPathError(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &Error{File: p.Path, Msg: "cannot be read", Err: p.Err}
	}
	return err
}

// Split replaces a mesh body by the parts of its mesh, in file order, each under
// the name "body/part", a second part of that name being "body/part#2". Solids
// stay. It returns an error naming the file when it has no parts of the kind.
func Split(p *Placed, kind mesh.PartKind) ([]Placed, error) {
	m := p.Mesh()
	if m == nil {
		return []Placed{*p}, nil
	}
	parts, err := mesh.Split(m, kind)
	if err != nil {
		return nil, &Error{File: p.File, Msg: "cannot be split", Err: err}
	}
	var names Names
	placed := make([]Placed, len(parts))
	for i, part := range parts {
		placed[i] = *p
		placed[i].Name = p.Name + "/" + names.Unique(part.Name)
		placed[i].Shape = collide.NewModel(part)
	}
	return placed, nil
}
