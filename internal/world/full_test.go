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
		w.mostPairs = c.most
		if err := w.Begin(t.Context(), 0, 0); err != nil {
			t.Fatal(err)
		}
		pairs := w.Candidates(&broad.Auto{}, nil)
		if got := w.Control.Cause(); got != c.want || got == narrow.Running && len(pairs) != n*(n-1)/2 || len(pairs) == 0 {
			t.Errorf("at most %d pairs: %d, cause %v; want %v", c.most, len(pairs), got, c.want)
		}
	}
}
