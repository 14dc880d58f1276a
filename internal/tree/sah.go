package tree

import (
	"math"
	"sync"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
)

// SAHOptions configures BuildSAH. The zero value is good for triangle meshes.
type SAHOptions struct {
	// LeafSize is the largest number of primitives in a leaf, 0 for 2.
	LeafSize int
	// Workers is the number of goroutines, 0 for GOMAXPROCS. The tree does not
	// depend on it.
	Workers int
	// Done ends building soon once it is closed, nil for never: the tree is then to be thrown away.
	Done <-chan struct{}
}

const (
	// parallelSubtree is the number of primitives above which a subtree is built on
	// another goroutine, parallelBins the number above which all goroutines bin a range.
	parallelSubtree = 2048
	parallelBins    = 1 << 15
	// traversalCost is the cost of visiting a node, as a multiple of that of testing a
	// primitive.
	traversalCost = 1.0
	// perPoll is the least number of primitives of a range before which Done is looked at: a smaller one takes about a millisecond.
	perPoll = 1024
)

// BuildSAH builds a hierarchy top-down by the surface area heuristic: over binned
// centroids (Wald, "On Fast Construction of SAH-based Bounding Volume
// Hierarchies", IEEE Symposium on Interactive Ray Tracing, 2007), over every split
// where few primitives are left. O(n log n) time, about 200 bytes a primitive
// while building.
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
		done:     opt.Done,
		workers:  par.Workers(opt.Workers),
		prims:    make([]prim, n),
		nodes:    make([]Node, 2*n-1),
	}
	if b.leafSize <= 0 {
		b.leafSize = 2
	}
	b.spare = make(chan struct{}, b.workers-1)
	par.For(n, b.workers, 1<<14, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			b.prims[i] = prim{box: boxes[i], id: uint32(i)}
		}
	})
	b.build(0, 1, 0, n)
	b.wg.Wait()
	return b.compact()
}

type prim struct {
	box geom.AABB
	id  uint32
}

type sahBuilder struct {
	leafSize, workers int
	done              <-chan struct{}
	prims             []prim
	// nodes has room for 2k−2 nodes below the root of a subtree of k primitives,
	// so that the place of every subtree is fixed before its siblings are built.
	nodes []Node
	spare chan struct{}
	wg    sync.WaitGroup
}

// build makes the subtree of prims[lo:hi]: its root at nodes[at], what is below
// from nodes[below] on.
func (b *sahBuilder) build(at, below, lo, hi int) {
	for {
		n := &b.nodes[at]
		mid := lo
		if hi-lo < perPoll || !b.stopped() {
			mid = b.split(n, lo, hi)
		}
		if mid == lo {
			n.First, n.Count = int32(lo), int32(hi-lo)
			return
		}
		n.Child = int32(below)
		right := below + 2*(mid-lo)
		b.fork(below, below+2, lo, mid)
		at, below, lo = below+1, right, mid
	}
}

// stopped reports that the tree is not wanted any more.
func (b *sahBuilder) stopped() bool {
	select {
	case <-b.done:
		return true
	default:
		return false
	}
}

// fork builds a subtree on a spare worker if there is one, else here.
func (b *sahBuilder) fork(at, below, lo, hi int) {
	if hi-lo > parallelSubtree {
		select {
		case b.spare <- struct{}{}:
			b.wg.Go(func() {
				b.build(at, below, lo, hi)
				<-b.spare
			})
			return
		default:
		}
	}
	b.build(at, below, lo, hi)
}

// split sets the node's box, partitions prims[lo:hi] and returns the middle, or
// lo for a leaf.
func (b *sahBuilder) split(n *Node, lo, hi int) int {
	prims := b.prims[lo:hi]
	if len(prims) <= maxExhaustivePrims {
		mid, cost := bestOfFew(prims, &n.Box)
		return lo + b.leafOr(mid, cost, len(prims), n)
	}
	var centers geom.AABB
	n.Box, centers = boundsOf(prims)
	plane, cost := b.bestPlane(lo, hi, &centers)
	if len(prims) <= b.leafSize && b.leafOr(1, cost, len(prims), n) == 0 {
		return lo
	}
	if plane.axis < 0 { // all centroids in one bin: any halving is as good
		return lo + len(prims)/2
	}
	return lo + partition(prims, plane, gridOf(&centers, plane.axis))
}

// leafOr returns mid, or 0 when a leaf is allowed and cheaper than a split whose
// children cost that much.
func (b *sahBuilder) leafOr(mid int, cost float64, count int, n *Node) int {
	area := n.Box.HalfArea()
	if count == 1 || count <= b.leafSize && !(cost+traversalCost*area < float64(count)*area) {
		return 0
	}
	return mid
}

func boundsOf(prims []prim) (box, centers geom.AABB) {
	box, centers = geom.EmptyAABB(), geom.EmptyAABB()
	for i := range prims {
		p := &prims[i]
		box.Include(&p.box)
		c := p.box.Center()
		centers.Include(&geom.AABB{Min: c, Max: c})
	}
	return box, centers
}

func partition(prims []prim, s plane, g grid) int {
	i, j := 0, len(prims)
	for i < j {
		if g.bin(prims[i].center(s.axis)) <= s.last {
			i++
		} else {
			j--
			prims[i], prims[j] = prims[j], prims[i]
		}
	}
	return i
}

// center is a component of box.Center().
func (p *prim) center(axis int) float64 {
	return p.box.Min.At(axis)*0.5 + p.box.Max.At(axis)*0.5
}

// compact removes the unused slots, keeping the order.
func (b *sahBuilder) compact() *Tree {
	t := &Tree{Order: make([]uint32, len(b.prims))}
	for i := range b.prims {
		t.Order[i] = b.prims[i].id
	}
	used := int32(0)
	place := make([]int32, len(b.nodes))
	for i := range b.nodes {
		place[i] = used
		if b.nodes[i].Child != 0 || b.nodes[i].Count != 0 {
			used++
		}
	}
	t.Nodes = make([]Node, 0, used)
	for i := range b.nodes {
		if n := b.nodes[i]; n.Child != 0 || n.Count != 0 {
			n.Child = place[n.Child]
			t.Nodes = append(t.Nodes, n)
		}
	}
	return t
}
