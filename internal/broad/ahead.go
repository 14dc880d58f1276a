package broad

import "github.com/collide-go/collide/geom"

// ahead is the search for the pairs to keep next. It is done in pieces, during the last calls in which
// the pairs kept now still serve, so that no call pays for a whole search.
type ahead struct {
	enlarged
	forecast
	// piece is the next piece of the grid's search; under way, age counts the calls since the boxes were
	// enlarged, that one counted as 1.
	piece, age int
	underWay   bool
}

// pace is a way to search ahead: a number of pieces a call, how many calls before the end it begins, the
// one that enlarges the boxes included, and the share of a search that the dearest of these calls costs.
type pace struct {
	each, lead int
	share      float64
}

// paces are measured: a piece of a search among 1,000 to 100,000 boxes took 5 to 19 % of its time.
var paces = [...]pace{{4, 3, 0.55}, {3, 4, 0.42}, {2, 5, 0.3}, {1, 9, 0.18}}

// forecast is for how many calls margins should last, how the next pairs are to be found, and
// what a call will cost on average. Without a lead they are found at once when those kept serve no more.
type forecast struct {
	calls int
	pace
	average float64
}

// lookAhead does a piece of the next search, or begins it when it is time.
func (a *Auto) lookAhead(boxes []geom.AABB) {
	k, h := &a.kept, &a.ahead
	if h.underWay {
		h.age++
		a.advance(h.each)
		return
	}
	if k.lead == 0 || k.age <= k.calls-k.lead {
		return
	}
	m := a.watch(boxes)
	h.forecast = m.foresee(len(boxes), a.found, a.cost)
	if !(h.average < maxKeptShare*a.cost) || a.noGrid.left > 0 || a.choiceOfSearch != ChoseGrid {
		k.lead = 0
		return
	}
	k.enlarge(&h.enlarged, boxes, h.calls, m)
	a.setBudget(len(boxes))
	a.grid.begin(h.fat)
	h.pairs, h.piece, h.age, h.underWay = h.pairs[:0], 0, 1, true
}

// advance does a number of pieces. With the last one what was found takes the place of what is kept.
func (a *Auto) advance(pieces int) {
	h, g := &a.ahead, &a.grid
	a.enlarging = true
	defer func() { a.enlarging = false }()
	for ; pieces > 0 && h.piece < gridPieces && g.goesOn(); pieces-- {
		h.pairs = g.search(h.piece, h.pairs)
		h.piece++
	}
	if a.crowded.Swap(false) || !g.goesOn() {
		a.dropAhead()
	} else if h.piece == gridPieces {
		h.underWay = false
		g.finish()
		a.change(g.work.cost(len(h.fat)) + foundCost*float64(len(h.pairs)))
	}
}

// change makes the pairs found ahead those that are kept, unless keeping pairs does not pay.
func (a *Auto) change(cost float64) {
	k, h := &a.kept, &a.ahead
	if a.judgeKept(); a.noKept.left > 0 {
		k.end()
		return
	}
	k.enlarged, h.enlarged = h.enlarged, k.enlarged
	k.begin(cost, h.forecast)
	k.age = h.age
}

// dropAhead gives up a search that was stopped or costs too much.
func (a *Auto) dropAhead() {
	if !a.ahead.underWay {
		return
	}
	a.ahead.underWay, a.kept.lead = false, 0
	if a.grid.gaveUp.Load() {
		a.noGrid.failed()
	}
	a.grid.abandon()
}
