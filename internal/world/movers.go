package world

import (
	"cmp"
	"math"
	"slices"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
)

// movers finds near pairs of bodies where few can move: a phase over all bodies would list the pairs of
// immovable ones, of which there are up to n² within a distance. Each movable body descends a tree
// over all bodies instead: O(n + m·log n) for m movable bodies, and the pairs that are listed.
type movers struct {
	phase broad.Tree
	list  []int32 // the movable bodies, ascending
	stack []nearNode
	nodes []tree.Node
	order []uint32
}

// start lists the movable bodies. It reports whether they are so few that each should search for itself:
// less than half of the places, be the others immovable or empty.
func (m *movers) start(w *World) bool {
	if w.immovable+len(w.vacant) <= len(w.bodies)/2 {
		return false
	}
	m.list = m.list[:0]
	for i := range w.bodies {
		if b := &w.bodies[i]; !b.immovable && !b.removed {
			m.list = append(m.list, int32(i))
		}
	}
	if len(m.list) == 0 {
		return true // and nothing to search
	}
	m.phase.StopWhen(w.full)
	over := m.phase.Over(w.boxes)
	m.phase.StopWhen(nil)
	if over == nil { // stopped
		m.list = m.list[:0]
		return true
	}
	m.nodes, m.order = over.Nodes, over.Order
	return true
}

// pairs appends the admissible pairs of a movable body whose boxes may be at most a distance apart; with
// another movable body those in which it is the lower one.
func (m *movers) pairs(w *World, s *narrow.Worker, i int32, most float64, dst []broad.Pair) []broad.Pair {
	m.descend(w, s, i, func() float64 { return most }, func(k int32, _ float64) {
		if p := pairOf(i, k); (k > i || w.bodies[k].immovable) && w.Admissible(p) && !w.isFull(len(dst)) {
			dst = append(dst, p)
		}
	})
	return dst
}

// seed returns the pair that counts with the nearest boxes, of several any; false where no pair counts.
func (m *movers) seed(w *World, s *narrow.Worker, counts func(broad.Pair) bool) (best broad.Pair, ok bool) {
	least := math.Inf(1)
	for _, i := range m.list {
		m.descend(w, s, i, func() float64 { return least }, func(k int32, lo float64) {
			if p := pairOf(i, k); (lo < least || !ok) && counts(p) {
				best, least, ok = p, lo, true
			}
		})
		if ok && least == 0 {
			break
		}
	}
	return best, ok
}

// descend calls visit for the bodies whose boxes may be at most a distance from that of body i, nearer ones
// first as far as the tree tells. The distance may sink on the way.
func (m *movers) descend(w *World, s *narrow.Worker, i int32, most func() float64, visit func(k int32, lo float64)) {
	box := &w.boxes[i]
	m.stack = append(m.stack[:0], nearNode{})
	for len(m.stack) > 0 && s.Step() {
		s.BVTests++
		top := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		if top.lo > most() {
			continue
		}
		at := &m.nodes[top.node]
		if at.IsLeaf() {
			for _, k := range m.order[at.First : at.First+at.Count] {
				if lo := narrow.BoxDistance(&w.boxes[k], box); int32(k) != i && lo <= most() {
					visit(int32(k), lo)
				}
			}
			continue
		}
		near := nearNode{at.Child, narrow.BoxDistance(&m.nodes[at.Child].Box, box)}
		far := nearNode{at.Child + 1, narrow.BoxDistance(&m.nodes[at.Child+1].Box, box)}
		if far.lo < near.lo {
			near, far = far, near
		}
		m.stack = append(m.stack, far, near)
	}
}

// pairOf returns the pair of two bodies.
func pairOf(i, k int32) broad.Pair { return broad.Pair{A: min(i, k), B: max(i, k)} }

// byDistance sorts pairs of bodies: nearer boxes first.
func byDistance(pairs []nearbyPair) {
	slices.SortFunc(pairs, func(x, y nearbyPair) int { return cmp.Or(cmp.Compare(x.lo, y.lo), x.Compare(y.Pair)) })
}
