package broad

import (
	"sync/atomic"

	"github.com/collide-go/collide/geom"
)

// Auto picks the phase that costs least for the boxes: every pair for up to bruteBoxes
// boxes, then the Grid, and the Tree where sizes, shapes or densities differ too much
// for rows. A Grid that turns out to be too much work is given up half-way and the Tree
// takes over in the same call; later the Grid is tried again. Where boxes move little
// from call to call, the pairs of larger boxes are kept for some calls instead.
//
// What decides are counts of work, never the clock, so that equal calls make equal
// choices. The zero value is ready; a call by one worker allocates nothing once its
// buffers have grown.
type Auto struct {
	// Workers is the number of goroutines for many boxes, 0 for 1.
	Workers int
	stopper

	grid  Grid
	tree  Tree
	kept  kept
	ahead ahead
	// choice is what answered the last call, choiceOfSearch what found pairs last.
	choice, choiceOfSearch Choice
	bodies                 int // of the last call
	// known is the cost of the Tree when it was last used, 0 if unknown. The Grid may
	// cost no more.
	known float64
	// noGrid and noKept delay the next attempt at a grid or at keeping pairs after one
	// that cost more than it saved.
	noGrid, noKept pause
	// cost and found are those of the last call that kept nothing.
	cost  float64
	found int
	// ask is stop for the searches. While they list pairs of enlarged boxes, which are not those that are asked for, it has a
	// limit of its own: crowded reports that they were more.
	ask       func(listed int) bool
	enlarging bool
	crowded   atomic.Bool
	// seen are the lower corners of a sample in the call seenAt.
	seen          [motionSamples]geom.Vec
	calls, seenAt int // since the number of bodies changed
}

// Choice names what answered a call of Auto.
type Choice string

// The choices.
const (
	ChoseBrute Choice = "brute"
	ChoseGrid  Choice = "grid"
	ChoseTree  Choice = "tree"
	ChoseKept  Choice = "kept pairs"
	// ChoseOriented is that of the method auto for few bodies, whose world boxes nothing else needs: package world tests them.
	ChoseOriented Choice = "oriented boxes"
)

// Name implements Phase: the Choice.
func (a *Auto) Name() string { return string(a.choice) }

// StopWhen implements Phase.
func (a *Auto) StopWhen(stop func(listed int) bool) {
	if a.ask == nil {
		a.ask = a.asks
	}
	a.stop = stop
	a.grid.StopWhen(a.ask)
	a.tree.StopWhen(a.ask)
}

// asks reports whether a search is to end.
func (a *Auto) asks(listed int) bool {
	if !a.enlarging {
		return a.stopped(listed)
	}
	if listed > mostEnlarged(a.bodies) {
		a.crowded.Store(true)
	}
	return a.crowded.Load() || a.stopped(0)
}

// Choice returns what answered the last call, "" before the first.
func (a *Auto) Choice() Choice { return a.choice }

const (
	// bruteBoxes is the largest number of boxes for which comparing every pair is the
	// fastest phase, by BenchmarkPhases.
	bruteBoxes = 64
	// defaultGridBudget is the cost per box, in the unit of work.cost, at which a Grid is
	// abandoned while the cost of the Tree is unknown: twice the Tree's cost for an even
	// scene.
	defaultGridBudget = 500
	// refitCost is the Tree's cost per box before the descent, testCost its cost per
	// comparison, both in the unit of work.cost.
	refitCost, testCost = 80, 3
	// foundCost is the cost per pair of confirming and listing it in the Grid and the
	// Tree, in the same unit.
	foundCost = 5
	// maxKeptShare is the largest predicted cost of keeping pairs, as a share of the cost
	// of finding them, at which they are kept. It is below 1 because the cost is a
	// prediction.
	maxKeptShare = 0.75
	// motionSamples is the number of bodies from which the speed of all is estimated.
	motionSamples = 64
)

// pause delays the next attempt after a failure: by 8 calls after the first one, and by
// twice the last delay after every later one, up to 512 calls.
type pause struct{ left, next int }

func (p *pause) failed() {
	p.left = max(p.next, 8)
	p.next = min(2*p.left, 512)
}

// over counts a call and reports whether it may be tried.
func (p *pause) over() bool {
	if p.left > 0 {
		p.left--
		return false
	}
	return true
}

