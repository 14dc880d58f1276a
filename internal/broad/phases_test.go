package broad

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// phases are the ones of this package that answer for any scene.
var phases = map[string]func() Phase{
	"sweep":           func() Phase { return new(Sweep) },
	"grid":            func() Phase { return new(Grid) },
	"coherent":        func() Phase { return new(Coherent) },
	"octree":          func() Phase { return new(Octree) },
	"kept octree":     func() Phase { return new(KeptOctree) },
	"brute":           func() Phase { return new(Brute) },
	"auto":            func() Phase { return new(Auto) },
	"auto, 2 workers": func() Phase { return &Auto{Workers: 2} },
	"tree":            func() Phase { return new(Tree) },
	"tree, 3 workers": func() Phase { return &Tree{Workers: 3} },
	"grid, 3 workers": func() Phase { return &Grid{Workers: 3} },
}

// calls is how often a phase is to be called before what it keeps makes a difference: Brute keeps nothing, and 19 million pairs a call take
// long.
func calls(name string, n int) int {
	if name == "brute" {
		return 0
	}
	return n
}

// checkPhase compares with Brute and demands every pair once.
func checkPhase(t *testing.T, name string, p Phase, boxes []geom.AABB) {
	t.Helper()
	checkPairs(t, name, p, boxes, sorted(new(Brute).Pairs(boxes, nil)))
}

// checkPairs compares with sorted pairs.
func checkPairs(t *testing.T, name string, p Phase, boxes []geom.AABB, want []Pair) {
	t.Helper()
	prefix := Pair{-1, -1}
	got := p.Pairs(boxes, []Pair{prefix})
	if got[0] != prefix {
		t.Fatalf("%s: does not append", name)
	}
	if got = sorted(got[1:]); !slices.Equal(got, want) {
		t.Fatalf("%s: %d boxes: found %d pairs, brute %d", name, len(boxes), len(got), len(want))
	}
}

func TestPhasesEqualBrute(t *testing.T) {
	for name, scene := range scenes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(8, uint64(len(name))))
			made := map[string]Phase{}
			for phase, make := range phases {
				made[phase] = make()
			}
			for _, n := range []int{9, 17, 40, 40, 150, 600, 200, 200} {
				boxes := scene(r, n)
				for range 2 {
					want := sorted(new(Brute).Pairs(boxes, nil))
					for phase, p := range made {
						checkPairs(t, phase, p, boxes, want)
					}
					drift(r, boxes, name == "touching")
				}
			}
		})
	}
}

func TestPhasesTakeNoBoxes(t *testing.T) {
	for name, make := range phases {
		p := make()
		for n := range 9 {
			checkPhase(t, name, p, repeated(n, cube(0, 0, 0, 1)))
		}
	}
}

func TestParallelPhasesEqualBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	boxes := evenBoxes(r, 2*minParallelBoxes)
	var s Sweep
	want := sorted(s.Pairs(boxes, nil))
	for name, make := range phases {
		if name == "brute" && !require.Full() {
			continue // it has no parallel part, and tests 134 million pairs
		}
		p := make()
		for range 2 {
			if got := sorted(p.Pairs(boxes, nil)); !slices.Equal(got, want) {
				t.Fatalf("%s: found %d pairs, sweep %d", name, len(got), len(want))
			}
		}
	}
}

func TestPhasesAllocateNothing(t *testing.T) {
	boxes := evenBoxes(rand.New(rand.NewPCG(7, 7)), 3000)
	for name, make := range phases {
		p := make()
		var pairs []Pair
		boxes := boxes
		if name == "brute" {
			boxes = boxes[:300]
		}
		run := func() { pairs = p.Pairs(boxes, pairs[:0]) }
		for range 10 {
			run()
		}
		if n := testing.AllocsPerRun(10, run); n != 0 {
			t.Errorf("%s: %v allocations a call, want 0", name, n)
		}
	}
}

