package narrow

import (
	"math/bits"

	"github.com/collide-go/collide/internal/simd"
)

// seekWalks is the number of walks down both trees that the tests of a search suffice for.
const seekWalks = 4

// SeekSteps returns the number of tests that a search for one contact of two bodies may
// take: in proportion to the levels of their trees, which are those of balanced trees of
// eight children a node.
func SeekSteps(a, b *PosedBlocks) int {
	levels := 0
	for _, p := range [2]*PosedBlocks{a, b} {
		levels += (bits.Len(uint(len(p.surface.Mesh.Triangles))) + 2) / 3
	}
	return seekWalks * simd.Lanes * levels
}

// Seek lets the ants of a colony walk until they have found a contact, have nowhere left to
// look, or have taken as many tests as budget, which the last walk may exceed. Each test is
// a step of the worker's budget.
func (c *Colony) Seek(level simd.Level, w *Worker, o *AntsOptions, budget int) {
	if !w.Step() || !c.Meet(w) {
		return
	}
	for range o.Rounds {
		if c.Over() || c.Tests >= budget || !w.Step() {
			return
		}
		from := c.Tests
		c.Round(level, w, o, budget-from)
		w.steps -= c.Tests - from - 1
	}
}
