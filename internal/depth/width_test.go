package depth

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// TestFits: bodies that are thin where they overlap, along the axes, turned and moved away. The widths are those of elementary
// geometry, and few cells are looked at: bounds from faces, not from points, are what decides.
func TestFits(t *testing.T) {
	t.Parallel()
	ridge := math.Cos(math.Pi / 24) // the radius of flats as a share of that of corners, of which there are 24
	for _, c := range []struct {
		name  string
		a, b  *mesh.Mesh
		pose  geom.Pose // of b beside a
		want  float64
		looks int
		poses int // of three
	}{
		{"plates", box("", vec(0, 0, 0), vec(50, 40, 1)), box("", vec(0, 0, 0), vec(50, 40, 1)), at(7, 3, 0.98), 0.02, 100, 3},
		{"a plate in a groove", groove(), box("", vec(-9, -2.01, 0), vec(9, 2.01, 3)), geom.Identity, 0.01, 2000, 3},
		// The largest ball touches a corner of the hole, or a flat of it, and two flats of the bolt.
		{"a bolt with its corners over those of its hole", tube("", 24, 5, 9, 0, 20, 0), prism("", 24, 5.02, -10, 30, 0), geom.Identity, 0.04 * ridge / (1 + ridge), 4000, 3},
		{"a bolt with its corners over flats", tube("", 24, 5, 9, 0, 20, 0), prism("", 24, 5.02, -10, 30, 0.5), geom.Identity, 2 * (5.02 - 5*ridge) * ridge / (1 + ridge), 4000, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, frame := range []geom.Pose{geom.Identity, turn(0.3, vec(1, 2, 3), vec(4, 5, 6)), turn(2, vec(3, -2, 1), vec(400, 0, 0))}[:c.poses] {
				a, b := posed(t, c.a, frame), posed(t, c.b, frame.Compose(&c.pose))
				s, goal := search(), goal(a, b)
				w, ok := s.Width(a, b, goal)
				slack := 1e-9
				if !ok || w.Hi-w.Lo > max(goal.Relative*w.Hi, goal.Absolute) || w.Lo > c.want+slack || w.Hi < c.want-slack {
					t.Errorf("width %v (%v), want %v", w, ok, c.want)
				}
				if s.Looks() > c.looks {
					t.Errorf("%d parts looked at, want %d at most", s.Looks(), c.looks)
				}
			}
		})
	}
}

// groove is a block with a groove 4 wide along X, a body that is not convex.
func groove() *mesh.Mesh {
	m := &mesh.Mesh{Name: "groove"}
	profile := [][2]float64{{-6, -4}, {6, -4}, {6, 4}, {2, 4}, {2, 0}, {-2, 0}, {-2, 4}, {-6, 4}}
	for _, p := range profile {
		m.Vertices = append(m.Vertices, vec(-8, p[0], p[1]), vec(8, p[0], p[1]))
	}
	n := uint32(len(profile))
	for i := range n {
		a, b := 2*i, 2*((i+1)%n)
		m.Triangles = append(m.Triangles, [3]uint32{a, b + 1, b}, [3]uint32{a, a + 1, b + 1})
	}
	for _, q := range [][4]uint32{{0, 1, 4, 5}, {1, 2, 3, 4}, {0, 5, 6, 7}} {
		m.Triangles = append(m.Triangles,
			[3]uint32{2 * q[0], 2 * q[1], 2 * q[2]}, [3]uint32{2 * q[0], 2 * q[2], 2 * q[3]},
			[3]uint32{2*q[0] + 1, 2*q[2] + 1, 2*q[1] + 1}, [3]uint32{2*q[0] + 1, 2*q[3] + 1, 2*q[2] + 1})
	}
	return m
}

// TestConvexQuadrilaterals: two triangles become one face if their hull is flat, and then no point of the
// hull is farther from them than the gap.
func TestConvexQuadrilaterals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		d    geom.Vec
		want bool
	}{
		"a square":              {vec(0, 1, 0), true},
		"out of plane":          {vec(0, 1, 0.1), false},
		"out of plane by 2⁻⁵⁰":  {vec(0, 1, 0x1p-50), true},
		"a corner bent inward":  {vec(-1, -0.5, 0), false},
		"three corners in line": {vec(-1, 0, 0), true},
		"folded onto the other": {vec(1, 0.25, 0), false},
	} {
		s := search()
		s.unit = 2 * u
		s.edges = map[[2]geom.Vec]int32{}
		s.addTriangle(0, &geom.Triangle{vec(0, 0, 0), vec(1, 0, 0), vec(1, 1, 0)}, vec(0, 0, 1))
		s.addTriangle(0, &geom.Triangle{vec(0, 0, 0), vec(1, 1, 0), c.d}, vec(0, 0, 1))
		if got := len(s.faces) == 1; got != c.want {
			t.Errorf("%s: one face: %v", name, got)
		}
		if c.want && s.faces[0].gap > 0x1p-40 {
			t.Errorf("%s: gap %v", name, s.faces[0].gap)
		}
	}
}

// TestSupports: the whole solid is beneath the planes of a convex body's faces, and beneath those of a groove's outer ones alone.
func TestSupports(t *testing.T) {
	t.Parallel()
	count := func(m *mesh.Mesh) (supports, faces int) {
		a := posed(t, m, turn(0.3, vec(1, 2, 3), vec(4, 5, 6)))
		s := search()
		s.begin(a, a, Goal{})
		s.gather(&a.nodes[0].Box, 3)
		for i := range s.faces {
			if f := &s.faces[i]; f.solid == 0 {
				faces++
				if s.isSupport(f) {
					supports++
				}
			}
		}
		return supports, faces
	}
	if n, of := count(ball("", 8, 1)); n != of {
		t.Errorf("%d of %d faces of a ball", n, of)
	}
	if n, of := count(groove()); n == 0 || n >= of {
		t.Errorf("%d of %d faces of a groove", n, of)
	}
}
