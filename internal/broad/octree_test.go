package broad

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
)

func TestOctreeEqualsBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		boxes := randomBoxes(r, r.IntN(200), r.IntN(2) == 0)
		switch r.IntN(5) {
		case 0: // a world that no cube can hold
			boxes = append(boxes, geom.AABB{Min: geom.Vec{X: math.Inf(-1), Y: 1, Z: 1}, Max: geom.Vec{X: math.Inf(1), Y: 2, Z: 2}})
		case 1:
			boxes = append(boxes, geom.AABB{Min: geom.Vec{X: -math.MaxFloat64}, Max: geom.Vec{X: math.MaxFloat64, Y: 3, Z: 2}})
		case 2: // subnormal coordinates: half sizes underflow
			for i := range boxes {
				boxes[i].Min, boxes[i].Max = boxes[i].Min.Scale(0x1p-1072), boxes[i].Max.Scale(0x1p-1072)
			}
		}
		o := Octree{Capacity: r.IntN(10), MaxDepth: r.IntN(6)}
		want := sorted(new(Brute).Pairs(boxes, nil))
		for range 2 {
			if got := sorted(o.Pairs(boxes, nil)); !slices.Equal(got, want) {
				t.Fatalf("octree found %v, brute %v", got, want)
			}
		}
	}
}

// Cutting pays for small boxes and stops where it does not.
func TestOctreeCutsOnlyWhatPays(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	boxes := make([]geom.AABB, 2000)
	for i := range boxes {
		c := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		boxes[i] = geom.AABB{Min: c, Max: c.Add(geom.Vec{X: 0.01, Y: 0.01, Z: 0.01})}
	}
	var o Octree
	o.Pairs(boxes, nil)
	if every := int64(len(boxes)*(len(boxes)-1)) / 2; o.Tests*50 > every || o.Cells < 100 {
		t.Errorf("%d of %d tests in %d cells", o.Tests, every, o.Cells)
	}
	for i := range boxes { // all the same box
		boxes[i] = geom.AABB{Max: geom.Vec{X: 1, Y: 1, Z: 1}}
	}
	o.Pairs(boxes[:100], nil)
	if o.Tests != 4950 || o.Cells != 1 {
		t.Errorf("%d tests in %d cells for 100 equal boxes", o.Tests, o.Cells)
	}
}

func TestOctreeAllocatesNothing(t *testing.T) {
	boxes := randomBoxes(rand.New(rand.NewPCG(7, 7)), 300, false)
	var o Octree
	pairs := o.Pairs(boxes, nil)
	if n := testing.AllocsPerRun(10, func() { pairs = o.Pairs(boxes, pairs[:0]) }); n != 0 {
		t.Errorf("%v allocations a call, want 0", n)
	}
}

func BenchmarkOctree1000(b *testing.B) {
	boxes := randomBoxes(rand.New(rand.NewPCG(3, 3)), 1000, false)
	var o Octree
	var pairs []Pair
	for b.Loop() {
		pairs = o.Pairs(boxes, pairs[:0])
	}
	b.ReportMetric(float64(len(pairs)), "pairs")
}
