package simd

import "math"

// LeafLeaf tests the triangles of a, carried by m, against those of b. Bit 4i+j of hit
// is set where triangle i of a certainly touches triangle j of b, of apart where it
// certainly does not. What makes that certain is derived in package predicate
// (leaves.go). As for BoxBox8, levels may differ where nothing is certain; lanes
// without a triangle mean nothing.
func (l Level) LeafLeaf(m *Motion, a, b *Leaf) (hit, apart uint32) {
	r := l.leafLeaf(m, a, b)
	return r & 0xffff, r >> 16
}

// PairsOf has the bits of all pairs of a triangle of a and one of b.
func PairsOf(a, b *Leaf) uint32 { return leafRows[a.N&7] & leafColumns[b.N&7] }

// LaterPairs are those of a triangle with a later one, for a leaf with itself.
const LaterPairs = 0x08ce

// leafRows[n] are the pairs of the first n triangles of A, leafColumns[n] those of B.
var (
	leafRows    = [8]uint32{0, 0xf, 0xff, 0xfff, 0xffff}
	leafColumns = [8]uint32{0, 0x1111, 0x3333, 0x7777, 0xffff}
)

// Numbers are the numbers of the vertices of a leaf's triangles: Numbers[v][i] that of
// corner v of triangle i.
type Numbers [3][LeafTriangles]uint32

// LeafSelf is LeafLeaf for leaves of one mesh, na and nb being their vertices' numbers:
// apart means that two triangles have nothing in common beyond the corners whose
// numbers are equal. Where all pairs that the planes leave open share a corner, kernels
// leave out the edges, which prove little then.
func (l Level) LeafSelf(m *Motion, a, b *Leaf, na, nb *Numbers) (hit, apart uint32) {
	r := l.leafSelf(m, a, b, na, nb)
	return r & 0xffff, r >> 16
}

type vec [3]float32

func (a vec) sub(b vec) vec { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a vec) dot(b vec) float32 {
	return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2])
}

func (a vec) cross(b vec) vec {
	return vec{
		float32(a[1]*b[2]) - float32(a[2]*b[1]),
		float32(a[2]*b[0]) - float32(a[0]*b[2]),
		float32(a[0]*b[1]) - float32(a[1]*b[0]),
	}
}

// corners is a triangle with its edges, their moments and its normal.
type corners struct {
	v, edge, moment [3]vec
	normal          vec
}

func (c *corners) setEdges() {
	for i := range 3 {
		c.edge[i] = c.v[next[i]].sub(c.v[i])
		c.moment[i] = c.v[i].cross(c.edge[i])
	}
	c.normal = c.edge[0].cross(c.edge[1])
}

// sides returns the determinants of the corners of o about the plane of c.
func (c *corners) sides(o *corners) vec {
	return vec{c.normal.dot(o.v[0].sub(c.v[0])), c.normal.dot(o.v[1].sub(c.v[0])), c.normal.dot(o.v[2].sub(c.v[0]))}
}

// oneSideBut reports that of the corners not shared there are some, and all are certainly
// of one sign.
func (a vec) oneSideBut(shared *[3]bool, err float32) bool {
	least, most, some := float32(math.MaxFloat32), float32(-math.MaxFloat32), false
	for i, x := range a {
		if !shared[i] {
			least, most, some = min(least, x), max(most, x), true
		}
	}
	return some && (least > err || most < -err)
}

// neighbours reports which corners of a triangle of A and one of B the other has too.
type neighbours struct{ a, b [3]bool }

func neighboursOf(na, nb *Numbers, i, j int32) (n neighbours) {
	for v := range 3 {
		for w := range 3 {
			if na[v][i] == nb[w][j] {
				n.a[v], n.b[w] = true, true
			}
		}
	}
	return n
}

