package lbvh

import (
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/broad"
)

// crowd are n boxes in a row, each of which overlaps the next, so far from one more that float32 has all of them in one place.
func crowd(n int) []geom.AABB {
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		at := geom.Vec{X: float64(i)}
		boxes[i] = geom.AABB{Min: at, Max: at.Add(geom.Vec{X: 1, Y: 1, Z: 1})}
	}
	return append(boxes, geom.AABB{Min: geom.Vec{X: 1e15}, Max: geom.Vec{X: 1e15}})
}

// TestBodiesLeaveCrowdsToTheHost: where rounded boxes have more pairs than a list may, the host finds those that there are, and is what stop
// asks about a limit.
func TestBodiesLeaveCrowdsToTheHost(t *testing.T) {
	b := vulkantest.Batch(t)
	const n = 300
	for _, most := range []int{n * n, 4 * n} {
		p := NewBodies(b, 1, 1)
		t.Cleanup(p.Close)
		p.Overlaps.Most = most
		told := 0
		for range 2 {
			p.StopWhen(func(listed int) bool { told = max(told, listed); return listed > 2*n })
			got := p.Pairs(crowd(n), nil)
			if p.Failure() != nil || len(got) != n-1 || told > n {
				t.Errorf("room for %d: %d pairs, %v, stop was told of %d", most, len(got), p.Failure(), told)
			}
			if found := int(p.Overlaps.Found[0]); found < n*n/4 {
				t.Errorf("%d pairs of rounded boxes: the test does not test it", found)
			}
		}
		told = 0
		p.StopWhen(func(listed int) bool { told = max(told, listed); return listed > 2*n })
		if p.Pairs(slices.Repeat(crowd(1)[:1], n), nil); p.Failure() != nil || most < n*n/2 && told <= 2*n {
			t.Errorf("room for %d, boxes in one place: %v, stop was told of %d", most, p.Failure(), told)
		}
		p.StopWhen(nil)
	}
}

// TestBodiesLeaveOutEmptyBoxes: boxes that are empty by far take nothing of the precision for others.
func TestBodiesLeaveOutEmptyBoxes(t *testing.T) {
	b := vulkantest.Batch(t)
	p := NewBodies(b, 1, 1)
	t.Cleanup(p.Close)
	const n = 100
	boxes := crowd(n)[:n]
	far := geom.Vec{X: 0x1p400, Y: 0x1p400, Z: 0x1p400}
	for i := range 50 {
		boxes = slices.Insert(boxes, 2*i, geom.AABB{Min: far, Max: far.Scale(-1)})
	}
	got := p.Pairs(boxes, nil)
	if p.Failure() != nil || len(got) != n-1 || len(got) != len(new(broad.Brute).Pairs(boxes, nil)) || p.Overlaps.Found[0] > 3*n {
		t.Errorf("%d pairs, %v, %d of rounded boxes", len(got), p.Failure(), p.Overlaps.Found[0])
	}
}
