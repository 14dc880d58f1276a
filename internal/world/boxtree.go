package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/tree"
)

// boxTree is a hierarchy of the world boxes of all bodies, for queries about one thing among
// them. It is built only if two queries have met the same boxes: a build takes longer
// than looking at each of them once.
type boxTree struct {
	phase broad.Tree
	tree  *tree.Tree
	seen  int // World.moves at the last query
	built int // and when the tree was brought up to date
	stack []int32
}

// maxScanned is the largest number of bodies whose boxes are looked at one by one: 32.
const maxScanned = 32

// of returns the hierarchy, nil if the boxes are to be looked at one by one.
func (t *boxTree) of(w *World) *tree.Tree {
	boxes := w.residents()
	if len(boxes) <= maxScanned || t.seen != w.moves {
		t.seen = w.moves
		return nil
	}
	if t.tree == nil || t.built != w.moves {
		t.phase.StopWhen(w.full)
		t.tree, t.built = t.phase.Over(boxes), w.moves
		t.phase.StopWhen(nil)
	}
	return t.tree
}

// each calls visit for the bodies whose boxes share a point with a box, until Control ends the search.
func (t *boxTree) each(w *World, s *narrow.Worker, box *geom.AABB, visit func(i int32)) {
	over := t.of(w)
	if over == nil {
		for i := 0; i < len(w.residents()) && s.Step(); i++ {
			if s.BVTests++; w.boxes[i].Overlaps(box) {
				visit(int32(i))
			}
		}
		return
	}
	t.stack = append(t.stack[:0], 0)
	for len(t.stack) > 0 && s.Step() {
		n := &over.Nodes[t.stack[len(t.stack)-1]]
		t.stack = t.stack[:len(t.stack)-1]
		if s.BVTests++; !n.Box.Overlaps(box) {
			continue
		}
		if !n.IsLeaf() {
			t.stack = append(t.stack, n.Child+1, n.Child)
			continue
		}
		for _, i := range over.Order[n.First : n.First+n.Count] {
			if s.BVTests++; w.boxes[i].Overlaps(box) {
				visit(int32(i))
			}
		}
	}
}
