package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// checkWide proves what queries rest on: every triangle is in one leaf, corners lie in
// the leaf's ball and in every box above it as sums of its axes.
func checkWide(t *testing.T, w *Wide, s *Soup) {
	t.Helper()
	seen := make([]int, len(s.Triangles))
	var visit func(node int32, above []box)
	visit = func(node int32, above []box) {
		n := &w.Nodes[node]
		for lane := range simd.Lanes {
			if n.H[0][lane] < 0 {
				continue
			}
			boxes := append(slices.Clone(above), boxOf(n, lane))
			c := n.Child[lane]
			if c > node {
				visit(c, boxes)
				continue
			}
			if c >= 0 {
				t.Fatalf("node %d has child %d before itself", node, c)
			}
			checkLeaf(t, w, s, &w.Leaves[^c], boxes, seen)
		}
	}
	visit(0, nil)
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("triangle %d is in %d leaves", i, n)
		}
	}
}

// box is an oriented box in float64.
type box struct {
	c, h [3]float64
	q    [3][3]float64
}

// axes returns a box's axes.
func axes(n *simd.Node, lane int) (q [3][3]float64) {
	for j := range 3 {
		for k := range 3 {
			q[j][k] = float64(n.Q[3*j+k][lane])
		}
	}
	return q
}

func boxOf(n *simd.Node, lane int) (b box) {
	for k := range 3 {
		b.c[k], b.h[k] = float64(n.C[k][lane]), float64(n.H[k][lane])
	}
	b.q = axes(n, lane)
	return b
}

// holds reports whether x is c + Σ sⱼqⱼ with |sⱼ| ≤ hⱼ, solving for s.
func (b *box) holds(x geom.Vec) bool {
	d := [3]float64{x.X - b.c[0], x.Y - b.c[1], x.Z - b.c[2]}
	det := func(p, q, r [3]float64) float64 {
		return p[0]*(q[1]*r[2]-q[2]*r[1]) + p[1]*(q[2]*r[0]-q[0]*r[2]) + p[2]*(q[0]*r[1]-q[1]*r[0])
	}
	whole := det(b.q[0], b.q[1], b.q[2])
	for j := range 3 {
		m := b.q
		m[j] = d
		if s := det(m[0], m[1], m[2]) / whole; math.Abs(s) > b.h[j] {
			return false
		}
	}
	return true
}

func checkLeaf(t *testing.T, w *Wide, s *Soup, l *simd.Leaf, boxes []box, seen []int) {
	t.Helper()
	for i := range l.N {
		seen[l.ID[i]]++
		for k, c := range s.Triangles[l.ID[i]] {
			v := w.Local(s.Vertices[c])
			if v.Norm() > w.Radius {
				t.Fatalf("a corner is %g from the origin, radius %g", v.Norm(), w.Radius)
			}
			d := v.Sub(geom.Vec{X: l.C[0], Y: l.C[1], Z: l.C[2]})
			if d.Norm() > float64(l.Rho) {
				t.Fatalf("a corner is %g from the leaf's centre, rho %g", d.Norm(), l.Rho)
			}
			stored := geom.Vec{X: float64(l.V[3*k][i]), Y: float64(l.V[3*k+1][i]), Z: float64(l.V[3*k+2][i])}
			if e := stored.Sub(d).Norm(); e > 0x1p-23*float64(l.Rho) {
				t.Fatalf("a corner is stored off by %g, rho %g", e, l.Rho)
			}
			for _, b := range boxes {
				if !b.holds(v) {
					t.Fatalf("a corner lies outside of a box of half sizes %v", b.h)
				}
			}
		}
	}
}

