package collide_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// posedAt is a pose that turns by a third, mirrors or scales, and moves.
func posedAt(m geom.Mat, x, y, z float64) geom.Pose {
	return geom.Pose{R: m, T: geom.Vec{X: x, Y: y, Z: z}}
}

// TestKindsOfSolids: spheres, boxes, cylinders and cones against each other and against closed and open meshes, by
// several methods and in either order.
func TestKindsOfSolids(t *testing.T) {
	t.Parallel()
	block := scaledMesh(cube(), 4, geom.Vec{}) // [0, 4]³
	hollow := hollowBlock()
	unit := shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}
	ball := shape.Sphere{Radius: 1}
	pin, spike := shape.Cylinder{B: geom.Vec{Z: 1}, Radius: 0.5}, shape.Cone{Apex: geom.Vec{Z: 2}, Radius: 1}
	mirror := geom.Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}
	for _, c := range []struct {
		name            string
		a, b            collide.Shape
		pose            geom.Pose // of b
		kind            collide.Kind
		equal, crossing bool
		reason          string
	}{
		{"a ball on a face", collide.NewModel(block), ball, at(2, 2, 5), collide.Touch, false, false, ""},
		{"a ball into a face", collide.NewModel(block), ball, at(2, 2, math.Nextafter(5, 0)), collide.Penetrate, false, false, ""},
		{"a ball at a corner", collide.NewModel(block), shape.Sphere{Radius: 7}, at(4+2, 4+3, 4+6), collide.Touch, false, false, ""},
		{"a ball in the material, on a face", collide.NewModel(block), ball, at(2, 2, 3), collide.Penetrate, false, false, ""},
		{"a ball in the material", collide.NewModel(block), ball, at(2, 2, 2), collide.Inside, false, false, ""},
		{"a ball around", collide.NewModel(block), shape.Sphere{Radius: 100}, at(2, 2, 2), collide.Inside, false, false, ""},
		{"a ball that fills a cavity", collide.NewModel(hollow), ball, at(2, 2, 2), collide.Touch, false, false, ""},
		{"a ball in a cavity", collide.NewModel(hollow), shape.Sphere{Radius: 0.5}, at(2, 2, 2), collide.NoKind, false, false, ""},
		{"a ball that fills more than a cavity", collide.NewModel(hollow), shape.Sphere{Radius: 1.5}, at(2, 2, 2), collide.Penetrate, false, false, ""},
		{"a box on a face", collide.NewModel(block), unit, at(2, 2, 5), collide.Touch, false, false, ""},
		{"a box at an edge", collide.NewModel(block), unit, at(5, 2, 5), collide.Touch, false, false, ""},
		{"a box at a corner", collide.NewModel(block), unit, at(5, 5, 5), collide.Touch, false, false, ""},
		{"a mirrored box within, on a face", collide.NewModel(block), unit, posedAt(mirror, 1, 2, 2), collide.Penetrate, false, false, ""},
		{"a box around, on a face", collide.NewModel(block), shape.Box{Size: geom.Vec{X: 10, Y: 10, Z: 4}}, at(2, 2, 2), collide.Penetrate, false, false, ""},
		{"a box in the material", collide.NewModel(block), unit, at(2, 2, 2), collide.Inside, false, false, ""},
		{"a box around", collide.NewModel(block), shape.Box{Size: geom.Vec{X: 10, Y: 10, Z: 10}}, at(2, 2, 2), collide.Inside, false, false, ""},
		{"a box that fills a cavity", collide.NewModel(hollow), unit, at(2, 2, 2), collide.Touch, false, false, ""},
		{"a box that is as large as the mesh", collide.NewModel(block), shape.Box{Size: geom.Vec{X: 4, Y: 4, Z: 4}}, at(2, 2, 2), collide.Penetrate, false, false, ""},
		{"balls", ball, ball, at(2, 0, 0), collide.Touch, false, false, ""},
		{"a ball in a ball", shape.Sphere{Radius: 5}, ball, at(2, 0, 0), collide.Inside, false, false, ""},
		{"equal balls", ball, ball, at(0, 0, 0), collide.Penetrate, true, false, ""},
		{"equal boxes, one mirrored", unit, unit, posedAt(mirror, 0, 0, 0), collide.Penetrate, true, false, ""},
		{"boxes with a face in common", unit, unit, at(2, 1, 0), collide.Touch, false, false, ""},
		{"a ball in a box", unit, shape.Sphere{Radius: 0.5}, at(0, 0, 0), collide.Inside, false, false, ""},
		{"a ball on a box", unit, ball, at(0, 0, 2), collide.Touch, false, false, ""},
		{"a ball into an open mesh", collide.NewModel(opened(block)), ball, at(4, 2, 2), collide.SurfaceContact, false, true, "a is not closed: the edge"},
		{"an open mesh in a ball", collide.NewModel(opened(block)), shape.Sphere{Radius: 100}, at(2, 2, 2), collide.SurfaceContact, false, false, "a is not closed: the edge"},
		{"a ball on an open mesh", collide.NewModel(opened(block)), ball, at(5, 2, 2), collide.SurfaceContact, false, false, "a is not closed: the edge"},
		{"a point in a ball", ball, shape.Sphere{}, at(0, 0, 0.5), collide.SurfaceContact, false, false, "b has no interior: its radius is 0"},
		{"a point on a mesh", collide.NewModel(block), shape.Sphere{}, at(2, 2, 4), collide.SurfaceContact, false, false, "b has no interior: its radius is 0"},
		{"a plate through a mesh", collide.NewModel(block), shape.Box{Size: geom.Vec{X: 9, Y: 9}}, at(2, 2, 1), collide.SurfaceContact, false, true, "b has no interior: its corners lie in one plane"},
		{"a plate on a mesh", collide.NewModel(block), shape.Box{Size: geom.Vec{X: 9, Y: 9}}, at(2, 2, 4), collide.SurfaceContact, false, false, "b has no interior: its corners lie in one plane"},
		{"a plate through a ball", ball, shape.Box{Size: geom.Vec{X: 9, Y: 9}}, at(0, 0, 0.5), collide.SurfaceContact, false, true, "b has no interior: its corners lie in one plane"},
		{"a plate in a ball", ball, shape.Box{Size: geom.Vec{X: 0.5, Y: 0.5}}, at(0, 0, 0.5), collide.SurfaceContact, false, false, "b has no interior: its corners lie in one plane"},
		{"crossing plates", shape.Box{Size: geom.Vec{X: 9, Y: 9}}, shape.Box{Size: geom.Vec{Y: 1, Z: 9}}, at(0, 0, 0.5), collide.SurfaceContact, false, true, "has no interior: its corners lie in one plane"},
		{"a point in the material", collide.NewModel(block), shape.Sphere{}, at(2, 2, 2), collide.SurfaceContact, false, false, "b has no interior: its radius is 0"},
		{"an open mesh in the material", collide.NewModel(block), collide.NewModel(opened(cube())), at(2, 2, 2), collide.SurfaceContact, false, false, "b is not closed: the edge"},
		{"a cylinder on a face", collide.NewModel(block), pin, at(2, 2, 4), collide.Touch, false, false, ""},
		{"a cylinder into a face", collide.NewModel(block), pin, at(2, 2, math.Nextafter(4, 0)), collide.Penetrate, false, false, ""},
		{"a cylinder at an edge", collide.NewModel(block), shape.Cylinder{B: geom.Vec{Z: 1}, Radius: 5}, at(4+3, 4+4, 1), collide.Touch, false, false, ""},
		{"a cylinder into an edge", collide.NewModel(block), shape.Cylinder{B: geom.Vec{Z: 1}, Radius: math.Nextafter(5, 9)}, at(4+3, 4+4, 1), collide.Penetrate, false, false, ""},
		{"a cylinder through a mesh", collide.NewModel(block), shape.Cylinder{B: geom.Vec{Z: 9}, Radius: 1}, at(2, 2, -1), collide.Penetrate, false, false, ""},
		{"a cylinder in the material", collide.NewModel(block), pin, at(2, 2, 1), collide.Inside, false, false, ""},
		{"a cylinder in the material, on a face", collide.NewModel(block), pin, at(2, 2, 0), collide.Penetrate, false, false, ""},
		{"a cylinder around", collide.NewModel(block), shape.Cylinder{A: geom.Vec{Z: -9}, B: geom.Vec{Z: 9}, Radius: 9}, at(2, 2, 1), collide.Inside, false, false, ""},
		{"a cylinder in a cavity that it touches", collide.NewModel(hollow), shape.Cylinder{B: geom.Vec{Z: 2}, Radius: 1}, at(2, 2, 1), collide.Touch, false, false, ""},
		{"a cylinder into an open mesh", collide.NewModel(opened(block)), pin, at(4, 2, 2), collide.SurfaceContact, false, true, "a is not closed: the edge"},
		{"a cylinder on an open mesh", collide.NewModel(opened(block)), pin, at(4.5, 2, 2), collide.SurfaceContact, false, false, "a is not closed: the edge"},
		{"a plate through a cylinder", pin, shape.Box{Size: geom.Vec{X: 9, Y: 9}}, at(0, 0, 0.5), collide.SurfaceContact, false, true, "b has no interior: its corners lie in one plane"},
		{"a cylinder without a radius through a mesh", collide.NewModel(block), shape.Cylinder{B: geom.Vec{Z: 9}}, at(1, 2.5, -1), collide.SurfaceContact, false, true, "b has no interior: its radius is 0"},
		{"a cone on a face", collide.NewModel(block), spike, at(2, 2, 4), collide.Touch, false, false, ""},
		{"an apex on a face", collide.NewModel(block), shape.Cone{Base: geom.Vec{Z: 2}, Radius: 1}, at(2, 2, 4), collide.Touch, false, false, ""},
		{"an apex into a face", collide.NewModel(block), shape.Cone{Base: geom.Vec{Z: 2}, Radius: 1}, at(2, 2, 3.5), collide.Penetrate, false, false, ""},
		{"a cone in the material", collide.NewModel(block), spike, at(2, 2, 1), collide.Inside, false, false, ""},
		{"a cone at an edge", collide.NewModel(block), shape.Cone{Apex: geom.Vec{Z: 2}, Radius: 5}, at(4+3, 4+4, 3), collide.Touch, false, false, ""},
		{"equal cylinders", pin, shape.Cylinder{A: geom.Vec{Z: 1}, Radius: 0.5}, at(0, 0, 0), collide.Penetrate, true, false, ""},
		{"equal cones", spike, spike, at(0, 0, 0), collide.Penetrate, true, false, ""},
		{"cylinders end to end", pin, pin, at(0, 0, 1), collide.Touch, false, false, ""},
		{"a cone in a cylinder", shape.Cylinder{A: geom.Vec{Z: -1}, B: geom.Vec{Z: 9}, Radius: 3}, spike, at(1, 0, 0), collide.Inside, false, false, ""},
		{"a ball in a cylinder", shape.Cylinder{A: geom.Vec{Z: -2}, B: geom.Vec{Z: 9}, Radius: 3}, ball, at(1, 0, 0), collide.Inside, false, false, ""},
		{"a capsule along a cylinder", pin, shape.Capsule{B: geom.Vec{Z: 1}, Radius: 0.25}, at(0.75, 0, 0), collide.Touch, false, false, ""},
		{"a box under a singular pose", collide.NewModel(block), unit, posedAt(geom.Mat{1, 0, 0, 0, 1, 0}, 2, 2, 1), collide.SurfaceContact, false, false, "b has no interior: its corners lie in one plane"},
	} {
		for i, method := range []string{"auto", "bvh", "brute", "rapid", "auto", "brute", "auto"} {
			for _, exchanged := range []bool{false, true} {
				bodies := []collide.Body{{Name: "a", Shape: c.a}, {Name: "b", Shape: c.b, Pose: c.pose}}
				if i > 3 { // boxes as hulls of many points
					bodies[0].Shape = crowdedBox(c.a)
				}
				if i > 4 {
					bodies[1].Shape = crowdedBox(c.b)
				}
				if exchanged {
					slices.Reverse(bodies)
				}
				r, err := detector(t, bodies, collide.Options{Kinds: true, Method: named(method)}).Detect(t.Context())
				if err != nil {
					t.Fatalf("%s, %s: %v", c.name, method, err)
				}
				var p collide.Pair
				if len(r.Pairs) > 0 {
					p = r.Pairs[0]
				}
				if p.Kind != c.kind || p.Equal != c.equal || p.Crossing != c.crossing || !strings.Contains(p.Reason, c.reason) || c.reason == "" && p.Reason != "" {
					t.Errorf("%s, %s, exchanged %v: kind %q, equal %v, crossing %v, %q; want %q, %v, %v, %q",
						c.name, method, exchanged, p.Kind, p.Equal, p.Crossing, p.Reason, c.kind, c.equal, c.crossing, c.reason)
				}
			}
		}
	}
}