// leafLeafGo is the contract of the kernels: hit in the lower half, apart in the upper.
// Numbers are nil where nothing is shared.
func leafLeafGo(m *Motion, a, b *Leaf, na, nb *Numbers) uint32 {
	var as, bs [LeafTriangles]corners
	err, far := posedLeaves(m, a, b, &as, &bs)
	if far {
		return 0xffff0000
	}
	var r uint32
	for i := range a.N {
		for j := range b.N {
			var n neighbours
			if na != nil {
				n = neighboursOf(na, nb, i, j)
			}
			r |= as[i].against(&bs[j], &n, err) << (4*i + j)
		}
	}
	return r
}

// posedLeaves sets the triangles of both leaves about B's local origin and returns the error of
// their determinants, or that the leaves are far from each other.
func posedLeaves(m *Motion, a, b *Leaf, as, bs *[LeafTriangles]corners) (err float32, far bool) {
	d := originsApart(m, a, b)
	rho := max(float32(a.Rho*m.Stretch)+b.Rho, m.Least)
	// Two balls that far apart do not touch, rounding included: 2⁻¹⁰ is plenty.
	if d.dot(d) > float32(rho*rho)*(1+0x1p-10) {
		return 0, true
	}
	posedCorners(m, a, b, as, bs)
	return m.Bound * float32(rho*float32(rho*rho)), false
}

// originsApart returns where A's local origin lies about B's.
func originsApart(m *Motion, a, b *Leaf) (d vec) {
	for r := range 3 {
		x := m.Col64[3][r] - b.C[r]
		for k := range 3 {
			x += float64(m.Col64[k][r] * a.C[k])
		}
		d[r] = float32(x)
	}
	return d
}

// posedCorners sets the triangles of both leaves about B's local origin.
func posedCorners(m *Motion, a, b *Leaf, as, bs *[LeafTriangles]corners) {
	d := originsApart(m, a, b)
	for i := range a.N {
		for v := range 3 {
			x, y, z := a.V[3*v][i], a.V[3*v+1][i], a.V[3*v+2][i]
			for r := range 3 {
				as[i].v[v][r] = d[r] + float32(m.Col[0][r]*x) + float32(m.Col[1][r]*y) + float32(m.Col[2][r]*z)
			}
		}
		as[i].setEdges()
	}
	for j := range b.N {
		for v := range 3 {
			bs[j].v[v] = vec{b.V[3*v][j], b.V[3*v+1][j], b.V[3*v+2][j]}
		}
		bs[j].setEdges()
	}
}

// against returns 1 for a certain hit, 1<<16 for certainly apart, else 0.
func (c *corners) against(o *corners, n *neighbours, err float32) uint32 {
	const hit, apart = 1, 1 << 16
	s := o.sides(c)
	if s.oneSideBut(&n.a, err) {
		return apart
	}
	r := c.sides(o)
	if r.oneSideBut(&n.b, err) {
		return apart
	}
	var k [3]vec // the products of edge i of c with edge j of o
	for i := range 3 {
		for j := range 3 {
			k[i][j] = c.product(o, i, j)
		}
	}
	miss := true
	for i := range 3 {
		pierces, passes := edge(s[i], s[next[i]], k[i], err)
		if pierces {
			return hit
		}
		t := vec{k[0][i], k[1][i], k[2][i]}
		pierces, passes2 := edge(r[i], r[next[i]], t, err)
		if pierces {
			return hit
		}
		miss = miss && passes && passes2
	}
	if miss {
		return apart
	}
	return 0
}

// product of edge i of c with edge j of o, as lines.
func (c *corners) product(o *corners, i, j int) float32 {
	return c.edge[i].dot(o.moment[j]) + c.moment[i].dot(o.edge[j])
}

// edge reports what is certain of an edge whose ends lie at x and y of a triangle's
// plane and whose products with its edges are k: that it pierces the triangle, or
// that it passes it.
func edge(x, y float32, k vec, err float32) (pierces, passes bool) {
	least, most := min(k[0], k[1], k[2]), max(k[0], k[1], k[2])
	pierces = min(x, y) < -err && max(x, y) > err && (least > err || most < -err)
	passes = min(x, y) > err || max(x, y) < -err || least < -err && most > err
	return pierces, passes
}
