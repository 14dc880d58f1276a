package broad

import "github.com/collide-go/collide/geom"

// Auto picks the phase that costs least for the boxes it is given: every pair for a
// few, then the Grid, and the Tree where sizes, shapes or densities differ too much
// for rows. What decides are counts of work, never the clock, so that equal calls make
// equal choices. A Grid that turns out to be too much work is given up half-way and the
// Tree takes over in the same call; from time to time the other one is tried again.
//
// The zero value is ready; a call by one worker allocates nothing once its buffers
// have grown.
type Auto struct {
	// Workers is the number of goroutines for many boxes, 0 for 1.
	Workers int
	// Stop ends a call early when it returns true; then pairs are missing. It may be
	// nil, and is asked now and then, by several goroutines.
	Stop func() bool

	grid   Grid
	tree   Tree
	choice Choice
	bodies int // of the last call
	// known is what the Tree cost when it was last used, 0 for not known; the Grid may
	// cost no more. rowless is how many more calls leave the Grid alone, pause how many
	// the next failure adds.
	known          float64
	rowless, pause int
}

// Choice names what answered a call of Auto.
type Choice string

// The choices.
const (
	ChoseBrute Choice = "brute"
	ChoseGrid  Choice = "grid"
	ChoseTree  Choice = "tree"
)

// Choice returns what answered the last call, "" before the first.
func (a *Auto) Choice() Choice { return a.choice }

const (
	// bruteBoxes is up to how many boxes trying every pair is fastest, by
	// BenchmarkPhases.
	bruteBoxes = 64
	// hopeless is the cost a box at which a Grid is given up when that of the Tree is
	// not known: twice what an even scene costs the Tree.
	hopeless = 500
	// refitCost is what a box costs the Tree before it is descended, testCost a
	// comparison, both in the unit of work.cost.
	refitCost, testCost = 80, 3
	// firstPause is how many calls a Grid that was given up is left alone; every
	// failure doubles it, up to longPause.
	firstPause, longPause = 8, 512
)

// Pairs implements Phase.
func (a *Auto) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	if len(boxes) != a.bodies {
		a.bodies, a.known, a.rowless, a.pause = len(boxes), 0, 0, firstPause
	}
	if len(boxes) <= bruteBoxes {
		a.choice = ChoseBrute
		return Brute{}.Pairs(boxes, dst)
	}
	a.grid.Workers, a.grid.Stop = a.Workers, a.Stop
	a.tree.Workers, a.tree.Stop = a.Workers, a.Stop
	if a.rowless == 0 {
		if got, ok := a.tryGrid(boxes, dst); ok {
			return got
		}
		a.rowless, a.pause = a.pause, min(2*a.pause, longPause)
	}
	a.rowless--
	return a.useTree(boxes, dst)
}

// tryGrid answers by the Grid unless it gives up.
func (a *Auto) tryGrid(boxes []geom.AABB, dst []Pair) ([]Pair, bool) {
	n := len(dst)
	a.choice = ChoseGrid
	if a.grid.budget = a.known; a.known == 0 {
		a.grid.budget = hopeless * float64(len(boxes))
	}
	dst = a.grid.Pairs(boxes, dst)
	if a.grid.gaveUp.Load() {
		return dst[:n], false
	}
	return dst, true
}

func (a *Auto) useTree(boxes []geom.AABB, dst []Pair) []Pair {
	n := len(dst)
	a.choice = ChoseTree
	dst = a.tree.Pairs(boxes, dst)
	a.known = refitCost*float64(len(boxes)) + testCost*float64(a.tree.Tests-int64(len(dst)-n))
	return dst
}
