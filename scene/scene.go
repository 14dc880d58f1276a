package scene

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/stoppable"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// Version is the version of the scene format this package writes and reads.
const Version = 1

// Scene is the content of a scene file: bodies in order, then the links of robots.
type Scene struct {
	Bodies []Body
	// Robots are in metres, whatever the unit of the bodies.
	Robots []Robot
	// Unit is that of the scene's lengths, "mm" or another name, "" for that of the meshes.
	Unit string
	// Walls throw moving bodies back, nil for none.
	Walls *geom.AABB
	// WallThickness is how thick the walls are, 0 for as much as they are apart at most.
	WallThickness float64
	// Physics are the laws that bodies with a mass obey.
	Physics Physics
	// Cameras are where to look from.
	Cameras []Camera
	// Seed is the one a generator made the scene from, for the record; nil for
	// none.
	Seed *uint64
}

// Body is one entry of a scene: exactly one of Mesh, Procedural, Sphere, Box, Capsule, Cylinder, Cone, Convex,
// HalfSpace and HeightField is set.
type Body struct {
	// Name is unique in the scene. Parse fills in the base name of the mesh file
	// without its extension when the file gives none.
	Name string
	// Mesh is a path with forward slashes, relative to the scene file.
	Mesh string
	// Procedural is a mesh made from parameters.
	Procedural *Procedural
	// Sphere, Box, Capsule, Cylinder, Cone, Convex and HalfSpace are in the body's own coordinates.
	Sphere    *Sphere
	Box       *Box
	Capsule   *shape.Capsule
	Cylinder  *shape.Cylinder
	Cone      *shape.Cone
	Convex    *shape.Convex
	HalfSpace *shape.HalfSpace
	// HeightField is a surface, as a mesh is.
	HeightField *HeightField
	// Pose maps the shape's coordinates to the world; Parse sets the identity
	// when the file gives none.
	Pose geom.Pose
	// Immovable bodies are never tested against each other.
	Immovable bool
	// Motion moves the body, nil for a body at rest.
	Motion *Motion
	// Dynamics let the body move by the laws of motion, nil for one that does not.
	Dynamics *Dynamics
	// Restitution is the body's coefficient; of two bodies, the lesser counts. Nil
	// stands for 1.
	Restitution *float64
	// Deform moves the vertices of a mesh: a *motion.Twist, a *motion.Wave or nil.
	Deform motion.Deformation

	line, poseLine int
}

// Sphere is a solid ball.
type Sphere struct {
	Center geom.Vec
	Radius float64
}

// Box is a solid box; Size is the full extents.
type Box struct {
	Center, Size geom.Vec
}

// Motion is how a body moves from its pose: straight on and turning at constant
// rates, thrown back by walls. Times are in seconds.
type Motion struct {
	// Velocity is in lengths per second.
	Velocity geom.Vec
	// Spin is the axis in world coordinates times radians per second.
	Spin geom.Vec
	// Center is the point in the shape's coordinates that moves straight on and
	// that the body turns about, nil for the middle of the shape's box.
	Center *geom.Vec
	// Bounds are the body's own walls, nil for those of the scene.
	Bounds *geom.AABB
}

// Parse reads a scene file, JSON or text, which its content tells; file is its
// name in errors, which are of type *Error. Linear in the size of the file.
func Parse(r io.Reader, file string) (*Scene, error) { return parse(context.Background(), r, file) }

func parse(ctx context.Context, r io.Reader, file string) (*Scene, error) {
	size := sizeOf(r)
	b := bufio.NewReaderSize(stoppable.Reader(ctx, r), maxLine)
	start, err := b.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, &Error{File: file, Msg: "reading", Err: err}
	}
	if isTian(start) {
		return parseTian(ctx, b, file)
	}
	doc, err := parseDocument(ctx, b, file, size, "bodies", "cameras", "robots")
	if err != nil {
		return nil, err
	}
	d := decoder{doc: doc}
	s := d.scene(ctx, &doc.root)
	if d.err != nil {
		return nil, d.err
	}
	return s, nil
}

// sizeOf is how much a reader has, 0 where that is not known.
func sizeOf(r io.Reader) int64 {
	if l, ok := r.(interface{ Len() int }); ok {
		return int64(l.Len())
	}
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}

// sniffed is how much of a file reports what it is, in bytes.
const sniffed = 4096
