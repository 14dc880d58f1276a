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
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
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
	exact := exactPoses()
	moves := []geom.Pose{exact[0], exact[2], exact[3], exact[1], {R: geom.Mat{0x1p-30, 0, 0, 0, 0x1p-30, 0, 0, 0, -0x1p-30}}}
	for _, move := range moves[5-require.Cases(5, 2):] {
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
			if p.Width[1]-p.Width[0] > max(0.01*p.Width[1], 1e-4*scale) {
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

// cuboid is a box of twelve triangles.
func cuboid(name string, lo, hi geom.Vec) *mesh.Mesh {
	m := &mesh.Mesh{Name: name}
	for i := range 8 {
		v := lo
		for axis, x := range [3]*float64{&v.X, &v.Y, &v.Z} {
			if i>>axis&1 != 0 {
				*x = hi.At(axis)
			}
		}
		m.Vertices = append(m.Vertices, v)
	}
	for _, f := range [6][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{f[0], f[1], f[2]}, [3]uint32{f[0], f[2], f[3]})
	}
	return m
}

// TestMeasureDepth: a pair of a result without depths gets the bounds that Options.Depths gives.
func TestMeasureDepth(t *testing.T) {
	t.Parallel()
	unit := collide.NewModel(cuboid("cube", geom.Vec{}, geom.Vec{X: 1, Y: 1, Z: 1}))
	at := func(x float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x, Y: 0.125, Z: 0.25}} }
	bodies := []collide.Body{{Shape: unit}, {Shape: unit, Pose: at(0.5)}, {Shape: unit, Pose: at(-1)}, {Shape: shape.Sphere{Radius: 0.1}, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.25, Y: 1, Z: 0.1}}}}
	all, err := detector(t, bodies[:3], collide.Options{Depths: true}).Detect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d := detector(t, bodies, collide.Options{Kinds: true})
	r, err := d.Detect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if p.B == 3 {
			if err := d.MeasureDepth(t.Context(), p); err != nil || p.Kind == collide.Penetrate && (!holds(p.Depth, 0.1, 1e-9) || !holds(p.Width, 0.1, 1e-9)) {
				t.Errorf("a sphere with its middle on a face: %v, %+v", err, p)
			}
			continue
		}
		if err := d.MeasureDepth(ended, p); p.Kind == collide.Penetrate && !errors.Is(err, context.Canceled) {
			t.Errorf("after the end of the context: %v", err)
		}
		if err := d.MeasureDepth(t.Context(), p); err != nil {
			t.Error(err)
		}
		if want := all.Pairs[i]; p.Depth != want.Depth || p.Width != want.Width || p.Kind != want.Kind {
			t.Errorf("%+v, expected %+v", p, want)
		}
	}
}

// TestDepthWithin: a limit is decided however near it is, or left undecided with an error.
func TestDepthWithin(t *testing.T) {
	t.Parallel()
	unit := collide.NewModel(cuboid("cube", geom.Vec{}, geom.Vec{X: 1, Y: 1, Z: 1}))
	at := func(x float64) geom.Pose { return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x, Y: 0.125, Z: 0.25}} }
	bodies := []collide.Body{{Name: "a", Shape: unit}, {Name: "b", Shape: unit, Pose: at(0.5)}}
	d := detector(t, bodies, collide.Options{Depths: true})
	ask := func(limit float64) (bool, error) {
		t.Helper()
		r, err := d.Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return d.DepthWithin(t.Context(), &r.Pairs[0], limit)
	}
	for _, c := range []struct {
		limit float64
		want  bool
	}{{math.Inf(1), true}, {1, true}, {0.51, true}, {0.50001, true}, {0.5, true}, {0.49999, false}, {0.3, false}, {0, false}} {
		if ok, err := ask(c.limit); ok != c.want || err != nil {
			t.Errorf("within %v: %v, %v; the depth is 0.5", c.limit, ok, err)
		}
	}
	below := 0.5 - 0x1p-30
	if require.Full() {
		below = math.Nextafter(0.5, 0) // a second of search
	}
	if ok, err := ask(below); ok || err != nil && !errors.Is(err, collide.ErrUndecided) {
		t.Errorf("within %v, a little below 0.5: %v, %v", below, ok, err)
	}
	if err := d.SetPose(1, at(0)); err != nil {
		t.Fatal(err)
	}
	if ok, err := ask(0.25); ok || err != nil {
		t.Errorf("shifted along two axes by up to 0.25 within 0.25: %v, %v; the width is 0.75", ok, err)
	}
	if err := d.SetPose(1, at(1)); err != nil {
		t.Fatal(err)
	}
	if ok, err := ask(0); !ok || err != nil {
		t.Errorf("a touch within 0: %v, %v", ok, err)
	}
	if err := d.SetPose(1, geom.Identity); err != nil {
		t.Fatal(err)
	}
	if ok, err := ask(1e9); ok || err != nil {
		t.Errorf("equal bodies within 1e9: %v, %v", ok, err)
	}
}

// TestDepthsFailClosed: what is cut short is bounds that hold, and an error.
func TestDepthsFailClosed(t *testing.T) {
	t.Parallel()
	ball := collide.NewModel(scene.Torus("ball", 1, 0.4, 24, 12))
	bodies := []collide.Body{{Name: "a", Shape: ball}, {Name: "b", Shape: ball, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 0.25}}}}
	whole, err := detector(t, bodies, collide.Options{Depths: true}).Detect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := whole.Pairs[0]
	cut := 0
	for steps := int64(256); steps < 1<<22; steps *= 2 {
		r, err := detector(t, bodies, collide.Options{Depths: true, Workers: 1, Budget: collide.Budget{Steps: steps}}).Detect(t.Context())
		if err == nil {
			if q := r.Pairs[0]; q.Depth != p.Depth || q.Width != p.Width {
				t.Errorf("%d steps: depth %v and width %v, without a limit %v and %v", steps, q.Depth, q.Width, p.Depth, p.Width)
			}
			continue
		}
		cut++
		if !errors.Is(err, collide.ErrIncomplete) || !errors.Is(err, collide.ErrBudget) {
			t.Errorf("%d steps: %v", steps, err)
		}
		for _, q := range r.Pairs {
			if q.Kind == collide.Penetrate && (q.Depth[0] > p.Depth[1] || q.Depth[1] < p.Depth[0] || q.Width[0] > p.Width[1] || q.Width[1] < p.Width[0] || q.Reason == "") {
				t.Errorf("%d steps: depth %v, width %v (%s)", steps, q.Depth, q.Width, q.Reason)
			}
		}
	}
	if cut < 5 {
		t.Errorf("%d budgets cut the query short", cut)
	}
	for _, o := range []collide.Options{{Depths: true, First: true}, {Depths: true, Orient: collide.Parity}, {DepthError: -1}, {DepthError: 1e-9}, {DepthError: math.NaN()}} {
		if _, err := collide.NewDetector(bodies, o); !errors.Is(err, collide.ErrOption) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
