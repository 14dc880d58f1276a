package tree

import (
	"math"
	"sync"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
)

// WideOptions configures BuildWide. The zero value is good.
type WideOptions struct {
	// Workers is the number of goroutines, 0 for GOMAXPROCS. The tree does not depend
	// on it.
	Workers int
	// Level is the set of kernels, the best there is by default.
	Level *simd.Level
}

// BuildWide builds the hierarchy top-down by the surface area heuristic counted in
// leaves of four (Wald, Benthin, Boulos, "Getting Rid of Packets", IEEE Symposium on
// Interactive Ray Tracing, 2008), then opens the largest box until a node has eight and
// fits an oriented box to each. O(n log n) time, about 150 bytes a triangle while
// building and 75 afterwards. The soup must not be empty; one of a size that is not
// Usable, or of more than 2^27 triangles, gets no nodes.
func BuildWide(s *Soup, opt WideOptions) *Wide {
	t, _ := newWide(s, opt.Level)
	if !t.Usable() {
		return t
	}
	b := &wideBuilder{soup: s, tree: t, level: t.level, workers: par.Workers(opt.Workers), scale: t.Scale()}
	b.spare = make(chan struct{}, b.workers-1)
	b.boxes, b.binary = t.triangleBoxes(s, b.workers), make([]halving, 2*len(s.Triangles)-1)
	b.split(0, 1, 0, len(s.Triangles))
	b.wg.Wait()
	b.partSides()
	b.splitThick()
	b.fillLeaves()
	b.collapse()
	b.fitAll()
	t.built = t.cost()
	return t
}

// newWide returns a tree without nodes in its space, and the box around the vertices.
func newWide(s *Soup, level *simd.Level) (*Wide, geom.AABB) {
	n := len(s.Triangles)
	if n == 0 {
		panic("tree: a wide tree of no triangles")
	}
	t := &Wide{level: simd.Best()}
	if level != nil {
		t.level = *level
	}
	box := geom.BoundsOf(s.Vertices)
	if t.setSpace(&box); n > maxTriangles {
		t.Exponent = math.MaxInt32
	}
	return t, box
}

// maxTriangles is the largest number of triangles of a tree: 2^27 − 1, so that an index of
// one of nine coordinates per triangle fits int32.
const maxTriangles = math.MaxInt32 / 16

// wideBuilder holds a build. boxes are permuted in place; lane 7 is the triangle.
type wideBuilder struct {
	soup    *Soup
	tree    *Wide
	level   simd.Level
	workers int
	boxes   []simd.Box
	spare   chan struct{}
	wg      sync.WaitGroup
	// binary has room for 2k−2 nodes below the root of a subtree of k triangles, so
	// that the place of every subtree is fixed.
	binary []halving
	// nodes are those of the binary tree in use.
	nodes []binaryNode
	// points are the corners as float32 in the order of the leaves; leaf i's start at
	// 9·first[i].
	points []float32
	first  []int32
	// spans are the leaves that each lane of a node encloses.
	spans [][simd.Lanes]span
	// cuts tells for leaves of the binary tree that are split after which of their triangles: bit i
	// for after triangle i.
	cuts  map[int32]uint8
	scale float64 // the tree's
	// moments of the leaves' surfaces.
	moments []moment
}

// halving is a node of the binary tree the wide one is made from.
type halving struct {
	lo, hi int32 // boxes
	left   int32 // the right one is next; 0 for a leaf
	area   float32
}

type span struct{ lo, hi int32 }

// triangleBoxes returns every triangle's box, in the tree's coordinates. It is here that
// the triangles' indices are checked.
func (t *Wide) triangleBoxes(s *Soup, workers int) []simd.Box {
	boxes, space := make([]simd.Box, len(s.Triangles)), t.space()
	par.For(len(boxes), workers, 1<<12, func(_, from, to int) {
		t.level.TriangleBoxes(boxes[from:to], from, s.coordinates(), s.Triangles, &space)
	})
	return boxes
}

func halfArea(b *simd.Box) float32 {
	x, y, z := b[4]+b[0], b[5]+b[1], b[6]+b[2]
	return float32(x*y) + float32(y*z) + float32(z*x)
}

