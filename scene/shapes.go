package scene

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// Procedural is a mesh made from a few parameters, so that a scene needs no
// files. Shapes are closed except for the bowl, around the origin, and equal bit for
// bit on every machine. Parameters a shape does not have are zero.
type Procedural struct {
	// Shape is icosphere, box, torus, knot, ellipsoid or bowl.
	Shape string
	// Radius is an icosphere's or a bowl's.
	Radius float64
	// Size is a box's or an ellipsoid's full extents.
	Size geom.Vec
	// Detail is into how many parts each edge of an icosphere's 20 triangles or
	// of a box's 6 quadrilaterals is cut.
	Detail int
	// Ring and Tube are the radii of a torus; a knot winds P times around the axis
	// and Q times through the hole of a torus with the radii Ring and Ring/2.
	Ring, Tube float64
	P, Q       int
	// Around and Section are the steps along and around the tube, or around the axis
	// and from pole to pole of an ellipsoid, from pole to rim of a bowl.
	Around, Section int
	// Ripple is by how much of its radius a bowl's wall swings in and out, Waves how
	// often around its axis.
	Ripple float64
	Waves  int
}

// The shapes.
const (
	ShapeIcosphere = "icosphere"
	ShapeBox       = "box"
	ShapeTorus     = "torus"
	ShapeKnot      = "knot"
	ShapeEllipsoid = "ellipsoid"
	ShapeBowl      = "bowl"
)

// shapeNames is how errors list them.
const shapeNames = "icosphere, box, torus, knot, ellipsoid or bowl"

// maxFacets bounds a procedural mesh: a scene must not ask for more memory than
// a machine has.
const maxFacets = 1 << 22

// Facets returns the number of triangles.
func (p *Procedural) Facets() int {
	switch p.Shape {
	case ShapeIcosphere:
		return 20 * p.Detail * p.Detail
	case ShapeBox:
		return 12 * p.Detail * p.Detail
	case ShapeBowl:
		return p.Around * (2*p.Section - 1)
	default:
		return 2 * p.Around * p.Section
	}
}

// Check returns an error that names what is out of range.
func (p *Procedural) Check() error {
	lengths := map[string]float64{"radius": p.Radius}
	counts := map[string][2]int{"detail": {p.Detail, 1}}
	switch p.Shape {
	case ShapeIcosphere:
	case ShapeBox:
		lengths = map[string]float64{"size": min(p.Size.X, p.Size.Y, p.Size.Z)}
	case ShapeTorus, ShapeKnot:
		lengths = map[string]float64{"ring": p.Ring, "tube": p.Tube}
		counts = map[string][2]int{"around": {p.Around, 3}, "section": {p.Section, 3}}
		if p.Shape == ShapeKnot {
			counts["p"], counts["q"] = [2]int{p.P, 1}, [2]int{p.Q, 1}
		}
	case ShapeEllipsoid:
		lengths = map[string]float64{"size": min(p.Size.X, p.Size.Y, p.Size.Z)}
		counts = map[string][2]int{"around": {p.Around, 3}, "section": {p.Section, 1}}
	case ShapeBowl:
		counts = map[string][2]int{"around": {p.Around, 3}, "section": {p.Section, 1}, "waves": {p.Waves, 0}}
		if !(p.Ripple >= 0 && p.Ripple < 1) {
			return fmt.Errorf("ripple of the bowl is %v; expected a number of at least 0 and below 1", p.Ripple)
		}
	default:
		return fmt.Errorf("shape %q; expected %s", p.Shape, shapeNames)
	}
	for _, name := range []string{"radius", "size", "ring", "tube"} {
		if x, ok := lengths[name]; ok && (!(x > 0) || math.IsInf(x, 1)) {
			return fmt.Errorf("%s of the %s is %v; expected a number above 0", name, p.Shape, x)
		}
	}
	for _, name := range []string{"detail", "around", "section", "p", "q", "waves"} {
		if c, ok := counts[name]; ok && (c[0] < c[1] || c[0] > maxFacets) {
			return fmt.Errorf("%s of the %s is %d; expected %d to %d", name, p.Shape, c[0], c[1], maxFacets)
		}
	}
	if !p.Size.IsFinite() {
		return fmt.Errorf("size of the %s is %v; expected finite numbers", p.Shape, p.Size)
	}
	if n := p.Facets(); n > maxFacets {
		return fmt.Errorf("%s of %d triangles; expected at most %d", p.Shape, n, maxFacets)
	}
	return nil
}

