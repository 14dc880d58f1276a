package broad

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
)

// Over returns a hierarchy of at least one box, which is brought up to date as by Pairs: O(n)
// time if the boxes have moved little. It is nil if StopWhen ended the build. The caller
// must not change it; it is valid until the next call.
func (t *Tree) Over(boxes []geom.AABB) *tree.Tree {
	if !t.fit(boxes) {
		t.tree.Order = t.tree.Order[:0]
		return nil
	}
	return &t.tree
}
