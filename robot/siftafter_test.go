package robot

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestDetectAfterValidate: what Detect finds after Validate is what a checker finds that validated nothing: pairs that were proposed are not all.
func TestDetectAfterValidate(t *testing.T) {
	r, _ := loadUR5(t)
	var others []collide.Body
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 14 {
		p := geom.Identity
		p.T = geom.Vec{X: 2*rnd.Float64() - 1, Y: 2*rnd.Float64() - 1, Z: 1.2 * rnd.Float64()}
		others = append(others, collide.Body{Shape: brickTo(geom.Vec{X: 0.15, Y: 0.15, Z: 0.15}), Pose: p, Immovable: true})
	}
	ctx := context.Background()
	for _, first := range []bool{true, false} {
		opt := Options{Detector: collide.Options{Workers: 1, First: first}}
		used, err := NewChecker(r, others, opt)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := NewChecker(r, others, opt)
		if err != nil {
			t.Fatal(err)
		}
		states := statesWithin(r, require.Cases(120, 40))
		hits := 0
		for i := 0; i+3 < len(states); i++ {
			batch := states[i : i+3]
			if err := used.SetState(batch[0]); err != nil {
				t.Fatal(err)
			}
			if _, err := used.Detect(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := used.Validate(ctx, batch, false, nil); err != nil {
				t.Fatal(err)
			}
			q := batch[i%3]
			if err := used.SetState(q); err != nil {
				t.Fatal(err)
			}
			if err := fresh.SetState(q); err != nil {
				t.Fatal(err)
			}
			a, err := used.Detect(ctx)
			if err != nil {
				t.Fatal(err)
			}
			b, err := fresh.Detect(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if b.Verdict == collide.InContact {
				hits++
			}
			if a.Verdict != b.Verdict || !first && a.Hash() != b.Hash() {
				t.Errorf("first %v, state %d: %v with %d contacts, fresh %v with %d", first, i, a.Verdict, len(a.Contacts), b.Verdict, len(b.Contacts))
			}
		}
		if hits == 0 || hits == len(states)-3 {
			t.Errorf("%d of the states have contacts", hits)
		}
	}
}