// FuzzPhases makes a motion of a few boxes out of bytes: places on a small grid, so
// that much touches, now and then scaled by a large power of two or without bound.
func FuzzPhases(f *testing.F) {
	f.Add([]byte("some boxes here and there, a few of them touching"))
	f.Add([]byte{0, 1, 2, 3, 4, 5, 255, 1, 2, 3, 4, 5, 250, 250, 250, 1, 1, 1, 9, 9, 9, 9, 9, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		const bytes = 6
		n := len(data) / bytes
		if n < 2 {
			t.Skip("no pair")
		}
		boxes := make([]geom.AABB, 0, 3*n)
		number := func(b byte) float64 {
			switch {
			case b >= 252:
				return math.Inf(int(b&1)*2 - 1)
			case b >= 240:
				return float64(int(b)-246) * math.Ldexp(1, 80*int(b&3))
			}
			return float64(b%16) - 8
		}
		for i := range n {
			d := data[bytes*i : bytes*i+bytes]
			a := geom.Vec{X: number(d[0]), Y: number(d[1]), Z: number(d[2])}
			b := geom.Vec{X: number(d[3]), Y: number(d[4]), Z: number(d[5])}
			boxes = append(boxes, geom.AABB{Min: a.Min(b), Max: a.Max(b)})
		}
		seed := binary.LittleEndian.Uint32(append(data[:4:4], 0, 0, 0, 0))
		r := rand.New(rand.NewPCG(1, uint64(seed)))
		for len(boxes) <= bruteBoxes+int(seed%8) { // enough to leave brute force behind
			boxes = append(boxes, moved(boxes[r.IntN(n)], geom.Vec{X: float64(r.IntN(3))}))
		}
		for name, make := range phases {
			p := make()
			moving := slices.Clone(boxes)
			for step := range 8 {
				checkPhase(t, fmt.Sprintf("%s, step %d", name, step), p, moving)
				for i := range moving {
					switch { // slowly at first, so that pairs are kept
					case step > 4 && r.IntN(3) == 0:
						moving[i] = moved(moving[i], geom.Vec{X: float64(r.IntN(3) - 1), Z: r.Float64()})
					case r.IntN(2) == 0:
						moving[i] = moved(moving[i], geom.Vec{Z: 0.02 * r.Float64()})
					}
				}
			}
		}
	})
}

// motionOf lets boxes drift as bench/peers does, which has the speed 0.1: up to half
// of that a step and axis.
func motionOf(n, steps int, speed float64) [][]geom.AABB {
	r := rand.New(rand.NewPCG(3, uint64(n)))
	boxes := evenBoxes(r, n)
	v := made(n, func(int) geom.AABB {
		d := geom.Vec{X: speed * (r.Float64() - 0.5), Y: speed * (r.Float64() - 0.5), Z: speed * (r.Float64() - 0.5)}
		return geom.AABB{Min: d, Max: d}
	})
	frames := make([][]geom.AABB, steps)
	for s := range frames {
		frames[s] = slices.Clone(boxes)
		for i := range boxes {
			boxes[i] = moved(boxes[i], v[i].Min)
		}
	}
	return frames
}

// BenchmarkMotions is how much slow motion, and rest, are worth: speed as a share of
// the boxes' size a step.
func BenchmarkMotions(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		for _, speed := range []float64{0, 0.001, 0.01, 0.05} {
			frames := motionOf(n, min(16, max(4, 1_000_000/n)), 2*speed)
			for _, name := range []string{"grid", "auto"} {
				b.Run(fmt.Sprintf("%d/%g/%s", n, speed, name), func(b *testing.B) {
					p := phases[name]()
					var pairs []Pair
					for k := 0; b.Loop(); k++ {
						if k %= 2 * len(frames); k < len(frames) {
							pairs = p.Pairs(frames[k], pairs[:0])
						} else {
							pairs = p.Pairs(frames[2*len(frames)-1-k], pairs[:0])
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/box")
				})
			}
		}
	}
}

func BenchmarkPhases(b *testing.B) {
	for _, n := range []int{10, 15, 20, 30, 50, 70, 100, 300, 1000, 10_000, 100_000, 1_000_000} {
		frames := motionOf(n, min(20, max(2, 2_000_000/n)), 0.1)
		for _, name := range slices.Sorted(maps.Keys(phases)) {
			if name == "sweep" && n > 10_000 || name == "brute" && n > 1000 {
				continue // seconds
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				p := phases[name]()
				var pairs []Pair
				for k := 0; b.Loop(); k++ {
					if k %= 2 * len(frames); k < len(frames) { // there and back
						pairs = p.Pairs(frames[k], pairs[:0])
					} else {
						pairs = p.Pairs(frames[2*len(frames)-1-k], pairs[:0])
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/box")
				b.ReportMetric(float64(len(pairs)), "pairs")
			})
		}
	}
}

// BenchmarkScenes is how the phases stand in other scenes than an even one.
func BenchmarkScenes(b *testing.B) {
	for _, scene := range slices.Sorted(maps.Keys(scenes)) {
		n := 10_000
		if scene == "identical" || scene == "points" {
			n = 1000 // most pairs overlap
		}
		r := rand.New(rand.NewPCG(8, 8))
		boxes := scenes[scene](r, n)
		for _, name := range []string{"sweep", "grid", "tree", "auto"} {
			b.Run(scene+"/"+name, func(b *testing.B) {
				p := phases[name]()
				var pairs []Pair
				for b.Loop() {
					pairs = p.Pairs(boxes, pairs[:0])
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/box")
				b.ReportMetric(float64(len(pairs)), "pairs")
			})
		}
	}
}
