package simd

import "math"

// TouchInFloat64 tests the triangles of two leaves with one float64 a number: bits as for
// TouchInDouble. A determinant is certain where it exceeds err, which package predicate derives
// (floats.go) for corners no farther than extent from b's first one, along any axis: where
// one is, NaN and infinities included, nothing is certain. Levels return the same bits. The motion
// lends its scratch memory.
func (l Level) TouchInFloat64(m *Motion, a, b *Corners, err, extent float64, asked uint32) (hit, apart uint32) {
	r := l.float(m, a, b, err, extent, asked)
	return r & 0xffff, r >> 16
}

// floatTriangle is a triangle with its edges, their moments, its normal and that one's product
// with the first corner.
type floatTriangle struct {
	v, edge, moment [3]vec64
	normal          vec64
	offset          float64
}

func (t *floatTriangle) set(c *Corners, i int, origin vec64) {
	for v := range 3 {
		t.v[v] = c.corner(i, v).sub(origin)
	}
	for v := range 3 {
		t.edge[v] = t.v[next[v]].sub(t.v[v])
		t.moment[v] = t.v[v].fusedCross(t.edge[v])
	}
	t.normal = t.edge[0].fusedCross(t.edge[1])
	t.offset = t.normal.fusedDot(t.v[0])
}

// floatGo is the contract of the kernels.
func floatGo(a, b *Corners, err, extent float64, asked uint32) (r uint32) {
	origin := b.corner(0, 0)
	if !a.within(origin, extent) || !b.within(origin, extent) {
		return 0
	}
	var as, bs [LeafTriangles]floatTriangle
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

// against returns 1 for a certain hit, 1<<16 for certainly apart, else 0.
func (t *floatTriangle) against(o *floatTriangle, err float64) uint32 {
	const apart = 1 << 16
	var s, r vec64 // the corners of each about the other's plane
	for v := range s {
		s[v] = t.v[v].fusedDot(o.normal) - o.offset
		r[v] = t.normal.fusedDot(o.v[v]) - t.offset
	}
	if s.beyond(err) || r.beyond(err) {
		return apart
	}
	var k [3]vec64 // the products of edge i of t with edge j of o
	for i := range 3 {
		for j := range 3 {
			k[i][j] = t.edge[i].fusedProduct(t.moment[i], o.edge[j], o.moment[j])
		}
	}
	return certain(s, r, &k, err)
}

// certain returns 1 where an edge of two triangles certainly pierces the other one, 1<<16 where all
// certainly pass it, else 0: s and r are the sides of the corners of each about the other's plane, k
// the products of edge i of the first with edge j of the second.
func certain(s, r vec64, k *[3]vec64, err float64) uint32 {
	pierced, passed := false, true
	for i := range 3 {
		for _, e := range [2]struct {
			x, y float64
			k    vec64
		}{{s[i], s[next[i]], k[i]}, {r[i], r[next[i]], vec64{k[0][i], k[1][i], k[2][i]}}} {
			ends := vec64{e.x, e.y, e.y}
			pierced = pierced || ends.mixed(err) && e.k.beyond(err)
			passed = passed && (ends.beyond(err) || e.k.mixed(err))
		}
	}
	switch {
	case pierced:
		return 1
	case passed:
		return 1 << 16
	}
	return 0
}

func (a vec64) fusedDot(b vec64) float64 {
	return math.FMA(a[2], b[2], math.FMA(a[1], b[1], float64(a[0]*b[0])))
}

func (a vec64) fusedCross(b vec64) (c vec64) {
	for k := range c {
		k1, k2 := next[k], next[k+1]
		c[k] = math.FMA(a[k1], b[k2], -float64(a[k2]*b[k1]))
	}
	return c
}

// fusedProduct of two lines with directions a and f and moments m and n.
func (a vec64) fusedProduct(m, f, n vec64) float64 {
	x := math.FMA(m[0], f[0], float64(a[0]*n[0]))
	for k := 1; k < 3; k++ {
		x = math.FMA(m[k], f[k], math.FMA(a[k], n[k], x))
	}
	return x
}
