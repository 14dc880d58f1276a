package world

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/quote"
)

// Doubts finds the pairs of solids of which it is not decided whether they share a point: every
// engine leaves them out. The zero value is ready.
type Doubts struct {
	// Found are the pairs of the last call of Find, ascending, with their reasons. Permitted pairs
	// are left out.
	Found  []Inside
	phase  broad.Auto
	pairs  []broad.Pair
	worker Worker
}

// Find fills Found. It asks again about pairs with a cylinder whose boxes overlap.
func (d *Doubts) Find(w *World) {
	d.Found = d.Found[:0]
	if w.cylinders == 0 {
		return
	}
	d.worker.Control = &w.Control
	d.worker.Begin()
	d.phase.Workers = w.Workers
	d.pairs = w.overlapping(&d.phase, w.boxes, d.pairs[:0])
	slices.SortFunc(d.pairs, broad.Pair.Compare)
	for i, p := range d.pairs {
		if w.Control.Cause() != narrow.Running || i%64 == 63 && w.stop() {
			break
		}
		if !w.Admissible(p) || w.IsAllowed(int(p.A), int(p.B)) {
			continue
		}
		if why := w.doubt(&d.worker, p); why != "" {
			d.Found = append(d.Found, Inside{Pair: p, Reason: why})
		}
	}
}

// doubt returns why it is not decided whether two bodies share a point, "" if it is.
func (w *World) doubt(s *Worker, p broad.Pair) string {
	a, b := &w.bodies[p.A], &w.bodies[p.B]
	if a.axial == nil || b.axial == nil || !a.axial.Flat || !b.axial.Flat {
		return ""
	}
	if _, decided := solidsTouch(&s.Tally, a, b); decided {
		return ""
	}
	return fmt.Sprintf("whether %s and %s share a point is undecided: neither a common point nor a plane between them was found",
		quote.Name(a.name), quote.Name(b.name))
}
