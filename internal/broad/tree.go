package broad

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
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
	stopper
	// Built reports whether the last call built the hierarchy. Tests is the number of
	// pairs of boxes that it compared.
	Built bool
	Tests int64

	tree   tree.Tree
	extent int64 // when built
	// boxes in the order of the leaves.
	boxes []geom.AABB
	build treeBuilder
	tasks []nodePair
	parts []treePart
	join  joiner
	find  func(worker, lo, hi int, dst []Pair) []Pair
}

// nodePair is two nodes that may overlap, or one with itself.
type nodePair struct{ a, b int32 }

type treePart struct {
	stack []nodePair
	tests int64
}

const (
	// grownExtent is the largest growth of the mean logarithm of the nodes' areas since the
	// build, in the unit of extentOf: log2 1.5. Beyond it the tree is rebuilt, which costs
	// about as much as ten descents.
	grownExtent = 0x0958
	// tasksPerPart is the number of tasks per goroutine of a descent. It balances their
	// load.
	tasksPerPart = 64
	// stopPairInterval is the number of pairs of nodes between two calls of stop.
	stopPairInterval = 1 << 12
)

// StopWhen implements Phase.
func (t *Tree) StopWhen(stop func(listed int) bool) { t.stop, t.build.stop = stop, stop }

// Name implements Phase.
func (*Tree) Name() string { return string(ChoseTree) }

// Pairs implements Phase.
func (t *Tree) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	t.Built, t.Tests = false, 0
	if len(boxes) <= maxUnsortedBoxes {
		t.tree = tree.Tree{Nodes: t.tree.Nodes[:0], Order: t.tree.Order[:0]}
		return new(Brute).Pairs(boxes, dst)
	}
	if !t.fit(boxes) {
		t.tree.Order = t.tree.Order[:0]
		return dst
	}
	t.boxes = sized(t.boxes, len(boxes))
	for k, i := range t.tree.Order {
		t.boxes[k] = boxes[i]
	}
	parts := 1
	if len(boxes) >= minParallelBoxes {
		parts = max(t.Workers, 1)
	}
	for len(t.parts) < parts {
		t.parts = append(t.parts, treePart{})
	}
	t.tasks = append(t.tasks[:0], nodePair{})
	if parts > 1 {
		t.split(parts * tasksPerPart)
	}
	for i := range t.parts {
		t.parts[i].tests = 0
	}
	if t.find == nil {
		t.find = t.descendRange
	}
	dst = t.join.pairs(0, len(t.tasks), parts, 1, dst, t.find)
	for i := range t.parts[:parts] {
		t.Tests += t.parts[i].tests
	}
	return dst
}

// fit brings the tree up to date. It returns false if it was stopped.
func (t *Tree) fit(boxes []geom.AABB) bool {
	if len(t.tree.Order) == len(boxes) {
		t.tree.Refit(boxes)
		if t.extentOf()-t.extent <= grownExtent*int64(len(t.tree.Nodes)) {
			return true
		}
	}
	if !t.build.build(&t.tree, boxes) {
		return false
	}
	t.extent, t.Built = t.extentOf(), true
	return true
}

// extentOf adds up the nodes' areas' logarithms to base 2, with 12 binary digits, as
// the bits of a float64 give them. The logarithms are approximate, but finite for every
// area, so that an unbounded floor does not outweigh the bodies that move above it.
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

// descendRange descends from some of the tasks.
func (t *Tree) descendRange(worker, lo, hi int, dst []Pair) []Pair {
	for _, q := range t.tasks[lo:hi] {
		dst = t.descend(&t.parts[worker], q, dst)
	}
	return dst
}

func (t *Tree) descend(p *treePart, q nodePair, dst []Pair) []Pair {
	p.stack = append(p.stack[:0], q)
	for visits := 1; len(p.stack) > 0; visits++ {
		if visits%stopPairInterval == 0 && t.stopped(len(dst)) {
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
