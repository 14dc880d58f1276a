package tree

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// maxExhaustivePrims is the largest number of primitives for which every split on every
// axis is evaluated instead of binning: filling and sweeping bins would cost more.
const maxExhaustivePrims = 8

// bestOfFew sorts the primitives along the axis of the cheapest split and
// returns its position and Σ count × half area; box is set to their union.
func bestOfFew(prims []prim, box *geom.AABB) (mid int, cost float64) {
	axis := 0
	mid, cost = len(prims)/2, math.Inf(1)
	for a := range 3 {
		sortByCenter(prims, a)
		if m, c := cheapestSplit(prims, box); c < cost {
			axis, mid, cost = a, m, c
		}
	}
	if axis != 2 {
		sortByCenter(prims, axis)
	}
	return mid, cost
}

// sortByCenter is an insertion sort; equal centres are ordered by primitive so
// that the tree depends on the input alone.
func sortByCenter(prims []prim, axis int) {
	for i := 1; i < len(prims); i++ {
		p := prims[i]
		c := p.center(axis)
		j := i
		for ; j > 0; j-- {
			d := prims[j-1].center(axis)
			if d < c || d == c && prims[j-1].id < p.id {
				break
			}
			prims[j] = prims[j-1]
		}
		prims[j] = p
	}
}

// cheapestSplit sweeps the primitives in their order and sets box to their union.
func cheapestSplit(prims []prim, box *geom.AABB) (mid int, cost float64) {
	var right [maxExhaustivePrims]float64
	*box = geom.EmptyAABB()
	for i := len(prims) - 1; i >= 0; i-- {
		box.Include(&prims[i].box)
		right[i] = float64(len(prims)-i) * box.HalfArea()
	}
	left := geom.EmptyAABB()
	mid, cost = len(prims)/2, math.Inf(1) // stays for areas that overflow
	for i := 1; i < len(prims); i++ {
		left.Include(&prims[i-1].box)
		if c := float64(float64(i)*left.HalfArea()) + right[i]; c < cost {
			mid, cost = i, c
		}
	}
	return mid, cost
}
