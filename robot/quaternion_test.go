package robot

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// TestNegatedQuaternions: q and −q are one rotation, so every pose has the same bits, whatever the length of q. A motion from
// one to the other goes through 0 and is refused.
func TestNegatedQuaternions(t *testing.T) {
	t.Parallel()
	r := read(t, everyJoint)
	c, err := NewChecker(r, nil, Options{Detector: collide.Options{Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	draw := rand.New(rand.NewPCG(1, 42))
	for range 200 {
		values, err := r.ParseState("slide=0.75")
		if err != nil {
			t.Fatal(err)
		}
		for i := 9; i < 13; i++ {
			values[i] = draw.NormFloat64()
		}
		negated := slices.Clone(values)
		for i := 9; i < 13; i++ {
			negated[i] = -values[i]
		}
		if a, b := r.LinkPoses(geom.Identity, values, nil), r.LinkPoses(geom.Identity, negated, nil); !slices.Equal(a, b) {
			t.Fatalf("%v: %v and %v", values[9:], a, b)
		}
		if i, err := c.Move(t.Context(), Way{From: values, To: negated}, collide.Gaps{}, 1e-6); i != (collide.Impact{}) || !errors.Is(err, collide.ErrUnsupported) {
			t.Fatalf("from q to −q: %+v, %v", i, err)
		}
	}
}
