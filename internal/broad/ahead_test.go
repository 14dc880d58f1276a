package broad

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// drifting are boxes that move at an even speed and turn back at the walls of their cube.
type drifting struct {
	boxes []geom.AABB
	by    []geom.Vec
	walls geom.AABB
}

func newDrifting(r *rand.Rand, n int, speed float64) *drifting {
	d := &drifting{boxes: evenBoxes(r, n), walls: geom.EmptyAABB()}
	for i := range d.boxes {
		d.walls.Include(&d.boxes[i])
		d.by = append(d.by, geom.Vec{X: speed * (r.Float64() - 0.5), Y: speed * (r.Float64() - 0.5), Z: speed * (r.Float64() - 0.5)})
	}
	return d
}

func (d *drifting) step() {
	for i, v := range d.by {
		b := moved(d.boxes[i], v)
		if b.Min.X < d.walls.Min.X || b.Max.X > d.walls.Max.X || b.Min.Y < d.walls.Min.Y || b.Max.Y > d.walls.Max.Y ||
			b.Min.Z < d.walls.Min.Z || b.Max.Z > d.walls.Max.Z {
			d.by[i] = v.Scale(-1)
			continue
		}
		d.boxes[i] = b
	}
}

// TestNoCallPaysForAWholeSearch: while bodies move evenly, the pairs to keep next are found in pieces, one to
// four a call, and what is left where those kept serve no more.
func TestNoCallPaysForAWholeSearch(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1000, 10_000} {
		for i, speed := range []float64{0.002, 0.01, 0.05} {
			if n > 1000 && i != 1 && !require.Full() {
				continue
			}
			d, a := newDrifting(rand.New(rand.NewPCG(7, uint64(n))), n, speed), Auto{}
			var pairs []Pair
			most, all := 0, 0
			const warmUp, calls = 150, 400
			for call := range calls {
				before := a.grid.searched
				pairs = a.Pairs(d.boxes, pairs[:0])
				if call >= warmUp {
					did := a.grid.searched - before
					most, all = max(most, did), all+did
				}
				d.step()
			}
			t.Logf("%d bodies, speed %g: at most %d of %d pieces a call, %.2f in the mean", n, speed, most, gridPieces, float64(all)/(calls-warmUp))
			if most >= gridPieces || all == 0 {
				t.Errorf("%d bodies, speed %g: a call did %d of the %d pieces of a search, all calls %d", n, speed, most, gridPieces, all)
			}
		}
	}
}

// TestAheadEqualsBrute: pairs found ahead are as good as any, while bodies teleport, come and go, lose their
// numbers and stand still, and calls are stopped in the middle of a piece.
func TestAheadEqualsBrute(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(71, 72))
	for _, workers := range []int{1, 3} {
		a, d := Auto{Workers: workers}, newDrifting(r, 300, 0.02)
		taken := 0
		for call := range require.Cases(700, 350) {
			switch r.IntN(150) {
			case 0:
				d.boxes[r.IntN(len(d.boxes))] = evenBoxes(r, 300)[0]
			case 1:
				d.boxes[3].Max.X = math.Inf(1)
			case 2:
				d.boxes[5].Min.Y = math.NaN()
			case 3:
				for i := range d.by {
					d.by[i] = d.by[i].Scale(2 * r.Float64())
				}
			case 4:
				d = newDrifting(r, 250+r.IntN(100), 0.02)
			case 5:
				if call%2 == 0 {
					d.boxes = evenBoxes(r, len(d.boxes))
				}
			case 6:
				looks := 0
				a.StopWhen(func(int) bool { looks++; return looks > 1+call%5 })
				a.Pairs(d.boxes, nil)
				a.StopWhen(nil)
			}
			under, age := a.ahead.underWay, a.kept.age
			checkPhase(t, "auto", &a, d.boxes)
			if under && !a.ahead.underWay && a.Choice() == ChoseKept && a.kept.age <= age {
				taken++
			}
			d.step()
		}
		if taken < require.Cases(10, 5) {
			t.Errorf("%d workers: %d searches ahead were of use: the test does not test it", workers, taken)
		}
	}
}

// TestForecastsAreBounded: the faster bodies move, the less is kept; a pace leaves enough calls, and does all
// pieces.
func TestForecastsAreBounded(t *testing.T) {
	t.Parallel()
	const n, pairs, cost = 10_000, 17_000, 45 * 10_000
	last := forecast{calls: 1000}
	for _, mean := range []float64{0, 1e-4, 1e-3, 1e-2, 0.02, 0.05, 10} {
		f := motion{mean: mean, most: 2 * mean, size: 1}.foresee(n, pairs, cost)
		if keeps := f.average < maxKeptShare*cost; keeps != (mean < 0.05) || f.calls > last.calls || f.average < last.average || f.calls < 2*f.lead {
			t.Errorf("mean speed %g: %+v after %+v", mean, f, last)
		}
		last = f
	}
	for _, p := range paces {
		if calls := p.lead - 1; calls*p.each < gridPieces || (calls-1)*p.each >= gridPieces || p.share*gridPieces < float64(p.each) {
			t.Errorf("%d calls of %d pieces for %d, the dearest costs %g", calls, p.each, gridPieces, p.share)
		}
	}
}
