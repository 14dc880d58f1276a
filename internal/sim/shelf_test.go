package sim

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestShelfFindsWhatOverlaps compares it with looking at every body, while ranges
// change.
func TestShelfFindsWhatOverlaps(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var s shelf
	found := 0
	for range 40 {
		bodies := make([]rigid, 1+r.IntN(200))
		s.near = make([]geom.AABB, len(bodies))
		place := func(i int) {
			size := 0.3 * r.Float64()
			if r.IntN(20) == 0 {
				size = 8
			}
			at := vec(4*r.Float64()-2, 4*r.Float64(), 4*r.Float64())
			s.near[i] = geom.AABB{Min: at, Max: at.Add(vec(size, size, size))}
		}
		for i := range bodies {
			bodies[i].fixed = r.IntN(6) == 0
			place(i)
		}
		s.sort(bodies)
		for range 50 {
			i := int32(r.IntN(len(bodies)))
			s.stray(i)
			place(int(i))
			var want []int32
			for j := range bodies {
				if int32(j) != i && s.near[i].Overlaps(&s.near[j]) {
					want = append(want, int32(j))
				}
			}
			if got := s.meeting(i); !slices.Equal(got, want) {
				t.Fatalf("%d bodies: found %v, want %v", len(bodies), got, want)
			}
			found += len(want)
		}
	}
	if found < 1000 {
		t.Errorf("%d found: the test tests nothing", found)
	}
}
