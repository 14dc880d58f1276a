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
	q := p.facing(slack, b, i)
	ofB, ofA := q.alongB(), q.alongA()
	_, onWay := q.onWay()
	return max(ofB.dot(ofB), ofA.dot(ofA), onWay)
}

// facing is a box of A and one of B: x is the way between their centres and c are A's axes, all along
// B's, ha and hb the half sizes, e what radii grow by.
type facing struct {
	x, ha, hb vec
	c         [3]vec
	e         float32
}

func (p *posedBox) facing(slack float32, b *Node, i int) (q facing) {
	q.ha, q.hb = p.h, vec{b.H[0][i], b.H[1][i], b.H[2][i]}
	q.e = slack * (p.sum + q.hb[0] + q.hb[1] + q.hb[2])
	d := vec{p.c[0] - b.C[0][i], p.c[1] - b.C[1][i], p.c[2] - b.C[2][i]}
	for j := range 3 {
		axis := vec{b.Q[3*j][i], b.Q[3*j+1][i], b.Q[3*j+2][i]}
		q.x[j] = d.dot(axis)
		for k := range 3 {
			q.c[k][j] = vec(p.w[k]).dot(axis)
		}
	}
	return q
}

// alongB returns the gaps along B's axes.
func (q *facing) alongB() (gaps vec) {
	for j := range gaps {
		r := q.hb[j] + q.e
		for k := range 3 {
			r += float32(q.ha[k] * abs(q.c[k][j]))
		}
		gaps[j] = max(0, abs(q.x[j])-r)
	}
	return gaps
}

// alongA returns the gaps along A's axes.
func (q *facing) alongA() (gaps vec) {
	for k := range gaps {
		gaps[k] = max(0, abs(q.x.dot(q.c[k]))-(q.ha[k]+q.e+q.hb.dot(q.c[k].abs())))
	}
	return gaps
}

func (a vec) abs() vec { return vec{abs(a[0]), abs(a[1]), abs(a[2])} }

// onWay returns about the shortest way, from the point of B nearest to A's centre to the point of A
// nearest to that, and the square of the gap along it.
func (q *facing) onWay() (way vec, square float32) {
	way = q.x
	for j := range way {
		way[j] -= max(-q.hb[j], min(q.hb[j], q.x[j]))
	}
	u := way
	for k := range 3 {
		s := max(-q.ha[k], min(q.ha[k], q.c[k].dot(u)))
		for j := range way {
			way[j] -= float32(s * q.c[k][j])
		}
	}
	l := way.dot(way)
	g := way.dot(q.x) - q.hb.dot(way.abs()) - float32(q.e*float32(math.Sqrt(float64(l))))
	for k := range 3 {
		g -= float32(q.ha[k] * abs(q.c[k].dot(way)))
	}
	g = max(0, g)
	return way, float32(g/max(l, nearLeast)) * g // g² and l² may overflow
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
