package simd

import "math"

// TouchInDouble tests the triangles of two leaves with two float64 a number (Dekker, "A
// Floating-Point Technique for Extending the Available Precision", Numerische Mathematik
// 18, 1971): bits as for LeafLeaf, of the pairs asked for alone. A determinant is certain
// where it exceeds err, which package predicate derives (doubles.go) for corners no farther
// than extent from b's first one and edges no longer, along any axis: where one is, NaN and
// infinities included, nothing is certain. Levels return the same bits. The motion lends its
// scratch memory.
func (l Level) TouchInDouble(m *Motion, a, b *Corners, err, extent float64, asked uint32) (hit, apart uint32) {
	r := l.double(m, a, b, err, extent, asked)
	return r & 0xffff, r >> 16
}

// double is the sum of two float64, lo being much smaller than hi.
type double struct{ hi, lo float64 }

// difference is exact.
func difference(a, b float64) double {
	s := a - b
	t := s - a
	return double{s, (a - (s - t)) - (b + t)}
}

// times leaves out the product of the tails.
func (p double) times(q double) double {
	h := float64(p.hi * q.hi)
	l := math.FMA(p.hi, q.hi, -h)
	l = math.FMA(p.hi, q.lo, l)
	return double{h, math.FMA(p.lo, q.hi, l)}
}

// plus adds the tails, which are not carried to the head.
func (p double) plus(q double) double {
	s := p.hi + q.hi
	t := s - p.hi
	return double{s, ((p.hi - (s - t)) + (q.hi - t)) + (p.lo + q.lo)}
}

func (p double) negated() double { return double{-p.hi, -p.lo} }

func (p double) value() float64 { return p.hi + p.lo }

type double3 [3]double

func (a double3) dot(b double3) double {
	return a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

func (a double3) cross(b double3) (c double3) {
	for k := range c {
		k1, k2 := next[k], next[k+1]
		c[k] = a[k1].times(b[k2]).plus(a[k2].times(b[k1]).negated())
	}
	return c
}

// doubleTriangle is a triangle with its edges, their moments, its normal and less that
// one's product with the first corner.
type doubleTriangle struct {
	v, edge, moment [3]double3
	normal          double3
	offset          double
}

func (t *doubleTriangle) set(c *Corners, i int, origin vec64) {
	for v := range 3 {
		p, q := c.corner(i, v), c.corner(i, next[v])
		for k := range 3 {
			t.v[v][k], t.edge[v][k] = difference(p[k], origin[k]), difference(q[k], p[k])
		}
		t.moment[v] = t.v[v].cross(t.edge[v])
	}
	t.normal = t.edge[0].cross(t.edge[1])
	t.offset = t.normal.dot(t.v[0]).negated()
}

// doubleGo is the contract of the kernels.
func doubleGo(a, b *Corners, err, extent float64, asked uint32) (r uint32) {
	origin := b.corner(0, 0)
	if !a.within(origin, extent) || !b.within(origin, extent) || !a.edgesWithin(extent) || !b.edgesWithin(extent) {
		return 0
	}
	var as, bs [LeafTriangles]doubleTriangle
	for i := range as {
		if asked>>(4*i)&0xf != 0 {
			as[i].set(a, i, origin)
		}
		if asked>>i&0x1111 != 0 {
			bs[i].set(b, i, origin)
		}
	}
	for k := range 4 * LeafTriangles {
		if asked>>k&1 == 1 {
			r |= as[k/4].against(&bs[k%4], err) << k
		}
	}
	return r
}

// edgesWithin reports whether no edge is longer than extent along an axis.
func (c *Corners) edgesWithin(extent float64) bool {
	for r := range c {
		for i, x := range c[r] {
			if !(math.Abs(c[(r+3)%9][i]-x) <= extent) {
				return false
			}
		}
	}
	return true
}

// against returns 1 for a certain hit, 1<<16 for certainly apart, else 0.
func (t *doubleTriangle) against(o *doubleTriangle, err float64) uint32 {
	const apart = 1 << 16
	var s, r vec64 // the corners of each about the other's plane
	for v := range s {
		s[v] = t.v[v].dot(o.normal).plus(o.offset).value()
		r[v] = t.normal.dot(o.v[v]).plus(t.offset).value()
	}
	if s.beyond(err) || r.beyond(err) {
		return apart
	}
	var k [3]vec64 // the products of edge i of t with edge j of o
	for i := range 3 {
		for j := range 3 {
			k[i][j] = t.edge[i].product(t.moment[i], o.edge[j], o.moment[j]).value()
		}
	}
	return certain(s, r, &k, err)
}

// product of two lines with directions e and f and moments m and n.
func (a double3) product(m, f, n double3) double {
	x := a[0].times(n[0]).plus(m[0].times(f[0]))
	for k := 1; k < 3; k++ {
		x = x.plus(a[k].times(n[k])).plus(m[k].times(f[k]))
	}
	return x
}

// beyond: all certainly of one sign.
func (a vec64) beyond(err float64) bool {
	return min(a[0], a[1], a[2]) > err || max(a[0], a[1], a[2]) < -err
}

// mixed: two certainly of different signs.
func (a vec64) mixed(err float64) bool {
	return min(a[0], a[1], a[2]) < -err && max(a[0], a[1], a[2]) > err
}
