package broad

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestCellsAreTheLeavesOfTheOctree: every box meets the cells it is counted in,
// and a crowd is cut.
func TestCellsAreTheLeavesOfTheOctree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	boxes := make([]geom.AABB, 400)
	for i := range boxes {
		lo := geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()}
		boxes[i] = geom.AABB{Min: lo, Max: lo.Add(geom.Vec{X: 0.02, Y: 0.02, Z: 0.02})}
	}
	var o Octree
	cells, all := o.AppendCells(boxes, nil, 1<<20)
	if !all || len(cells) < 64 {
		t.Fatalf("%d cells, all %t", len(cells), all)
	}
	for _, c := range cells {
		h := geom.Vec{X: c.Half, Y: c.Half, Z: c.Half}
		cube := geom.AABB{Min: c.Center.Sub(h), Max: c.Center.Add(h)}.Inflated(1e-9)
		n := 0
		for i := range boxes {
			if cube.Overlaps(&boxes[i]) {
				n++
			}
		}
		if n < c.Boxes || c.Boxes == 0 {
			t.Errorf("cell %+v meets %d boxes", c, n)
		}
	}
	if some, all := o.AppendCells(boxes, nil, 10); all || len(some) != 10 {
		t.Errorf("asked for 10 cells, got %d, all %t", len(some), all)
	}
	pairs := o.Pairs(boxes, nil)
	var brute Sweep
	if want := brute.Pairs(boxes, nil); len(pairs) != len(want) {
		t.Errorf("after AppendCells, %d pairs, want %d", len(pairs), len(want))
	}
}
