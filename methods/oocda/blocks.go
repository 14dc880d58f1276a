package oocda

import (
	"sync/atomic"

	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
)

// dopBlocks is the hierarchy of 18-DOPs in blocks of eight, with what it encloses.
type dopBlocks struct {
	shape   *tree.Blocks
	corners tree.Corners
	kind    uint64 // of shape: equal for bodies that share it
}

// kinds counts the shapes of this process.
var kinds atomic.Uint64

// blocksKey is the key of the models' blocks.
type blocksKey struct{}

// blocksOf returns body i's hierarchy in blocks, nil where the search was stopped before
// it was built.
func blocksOf(w *world.World, i int) *dopBlocks {
	m := w.Model(i)
	c := world.CacheOf[dopBlocks](m, blocksKey{})
	if b := c.Load(); b != nil {
		return b
	}
	t := w.DOPTree(i)
	if t == nil {
		return nil
	}
	return world.OnDemand(w, m, c, func(m *world.Model) *dopBlocks {
		b := &dopBlocks{shape: tree.BuildBlocks(t, simd.Lanes), kind: kinds.Add(1)}
		b.shape.SetCorners(&b.corners, m.Soup())
		return b
	}, func(m *world.Model, b *dopBlocks) bool {
		b.shape.SetCorners(&b.corners, m.Soup())
		return true
	})
}
