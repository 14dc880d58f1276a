package depth

import (
	"context"
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/kind"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// posed makes a solid of a mesh that must be closed.
func posed(t testing.TB, m *mesh.Mesh, pose geom.Pose) *Solid {
	t.Helper()
	boxes := make([]geom.AABB, len(m.Triangles))
	for i := range boxes {
		q := m.Triangle(i)
		boxes[i] = q.Bounds()
	}
	tr := tree.BuildSAH(boxes, tree.SAHOptions{})
	if flaw := narrow.NewSolid(m, tr).Flaw(narrow.ByWinding); flaw != "" {
		t.Fatalf("%s %s", m.Name, flaw)
	}
	surface := narrow.NewSurface(m, tr)
	shells := kind.NewShells(m, &surface)
	if shells.Flaw != "" {
		t.Fatalf("%s %s", m.Name, shells.Flaw)
	}
	surface.SetPose(&pose)
	r := &pose.R
	s := new(Solid)
	body := kind.Body{Surface: &surface, Shells: shells, Mirrored: predicate.Orient3D(geom.Vec{}, r.Row(0), r.Row(1), r.Row(2)) < 0}
	if !s.Set(&body, 0) {
		t.Fatal("rounded")
	}
	return s
}

// search is ready for use.
func search() *Search {
	s := new(Search)
	s.Worker.Control = new(narrow.Control)
	s.Worker.Control.Reset(context.Background(), 0, 0)
	s.Worker.Begin()
	return s
}

// goal is that of a pair by default.
func goal(a, b *Solid) Goal { return Goal{Relative: 0.01, Absolute: 1e-6 * min(a.Size(), b.Size())} }

func box(name string, lo, hi geom.Vec) *mesh.Mesh {
	m := &mesh.Mesh{Name: name}
	for i := range 8 {
		m.Vertices = append(m.Vertices, (&geom.AABB{Min: lo, Max: hi}).Corner(i))
	}
	for _, f := range [6][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{f[0], f[1], f[2]}, [3]uint32{f[0], f[2], f[3]})
	}
	return m
}

func vec(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }

func at(x, y, z float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: vec(x, y, z)} }

func turn(angle float64, axis geom.Vec, t geom.Vec) geom.Pose {
	return geom.Pose{R: geom.AxisAngle(axis, angle).Matrix(), T: t}
}

// prism is a cylinder of n corners around the Z axis.
func prism(name string, n int, radius, bottom, top, phase float64) *mesh.Mesh {
	m := &mesh.Mesh{Name: name, Vertices: []geom.Vec{vec(0, 0, bottom), vec(0, 0, top)}}
	for i := range n {
		sin, cos := math.Sincos((float64(i) + phase) * 2 * math.Pi / float64(n))
		m.Vertices = append(m.Vertices, vec(radius*cos, radius*sin, bottom), vec(radius*cos, radius*sin, top))
	}
	for i := range n {
		a, b := uint32(2+2*i), uint32(2+2*((i+1)%n))
		m.Triangles = append(m.Triangles, [3]uint32{0, b, a}, [3]uint32{1, a + 1, b + 1}, [3]uint32{a, b, b + 1}, [3]uint32{a, b + 1, a + 1})
	}
	return m
}

// tube is a prism with a hole of the same number of corners.
func tube(name string, n int, inner, outer, bottom, top, phase float64) *mesh.Mesh {
	m := &mesh.Mesh{Name: name}
	for i := range n {
		sin, cos := math.Sincos((float64(i) + phase) * 2 * math.Pi / float64(n))
		for _, r := range [2]float64{inner, outer} {
			m.Vertices = append(m.Vertices, vec(r*cos, r*sin, bottom), vec(r*cos, r*sin, top))
		}
	}
	quad := func(a, b, c, d uint32) {
		m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
	}
	for i := range n {
		a, b := uint32(4*i), uint32(4*((i+1)%n))
		quad(a, a+1, b+1, b)     // the hole
		quad(a+2, b+2, b+3, a+3) // outside
		quad(a, b, b+2, a+2)     // bottom
		quad(a+1, a+3, b+3, b+1) // top
	}
	return m
}

// ball is a sphere of 2·n² triangles.
func ball(name string, n int, radius float64) *mesh.Mesh {
	m := &mesh.Mesh{Name: name, Vertices: []geom.Vec{vec(0, 0, -radius), vec(0, 0, radius)}}
	for i := 1; i < n; i++ {
		z, r := math.Sincos((float64(i)/float64(n) - 0.5) * math.Pi)
		for k := range 2 * n {
			sin, cos := math.Sincos(float64(k) * math.Pi / float64(n))
			m.Vertices = append(m.Vertices, vec(radius*r*cos, radius*r*sin, radius*z))
		}
	}
	at := func(i, k int) uint32 { return uint32(2 + (i-1)*2*n + k%(2*n)) }
	for k := range 2 * n {
		m.Triangles = append(m.Triangles, [3]uint32{0, at(1, k+1), at(1, k)}, [3]uint32{1, at(n-1, k), at(n-1, k+1)})
		for i := 1; i < n-1; i++ {
			m.Triangles = append(m.Triangles, [3]uint32{at(i, k), at(i, k+1), at(i+1, k+1)}, [3]uint32{at(i, k), at(i+1, k+1), at(i+1, k)})
		}
	}
	return m
}

