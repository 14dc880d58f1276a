package broad

import (
	"sync/atomic"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
)

// Grid cuts space into rows along one axis and sweeps each row, 16 boxes at a time:
// sweep-and-prune within the cells of a coarse grid (Tracy, Buss and Woods,
// "Efficient Large-Scale Sweep and Prune Methods with AABB Insertion and Removal",
// IEEE VR 2009; Capannini and Larsson, "Adaptive Collision Culling for Massive
// Simulations by a Parallel and Context-Aware Sweep and Prune Algorithm", IEEE TVCG
// 24(7), 2018). All rows are sorted at once, by radix, under keys that begin with
// the row's number. A box lies in every row it meets; of a pair that meets in
// several, the row that holds the least corner of what both have in common lists it
// (Dittrich and Seeger, "Data Redundancy and Duplicate Detection in Spatial Join
// Processing", ICDE 2000). Boxes of more than maxRows rows are compared with all.
//
// O(n + k) time where the boxes' sizes are alike and their density is even. Every call
// rebuilds the grid, but keeps the choice of the rows as long as its cost stays near that
// of its first call. Pairs come in an
// order that depends on this and earlier calls alone, not on Workers. The zero value
// is ready; a call by one worker allocates nothing once its buffers have grown.
type Grid struct {
	// Workers is the number of goroutines for many boxes, 0 for 1.
	Workers int
	stopper

	// budget is the largest cost of a call, in the unit of work.cost, 0 for no limit.
	// gaveUp reports that the call exceeded it and that pairs are missing.
	budget float64
	gaveUp atomic.Bool

	plan      plan
	planned   int     // boxes the plan was made for
	age       int     // calls since
	firstCost float64 // of the plan's first call, 0 before it
	scratch   [3 * planSamples]float64

	boxes []geom.AABB
	// perm is the order in which boxes are worked on: near each other in space, near
	// each other in memory. fixed follows it.
	perm, spare []uint32
	reordered   int // calls until perm is brought up to date
	searched    int // pieces in all calls
	fixed       []simd.Fixed
	large       []int32
	parts       []gridPart
	order       [2][]uint64
	strip       simd.Strip
	ids         []uint32
	work        work
	join        joiner
	find        func(worker, lo, hi int, dst []Pair) []Pair
	stage       func(g *Grid, part int)
	run         func(worker, lo, hi int)
}

// gridPart is what one goroutine owns.
type gridPart struct {
	items  []uint64 // key<<32 | place in perm
	counts [1 << 12]uint32
	// rest are the boxes that lie in no row: large ones, and those that are empty or
	// hold a NaN, whose field large is false.
	rest []restBox
	hits [256]simd.Hits
	work work
}

type restBox struct {
	box   uint32
	large bool
}

// work counts the operations of a call.
type work struct {
	items, blocks, pairs, large int
	doubts                      int // hits that only float64 could decide
}

func (w *work) add(o work) {
	w.doubts += o.doubts
	w.items, w.blocks = w.items+o.items, w.blocks+o.blocks
	w.pairs, w.large = w.pairs+o.pairs, w.large+o.large
}

// cost is the measured counterpart of plan.cost for n boxes. It excludes the cost of
// listing pairs, which every phase has.
func (w *work) cost(n int) float64 {
	return float64(w.items)*itemCost + float64(w.blocks)*blockCost + float64(w.doubts)*doubtCost + float64(w.large)*float64(n)*largeCost
}

// over reports whether the call is to end: it was stopped, or a part has used its share
// of the budget. A block that yields a pair is not charged to the budget.
func (g *Grid) over(p *gridPart) bool {
	if w := p.work; g.budget > 0 {
		w.blocks = max(w.blocks-w.pairs, 0)
		if w.cost(len(g.boxes)) > g.budget/float64(len(g.parts)) {
			g.gaveUp.Store(true)
		}
	}
	return g.gaveUp.Load() || g.stopped(p.work.pairs)
}

const (
	// maxRows is the largest number of rows that a box may lie in.
	maxRows = 64
	// chunkItems is the number of items of the sweep that a worker claims at a time.
	chunkItems = 2048
	// minParallelBoxes is the least number of boxes for which several goroutines are
	// used: for fewer, starting them costs more than they save.
	minParallelBoxes = 1 << 13
	// reorderInterval is the number of calls between updates of perm. An update costs a
	// tenth of a call, and boxes move little in between.
	reorderInterval = 16
	// minReorderBoxes is the least number of boxes for which perm is updated: fewer
	// boxes stay in the cache in any order.
	minReorderBoxes = 1 << 12
	// maxPlanAge is the number of calls after which the plan is replaced even if its cost
	// has not grown.
	maxPlanAge = 128
)

