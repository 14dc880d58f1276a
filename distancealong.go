package collide

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/impact"
	"github.com/collide-go/collide/internal/round"
	"github.com/collide-go/collide/motion"
)

// leastSpans is the number of equal spans that a curve begins with, or fewer where fewer are asked for. Then the span that may be the nearest is cut in
// two. nearEnough is the share of the least distance that is left open, and shortestSpan the length of a span that is not cut.
const (
	leastSpans   = 16
	nearEnough   = 0.01
	shortestSpan = 0x1p-40
)

// DistanceAlong encloses the least distance of the bodies while they move along paths from t = 0 to 1, as [Detector.Move] moves them. Each row
// of the curve is t0, t1, lo, hi: from t0 to t1 the distance that [Detector.Distance] finds is at least lo and at most hi, proven for the
// real motion and for the poses of the paths at every float64. Rows follow each other from 0 to 1. The nearest is the least distance that was
// measured, at time t, where the bodies are left; no distance is below the least lo.
//
// spans is the most of them that the curve may have, and each takes a query. The first 16 are of equal length. Then the one with the least lo is
// cut in two, until the least distance is known within 1 %, or bodies are found in contact. A curve is nil where there is no pair to measure.
//
// The error wraps ErrIncomplete where the budget, which is for all queries together, or the context ended it: spans that were not
// measured reach from 0 to +Inf. Other errors are those of Move and Distance. Less than one span panics, as does another number of paths than of bodies.
func (d *Detector) DistanceAlong(ctx context.Context, paths []motion.Path, spans int) (curve [][4]float64, nearest Distance, t float64, err error) {
	if spans < 1 || len(paths) != d.Len() {
		panic(fmt.Sprintf("collide: DistanceAlong %d paths in %d spans, the detector has %d bodies", len(paths), spans, d.Len()))
	}
	if err := d.halfSpacesRest(paths); err != nil {
		return nil, Distance{}, 0, err
	}
	c := course{d: d, ctx: ctx, paths: paths, budget: d.opt.Budget, start: time.Now(), nearest: Distance{A: -1, B: -1, TriA: -1, TriB: -1, Hi: math.Inf(1)}}
	before := make([]geom.Pose, len(paths))
	for i := range paths {
		before[i] = *d.world.Pose(i)
	}
	err = c.search(spans)
	d.opt.Budget = c.budget
	if err != nil && !errors.Is(err, ErrIncomplete) {
		return nil, Distance{}, 0, d.restore(before, err)
	}
	if end := d.place(paths, c.t); end != nil {
		return nil, Distance{}, 0, d.restore(before, end)
	}
	d.result.Stats.BVTests, d.result.Stats.PrimitiveTests = c.steps[0], c.steps[1]
	return c.curve(), c.nearest, c.t, err
}

// halfSpacesRest refuses half spaces that have a path.
func (d *Detector) halfSpacesRest(paths []motion.Path) error {
	for i, p := range paths {
		if p != nil && d.world.IsHalfSpace(i) {
			return d.refused(i, "is a half space, whose own motion is not followed")
		}
	}
	return nil
}

// span is a row of a curve.
type span struct{ a, b, lo, hi float64 }

// course is the search for a curve.
type course struct {
	d       *Detector
	ctx     context.Context //nolint:containedctx // of one call
	paths   []motion.Path
	budget  Budget
	start   time.Time
	steps   [2]int64
	rows    []span
	nearest Distance
	t       float64
	none    bool // there is no pair
}

// curve returns the rows, nil where there is no pair to measure.
func (c *course) curve() (rows [][4]float64) {
	if c.none {
		return nil
	}
	for _, s := range c.rows {
		rows = append(rows, [4]float64{s.a, s.b, s.lo, s.hi})
	}
	return rows
}

