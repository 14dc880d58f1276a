package gpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/mesh"
)

// methodsOn is the table of methods on a device.
func methodsOn(d *vulkan.Device) []collide.Method { return (&Device{d}).Methods() }

// recipes are the methods under test.
var recipes = map[string]recipe{"lbvh": lbvh, "gpu-bvh": gpuBVH, "scd3": scd3}

// table holds one recipe under its name, its append buffers beginning with room for
// first elements, and hands the engines it makes to made.
func table(d *vulkan.Device, name string, first int, made func(*engine)) []collide.Method {
	return []collide.Method{{Name: name, Backends: []collide.Backend{collide.GPU}, New: func(w *collide.World) (collide.Engine, error) {
		var err error
		if w.GPUBVH, err = withDefaults(w.GPUBVH); err != nil {
			return nil, err
		}
		e := newEngine(d, w, recipes[name])
		e.first = first
		if made != nil {
			made(e)
		}
		return e, nil
	}}}
}

// TestOverflow begins with room for one element in every append buffer: they must
// grow, and nothing may be lost.
func TestOverflow(t *testing.T) {
	d := vulkantest.Device(t)
	for name := range recipes {
		for _, s := range conformance.Scenes() {
			if s.Name != "random" && s.Name != "degenerate" && s.Name != "crowd" {
				continue
			}
			t.Run(name+"/"+s.Name, func(t *testing.T) {
				want := detect(t, s.Bodies, collide.Options{Method: "brute", Self: s.Self})
				var bodies bodyPhaser
				var triangles phase
				got := detect(t, s.Bodies, collide.Options{Method: name, Self: s.Self, Table: table(d, name, 1, func(e *engine) {
					makeBodies, makeTriangles := e.bodies, e.triangles
					e.bodies = func(b *vulkan.Batch, first, workers int) bodyPhaser {
						bodies = makeBodies(b, first, workers)
						return bodies
					}
					e.triangles = func(w *collide.World, b *vulkan.Batch, g *models.Geometry, first int) phase {
						triangles = makeTriangles(w, b, g, first)
						return triangles
					}
				})})
				overflowed(t, len(s.Bodies), bodies, triangles)
				if got.Hash() != want.Hash() {
					t.Errorf("%d contacts, want %d", len(got.Contacts), len(want.Contacts))
				}
				if got.Stats.Candidates < int64(len(want.Contacts)) {
					t.Errorf("%d candidates for %d contacts", got.Stats.Candidates, len(want.Contacts))
				}
				t.Logf("%d contacts, %d candidates", len(got.Contacts), got.Stats.Candidates)
			})
		}
	}
}

// TestWithoutSubgroups: the methods on a device with arithmetic in subgroups and on one
// without.
func TestWithoutSubgroups(t *testing.T) {
	scenes := conformance.Scenes()
	vulkantest.WithoutSubgroups(t, func(t *testing.T, d *vulkan.Device) {
		for name := range recipes {
			for _, s := range scenes {
				if s.Name != "random" {
					continue
				}
				want := detect(t, s.Bodies, collide.Options{Method: "auto", Self: s.Self})
				if got := detect(t, s.Bodies, collide.Options{Method: name, Self: s.Self, Table: table(d, name, 1, nil)}); got.Hash() != want.Hash() {
					t.Errorf("%s, %s: %d contacts, want %d", name, s.Name, len(got.Contacts), len(want.Contacts))
				}
			}
		}
	})
}

// overflowed makes sure that every buffer that kernels append to had to grow from one
// element.
func overflowed(t *testing.T, n int, bodies bodyPhaser, triangles phase) {
	t.Helper()
	most := map[string]uint32{}
	if p, ok := bodies.(*bodyPhase); ok && n > 2 {
		most["pairs of bodies"] = p.pairs.Found[0]
	}
	switch p := triangles.(type) {
	case *trianglePhase:
		most["triangles"], most["pairs of boxes"] = p.items.Found[0], p.candidates.Found[0]
	case *treePhase:
		most["pairs in leaves"] = p.candidates.Found[0]
		for i, k := range p.arrived {
			name := fmt.Sprintf("stream %d", i%2)
			most[name] = max(most[name], k)
		}
	case *edgePhase:
		most["pairs of an edge and a node"], most["pairs of an edge and a triangle"] = p.arrived[1], p.arrived[1+p.steps+1]
		most["pairs of triangles"] = p.left.Found[0]
	}
	for name, k := range most {
		if k < 2 {
			t.Errorf("%s: %d appended, no overflow", name, k)
		}
	}
}

func detect(t *testing.T, bodies []collide.Body, o collide.Options) *collide.Result {
	t.Helper()
	det, err := collide.NewDetector(bodies, o)
	if err != nil {
		t.Fatal(err)
	}
	defer det.Close()
	r, err := det.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r.Clone()
}