// Bits 30 and 31 of an id are set if the box began in an earlier row, one bit for each
// axis across.
const (
	idBits  = 30
	boxMask = 1<<idBits - 1
)

// Name implements Phase.
func (*Grid) Name() string { return string(ChoseGrid) }

// Pairs implements Phase.
func (g *Grid) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	if len(boxes) > boxMask {
		panic("broad: Grid of more than 2^30 boxes")
	}
	if len(boxes) <= maxUnsortedBoxes {
		return new(Brute).Pairs(boxes, dst)
	}
	g.begin(boxes)
	for i := 0; i < gridPieces && g.goesOn(); i++ {
		dst = g.search(i, dst)
	}
	g.finish()
	return dst
}

// A search has gridPieces pieces that take about equally long, so that Auto may spread it over several
// calls: to put boxes into rows, to sort, to gather, and the sweep.
const (
	sweepPieces = 5
	gridPieces  = 3 + sweepPieces
)

// search does piece i between begin and finish.
func (g *Grid) search(i int, dst []Pair) []Pair {
	g.searched++
	switch i {
	case 0:
		g.each((*Grid).cut)
	case 1:
		g.sort()
	case 2:
		g.each((*Grid).gather)
	default:
		i -= gridPieces - sweepPieces
		n := g.strip.Len()
		dst = g.join.pairs(n*i/sweepPieces, n*(i+1)/sweepPieces, len(g.parts), chunkItems, dst, g.find)
		if i == sweepPieces-1 {
			dst = g.meetLarge(dst)
		}
	}
	return dst
}

// abandon ends a search whose pieces are not all done.
func (g *Grid) abandon() { g.boxes, g.planned = nil, 0 }

// begin prepares the buffers, and a new plan if there is no valid one.
func (g *Grid) begin(boxes []geom.AABB) {
	g.boxes = boxes
	g.gaveUp.Store(false)
	if g.run == nil {
		g.find = g.sweepRange
		g.run = func(_, lo, hi int) {
			for part := lo; part < hi; part++ {
				g.stage(g, part)
			}
		}
	}
	if n := len(boxes); n != g.planned || g.age >= maxPlanAge {
		g.plan, g.planned, g.age, g.firstCost = makePlan(boxes, g.scratch[:]), n, 0, 0
	}
	if len(g.perm) != len(boxes) {
		g.perm = sized(g.perm, len(boxes))
		for i := range g.perm {
			g.perm[i] = uint32(i)
		}
		g.reordered = 0
	}
	g.fixed = sized(g.fixed, len(boxes))
	parts := 1
	if len(boxes) >= minParallelBoxes {
		parts = max(g.Workers, 1)
	}
	for len(g.parts) < parts {
		g.parts = append(g.parts, gridPart{})
	}
	g.parts = g.parts[:parts]
}

// goesOn reports whether the call has neither given up nor been stopped.
func (g *Grid) goesOn() bool { return !g.gaveUp.Load() && !g.stopped(0) }

// each runs a stage for every part.
func (g *Grid) each(stage func(g *Grid, part int)) {
	g.stage = stage
	par.For(len(g.parts), len(g.parts), 1, g.run)
}

// finish sums up the work of the parts, updates perm every reorderInterval calls, and
// discards the plan when the call cost more than 1.25 times the plan's first one.
func (g *Grid) finish() {
	g.work = work{}
	for i := range g.parts {
		g.work.add(g.parts[i].work)
	}
	n := len(g.boxes)
	g.boxes = nil
	if !g.goesOn() {
		g.planned = 0
		return
	}
	if g.reordered--; g.reordered < 0 && n >= minReorderBoxes {
		g.reorder()
		g.reordered = reorderInterval
	}
	g.age++
	if cost := g.work.cost(n); g.firstCost == 0 {
		g.firstCost = cost
	} else if cost > 1.25*g.firstCost {
		g.planned = 0
	}
}

// share is the part's range of n things.
func (g *Grid) share(part, n int) (lo, hi int) {
	return n * part / len(g.parts), n * (part + 1) / len(g.parts)
}
