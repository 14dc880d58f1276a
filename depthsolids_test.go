package collide_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestDepthOfSolids compares spheres, boxes and meshes with what elementary geometry has, in both orders, in
// several sizes.
func TestDepthOfSolids(t *testing.T) {
	t.Parallel()
	at := func(x, y, z float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x, Y: y, Z: z}} }
	box := func(half float64) shape.Box { return shape.Box{Size: geom.Vec{X: 2 * half, Y: 2 * half, Z: 2 * half}} }
	mesh := func(half float64) *collide.Model {
		h := geom.Vec{X: half, Y: half, Z: half}
		return collide.NewModel(cuboid("cube", h.Scale(-1), h))
	}
	turned := geom.Pose{R: geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/4).Matrix(), T: geom.Vec{X: 0.5}}
	for _, c := range []struct {
		name         string
		a, b         collide.Shape
		pose         geom.Pose
		depth, width float64
	}{
		{"two spheres", shape.Sphere{Radius: 1}, shape.Sphere{Radius: 0.5}, at(1.25, 0, 0), 0.25, 0.25},
		{"two spheres askew", shape.Sphere{Radius: 1}, shape.Sphere{Radius: 0.5}, at(0.5, 0.5, 0.5), 1.5 - math.Sqrt(0.75), 1.5 - math.Sqrt(0.75)},
		{"a sphere in a sphere", shape.Sphere{Radius: 1}, shape.Sphere{Radius: 0.25}, at(0.5, 0, 0), 0.75, 0.5},
		{"two boxes", box(0.5), box(0.5), at(0.75, 0.5, 0.25), 0.25, 0.25},
		{"a box and a cube", box(0.5), mesh(0.5), at(0.75, 0.5, 0.25), 0.25, 0.25},
		{"a box in a cube", mesh(2), box(0.5), at(0.5, 0, 0), 2, 1},
		{"an edge of a box in a box", box(1), box(0.5), geom.Pose{R: turned.R, T: geom.Vec{X: 1 + math.Sqrt(0.5) - 0.25}}, 0.25, 0.5 / (1 + math.Sqrt2)},
		{"a sphere in the side of a box", box(2), shape.Sphere{Radius: 1}, at(1.5, 0, 0), 1.5, 1.5},
		{"a sphere in the side of a cube", mesh(2), shape.Sphere{Radius: 1}, at(1.5, 0, 0), 1.5, 1.5},
		{"a cap of a sphere in a cube", mesh(2), shape.Sphere{Radius: 1}, at(2.75, 0, 0), 0.25, 0.25},
		{"a sphere in a cube", mesh(2), shape.Sphere{Radius: 1}, at(0, 0, 0), 2 - math.Sqrt(1.0/3), 2},
		{"a cube in a sphere", shape.Sphere{Radius: 2}, mesh(0.5), at(0, 0, 0), 1.5, 1},
	} {
		for i, size := range []float64{1, 0x1p-40, 0x1p300, 0x1p-300} {
			for variant := range 4 {
				if !require.CI() && (i+variant+len(c.name))%2 > 0 {
					continue // sizes share the variants out
				}
				t.Run(fmt.Sprintf("%s %g %d", c.name, size, variant), func(t *testing.T) {
					t.Parallel()
					bodies := []collide.Body{{Name: "a", Shape: scaled(c.a, size)}, {Name: "b", Shape: scaled(c.b, size), Pose: sized(c.pose, size)}}
					if variant > 1 { // boxes as hulls of many points
						bodies[0].Shape, bodies[1].Shape = crowdedBox(bodies[0].Shape), crowdedBox(bodies[1].Shape)
					}
					if variant&1 != 0 {
						bodies[0], bodies[1] = bodies[1], bodies[0]
					}
					r, err := detector(t, bodies, collide.Options{Depths: true}).Detect(t.Context())
					if err != nil || len(r.Pairs) != 1 {
						t.Fatal(err, r.Pairs)
					}
					checkNumbers(t, &r.Pairs[0], c.depth*size, c.width*size, 1e-9*size, 1e-5*size)
				})
			}
		}
	}
}

// checkNumbers holds the bounds of a depth and a width to what they are, within an error of that, and to being narrow: within 1 %, or a width.
func checkNumbers(t *testing.T, p *collide.Pair, depth, width, within, narrow float64) {
	t.Helper()
	for _, m := range []struct {
		what string
		got  [2]float64
		want float64
	}{{"depth", p.Depth, depth}, {"width", p.Width, width}} {
		if !holds(m.got, m.want, within) || m.got[1]-m.got[0] > max(0.01*m.got[1], narrow) {
			t.Errorf("%s %v, want %v (%s)", m.what, m.got, m.want, p.Reason)
		}
	}
}

// scaled is a shape of another size. Meshes are made larger by their vertices.
func scaled(s collide.Shape, size float64) collide.Shape {
	switch s := s.(type) {
	case shape.Sphere:
		return shape.Sphere{Radius: s.Radius * size}
	case shape.Box:
		return shape.Box{Size: s.Size.Scale(size)}
	case *collide.Model:
		m := *s.Mesh()
		m.Vertices = append([]geom.Vec(nil), m.Vertices...)
		for i, v := range m.Vertices {
			m.Vertices[i] = v.Scale(size)
		}
		return collide.NewModel(&m)
	}
	panic("no shape")
}

func sized(p geom.Pose, size float64) geom.Pose {
	p.T = p.T.Scale(size)
	return p
}

// TestDepthsOfAnyWorkers: bounds do not depend on the number of workers.
func TestDepthsOfAnyWorkers(t *testing.T) {
	t.Parallel()
	link := collide.NewModel(scene.Torus("link", 1, 0.3, 12, 8))
	var chain []collide.Body
	for i := range 6 {
		pose := geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1}, 1.25*float64(i)).Matrix(), T: geom.Vec{X: 1.5 * float64(i)}}
		chain = append(chain, collide.Body{Name: fmt.Sprint("link ", i), Shape: link, Pose: pose})
	}
	var want []collide.Pair
	for _, workers := range []int{1, 2, 8} {
		r, err := detector(t, chain, collide.Options{Depths: true, Workers: workers}).Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = r.Clone().Pairs
		}
		for i, p := range r.Pairs {
			if p.Depth != want[i].Depth || p.Width != want[i].Width || p.Depth[0] <= 0 {
				t.Errorf("%d workers: depth %v and width %v, with one %v and %v", workers, p.Depth, p.Width, want[i].Depth, want[i].Width)
			}
		}
	}
}
