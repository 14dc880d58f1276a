package depth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
)

// brute is what the search has to find, slow and plain: values on a grid are bounds from below, and a distance
// changes by no more than one moves.
type brute struct{ a, b *Solid }

// signed is the distance of a point to the boundary, positive inside.
func signed(s *Solid, p geom.Vec) float64 {
	d, w := math.Inf(1), 0
	search := search()
	for i := range s.triangles {
		if s.outward[i] != 0 {
			r, _ := search.distance(&s.triangles[i], p)
			d = min(d, r.Hi)
		}
		w += search.Worker.Tally.RayCrossing(p, &s.triangles[i])
	}
	if w == 0 {
		return -d
	}
	return d
}

// width returns bounds from a grid of n cells along each axis.
func (c brute) width(n int) Interval {
	box := c.a.nodes[0].Box.Intersect(c.b.nodes[0].Box)
	size := box.Size()
	if size.X < 0 || size.Y < 0 || size.Z < 0 {
		return Interval{}
	}
	most := 0.0
	step := size.Scale(1 / float64(n))
	for i := range n * n * n {
		at := vec((float64(i%n)+0.5)*step.X, (float64(i/n%n)+0.5)*step.Y, (float64(i/n/n)+0.5)*step.Z)
		p := box.Min.Add(at)
		most = max(most, min(signed(c.a, p), signed(c.b, p)))
	}
	return Interval{2 * most, 2*most + step.Norm()}
}

// depth returns bounds from n² points of each triangle.
func (c brute) depth(n int) Interval {
	r := Interval{}
	for k, of := range [2]*Solid{c.a, c.b} {
		other := [2]*Solid{c.b, c.a}[k]
		for t, q := range of.triangles {
			if of.outward[t] == 0 {
				continue
			}
			e, f := q[1].Sub(q[0]), q[2].Sub(q[0])
			for i := range n + 1 {
				for j := range n + 1 - i {
					d := signed(other, q[0].Add(e.Scale(float64(i)/float64(n))).Add(f.Scale(float64(j)/float64(n))))
					r.Lo = max(r.Lo, d)
					r.Hi = max(r.Hi, d+(e.Norm()+f.Norm())/float64(n))
				}
			}
		}
	}
	return r
}

// check compares the search with brute force.
func check(t *testing.T, a, b *Solid, points, cells int) {
	t.Helper()
	s, goal := search(), goal(a, b)
	slack := 1e-9 * max(a.reach, b.reach)
	d, ok := s.Depth(a, b, goal)
	want := brute{a, b}.depth(points)
	if !ok || d.Lo > d.Hi || d.Lo > want.Hi+slack || d.Hi < want.Lo-slack {
		t.Errorf("depth %v (%v), by brute force %v", d, ok, want)
	}
	w, ok := s.Width(a, b, goal)
	want = brute{a, b}.width(cells)
	if !ok || w.Lo > w.Hi || w.Lo > want.Hi+slack || w.Hi < want.Lo-slack {
		t.Errorf("width %v (%v), by brute force %v", w, ok, want)
	}
	x, _ := s.Depth(b, a, goal)
	if x.Lo > d.Hi || x.Hi < d.Lo {
		t.Errorf("depth %v, exchanged %v", d, x)
	}
	if y, _ := s.Width(b, a, goal); y.Lo > w.Hi || y.Hi < w.Lo {
		t.Errorf("width %v, exchanged %v", w, y)
	}
}

func inverted(m *mesh.Mesh) *mesh.Mesh {
	n := &mesh.Mesh{Name: m.Name + " inverted", Vertices: m.Vertices}
	for _, t := range m.Triangles {
		n.Triangles = append(n.Triangles, [3]uint32{t[0], t[2], t[1]})
	}
	return n
}

