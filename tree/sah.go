package tree

import (
	"math"
	"sync"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/par"
)

// SAHOptions configures BuildSAH. The zero value is good for triangle meshes.
type SAHOptions struct {
	// LeafSize is the largest number of primitives in a leaf, 0 for 2.
	LeafSize int
	// Workers is the number of goroutines, 0 for GOMAXPROCS. The tree does not
	// depend on it.
	Workers int
}

const (
	bins = 16
	// Subtrees above parallelSubtree primitives are built on other goroutines,
	// ranges above parallelBins binned by all of them.
	parallelSubtree = 2048
	parallelBins    = 1 << 15
	// Cost of visiting a node relative to testing a primitive.
	traversalCost = 1.0
)

// BuildSAH builds a hierarchy top-down by the surface area heuristic over binned
// centroids (Wald, "On Fast Construction of SAH-based Bounding Volume
// Hierarchies", IEEE Symposium on Interactive Ray Tracing, 2007). O(n log n) time,
// about 230 bytes per primitive while building.
func BuildSAH(boxes []geom.AABB, opt SAHOptions) *Tree {
	n := len(boxes)
	if n == 0 {
		panic("tree: BuildSAH of no primitives")
	}
	if n > math.MaxInt32/2 {
		panic("tree: BuildSAH of more than 2^30 primitives")
	}
	b := &sahBuilder{
		leafSize: opt.LeafSize,
		workers:  par.Workers(opt.Workers),
		prims:    make([]sahPrim, n),
		nodes:    make([]Node, 2*n-1),
	}
	if b.leafSize <= 0 {
		b.leafSize = 2
	}
	b.spare = make(chan struct{}, b.workers-1)
	par.For(n, b.workers, 1<<14, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			b.prims[i] = sahPrim{box: boxes[i], center: boxes[i].Center(), id: uint32(i)}
		}
	})
	b.build(0, 0, n)
	b.wg.Wait()
	return b.compact()
}

type sahPrim struct {
	box    geom.AABB
	center geom.Vec
	id     uint32
}

type sahBuilder struct {
	leafSize, workers int
	prims             []sahPrim
	// nodes has room for 2k−1 nodes per subtree of k primitives, so that every
	// subtree knows its place before its siblings are built.
	nodes []Node
	spare chan struct{}
	wg    sync.WaitGroup
}

// build makes the subtree of prims[lo:hi] at nodes[at].
func (b *sahBuilder) build(at, lo, hi int) {
	for {
		box, centers := b.bounds(lo, hi)
		n := &b.nodes[at]
		n.Box = box
		mid := b.split(lo, hi, &box, &centers)
		if mid == lo {
			n.First, n.Count = int32(lo), int32(hi-lo)
			return
		}
		right := at + 2*(mid-lo)
		n.Right = int32(right)
		b.fork(at+1, lo, mid)
		at, lo = right, mid
	}
}

// fork builds a subtree on a spare worker if there is one, else here.
func (b *sahBuilder) fork(at, lo, hi int) {
	if hi-lo > parallelSubtree {
		select {
		case b.spare <- struct{}{}:
			b.wg.Go(func() {
				b.build(at, lo, hi)
				<-b.spare
			})
			return
		default:
		}
	}
	b.build(at, lo, hi)
}

func (b *sahBuilder) bounds(lo, hi int) (box, centers geom.AABB) {
	box, centers = geom.EmptyAABB(), geom.EmptyAABB()
	for i := lo; i < hi; i++ {
		p := &b.prims[i]
		box = box.Union(p.box)
		centers.Extend(p.center)
	}
	return box, centers
}

// split partitions prims[lo:hi] and returns the middle, or lo for a leaf.
func (b *sahBuilder) split(lo, hi int, box, centers *geom.AABB) int {
	n := hi - lo
	if n == 1 {
		return lo
	}
	axis, bin, cost := b.best(lo, hi, centers)
	leaf := float64(n) * box.HalfArea()
	if n <= b.leafSize && !(cost+traversalCost*box.HalfArea() < leaf) {
		return lo
	}
	if axis < 0 { // all centroids in one bin: any halving is as good
		return lo + n/2
	}
	g := gridOf(centers, axis)
	i, j := lo, hi
	for i < j {
		if g.bin(b.prims[i].center.At(axis)) <= bin {
			i++
		} else {
			j--
			b.prims[i], b.prims[j] = b.prims[j], b.prims[i]
		}
	}
	return i
}

// compact removes the unused slots, keeping depth-first order.
func (b *sahBuilder) compact() *Tree {
	t := &Tree{Order: make([]uint32, len(b.prims))}
	for i := range b.prims {
		t.Order[i] = b.prims[i].id
	}
	used := 0
	for i := range b.nodes {
		if b.nodes[i].Right != 0 || b.nodes[i].Count != 0 {
			used++
		}
	}
	t.Nodes = make([]Node, 0, used)
	place := make([]int32, len(b.nodes))
	for i := range b.nodes {
		place[i] = int32(len(t.Nodes))
		if b.nodes[i].Right != 0 || b.nodes[i].Count != 0 {
			t.Nodes = append(t.Nodes, b.nodes[i])
		}
	}
	for i := range t.Nodes {
		t.Nodes[i].Right = place[t.Nodes[i].Right]
	}
	return t
}
