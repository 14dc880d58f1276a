package gpu

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/aabb"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/lbvh"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/scd"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// methodsOn is the table of methods on a device.
func methodsOn(d *vulkan.Device) []collide.Method { return Table(always(d)) }

// always returns the device to every detector.
func always(d *vulkan.Device) func() (*Device, error) {
	return func() (*Device, error) { return &Device{d}, nil }
}

// recipes are the methods under test.
var recipes = map[string]query.Recipe{"lbvh": lbvh.Recipe, "gpu-bvh": aabb.Recipe(trees), "scd3": scd.Recipe(trees)}

var trees = aabb.Options{}.WithDefaults()

// table is the method of a recipe, its append buffers beginning with room for
// capacity elements, and hands the engines it makes to made.
func table(d *vulkan.Device, name string, capacity int, made func(*query.Engine)) collide.Method {
	return gputest.Method(d, name, recipes[name], capacity, func(_ *world.World, e *query.Engine) {
		if made != nil {
			made(e)
		}
	})
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
				want := gputest.Detect(t, s.Bodies, collide.Options{Method: conformance.Named(methods.Table(), "brute"), Self: s.Self})
				var bodies query.BodyPhase
				var triangles query.TrianglePhase
				got := gputest.Detect(t, s.Bodies, collide.Options{Self: s.Self, Method: table(d, name, 1, func(e *query.Engine) {
					makeBodies, makeTriangles := e.Bodies, e.Triangles
					e.Bodies = func(b *vulkan.Batch, first, workers int) query.BodyPhase {
						bodies = makeBodies(b, first, workers)
						return bodies
					}
					e.Triangles = func(w *world.World, b *vulkan.Batch, g *models.Geometry, first int) query.TrianglePhase {
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
				if open := got.Stats.Candidates - got.Stats.Certain; s.Name == "random" && open > 9 {
					t.Errorf("%d of %d candidates are left to the CPU", open, got.Stats.Candidates)
				}
				t.Logf("%d contacts, %d candidates, %d of them sure", len(got.Contacts), got.Stats.Candidates, got.Stats.Certain)
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
				want := gputest.Detect(t, s.Bodies, collide.Options{Method: conformance.Named(methods.Table(), "auto"), Self: s.Self})
				if got := gputest.Detect(t, s.Bodies, collide.Options{Self: s.Self, Method: table(d, name, 1, nil)}); got.Hash() != want.Hash() {
					t.Errorf("%s, %s: %d contacts, want %d", name, s.Name, len(got.Contacts), len(want.Contacts))
				}
			}
		}
	})
}

// overflowed makes sure that every buffer that kernels append to had to grow from one
// element.
func overflowed(t *testing.T, n int, bodies query.BodyPhase, triangles query.TrianglePhase) {
	t.Helper()
	most := map[string]uint32{}
	if p, ok := bodies.(*lbvh.Bodies); ok && n > 2 {
		most["pairs of bodies"] = p.Overlaps.Found[0]
	}
	switch p := triangles.(type) {
	case *lbvh.Triangles:
		most["triangles"], most["pairs of boxes"] = p.Items.Found[0], p.Candidates.Found[0]
	case *aabb.Triangles:
		most["pairs in leaves"] = p.Candidates.Found[0]
		for i, k := range p.Arrived {
			name := fmt.Sprintf("stream %d", i%2)
			most[name] = max(most[name], k)
		}
	case *scd.Triangles:
		most["pairs of an edge and a node"], most["pairs of an edge and a triangle"] = p.Arrived[1], p.Arrived[1+p.Steps+1]
		most["pairs of triangles"] = p.Left.Found[0]
	}
	for name, k := range most {
		if k < 2 {
			t.Errorf("%s: %d appended, no overflow", name, k)
		}
	}
}

// TestDeforming bends a model from frame to frame, gently at first, then beyond
// recognition, and compares with the CPU; the tree must be refitted and in the end
// rebuilt.
func TestDeforming(t *testing.T) {
	d := vulkantest.Device(t)
	for name := range recipes {
		t.Run(name, func(t *testing.T) {
			model, other := collide.NewModel(gputest.Torus(40, 20, 0.4)), collide.NewModel(gputest.Torus(30, 14, 0.3))
			rest := append([]geom.Vec(nil), model.Mesh().Vertices...)
			bodies := []collide.Body{{Name: "a", Shape: model}, {Name: "b", Shape: other, Pose: geom.Pose{R: geom.Mat{1, 0, 0, 0, 0, -1, 0, 1, 0}, T: geom.Vec{X: 1.1}}}}
			var triangles query.TrianglePhase
			got, err := collide.NewDetector(bodies, collide.Options{Self: true, Method: table(d, name, 1<<12, func(e *query.Engine) {
				makeTriangles := e.Triangles
				e.Triangles = func(w *world.World, b *vulkan.Batch, g *models.Geometry, first int) query.TrianglePhase {
					triangles = makeTriangles(w, b, g, first)
					return triangles
				}
			})})
			if err != nil {
				t.Fatal(err)
			}
			defer got.Close()
			want, err := collide.NewDetector(bodies, collide.Options{Method: conformance.Named(methods.Table(), "bvh"), Self: true})
			if err != nil {
				t.Fatal(err)
			}
			for frame, twist := range []float64{0, 0.05, 0.1, 0.5, 8, 8.1, 8.2} {
				if err := model.SetVertices(gputest.Twisted(rest, twist)); err != nil {
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
				t.Logf("frame %d: %d contacts, %d candidates, %d bytes", frame, len(g.Contacts), g.Stats.Candidates, g.Stats.Sent+g.Stats.Received)
			}
			if p, ok := triangles.(*aabb.Triangles); ok {
				if n := p.Trees.Of[0].Builds; n != 2 {
					t.Errorf("the tree of the deforming model was built %d times, want 2", n)
				}
				if n := p.Trees.Of[1].Builds; n != 1 {
					t.Errorf("the other tree was built %d times, want 1", n)
				}
			}
		})
	}
}

// TestSteadyState: a query that repeats allocates nothing, and sends the models once.
func TestSteadyState(t *testing.T) {
	d := vulkantest.Device(t)
	for name := range recipes {
		t.Run(name, func(t *testing.T) {
			bodies := []collide.Body{
				{Name: "a", Shape: collide.NewModel(gputest.Torus(24, 12, 0.4))},
				{Name: "b", Shape: collide.NewModel(gputest.Torus(20, 10, 0.3)), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.5}}},
			}
			det, err := collide.NewDetector(bodies, collide.Options{Workers: 1, Method: table(d, name, 1<<12, nil)})
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
				moved[i] = r.Stats.Sent + r.Stats.Received
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
	bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(gputest.Torus(8, 6, 0.4))}, {Name: "b", Shape: collide.NewModel(gputest.Torus(9, 5, 0.3))}}
	for name := range recipes {
		var lives func() bool
		func() {
			var e *query.Engine
			det, err := collide.NewDetector(bodies, collide.Options{Method: table(d, name, 16, func(x *query.Engine) { e = x })})
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
				if lives = e.Lives(); len(hashes) == 1 {
					if err := det.Close(); err != nil {
						t.Fatal(err)
					}
				}
			}
			if hashes[0] != hashes[1] {
				t.Errorf("%s: after closing %s, before %s", name, hashes[1], hashes[0])
			}
		}()
		open := func() bool { d.Hold(); defer d.Release(); return lives() }
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
	lost := gputest.Given{Name: "lost", Engine: func(*world.World) (world.Engine, error) {
		return lostEngine{}, nil
	}}
	bodies := []collide.Body{{Name: "a", Shape: shape.Sphere{Radius: 1}}, {Name: "b", Shape: shape.Sphere{Radius: 1}}}
	det, err := collide.NewDetector(bodies, collide.Options{Method: lost})
	if err != nil {
		t.Fatal(err)
	}
	r, err := det.Detect(context.Background())
	if r == nil || r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, collide.ErrDeviceLost) {
		t.Errorf("got %+v, %v", r, err)
	}
}

type lostEngine struct{}

func (lostEngine) Find(_ *world.World, dst []world.Contact) ([]world.Contact, error) {
	return dst, query.Known(fmt.Errorf("submitting work: %w", vulkan.ErrDeviceLost))
}
