package broad

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

func TestAutoChooses(t *testing.T) {
	for _, c := range []struct {
		scene string
		n     int
		want  Choice
	}{
		{"even", 10, ChoseBrute}, {"even", bruteBoxes + 1, ChoseGrid}, {"even", 3000, ChoseGrid},
		{"sticks", 3000, ChoseGrid}, {"floor", 3000, ChoseGrid}, {"spread sizes", 3000, ChoseGrid},
		{"two far clusters", 3000, ChoseTree},
	} {
		var a Auto
		boxes := scenes[c.scene](rand.New(rand.NewPCG(1, 2)), c.n)
		if a.Pairs(boxes, nil); a.Choice() != c.want {
			t.Errorf("%d boxes, %s: chose %q, want %q", c.n, c.scene, a.Choice(), c.want)
		}
	}
	if c := new(Auto).Choice(); c != "" {
		t.Errorf("chose %q before the first call", c)
	}
}

// wander is a motion for Auto: all but a few bodies at the same slow speed.
type wander struct {
	boxes []geom.AABB
	by    []geom.Vec
}

func newWander(r *rand.Rand, n int, speed float64) *wander {
	w := &wander{boxes: evenBoxes(r, n), by: make([]geom.Vec, n)}
	for i := range w.by {
		s := speed
		if r.IntN(200) == 0 {
			s = 0.7 // gets loose at once
		}
		w.by[i] = geom.Vec{X: s * (r.Float64() - 0.5), Y: s * (r.Float64() - 0.5), Z: s * (r.Float64() - 0.5)}
	}
	return w
}

func (w *wander) step() {
	for i := range w.boxes {
		w.boxes[i] = moved(w.boxes[i], w.by[i])
	}
}

func TestAutoKeepsPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for _, workers := range []int{1, 3} {
		for k, speed := range []float64{0, 0.002, 0.02, 0.1} {
			if (k+workers/2)%2 > 0 && !require.Full() {
				continue // one worker and three share the speeds out
			}
			a := Auto{Workers: workers}
			w := newWander(r, 700, speed)
			keptCalls, looseCalls := 0, 0
			for call := range 60 {
				switch call {
				case 30: // everything is somewhere else
					w.boxes = evenBoxes(r, 700)
				case 40: // a box without end, one of a NaN
					w.boxes[3].Max.X, w.boxes[5].Min.Y = math.Inf(1), math.NaN()
				}
				want := sorted(new(Brute).Pairs(w.boxes, nil))
				got := sorted(a.Pairs(w.boxes, nil))
				if !slices.Equal(got, want) {
					t.Fatalf("speed %g, call %d, %s: found %d pairs, brute %d", speed, call, a.Choice(), len(got), len(want))
				}
				if a.Choice() == ChoseKept {
					keptCalls++
					looseCalls += min(len(a.kept.loose), 1)
				}
				w.step()
			}
			if speed <= 0.02 && (keptCalls < 30 || looseCalls == 0) {
				t.Errorf("speed %g: pairs kept in %d of 60 calls, %d with loose bodies: the test does not test it", speed, keptCalls, looseCalls)
			}
		}
	}
}

// Bodies that were loose may not be there any more.
func TestAutoForgetsBodiesThatAreGone(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	var a Auto
	for _, n := range []int{900, 300, 700} {
		w, keptCalls := newWander(r, n, 0.002), 0
		for range 20 {
			want := sorted(new(Brute).Pairs(w.boxes, nil))
			if got := sorted(a.Pairs(w.boxes, nil)); !slices.Equal(got, want) {
				t.Fatalf("%d boxes: found %d pairs, brute %d", n, len(got), len(want))
			}
			if a.Choice() == ChoseKept {
				keptCalls++
			}
			w.step()
		}
		if keptCalls == 0 {
			t.Errorf("%d boxes: no pairs were kept: the test does not test it", n)
		}
	}
}

func TestAutoAllocatesNothingInMotion(t *testing.T) {
	for _, speed := range []float64{0.002, 0.05, 0.5} {
		w := newWander(rand.New(rand.NewPCG(4, 5)), 2000, speed)
		var a Auto
		pairs := make([]Pair, 0, 1<<14)
		step := func() {
			w.step()
			for i := range w.by { // there and back
				w.by[i] = w.by[i].Scale(-1)
			}
			pairs = a.Pairs(w.boxes, pairs[:0])
		}
		for range 100 {
			step()
		}
		if n := testing.AllocsPerRun(50, step); n != 0 {
			t.Errorf("speed %g: %v allocations a call, want 0", speed, n)
		}
	}
}

