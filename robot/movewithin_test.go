package robot

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
)

// TestMoveWithin draws motions of the UR5 next to a wall, and confirms by exact distances that nothing comes nearer before T0, and
// that something is as near at T1.
func TestMoveWithin(t *testing.T) {
	r, s := loadUR5(t)
	m := newMover(t, r, s, []collide.Body{wall(-0.6)})
	nearest := func(from, to []float64, at float64) float64 {
		if m.verdictAt(t, Way{From: from, To: to}, at) == collide.InContact {
			return 0
		}
		d, ok, err := m.look.Distance(t.Context())
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		return d.Value
	}
	random := rand.New(rand.NewPCG(5, 21))
	counts := map[collide.Verdict]int{}
	for range require.Cases(200, 24) {
		from, to := make([]float64, 6), make([]float64, 6)
		for i := range from {
			from[i] = 3*random.Float64() - 1.5
			to[i] = from[i] + 0.3*random.NormFloat64()
		}
		distance := 0.01 * random.Float64()
		i, err := m.move.Move(t.Context(), Way{From: from, To: to}, collide.Gaps{Most: distance}, 1e-6)
		if err != nil && !errors.Is(err, collide.ErrUndecided) {
			t.Fatal(err)
		}
		free := i.T0
		if counts[i.Verdict]++; i.Verdict == collide.Free {
			free = 1
		}
		for k := range 12 {
			at := free * (float64(k) + 0.5) / 12
			if got := nearest(from, to, at); free > 0 && got <= distance {
				t.Fatalf("from %v to %v at %v: %+v, but %v apart at %v", from, to, distance, i, got, at)
			}
		}
		if i.Verdict != collide.InContact {
			continue
		}
		if got := nearest(from, to, i.T1); got > distance || i.T1-i.T0 > 1e-6 {
			t.Fatalf("from %v to %v at %v: %+v, but %v apart at T1", from, to, distance, i, got)
		}
		if touch, err := m.move.Move(t.Context(), Way{From: from, To: to}, collide.Gaps{}, 1e-6); err == nil && touch.Verdict == collide.InContact && touch.T1 < i.T0 {
			t.Errorf("from %v to %v at %v: %+v, but contact %+v", from, to, distance, i, touch)
		}
	}
	if t.Log(counts); counts[collide.Free] < 2 || counts[collide.InContact] < 2 {
		t.Errorf("%v: the test proves little", counts)
	}
}
