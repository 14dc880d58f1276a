package simd

import "math"

// TouchInPlane tests the triangles of two leaves that lie in one plane across an axis, seen along it:
// bits as for LeafLeaf, of the pairs asked for alone. A determinant of two coordinates is certain where
// it exceeds err, which package predicate derives (floats.go) for corners no farther than extent from
// b's first one, along the other axes: where one is, NaN and infinities included, nothing is certain.
// A hit is of triangles that have inner points in common. Levels return the same bits. The motion
// lends its scratch memory.
func (l Level) TouchInPlane(m *Motion, a, b *Corners, axis int, err, extent float64, asked uint32) (hit, apart uint32) {
	r := l.flat(m, a, b, next[axis], next[axis+1], err, extent, asked)
	return r & 0xffff, r >> 16
}

type vec2 [2]float64

// fusedCross is the third component of the cross product.
func (a vec2) fusedCross(b vec2) float64 { return math.FMA(a[0], b[1], -float64(a[1]*b[0])) }

// flatTriangle is a triangle in a plane with its edges, their moments and twice its area.
type flatTriangle struct {
	v, edge [3]vec2
	moment  [3]float64
	area    float64
}

// flatGo is the contract of the kernels; x and y are the axes in the plane.
func flatGo(a, b *Corners, x, y int, err, extent float64, asked uint32) (r uint32) {
	origin := vec2{b[x][0], b[y][0]}
	var as, bs [LeafTriangles]flatTriangle
	for i := range as {
		if !as[i].set(a, i, x, y, origin, extent) || !bs[i].set(b, i, x, y, origin, extent) {
			return 0
		}
	}
	for k := range 4 * LeafTriangles {
		if asked>>k&1 == 1 {
			r |= as[k/4].against(&bs[k%4], err) << k
		}
	}
	return r
}

// set reports whether the corners are within the extent from the origin.
func (t *flatTriangle) set(c *Corners, i, x, y int, origin vec2, extent float64) bool {
	for v := range 3 {
		t.v[v] = vec2{c[3*v+x][i] - origin[0], c[3*v+y][i] - origin[1]}
		if !(math.Abs(t.v[v][0]) <= extent && math.Abs(t.v[v][1]) <= extent) {
			return false
		}
	}
	for v := range 3 {
		t.edge[v] = vec2{t.v[next[v]][0] - t.v[v][0], t.v[next[v]][1] - t.v[v][1]}
		t.moment[v] = t.v[v].fusedCross(t.edge[v])
	}
	t.area = t.edge[0].fusedCross(t.edge[1])
	return true
}

// against returns 1 for a certain hit, 1<<16 for certainly apart, else 0.
func (t *flatTriangle) against(o *flatTriangle, err float64) uint32 {
	if !(min(math.Abs(t.area), math.Abs(o.area)) > err) {
		return 0
	}
	switch low := min(o.inside(t), t.inside(o)); {
	case low > err:
		return 1
	case low < -err:
		return 1 << 16
	}
	return 0
}

// inside returns how far inside an edge of t the corner of o is that is farthest inside, for the edge
// where that is least.
func (t *flatTriangle) inside(o *flatTriangle) float64 {
	low := math.Inf(1)
	for i, e := range t.edge {
		most := math.Inf(-1)
		for _, c := range o.v {
			x := math.FMA(-e[1], c[0], math.FMA(e[0], c[1], t.moment[i]))
			most = max(most, math.Copysign(1, t.area)*x)
		}
		low = min(low, most)
	}
	return low
}
