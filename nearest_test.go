package collide_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// nearestOf is Nearest by the distances of brute from a ball of radius 0.
func nearestOf(t *testing.T, s *conformance.Scene, p geom.Vec) (collide.Distance, error) {
	t.Helper()
	bodies := append([]collide.Body(nil), s.Bodies...)
	for i := range bodies {
		bodies[i].Immovable = false
	}
	var others [][2]int // pairs without the point, of which nothing is asked
	for b := range bodies {
		for a := range b {
			others = append(others, [2]int{a, b})
		}
	}
	bodies = append(bodies, collide.Body{Name: "point", Shape: shape.Sphere{Center: p}})
	d, err := collide.NewDetector(bodies, collide.Options{Method: methods.Brute(), Solid: s.Solid, Skip: others})
	if err != nil {
		t.Fatal(err)
	}
	var best collide.Distance
	found := false
	all, err := d.Distances(t.Context(), math.Inf(1), nil)
	for _, r := range all {
		if r.B == len(bodies)-1 && (!found || r.Hi < best.Hi) {
			best, found = r, true
		}
	}
	return best, err
}

// TestNearestAgrees: every method finds the body that is least far from the point by brute's distances.
func TestNearestAgrees(t *testing.T) {
	t.Parallel()
	asked := 0
	for _, s := range conformance.Scenes() {
		if len(s.Bodies) > 60 {
			continue
		}
		brute := detectorFor(t, &s, methods.Brute())
		for _, p := range pointsAt(rand.New(rand.NewPCG(17, 11)), brute, s.Bodies, require.Cases(2, 1)) {
			if asked%2 == 0 {
				p = p.Scale(3)
			}
			if !p.IsFinite() {
				continue
			}
			want, wantErr := nearestOf(t, &s, p)
			if wantErr != nil {
				continue // of another pair
			}
			asked++
			for k, m := range table {
				if k > 0 && k%4 != asked%4 && !require.Full() {
					continue // methods but auto share the points out
				}
				d, err := collide.NewDetector(s.Bodies, collide.Options{Method: m, Solid: s.Solid})
				if errors.Is(err, collide.ErrUnsupported) {
					continue
				}
				for range 2 {
					got, found, err := d.Nearest(t.Context(), p)
					if err != nil || !found || got.A != want.A || got.B != -1 || got.Value != want.Value || got.Lo != got.Value || got.Hi != got.Value || got.TriA != want.TriA || got.TriB != -1 || got.Inside != want.Inside || got.Points != want.Points {
						t.Errorf("%s, %s, %v: %+v, %v (%v), want %+v", s.Name, nameOf(m), p, got, found, err, want)
					}
				}
				_ = d.Close()
			}
		}
	}
	if asked < 20 {
		t.Errorf("only %d points", asked)
	}
}

