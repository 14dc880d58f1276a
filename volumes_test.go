package collide_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// volumeMethods are the methods over other hierarchies than boxes.
var volumeMethods = []string{"rapid", "sphere", "scda", "octree-hybrid"}

func TestVolumeMethodsAllocateNothing(t *testing.T) {
	for _, method := range volumeMethods {
		d := detector(t, smallTori(1), collide.Options{Method: named(method), Workers: 1})
		ctx, k := context.Background(), 0
		step := func() {
			k = (k + 1) % 20
			if err := d.SetPose(1, at(1+0.001*float64(k), 0.3, 0.2)); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Detect(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for range 40 {
			step()
		}
		if n := testing.AllocsPerRun(20, step); n != 0 {
			t.Errorf("%s: %v allocations a query, want 0", method, n)
		}
	}
}

// Hierarchies follow a mesh that deforms, whether refitted or built again.
func TestVolumeMethodsFollowDeformation(t *testing.T) {
	for _, method := range volumeMethods {
		m := collide.NewModel(scene.Torus("torus", 2, 0.7, 60, 20))
		bodies := []collide.Body{{Name: "a", Shape: m}, {Name: "b", Shape: m, Pose: geom.Pose{R: geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}, T: geom.Vec{X: 1, Y: 0.3, Z: 0.2}}}}
		d, ref := detector(t, bodies, collide.Options{Method: named(method)}), detector(t, bodies, collide.Options{Method: named("bvh")})
		seen := map[string]bool{}
		for k := range 4 {
			v := append([]geom.Vec(nil), m.Mesh().Vertices...)
			for i := range v {
				v[i].X += 0.3 * float64(k) * v[i].Z
			}
			if err := m.SetVertices(v); err != nil {
				t.Fatal(err)
			}
			got, _ := d.Detect(context.Background())
			want, _ := ref.Detect(context.Background())
			if got.Hash() != want.Hash() {
				t.Errorf("%s, step %d: %d contacts, bvh has %d", method, k, len(got.Contacts), len(want.Contacts))
			}
			seen[want.Hash()] = true
		}
		if len(seen) < 3 {
			t.Errorf("%s: the deformation changes nothing", method)
		}
	}
}

// Budgets and counters: a short budget stops every method with exact contacts,
// and the work does not depend on the number of workers.
func TestVolumeMethodsCountAndStop(t *testing.T) {
	bodies := tori(1)
	full, _ := detector(t, bodies, collide.Options{}).Detect(context.Background())
	all := map[collide.Contact]bool{}
	for _, c := range full.Contacts {
		all[c] = true
	}
	for _, method := range volumeMethods {
		var tests []string
		for _, workers := range []int{1, 2, 8} {
			r, _ := detector(t, bodies, collide.Options{Method: named(method), Workers: workers}).Detect(context.Background())
			tests = append(tests, fmt.Sprint(r.Stats.PrimitiveTests))
			if r.Hash() != full.Hash() || r.Stats.BVTests == 0 || r.Stats.PrimitiveTests*20 > int64(9600)*9600 {
				t.Errorf("%s, %d workers: %d contacts, %+v", method, workers, len(r.Contacts), r.Stats)
			}
			if (r.Stats.BVUpdates > 0) != (method == "scda") {
				t.Errorf("%s: %d volumes updated", method, r.Stats.BVUpdates)
			}
		}
		if tests[0] != tests[1] || tests[0] != tests[2] {
			t.Errorf("%s: primitive tests %v for 1, 2, 8 workers", method, tests)
		}
		r, err := detector(t, bodies, collide.Options{Method: named(method), Workers: 2, Budget: collide.Budget{Steps: 2000}}).Detect(context.Background())
		if !cutBy(err, collide.ErrBudget, "budget of 2000 steps used up") {
			t.Errorf("%s: %v", method, err)
		}
		if steps := r.Stats.BVTests + r.Stats.PrimitiveTests; steps > 6000 {
			t.Errorf("%s: %d tests on a budget of 2000", method, steps)
		}
		for _, c := range r.Contacts {
			if !all[c] {
				t.Errorf("%s: %v is no contact", method, c)
			}
		}
	}
}

// BenchmarkVolumeMethods moves one of two tori of 9,600 triangles each and finds
// every contact, on one worker; docs/methods quotes it.
func BenchmarkVolumeMethods(b *testing.B) {
	for _, method := range append([]string{"bvh"}, volumeMethods...) {
		b.Run(method, func(b *testing.B) {
			d := detector(b, tori(1), collide.Options{Method: named(method), Workers: 1})
			if _, err := d.Detect(context.Background()); err != nil {
				b.Fatal(err)
			}
			var s collide.Stats
			for k := 0; b.Loop(); k++ {
				if err := d.SetPose(1, at(1+0.001*float64(k%20), 0.3, 0.2)); err != nil {
					b.Fatal(err)
				}
				r, err := d.Detect(context.Background())
				if err != nil {
					b.Fatal(err)
				}
				s.BVTests += r.Stats.BVTests
				s.PrimitiveTests += r.Stats.PrimitiveTests
				s.BVUpdates += r.Stats.BVUpdates
			}
			n := float64(b.N)
			b.ReportMetric(float64(s.BVTests)/n, "bv/op")
			b.ReportMetric(float64(s.PrimitiveTests)/n, "prim/op")
			b.ReportMetric(float64(s.BVUpdates)/n, "updates/op")
		})
	}
}
