package broad

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
)

// drift moves some boxes a little, some onto the others' faces, now and then one
// far away.
func drift(r *rand.Rand, boxes []geom.AABB, grid bool) {
	for i := range boxes {
		d := geom.Vec{X: 0.1 * r.NormFloat64(), Y: 0.1 * r.NormFloat64(), Z: 0.1 * r.NormFloat64()}
		if grid {
			d = geom.Vec{X: float64(r.IntN(3) - 1), Y: float64(r.IntN(3) - 1)}
		}
		switch r.IntN(40) {
		case 0:
			d = d.Scale(100)
		case 1:
			boxes[i].Max.Z = math.Inf(1) // a box without bound, as an overflow makes
		}
		boxes[i] = geom.AABB{Min: boxes[i].Min.Add(d), Max: boxes[i].Max.Add(d)}
	}
}

func TestCoherentEqualsBruteAsBoxesMove(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var c Coherent
	inserted := 0
	for range 60 {
		grid := r.IntN(2) == 0
		boxes := randomBoxes(r, r.IntN(80), grid)
		for range 12 {
			want := sorted(new(Brute).Pairs(boxes, nil))
			got := c.Pairs(boxes, nil)
			if !slices.Equal(got, want) { // ascending without sorting
				t.Fatalf("%d boxes: coherent found %v, brute %v", len(boxes), got, want)
			}
			if c.Exchanges > 0 {
				inserted++
			}
			drift(r, boxes, grid)
		}
	}
	if inserted < 400 {
		t.Errorf("only %d of 720 calls went by insertion: the test does not test it", inserted)
	}
}

func TestCoherentStartsAgainWhenEverythingMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var c Coherent
	c.Pairs(randomBoxes(r, 300, false), nil)
	boxes := randomBoxes(r, 300, false)
	got := c.Pairs(boxes, nil)
	if c.Exchanges != 0 {
		t.Errorf("%d exchanges although no box stayed where it was", c.Exchanges)
	}
	if want := sorted(new(Brute).Pairs(boxes, nil)); !slices.Equal(got, want) {
		t.Errorf("coherent found %v, brute %v", got, want)
	}
	if c.Pairs(boxes, nil); c.Exchanges != 0 {
		t.Errorf("%d exchanges although nothing moved", c.Exchanges)
	}
}

func TestCoherentAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	boxes := randomBoxes(r, 200, false)
	var c Coherent
	var pairs []Pair
	move := func() {
		for i := range boxes {
			d := geom.Vec{X: 0.05 * math.Sin(float64(i+len(pairs)))}
			boxes[i] = geom.AABB{Min: boxes[i].Min.Add(d), Max: boxes[i].Max.Add(d)}
		}
		pairs = c.Pairs(boxes, pairs[:0])
	}
	for range 50 {
		move()
	}
	c.fresh, c.next = slices.Grow(c.fresh, 1000), slices.Grow(c.next, 5000)
	c.pairs, pairs = slices.Grow(c.pairs, 5000), slices.Grow(pairs, 5000)
	if n := testing.AllocsPerRun(10, move); n != 0 {
		t.Errorf("%v allocations a call, want 0", n)
	}
}

func BenchmarkCoherent1000(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 3))
	boxes := randomBoxes(r, 1000, false)
	steps := make([]geom.Vec, len(boxes))
	for i := range steps {
		steps[i] = geom.Vec{X: 0.01 * r.NormFloat64(), Y: 0.01 * r.NormFloat64(), Z: 0.01 * r.NormFloat64()}
	}
	var c Coherent
	var pairs []Pair
	for k := 0; b.Loop(); k++ {
		for i, d := range steps {
			if k/50%2 == 1 { // there and back
				d = d.Scale(-1)
			}
			boxes[i] = geom.AABB{Min: boxes[i].Min.Add(d), Max: boxes[i].Max.Add(d)}
		}
		pairs = c.Pairs(boxes, pairs[:0])
	}
	b.ReportMetric(float64(len(pairs)), "pairs")
	b.ReportMetric(float64(c.Exchanges), "exchanges")
}