// crowdedBox is a box as the hull of its corners, of the middles of its sides and of its own; another shape as it is.
func crowdedBox(s collide.Shape) collide.Shape {
	box, ok := s.(shape.Box)
	if !ok {
		return s
	}
	ends := box.Bounds()
	middle := ends.Center()
	points := []geom.Vec{middle, middle}
	for i := range 8 {
		c := ends.Corner(i)
		points = append(points, c, geom.Vec{X: middle.X, Y: c.Y, Z: c.Z}, geom.Vec{X: c.X, Y: middle.Y, Z: middle.Z})
	}
	return shape.Convex{Points: points}
}

// TestKindsOfHulls: a hull of many points has the kinds that the mesh of its facets has, against meshes, boxes, hulls and balls on one
// lattice, where faces and edges often touch.
func TestKindsOfHulls(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(20, 21))
	point := func(n int) geom.Vec {
		return geom.Vec{X: float64(r.IntN(n)), Y: float64(r.IntN(n)), Z: float64(r.IntN(n))}
	}
	points := func(n int) (v []geom.Vec) {
		for range n {
			v = append(v, point(5))
		}
		return v
	}
	counts := map[collide.Kind]int{}
	for range require.Cases(1500, 150) {
		hull := shape.Convex{Points: points(9 + r.IntN(8))}
		solid, ok := meshOfHull(hull.Points)
		if !ok {
			continue
		}
		other := []collide.Shape{
			collide.NewModel(scaledMesh(cube(), []float64{0.25, 1, 4, 30}[r.IntN(4)], geom.Vec{X: float64(-8 * r.IntN(2))})), shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 4}},
			shape.Convex{Points: points(9 + r.IntN(5))}, shape.Sphere{Radius: []float64{0.125, 1, 3, 9}[r.IntN(4)]}, shape.Capsule{B: geom.Vec{Z: 2}, Radius: 1},
		}[r.IntN(5)]
		pose := geom.Pose{R: geom.Identity.R, T: point(9).Sub(geom.Vec{X: 3, Y: 3, Z: 3})}
		var got [2]collide.Pair
		for i, s := range []collide.Shape{hull, collide.NewModel(solid)} {
			d := detector(t, []collide.Body{{Name: "hull", Shape: s}, {Name: "other", Shape: other, Pose: pose}}, collide.Options{Kinds: true})
			res, err := d.Detect(t.Context())
			if err != nil {
				t.Fatalf("%v and %v at %v: %v", hull, other, pose.T, err)
			}
			if len(res.Pairs) > 0 {
				got[i] = res.Pairs[0]
			}
		}
		if got[0].Kind != got[1].Kind {
			t.Errorf("%v and %T %v at %v: %q, as a mesh %q", hull, other, other, pose.T, got[0].Kind, got[1].Kind)
		}
		counts[got[0].Kind]++
	}
	for _, k := range []collide.Kind{collide.NoKind, collide.Touch, collide.Penetrate, collide.Inside} {
		if counts[k] < 5 {
			t.Errorf("%v: too few of kind %q", counts, k)
		}
	}
}

