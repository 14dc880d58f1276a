package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// ratPoint is a point with rational coordinates v/w in units of 2⁻¹⁰⁷⁴, w > 0.
type ratPoint struct {
	v bigVec
	w *big.Int
}

var one = big.NewInt(1)

func ratOf(a geom.Vec) ratPoint {
	return ratPoint{bigVec{integer(a.X), integer(a.Y), integer(a.Z)}, one}
}

func (p *ratPoint) equal(q *ratPoint) bool {
	for k := range 3 {
		if mul(p.v[k], q.w).Cmp(mul(q.v[k], p.w)) != 0 {
			return false
		}
	}
	return true
}

// vec rounds each coordinate to the nearest float64.
func (p *ratPoint) vec() geom.Vec {
	var r big.Rat
	unit := new(big.Int).Lsh(p.w, 1074)
	x, _ := r.SetFrac(p.v[0], unit).Float64()
	y, _ := r.SetFrac(p.v[1], unit).Float64()
	z, _ := r.SetFrac(p.v[2], unit).Float64()
	return geom.Vec{X: x, Y: y, Z: z}
}

// between returns the point of ab where an affine function vanishes that has the
// values da at a and db at b, of opposite signs.
func between(a, b geom.Vec, da, db *big.Int) ratPoint {
	p, q := ratOf(a), ratOf(b)
	r := ratPoint{w: sub(db, da)}
	for k := range 3 {
		r.v[k] = sub(mul(p.v[k], db), mul(q.v[k], da))
	}
	if r.w.Sign() < 0 {
		r.w.Neg(r.w)
		for k := range 3 {
			r.v[k].Neg(r.v[k])
		}
	}
	return r
}

// common collects the extreme points of the intersection of two simplices,
// without repeats. An extreme point is where the least faces around it, one of
// each simplex, meet in that point alone: a corner in anything, an edge through
// a triangle, or two edges that cross. Each such meeting is extreme in turn.
type common struct {
	t      *Tally
	points []ratPoint
}

// extremes returns the extreme points of p ∩ q, at most six.
func (t *Tally) extremes(p, q *geom.Triangle) []ratPoint {
	a, b := t.reduce(p), t.reduce(q)
	c := common{t: t}
	c.corners(&a, &b)
	c.corners(&b, &a)
	for i := range a.edges() {
		e0, e1 := a.edge(i)
		c.pierce(e0, e1, &b)
		for j := range b.edges() {
			f0, f1 := b.edge(j)
			c.cross(e0, e1, f0, f1)
		}
	}
	for j := range b.edges() {
		f0, f1 := b.edge(j)
		c.pierce(f0, f1, &a)
	}
	return c.points
}

// edges is the number of edges: 0, 1 or 3.
func (s *simplex) edges() int {
	if s.n == 3 {
		return 3
	}
	return s.n - 1
}

func (s *simplex) edge(i int) (a, b geom.Vec) { return s.v[i], s.v[(i+1)%s.n] }

func (c *common) add(p ratPoint) {
	for i := range c.points {
		if c.points[i].equal(&p) {
			return
		}
	}
	c.points = append(c.points, p)
}

func (c *common) corners(a, b *simplex) {
	for _, v := range a.v[:a.n] {
		if c.t.simplices(&simplex{1, geom.Triangle{v}}, b) {
			c.add(ratOf(v))
		}
	}
}

// pierce adds the point where the open edge ab passes through q.
func (c *common) pierce(a, b geom.Vec, q *simplex) {
	if q.n < 3 {
		return
	}
	sa, sb := c.t.Orient3D(q.v[0], q.v[1], q.v[2], a), c.t.Orient3D(q.v[0], q.v[1], q.v[2], b)
	if sa*sb >= 0 || !c.t.segmentTriangle(a, b, &q.v) {
		return
	}
	c.add(between(a, b, volume(&q.v, a), volume(&q.v, b)))
}

// volume returns the determinant of Orient3D in integers.
func volume(q *geom.Triangle, x geom.Vec) *big.Int {
	e, f, g := integerDifference(q[1], q[0]), integerDifference(q[2], q[0]), integerDifference(x, q[0])
	n := e.cross(&f)
	return n.dot(&g)
}

// cross adds the point where the open segments ab and cd cross.
func (c *common) cross(a0, b0, c0, d0 geom.Vec) {
	t := c.t
	if t.Orient3D(a0, b0, c0, d0) != 0 {
		return
	}
	for w := range plane2(3) {
		abc, abd := t.orient(w, a0, b0, c0), t.orient(w, a0, b0, d0)
		if abc*abd < 0 && t.orient(w, c0, d0, a0)*t.orient(w, c0, d0, b0) < 0 {
			c.add(between(c0, d0, area(w, a0, b0, c0), area(w, a0, b0, d0)))
			return
		}
	}
}

// area returns the determinant of orient in integers.
func area(w plane2, a, b, c geom.Vec) *big.Int {
	e, f := integerDifference(a, c), integerDifference(b, c)
	return e.cross(&f)[w]
}

// turn returns the sign of the orientation of three points in a projection.
func turn(w plane2, a, b, c *ratPoint) int {
	p, q := a.minus(c), b.minus(c) // both scaled by positive factors
	return p.cross(&q)[w].Sign()
}

// minus returns a−b times the positive denominators of both.
func (p *ratPoint) minus(b *ratPoint) bigVec {
	var r bigVec
	for k := range 3 {
		r[k] = sub(mul(p.v[k], b.w), mul(b.v[k], p.w))
	}
	return r
}

// inSegment reports whether p lies on the closed segment ab, which may be a point.
func (p *ratPoint) inSegment(a, b geom.Vec) bool {
	from := ratOf(a)
	d, e := integerDifference(b, a), p.minus(&from)
	if n := d.cross(&e); n.dot(&n).Sign() != 0 {
		return false
	}
	length := mul(d.dot(&d), p.w)
	if length.Sign() == 0 {
		return e.dot(&e).Sign() == 0
	}
	along := d.dot(&e)
	return along.Sign() >= 0 && along.Cmp(length) <= 0
}

// ring sorts the corners of a convex polygon so that they turn by o in the
// projection w, keeping the first. No three of them are collinear, so from one
// corner the others appear in a strict order.
func ring(points []ratPoint, w plane2, o int) {
	for i := 2; i < len(points); i++ {
		for j := i; j > 1 && turn(w, &points[0], &points[j-1], &points[j])*o < 0; j-- {
			points[j-1], points[j] = points[j], points[j-1]
		}
	}
}
