package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// ratPoint is a point with rational coordinates v/w in some units, w > 0. Those of a
// corner are at, and v is computed where it is needed.
type ratPoint struct {
	v      bigVec
	w      *big.Int
	u      units
	at     geom.Vec
	corner bool
}

var zero, one = big.NewInt(0), big.NewInt(1)

// point returns a point that is a multiple of the units.
func (u units) point(a geom.Vec) ratPoint { return ratPoint{w: one, u: u, at: a, corner: true} }

// numerator returns component k of v.
func (p *ratPoint) numerator(k int) *big.Int {
	if p.v[k] == nil {
		p.v[k] = p.u.of([3]float64{p.at.X, p.at.Y, p.at.Z}[k])
	}
	return p.v[k]
}

// equal compares two points in the same units.
func (p *ratPoint) equal(q *ratPoint) bool {
	if p.corner && q.corner {
		return p.at == q.at
	}
	for k := range 3 {
		if mul(p.numerator(k), q.w).Cmp(mul(q.numerator(k), p.w)) != 0 {
			return false
		}
	}
	return true
}

// vec rounds each coordinate to the nearest float64.
func (p *ratPoint) vec() geom.Vec {
	if p.corner {
		return geom.Vec{X: p.at.X + 0, Y: p.at.Y + 0, Z: p.at.Z + 0} // −0 is 0
	}
	return geom.Vec{X: p.u.float(p.v[0], p.w), Y: p.u.float(p.v[1], p.w), Z: p.u.float(p.v[2], p.w)}
}

// between returns the point of ab, two corners, where an affine function vanishes that
// has the values da at a and db at b, of opposite signs.
func between(a, b *ratPoint, da, db *big.Int) ratPoint {
	r := ratPoint{w: sub(db, da), u: a.u}
	for k := range 3 {
		r.v[k] = cross2(a.numerator(k), b.numerator(k), da, db)
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

// extremes appends the extreme points of p ∩ q, at most six, to an empty list.
func (t *Tally) extremes(p, q *geom.Triangle, room []ratPoint) []ratPoint {
	a, b := t.reduce(p), t.reduce(q)
	c := common{t: t, u: unitsOf(p, q), points: room}
	onA, onB := t.cornerSides(&b, &a), t.cornerSides(&a, &b)
	if a.n == 3 && b.n == 3 && onB == (cornerSides{}) {
		c.flat(&a.v, &b.v)
		return c.points
	}
	c.corners(&a, &b, &onA)
	c.corners(&b, &a, &onB)
	for i := range a.edges() {
		c.pierce(&a, i, &b, &onA)
		for j := range b.edges() {
			if onA.meet(i) && onB.meet(j) {
				e0, e1 := a.edge(i)
				f0, f1 := b.edge(j)
				c.cross(e0, e1, f0, f1)
			}
		}
	}
	for j := range b.edges() {
		c.pierce(&b, j, &a, &onB)
	}
	return c.points
}

// cornerSides are the sides of a triangle's plane on which the corners of a simplex lie; 0 for a simplex that has no plane.
type cornerSides [3]int

func (t *Tally) cornerSides(q, p *simplex) (s cornerSides) {
	for k := 0; q.n == 3 && k < p.n; k++ {
		s[k] = t.Orient3D(q.v[0], q.v[1], q.v[2], p.v[k])
	}
	return s
}

// meet reports whether the inside of an edge may have a point in the plane.
func (s *cornerSides) meet(edge int) bool {
	x, y := s[edge], s[(edge+1)%3]
	return x*y < 0 || x == 0 && y == 0
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

func (c *common) corners(a, b *simplex, on *cornerSides) {
	for k, v := range a.v[:a.n] {
		if on[k] == 0 && c.t.simplices(&simplex{1, geom.Triangle{v}}, b) {
			c.add(c.u.point(v))
		}
	}
}

// pierce adds the point where an edge, without its ends, passes through q.
func (c *common) pierce(p *simplex, edge int, q *simplex, on *cornerSides) {
	a, b := p.edge(edge)
	if on[edge]*on[(edge+1)%3] >= 0 || !c.t.passes(a, b, &q.v) {
		return
	}
	c.add(c.through(a, b, &q.v))
}

// through returns the point where the segment ab goes through the plane of q.
func (c *common) through(a, b geom.Vec, q *geom.Triangle) ratPoint {
	if s, ok := c.u.smalls(q[0], q[1], q[2], a, b); ok {
		t := [3][3]int64(s[:3])
		return c.u.smallBetween(&s[3], &s[4], smallVolume(&t, &s[3]), smallVolume(&t, &s[4]))
	}
	x, y := c.u.point(a), c.u.point(b)
	return between(&x, &y, c.u.volume(q, a), c.u.volume(q, b))
}

// over returns the point where cd crosses ab in a projection.
func (c *common) over(w plane2, a, b, from, to geom.Vec) ratPoint {
	if s, ok := c.u.smalls(a, b, from, to); ok {
		return c.u.smallBetween(&s[2], &s[3], smallArea(w, &s[0], &s[1], &s[2]), smallArea(w, &s[0], &s[1], &s[3]))
	}
	p, q, x, y := c.u.point(a), c.u.point(b), c.u.point(from), c.u.point(to)
	return between(&x, &y, area(w, &p, &q, &x), area(w, &p, &q, &y))
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
			c.add(c.over(w, a0, b0, c0, d0))
			return
		}
	}
}

// area returns the determinant of orient for three corners, in units.
func area(w plane2, a, b, c *ratPoint) *big.Int {
	i, j := (int(w)+1)%3, (int(w)+2)%3
	return cross2(a.along(c, i), a.along(c, j), b.along(c, i), b.along(c, j))
}

// cross2 returns ax·by − ay·bx.
func cross2(ax, ay, bx, by *big.Int) *big.Int {
	l := mul(ax, by)
	return l.Sub(l, mul(ay, bx))
}

// turn returns the sign of the orientation of three points in a projection.
func (t *Tally) turn(w plane2, a, b, c *ratPoint) int {
	if a.corner && b.corner && c.corner {
		return t.orient(w, a.at, b.at, c.at)
	}
	i, j := (int(w)+1)%3, (int(w)+2)%3
	// Both differences are scaled by positive factors.
	return cross2(a.along(c, i), a.along(c, j), b.along(c, i), b.along(c, j)).Sign()
}

// along returns component k of minus.
func (p *ratPoint) along(b *ratPoint, k int) *big.Int {
	if p.corner && b.corner {
		return sub(p.numerator(k), b.numerator(k))
	}
	l := mul(p.numerator(k), b.w)
	return l.Sub(l, mul(b.numerator(k), p.w))
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
func (t *Tally) ring(points []ratPoint, w plane2, o int) {
	for i := 2; i < len(points); i++ {
		for j := i; j > 1 && t.turn(w, &points[0], &points[j-1], &points[j])*o < 0; j-- {
			points[j-1], points[j] = points[j], points[j-1]
		}
	}
}