// Every phase stops early, with some of the pairs and none that is wrong, and has all
// of them the next time.
func TestPhasesStop(t *testing.T) {
	boxes := evenBoxes(rand.New(rand.NewPCG(6, 7)), 3*chunkItems)
	all := map[Pair]bool{}
	for _, p := range new(Sweep).Pairs(boxes, nil) {
		all[p] = true
	}
	for name, make := range phases {
		for k, after := range []int64{0, 1, 2, 4} {
			if !require.Full() && (k+len(name))%2 > 0 {
				continue
			}
			p := make()
			p.StopWhen(nil)
			for range calls(name, 3) {
				p.Pairs(boxes[1:], nil) // something to forget
			}
			var calls atomic.Int64
			p.StopWhen(func(int) bool { return calls.Add(1) > after })
			got := p.Pairs(boxes, nil)
			if len(got) >= len(all) {
				t.Errorf("%s, stopped after %d looks: found all %d pairs", name, after, len(got))
			}
			for _, q := range got {
				if !all[q] {
					t.Fatalf("%s, stopped after %d looks: %v does not overlap", name, after, q)
				}
			}
			p.StopWhen(func(int) bool { return false })
			if got := p.Pairs(boxes, nil); len(got) != len(all) {
				t.Errorf("%s: found %d of %d pairs after it had been stopped", name, len(got), len(all))
			}
		}
	}
}

// TestPhasesBoundTheirLists: boxes that are all in one place have n²/2 pairs. Every phase asks stop so often, and with
// such a number, that a limit is exceeded by few.
func TestPhasesBoundTheirLists(t *testing.T) {
	t.Parallel()
	const n, limit = 3 * chunkItems, 100_000
	one := repeated(n, cube(0, 0, 0, 1))
	apart := made(n, func(i int) geom.AABB { return cube(float64(3*i), 0, 0, 1) })
	for name, make := range phases {
		for _, before := range [][]geom.AABB{nil, apart} {
			p := make()
			for range calls(name, 5) {
				p.Pairs(before, nil)
			}
			var full atomic.Bool
			p.StopWhen(func(listed int) bool {
				if listed > limit {
					full.Store(true)
				}
				return full.Load()
			})
			const most = 4*(limit+stopListed) + 2*stopBoxInterval*n // by four workers
			if got := p.Pairs(one, nil); !full.Load() || len(got) > most {
				t.Errorf("%s: listed %d pairs, told of the limit: %v; want at most %d", name, len(got), full.Load(), most)
			}
			p.StopWhen(nil)
			if got := p.Pairs(apart, nil); len(got) != 0 {
				t.Errorf("%s: %d pairs after that, want none", name, len(got))
			}
		}
	}
}

// TestPhasesCountWhatOverlaps: plates in a pile, none of which overlaps another, have many pairs where a phase inflates boxes, for it goes by
// their longest sides. stop hears of none of these, at rest and in motion.
func TestPhasesCountWhatOverlaps(t *testing.T) {
	t.Parallel()
	const n = 1200
	for name, make := range phases {
		p := make()
		told := atomic.Int64{}
		p.StopWhen(func(listed int) bool {
			if int64(listed) > told.Load() {
				told.Store(int64(listed))
			}
			return listed > 100
		})
		for call := range 5 {
			boxes := made(n, func(i int) geom.AABB {
				at := geom.Vec{X: 1e-5 * float64(call*(i%3)), Z: float64(i) * 0x1p-11}
				return geom.AABB{Min: at, Max: at.Add(geom.Vec{X: 1, Y: 1, Z: 0x1p-13})}
			})
			boxes[7].Max.Z = boxes[8].Min.Z // one pair
			if got := p.Pairs(boxes, nil); len(got) != 1 || told.Load() > 1 {
				t.Errorf("%s, call %d: %d pairs, stop was told of %d; want 1", name, call, len(got), told.Load())
			}
		}
	}
}

func TestPhasesHaveNames(t *testing.T) {
	boxes := evenBoxes(rand.New(rand.NewPCG(6, 7)), 100)
	for key, make := range phases {
		p := make()
		if p.Pairs(boxes, nil); p.Name() == "" {
			t.Errorf("%s has no name after a call", key)
		}
	}
}
