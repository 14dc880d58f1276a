package proof

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// fewTriangles is how many triangles two nodes have together that are tried along directions of their own. It only affects the size of
// a proof and the time to find it.
const fewTriangles = 64

// between appends the step for two small nodes that are farther apart than the reach, along the direction that parted the last ones, or
// along that between the closest points of a triangle of each; false if none of the two is sure to part them. Surfaces that pass each
// other at about the reach are covered in few steps by it, where directions that are the same everywhere part only their triangles.
func (p *Prover) between(a, b run) bool {
	if n := a.len() + b.len(); !p.bounds || p.hasSolid() || n == 2 || n > fewTriangles {
		return false
	}
	if p.parts(p.last, a, b) {
		p.stream = appendSmall(p.stream, p.last, 1, math.MaxInt16)
		return true
	}
	t, u := p.a.triangle((a.first+a.end)/2), p.b.triangle((b.first+b.end)/2)
	s, o := scaled(&t, &u)
	w := closest(&s, &o)
	d := whole(at(&o, w[3:]).Sub(at(&s, w[:3])), math.MaxInt16)
	if !p.parts(d, a, b) {
		return false
	}
	p.last, p.stream = d, appendSmall(p.stream, d, 1, math.MaxInt16)
	return true
}

// parts reports whether all of a surely lies below all of b along n, by more than the reach.
func (p *Prover) parts(n [3]int16, a, b run) bool {
	x, y, z := float64(n[0]), float64(n[1]), float64(n[2])
	_, most, slackA := p.a.along(n, a)
	least, _, slackB := p.b.along(n, b)
	return least-most > slackA+slackB+timesLength(p.room(), x*x+y*y+z*z)
}

// along is the function along, for all triangles of a node, or for a solid.
func (p *placed) along(n [3]int16, r run) (low, high, slack float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range p.solid {
		v = p.pose.Apply(v)
		l, h, s := along(n, &geom.Triangle{v, v, v})
		low, high, slack = min(low, l), max(high, h), max(slack, s)
	}
	if p.IsSolid() {
		return low, high, slack
	}
	for i := r.first; i < r.end; i++ {
		t := p.triangle(i)
		l, h, s := along(n, &t)
		low, high, slack = min(low, l), max(high, h), max(slack, s)
	}
	return low, high, slack
}
