package broad

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/par"
	"github.com/collide-go/collide/tree"
)

// Tree is a hierarchy of the bodies' boxes that is descended against itself. It
// copes with sizes, shapes and densities of all kinds. From call to call its boxes
// are refitted, and it is built again when their area has grown by half on
// average since it was built: coherent motion rarely needs that (Larsson and Akenine-Möller, "A Dynamic
// Bounding Volume Hierarchy for Generalized Collision Detection", Computers &
// Graphics 30(3), 2006, weigh refitting and rebuilding so).
//
// O(n log n) to build, O(n + k) to refit; the descent depends on how well boxes can
// be parted. The order of the pairs depends on this and earlier calls alone, not on
// Workers. The zero value is ready; a call by one worker allocates nothing once its
// buffers have grown.
type Tree struct {
	// Workers is the number of goroutines that descend in a large tree, 0 for 1.
	Workers int
	// Stop ends a call early when it returns true; then pairs are missing. It may be
	// nil, and is asked now and then, by several goroutines.
	Stop func() bool
	// Built tells that the last call built the hierarchy, Tests how many pairs of
	// boxes it compared.
	Built bool
	Tests int64

	tree   tree.Tree
	extent int64 // when built
	// boxes in the order of the leaves.
	boxes  []geom.AABB
	build  treeBuilder
	tasks  []nodePair
	parts  []treePart
	chunks []segment
}

// nodePair is two nodes that may overlap, or one with itself.
type nodePair struct{ a, b int32 }

type treePart struct {
	stack []nodePair
	pairs []Pair
	tests int64
}

const (
	// grownExtent is by how much the logarithm of the nodes' areas may have grown on
	// average: log2 1.5, in the units of extentOf. A build costs about what ten descents
	// do.
	grownExtent = 0x0958
	// tasksPerPart balances the load of a descent by several goroutines.
	tasksPerPart = 64
	// restPairs is after how many pairs of nodes Stop is asked.
	restPairs = 1 << 14
)

// Pairs implements Phase.
func (t *Tree) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	t.Built, t.Tests = false, 0
	if len(boxes) <= few {
		t.tree = tree.Tree{Nodes: t.tree.Nodes[:0], Order: t.tree.Order[:0]}
		return Brute{}.Pairs(boxes, dst)
	}
	t.fit(boxes)
	t.boxes = sized(t.boxes, len(boxes))
	for k, i := range t.tree.Order {
		t.boxes[k] = boxes[i]
	}
	parts := 1
	if len(boxes) >= manyBoxes {
		parts = max(t.Workers, 1)
	}
	for len(t.parts) < parts {
		t.parts = append(t.parts, treePart{})
	}
	t.tasks = append(t.tasks[:0], nodePair{})
	if parts > 1 {
		t.split(parts * tasksPerPart)
	}
	dst = t.descendAll(parts, dst)
	for i := range t.parts[:parts] {
		t.Tests += t.parts[i].tests
	}
	return dst
}

// fit brings the tree up to date.
func (t *Tree) fit(boxes []geom.AABB) {
	if len(t.tree.Order) == len(boxes) {
		t.tree.Refit(boxes)
		if t.extentOf()-t.extent <= grownExtent*int64(len(t.tree.Nodes)) {
			return
		}
	}
	t.build.build(&t.tree, boxes)
	t.extent, t.Built = t.extentOf(), true
}

// extentOf adds up the nodes' areas' logarithms to base 2, with 12 binary digits, as
// the bits of a float64 give them: roughly, but for every area, and a floor without
// end does not outweigh what moves above it.
func (t *Tree) extentOf() int64 {
	sum := int64(0)
	for i := range t.tree.Nodes {
		sum += int64(math.Float64bits(t.tree.Nodes[i].Box.HalfArea()) >> 40)
	}
	return sum
}

// split expands the pairs of nodes, breadth first, until there are enough.
func (t *Tree) split(enough int) {
	var p treePart
	for len(t.tasks) < enough {
		before := len(t.tasks)
		for _, q := range t.tasks {
			if t.isLeafPair(q) {
				p.stack = append(p.stack, q)
			} else {
				p.stack = t.expand(q, p.stack)
			}
		}
		t.tasks, p.stack = append(t.tasks[:0], p.stack...), p.stack[:0]
		if len(t.tasks) <= before {
			return
		}
	}
}