// TestBruteForce: nested shells, cavities, inverted and mirrored bodies, tetrahedra of whole numbers in all their positions.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	cube := func(lo, hi float64) *mesh.Mesh { return box("", vec(lo, lo, lo), vec(hi, hi, hi)) }
	mirror := geom.Pose{R: geom.Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}, T: vec(0.5, 0.25, 0)}
	shells, hollow := both("shells", cube(-3, 3), cube(-1, 1)), both("hollow", cube(-3, 3), inverted(cube(-2, 2)))
	for name, c := range map[string]struct {
		a, b *mesh.Mesh
		pose geom.Pose
	}{
		"nested shells":       {shells, cube(0, 4), geom.Identity},
		"inside nested":       {shells, cube(0, 2), at(0.25, 0.5, 0.125)},
		"a cavity":            {hollow, cube(0, 4), at(0.25, 0.5, 0.125)},
		"in a wall":           {hollow, cube(0, 0.25), at(2.25, 0.5, 0.125)},
		"in the cavity":       {hollow, cube(-1, 1), geom.Identity},
		"inverted":            {inverted(cube(0, 2)), cube(0, 2), at(0.25, 0.5, 0.125)},
		"mirrored":            {hollow, inverted(cube(-2.5, 1)), mirror},
		"apart":               {cube(0, 1), cube(0, 1), at(3, 3, 3)},
		"touching":            {cube(0, 1), cube(0, 1), at(1, 0.25, 0)},
		"turned":              {cube(0, 1), cube(0, 1), turn(0.5, vec(1, 2, 3), vec(0.25, 0.25, 0.25))},
		"turned in nested":    {shells, cube(-2, 2), turn(0.5, vec(1, 2, 3), vec(0.25, 0.25, 0.25))},
		"a tube and a cube":   {tube("", 6, 1, 2, 0, 3, 0), cube(0, 1.5), turn(0.5, vec(1, 2, 3), vec(0.25, 0.5, 0.25))},
		"a shifted twin":      {tube("", 6, 1, 2, 0, 3, 0), tube("", 6, 1, 2, 0, 3, 0), at(0.01, 0, 0)},
		"crossing plates":     {box("", vec(-5, -5, 0), vec(5, 5, 0.1)), box("", vec(0, -5, -5), vec(0.1, 5, 5)), geom.Identity},
		"a tooth in a corner": {both("", cube(0, 1), cube(2, 3)), box("", vec(0.5, 0.5, 0.5), vec(2.5, 2.5, 2.5)), geom.Identity},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, posed(t, c.a, geom.Identity), posed(t, c.b, c.pose), 6, 12)
		})
	}
}

// tetrahedron has corners of small whole numbers and a volume.
func tetrahedron(r *rand.Rand) *mesh.Mesh {
	for {
		m := &mesh.Mesh{Name: "tetrahedron", Triangles: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}}
		for range 4 {
			m.Vertices = append(m.Vertices, vec(float64(r.IntN(5)), float64(r.IntN(5)), float64(r.IntN(5))))
		}
		v := m.Vertices
		if v[1].Sub(v[0]).Cross(v[2].Sub(v[0])).Dot(v[3].Sub(v[0])) != 0 {
			return m
		}
	}
}

func TestTetrahedra(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range require.Samples(150, 40, 20) {
		a, b := tetrahedron(r), tetrahedron(r)
		t.Run(fmt.Sprint(i), func(t *testing.T) { check(t, posed(t, a, geom.Identity), posed(t, b, geom.Identity), 6, 8) })
	}
}

// TestGrowth: neither number shrinks when one body is grown.
func TestGrowth(t *testing.T) {
	t.Parallel()
	s := search()
	a := posed(t, box("", vec(0, 0, 0), vec(4, 3, 2)), geom.Identity)
	var depth, width Interval
	for i := range 12 {
		b := posed(t, ball("", 8, 0.25*float64(i+1)), at(4.5, 1.5, 1))
		d, ok := s.Depth(a, b, goal(a, b))
		w, okay := s.Width(a, b, goal(a, b))
		if !ok || !okay || d.Hi < depth.Lo || w.Hi < width.Lo {
			t.Errorf("ball %d: depth %v after %v, width %v after %v", i, d, depth, w, width)
		}
		depth, width = d, w
	}
	if depth.Lo < 1 || width.Lo < 1 {
		t.Errorf("the largest ball is %v deep and %v wide", depth, width)
	}
}
