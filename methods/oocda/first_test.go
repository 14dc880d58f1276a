package oocda_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/methods/oocda"
	"github.com/collide-go/collide/scene"
)

// crowd is a scene of the kind of the paper's experiments.
func crowd(t *testing.T, bodies int, seed uint64) []scene.Placed {
	t.Helper()
	s, err := scene.GenerateMotion(context.Background(), scene.MotionOptions{Bodies: bodies, Facets: 60 * bodies, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	var loader scene.Loader
	world, err := loader.Build(context.Background(), s, "crowd")
	if err != nil {
		t.Fatal(err)
	}
	return world.Bodies
}

// detector is one of a crowd.
func detector(t *testing.T, placed []scene.Placed, o collide.Options) *collide.Detector {
	t.Helper()
	bodies := make([]collide.Body, len(placed))
	for i, p := range placed {
		bodies[i] = collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose}
	}
	d, err := collide.NewDetector(bodies, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func detect(t *testing.T, d *collide.Detector) *collide.Result {
	t.Helper()
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// tests are the volume and triangle tests of a query.
func tests(r *collide.Result) int64 { return r.Stats.BVTests + r.Stats.PrimitiveTests }

// pairTests bounds the tests of the ants of one pair: 4 walks down 2 · 3 levels of eight lanes,
// of which the last walk may exceed the budget by 16 · 8.
const pairTests = 4*8*6 + 128

// To the first contact the ants take no more tests than the fronts would and those of one
// pair. Over these crowds that is no more than twice what bvh takes.
func TestFirstContactInProportion(t *testing.T) {
	t.Parallel()
	bvh, err := methods.Find(methods.Table(), "bvh", "")
	if err != nil {
		t.Fatal(err)
	}
	sum, bvhSum := int64(0), int64(0)
	for seed := range uint64(8) {
		placed := crowd(t, 400, seed)
		first := func(m collide.Method) *collide.Result {
			return detect(t, detector(t, placed, collide.Options{Method: m, First: true, Workers: 1}))
		}
		with, without := first(oocda.New(oocda.Options{})), first(oocda.New(oocda.Options{NoAnts: true}))
		if with.Verdict != collide.InContact || len(with.Contacts) != 1 {
			t.Fatalf("seed %d: %v, %d contacts", seed, with.Verdict, len(with.Contacts))
		}
		if s := with.Stats; s.WitnessTests == 0 || s.WitnessTests > tests(without)+pairTests || tests(with)-s.WitnessTests > tests(without) {
			t.Errorf("seed %d: %d tests, %d of them by ants; fronts alone take %d", seed, tests(with), s.WitnessTests, tests(without))
		}
		plain := tests(first(bvh))
		sum, bvhSum = sum+tests(with), bvhSum+plain
		t.Logf("seed %d: with ants %d tests (%d theirs, %d witnesses), without %d, bvh %d", seed, tests(with), with.Stats.WitnessTests, with.Stats.Witnesses, tests(without), plain)
	}
	if sum > 2*bvhSum {
		t.Errorf("%d tests, bvh takes %d; want at most twice as many", sum, bvhSum)
	}
}
