package simd

import "math"

// Near8 bounds the distances of box lane of a, carried by m, from the eight boxes of b. dst[i] is
// the square of a lower bound for box i in the frame of b, near has a bit for each box for which it
// is at most most, a number of at most MaxFloat32. What it is off by is derived in package
// narrow (nearwide.go), for any order of the float32 operations and whether or not they are
// fused, so the levels may differ. Lanes without a box have no bit.
//
// The bound is the greatest of three: the length of the gaps along the axes of b, that along
// the axes of a, and the gap along one way between the boxes.
func (l Level) Near8(m *Motion, a *Node, lane int, b *Node, dst *[Lanes]float32, most float32) (near uint32) {
	return l.near8(m, a, lane&(Lanes-1), b, dst, most)
}

// nearLeast is the least square of a direction's length that is divided by.
const nearLeast = 0x1p-100

// near8Go is the contract of the kernels.
func near8Go(m *Motion, a *Node, lane int, b *Node, dst *[Lanes]float32, most float32) (near uint32) {
	var p posedBox
	p.set(m, a, lane)
	for i := range Lanes {
		if dst[i] = float32(math.Inf(1)); b.H[0][i] < 0 {
			continue
		}
		if dst[i] = p.away(m.Slack, b, i); dst[i] <= most {
			near |= 1 << i
		}
	}
	return near
}

// away returns the square of a lower bound of the distance from box i.
func (p *posedBox) away(slack float32, b *Node, i int) float32 {
	hb := vec{b.H[0][i], b.H[1][i], b.H[2][i]}
	e := slack * (p.sum + hb[0] + hb[1] + hb[2])
	d := vec{p.c[0] - b.C[0][i], p.c[1] - b.C[1][i], p.c[2] - b.C[2][i]}
	var x vec    // the way between the centres along B's axes
	var c [3]vec // A's axes along B's
	var along vec
	for j := range 3 {
		q := vec{b.Q[3*j][i], b.Q[3*j+1][i], b.Q[3*j+2][i]}
		x[j] = d.dot(q)
		r := hb[j] + e
		for k := range 3 {
			c[k][j] = vec(p.w[k]).dot(q)
			r += float32(p.h[k] * abs(c[k][j]))
		}
		along[j] = max(0, abs(x[j])-r)
	}
	best := along.dot(along)
	for k := range 3 {
		along[k] = max(0, abs(x.dot(c[k]))-(p.h[k]+e+hb.dot(c[k].abs())))
	}
	return max(best, along.dot(along), p.gapOnWay(&x, &hb, &c, e))
}

func (a vec) abs() vec { return vec{abs(a[0]), abs(a[1]), abs(a[2])} }

// gapOnWay returns the square of the gap along about the shortest way: from the point of B
// nearest to A's centre to the point of A nearest to that.
func (p *posedBox) gapOnWay(x, hb *vec, c *[3]vec, e float32) float32 {
	way := *x
	for j := range way {
		way[j] -= max(-hb[j], min(hb[j], x[j]))
	}
	u := way
	for k := range 3 {
		s := max(-p.h[k], min(p.h[k], c[k].dot(u)))
		for j := range way {
			way[j] -= float32(s * c[k][j])
		}
	}
	l := way.dot(way)
	g := way.dot(*x) - hb.dot(way.abs()) - float32(e*float32(math.Sqrt(float64(l))))
	for k := range 3 {
		g -= float32(p.h[k] * abs(c[k].dot(way)))
	}
	g = max(0, g)
	return float32(g/max(l, nearLeast)) * g // g² and l² may overflow
}

// LeafNear has no bit 4i+j where triangle i of a, carried by m, and triangle j of b have a gap
// g > 0 with g² > limit·|n|² along one of four directions n: toward, the way between their
// middles and their normals. What that proves is derived in package predicate
// (nearleaves.go); the levels may differ. Lanes without a triangle mean nothing.
func (l Level) LeafNear(m *Motion, a, b *Leaf, toward *[3]float32, limit float32) uint32 {
	return l.leafNear(m, a, b, toward, limit)
}

// leafNearGo is the contract of the kernels.
func leafNearGo(m *Motion, a, b *Leaf, toward *[3]float32, limit float32) (near uint32) {
	var as, bs [LeafTriangles]corners
	posedCorners(m, a, b, &as, &bs)
	for i := range a.N {
		for j := range b.N {
			if !as[i].isBeyond(&bs[j], toward, limit) {
				near |= 1 << (4*i + j)
			}
		}
	}
	return near
}

// isBeyond reports whether one of the directions has a gap beyond the limit.
func (c *corners) isBeyond(o *corners, toward *[3]float32, limit float32) bool {
	way := c.sum().sub(o.sum())
	return c.gapAlong(o, *toward, limit) || c.gapAlong(o, way, limit) ||
		c.gapAlong(o, c.normal, limit) || o.gapAlong(c, c.normal, limit) ||
		c.gapAlong(o, o.normal, limit) || o.gapAlong(c, o.normal, limit)
}

func (c *corners) sum() (s vec) {
	for k := range s {
		s[k] = c.v[0][k] + c.v[1][k] + c.v[2][k]
	}
	return s
}

// gapAlong reports whether c lies beyond o along n, by more than the limit.
func (c *corners) gapAlong(o *corners, n vec, limit float32) bool {
	low := min(n.dot(c.v[0]), n.dot(c.v[1]), n.dot(c.v[2]))
	g := low - max(n.dot(o.v[0]), n.dot(o.v[1]), n.dot(o.v[2]))
	return g > 0 && float32(g*g) > limit*max(n.dot(n), nearLeast)
}
