package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// ratPoint is a point with rational coordinates v/w in some units, w > 0.
type ratPoint struct {
	v bigVec
	w *big.Int
	u units
}

var one = big.NewInt(1)

// point returns a point that is a multiple of the units.
func (u units) point(a geom.Vec) ratPoint {
	return ratPoint{bigVec{u.of(a.X), u.of(a.Y), u.of(a.Z)}, one, u}
}

// equal compares two points in the same units.
func (p *ratPoint) equal(q *ratPoint) bool {
	for k := range 3 {
		if p.w == one && q.w == one {
			if p.v[k].Cmp(q.v[k]) != 0 {
				return false
			}
			continue
		}
		if mul(p.v[k], q.w).Cmp(mul(q.v[k], p.w)) != 0 {
			return false
		}
	}
	return true
}

// vec rounds each coordinate to the nearest float64.
func (p *ratPoint) vec() geom.Vec {
	return geom.Vec{X: p.u.float(p.v[0], p.w), Y: p.u.float(p.v[1], p.w), Z: p.u.float(p.v[2], p.w)}
}

// between returns the point of ab where an affine function vanishes that has the
// values da at a and db at b, of opposite signs.
func (u units) between(a, b geom.Vec, da, db *big.Int) ratPoint {
	p, q := u.point(a), u.point(b)
	r := ratPoint{w: sub(db, da), u: u}
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
	u      units
	points []ratPoint
}

// extremes returns the extreme points of p ∩ q, at most six.
func (t *Tally) extremes(p, q *geom.Triangle) []ratPoint {
	a, b := t.reduce(p), t.reduce(q)
	c := common{t: t, u: unitsOf(p, q)}
	if a.n == 3 && b.n == 3 && t.coplanar(&a.v, &b.v) {
		c.flat(&a.v, &b.v)
		return c.points
	}
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
			c.add(c.u.point(v))
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
	c.add(c.u.between(a, b, c.u.volume(&q.v, a), c.u.volume(&q.v, b)))
}

// volume returns the determinant of Orient3D in units.
func (u units) volume(q *geom.Triangle, x geom.Vec) *big.Int {
	e, f, g := u.difference(q[1], q[0]), u.difference(q[2], q[0]), u.difference(x, q[0])
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
			c.add(c.u.between(c0, d0, c.u.area(w, a0, b0, c0), c.u.area(w, a0, b0, d0)))
			return
		}
	}
}

// area returns the determinant of orient in units.
func (u units) area(w plane2, a, b, c geom.Vec) *big.Int {
	i, j := (int(w)+1)%3, (int(w)+2)%3
	p, q, o := [3]float64{a.X, a.Y, a.Z}, [3]float64{b.X, b.Y, b.Z}, [3]float64{c.X, c.Y, c.Z}
	x, y := u.of(o[i]), u.of(o[j])
	return cross2(sub(u.of(p[i]), x), sub(u.of(p[j]), y), sub(u.of(q[i]), x), sub(u.of(q[j]), y))
}

// cross2 returns ax·by − ay·bx.
func cross2(ax, ay, bx, by *big.Int) *big.Int {
	l := mul(ax, by)
	return l.Sub(l, mul(ay, bx))
}

// turn returns the sign of the orientation of three points in a projection.
func turn(w plane2, a, b, c *ratPoint) int {
	i, j := (int(w)+1)%3, (int(w)+2)%3
	// Both differences are scaled by positive factors.
	return cross2(a.along(c, i), a.along(c, j), b.along(c, i), b.along(c, j)).Sign()
}

// along returns component k of minus.
func (p *ratPoint) along(b *ratPoint, k int) *big.Int {
	if p.w == one && b.w == one {
		return sub(p.v[k], b.v[k])
	}
	l := mul(p.v[k], b.w)
	return l.Sub(l, mul(b.v[k], p.w))
}

// minus returns a−b times the positive denominators of both.
func (p *ratPoint) minus(b *ratPoint) bigVec {
	var r bigVec
	for k := range 3 {
		r[k] = p.along(b, k)
	}
	return r
}

// inSegment reports whether p lies on the closed segment ab, which may be a point
// and whose ends are multiples of p's units.
func (p *ratPoint) inSegment(a, b geom.Vec) bool {
	from := p.u.point(a)
	d, e := p.u.difference(b, a), p.minus(&from)
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
