package scene

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/shape"
)

// decoder reads the schema out of a document. The first fault is kept in err
// and everything after it returns zero values, so that the code below reads as
// the schema does.
type decoder struct {
	doc *document
	err error
}

func (d *decoder) failf(at int, format string, args ...any) {
	if d.err == nil {
		d.err = d.doc.errorf(at, format, args...)
	}
}

func (d *decoder) scene(ctx context.Context, n *node) *Scene {
	d.fields(n, "the scene", "version", "bodies", "robots", "unit", "walls", "seed", "gravity", "G", "theta", "substeps", "cameras")
	v := d.want(n, "the scene", "version")
	if f := d.number(v, "version"); d.err == nil && f != Version {
		d.failf(v.offset, "version %s of the scene format; expected %d", v.text, Version)
	}
	s := &Scene{Seed: d.seed(n), Physics: d.physics(n), Cameras: d.cameras(ctx, n)}
	s.Unit = d.unit(n)
	s.Walls, s.WallThickness = d.walls(n)
	s.Robots = d.robots(ctx, n)
	bodies := n.field("bodies")
	if bodies == nil && len(s.Robots) > 0 {
		return s
	}
	if bodies = d.want(n, "the scene", "bodies"); !d.is(bodies, kindArray, "bodies") {
		return nil
	}
	if bodies.count == 0 && len(s.Robots) == 0 {
		d.failf(bodies.offset, "bodies is empty; expected at least one body")
	}
	if bodies.count == 0 {
		return s
	}
	// Elements may be of any size, bodies are longer than this.
	room := min(bodies.count, len(d.doc.data)/leastBody, DefaultBodies)
	taken := make(map[string]bool, room)
	s.Bodies = make([]Body, 0, room)
	d.each(ctx, bodies, func(n *node) {
		b := d.body(n)
		if d.err == nil && taken[b.Name] {
			d.failf(n.offset, `second body named %q; expected a unique "name"`, b.Name)
		}
		taken[b.Name] = true
		s.Bodies = append(s.Bodies, b)
	})
	return s
}

// unit reads the optional unit of lengths.
func (d *decoder) unit(n *node) string {
	f := n.field("unit")
	if f == nil || !d.is(f, kindString, "unit") {
		return ""
	}
	u, err := unit.Find(f.text)
	if err != nil {
		d.failf(f.offset, "%v", err)
	}
	return string(u)
}

// leastBody is less than the shortest body takes in a file, {"mesh":"a"}, in bytes.
const leastBody = 12

// each reads the elements of a list one by one, up to the first fault.
func (d *decoder) each(ctx context.Context, list *node, read func(*node)) {
	if d.err != nil {
		return
	}
	err := d.doc.each(ctx, list, func(n *node) error {
		read(n)
		return d.err
	})
	if d.err == nil {
		d.err = err
	}
}

func (d *decoder) body(n *node) Body {
	b := Body{Pose: geom.Identity}
	if !d.is(n, kindObject, "a body") {
		return b
	}
	b.line = d.doc.line(n.offset)
	b.poseLine = b.line
	d.fields(n, "a body", "name", "mesh", "sphere", "box", "capsule", "cylinder", "cone", "convex", "half_space", "height_field", "pose", "immovable", "motion", "deform", "mass", "restitution", "velocity", "spin")
	d.shape(n, &b)
	if p := n.field("pose"); p != nil {
		b.Pose, b.poseLine = d.pose(p), d.doc.line(p.offset)
	}
	if f := n.field("immovable"); f != nil && d.is(f, kindBool, "immovable") {
		b.Immovable = f.truth
	}
	if f := n.field("motion"); f != nil {
		b.Motion = d.motion(f)
		if b.Immovable {
			d.failf(f.offset, "motion of an immovable body; expected one or the other")
		}
		if b.HalfSpace != nil {
			d.failf(f.offset, "motion of a half_space; expected a body that has an end")
		}
	}
	if f := n.field("deform"); f != nil {
		b.Deform = d.deform(f)
		if b.isSolid() {
			d.failf(f.offset, "deform of a solid; only meshes deform")
		}
	}
	d.dynamics(n, &b)
	b.Name = d.name(n, b.Mesh)
	return b
}

