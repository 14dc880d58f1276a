package collide_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// solidsToMove are bodies that Move does not follow.
var solidsToMove = []collide.Shape{
	shape.Sphere{Radius: 0.5}, shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}},
	shape.Capsule{B: geom.Vec{X: 0.5}, Radius: 0.1}, shape.Cylinder{B: geom.Vec{X: 0.5}, Radius: 0.1},
	shape.Convex{Points: []geom.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}},
}

// TestMoveRefusesSolids: a solid in a pair of which a body moves is refused wherever it is, and poses stay.
func TestMoveRefusesSolids(t *testing.T) {
	t.Parallel()
	through, far := alongX(t, -10, 10), alongX(t, 1e6, 2e6)
	for _, s := range solidsToMove {
		for name, paths := range map[string][]motion.Path{
			"solid through mesh": {through, nil}, "solid far away": {far, nil}, "mesh through solid": {nil, through},
			"mesh far from solid": {nil, far}, "both": {through, far},
		} {
			d := detector(t, []collide.Body{{Name: "solid", Shape: s}, {Name: "mesh", Shape: collide.NewModel(slab(1, 1, 1))}}, collide.Options{})
			r, err := d.Move(context.Background(), paths, 1e-6)
			if r != (collide.Impact{}) || !errors.Is(err, collide.ErrUnsupported) || fmt.Sprint(err) != "not supported by the method: Move: body 0 (solid) is no mesh" {
				t.Errorf("%T, %s: %+v, %v", s, name, r, err)
			}
			if r, err := d.Detect(context.Background()); err != nil || r.Verdict != collide.InContact {
				t.Errorf("%T, %s: the bodies did not stay in contact: %v", s, name, err)
			}
		}
	}
}

// TestMoveRefusesSolidsAmongThemselves: no mesh takes part.
func TestMoveRefusesSolidsAmongThemselves(t *testing.T) {
	t.Parallel()
	for _, a := range solidsToMove {
		for _, b := range solidsToMove {
			d := detector(t, []collide.Body{{Shape: a}, {Shape: b}}, collide.Options{})
			if r, err := d.Move(context.Background(), []motion.Path{alongX(t, -10, 10), nil}, 1e-6); r != (collide.Impact{}) || !errors.Is(err, collide.ErrUnsupported) {
				t.Errorf("%T through %T: %+v, %v", a, b, r, err)
			}
		}
	}
}

// TestMoveIgnoresSolidsThatAreNotTested: permitted pairs, and pairs that stand, refuse nothing.
func TestMoveIgnoresSolidsThatAreNotTested(t *testing.T) {
	t.Parallel()
	block := collide.NewModel(slab(1, 1, 1))
	for _, s := range solidsToMove {
		d := detector(t, []collide.Body{{Shape: s}, {Shape: block}, {Shape: s}}, collide.Options{})
		d.Allow(0, 1, true)
		d.Allow(1, 2, true)
		if r, err := d.Move(context.Background(), []motion.Path{nil, alongX(t, -10, 10), nil}, 1e-6); r.Verdict != collide.Free || err != nil {
			t.Errorf("%T: %+v, %v", s, r, err)
		}
	}
}

// alongX is a path from one x to another.
func alongX(t *testing.T, from, to float64) motion.Path {
	t.Helper()
	p, err := motion.NewStraight(geom.Pose{R: geom.Identity.R, T: geom.Vec{X: from}}, geom.Pose{R: geom.Identity.R, T: geom.Vec{X: to}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
