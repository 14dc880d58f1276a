package broad

import (
	"cmp"
	"slices"

	"github.com/collide-go/collide/geom"
)

// Coherent is sweep-and-prune on three axes with temporal coherence, the broad
// phase of I-COLLIDE (Cohen, Lin, Manocha and Ponamgi, "I-COLLIDE: An Interactive
// and Exact Collision Detection System for Large-Scale Environments", I3D 1995,
// section 3). The ends of all boxes stay sorted on each axis from call to call and
// are put in order again by insertion: O(n + s) for s exchanges, few when boxes
// move little. Only an exchange that lets a lower end pass an upper one can make
// a pair new, so new pairs are looked for nowhere else, and old pairs are kept
// while their boxes overlap. The paper counts for every pair the axes it overlaps
// on, n²/2 cells; this Phase compares the boxes instead, with the same result.
//
// Pairs come in ascending order. Where so much moved that sorting from scratch
// is cheaper, that is done: O(n log n + k). The zero value is ready.
type Coherent struct {
	stopper
	ends  [3][]end
	pairs []Pair // of the last call, ascending
	fresh []Pair
	next  []Pair
	sweep Sweep
	// Exchanges counts the exchanges of neighbours in the last call, 0 when the
	// ends were sorted from scratch.
	Exchanges int
}

// end is one end of a box on an axis; key is twice the body, plus 1 for an upper
// end.
type end struct {
	at  float64
	key uint32
}

// before orders ends; a lower end goes before an upper one at the same place,
// because closed boxes that touch overlap.
func (e end) before(f end) bool {
	return e.at < f.at || e.at == f.at && e.key&1 < f.key&1
}

func (e end) compare(f end) int {
	return cmp.Or(cmp.Compare(e.at, f.at), cmp.Compare(e.key&1, f.key&1), cmp.Compare(e.key, f.key))
}

// exchangesPerEnd is the largest number of exchanges per end before the ends are sorted
// from scratch: 16, about what sorting some thousand ends costs.
const exchangesPerEnd = 16

// StopWhen implements Phase.
func (c *Coherent) StopWhen(stop func(listed int) bool) { c.stop, c.sweep.stop = stop, stop }

// Name implements Phase.
func (*Coherent) Name() string { return "coherent sweep" }

// Pairs implements Phase.
func (c *Coherent) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	if len(c.ends[0]) != 2*len(boxes) || !c.advance(boxes) {
		c.restart(boxes)
	}
	if c.stopped(len(c.pairs)) { // pairs are missing: the next call starts again
		c.ends[0] = c.ends[0][:0]
	}
	return append(dst, c.pairs...)
}

// restart sorts everything and finds the pairs by a sweep.
func (c *Coherent) restart(boxes []geom.AABB) {
	c.Exchanges, c.pairs = 0, c.pairs[:0]
	for axis := range c.ends {
		if c.stopped(0) {
			return
		}
		ends := slices.Grow(c.ends[axis][:0], 2*len(boxes))
		for i := range boxes {
			ends = append(ends,
				end{boxes[i].Min.At(axis), uint32(2 * i)},
				end{boxes[i].Max.At(axis), uint32(2*i + 1)})
		}
		slices.SortFunc(ends, end.compare)
		c.ends[axis] = ends
	}
	c.pairs = c.sweep.Pairs(boxes, c.pairs)
	slices.SortFunc(c.pairs, Pair.Compare)
}

// advance brings the lists up to date by insertion. It returns false if that takes more
// than exchangesPerEnd exchanges per end.
func (c *Coherent) advance(boxes []geom.AABB) bool {
	c.fresh, c.Exchanges = c.fresh[:0], 0
	left := exchangesPerEnd * 3 * 2 * len(boxes)
	for axis := range c.ends {
		ends := c.ends[axis]
		load(ends, boxes, axis)
		if left = c.insert(ends, boxes, left); left < 0 {
			return false
		}
	}
	c.Exchanges = exchangesPerEnd*3*2*len(boxes) - left
	slices.SortFunc(c.fresh, Pair.Compare)
	c.fresh = slices.Compact(c.fresh) // a pair may meet on several axes at once
	c.merge(boxes)
	return true
}

// load reads the ends' new places.
func load(ends []end, boxes []geom.AABB, axis int) {
	for i := range ends {
		e := &ends[i]
		b := &boxes[e.key>>1]
		if e.key&1 == 0 {
			e.at = b.Min.At(axis)
		} else {
			e.at = b.Max.At(axis)
		}
	}
}

// insert sorts nearly sorted ends and notes the pairs that come to overlap. It
// returns what is left of the exchanges allowed.
func (c *Coherent) insert(ends []end, boxes []geom.AABB, left int) int {
	for i := 1; i < len(ends); i++ {
		e := ends[i]
		j := i
		for ; j > 0 && e.before(ends[j-1]); j-- {
			f := ends[j-1]
			ends[j] = f
			if e.key&1 == 0 && f.key&1 == 1 {
				c.meet(boxes, e.key>>1, f.key>>1)
			}
		}
		ends[j] = e
		if left -= i - j; left < 0 {
			return left
		}
	}
	return left
}

// meet notes a pair that began to overlap on an axis, if it does on all. It
// cannot be among the old pairs: on this axis it was apart.
func (c *Coherent) meet(boxes []geom.AABB, a, b uint32) {
	if a != b && boxes[a].Overlaps(&boxes[b]) {
		c.fresh = append(c.fresh, Pair{int32(min(a, b)), int32(max(a, b))})
	}
}

// merge joins the old pairs that still overlap and the new ones.
func (c *Coherent) merge(boxes []geom.AABB) {
	next, fresh := c.next[:0], c.fresh
	for _, p := range c.pairs {
		if !boxes[p.A].Overlaps(&boxes[p.B]) {
			continue
		}
		for len(fresh) > 0 && fresh[0].Compare(p) < 0 {
			next, fresh = append(next, fresh[0]), fresh[1:]
		}
		next = append(next, p)
	}
	next = append(next, fresh...)
	c.pairs, c.next = next, c.pairs
}

// Compare orders pairs by A, then B.
func (p Pair) Compare(q Pair) int { return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B)) }

// Precedes orders pairs as searches see them: ascending, pairs of a body with itself last.
func Precedes(p, q Pair) bool {
	if self := p.A == p.B; self != (q.A == q.B) {
		return !self
	}
	return p.A < q.A || p.A == q.A && p.B < q.B
}
