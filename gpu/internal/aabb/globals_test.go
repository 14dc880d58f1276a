package aabb

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/broad"
)

// TestGlobals: the pairs of boxes are those of brute force, at every scale, with lists that
// begin with room for one pair, below and above the number of bodies that the device tests.
func TestGlobals(t *testing.T) {
	d := vulkantest.Device(t)
	b, err := d.NewBatch()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p := NewGlobals(b, 1, 2)
	defer p.Close()
	r := rand.New(rand.NewPCG(3, 5))
	for _, n := range []int{0, 1, 2, 3, 70, 1000, mostGlobals + 1} {
		for _, scale := range []float64{1, 0x1p-300, 0x1p+300} {
			checkGlobals(t, p, drawnBoxes(r, n, scale))
		}
	}
	same := make([]geom.AABB, 100) // points on top of each other: every pair
	checkGlobals(t, p, same)
	same[3].Max.X = math.Inf(1)
	same[4].Min.Y = math.Inf(-1)
	checkGlobals(t, p, same)
}

// drawnBoxes are boxes at random, of which some only touch.
func drawnBoxes(r *rand.Rand, n int, scale float64) []geom.AABB {
	side := math.Cbrt(float64(n))
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		at := func() float64 { return math.Floor(side*4*r.Float64()) / 4 }
		lo := geom.Vec{X: at(), Y: at(), Z: at()}
		size := geom.Vec{X: 0.25, Y: 0.5, Z: r.Float64()}
		boxes[i] = geom.AABB{Min: lo.Scale(scale), Max: lo.Add(size).Scale(scale)}
	}
	return boxes
}

// checkGlobals compares with brute force.
func checkGlobals(t *testing.T, p *Globals, boxes []geom.AABB) {
	t.Helper()
	got := p.Pairs(boxes, nil)
	if err := p.Failure(); err != nil {
		t.Fatal(err)
	}
	want := (&broad.Brute{}).Pairs(boxes, nil)
	for _, list := range [][]broad.Pair{got, want} {
		slices.SortFunc(list, func(x, y broad.Pair) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d boxes: %d pairs, want %d", len(boxes), len(got), len(want))
	}
}
