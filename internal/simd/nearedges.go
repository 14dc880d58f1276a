package simd

import "math"

// LeafPairs is the number of pairs of triangles of two leaves.
const LeafPairs = LeafTriangles * LeafTriangles

// LeafEdges bounds the distances of triangles of a, carried by m, from triangles of b, of the pairs
// asked for alone: dst[4i+j] is g²/|n|² for the gap g ≥ 0 along a direction n of triangle i of a and j
// of b, and bit 4i+j of near is set where that is at most limit. n is about the shortest way between
// two of their edges. What that proves is derived in package predicate (nearleaves.go) for any n; the
// levels may differ. Other places of dst and lanes without a triangle mean nothing.
func (l Level) LeafEdges(m *Motion, a, b *Leaf, asked uint32, dst *[LeafPairs]float32, limit float32) (near uint32) {
	return l.leafEdges(m, a, b, asked, dst, limit)
}

// leafEdgesGo is the contract of the kernels.
func leafEdgesGo(m *Motion, a, b *Leaf, asked uint32, dst *[LeafPairs]float32, limit float32) (near uint32) {
	var as, bs [LeafTriangles]corners
	posedCorners(m, a, b, &as, &bs)
	asked &= PairsOf(a, b)
	for k := range dst {
		if asked>>k&1 == 0 {
			continue
		}
		p, q := &as[k/4], &bs[k%4]
		if dst[k] = p.squareAlong(q, p.edgesWay(q)); dst[k] <= limit {
			near |= 1 << k
		}
	}
	return near
}

// edgesWay returns about the shortest way between two edges.
func (c *corners) edgesWay(o *corners) (n vec) {
	least := float32(math.Inf(1))
	for i := range 3 {
		for j := range 3 {
			way := c.edgeWay(o, i, j)
			if l := way.dot(way); l < least {
				n, least = way, l
			}
		}
	}
	return n
}

// squareAlong returns the square of the gap along a direction, 0 where there is none.
func (c *corners) squareAlong(o *corners, n vec) float32 {
	low := min(n.dot(c.v[0]), n.dot(c.v[1]), n.dot(c.v[2]))
	g := max(0, low-max(n.dot(o.v[0]), n.dot(o.v[1]), n.dot(o.v[2])))
	g = float32(g/max(n.dot(n), nearLeast)) * g // g² may overflow
	if !(g > 0) {
		return 0
	}
	return g
}

// edgeWay returns about the shortest way from edge j of o to edge i of c: p + s·e − q − t·f for some s
// and t in [0, 1].
func (c *corners) edgeWay(o *corners, i, j int) vec {
	e, f, r := c.edge[i], o.edge[j], c.v[i].sub(o.v[j])
	ee, ef, er, fr := e.dot(e), e.dot(f), e.dot(r), f.dot(r)
	ofF := 1 / max(f.dot(f), nearLeast)
	k := float32(ef * ofF)
	s := share(float32((float32(k*fr) - er) / max(ee-float32(k*ef), nearLeast)))
	t := share(float32((float32(ef*s) + fr) * ofF))
	s = share(float32((float32(ef*t) - er) / max(ee, nearLeast)))
	for k := range r {
		r[k] += float32(s*e[k]) - float32(t*f[k])
	}
	return r
}

// share limits x to [0, 1]; NaN becomes 0.
func share(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}
