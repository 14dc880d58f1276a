package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/shape"
)

// Body is a shape somewhere in the world.
type Body struct {
	Name string
	// Shape is a *Model or one of the solids of package shape.
	Shape     any
	Pose      geom.Pose
	Immovable bool
}

// body is a body in the world. There may be a million bodies: fields that only some need
// lie elsewhere, and fields that pair tests read come first.
type body struct {
	sphere    geom.Sphere
	hull      *predicate.Hull // of a box
	half      *predicate.HalfSpace
	axial     *predicate.Axial // of a capsule, a cylinder or a cone
	surface   *narrow.Surface  // of a mesh
	solid     any              // the shape, nil for a mesh
	model     *Model           // nil for a solid
	version   int              // of the model that surface is up to date with, −1 for none
	checked   int              // of the model whose range was checked under pose
	immovable bool
	removed   bool // the place is vacant
	name      string
	pose      geom.Pose
}

// count adds up the bodies that some queries do not take.
func (w *World) count(b *body, by int) {
	switch b.solid.(type) {
	case shape.Capsule:
		w.capsules += by
	case shape.Cylinder, shape.Cone:
		w.cylinders += by
	}
}

// IsCylinder reports whether a body is a cylinder or a cone.
func (w *World) IsCylinder(i int) bool { return w.isFlat(int32(i)) }

// HasAxials reports whether a body is a capsule, a cylinder or a cone.
func (w *World) HasAxials() bool { return w.capsules+w.cylinders > 0 }

// IsAxial reports whether a body is a capsule, a cylinder or a cone.
func (w *World) IsAxial(i int) bool { return w.bodies[i].axial != nil }

// take returns the first element of a slab, making one where it is used up.
func take[T any](slab *[]T) *T {
	if len(*slab) == 0 {
		*slab = make([]T, 1)
	}
	p := &(*slab)[0]
	*slab = (*slab)[1:]
	return p
}

// Len returns the number of bodies.
func (w *World) Len() int { return len(w.bodies) }

// Name returns body i's name.
func (w *World) Name(i int) string { return w.bodies[i].name }

// Model returns a mesh body's model, nil for a solid.
func (w *World) Model(i int) *Model { return w.bodies[i].model }

// Solid returns a solid of package shape in its body's coordinates, nil for a mesh.
func (w *World) Solid(i int) any { return w.bodies[i].solid }

// IsMesh reports whether a body is one.
func (w *World) IsMesh(i int32) bool { return w.mesh[i] }

// Surface returns a mesh body's posed surface, nil for a solid.
func (w *World) Surface(i int) *narrow.Surface { return w.bodies[i].surface }

// Pose returns body i's pose, to be read only.
func (w *World) Pose(i int) *geom.Pose { return &w.bodies[i].pose }

// nowhere is the box of what is in no admissible pair: half spaces and empty places. It is empty, with its ends the wrong way round, so
// that no broad phase lists it however many share it. The ends are finite, and so is what phases and searches compute of a box: sizes,
// areas, squares of distances. A body that reaches beyond 2^400 on all sides overlaps it, to no effect but a pair on a list.
var nowhere = geom.AABB{Min: geom.Vec{X: 0x1p400, Y: 0x1p400, Z: 0x1p400}, Max: geom.Vec{X: -0x1p400, Y: -0x1p400, Z: -0x1p400}}

// Boxes returns the world boxes of all bodies, to be read only. That of a half space is empty: no pair that is admissible has
// it.
func (w *World) Boxes() []geom.AABB { return w.boxes }

// Version counts the deformations of body i's mesh; 0 for a solid.
func (w *World) Version(i int) int {
	if w.bodies[i].model == nil {
		return 0
	}
	return w.bodies[i].model.version
}

// State counts the poses and the deformations of body i.
func (w *World) State(i int) int {
	if !w.mesh[i] {
		return w.stamps[i]
	}
	return w.stamps[i] + w.bodies[i].model.version
}

// Rules are what there is to search: which bodies, and which pairs of them are admissible, changes counts, and the question.
type Rules struct {
	changes     int
	first, self bool
}

// Rules returns those of the query at hand.
func (w *World) Rules() Rules { return Rules{w.rules, w.First, w.Self} }

// Posed is the version of its mesh that body i's surface is up to date with, −1 after
// its pose was set.
func (w *World) Posed(i int) int { return w.bodies[i].version }

// Primitives returns the number of primitives that contacts of body i can name: that of its
// triangles, or 1.
func (w *World) Primitives(i int) int {
	if m := w.bodies[i].model; m != nil {
		return m.Triangles()
	}
	return 1
}

// Triangle returns a triangle of a mesh body in world coordinates.
func (w *World) Triangle(i, tri int) geom.Triangle {
	b := &w.bodies[i]
	t := b.model.mesh.Triangle(tri)
	if b.pose.IsIdentity() {
		return t
	}
	return geom.Triangle{b.pose.Apply(t[0]), b.pose.Apply(t[1]), b.pose.Apply(t[2])}
}

// Bounds returns a box around body i in the world, tight for a mesh: O(n).
func (w *World) Bounds(i int) geom.AABB {
	b := &w.bodies[i]
	if b.model == nil {
		return w.PrimitiveBox(i, 0)
	}
	box := geom.EmptyAABB()
	for _, t := range b.model.mesh.Triangles {
		for _, v := range t {
			box.Extend(b.pose.Apply(b.model.mesh.Vertices[v]))
		}
	}
	return box
}

// PrimitiveBox returns the world box of a triangle or a solid.
func (w *World) PrimitiveBox(i, tri int) geom.AABB {
	if w.bodies[i].half != nil {
		return shape.HalfSpace{}.Bounds()
	}
	if w.bodies[i].model == nil {
		return w.boxes[i]
	}
	t := w.Triangle(i, tri)
	return t.Bounds()
}

// Names reports whether a contact is one that bodies of the world may have.
func (w *World) Names(c Contact) bool {
	has := func(body, tri uint32) bool {
		return body < uint32(len(w.bodies)) && !w.bodies[body].removed && uint64(tri) < uint64(w.Primitives(int(body)))
	}
	return has(c.BodyA, c.TriA) && has(c.BodyB, c.TriB) && (c.BodyA < c.BodyB || c.BodyA == c.BodyB && c.TriA < c.TriB)
}