// search cuts spans in two, and keeps them in their order.
func (c *course) search(spans int) error {
	c.rows = []span{{0, 1, 0, math.Inf(1)}}
	for _, t := range [2]float64{0, 1} {
		if _, err := c.measure(t); err != nil || c.none {
			return err
		}
	}
	err := c.enclose(&c.rows[0])
	for err == nil && len(c.rows) < spans {
		k := c.next()
		if k < 0 {
			break
		}
		s := c.rows[k]
		m := s.a + (s.b-s.a)/2
		c.rows = append(c.rows[:k+1], c.rows[k:]...)
		c.rows[k], c.rows[k+1] = span{s.a, m, s.lo, s.hi}, span{m, s.b, s.lo, s.hi}
		if err = c.enclose(&c.rows[k]); err == nil {
			err = c.enclose(&c.rows[k+1])
		}
	}
	return err
}

// next returns the span to be cut, −1 for none: the longest as long as there are few, then the one with the least lo.
func (c *course) next() int {
	k := 0
	for i := range c.rows {
		s, best := &c.rows[i], &c.rows[k]
		if len(c.rows) < leastSpans && s.b-s.a > best.b-best.a || len(c.rows) >= leastSpans && s.lo < best.lo {
			k = i
		}
	}
	s := &c.rows[k]
	if s.b-s.a <= shortestSpan || len(c.rows) >= leastSpans && s.lo >= (1-nearEnough)*c.nearest.Hi {
		return -1
	}
	return k
}

// enclose narrows the bounds of a span by what is measured in its middle.
//
// A pair is no nearer, at any time of the span, than in the middle less what the points of the two move: for if two points of theirs are at some distance at one
// of the two times, the same points are at the other time, and those of a solid's inside as well, at most so much farther apart. So it is for the least over the pairs, with
// the two bodies that move the most. The distance in the middle is rounded to a neighbour, and the two sums are rounded outward.
func (c *course) enclose(s *span) error {
	d, err := c.measure(s.a + (s.b-s.a)/2)
	if err != nil {
		return err
	}
	most, second := 0.0, 0.0
	for i, p := range c.paths {
		if c.d.world.Removed(i) {
			continue
		}
		x := impact.Drift(p, s.a, s.b, c.d.local(i))
		if !(x <= math.MaxFloat64) {
			x = math.Inf(1)
		}
		most, second = max(most, x), max(second, min(most, x))
	}
	far := round.Up(most + second)
	lo, hi := round.Down(round.Down(d.Lo)-far), round.Up(round.Up(d.Hi)+far)
	if lo > s.lo { // false for NaN
		s.lo = lo
	}
	if hi < s.hi {
		s.hi = hi
	}
	return nil
}

// local is the box of a body in its own coordinates.
func (d *Detector) local(i int) geom.AABB {
	if m := d.world.Model(i); m != nil {
		return m.Bounds()
	}
	if s, ok := d.world.Solid(i).(interface{ Bounds() geom.AABB }); ok {
		return s.Bounds()
	}
	panic("collide: a body without bounds")
}

// measure measures the distance at a time, within what is left of the budget.
func (c *course) measure(t float64) (Distance, error) {
	d := c.d
	if err := d.place(c.paths, t); err != nil {
		return Distance{}, err
	}
	if err := c.limit(); err != nil {
		return Distance{}, err
	}
	r, found, err := d.Distance(c.ctx)
	c.steps[0], c.steps[1] = c.steps[0]+d.result.Stats.BVTests, c.steps[1]+d.result.Stats.PrimitiveTests
	if err != nil {
		return r, err
	}
	if c.none = !found; found && r.Hi < c.nearest.Hi {
		c.nearest, c.t = r, t
	}
	return r, nil
}

// limit gives the next query what is left of the budget.
func (c *course) limit() error {
	left := c.budget
	if left.Time > 0 {
		left.Time = max(left.Time-time.Since(c.start), 1)
	}
	if left.Steps > 0 {
		if left.Steps -= c.steps[0] + c.steps[1]; left.Steps <= 0 {
			return &IncompleteError{Reason: fmt.Sprintf("budget of %d steps used up", c.budget.Steps), Cause: ErrBudget}
		}
	}
	c.d.opt.Budget = left
	return nil
}
