package kind

import (
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/mesh"
)

// posed makes a body of a mesh that must be closed.
func posed(t testing.TB, m *mesh.Mesh, pose geom.Pose) *Body {
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
	s := narrow.NewSurface(m, tr)
	shells := NewShells(m, &s)
	if shells.Flaw != "" {
		t.Fatalf("%s %s", m.Name, shells.Flaw)
	}
	s.SetPose(&pose)
	r := &pose.R
	return &Body{&s, shells, predicate.Orient3D(geom.Vec{}, r.Row(0), r.Row(1), r.Row(2)) < 0}
}

// contacts finds all by brute force.
func contacts(a, b *Body) []Contact {
	var found []Contact
	var p, q geom.Triangle
	for i := range uint32(len(a.Surface.Mesh.Triangles)) {
		a.Surface.Triangle(i, &p)
		for k := range uint32(len(b.Surface.Mesh.Triangles)) {
			if b.Surface.Triangle(k, &q); predicate.TriangleTriangle(&p, &q) {
				found = append(found, Contact{i, k})
			}
		}
	}
	return found
}

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

func inverted(m *mesh.Mesh) *mesh.Mesh {
	n := &mesh.Mesh{Name: m.Name + " inverted", Vertices: m.Vertices}
	for _, t := range m.Triangles {
		n.Triangles = append(n.Triangles, [3]uint32{t[0], t[2], t[1]})
	}
	return n
}

func joined(name string, parts ...*mesh.Mesh) *mesh.Mesh {
	m := &mesh.Mesh{Name: name}
	for _, p := range parts {
		first := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, p.Vertices...)
		for _, t := range p.Triangles {
			m.Triangles = append(m.Triangles, [3]uint32{t[0] + first, t[1] + first, t[2] + first})
		}
	}
	return m
}

// TestKinds: boxes in every position that decides in another way.
func TestKinds(t *testing.T) {
	unit := box("unit", vec(0, 0, 0), vec(1, 1, 1))
	long := box("long", vec(-1, 0.25, 0.25), vec(2, 0.75, 0.75))
	diamond := &mesh.Mesh{Name: "octahedron", Vertices: []geom.Vec{vec(1, 0, 0), vec(-1, 0, 0), vec(0, 1, 0), vec(0, -1, 0), vec(0, 0, 1), vec(0, 0, -1)},
		Triangles: [][3]uint32{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}}
	hollow := joined("hollow", box("outer", vec(-3, -3, -3), vec(3, 3, 3)), inverted(box("inner", vec(-1, -1, -1), vec(1, 1, 1))))
	nested := joined("nested", box("outer", vec(-3, -3, -3), vec(3, 3, 3)), box("inner", vec(-1, -1, -1), vec(1, 1, 1)))
	// A tetrahedron within a cube that shares an edge with it: as much again of the solid, or a
	// cavity with a slit.
	wedge := tetrahedra([4]geom.Vec{vec(0, 0, 0), vec(0, 0, 3), vec(2, 1, 1.5), vec(1, 2, 1.5)})
	cube := box("cube", vec(0, 0, 0), vec(3, 3, 3))
	twice, slit := joined("twice", cube, wedge), joined("slit", cube, inverted(wedge))
	slitSplit := joined("slit with thin triangles", slit)
	slitSplit.Triangles = append(slitSplit.Triangles, [3]uint32{0, 1, 1}, [3]uint32{8, 8, 9})
	pin := &mesh.Mesh{Name: "pin", Vertices: []geom.Vec{vec(1.5, 1.5, 1.5), vec(1, 1, 1.25), vec(1, 1, 1.75), vec(1.25, 1, 1.5)},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}}
	bar := tetrahedra([4]geom.Vec{vec(1.75, 1.25, 1.5), vec(1.25, 1.75, 1.5), vec(2, 2, 1.75), vec(2, 2, 1.25)})
	for _, c := range []struct {
		name string
		a, b *mesh.Mesh
		pose geom.Pose
		want Kind
	}{
		{"twins", unit, unit, at(0, 0, 0), Penetrate},
		{"face on face", unit, unit, at(1, 0, 0), Touch},
		{"part of a face on a face", unit, unit, at(1, 0.5, 0.25), Touch},
		{"edge on edge", unit, unit, at(1, 1, 0), Touch},
		{"part of an edge on an edge", unit, unit, at(1, 1, 0.5), Touch},
		{"corner on corner", unit, unit, at(1, 1, 1), Touch},
		{"flush within", unit, unit, at(0.5, 0, 0), Penetrate},
		{"shifted along an edge's line", unit, unit, at(0.5, 0.5, 0), Penetrate},
		{"corner in corner", unit, unit, at(0.5, 0.5, 0.5), Penetrate},
		{"through and through", unit, long, at(0, 0, 0), Penetrate},
		{"flush channel", unit, long, at(0, 0.25, 0.25), Penetrate},
		{"beam on top", unit, long, at(0, 0, 0.75), Touch},
		{"beam along an edge outside", unit, long, at(0, 0.75, 0.75), Touch},
		{"small box against a wall from within", hollow, box("small", vec(0, 0, 0), vec(0.5, 0.5, 0.5)), at(0.5, 0, 0), Touch},
		{"and into the wall", hollow, box("small", vec(0, 0, 0), vec(0.5, 0.5, 0.5)), at(0.75, 0, 0), Penetrate},
		{"the cavity filled", hollow, box("filling", vec(-1, -1, -1), vec(1, 1, 1)), at(0, 0, 0), Touch},
		{"within nested shells of one body", nested, box("small", vec(0, 0, 0), vec(0.5, 0.5, 0.5)), at(0.5, 0, 0), Penetrate},
		{"in place of the inner shell", nested, box("filling", vec(-1, -1, -1), vec(1, 1, 1)), at(0, 0, 0), Penetrate},
		{"a pin's tip from the slit's side", slit, pin, at(0, 0, 0), Touch},
		{"a pin's tip where the solid counts twice", twice, pin, at(0, 0, 0), Penetrate},
		{"a bar along the tetrahedron's edge where the solid counts once", twice, bar, at(0, 0, 0), Penetrate},
		{"a bar along the slit's edge, in the material", slit, bar, at(0, 0, 0), Penetrate},
		{"a bar along the tetrahedron's edge, which is alone", wedge, bar, at(0, 0, 0), Touch},
		{"a pin in a slit, thin triangles about", slitSplit, pin, at(0, 0, 0), Touch},
		{"a pin pushed through the slit's end", slit, pin, at(0.25, 0.25, 0), Penetrate},
		{"octahedron's corner on a face from without", box("wall", vec(1, -5, -5), vec(2, 5, 5)), diamond, at(0, 0, 0), Touch},
		{"octahedron's corner on a face from within", box("room", vec(-5, -5, -5), vec(1, 5, 5)), diamond, at(0, 0, 0), Penetrate},
		{"octahedron edge across an edge", unit, diamond, at(-0.5, 0, 0.5), Penetrate},
		{"octahedra tip to tip", diamond, diamond, at(2, 0, 0), Touch},
		{"octahedra edge across edge", diamond, diamond, at(1, 1, 0), Touch},
		{"octahedra pushed together", diamond, diamond, at(1, 0, 0), Penetrate},
	} {
		for variant, change := range map[string]func(a, b *mesh.Mesh, p geom.Pose) (*Body, *Body){
			"plain":   func(a, b *mesh.Mesh, p geom.Pose) (*Body, *Body) { return posed(t, a, geom.Identity), posed(t, b, p) },
			"swapped": func(a, b *mesh.Mesh, p geom.Pose) (*Body, *Body) { return posed(t, b, p), posed(t, a, geom.Identity) },
			"inverted": func(a, b *mesh.Mesh, p geom.Pose) (*Body, *Body) {
				return posed(t, inverted(a), geom.Identity), posed(t, b, p)
			},
			"mirrored": func(a, b *mesh.Mesh, p geom.Pose) (*Body, *Body) {
				mirror := geom.Identity
				mirror.R[0] = -1
				p.R[0], p.T.X = -1, -p.T.X
				return posed(t, a, mirror), posed(t, b, p)
			},
			"larger": func(a, b *mesh.Mesh, p geom.Pose) (*Body, *Body) {
				huge := geom.Identity
				for i := range 3 {
					huge.R[4*i], p.R[4*i] = 0x1p400, 0x1p400
				}
				p.T = p.T.Scale(0x1p400)
				return posed(t, a, huge), posed(t, b, p)
			},
		} {
			a, b := change(c.a, c.b, c.pose)
			var j Judge
			found := contacts(a, b)
			if got, why := j.Of(a, b, found); got != c.want {
				t.Errorf("%s, %s: kind %d (%s), want %d; %d contacts", c.name, variant, got, why, c.want, len(found))
			}
		}
	}
}

