package scene

import (
	"io"

	"github.com/collide-go/collide/geom"
)

// Version is the version of the scene format this package writes and reads.
const Version = 1

// Scene is the content of a scene file: bodies in order. Lengths are in
// whatever unit the meshes use.
type Scene struct {
	Bodies []Body
}

// Body is one entry of a scene: exactly one of Mesh, Sphere and Box is set.
type Body struct {
	// Name is unique in the scene. Parse fills in the base name of the mesh file
	// without its extension when the file gives none.
	Name string
	// Mesh is a path with forward slashes, relative to the scene file.
	Mesh string
	// Sphere and Box are in the body's own coordinates.
	Sphere *Sphere
	Box    *Box
	// Pose maps the shape's coordinates to the world; Parse sets the identity
	// when the file gives none.
	Pose geom.Pose
	// Immovable bodies are never tested against each other.
	Immovable bool

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

// Parse reads a scene file; file is its name in errors, which are of type
// *Error. Linear in the size of the file.
func Parse(r io.Reader, file string) (*Scene, error) {
	doc, err := parseDocument(r, file)
	if err != nil {
		return nil, err
	}
	d := decoder{doc: doc}
	s := d.scene(&doc.root)
	if d.err != nil {
		return nil, d.err
	}
	return s, nil
}
