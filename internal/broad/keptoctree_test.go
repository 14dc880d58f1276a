package broad

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
)

func TestKeptOctreeEqualsBruteAsBoxesMove(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	kept := 0
	for range 60 {
		o := KeptOctree{Capacity: r.IntN(8), MaxDepth: r.IntN(5)}
		grid := r.IntN(3) == 0
		boxes := randomBoxes(r, r.IntN(120), grid)
		for range 20 {
			want := sorted(new(Brute).Pairs(boxes, nil))
			if got := sorted(o.Pairs(boxes, nil)); !slices.Equal(got, want) {
				t.Fatalf("%d boxes, %d moved: octree found %v, brute %v", len(boxes), o.Moved, got, want)
			}
			if o.Moved < len(boxes) {
				kept++
			}
			if r.IntN(8) == 0 {
				drift(r, boxes, grid)
				continue
			}
			for i := range boxes { // most stay within their margins
				d := geom.Vec{X: 0.05 * r.NormFloat64(), Y: 0.05 * r.NormFloat64(), Z: 0.05 * r.NormFloat64()}
				boxes[i] = geom.AABB{Min: boxes[i].Min.Add(d), Max: boxes[i].Max.Add(d)}
			}
		}
	}
	if kept < 500 {
		t.Errorf("only %d of 1200 calls kept the octree: the test does not test it", kept)
	}
}

// Worlds that no cube can hold, and boxes that are points.
func TestKeptOctreeAtTheEnds(t *testing.T) {
	inf := math.Inf(1)
	boxes := []geom.AABB{
		{Min: geom.Vec{X: -inf, Y: 1, Z: 1}, Max: geom.Vec{X: inf, Y: 2, Z: 2}},
		{Min: geom.Vec{X: -math.MaxFloat64}, Max: geom.Vec{X: math.MaxFloat64, Y: 3, Z: 2}},
		{Min: geom.Vec{X: 1, Y: 1, Z: 1}, Max: geom.Vec{X: 1, Y: 1, Z: 1}},
		{Min: geom.Vec{X: -inf, Y: -inf, Z: -inf}, Max: geom.Vec{X: inf, Y: inf, Z: inf}},
	}
	for i := range 40 {
		x := float64(i)
		boxes = append(boxes, geom.AABB{Min: geom.Vec{X: x}, Max: geom.Vec{X: x, Y: 1, Z: 1}})
	}
	var o KeptOctree
	for k := range 6 {
		want := sorted(new(Brute).Pairs(boxes, nil))
		if got := sorted(o.Pairs(boxes, nil)); !slices.Equal(got, want) {
			t.Fatalf("call %d: octree found %v, brute %v", k, got, want)
		}
		boxes[2+k].Max = boxes[2+k].Max.Add(geom.Vec{X: 3, Y: 1, Z: 1})
	}
}

func TestKeptOctreeAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	boxes := randomBoxes(r, 300, false)
	steps := make([]geom.Vec, len(boxes))
	for i := range steps {
		steps[i] = geom.Vec{X: 0.05 * r.NormFloat64(), Y: 0.05 * r.NormFloat64(), Z: 0.05 * r.NormFloat64()}
	}
	var o KeptOctree
	var pairs []Pair
	k, moved := 0, 0
	move := func() {
		for i, d := range steps {
			if k/20%2 == 1 { // there and back
				d = d.Scale(-1)
			}
			boxes[i] = geom.AABB{Min: boxes[i].Min.Add(d), Max: boxes[i].Max.Add(d)}
		}
		pairs = o.Pairs(boxes, pairs[:0])
		k++
		moved += o.Moved
	}
	for range 200 {
		move()
	}
	moved = 0
	if n := testing.AllocsPerRun(100, move); n != 0 {
		t.Errorf("%v allocations a call, want 0", n)
	}
	if moved == 0 {
		t.Error("no box was put back: the test does not test it")
	}
}

func BenchmarkKeptOctree1000(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 3))
	boxes := randomBoxes(r, 1000, false)
	steps := make([]geom.Vec, len(boxes))
	for i := range steps {
		steps[i] = geom.Vec{X: 0.01 * r.NormFloat64(), Y: 0.01 * r.NormFloat64(), Z: 0.01 * r.NormFloat64()}
	}
	var o KeptOctree
	var pairs []Pair
	for k := 0; b.Loop(); k++ {
		for i, d := range steps {
			if k/50%2 == 1 { // there and back
				d = d.Scale(-1)
			}
			boxes[i] = geom.AABB{Min: boxes[i].Min.Add(d), Max: boxes[i].Max.Add(d)}
		}
		pairs = o.Pairs(boxes, pairs[:0])
	}
	b.ReportMetric(float64(len(pairs)), "pairs")
	b.ReportMetric(float64(o.Moved), "moved")
}

// TestEnlargedPairsAreBounded: 256 a box, and 0.25 GB.
func TestEnlargedPairsAreBounded(t *testing.T) {
	for n, want := range map[int]int{10: 2560, 1 << 17: 1 << 25, 1<<17 + 1: 1 << 25, 1 << 30: 1 << 25} {
		if got := mostEnlarged(n); got != want {
			t.Errorf("%d pairs of %d boxes, want %d", got, n, want)
		}
	}
	o := KeptOctree{fat: make([]geom.AABB, 3), loose: true}
	if o.crowded(3*256) || !o.crowded(3*256+1) {
		t.Error("three inflated boxes have at most 768 pairs")
	}
	if o.loose = false; o.crowded(3*256 + 1) {
		t.Error("boxes that are not inflated have as many pairs as overlap")
	}
}

// TestKeptOctreeLeavesMarginsAway lets boxes race, then slow down: margins return.
func TestKeptOctreeLeavesMarginsAway(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	boxes := randomBoxes(r, 200, false)
	var o KeptOctree
	call := func(speed float64) {
		for i := range boxes {
			d := geom.Vec{X: speed * r.NormFloat64(), Y: speed * r.NormFloat64(), Z: speed * r.NormFloat64()}
			boxes[i] = geom.AABB{Min: boxes[i].Min.Add(d), Max: boxes[i].Max.Add(d)}
		}
		want := sorted(new(Brute).Pairs(boxes, nil))
		if got := sorted(o.Pairs(boxes, nil)); !slices.Equal(got, want) {
			t.Fatalf("speed %v: octree found %v, brute %v", speed, got, want)
		}
	}
	for range 40 {
		call(2)
	}
	if o.Moved != len(boxes) || o.fat[0] != boxes[0] {
		t.Errorf("%d moved; box %v is inflated to %v", o.Moved, boxes[0], o.fat[0])
	}
	for range 2 * retryInterval {
		call(1e-4)
	}
	if o.Moved != 0 {
		t.Errorf("%d moved", o.Moved)
	}
}
