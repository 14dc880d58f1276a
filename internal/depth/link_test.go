package depth

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// torus is a ring around the Z axis, m corners around, with a tube of n corners.
func torus(ring, tube float64, m, n int) *mesh.Mesh {
	link := &mesh.Mesh{Name: "link"}
	for i := range m {
		s, c := math.Sincos(float64(i) * 2 * math.Pi / float64(m))
		for k := range n {
			z, r := math.Sincos(float64(k) * 2 * math.Pi / float64(n))
			link.Vertices = append(link.Vertices, vec(float64(float32((ring+tube*r)*c)), float64(float32((ring+tube*r)*s)), float64(float32(tube*z))))
		}
	}
	at := func(i, k int) uint32 { return uint32(i%m*n + k%n) }
	for i := range m {
		for k := range n {
			link.Triangles = append(link.Triangles, [3]uint32{at(i, k), at(i+1, k), at(i+1, k+1)}, [3]uint32{at(i, k), at(i+1, k+1), at(i, k+1)})
		}
	}
	return link
}

// links are two links of a chain that cut into each other, with corners that face each other.
func links(t testing.TB, twist float64) (a, b *Solid) {
	t.Helper()
	link := torus(1, 0.3, 24, 12)
	return posed(t, link, turn(twist, vec(1, 0, 0), geom.Vec{})), posed(t, link, turn(twist+1.25, vec(1, 0, 0), vec(1.5, 0, 0)))
}

// TestLinks: both numbers of curved parts take few looks. The corners that face each other are 0.1 apart, so that the two faces beside either, which are
// inclined by half an angle of the tube, are all that is near.
func TestLinks(t *testing.T) {
	t.Parallel()
	want := 0.1 * math.Cos(math.Pi/12)
	for i := range 8 {
		a, b := links(t, 1.25*float64(i))
		s, goal := search(), goal(a, b)
		for name, ask := range map[string]func(a, b *Solid, goal Goal) (Interval, bool){"depth": s.Depth, "width": s.Width} {
			r, ok := ask(a, b, goal)
			if !ok || r.Lo > want+1e-6 || r.Hi < want-1e-6 || r.Hi-r.Lo > goal.Relative*r.Hi {
				t.Errorf("links %d: %s %v (%v), want %v", i, name, r, ok, want)
			}
			if s.Looks() > 64 {
				t.Errorf("links %d: %d parts looked at for the %s, want 64 at most", i, s.Looks(), name)
			}
		}
	}
}

// BenchmarkLinks: what boundaries have in the other solid, and both numbers with that known.
func BenchmarkLinks(b *testing.B) {
	p, q := links(b, 0)
	s, goal := search(), goal(p, q)
	b.Run("meet", func(b *testing.B) {
		for b.Loop() {
			p.version++
			s.begin(p, q, goal)
			s.meet()
		}
	})
	b.Run("depth", func(b *testing.B) {
		for b.Loop() {
			s.Depth(p, q, goal)
		}
	})
	b.Run("width", func(b *testing.B) {
		for b.Loop() {
			s.Width(p, q, goal)
		}
	})
}
