package world

import (
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/shape"
)

// TestTooManyPairs: a world of bodies in one place stops when a phase has listed more pairs than it may, and
// has all pairs when it may list them.
func TestTooManyPairs(t *testing.T) {
	t.Parallel()
	const n = 2000
	w := New(&Settings{Workers: 1}, n, 0, 0)
	w.Stats = &Stats{}
	for range n {
		if _, err := w.Add(&Body{Shape: shape.Sphere{Radius: 1}, Pose: geom.Identity}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		most int
		want narrow.Cause
	}{{1000, narrow.OutOfPairs}, {n * n, narrow.Running}, {n * (n - 1) / 2, narrow.Running}} {
		w.Control.Limit(narrow.Limits{Pairs: c.most})
		if err := w.Begin(t.Context(), 0, 0); err != nil {
			t.Fatal(err)
		}
		pairs := w.Candidates(&broad.Auto{}, nil)
		if got := w.Control.Cause(); got != c.want || got == narrow.Running && len(pairs) != n*(n-1)/2 || len(pairs) == 0 {
			t.Errorf("at most %d pairs: %d, cause %v; want %v", c.most, len(pairs), got, c.want)
		}
	}
}

// TestTooManyDistances: pairs with half spaces are measured as they come, and end where there are more than may be listed.
func TestTooManyDistances(t *testing.T) {
	t.Parallel()
	w := New(&Settings{Workers: 1}, 200, 0, 0)
	w.Stats = &Stats{}
	for i := range 200 {
		var s any = shape.Sphere{Center: geom.Vec{X: 9 * float64(i)}, Radius: 1}
		if i < 20 {
			s = shape.HalfSpace{Point: geom.Vec{Z: -5}, Normal: geom.Vec{Z: 1}}
		}
		if _, err := w.Add(&Body{Shape: s, Pose: geom.Identity, Immovable: i < 20}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		most, list int
		want       narrow.Cause
	}{{1000, 1001, narrow.OutOfPairs}, {20 * 180, 20 * 180, narrow.Running}} {
		w.Control.Limit(narrow.Limits{Pairs: c.most})
		if err := w.Begin(t.Context(), 0, 0); err != nil {
			t.Fatal(err)
		}
		var n Nearest
		n.Every(w, &Question{Within: 4.5})
		if got := w.Control.Cause(); got != c.want || len(n.Spans) != c.list || cap(n.list) > 1000 {
			t.Errorf("at most %d pairs: %d, cause %v; want %d, %v", c.most, len(n.Spans), got, c.list, c.want)
		}
		n.One(w, &Question{})
		if cap(n.list) > 1000 {
			t.Errorf("One lists %d pairs", cap(n.list))
		}
	}
}
