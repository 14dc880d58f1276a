package kind

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/predicate"
)

// Wherever flatFansMeet knows, fansMeet agrees, for sets of cubes with many flush faces; and it knows most of the time.
func TestFlatFans(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	known, shares, open := 0, 0, 0
	for range 20 {
		a, b := posed(t, cubes(grown(r, 12)), at(0, 0, 0)), posed(t, cubes(grown(r, 12)), at(float64(r.IntN(3)), 0, float64(r.IntN(3))))
		var j Judge
		j.sides[0].begin(a)
		j.sides[1].begin(b)
		for _, c := range contacts(a, b) {
			a.Surface.Triangle(c.A, &j.p)
			b.Surface.Triangle(c.B, &j.q)
			m, edgeA, edgeB := j.Tally.Meet(&j.p, &j.q)
			if m != predicate.MeetLine {
				continue
			}
			shared, flat := j.flatFansMeet(c, edgeA, edgeB)
			if !flat {
				if predicate.SharedAxis(&j.p, &j.q) >= 0 {
					open++
				}
				continue
			}
			known++
			if shared {
				shares++
			}
			if shared != j.fansMeet(c, &j.p, &j.q, edgeA, edgeB) {
				t.Fatalf("%v and %v along edges %d and %d: %v", j.p, j.q, edgeA, edgeB, shared)
			}
		}
	}
	if known < 100 || known < open/4 || shares < 20 || known-shares < 20 {
		t.Errorf("%d of %d flush contacts known, %d of them shared", known, known+open, shares)
	}
}
