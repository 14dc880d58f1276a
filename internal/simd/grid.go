package simd

import "math"

// Corners are the corners of a leaf's triangles in the world: row 3v+k holds component k
// of corner v. Lanes behind the last triangle repeat the first.
type Corners [9][LeafTriangles]float64

// TouchOnGrid decides pairs of triangles whose corners are whole multiples of a step, few
// enough steps apart that no determinant has more than 53 bits: fits is false where a
// corner is not such a multiple. Bit 4i+j of asked asks for triangle i of a and j of b; of
// touch it tells that they touch, of open that one of them spans no plane, so that it
// is left to the caller. The rest are apart. How many steps there may be and why this is
// exact is derived in package predicate (lattice.go). The motion lends its scratch memory.
func (l Level) TouchOnGrid(m *Motion, a, b *Corners, perStep float64, asked uint32) (touch, open uint32, fits bool) {
	r := l.grid(m, a, b, perStep, asked)
	if r == offGrid {
		return 0, 0, false
	}
	return r & 0xffff, r >> 16, true
}

// offGrid is what kernels return for corners off the grid: no pair is both decided and
// open.
const offGrid = math.MaxUint32

// gridGo is the contract of the kernels: touch in the lower half, open in the upper. With
// all numbers whole multiples of powers of the step it does not matter what is fused.
func gridGo(a, b *Corners, perStep float64, asked uint32) (r uint32) {
	if !a.onGrid(perStep) || !b.onGrid(perStep) {
		return offGrid
	}
	origin := b.corner(0, 0)
	var as, bs [LeafTriangles]gridTriangle
	for i := range as {
		as[i].set(a, i, origin)
		bs[i].set(b, i, origin)
	}
	for k := range 4 * LeafTriangles {
		if asked>>k&1 == 1 {
			r |= as[k/4].touch(&bs[k%4]) << k
		}
	}
	return r
}

func (c *Corners) onGrid(perStep float64) bool {
	for r := range c {
		for _, x := range c[r] {
			if steps := x * perStep; steps != math.RoundToEven(steps) {
				return false
			}
		}
	}
	return true
}

func (c *Corners) corner(i, v int) vec64 { return vec64{c[3*v][i], c[3*v+1][i], c[3*v+2][i]} }

type vec64 [3]float64

func (a vec64) sub(b vec64) vec64   { return vec64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec64) dot(b vec64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a vec64) cross(b vec64) vec64 {
	return vec64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// gridTriangle is a triangle with its edges, their moments and its normal.
type gridTriangle struct {
	v, edge, moment [3]vec64
	normal          vec64
}

func (t *gridTriangle) set(c *Corners, i int, origin vec64) {
	for v := range 3 {
		t.v[v] = c.corner(i, v).sub(origin)
	}
	for k := range 3 {
		t.edge[k] = t.v[next[k]].sub(t.v[k])
		t.moment[k] = t.v[k].cross(t.edge[k])
	}
	t.normal = t.edge[0].cross(t.edge[1])
}

// touch returns 1 for a contact, 1<<16 where that is left open.
func (t *gridTriangle) touch(o *gridTriangle) uint32 {
	const touch, open = 1, 1 << 16
	s, r := o.sides(t), t.sides(o)
	switch {
	case s.strict() || r.strict():
		return 0
	case s != vec64{} && r != vec64{}:
		if t.pierced(o, s, r) {
			return touch
		}
		return 0
	case t.normal == vec64{} || o.normal == vec64{}:
		return open
	case t.outside(o, t.mainAxis()) || o.outside(t, t.mainAxis()):
		return 0
	}
	return touch
}

// sides tells how far o's corners lie from t's plane, in units of its normal.
func (t *gridTriangle) sides(o *gridTriangle) (s vec64) {
	for v := range s {
		s[v] = t.normal.dot(o.v[v].sub(t.v[0]))
	}
	return s
}

// strict: all on one side.
func (a vec64) strict() bool { return min(a[0], a[1], a[2]) > 0 || max(a[0], a[1], a[2]) < 0 }

// pierced reports whether an edge of one that does not lie in the other's plane meets it;
// s and r are the sides of t's and o's corners.
func (t *gridTriangle) pierced(o *gridTriangle, s, r vec64) bool {
	var k [3]vec64 // the products of edge i of t with edge j of o
	for i := range 3 {
		for j := range 3 {
			k[i][j] = t.edge[i].dot(o.moment[j]) + t.moment[i].dot(o.edge[j])
		}
	}
	for i := range 3 {
		if meets(s[i], s[next[i]], k[i]) || meets(r[i], r[next[i]], vec64{k[0][i], k[1][i], k[2][i]}) {
			return true
		}
	}
	return false
}

// meets is for an edge whose ends lie at x and y of a triangle's plane and whose products
// with its edges are k.
func meets(x, y float64, k vec64) bool {
	return min(x, y) <= 0 && max(x, y) >= 0 && x != y && (min(k[0], k[1], k[2]) >= 0 || max(k[0], k[1], k[2]) <= 0)
}

// mainAxis is that along which the normal is longest.
func (t *gridTriangle) mainAxis() (k int) {
	for i := range 3 {
		if math.Abs(t.normal[i]) > math.Abs(t.normal[k]) {
			k = i
		}
	}
	return k
}

// outside reports whether all corners of o, in t's plane, lie strictly outside one of t's
// edges, seen along axis k.
func (t *gridTriangle) outside(o *gridTriangle, k int) bool {
	k1, k2 := next[k], next[k+1]
	for i := range 3 {
		most := math.Inf(-1)
		for _, v := range o.v {
			x := t.edge[i][k1]*v[k2] - t.edge[i][k2]*v[k1] + t.moment[i][k]
			most = max(most, math.Copysign(1, t.normal[k])*x)
		}
		if most < 0 {
			return true
		}
	}
	return false
}
