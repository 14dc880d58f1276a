package collide

import (
	"errors"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// passing are two boxes and a way past each other on which they come no nearer than about 0.1: 3.1 − 3.
func passing(t *testing.T, budget Budget) (*Detector, []motion.Path) {
	t.Helper()
	a, b := shape.Box{Size: geom.Vec{X: 1, Y: 2, Z: 3}}, shape.Box{Size: geom.Vec{X: 2, Y: 1, Z: 3}}
	d, err := NewDetector([]Body{{Name: "a", Shape: a}, {Name: "b", Shape: b}}, Options{Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() }) // it has no processes
	from, to := geom.Identity, geom.Identity
	from.T, to.T = geom.Vec{X: -9, Z: 3.1}, geom.Vec{X: 9, Y: 0.3, Z: 3.1}
	path, err := motion.NewStraight(from, to)
	if err != nil {
		t.Fatal(err)
	}
	return d, []motion.Path{path, nil}
}

// TestMoveWithinAsksOnce has boxes whose least distance is the one that is asked for. The trees leave many facets at each
// instant; that the solids are apart there is one question, not one for each pair of these.
func TestMoveWithinAsksOnce(t *testing.T) {
	t.Parallel()
	d, paths := passing(t, Budget{})
	r, err := d.Move(t.Context(), paths, Gaps{Most: 0.1}, 1e-6)
	if r.Verdict != Unknown || !errors.Is(err, ErrUndecided) {
		t.Fatalf("%+v, %v; the motion grazes the distance", r, err)
	}
	if n := d.result.Stats.Exact; n > 20_000 {
		t.Errorf("%d exact decisions for one graze of two boxes", n)
	} else if d.Steps() < 10*n { // 144 pairs of facets a question, of which it decides few exactly
		t.Errorf("%d steps with %d exact decisions: pairs of facets are not counted", d.Steps(), n)
	}
}

// TestMoveWithinCountsFacets bounds the steps of the same: facets that are measured count.
func TestMoveWithinCountsFacets(t *testing.T) {
	t.Parallel()
	for _, steps := range []int64{1, 300, 3000, 30_000} {
		d, paths := passing(t, Budget{Steps: steps})
		r, err := d.Move(t.Context(), paths, Gaps{Most: 0.1}, 1e-6)
		if r.Verdict != Unknown || !errors.Is(err, ErrBudget) {
			t.Errorf("%d steps: %+v, %v", steps, r, err)
		}
		s := &d.result.Stats
		if s.Exact > d.Steps() || d.Steps() > steps+512 {
			t.Errorf("budget of %d steps: %d taken, %d exact decisions", steps, d.Steps(), s.Exact)
		}
	}
}