func both(name string, list ...*mesh.Mesh) *mesh.Mesh {
	m := &mesh.Mesh{Name: name}
	for _, part := range list {
		base := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, part.Vertices...)
		for _, t := range part.Triangles {
			m.Triangles = append(m.Triangles, [3]uint32{t[0] + base, t[1] + base, t[2] + base})
		}
	}
	return m
}

// TestDepthsAndWidths compares with what elementary geometry has.
func TestDepthsAndWidths(t *testing.T) {
	t.Parallel()
	cube := box("cube", vec(0, 0, 0), vec(1, 1, 1))
	plate := box("plate", vec(0, 0, 0), vec(50, 40, 1))
	for _, c := range []struct {
		name         string
		a, b         *mesh.Mesh
		pose         geom.Pose
		depth, width float64
	}{
		{"cubes at a corner", cube, cube, at(0.75, 0.5, 0.25), 0.25, 0.25},
		{"cubes with coplanar sides", cube, cube, at(0.5, 0, 0), 0.5, 0.5},
		{"cubes, shifted a little", cube, cube, at(0x1p-10, 0, 0), 0x1p-10, 1 - 0x1p-10},
		{"two cubes against one", both("two", cube, box("", vec(3, 0, 0), vec(4, 1, 1))), cube, geom.Identity, 0, 1},
		{"plates", plate, plate, at(7, 3, 0.75), 0.25, 0.25},
		{"a cube in a plate", plate, cube, at(9, 9, -0.5), 0.5, 0.5},
		{
			"beyond an edge of a cavity", both("hollow", box("", vec(-9, -9, -9), vec(9, 9, 9)), inverted(box("", vec(-2, -2, -2), vec(2, 2, 2)))),
			box("", vec(3, 3, 0), vec(3.5, 3.5, 0.5)), geom.Identity, 1.5 * math.Sqrt2, 0.5,
		},
		{"a cube in a cube", box("", vec(-5, -5, -5), vec(5, 5, 5)), cube, geom.Identity, 5, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := posed(t, c.a, geom.Identity), posed(t, c.b, c.pose)
			s, goal := search(), goal(a, b)
			for _, m := range []struct {
				what   string
				search func(a, b *Solid, goal Goal) (Interval, bool)
				want   float64
			}{{"depth", s.Depth, c.depth}, {"width", s.Width, c.width}} {
				r, ok := m.search(a, b, goal)
				if !ok || r.Hi-r.Lo > max(goal.Relative*r.Hi, goal.Absolute) {
					t.Errorf("%s %v (%v), wider than %v", m.what, r, ok, goal)
				}
				if r.Lo > m.want || r.Hi < m.want {
					t.Errorf("%s %v, want %v", m.what, r, m.want)
				}
			}
		})
	}
}

// TestRoundBodies: the twins' own surface is nowhere beneath the other's, and each of them fits into both;
// a shaft too thick for its hole is as deep in it as its corners or those of the hole.
func TestRoundBodies(t *testing.T) {
	t.Parallel()
	s := search()
	twin, other := posed(t, ball("twin", 12, 1), geom.Identity), posed(t, ball("other", 12, 1), geom.Identity)
	if d, ok := s.Depth(twin, other, goal(twin, other)); !ok || d.Lo > 0 || d.Hi > 1e-5 {
		t.Errorf("twins are %v deep (%v)", d, ok)
	}
	// Both are convex and the same from the other side, and so is what they share: its largest ball may be in the middle, as far from the nearest face.
	for _, shift := range []geom.Vec{{}, vec(0x1p-10, 0, 0), vec(0.01, -0.02, 0.03)} {
		other = posed(t, ball("other", 12, 1), at(shift.X, shift.Y, shift.Z))
		want := inf
		for i := range twin.triangles {
			n := twin.normal(int32(i))
			want = min(want, 2*n.Dot(twin.triangles[i][0])-math.Abs(n.Dot(shift)))
		}
		if w, ok := s.Width(twin, other, goal(twin, other)); !ok || w.Lo > want+1e-9 || w.Hi < want-1e-9 || w.Hi-w.Lo > 0.01*w.Hi {
			t.Errorf("twins %v apart are %v wide (%v), want %v", shift, w, ok, want)
		}
	}
	for _, pose := range []geom.Pose{geom.Identity, turn(0.3, vec(1, 2, 3), vec(4, 5, 6))} {
		hole, shaft := posed(t, tube("hole", 24, 5, 9, 0, 20, 0), pose), posed(t, prism("shaft", 24, 5.02, -10, 30, 0), pose)
		if d, ok := s.Depth(hole, shaft, goal(hole, shaft)); !ok || d.Lo > 0.02 || d.Hi < 0.02 {
			t.Errorf("the shaft is %v deep (%v), want 0.02", d, ok)
		}
	}
}
