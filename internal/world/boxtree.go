package world

import (
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/tree"
)

// boxTree is a hierarchy of the world boxes of all bodies, for queries that are no pairs of
// bodies. It is built only if two queries have met the same boxes: a build takes longer
// than looking at each of them once.
type boxTree struct {
	phase broad.Tree
	tree  *tree.Tree
	seen  int // World.moves at the last query
	built int // and when the tree was brought up to date
}

// maxScanned is the largest number of bodies whose boxes are looked at one by one: 32.
const maxScanned = 32

// of returns the hierarchy, nil if the boxes are to be looked at one by one.
func (t *boxTree) of(w *World) *tree.Tree {
	if len(w.boxes) <= maxScanned || t.seen != w.moves {
		t.seen = w.moves
		return nil
	}
	if t.tree == nil || t.built != w.moves {
		t.phase.StopWhen(w.stop)
		t.tree, t.built = t.phase.Over(w.boxes), w.moves
		t.phase.StopWhen(nil)
	}
	return t.tree
}
