package engines

import (
	"sync"

	"github.com/collide-go/collide/internal/narrow"
)

// pool holds parts of searches for workers that have nothing to do.
type pool struct {
	mu    sync.Mutex
	work  sync.Cond
	items []poolItem
	// busy workers may still add something; idle ones wait.
	busy, idle int
}

type poolItem struct {
	pair int
	box  narrow.BoxPair
}

func (p *pool) reset() { p.items, p.busy, p.idle = p.items[:0], 0, 0 }

// put adds what is left of a pair's search. The caller holds the lock.
func (p *pool) put(pair int, boxes []narrow.BoxPair) {
	for _, b := range boxes {
		p.items = append(p.items, poolItem{pair, b})
	}
}

// take returns a part, waiting while others may add one; ok is false when all is
// done. The caller is busy until it calls release.
func (p *pool) take() (item poolItem, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.items) == 0 && p.busy > 0 {
		p.idle++
		p.work.Wait()
		p.idle--
	}
	if len(p.items) == 0 {
		return item, false
	}
	item = p.items[0] // the first ones are the largest
	p.items = append(p.items[:0], p.items[1:]...)
	p.busy++
	return item, true
}

// give hands half of a search to idle workers, if there are any, and returns the
// rest. The list begins with the largest boxes.
func (p *pool) give(pair int, boxes []narrow.BoxPair) []narrow.BoxPair {
	if len(boxes) < 2 {
		return boxes
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idle == 0 {
		return boxes
	}
	half := len(boxes) / 2
	for _, b := range boxes[:half] {
		p.items = append(p.items, poolItem{pair, b})
	}
	p.work.Broadcast()
	return boxes[half:]
}

// release ends what take began.
func (p *pool) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.busy--; p.busy == 0 && len(p.items) == 0 {
		p.work.Broadcast()
	}
}
