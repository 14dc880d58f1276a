package broad

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
)

func randomBoxes(r *rand.Rand, n int, grid bool) []geom.AABB {
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		c := geom.Vec{X: 10 * r.Float64(), Y: 20 * r.Float64(), Z: 5 * r.Float64()}
		h := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		if grid { // many touching faces and coincident boxes
			c = geom.Vec{X: float64(r.IntN(6)), Y: float64(r.IntN(6)), Z: float64(r.IntN(6))}
			h = geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}
		}
		boxes[i] = geom.AABB{Min: c.Sub(h), Max: c.Add(h)}
	}
	return boxes
}

func sorted(p []Pair) []Pair {
	slices.SortFunc(p, func(a, b Pair) int {
		if a.A != b.A {
			return int(a.A - b.A)
		}
		return int(a.B - b.B)
	})
	return p
}

func TestSweepEqualsBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var s Sweep
	for range 200 {
		boxes := randomBoxes(r, r.IntN(60), r.IntN(2) == 0)
		want := sorted(new(Brute).Pairs(boxes, nil))
		got := sorted(s.Pairs(boxes, nil))
		if !slices.Equal(got, want) {
			t.Fatalf("sweep found %v, brute %v", got, want)
		}
	}
}

func TestSweepAllocatesNothing(t *testing.T) {
	boxes := randomBoxes(rand.New(rand.NewPCG(2, 2)), 200, false)
	var s Sweep
	pairs := s.Pairs(boxes, nil)
	if n := testing.AllocsPerRun(10, func() { pairs = s.Pairs(boxes, pairs[:0]) }); n != 0 {
		t.Errorf("%v allocations a call, want 0", n)
	}
}

func BenchmarkSweep1000(b *testing.B) {
	boxes := randomBoxes(rand.New(rand.NewPCG(3, 3)), 1000, false)
	var s Sweep
	var pairs []Pair
	for b.Loop() {
		pairs = s.Pairs(boxes, pairs[:0])
	}
	b.ReportMetric(float64(len(pairs)), "pairs")
}