// descendAll joins the tasks' pairs in their order.
func (t *Tree) descendAll(parts int, dst []Pair) []Pair {
	for i := range t.parts {
		t.parts[i].tests, t.parts[i].pairs = 0, t.parts[i].pairs[:0]
	}
	if parts == 1 {
		for _, q := range t.tasks {
			dst = t.descend(&t.parts[0], q, dst)
		}
		return dst
	}
	t.chunks = sized(t.chunks, len(t.tasks))
	par.For(len(t.tasks), parts, 1, func(worker, lo, hi int) {
		p := &t.parts[worker]
		for k := lo; k < hi; k++ {
			from := len(p.pairs)
			p.pairs = t.descend(p, t.tasks[k], p.pairs)
			t.chunks[k] = segment{int32(worker), int32(from), int32(len(p.pairs))}
		}
	})
	for _, c := range t.chunks {
		dst = append(dst, t.parts[c.part].pairs[c.lo:c.hi]...)
	}
	return dst
}

func (t *Tree) descend(p *treePart, q nodePair, dst []Pair) []Pair {
	p.stack = append(p.stack[:0], q)
	for visits := 1; len(p.stack) > 0; visits++ {
		if visits%restPairs == 0 && t.Stop != nil && t.Stop() {
			return dst
		}
		q := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		if t.isLeafPair(q) {
			dst = t.leaves(p, q, dst)
		} else {
			p.tests += 3
			p.stack = t.expand(q, p.stack)
		}
	}
	return dst
}

func (t *Tree) isLeafPair(q nodePair) bool {
	return t.tree.Nodes[q.a].IsLeaf() && t.tree.Nodes[q.b].IsLeaf()
}

// expand appends the pairs of children whose boxes overlap: those of the larger node
// with the other, or of a node with itself and each other.
func (t *Tree) expand(q nodePair, stack []nodePair) []nodePair {
	nodes := t.tree.Nodes
	a, b := &nodes[q.a], &nodes[q.b]
	if q.a == q.b {
		l, r := a.Child, a.Child+1
		stack = append(stack, nodePair{l, l}, nodePair{r, r})
		if nodes[l].Box.Overlaps(&nodes[r].Box) {
			stack = append(stack, nodePair{l, r})
		}
		return stack
	}
	if a.IsLeaf() || !b.IsLeaf() && b.Box.HalfArea() > a.Box.HalfArea() {
		a, b, q = b, a, nodePair{q.b, q.a}
	}
	for c := a.Child; c <= a.Child+1; c++ {
		if nodes[c].Box.Overlaps(&b.Box) {
			stack = append(stack, nodePair{c, q.b})
		}
	}
	return stack
}

// leaves compares the boxes of two leaves, or of one among themselves.
func (t *Tree) leaves(p *treePart, q nodePair, dst []Pair) []Pair {
	a, b := &t.tree.Nodes[q.a], &t.tree.Nodes[q.b]
	order := t.tree.Order
	for i := a.First; i < a.First+a.Count; i++ {
		box, from := &t.boxes[i], b.First
		if q.a == q.b {
			from = i + 1
		} else if p.tests++; !box.Overlaps(&b.Box) {
			continue
		}
		for j := from; j < b.First+b.Count; j++ {
			p.tests++
			if box.Overlaps(&t.boxes[j]) {
				dst = append(dst, pairOf(order[i], order[j]))
			}
		}
	}
	return dst
}

// treeBuilder builds top-down: bins on the axis along which the centres spread most,
// split where the surface area heuristic says (Wald 2007, as in package tree, which
// tries all axes and every split of a few; that costs six times as much, and a tree
// of moving boxes does not last).
type treeBuilder struct {
	prims []treePrim
	out   *tree.Tree
}

type treePrim struct {
	box    geom.AABB
	center geom.Vec
	id     uint32
}

const (
	treeLeaf = 4
	treeBins = 16
)

func (b *treeBuilder) build(out *tree.Tree, boxes []geom.AABB) {
	b.prims, b.out = sized(b.prims, len(boxes)), out
	for i := range boxes {
		b.prims[i] = treePrim{boxes[i], boxes[i].Center(), uint32(i)}
	}
	out.Nodes = sized(out.Nodes, 2*len(boxes))[:1]
	out.Nodes[0] = tree.Node{}
	b.node(0, 0, len(boxes))
	out.Order = sized(out.Order, len(boxes))
	for i := range b.prims {
		out.Order[i] = b.prims[i].id
	}
}

func (b *treeBuilder) node(at, lo, hi int) {
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
		return
	}
	mid := lo + b.split(b.prims[lo:hi], &centers)
	child := len(b.out.Nodes)
	n.Child = int32(child)
	b.out.Nodes = append(b.out.Nodes, tree.Node{}, tree.Node{})
	b.node(child, lo, mid)
	b.node(child+1, mid, hi)
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