// split makes the subtree of boxes[lo:hi]: its root at binary[at], what is below from
// below on.
func (b *wideBuilder) split(at, below, lo, hi int) {
	for {
		h := &b.binary[at]
		h.lo, h.hi = int32(lo), int32(hi)
		mid := b.halve(h, lo, hi)
		if mid == lo {
			return
		}
		h.left = int32(below)
		right := below + 2*(mid-lo)
		b.fork(below, below+2, lo, mid)
		at, below, lo = below+1, right, mid
	}
}

// fork builds a subtree on a spare worker if there is one, else here.
func (b *wideBuilder) fork(at, below, lo, hi int) {
	if hi-lo > parallelSubtree {
		select {
		case b.spare <- struct{}{}:
			b.wg.Go(func() {
				b.split(at, below, lo, hi)
				<-b.spare
			})
			return
		default:
		}
	}
	b.split(at, below, lo, hi)
}

// blocks returns the number of leaves that n triangles fill.
func blocks(n int) float32 { return float32((n + simd.LeafTriangles - 1) / simd.LeafTriangles) }

// halve sets the node's area, permutes its boxes and returns the middle, lo for a leaf.
func (b *wideBuilder) halve(h *halving, lo, hi int) int {
	boxes := b.boxes[lo:hi]
	n := len(boxes)
	if n <= maxExhaustiveBoxes {
		return lo + halveFew(boxes, h)
	}
	union, centers := b.level.Enclose(boxes)
	h.area = halfArea(&union)
	axis, last, grid := b.cheapestSlab(boxes, &centers)
	if axis < 0 { // all centres in one slab: any halving is as good
		return lo + (n/2+3)/4*4
	}
	return lo + b.level.Part(boxes, axis, grid.Origin[axis], grid.Scale[axis], float32(last+1))
}

// cheapestSlab returns the axis and the last slab of the left side that cost least,
// axis −1 where nothing is separated.
func (b *wideBuilder) cheapestSlab(boxes []simd.Box, centers *simd.Box) (axis, last int, g simd.Grid) {
	for a := range 3 {
		g.Origin[a] = -centers[a]
		if width := centers[4+a] + centers[a]; width > 0 {
			g.Scale[a] = simd.Bins * (1 - 1e-5) / width
		}
		if math.IsInf(float64(g.Scale[a]), 0) {
			g.Scale[a] = 0
		}
	}
	var s simd.BinSet
	low := float32(math.Inf(-1))
	for a := range s.Box {
		for i := range s.Box[a] {
			s.Box[a][i] = simd.Box{low, low, low, low, low, low, low, low}
		}
	}
	b.level.Bin(&s, boxes, &g)
	axis, cost := -1, float32(math.Inf(1))
	for a := range 3 {
		if i, c := cheapestOf(&s.Box[a], &s.Count[a]); i >= 0 && (c < cost || axis < 0) {
			axis, last, cost = a, i, c
		}
	}
	return axis, last, g
}

// cheapestOf sweeps the slabs of one axis.
func cheapestOf(boxes *[simd.Bins]simd.Box, count *[simd.Bins]int32) (last int, cost float32) {
	var right [simd.Bins]float32
	low := float32(math.Inf(-1))
	u := simd.Box{low, low, low, low, low, low, low, low}
	n, area := 0, float32(-1)
	for i := simd.Bins - 1; i > 0; i-- {
		if count[i] > 0 {
			grow(&u, &boxes[i])
			n += int(count[i])
			area = blocks(n) * halfArea(&u)
		}
		right[i] = area
	}
	last, cost = -1, float32(math.Inf(1))
	u, n = simd.Box{low, low, low, low, low, low, low, low}, 0
	for i := range simd.Bins - 1 {
		if count[i] == 0 {
			continue
		}
		grow(&u, &boxes[i])
		n += int(count[i])
		if right[i+1] < 0 {
			break
		}
		if c := float32(blocks(n)*halfArea(&u)) + right[i+1]; c < cost || last < 0 {
			last, cost = i, c
		}
	}
	return last, cost
}

func grow(u, b *simd.Box) {
	u[0], u[1], u[2] = max(u[0], b[0]), max(u[1], b[1]), max(u[2], b[2])
	u[4], u[5], u[6] = max(u[4], b[4]), max(u[5], b[5]), max(u[6], b[6])
}
