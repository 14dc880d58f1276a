package simd

// LeafLeaf tests the triangles of a, carried by m, against those of b. Bit 4i+j of hit
// is set where triangle i of a certainly touches triangle j of b, of apart where it
// certainly does not. What makes that certain is derived in package predicate
// (leaves.go). As for BoxBox8, levels may differ where nothing is certain; lanes
// without a triangle mean nothing.
func (l Level) LeafLeaf(m *Motion, a, b *Leaf) (hit, apart uint32) {
	r := l.leafLeaf(m, a, b)
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

// oneSide tells that all three are certainly of one sign.
func (a vec) oneSide(err float32) bool {
	return min(a[0], a[1], a[2]) > err || max(a[0], a[1], a[2]) < -err
}

// leafLeafGo is the contract of the kernels: hit in the lower half, apart in the upper.
func leafLeafGo(m *Motion, a, b *Leaf) uint32 {
	var d vec
	for r := range 3 {
		x := m.Col64[3][r] - b.C[r]
		for k := range 3 {
			x += float64(m.Col64[k][r] * a.C[k])
		}
		d[r] = float32(x)
	}
	rho := max(a.Rho+b.Rho, m.Least)
	// Two balls that far apart do not touch, rounding included: 2⁻¹⁰ is plenty.
	if d.dot(d) > float32(rho*rho)*(1+0x1p-10) {
		return 0xffff0000
	}
	err := m.Bound * float32(rho*float32(rho*rho))
	var as, bs [LeafTriangles]corners
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
	var r uint32
	for i := range a.N {
		for j := range b.N {
			r |= as[i].against(&bs[j], err) << (4*i + j)
		}
	}
	return r
}

// against returns 1 for a certain hit, 1<<16 for certainly apart, else 0.
func (c *corners) against(o *corners, err float32) uint32 {
	const hit, apart = 1, 1 << 16
	s := o.sides(c)
	if s.oneSide(err) {
		return apart
	}
	r := c.sides(o)
	if r.oneSide(err) {
		return apart
	}
	var k [3]vec // the products of edge i of c with edge j of o
	for i := range 3 {
		for j := range 3 {
			k[i][j] = c.edge[i].dot(o.moment[j]) + c.moment[i].dot(o.edge[j])
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

// edge tells what is certain of an edge whose ends lie at x and y of a triangle's
// plane and whose products with its edges are k: that it pierces the triangle, or
// that it passes it.
func edge(x, y float32, k vec, err float32) (pierces, passes bool) {
	least, most := min(k[0], k[1], k[2]), max(k[0], k[1], k[2])
	pierces = min(x, y) < -err && max(x, y) > err && (least > err || most < -err)
	passes = min(x, y) > err || max(x, y) < -err || least < -err && most > err
	return pierces, passes
}