// TestSectors: two fans around a line have a sector in common, or only rays.
func TestSectors(t *testing.T) {
	a, b := vec(0, 0, 0), vec(0, 0, 1)
	to := func(degrees int) geom.Vec {
		x := map[int]geom.Vec{0: vec(1, 0, 0), 20: vec(3, 1, 0), 90: vec(0, 1, 0), 135: vec(-1, 1, 0), 180: vec(-1, 0, 0), 270: vec(0, -1, 0), 300: vec(1, -2, 0)}
		return x[degrees]
	}
	wedge := func(of, from, till int) []ray {
		return []ray{{of, to(from), true, false}, {of, to(till), false, true}}
	}
	for _, c := range []struct {
		a, b [2]int // from where to where the solid lies, turning left
		want bool
	}{
		{[2]int{270, 0}, [2]int{300, 20}, true},
		{[2]int{270, 0}, [2]int{0, 90}, false},
		{[2]int{270, 0}, [2]int{20, 270}, false},
		{[2]int{270, 0}, [2]int{270, 0}, true},
		{[2]int{0, 180}, [2]int{180, 0}, false},
		{[2]int{0, 180}, [2]int{90, 135}, true},
		{[2]int{0, 270}, [2]int{270, 0}, false},
		{[2]int{0, 270}, [2]int{180, 300}, true},
		{[2]int{20, 0}, [2]int{0, 20}, false},
		{[2]int{20, 0}, [2]int{0, 90}, true},
	} {
		for _, last := range []bool{false, true} { // whichever ray is the first
			var j Judge
			j.fan = append(wedge(0, c.a[0], c.a[1]), wedge(1, c.b[0], c.b[1])...)
			if last {
				slices.Reverse(j.fan)
			}
			first := j.fan[0].to
			slices.SortStableFunc(j.fan, func(x, y ray) int { return compareTurns(&j.Tally, a, b, first, x.to, y.to) })
			if got := j.sectorOfBoth(a, b); got != c.want {
				t.Errorf("%v and %v: a common sector %v, want %v", c.a, c.b, got, c.want)
			}
		}
	}
}
