package collide_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
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

// TestFitsDepths compares with the exact depths of 17 parts, as placed and turned, mirrored and scaled.
func TestFitsDepths(t *testing.T) {
	t.Parallel()
	require.File(t, sharedData+"/fits/truth.json")
	truth := fitsDepths(t)
	parts, _ := fits(t)
	for _, move := range append(exactPoses()[:2:2], geom.Pose{R: geom.Mat{0x1p-30, 0, 0, 0, 0x1p-30, 0, 0, 0, -0x1p-30}}) {
		bodies := moved(parts, move)
		r, err := detector(t, bodies, collide.Options{Depths: true}).Detect(context.Background())
		if err != nil && !errors.Is(err, collide.ErrUndecided) {
			t.Fatal(err)
		}
		scale := math.Abs(move.R[0] + move.R[1] + move.R[2])
		for _, p := range r.Pairs {
			names := [2]string{bodies[p.A].Name, bodies[p.B].Name}
			want := truth[names] * scale
			if !holds(p.Depth, want, 1e-9*scale) || p.Depth[1]-p.Depth[0] > max(0.01*p.Depth[1], 1e-4*scale) {
				t.Errorf("%v: depth %v, want %v (%s)", names, p.Depth, want, p.Reason)
			}
			if (p.Kind == collide.Touch) != (p.Width == [2]float64{}) || p.Width[0] > p.Width[1] {
				t.Errorf("%v, of kind %s: width %v", names, p.Kind, p.Width)
			}
			if p.Width[1]-p.Width[0] > max(0.01*p.Width[1], 1e-4*scale) && p.Reason == "" {
				t.Errorf("%v: width %v (%s)", names, p.Width, p.Reason)
			}
		}
	}
}

// holds reports whether an interval holds a number that is known to within e.
func holds(r [2]float64, x, e float64) bool { return r[0] <= x+e && x-e <= r[1] }

// fitsDepths reads the depths to 1e-9.
func fitsDepths(t *testing.T) map[[2]string]float64 {
	t.Helper()
	data, err := os.ReadFile(sharedData + "/fits/truth.json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Pairs []struct {
			A, B  string
			Depth float64
		}
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	depths := map[[2]string]float64{}
	for _, p := range truth.Pairs {
		depths[[2]string{p.A, p.B}] = p.Depth
	}
	return depths
}
