package narrow

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/collide-go/collide/internal/par"
)

// NearCrew searches two bodies in wide trees with several workers. The first one begins alone; where
// it has tested many boxes and is not done, what is left goes into a pool for all. They share the
// distance beyond which nothing is of interest: any of them that measures a nearer pair keeps it as a
// candidate, so what others leave out is farther than a candidate of the crew. Which candidates are
// found depends on who was first, but the lowest nearest pair, or all within the distance, are always
// among them. The zero value is ready.
type NearCrew struct {
	others []Near
	pool   nearPool
	first  *Near
	sink   bool
	run    func(worker, lo, hi int)
}

const (
	// shareAfter is the number of boxes that the first worker tests alone, some 0.1 ms.
	shareAfter = 8192
	// shareEvery is the number of boxes after which a worker looks for idle ones.
	shareEvery = 512
)

// Nearest is Near.Nearest with a helper for each of the workers.
func (c *NearCrew) Nearest(n *Near, workers []Worker) bool {
	n.enough = -1
	return c.search(n, workers, true)
}

// Within is Near.Within with a helper for each of the workers.
func (c *NearCrew) Within(n *Near, sure float64, first bool, workers []Worker) bool {
	n.enough = -1
	if first {
		n.enough = sure
	}
	return c.search(n, workers, false)
}

func (c *NearCrew) search(n *Near, workers []Worker, sink bool) bool {
	if !n.wide.on || len(workers) == 0 {
		return n.run(sink)
	}
	n.wide.stack = append(n.wide.stack[:0], wideNear{})
	if end := n.descendWide(sink, shareAfter); end != nearMore {
		return end == nearDone
	}
	if c.run == nil {
		c.run = func(_, lo, _ int) { c.member(lo).help(&c.pool, c.sink) }
	}
	c.others = append(c.others, make([]Near, max(0, len(workers)-len(c.others)))...)
	c.first, c.sink = n, sink
	c.pool.start(n)
	for i := range workers {
		c.others[i].Worker = &workers[i]
		c.others[i].join(n)
	}
	par.For(1+len(workers), 1+len(workers), 1, c.run)
	n.pool = nil
	for i := range workers {
		n.take(&c.others[i])
	}
	return !c.pool.over
}

// member returns one of the crew.
func (c *NearCrew) member(i int) *Near {
	if i == 0 {
		return c.first
	}
	return &c.others[i-1]
}

// join makes n a helper in the search of another one.
func (n *Near) join(first *Near) {
	n.Start(first.a, first.b, first.most)
	n.grow, n.enough = first.grow, first.enough
	w, f := &n.wide, &first.wide
	if level := f.descent.level; w.descent.forth == nil || w.descent.level != level {
		w.descent = NewWideDescent(level)
	}
	w.on, w.Wide, w.toward, w.backward, w.limited = true, f.Wide, f.toward, f.backward, math.NaN()
	w.solid, w.swapped = f.solid, f.swapped
	w.stack = w.stack[:0]
	w.descent.Begin(&w.Wide)
	n.pool = first.pool
}

// take adds what a helper found.
func (n *Near) take(o *Near) {
	n.found, n.most, n.left = append(n.found, o.found...), min(n.most, o.most), min(n.left, o.left)
}

// help searches parts from the pool until there are none.
func (n *Near) help(p *nearPool, sink bool) {
	for p.take(&n.wide.stack) {
		end := nearMore
		for end == nearMore {
			if end = n.descendWide(sink, shareEvery); end == nearMore {
				n.wide.stack = p.give(n.wide.stack)
			}
		}
		p.release(end == nearStopped)
	}
}

// nearPool holds parts of a search for workers that have nothing to do.
type nearPool struct {
	mu    sync.Mutex
	work  sync.Cond
	items []wideNear
	// busy workers may still add something; idle ones wait.
	busy int
	idle atomic.Int32
	// most holds the bits of the distance beyond which nothing is of interest: those of numbers of at
	// least 0 are in their order.
	most atomic.Uint64
	// over reports that a worker was stopped.
	over bool
}

func (p *nearPool) start(n *Near) {
	p.work.L = &p.mu
	p.items, p.busy, p.over = append(p.items[:0], n.wide.stack...), 0, false
	p.idle.Store(0)
	p.most.Store(math.Float64bits(n.most))
	n.wide.stack, n.pool = n.wide.stack[:0], p
}

// take puts a part on a stack, waiting while others may add one. It returns false when all is done.
// The caller is busy until it calls release.
func (p *nearPool) take(stack *[]wideNear) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.items) == 0 && p.busy > 0 && !p.over {
		p.idle.Add(1)
		p.work.Wait()
		p.idle.Add(-1)
	}
	last := len(p.items) - 1
	if last < 0 || p.over {
		return false
	}
	*stack = append((*stack)[:0], p.items[last]) // the nearest
	p.items = p.items[:last]
	p.busy++
	return true
}

// give hands half of a stack, that of the larger boxes, to idle workers if there are any, and returns
// the rest.
func (p *nearPool) give(stack []wideNear) []wideNear {
	if len(stack) < 2 || p.idle.Load() == 0 {
		return stack
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	half := len(stack) / 2
	p.items = append(p.items, stack[:half]...)
	p.work.Broadcast()
	return append(stack[:0], stack[half:]...)
}

// release ends what take began.
func (p *nearPool) release(stopped bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = p.over || stopped
	if p.busy--; p.over || p.busy == 0 && len(p.items) == 0 {
		p.work.Broadcast()
	}
}

// lower makes the distance known to the other workers.
func (p *nearPool) lower(most float64) {
	bits := math.Float64bits(most)
	for old := p.most.Load(); bits < old && !p.most.CompareAndSwap(old, bits); old = p.most.Load() {
	}
}
