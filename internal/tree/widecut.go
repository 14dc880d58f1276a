package tree

import (
	"math"

	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
)

// runs are pieces of a list of boxes: run i is first[i] to first[i+1], boxes[i] its union.
type runs struct {
	first []int32
	boxes []simd.Box
}

const (
	// cutBlock is the number of boxes that are cut at a time. A run ends with each block.
	cutBlock = 512
	// runCost is the fixed cost of a run, which is added to its area, as a multiple of the
	// mean area of full runs: the cost of a leaf or node wherever it lies. With 1/2 and 2,
	// contacts within bunny_def test 2 % more pairs of leaves.
	runCost = 1
)

// cutRuns cuts the boxes into runs of at most most, on up to workers goroutines.
func cutRuns(level simd.Level, boxes []simd.Box, most, workers int) runs {
	n := len(boxes)
	sizes := make([]uint8, n) // of the runs that begin at each box
	cutters := make([]cutter, min(workers, (n+cutBlock-1)/cutBlock))
	par.For(n, workers, cutBlock, func(w, lo, hi int) {
		cutters[w].cut(sizes[lo:hi], level, boxes[lo:hi], most)
	})
	count := 0
	for i := 0; i < n; i += int(sizes[i]) {
		count++
	}
	r := runs{make([]int32, 0, count+1), make([]simd.Box, count)}
	for i := 0; i < n; i += int(sizes[i]) {
		u := boxes[i]
		for j := 1; j < int(sizes[i]); j++ {
			grow(&u, &boxes[i+j])
		}
		r.boxes[len(r.first)] = u
		r.first = append(r.first, int32(i))
	}
	r.first = append(r.first, int32(n))
	return r
}

// cutter is the scratch of one worker.
type cutter struct {
	boxes [cutBlock + simd.Lanes - 1]simd.Box
	areas [cutBlock * simd.Lanes]float32
	cost  [cutBlock + 1]float32 // of what begins at each box
}

// ranked orders costs, and equal ones by run, longer ones first: the bits of floats that
// are not negative, the last three of which do not matter. It saves a branch that would
// mostly be mispredicted.
func ranked(cost float32, k int) uint32 { return math.Float32bits(cost)&^7 | uint32(7-k) }

// cut finds the runs of a block that cost least, by dynamic programming from its end.
func (c *cutter) cut(sizes []uint8, level simd.Level, boxes []simd.Box, most int) {
	n := len(boxes)
	copy(c.boxes[:], boxes)
	for i := range most - 1 {
		c.boxes[n+i] = boxes[n-1]
	}
	areas := c.areas[:n*most]
	level.RunAreas(areas, c.boxes[:n+most-1], most)
	sum := float32(0)
	for i := most - 1; i < len(areas); i += most {
		sum += areas[i]
	}
	fixed := runCost * sum / float32(n)
	c.cost[n] = 0
	count := 0
	for i := n - 1; i >= 0; i-- {
		best := uint32(math.MaxUint32)
		cost := c.cost[i+1:][:min(most, n-i)]
		for k, area := range areas[i*most:][:len(cost)] {
			best = min(best, ranked(cost[k]+area, k))
		}
		c.cost[i], sizes[i] = math.Float32frombits(best)+fixed, 8-uint8(best&7)
	}
	for i := 0; i < n; i += int(sizes[i]) {
		count++
	}
	if count > (n+1)/2 { // nothing gained: a list must become shorter
		for i := 0; i < n; i += most {
			sizes[i] = uint8(min(most, n-i))
		}
	}
}