func wideSoups() map[string]*Soup {
	r := rand.New(rand.NewPCG(8, 4))
	soups := map[string]*Soup{}
	add := func(name string, n int, scale float64, shift geom.Vec, corner func() geom.Vec) {
		s := &Soup{}
		for i := range n {
			for range 3 {
				s.Vertices = append(s.Vertices, corner().Scale(scale).Add(shift))
			}
			s.Triangles = append(s.Triangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
		}
		soups[name] = s
	}
	center := geom.Vec{}
	near := func() geom.Vec {
		if r.IntN(3) == 0 {
			center = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		}
		return center.Add(geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}.Scale(0.1))
	}
	add("one", 1, 1, geom.Vec{}, near)
	add("five", 5, 1, geom.Vec{}, near)
	add("many", 3000, 1, geom.Vec{}, near)
	add("small", 500, 0x1p-20, geom.Vec{X: 1}, near)
	add("huge", 500, 0x1p300, geom.Vec{}, near)
	add("flat", 700, 1, geom.Vec{}, func() geom.Vec { return geom.Vec{X: r.Float64(), Y: r.Float64()} })
	add("line", 300, 1, geom.Vec{}, func() geom.Vec { return geom.Vec{X: r.Float64()} })
	add("point", 100, 0, geom.Vec{X: 3}, near)
	add("grid", 800, 1, geom.Vec{}, func() geom.Vec {
		return geom.Vec{X: float64(r.IntN(5)), Y: float64(r.IntN(5)), Z: float64(r.IntN(2))}
	})
	return soups
}

// wideBuilders are the two ways to build.
var wideBuilders = map[string]func(*Soup, WideOptions) *Wide{"build": BuildWide, "pack": PackWide}

func TestWideEncloses(t *testing.T) {
	for name, s := range wideSoups() {
		t.Run(name, func(t *testing.T) {
			for _, level := range simd.Levels() {
				for kind, build := range wideBuilders {
					w := build(s, WideOptions{Workers: 2, Level: &level})
					checkWide(t, w, s)
					if n := len(s.Triangles); n >= 500 && w.Bytes() > 110*n {
						t.Errorf("%s, %v: %d bytes a triangle", kind, level, w.Bytes()/n)
					}
				}
			}
		})
	}
}

func TestWideDoesNotDependOnWorkers(t *testing.T) {
	s := wideSoups()["many"]
	for kind, build := range wideBuilders {
		one, eight := build(s, WideOptions{Workers: 1}), build(s, WideOptions{Workers: 8})
		if !slices.Equal(one.Nodes, eight.Nodes) || !slices.Equal(one.Leaves, eight.Leaves) {
			t.Errorf("%s: trees by 1 and 8 workers differ", kind)
		}
	}
}

func TestWideRefit(t *testing.T) {
	for kind, build := range wideBuilders {
		refitWide(t, kind, build)
	}
}

func refitWide(t *testing.T, kind string, build func(*Soup, WideOptions) *Wide) {
	for name, s := range wideSoups() {
		t.Run(kind+"/"+name, func(t *testing.T) {
			w := build(s, WideOptions{Workers: 1})
			for step := range 4 {
				for i := range s.Vertices {
					v := &s.Vertices[i]
					v.X += 0.1 * v.Y * float64(step)
					v.Z *= 1.02
				}
				if w.Refit(s, 1+step%2) {
					checkWide(t, w, s)
				} else if name != "point" {
					t.Errorf("step %d: a mild deformation calls for a new tree", step)
				}
			}
			for i := range s.Vertices { // shuffled: refitting is no use
				j := i * 7919 % len(s.Vertices)
				s.Vertices[i], s.Vertices[j] = s.Vertices[j], s.Vertices[i]
			}
			if w.Refit(s, 1) && name == "many" {
				t.Error("a shuffled mesh does not call for a new tree")
			}
		})
	}
}

func TestWideOfExtremeSizeHasNoNodes(t *testing.T) {
	s := &Soup{Vertices: []geom.Vec{{X: 0x1p1000}, {Y: 1}, {}}, Triangles: [][3]uint32{{0, 1, 2}}}
	for kind, build := range wideBuilders {
		if w := build(s, WideOptions{}); w.Usable() || len(w.Nodes) != 0 || w.Refit(s, 1) {
			t.Errorf("%s: a tree for sizes that float32 does not serve", kind)
		}
	}
}
