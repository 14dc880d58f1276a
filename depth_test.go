package collide_test

import (
	"context"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
)

// TestDepthsOfKinds: a touch is 0 deep and 0 wide, and a body that is not closed has no depth and
// makes nothing incomplete.
func TestDepthsOfKinds(t *testing.T) {
	t.Parallel()
	ball := collide.NewModel(scene.Torus("ball", 1, 0.4, 24, 12))
	open := collide.NewModel(opened(scene.Torus("ball", 1, 0.4, 24, 12)))
	far := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1}}
	d := detector(t, []collide.Body{{Name: "ball", Shape: ball}, {Name: "open", Shape: open, Pose: far}}, collide.Options{Depths: true})
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	nothing := [2]float64{0, math.Inf(1)}
	if p := r.Pairs[0]; p.Kind != collide.SurfaceContact || p.Depth != nothing || p.Width != nothing {
		t.Errorf("kind %s has depth %v and width %v, want %v", p.Kind, p.Depth, p.Width, nothing)
	}
}
