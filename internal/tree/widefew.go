package tree

import (
	"math"

	"github.com/collide-go/collide/internal/simd"
)

// maxExhaustiveBoxes is the largest number of triangles for which every split is evaluated
// instead of binning.
const maxExhaustiveBoxes = 12

// halveFew sorts the boxes along the axis of the cheapest split and returns its
// position, 0 for a leaf.
func halveFew(boxes []simd.Box, h *halving) int {
	n := len(boxes)
	var order, best [maxExhaustiveBoxes]uint8
	var right [maxExhaustiveBoxes]float32
	mid, cost := 0, float32(math.Inf(1))
	for a := range 3 {
		sortFew(boxes, order[:n], a)
		u := boxes[order[n-1]]
		for i := n - 1; i > 0; i-- {
			grow(&u, &boxes[order[i]])
			right[i] = blocks(n-i) * halfArea(&u)
		}
		grow(&u, &boxes[order[0]])
		h.area = halfArea(&u)
		if n <= simd.LeafTriangles {
			return 0
		}
		u = boxes[order[0]]
		for i := 1; i < n; i++ {
			grow(&u, &boxes[order[i-1]])
			if c := float32(blocks(i)*halfArea(&u)) + right[i]; c < cost || mid == 0 {
				mid, cost, best = i, c, order
			}
		}
	}
	var sorted [maxExhaustiveBoxes]simd.Box
	for i, k := range best[:n] {
		sorted[i] = boxes[k]
	}
	copy(boxes, sorted[:n])
	return mid
}

// sortFew orders the boxes by their centres, equal ones by triangle, so that the tree
// depends on the input alone.
func sortFew(boxes []simd.Box, order []uint8, axis int) {
	var key [maxExhaustiveBoxes]float32
	for i := range order {
		c := boxes[i][4+axis] - boxes[i][axis]
		j := i
		for ; j > 0; j-- {
			if key[j-1] < c || key[j-1] == c && triangleOf(&boxes[order[j-1]]) < triangleOf(&boxes[i]) {
				break
			}
			key[j], order[j] = key[j-1], order[j-1]
		}
		key[j], order[j] = c, uint8(i)
	}
}

func triangleOf(b *simd.Box) uint32 { return math.Float32bits(b[7]) }
