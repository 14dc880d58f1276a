package gpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
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
// no candidate is clearly apart, and most are surely in contact, which they are.
func TestCandidates(t *testing.T) {
	d := vulkantest.Device(t)
	r := rand.New(rand.NewPCG(11, 12))
	for _, scale := range []float64{1, 1e-3} {
		a, b := shards(r, 400, scale), shards(r, 400, scale)
		touching, apart := 0, 0
		for _, method := range []string{"lbvh", "gpu-bvh", "scd3"} {
			seen, sure := map[[2]uint32]bool{}, 0
			bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(a)}, {Name: "b", Shape: collide.NewModel(b)}}
			gputest.Detect(t, bodies, collide.Options{Method: table(d, method, 1<<12, func(e *query.Engine) {
				triangles := e.Triangles
				e.Triangles = func(w *world.World, b *vulkan.Batch, g *models.Geometry, first int) query.TrianglePhase {
					return &listener{triangles(w, b, g, first), seen}
				}
			})})
			for i := range a.Triangles {
				for j := range b.Triangles {
					p, q := a.Triangle(i), b.Triangle(j)
					called, candidate := seen[[2]uint32{uint32(i), uint32(j)}]
					if called {
						sure++
					}
					touches := predicate.TriangleTriangle(&p, &q)
					switch {
					case touches && !candidate:
						t.Fatalf("%s: %v and %v touch but are no candidates", method, p, q)
					case touches:
						touching++
					case called:
						t.Fatalf("%s: %v and %v are said to touch", method, p, q)
					case candidate && refSeparated(&p, &q) > 1e-5:
						apart++
					}
				}
			}
			t.Logf("%s, scale %g: %d candidates, %d of them sure", method, scale, len(seen), sure)
			if sure < len(seen)/5 { // a ninth of all pairs lies in one plane
				t.Errorf("%s, scale %g: %d of %d candidates are sure", method, scale, sure, len(seen))
			}
		}
		if touching == 0 || apart > 0 {
			t.Errorf("scale %g: %d touch, %d candidates are clearly apart", scale, touching, apart)
		}
	}
}

// TestNeighbours: within a mesh, triangles that share corners are candidates only where
// they may have more in common; what has is found.
func TestNeighbours(t *testing.T) {
	d := vulkantest.Device(t)
	r := rand.New(rand.NewPCG(13, 14))
	ruffled, folded := gputest.Torus(40, 20, 0.4), sheet(20)
	for i := range ruffled.Vertices {
		ruffled.Vertices[i] = ruffled.Vertices[i].Add(gputest.Uniform(r, 0.12))
	}
	for i := range folded.Vertices {
		folded.Vertices[i].X = math.Abs(folded.Vertices[i].X - 10) // onto itself, across one row of edges
	}
	spoiled := sheet(6) // triangles without an area, and some twice
	for i, c := range spoiled.Triangles {
		switch i % 7 {
		case 0:
			spoiled.Triangles = append(spoiled.Triangles, [3]uint32{c[1], c[0], c[2]})
		case 3:
			spoiled.Triangles[i] = [3]uint32{c[0], c[0], c[1]}
		case 5:
			spoiled.Triangles[i] = [3]uint32{c[2], c[2], c[2]}
		}
	}
	for _, c := range []struct {
		name string
		mesh *mesh.Mesh
		most float64 // candidates that are no contacts, a triangle
	}{{"flat", sheet(20), 0}, {"torus", gputest.Torus(40, 20, 0.4), 0}, {"ruffled", ruffled, 0.05}, {"folded", folded, 12}, {"spoiled", spoiled, 12}} {
		bodies := []collide.Body{{Name: c.name, Shape: collide.NewModel(c.mesh), Pose: gputest.Moved(v(1e3, 0, -7))}}
		want := gputest.Detect(t, bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute"), Self: true})
		for name := range recipes {
			got := gputest.Detect(t, bodies, collide.Options{Self: true, Method: table(d, name, 1<<12, nil)})
			if got.Hash() != want.Hash() {
				t.Errorf("%s, %s: %d contacts, want %d", name, c.name, len(got.Contacts), len(want.Contacts))
			}
			more := float64(got.Stats.Candidates-int64(len(want.Contacts))) / float64(len(c.mesh.Triangles))
			if more > c.most {
				t.Errorf("%s, %s: %.2g candidates a triangle beyond the contacts, at most %g", name, c.name, more, c.most)
			}
			t.Logf("%s, %s: %d triangles, %d contacts, %d candidates", name, c.name, len(c.mesh.Triangles), len(want.Contacts), got.Stats.Candidates)
		}
	}
}

// sheet is n × n squares of two triangles in z = 0.
func sheet(n int) *mesh.Mesh {
	m := &mesh.Mesh{Name: "sheet"}
	at := func(x, y int) uint32 { return uint32(y*(n+1) + x) }
	for y := range n + 1 {
		for x := range n + 1 {
			m.Vertices = append(m.Vertices, v(float64(x), float64(y), 0))
		}
	}
	for y := range n {
		for x := range n {
			m.Triangles = append(m.Triangles, [3]uint32{at(x, y), at(x+1, y), at(x+1, y+1)}, [3]uint32{at(x, y), at(x+1, y+1), at(x, y+1)})
		}
	}
	return m
}

// listener notes the candidates of a phase, and which of them it calls sure.
type listener struct {
	query.TrianglePhase
	seen map[[2]uint32]bool
}

func (l *listener) Search(w *world.World, pairs []broad.Pair) (int, []uint32, error) {
	taken, found, err := l.TrianglePhase.Search(w, pairs)
	for i := 0; i < len(found); i += 3 {
		at := [2]uint32{found[i+1], found[i+2]}
		l.seen[at] = l.seen[at] || found[i]&models.Sure != 0
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