// meshOfHull is the boundary of the hull of points, false for a flat one.
func meshOfHull(points []geom.Vec) (*mesh.Mesh, bool) {
	var h predicate.Hull
	var tally predicate.Tally
	h.Set(points)
	m := &mesh.Mesh{}
	number := map[geom.Vec]uint32{}
	for _, q := range tally.Facets(&h, nil) {
		var c [3]uint32
		for k, v := range q {
			if _, ok := number[v]; !ok {
				number[v] = uint32(len(m.Vertices))
				m.Vertices = append(m.Vertices, v)
			}
			c[k] = number[v]
		}
		m.Triangles = append(m.Triangles, c)
	}
	return m, tally.HullSolid(&h)
}

// hollowBlock is [0, 4]³ with the cavity [1, 3]³.
func hollowBlock() *mesh.Mesh {
	outer, inner := scaledMesh(cube(), 4, geom.Vec{}), insideOut(scaledMesh(cube(), 2, geom.Vec{X: 1, Y: 1, Z: 1}))
	m := &mesh.Mesh{Name: "hollow", Vertices: append(slices.Clone(outer.Vertices), inner.Vertices...), Triangles: slices.Clone(outer.Triangles)}
	n := uint32(len(outer.Vertices))
	for _, c := range inner.Triangles {
		m.Triangles = append(m.Triangles, [3]uint32{c[0] + n, c[1] + n, c[2] + n})
	}
	return m
}

