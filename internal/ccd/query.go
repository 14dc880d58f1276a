package ccd

import (
	"context"
	"fmt"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// Kind is what the four points of a query are.
type Kind uint8

// The kinds there are.
const (
	// EdgeEdge is the edge of points 0 and 1 against that of points 2 and 3.
	EdgeEdge Kind = iota
	// VertexFace is point 0 against the triangle of points 1, 2 and 3.
	VertexFace
)

// Query is four points at t = 0 and at t = 1. All coordinates are finite.
type Query struct {
	Kind       Kind
	Start, End [4]geom.Vec
}

// First returns the first time of contact and true, or false where the primitives are apart
// throughout. t0 and t1 are the same float64 if the time is one, else the two neighbours around
// it. The cost is some hundred nanoseconds where the stages in float64 decide and some ten
// microseconds where they do not, but up to a second where exponents are a thousand apart.
func (q *Query) First() (t0, t1 float64, touch bool) { return q.first(nil) }

// FirstContext is First that ends within some milliseconds once the context is done. The error is then
// context.Cause's, and the others mean nothing: the question is not answered. An answer comes without one.
func (q *Query) FirstContext(ctx context.Context) (t0, t1 float64, touch bool, err error) {
	w := watch{done: ctx.Done()}
	if w.stopped() {
		return 0, 0, false, context.Cause(ctx)
	}
	if t0, t1, touch = q.first(&w); w.over {
		return 0, 0, false, context.Cause(ctx)
	}
	return t0, t1, touch, nil
}

func (q *Query) first(w *watch) (t0, t1 float64, touch bool) {
	q.check()
	if q.apart() {
		return 0, 0, false
	}
	free := q.freeUntil()
	switch {
	case free == 1 || q.surely() == never:
		return 0, 0, false
	case free < 0 && q.touchAtStart():
		return 0, 0, true
	}
	return newExact(q, w).first(max(free, 0))
}

// check panics for what no reader lets through.
func (q *Query) check() {
	if q.Kind > VertexFace {
		panic(fmt.Sprintf("ccd: no such kind of query: %d", q.Kind))
	}
	for i := range q.Start {
		if !q.Start[i].IsFinite() || !q.End[i].IsFinite() {
			panic(fmt.Sprintf("ccd: point %d is not finite: %v to %v", i, q.Start[i], q.End[i]))
		}
	}
}

// touchAtStart decides contact at t = 0, where the corners are the given numbers.
func (q *Query) touchAtStart() bool {
	p := &q.Start
	a, b := geom.Triangle{p[0], p[1], p[1]}, geom.Triangle{p[2], p[3], p[3]}
	if q.Kind == VertexFace {
		a, b = geom.Triangle{p[0], p[0], p[0]}, geom.Triangle{p[1], p[2], p[3]}
	}
	return predicate.TriangleTriangle(&a, &b)
}

// split returns the number of points of the first primitive; the others are the second's.
func (q *Query) split() int {
	if q.Kind == VertexFace {
		return 1
	}
	return 2
}
