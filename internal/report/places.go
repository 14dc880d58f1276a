package report

import (
	"context"
	"fmt"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/predicate"
)

// Places bounds and follows the search for where contacts are, which takes longer than
// finding them does. The zero value searches on all cores without a limit.
type Places struct {
	// Workers is the number of goroutines, 0 for one per core.
	Workers int
	// Time bounds the search of all reports on a check together, 0 for no limit. What is
	// not found by then is left out, and the report reports it.
	Time time.Duration
	// Brief leaves contacts out of lists, too, once the time is over, for a program that
	// is to end: a list of millions takes seconds without any places.
	Brief bool
	// Progress, when set, is called from time to time with the share done, and with 1 at
	// the end.
	Progress func(share float64)

	until   time.Time // when Time is over; set by the first search
	leftOut map[[2]uint32]struct{}
}

// Witnesser finds where the two primitives of a contact meet. It is called by many
// goroutines at once. A *collide.Detector is one.
type Witnesser interface {
	Witness(c collide.Contact) predicate.Intersection
}

// abreast is how many contacts are searched before the search looks at the clock:
// some 50 microseconds.
const abreast = 8

// Locate appends where contacts are, an intersection without points where the time was
// over before. The order is that of the contacts. The error is that of a context that
// ended first.
func (p *Places) Locate(ctx context.Context, w Witnesser, contacts []collide.Contact, dst []predicate.Intersection) ([]predicate.Intersection, error) {
	from := len(dst)
	dst = append(dst, make([]predicate.Intersection, len(contacts))...)
	p.begin()
	par.For(len(contacts), par.Workers(p.Workers), abreast, func(_, lo, hi int) {
		if p.over(ctx) {
			return
		}
		for i, c := range contacts[lo:hi] {
			dst[from+lo+i] = w.Witness(c)
		}
	})
	for i, c := range contacts {
		if dst[from+i].N == 0 {
			p.leaveOut(c.BodyA, c.BodyB)
		}
	}
	return dst, ctx.Err()
}

// begin starts the clock.
func (p *Places) begin() {
	if p.Time > 0 && p.until.IsZero() {
		p.until = time.Now().Add(p.Time)
	}
}

// over reports whether the search is to end.
func (p *Places) over(ctx context.Context) bool {
	return ctx.Err() != nil || !p.until.IsZero() && time.Now().After(p.until)
}

func (p *Places) leaveOut(a, b uint32) {
	if p.leftOut == nil {
		p.leftOut = map[[2]uint32]struct{}{}
	}
	p.leftOut[[2]uint32{a, b}] = struct{}{}
}

// LeftOut describes what the reports so far lack, "" for nothing.
func (p *Places) LeftOut() string {
	if len(p.leftOut) == 0 {
		return ""
	}
	return fmt.Sprintf("where %s touch was not all computed within %v", count(len(p.leftOut), "pair"), p.Time)
}

// late says of one place that it is left out.
func (p *Places) late() string { return fmt.Sprintf("not computed within %v", p.Time) }

func (p *Places) show(share float64) {
	if p.Progress != nil {
		p.Progress(share)
	}
}