// Pairs implements Phase.
func (a *Auto) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	if len(boxes) != a.bodies {
		a.bodies, a.known, a.calls, a.seenAt = len(boxes), 0, 0, 0
		a.noGrid, a.noKept = pause{}, pause{}
		a.dropAhead()
		a.kept.end()
	}
	if len(boxes) <= bruteBoxes {
		a.choice = ChoseBrute
		return new(Brute).Pairs(boxes, dst)
	}
	a.calls++
	if a.kept.age > 0 {
		if got, ok := a.follow(boxes, dst); ok {
			return got
		}
		if a.kept.age > 0 { // and not given up by follow
			a.judgeKept()
		}
	}
	m := a.watch(boxes)
	if a.calls > 2 && a.noKept.over() {
		if f := m.foresee(len(boxes), a.found, a.cost); f.average < maxKeptShare*a.cost {
			if got, ok := a.keep(boxes, f, m, dst); ok {
				return got
			}
			a.noKept.failed()
		}
	}
	a.kept.end()
	n := len(dst)
	dst, a.cost = a.rebuild(boxes, dst)
	a.found = len(dst) - n
	return dst
}

// follow answers by kept pairs, if need be by those found ahead, for which it ends the search. It returns false
// if neither serve.
func (a *Auto) follow(boxes []geom.AABB, dst []Pair) ([]Pair, bool) {
	got, ok := a.kept.follow(boxes, a.parts(), dst)
	if !ok && a.ahead.underWay {
		if a.advance(gridPieces); a.kept.age > 0 {
			got, ok = a.kept.follow(boxes, a.parts(), dst)
		}
	}
	if ok {
		a.choice = ChoseKept
		a.lookAhead(boxes)
	}
	return got, ok
}

// judgeKept delays the next attempt at keeping pairs if these cost more than they saved.
func (a *Auto) judgeKept() {
	if k := &a.kept; k.spent > maxKeptShare*a.cost*float64(k.used) {
		a.noKept.failed()
	}
}

// parts returns the number of goroutines to use.
func (a *Auto) parts() int {
	if a.bodies < minParallelBoxes {
		return 1
	}
	return max(a.Workers, 1)
}

// keep finds the pairs of larger boxes and appends the pairs among them. It returns false
// if too many bodies are loose.
func (a *Auto) keep(boxes []geom.AABB, f forecast, m motion, dst []Pair) ([]Pair, bool) {
	k := &a.kept
	k.enlarge(&k.enlarged, boxes, f.calls, m)
	var cost float64
	a.enlarging = true
	k.pairs, cost = a.rebuild(k.fat, k.pairs[:0])
	a.enlarging = false
	switch {
	case a.crowded.Swap(false):
		return dst, false
	case a.stopped(0):
		k.end()
		return dst, true
	}
	k.begin(cost, f)
	a.choice = ChoseKept
	return k.follow(boxes, a.parts(), dst)
}

// watch compares a sample with what it was when it was last looked at.
func (a *Auto) watch(boxes []geom.AABB) (m motion) {
	n, elapsed := min(len(boxes), motionSamples), float64(max(a.calls-a.seenAt, 1))
	a.seenAt = a.calls
	for s := range n {
		b := &boxes[s*len(boxes)/n]
		if size := b.Size(); size.IsFinite() && !b.IsEmpty() {
			m.size += (size.X + size.Y + size.Z) / float64(3*n)
		}
		d := b.Min.Sub(a.seen[s]).Abs()
		far := max(d.X, d.Y, d.Z) / elapsed
		a.seen[s] = b.Min
		m.mean += far / float64(n)
		m.most = max(m.most, far)
	}
	return m
}

// rebuild answers by the Grid or the Tree and returns what it cost.
func (a *Auto) rebuild(boxes []geom.AABB, dst []Pair) ([]Pair, float64) {
	a.grid.Workers, a.tree.Workers = a.Workers, a.Workers
	n := len(dst)
	if a.noGrid.over() {
		a.choice, a.choiceOfSearch = ChoseGrid, ChoseGrid
		a.setBudget(len(boxes))
		dst = a.grid.Pairs(boxes, dst)
		if !a.grid.gaveUp.Load() {
			return dst, a.grid.work.cost(len(boxes)) + foundCost*float64(len(dst)-n)
		}
		dst = dst[:n]
		a.noGrid.failed()
	}
	a.choice, a.choiceOfSearch = ChoseTree, ChoseTree
	dst = a.tree.Pairs(boxes, dst)
	found := len(dst) - n
	a.known = refitCost*float64(len(boxes)) + testCost*float64(a.tree.Tests-int64(found))
	return dst, a.known + foundCost*float64(found)
}

// setBudget sets what the Grid may cost for n boxes.
func (a *Auto) setBudget(n int) {
	if a.grid.budget = a.known; a.known == 0 {
		a.grid.budget = defaultGridBudget * float64(n)
	}
}