// TestNearestAmongMany: the tree over the bodies and the scan agree with the least distance.
func TestNearestAmongMany(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 12))
	var bodies []collide.Body
	for range 300 {
		c := geom.Vec{X: 100 * r.Float64(), Y: 100 * r.Float64(), Z: 100 * r.Float64()}
		bodies = append(bodies, collide.Body{Shape: shape.Sphere{Center: c, Radius: 3 * r.Float64()}})
	}
	d, brute := detector(t, bodies, collide.Options{}), detector(t, bodies, collide.Options{Method: methods.Brute()})
	for step := range 100 {
		if step%10 == 0 {
			p := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: r.NormFloat64()}}
			for _, d := range []*collide.Detector{d, brute} {
				if err := d.SetPose(step, p); err != nil {
					t.Fatal(err)
				}
			}
		}
		p := geom.Vec{X: 120 * r.Float64(), Y: 100 * r.Float64(), Z: 100 * r.Float64()}
		want, _, err := brute.Nearest(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if got, found, err := d.Nearest(t.Context(), p); err != nil || !found || got != want {
			t.Fatalf("%v: %+v, %v (%v), want %+v", p, got, found, err, want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	open := cube()
	open.Triangles = open.Triangles[1:]
	bodies := []collide.Body{
		{Name: "cube", Shape: collide.NewModel(cube())},
		{Name: "lid off", Shape: collide.NewModel(open), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 5}}},
		{Name: "ball", Shape: shape.Sphere{Center: geom.Vec{X: 3, Y: 0.5, Z: 0.5}, Radius: 0.5}},
	}
	for _, c := range []struct {
		p      geom.Vec
		solid  bool
		body   int
		value  float64
		inside collide.Side
		open   bool
	}{
		{geom.Vec{X: -2, Y: 0.5, Z: 0.5}, false, 0, 2, "", false},
		{geom.Vec{X: 1.75, Y: 0.5, Z: 0.5}, false, 0, 0.75, "", false}, // the ball is as near
		{geom.Vec{X: math.Nextafter(1.75, 2), Y: 0.5, Z: 0.5}, false, 2, 0.75 - 0x1p-52, "", false},
		{geom.Vec{X: 3, Y: 0.75, Z: 0.5}, false, 2, 0, "", false},
		{geom.Vec{X: 0.75, Y: 0.5, Z: 0.5}, false, 0, 0.25, "", false},
		{geom.Vec{X: 0.75, Y: 0.5, Z: 0.5}, true, 0, 0, collide.BInside, false},
		{geom.Vec{X: 5.75, Y: 0.5, Z: 0.5}, false, 1, 0.25, "", false},
		{geom.Vec{X: 5.75, Y: 0.5, Z: 0.5}, true, 1, 0, "", true},
	} {
		d := detector(t, bodies, collide.Options{Solid: c.solid})
		got, found, err := d.Nearest(t.Context(), c.p)
		if !found || got.A != c.body || got.Value != c.value || got.Inside != c.inside || errors.Is(err, collide.ErrUndecided) != c.open || (err != nil) != c.open {
			t.Errorf("%v, solid %v: %+v, %v (%v)", c.p, c.solid, got, found, err)
		}
		if c.open && got.Hi < 0.25 {
			t.Errorf("at most %v", got.Hi)
		}
	}
	d := detector(t, bodies, collide.Options{})
	if r, found, err := d.Nearest(t.Context(), geom.Vec{Z: math.Inf(1)}); err == nil || found {
		t.Errorf("%+v", r)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if r, found, err := d.Nearest(ended, geom.Vec{}); found || !errors.Is(err, collide.ErrIncomplete) || r.A != -1 || !math.IsInf(r.Hi, 1) {
		t.Errorf("%+v, %v, %v", r, found, err)
	}
	for i := range bodies {
		d.Remove(i)
	}
	if r, found, err := d.Nearest(t.Context(), geom.Vec{}); found || err != nil {
		t.Errorf("nobody: %+v, %v", r, err)
	}
	for steps := int64(1); ; steps *= 2 {
		d := detector(t, bodies, collide.Options{Budget: collide.Budget{Steps: steps}})
		r, _, err := d.Nearest(t.Context(), geom.Vec{X: -2, Y: 0.5, Z: 0.5})
		if r.Lo > 2 || r.Hi < 2 || err == nil && r.Value != 2 {
			t.Errorf("%d steps: %+v, %v", steps, r, err)
		}
		if err == nil {
			break
		}
	}
}

func ExampleDetector_Nearest() {
	detector, err := collide.NewDetector([]collide.Body{
		{Name: "ball", Shape: shape.Sphere{Radius: 1}},
		{Name: "crate", Shape: shape.Box{Center: geom.Vec{X: 5}, Size: geom.Vec{X: 2, Y: 2, Z: 2}}},
	}, collide.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	near, found, err := detector.Nearest(context.Background(), geom.Vec{X: 3})
	fmt.Println(near.A, near.Value, near.Points[0], found, err)
	// Output: 1 1 {4 0 0} true <nil>
}
