package broad

import (
	"slices"

	"github.com/collide-go/collide/geom"
)

// Sweep is sweep-and-prune on one axis, the one along which the boxes' centres
// spread most (Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", PhD
// thesis, Cornell, 1992). It keeps its order between calls. O(n log n + k), k
// being the pairs that overlap on that axis. The zero value is ready.
type Sweep struct {
	stopper
	axis  int
	items []item
}

type item struct {
	lo, hi float64
	body   int32
}

// stopBoxInterval is the number of boxes between two calls of stop. Each box may meet
// thousands of others.
const stopBoxInterval = 64

// maxUnsortedBoxes is the largest number of boxes that Sweep, Grid and Tree compare pair
// by pair: sorting them costs more.
const maxUnsortedBoxes = 8

// Name implements Phase.
func (*Sweep) Name() string { return "sweep" }

// Pairs implements Phase.
func (s *Sweep) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	if len(boxes) <= maxUnsortedBoxes {
		return new(Brute).Pairs(boxes, dst)
	}
	s.order(boxes)
	for i := range s.items {
		if i%stopBoxInterval == 0 && s.stopped(len(dst)) {
			return dst
		}
		a := &s.items[i]
		for j := i + 1; j < len(s.items) && s.items[j].lo <= a.hi; j++ {
			b := &s.items[j]
			if boxes[a.body].Overlaps(&boxes[b.body]) {
				dst = append(dst, Pair{min(a.body, b.body), max(a.body, b.body)})
			}
		}
	}
	return dst
}

// order sorts the boxes by their lower ends on the chosen axis.
func (s *Sweep) order(boxes []geom.AABB) {
	s.axis = widest(boxes)
	if len(s.items) != len(boxes) {
		s.items = slices.Grow(s.items[:0], len(boxes))[:len(boxes)]
		for i := range s.items {
			s.items[i].body = int32(i)
		}
	}
	for i := range s.items {
		it := &s.items[i]
		b := &boxes[it.body]
		it.lo, it.hi = b.Min.At(s.axis), b.Max.At(s.axis)
	}
	slices.SortFunc(s.items, func(a, b item) int {
		switch {
		case a.lo < b.lo:
			return -1
		case a.lo > b.lo:
			return 1
		}
		return int(a.body - b.body)
	})
}

// widest returns the axis along which the centres' variance is largest.
func widest(boxes []geom.AABB) int {
	best, most := 0, -1.0
	for axis := range 3 {
		var sum, squares float64
		for i := range boxes {
			c := 0.5*boxes[i].Min.At(axis) + 0.5*boxes[i].Max.At(axis)
			sum += c
			squares += float64(c * c)
		}
		n := float64(max(len(boxes), 1))
		if v := squares/n - float64(sum/n)*float64(sum/n); v > most {
			best, most = axis, v
		}
	}
	return best
}