// shape reads the one of mesh and the solids that is there.
func (d *decoder) shape(n *node, b *Body) {
	mesh, sphere, box := n.field("mesh"), n.field("sphere"), n.field("box")
	capsule, cylinder, convex := n.field("capsule"), n.field("cylinder"), n.field("convex")
	cone, half, field := n.field("cone"), n.field("half_space"), n.field("height_field")
	count := 0
	for _, f := range []*node{mesh, sphere, box, capsule, cylinder, cone, convex, half, field} {
		if f != nil {
			count++
		}
	}
	if count != 1 {
		d.failf(n.offset, `a body needs exactly one of "mesh", "sphere", "box", "capsule", "cylinder", "cone", "convex", "half_space" and "height_field", this has %d`, count)
		return
	}
	switch {
	case field != nil:
		b.HeightField = d.heightField(field)
	case half != nil:
		b.HalfSpace = d.halfSpace(half)
	case convex != nil:
		b.Convex = d.convex(convex)
	case capsule != nil:
		b.Capsule = &shape.Capsule{}
		b.Capsule.A, b.Capsule.B, b.Capsule.Radius = d.ends(capsule, "capsule", "from", "to")
	case cylinder != nil:
		b.Cylinder = &shape.Cylinder{}
		b.Cylinder.A, b.Cylinder.B, b.Cylinder.Radius = d.ends(cylinder, "cylinder", "from", "to")
	case cone != nil:
		b.Cone = &shape.Cone{}
		b.Cone.Base, b.Cone.Apex, b.Cone.Radius = d.ends(cone, "cone", "base", "apex")
	case mesh != nil && mesh.kind == kindObject:
		b.Procedural = d.procedural(mesh)
	case mesh != nil && mesh.kind != kindString:
		d.failf(mesh.offset, "mesh is %v; expected a string or an object", mesh.kind)
	case mesh != nil:
		if b.Mesh = d.text(mesh, "mesh"); d.err == nil && b.Mesh == "" {
			d.failf(mesh.offset, "mesh is empty; expected the path of a mesh file")
		}
	case sphere != nil:
		b.Sphere = d.sphere(sphere)
	default:
		b.Box = d.box(box)
	}
}

func (d *decoder) sphere(n *node) *Sphere {
	d.fields(n, "sphere", "center", "radius")
	s := &Sphere{Center: d.vec(d.want(n, "sphere", "center"), "center")}
	r := d.want(n, "sphere", "radius")
	if s.Radius = d.number(r, "radius"); s.Radius < 0 {
		d.failf(r.offset, "radius %s; expected a number of at least 0", r.text)
	}
	return s
}

// convex reads a hull of points.
func (d *decoder) convex(n *node) *shape.Convex {
	d.fields(n, "convex", "points")
	points := d.want(n, "convex", "points")
	c := &shape.Convex{}
	if !d.is(points, kindArray, "points") {
		return c
	}
	for i := range points.items {
		c.Points = append(c.Points, d.vec(&points.items[i], "a point"))
	}
	if err := c.Check(); err != nil && d.err == nil {
		d.failf(points.offset, "%v", err)
	}
	return c
}

// halfSpace reads a half space.
func (d *decoder) halfSpace(n *node) *shape.HalfSpace {
	d.fields(n, "half_space", "point", "normal")
	h := &shape.HalfSpace{Point: d.vec(d.want(n, "half_space", "point"), "point"), Normal: d.vec(d.want(n, "half_space", "normal"), "normal")}
	if d.err == nil && h.Normal == (geom.Vec{}) {
		d.failf(n.offset, "the normal of the half_space is 0; expected a direction, of any length")
	}
	return h
}

// ends reads a capsule, a cylinder or a cone, given what its ends are called.
func (d *decoder) ends(n *node, what, first, second string) (from, to geom.Vec, radius float64) {
	d.fields(n, what, first, second, "radius")
	from, to = d.vec(d.want(n, what, first), first), d.vec(d.want(n, what, second), second)
	r := d.want(n, what, "radius")
	if radius = d.number(r, "radius"); radius < 0 {
		d.failf(r.offset, "radius %s; expected a number of at least 0", r.text)
	}
	if d.err == nil && from == to {
		d.failf(n.offset, "the ends of the %s are equal; expected a length above 0", what)
	}
	return from, to, radius
}