// TestHairsAreNoMaterial: a hair, triangles without an area that join nothing else, lies in a
// closed mesh without a clash; a component of material there clashes, and so does a mesh of nothing but hairs.
func TestHairsAreNoMaterial(t *testing.T) {
	t.Parallel()
	block := collide.NewModel(scaledMesh(cube(), 4, geom.Vec{}))
	with := func(far *mesh.Mesh) *mesh.Mesh {
		m := scaledMesh(cube(), 1, geom.Vec{X: 9})
		n := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, far.Vertices...)
		for _, c := range far.Triangles {
			m.Triangles = append(m.Triangles, [3]uint32{c[0] + n, c[1] + n, c[2] + n})
		}
		return m
	}
	hair := &mesh.Mesh{Vertices: []geom.Vec{{X: 1, Y: 1, Z: 1}, {X: 2, Y: 1, Z: 1}, {X: 3, Y: 1, Z: 1}}, Triangles: [][3]uint32{{0, 1, 1}, {1, 2, 2}}}
	for _, c := range []struct {
		name   string
		b      *mesh.Mesh
		kind   collide.Kind
		inside collide.Side
	}{
		{"a hair", with(hair), collide.NoKind, collide.NotInside},
		{"a speck", with(scaledMesh(cube(), 0.5, geom.Vec{X: 1, Y: 1, Z: 1})), collide.Inside, collide.BInside},
		{"nothing but a hair", hair, collide.SurfaceContact, collide.BInside},
	} {
		bodies := []collide.Body{{Name: "a", Shape: block}, {Name: "b", Shape: collide.NewModel(c.b)}}
		for _, o := range []collide.Options{{Kinds: true}, {Solid: true}, {Solid: true, Orient: collide.Parity}} {
			r, err := detector(t, bodies, o).Detect(t.Context())
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			var p collide.Pair
			if len(r.Pairs) > 0 {
				p = r.Pairs[0]
			}
			if p.Inside != c.inside || (r.Verdict == collide.InContact) != (c.inside != collide.NotInside) || o.Kinds && p.Kind != c.kind {
				t.Errorf("%s, %+v: inside %q, kind %q, %v; want %q, %q", c.name, o, p.Inside, p.Kind, r.Verdict, c.inside, c.kind)
			}
		}
	}
}
