package world

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/shape"
)

// NearestTo answers which body is nearest to a point. The zero value is ready.
type NearestTo struct {
	Nearest
	guest guest
	tree  boxTree
	stack []nearNode
	box   geom.AABB // of the point
	// best is the answer so far, least and hi are bounds of its distance.
	best      Span
	least, hi float64
}

// nearNode is a node whose boxes are at least lo away from the point.
type nearNode struct {
	node int32
	lo   float64
}

// Open is the number of reasons why something is undecided, of which Reason is one.
func (n *NearestTo) Open() int {
	if n.Why() != "" {
		return 1
	}
	return 0
}

// Point searches the body that is nearest to a point, of several the lowest. Begin must have
// been called. Spans has it, the point being body B of the pair, or nothing if there is no
// body. lo ≤ hi bound the distance: they are that of the answer, or what was known when the
// search was stopped.
func (n *NearestTo) Point(w *World, q *Question, p geom.Vec) (lo, hi float64) {
	n.begin(w, q)
	defer n.spanner.count(w)
	n.best, n.least, n.hi, n.box = Span{}, math.Inf(1), math.Inf(1), geom.AABB{Min: p, Max: p}
	over := n.tree.of(w)
	i, err := w.invite(&n.guest, &Body{Shape: shape.Sphere{Center: p}, Pose: geom.Identity})
	if err != nil {
		panic("collide: a finite point is refused: " + err.Error())
	}
	defer w.dismiss()
	for _, h := range w.halves {
		n.take(w, q, h, int32(i))
	}
	if over == nil || q.By == ByEveryPair {
		n.scan(w, q, int32(i))
	} else {
		n.descend(w, q, over.Nodes, over.Order, int32(i))
	}
	if n.best.Reach.Square.Known() {
		n.Spans = append(n.Spans, n.best)
	}
	if n.Reason != "" || w.Control.Cause() != narrow.Running {
		return 0, n.hi
	}
	if n.best.Bounded || n.least < n.best.Value {
		return n.least, n.hi
	}
	return n.best.Value, n.best.Value
}

// try measures a body unless its box is farther than the answer so far. Half spaces have been measured.
func (n *NearestTo) try(w *World, q *Question, i, point int32) {
	if b := &w.bodies[i]; !b.removed && b.half == nil && narrow.BoxDistance(&w.boxes[i], &n.box) <= n.hi {
		n.take(w, q, i, point)
	}
}

// take measures a body.
func (n *NearestTo) take(w *World, q *Question, i, point int32) {
	s, ok := n.measure(w, q, broad.Pair{A: i, B: point}, n.hi)
	if !ok {
		return
	}
	n.least = min(n.least, s.least())
	if n.best.Reach.Square.Known() {
		if c := s.Reach.Compare(&n.best.Reach); c > 0 || c == 0 && s.Pair.A > n.best.Pair.A {
			return
		}
	}
	n.best, n.hi = s, min(n.hi, s.most())
}

// scan tries the body with the nearest box first, then the others.
func (n *NearestTo) scan(w *World, q *Question, point int32) {
	first, least := int32(-1), math.Inf(1)
	for i := range point {
		if d := narrow.BoxDistance(&w.boxes[i], &n.box); !w.bodies[i].removed && w.bodies[i].half == nil && (d < least || first < 0) {
			first, least = i, d
		}
	}
	if first < 0 {
		return
	}
	n.try(w, q, first, point)
	for i := int32(0); i < point && w.Control.Cause() == narrow.Running; i++ {
		if i%StopInterval == StopInterval-1 && w.stop() {
			return
		}
		if i != first {
			n.try(w, q, i, point)
		}
	}
}

// descend tries the bodies in the leaves of a tree, the nearer child of a node first.
func (n *NearestTo) descend(w *World, q *Question, nodes []tree.Node, order []uint32, point int32) {
	n.stack = append(n.stack[:0], nearNode{})
	for len(n.stack) > 0 && n.spanner.worker.Step() {
		top := n.stack[len(n.stack)-1]
		n.stack = n.stack[:len(n.stack)-1]
		if top.lo > n.hi {
			continue
		}
		at := &nodes[top.node]
		if at.IsLeaf() {
			for _, i := range order[at.First : at.First+at.Count] {
				n.try(w, q, int32(i), point)
			}
			continue
		}
		n.spanner.worker.BVTests += 2
		near := nearNode{at.Child, narrow.BoxDistance(&nodes[at.Child].Box, &n.box)}
		far := nearNode{at.Child + 1, narrow.BoxDistance(&nodes[at.Child+1].Box, &n.box)}
		if far.lo < near.lo {
			near, far = far, near
		}
		n.stack = append(n.stack, far, near)
	}
}