// torus is a closed surface of 2·n·m triangles.
func torus(n, m int, r float64) *mesh.Mesh {
	out := &mesh.Mesh{Name: "torus"}
	for i := range n {
		for j := range m {
			a, b := 2*math.Pi*float64(i)/float64(n), 2*math.Pi*float64(j)/float64(m)
			out.Vertices = append(out.Vertices, geom.Vec{
				X: math.Cos(a) * (1 + r*math.Cos(b)), Y: math.Sin(a) * (1 + r*math.Cos(b)), Z: r * math.Sin(b),
			})
		}
	}
	at := func(i, j int) uint32 { return uint32(i%n*m + j%m) }
	for i := range n {
		for j := range m {
			out.Triangles = append(out.Triangles,
				[3]uint32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3]uint32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return out
}

// TestDeforming bends a model from frame to frame, gently at first, then beyond
// recognition, and compares with the CPU; the tree must be refitted and in the end
// built anew.
func TestDeforming(t *testing.T) {
	d := vulkantest.Device(t)
	for name := range recipes {
		t.Run(name, func(t *testing.T) {
			model, other := collide.NewModel(torus(40, 20, 0.4)), collide.NewModel(torus(30, 14, 0.3))
			rest := append([]geom.Vec(nil), model.Mesh().Vertices...)
			bodies := []collide.Body{{Name: "a", Shape: model}, {Name: "b", Shape: other, Pose: geom.Pose{R: geom.Mat{1, 0, 0, 0, 0, -1, 0, 1, 0}, T: geom.Vec{X: 1.1}}}}
			var e *engine
			got, err := collide.NewDetector(bodies, collide.Options{Method: name, Self: true, Table: table(d, name, 1<<12, func(x *engine) { e = x })})
			if err != nil {
				t.Fatal(err)
			}
			defer got.Close()
			want, err := collide.NewDetector(bodies, collide.Options{Method: "bvh", Self: true})
			if err != nil {
				t.Fatal(err)
			}
			for frame, twist := range []float64{0, 0.05, 0.1, 0.5, 8, 8.1, 8.2} {
				if err := model.SetVertices(twisted(rest, twist)); err != nil {
					t.Fatal(err)
				}
				g, err := got.Detect(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				w, err := want.Detect(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if g.Hash() != w.Hash() {
					t.Fatalf("frame %d: %d contacts, want %d", frame, len(g.Contacts), len(w.Contacts))
				}
				t.Logf("frame %d: %d contacts, %d candidates, %d bytes", frame, len(g.Contacts), g.Stats.Candidates, g.Stats.Moved)
			}
			if p, ok := e.on.triangles.(*treePhase); ok {
				if n := p.trees.of[0].builds; n != 2 {
					t.Errorf("the tree of the deforming model was built %d times, want 2", n)
				}
				if n := p.trees.of[1].builds; n != 1 {
					t.Errorf("the other tree was built %d times, want 1", n)
				}
			}
		})
	}
}

func twisted(v []geom.Vec, turns float64) []geom.Vec {
	out := make([]geom.Vec, len(v))
	for i, p := range v {
		s, c := math.Sincos(turns * p.Y)
		out[i] = geom.Vec{X: c*p.X + s*p.Z, Y: p.Y * (1 + turns/4), Z: c*p.Z - s*p.X}
	}
	return out
}

// TestSteadyState: a query that repeats allocates nothing, and sends the models once.
func TestSteadyState(t *testing.T) {
	d := vulkantest.Device(t)
	for name := range recipes {
		t.Run(name, func(t *testing.T) {
			bodies := []collide.Body{
				{Name: "a", Shape: collide.NewModel(torus(24, 12, 0.4))},
				{Name: "b", Shape: collide.NewModel(torus(20, 10, 0.3)), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.5}}},
			}
			det, err := collide.NewDetector(bodies, collide.Options{Method: name, Workers: 1, Table: table(d, name, 1<<12, nil)})
			if err != nil {
				t.Fatal(err)
			}
			defer det.Close()
			var moved [3]int64
			for i := range moved {
				r, err := det.Detect(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				moved[i] = r.Stats.Moved
			}
			if moved[1] >= moved[0] || moved[2] != moved[1] {
				t.Errorf("bytes moved: %d", moved)
			}
			if n := testing.AllocsPerRun(5, func() { _, _ = det.Detect(context.Background()) }); n != 0 && !vulkantest.RaceEnabled {
				t.Errorf("%v allocations a query", n)
			}
		})
	}
}

// TestReopened: a detector that was closed can be used again, and one that is dropped
// is cleaned up after.
func TestReopened(t *testing.T) {
	d := vulkantest.Device(t)
	bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(torus(8, 6, 0.4))}, {Name: "b", Shape: collide.NewModel(torus(9, 5, 0.3))}}
	for name := range recipes {
		var on *resident
		func() {
			var e *engine
			det, err := collide.NewDetector(bodies, collide.Options{Method: name, Table: table(d, name, 16, func(x *engine) { e = x })})
			if err != nil {
				t.Fatal(err)
			}
			var hashes []string
			for range 2 {
				r, err := det.Detect(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				hashes = append(hashes, r.Hash())
				if on = e.on; len(hashes) == 1 {
					if err := det.Close(); err != nil {
						t.Fatal(err)
					}
				}
			}
			if hashes[0] != hashes[1] {
				t.Errorf("%s: after closing %s, before %s", name, hashes[1], hashes[0])
			}
		}()
		open := func() bool { d.Hold(); defer d.Release(); return on.batch != nil }
		for range 100 {
			runtime.GC()
			if !open() {
				break
			}
		}
		if open() {
			t.Errorf("%s: a dropped detector still holds the device", name)
		}
	}
}

// TestLostDevice: what a lost device leaves is an incomplete result.
func TestLostDevice(t *testing.T) {
	lost := collide.Method{Name: "lost", Backends: []collide.Backend{collide.GPU}, New: func(*collide.World) (collide.Engine, error) {
		return lostEngine{}, nil
	}}
	bodies := []collide.Body{{Name: "a", Shape: collide.Sphere{Radius: 1}}, {Name: "b", Shape: collide.Sphere{Radius: 1}}}
	det, err := collide.NewDetector(bodies, collide.Options{Method: "lost", Table: []collide.Method{lost}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := det.Detect(context.Background())
	if r == nil || r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, collide.ErrDeviceLost) {
		t.Errorf("got %+v, %v", r, err)
	}
}

type lostEngine struct{}

func (lostEngine) Find(_ *collide.World, dst []collide.Contact) ([]collide.Contact, error) {
	return dst, known(fmt.Errorf("submitting work: %w", vulkan.ErrDeviceLost))
}
