package gpu

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/broad"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/predicate"
)

// refSeparated is the contract of tritri.comp, in float64: how far the triangles are
// apart on the best of the kernel's axes, per length of the axis; what is apart by
// more than the kernel's bound must not be a candidate.
func refSeparated(a, b *geom.Triangle) float64 {
	edges := func(t *geom.Triangle) [3]geom.Vec {
		return [3]geom.Vec{t[1].Sub(t[0]), t[2].Sub(t[1]), t[0].Sub(t[2])}
	}
	ea, eb := edges(a), edges(b)
	na, nb := ea[0].Cross(ea[1]), eb[0].Cross(eb[1])
	axes := []geom.Vec{{X: 1}, {Y: 1}, {Z: 1}, na, nb}
	for i := range 3 {
		for j := range 3 {
			axes = append(axes, ea[i].Cross(eb[j]))
		}
		axes = append(axes, na.Cross(ea[i]), nb.Cross(eb[i]))
	}
	best := 0.0
	for _, l := range axes {
		lo, hi := [2]float64{1e300, 1e300}, [2]float64{-1e300, -1e300}
		for k, t := range []*geom.Triangle{a, b} {
			for _, v := range t {
				lo[k], hi[k] = min(lo[k], l.Dot(v)), max(hi[k], l.Dot(v))
			}
		}
		a := l.Abs()
		if one := a.X + a.Y + a.Z; one > 0 {
			best = max(best, max(lo[0]-hi[1], lo[1]-hi[0])/one)
		}
	}
	return best
}

// TestCandidates: on random triangles, near and far, all that touch are candidates,
// and no candidate is clearly apart.
func TestCandidates(t *testing.T) {
	d := testDevice(t)
	r := rand.New(rand.NewPCG(11, 12))
	for _, scale := range []float64{1, 1e-3} {
		a, b := shards(r, 400, scale), shards(r, 400, scale)
		touching, apart := 0, 0
		for _, method := range []string{"lbvh", "gpu-bvh"} {
			seen := map[[2]uint32]bool{}
			bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(a)}, {Name: "b", Shape: collide.NewModel(b)}}
			detect(t, bodies, collide.Options{Method: method, Table: table(d, method, 1<<12, func(e *engine) {
				triangles := e.triangles
				e.triangles = func(w *collide.World, b *batch, g *geometry, first int) phase {
					return &listener{triangles(w, b, g, first), seen}
				}
			})})
			for i := range a.Triangles {
				for j := range b.Triangles {
					p, q := a.Triangle(i), b.Triangle(j)
					candidate := seen[[2]uint32{uint32(i), uint32(j)}]
					if predicate.TriangleTriangle(&p, &q) {
						touching++
						if !candidate {
							t.Fatalf("%s: %v and %v touch but are no candidates", method, p, q)
						}
					} else if candidate && refSeparated(&p, &q) > 1e-5 {
						apart++
					}
				}
			}
			t.Logf("%s, scale %g: %d candidates", method, scale, len(seen))
		}
		if touching == 0 || apart > 0 {
			t.Errorf("scale %g: %d touch, %d candidates are clearly apart", scale, touching, apart)
		}
	}
}

// listener notes the candidates of a phase.
type listener struct {
	phase
	seen map[[2]uint32]bool
}

func (l *listener) search(w *collide.World, pairs []broad.Pair) (int, []uint32, error) {
	taken, found, err := l.phase.search(w, pairs)
	for i := 0; i < len(found); i += 3 {
		l.seen[[2]uint32{found[i+1], found[i+2]}] = true
	}
	return taken, found, err
}

// shards are thin and thick triangles in a unit cube, some in one plane.
func shards(r *rand.Rand, n int, thin float64) *mesh.Mesh {
	m := &mesh.Mesh{Name: "shards"}
	for i := range n {
		c := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		if i%3 == 0 {
			c.Z = 0.5
		}
		for k := range 3 {
			d := geom.Vec{X: r.Float64() - 0.5, Y: r.Float64() - 0.5}
			if i%3 != 0 {
				d.Z = r.Float64() - 0.5
			}
			if k == 2 {
				d = d.Scale(thin)
			}
			m.Vertices = append(m.Vertices, c.Add(d.Scale(0.3)))
		}
		m.Triangles = append(m.Triangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
	}
	return m
}
