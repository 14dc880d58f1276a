package collide_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestSkip asks every method about bodies of which pairs are skipped: these are never tested, listed, measured or hashed, with
// and without First, and whatever is asked.
func TestSkip(t *testing.T) {
	t.Parallel()
	ring := collide.NewModel(scene.Torus("ring", 1, 0.3, 12, 8))
	bodies := []collide.Body{{Name: "a", Shape: ring}, {Name: "b", Shape: ring}, {Name: "c", Shape: ring}, {Name: "ball", Shape: shape.Sphere{Center: geom.Vec{X: 1}, Radius: 0.5}}}
	bodies[2].Pose = geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 2.5}}
	skip := [][2]int{{1, 0}, {0, 3}, {2, 1}, {3, 3}, {2, 2}}
	want := [][2]int{{0, 2}, {1, 3}, {2, 3}}
	for _, m := range methods.Table() {
		d, err := collide.NewDetector(bodies, collide.Options{Method: m, Skip: skip, Workers: 2})
		if m.About().Name == "multiprocess" {
			continue // its worker processes are another program
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(t.Context())
		if err != nil {
			if errors.Is(err, collide.ErrUnsupported) {
				continue
			}
			t.Fatal(m.About().Name, err)
		}
		if got := pairsOf(r); !slices.Equal(got, want) {
			t.Errorf("%s: pairs %v, want %v", m.About().Name, got, want)
		}
	}
	d, err := collide.NewDetector(bodies, collide.Options{Skip: append(skip, want...), Self: true, Solid: true, Kinds: true})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := d.Detect(t.Context()); err != nil || r.Verdict != collide.Free || len(r.Pairs) > 0 {
		t.Errorf("all pairs skipped: %v, %v", r.Verdict, err)
	}
	if list, err := d.Distances(t.Context(), math.Inf(1), nil); err != nil || len(list) > 0 {
		t.Errorf("all pairs skipped: distances %v, %v", list, err)
	}
	if _, ok, err := d.Distance(t.Context()); ok || err != nil {
		t.Errorf("all pairs skipped: a distance, %v", err)
	}
	d.Remove(0)
	if i, err := d.Add(bodies[0]); err != nil || i != 0 {
		t.Fatal(i, err)
	}
	if r, err := d.Detect(t.Context()); err != nil || r.Verdict != collide.InContact {
		t.Errorf("a body that was added is skipped as the one before it: %v, %v", r.Verdict, err)
	}
	if _, err := collide.NewDetector(bodies, collide.Options{Skip: [][2]int{{0, 4}}}); !errors.Is(err, collide.ErrOption) {
		t.Errorf("a body that there is not: %v", err)
	}
}

func pairsOf(r *collide.Result) [][2]int {
	var pairs [][2]int
	for _, p := range r.Pairs {
		pairs = append(pairs, [2]int{p.A, p.B})
	}
	return pairs
}