func (d *decoder) box(n *node) *Box {
	d.fields(n, "box", "center", "size")
	b := &Box{Center: d.vec(d.want(n, "box", "center"), "center")}
	size := d.want(n, "box", "size")
	b.Size = d.vec(size, "size")
	if b.Size.X < 0 || b.Size.Y < 0 || b.Size.Z < 0 {
		d.failf(size.offset, "size has a negative extent; expected numbers of at least 0")
	}
	return b
}

// name reads the name of a body or makes it from its mesh file's.
func (d *decoder) name(n *node, mesh string) string {
	f := n.field("name")
	if f == nil {
		if mesh == "" {
			d.failf(n.offset, `a body without a mesh file needs a "name"`)
		}
		return BaseName(mesh)
	}
	s := d.text(f, "name")
	if d.err == nil && (s == "" || strings.ContainsFunc(s, isControl)) {
		d.failf(f.offset, "name %q; expected text, not empty and without control characters", s)
	}
	return s
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

func (d *decoder) pose(n *node) geom.Pose {
	v := d.numbers(n, "pose", 12, "12 numbers, the 3×4 matrix [R|t] row by row")
	if v == nil {
		return geom.Identity
	}
	return poseOf([12]float64(v))
}

// poseOf arranges a row-major 3×4 matrix.
func poseOf(v [12]float64) geom.Pose {
	return geom.Pose{
		R: geom.Mat{v[0], v[1], v[2], v[4], v[5], v[6], v[8], v[9], v[10]},
		T: geom.Vec{X: v[3], Y: v[7], Z: v[11]},
	}
}

func (d *decoder) vec(n *node, what string) geom.Vec {
	v := d.numbers(n, what, 3, "3 numbers")
	if v == nil {
		return geom.Vec{}
	}
	return geom.Vec{X: v[0], Y: v[1], Z: v[2]}
}

// numbers reads an array of count numbers, nil after a fault.
func (d *decoder) numbers(n *node, what string, count int, expected string) []float64 {
	if !d.is(n, kindArray, what) {
		return nil
	}
	if len(n.items) != count {
		d.failf(n.offset, "%s has %d entries; expected %s", what, len(n.items), expected)
		return nil
	}
	v := make([]float64, count)
	for i := range v {
		if e := &n.items[i]; e.kind == kindNumber {
			v[i] = d.number(e, what)
		} else {
			d.is(e, kindNumber, "an entry of "+what)
		}
	}
	if d.err != nil {
		return nil
	}
	return v
}

func (d *decoder) number(n *node, what string) float64 {
	if !d.is(n, kindNumber, what) {
		return 0
	}
	v, err := strconv.ParseFloat(n.text, 64)
	if err != nil || math.IsInf(v, 0) {
		d.failf(n.offset, "%s is %s; expected a number within the range of a double", what, n.text)
		return 0
	}
	return v
}

func (d *decoder) text(n *node, what string) string {
	d.is(n, kindString, what)
	return strings.Clone(n.text) // else it would hold the document
}

// is reports whether n is there and of kind k, and records a fault otherwise.
func (d *decoder) is(n *node, k kind, what string) bool {
	if d.err != nil {
		return false
	}
	if n.kind != k {
		d.failf(n.offset, "%s is %v; expected %v", what, n.kind, k)
		return false
	}
	return true
}

// want returns a field that must be there, and a null node when it is not.
func (d *decoder) want(n *node, what, key string) *node {
	if f := n.field(key); f != nil {
		return f
	}
	d.failf(n.offset, "%s has no %q", what, key)
	return &node{offset: n.offset}
}

// fields records a fault unless n is an object of known fields.
func (d *decoder) fields(n *node, what string, known ...string) {
	if !d.is(n, kindObject, what) {
		return
	}
	for i, k := range n.keys {
		if !slices.Contains(known, k) {
			d.failf(n.keyAt[i], "unknown field %q in %s; expected %s", k, what, strings.Join(known, ", "))
			return
		}
	}
}

// field returns the value of a key of an object, nil when there is none.
func (n *node) field(key string) *node {
	if i := slices.Index(n.keys, key); i >= 0 {
		return &n.items[i]
	}
	return nil
}
