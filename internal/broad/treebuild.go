package broad

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
)

// treeBuilder builds top-down: bins on the axis along which the centres spread most,
// split where the surface area heuristic is least (Wald 2007, as in package tree, which
// tries all axes and every split of a few; that costs six times as much, and a tree
// of moving boxes does not last).
type treeBuilder struct {
	stopper
	prims []treePrim
	out   *tree.Tree
}

type treePrim struct {
	box    geom.AABB
	center geom.Vec
	id     uint32
}

// treeLeaf is the largest number of boxes in a leaf, treeBins the number of bins a split
// is chosen from.
const (
	treeLeaf = 4
	treeBins = 16
)

// build builds the tree of the boxes. It returns false if it was stopped; the tree is then
// invalid.
func (b *treeBuilder) build(out *tree.Tree, boxes []geom.AABB) bool {
	b.prims, b.out = sized(b.prims, len(boxes)), out
	for i := range boxes {
		b.prims[i] = treePrim{boxes[i], boxes[i].Center(), uint32(i)}
	}
	out.Nodes = sized(out.Nodes, 2*len(boxes))[:1]
	out.Nodes[0] = tree.Node{}
	if !b.node(0, 0, len(boxes)) {
		return false
	}
	out.Order = sized(out.Order, len(boxes))
	for i := range b.prims {
		out.Order[i] = b.prims[i].id
	}
	return true
}

// minStopBoxes is the least number of boxes of a node whose build calls stop first.
const minStopBoxes = 1 << 12

func (b *treeBuilder) node(at, lo, hi int) bool {
	if hi-lo >= minStopBoxes && b.stopped(0) {
		return false
	}
	box, centers := geom.EmptyAABB(), geom.EmptyAABB()
	for i := lo; i < hi; i++ {
		p := &b.prims[i]
		box.Include(&p.box)
		centers.Include(&geom.AABB{Min: p.center, Max: p.center})
	}
	n := &b.out.Nodes[at]
	n.Box = box
	if hi-lo <= treeLeaf {
		n.First, n.Count = int32(lo), int32(hi-lo)
		return true
	}
	mid := lo + b.split(b.prims[lo:hi], &centers)
	child := len(b.out.Nodes)
	n.Child = int32(child)
	b.out.Nodes = append(b.out.Nodes, tree.Node{}, tree.Node{})
	return b.node(child, lo, mid) && b.node(child+1, mid, hi)
}

// split partitions and returns the middle: the half where no axis has a spread that
// bins can be laid over.
func (b *treeBuilder) split(prims []treePrim, centers *geom.AABB) int {
	axis, scale := -1, 0.0
	widest := 0.0
	for a := range 3 {
		d := centers.Max.At(a) - centers.Min.At(a)
		if s := treeBins * (1 - 1e-6) / d; d > widest && s > 0 && s <= math.MaxFloat64 {
			axis, scale, widest = a, s, d
		}
	}
	if axis < 0 {
		return len(prims) / 2
	}
	g := binGrid{axis, centers.Min.At(axis), scale}
	last := g.cheapest(prims)
	i, j := 0, len(prims)
	for i < j {
		if g.bin(&prims[i]) <= last {
			i++
		} else {
			j--
			prims[i], prims[j] = prims[j], prims[i]
		}
	}
	if i == 0 || i == len(prims) {
		return len(prims) / 2
	}
	return i
}

// binGrid lays bins over the centres on an axis.
type binGrid struct {
	axis          int
	origin, scale float64
}

func (g *binGrid) bin(p *treePrim) int {
	v := (p.center.At(g.axis) - g.origin) * g.scale
	if !(v > 0) { // or NaN, the centre of a box without ends
		return 0
	}
	return int(min(v, treeBins-1))
}

// cheapest returns the last bin left of the best split, by count times half area.
func (g *binGrid) cheapest(prims []treePrim) int {
	var boxes [treeBins]geom.AABB
	var counts [treeBins]int
	for i := range boxes {
		boxes[i] = geom.EmptyAABB()
	}
	for i := range prims {
		k := g.bin(&prims[i])
		boxes[k].Include(&prims[i].box)
		counts[k]++
	}
	var right [treeBins]float64
	sum, n := geom.EmptyAABB(), 0
	for k := treeBins - 1; k > 0; k-- {
		sum.Include(&boxes[k])
		n += counts[k]
		right[k] = float64(n) * sum.HalfArea()
	}
	best, least := treeBins/2, math.Inf(1)
	sum, n = geom.EmptyAABB(), 0
	for k := range treeBins - 1 {
		sum.Include(&boxes[k])
		n += counts[k]
		if cost := float64(float64(n)*sum.HalfArea()) + right[k+1]; n > 0 && n < len(prims) && cost < least {
			best, least = k, cost
		}
	}
	return best
}
