package bench

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// Both forms answer as the exact predicate does for triangles in general position, in any
// order of their corners.
func TestTriangleForms(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	touching := 0
	for range 20000 {
		var p, q geom.Triangle
		for i := range 3 {
			p[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			q[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		}
		want := predicate.TriangleTriangle(&p, &q)
		if want {
			touching++
		}
		if v, s := vectorForm(&p, &q), scalarForm(&p, &q); v != want || s != want {
			t.Fatalf("%v and %v: vector form %v, scalar form %v, want %v", p, q, v, s, want)
		}
	}
	if touching < 1000 || touching > 19000 {
		t.Errorf("%d of 20000 pairs touch", touching)
	}
}
