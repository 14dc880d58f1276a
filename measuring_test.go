package collide_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// measuring are the methods that measure distances.
var measuring = []string{"auto", "bvh", "brute", "rapid", "sphere", "scda", "octree-hybrid"}

// TestMethodsMeasureOrSaySo asks every method of the table for distances: it answers, or the error states that
// it does not; none answers by another method in silence. Clearances of 0 are contacts, which all find.
func TestMethodsMeasureOrSaySo(t *testing.T) {
	t.Parallel()
	for _, m := range table {
		want := error(nil)
		if !slices.Contains(measuring, nameOf(m)) {
			want = collide.ErrUnsupported
		}
		d := detector(t, smallTori(3), collide.Options{Method: m, Workers: 1})
		_, _, one := d.Distance(t.Context())
		_, every := d.Distances(t.Context(), math.Inf(1), nil)
		_, near := d.Distances(t.Context(), 0.5, nil)
		_, within := d.Within(t.Context(), 0.5)
		for what, err := range map[string]error{"Distance": one, "Distances": every, "Distances within 0.5": near, "Within 0.5": within} {
			if !errors.Is(err, want) || errors.Is(err, collide.ErrIncomplete) {
				t.Errorf("%s, %s: %v, expected %v", nameOf(m), what, err, want)
			}
		}
		if _, err := d.Within(t.Context(), 0); err != nil {
			t.Errorf("%s within 0: %v", nameOf(m), err)
		}
		if _, ok, err := d.Nearest(t.Context(), geom.Vec{X: 9}); !ok || err != nil {
			t.Errorf("%s, nearest to a point: %v, %v", nameOf(m), ok, err)
		}
	}
}
