package engines_test

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/engines"
	"github.com/collide-go/collide/internal/recipe"
	"github.com/collide-go/collide/internal/world"
)

// plain is auto as it is without vector kernels; made are its engines.
func plain(made *[]world.Engine) collide.Method {
	return recipe.Recipe[struct{}]{
		Is: collide.About{Name: "plain", Backend: collide.CPU},
		Engine: func(w *world.World, _ struct{}) (world.Engine, error) {
			e, err := engines.NewPlainAuto(w)
			if made != nil {
				*made = append(*made, e)
			}
			return e, err
		},
	}
}

// TestPlainConformance: auto without kernels answers as brute does, on machines with kernels, too.
func TestPlainConformance(t *testing.T) {
	conformance.Run(t, plain(nil), conformance.Options{})
}

// TestPlainKeepsDistances: meshes that stay apart are searched in bvh's trees until that has cost as much as wide trees do; then their distance
// is measured, and answers until they come nearer.
func TestPlainKeepsDistances(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		var made []world.Engine
		d := conformance.Detector(t, conformance.Tori(1), collide.Options{Method: plain(&made), Workers: workers})
		ask := func(x float64, want collide.Verdict) (known int, unsearched bool) {
			if err := d.SetPose(1, conformance.At(x, x, 0)); err != nil { // the boxes overlap
				t.Fatal(err)
			}
			if r, err := d.Detect(t.Context()); err != nil || r.Verdict != want {
				t.Fatalf("%d workers at %v: %+v, %v", workers, x, r, err)
			}
			return engines.Gaps(made[0])
		}
		n := 0
		for known := 0; known == 0 && n < 100_000; n++ {
			known, _ = ask(3.92+1e-7*float64(n), collide.Free)
		}
		if n < 100 || n == 100_000 {
			t.Errorf("%d workers: a distance was measured after %d searches", workers, n)
		}
		if _, unsearched := ask(3.92+1e-7*float64(n), collide.Free); !unsearched {
			t.Errorf("%d workers: the distance was not used", workers)
		}
		if known, unsearched := ask(3, collide.InContact); known != 0 || unsearched {
			t.Errorf("%d workers: %d distances of meshes in contact, unsearched %v", workers, known, unsearched)
		}
	}
}
