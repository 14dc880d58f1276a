package collide_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// TestDistanceAgreesWithKinds: under Kinds a body inside another one is in contact, so its distance
// is 0; a mesh that is not closed contains nothing, and leaves nothing undecided unless Solid is set.
func TestDistanceAgreesWithKinds(t *testing.T) {
	t.Parallel()
	outer, inner := cuboid("outer", geom.Vec{}, geom.Vec{X: 10, Y: 10, Z: 10}), cuboid("inner", geom.Vec{X: 4, Y: 4, Z: 4}, geom.Vec{X: 6, Y: 6, Z: 6})
	for _, c := range []struct {
		open  bool
		opt   collide.Options
		value float64
		fails bool
	}{
		{false, collide.Options{}, 4, false}, {false, collide.Options{Kinds: true}, 0, false}, {false, collide.Options{Depths: true}, 0, false},
		{true, collide.Options{Kinds: true}, 4, false}, {true, collide.Options{Kinds: true, Solid: true}, 4, true},
	} {
		around := collide.NewModel(outer)
		if c.open {
			around = collide.NewModel(opened(cuboid("outer", geom.Vec{}, geom.Vec{X: 10, Y: 10, Z: 10})))
		}
		d := detector(t, []collide.Body{{Shape: collide.NewModel(inner)}, {Shape: around}}, c.opt)
		got, ok, err := d.Distance(context.Background())
		if (err != nil) != c.fails || !c.fails && (!ok || got.Value != c.value) {
			t.Errorf("open %v, %+v: %v, %v, %v; want %v", c.open, c.opt, got.Value, ok, err, c.value)
		}
	}
}

// TestDepthWithinMeasures: a pair whose depth was not asked for is measured before it is judged.
func TestDepthWithinMeasures(t *testing.T) {
	t.Parallel()
	a, b := cuboid("a", geom.Vec{}, geom.Vec{X: 10, Y: 10, Z: 10}), cuboid("b", geom.Vec{X: 2, Y: 2, Z: 2}, geom.Vec{X: 9, Y: 19, Z: 9})
	d := detector(t, []collide.Body{{Shape: collide.NewModel(a)}, {Shape: collide.NewModel(b)}}, collide.Options{Kinds: true})
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[float64]bool{0: false, 0.001: false, 3: false, 8: true} {
		p := r.Pairs[0]
		if got, err := d.DepthWithin(context.Background(), &p, limit); got != want || err != nil {
			t.Errorf("within %v: %v, %v, want %v", limit, got, err, want)
		}
	}
}