// Mesh makes the mesh; parameters must have passed Check. Extreme sizes may give
// vertices that are not finite, which mesh.Check tells.
func (p *Procedural) Mesh() *mesh.Mesh {
	switch p.Shape {
	case ShapeIcosphere:
		return icosphere(p.Radius, p.Detail)
	case ShapeBox:
		return boxMesh(p.Size, p.Detail)
	case ShapeTorus:
		return sweepTube(p.Shape, p.Tube, p.Around, p.Section, circle(p.Ring))
	case ShapeEllipsoid:
		return ellipsoid(p.Size, p.Around, p.Section)
	case ShapeBowl:
		return bowl(p)
	default:
		return sweepTube(p.Shape, p.Tube, p.Around, p.Section, knot(p.P, p.Q, p.Ring))
	}
}

// icosphere cuts the faces of an icosahedron into n² triangles each and moves
// their corners out to the sphere.
func icosphere(radius float64, n int) *mesh.Mesh {
	m := &mesh.Mesh{Name: ShapeIcosphere}
	var w mesh.Welder
	for _, f := range icosahedron() {
		// A corner on an edge gets the same sum from both faces: its third weight
		// is 0, and two terms can be added in either order.
		at := func(i, j int) uint32 {
			v := f[0].Scale(float64(n - i - j)).Add(f[1].Scale(float64(i))).Add(f[2].Scale(float64(j)))
			return w.Add(v.Scale(radius / v.Norm()))
		}
		cutTriangle(m, n, at)
	}
	m.Vertices = w.Vertices()
	return m
}

// cutTriangle adds the n² triangles of a face whose corners are at(i, j), i+j ≤ n.
func cutTriangle(m *mesh.Mesh, n int, at func(i, j int) uint32) {
	for i := range n {
		for j := range n - i {
			m.Triangles = append(m.Triangles, [3]uint32{at(i, j), at(i+1, j), at(i, j+1)})
			if i+j+1 < n {
				m.Triangles = append(m.Triangles, [3]uint32{at(i+1, j), at(i+1, j+1), at(i, j+1)})
			}
		}
	}
}

// icosahedron returns its 20 faces, seen from outside counter-clockwise: the
// triples of its 12 corners whose distances are those of neighbours, 2.
func icosahedron() []geom.Triangle {
	phi := (1 + math.Sqrt(5)) / 2
	var corners []geom.Vec
	for _, s := range [][2]float64{{1, phi}, {1, -phi}, {-1, phi}, {-1, -phi}} {
		corners = append(corners, geom.Vec{Y: s[0], Z: s[1]}, geom.Vec{X: s[0], Y: s[1]}, geom.Vec{X: s[1], Z: s[0]})
	}
	near := func(a, b geom.Vec) bool { return math.Abs(a.Sub(b).Norm()-2) < 0.1 }
	var faces []geom.Triangle
	for i, a := range corners {
		for j, b := range corners[:i] {
			for _, c := range corners[:j] {
				if !near(a, b) || !near(b, c) || !near(c, a) {
					continue
				}
				f := geom.Triangle{a, b, c}
				if f.Normal().Dot(a) < 0 {
					f[1], f[2] = c, b
				}
				faces = append(faces, f)
			}
		}
	}
	return faces
}

// boxMesh cuts each side of a box into n × n quadrilaterals of two triangles.
func boxMesh(size geom.Vec, n int) *mesh.Mesh {
	m := &mesh.Mesh{Name: ShapeBox}
	var w mesh.Welder
	extent := [3]float64{size.X, size.Y, size.Z}
	for side := range 6 {
		axis, upper := side/2, side%2 == 1
		u, v := (axis+1)%3, (axis+2)%3
		at := func(i, j int) uint32 {
			var c [3]float64
			c[axis] = 0.5 * extent[axis]
			if !upper {
				c[axis], i, j = -c[axis], j, i // seen from outside, the other way round
			}
			c[u] = float64(extent[u] * (float64(i)/float64(n) - 0.5))
			c[v] = float64(extent[v] * (float64(j)/float64(n) - 0.5))
			return w.Add(geom.Vec{X: c[0], Y: c[1], Z: c[2]})
		}
		for i := range n {
			for j := range n {
				a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
				m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
			}
		}
	}
	m.Vertices = w.Vertices()
	return m
}
