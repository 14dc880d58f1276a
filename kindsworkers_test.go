package collide_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestKindsOfManyPairs: kinds, pieces and depths of pairs that several workers share are those of one worker. Bodies touch,
// penetrate, lie in each other, are open, equal or bent by their poses.
func TestKindsOfManyPairs(t *testing.T) {
	t.Parallel()
	seen := map[collide.Kind]int{}
	for seed := range uint64(require.Cases(60, 6)) {
		bodies := manyKinds(rand.New(rand.NewPCG(seed, 20)))
		ask := func(workers int) *collide.Result {
			d := detector(t, bodies, collide.Options{Kinds: true, Pieces: true, Solid: true, Workers: workers})
			r, err := d.Detect(t.Context())
			if r == nil {
				t.Fatal(err)
			}
			r.Stats = collide.Stats{}
			return r.Clone()
		}
		want := ask(1)
		for _, p := range want.Pairs {
			seen[p.Kind]++
		}
		for _, workers := range []int{2, 5} {
			if got := ask(workers); !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: %d workers find another result than one", seed, workers)
			}
		}
	}
	for _, k := range []collide.Kind{collide.Touch, collide.Penetrate, collide.Inside, collide.SurfaceContact} {
		if seen[k] == 0 {
			t.Errorf("no pair is of kind %q: %v", k, seen)
		}
	}
}

// manyKinds are bodies on a lattice, some turned, open or instances of one model.
func manyKinds(r *rand.Rand) (bodies []collide.Body) {
	ring := collide.NewModel(latticeCubes(r, 9).mesh())
	for i := range 24 {
		m := latticeCubes(r, 3+r.IntN(6)).mesh()
		if r.IntN(6) == 0 {
			m = opened(m)
		}
		model := collide.NewModel(m)
		if r.IntN(4) == 0 {
			model = ring
		}
		pose := geom.Pose{R: geom.Identity.R, T: xyz(float64(r.IntN(9)), float64(r.IntN(9)), float64(r.IntN(5)))}
		switch r.IntN(5) {
		case 0:
			pose.R = geom.Mat{0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1}
		case 1:
			pose.R = geom.Mat{0.125, 0, 0, 0, 0.125, 0, 0, 0, 0.125}
			pose.T = pose.T.Add(xyz(0.25, 0.25, 0.25))
		}
		bodies = append(bodies, collide.Body{Name: fmt.Sprint("b", i), Shape: model, Pose: pose})
	}
	return bodies
}
