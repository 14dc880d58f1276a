package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// ofA spreads a component of A's triangle.
func (g *gridRow) ofA(from Mem) reg.VecVirtual {
	r := YMM()
	from.Base = g.row
	VBROADCASTSD(from, r)
	return r
}

func ofB(from Mem) reg.VecVirtual {
	r := YMM()
	VMOVUPD(from, r)
	return r
}

func (g *gridRow) vectorA(from row3) (v [3]reg.VecVirtual) {
	return [3]reg.VecVirtual{g.ofA(from[0]), g.ofA(from[1]), g.ofA(from[2])}
}

// test returns a bit for each lane in which a relation holds of x to 0.
func test(x reg.VecVirtual, relation uint64) reg.GPVirtual {
	t, bits := YMM(), GP32()
	VXORPD(t, t, t)
	VCMPPD(Imm(relation), t, x, t)
	VMOVMSKPD(t, bits)
	return bits
}

// planes looks which triangles the other's plane leaves on one side, whose edges meet the
// other, and which are in one plane: these are the upper bits.
func (g *gridRow) planes(wanted, result reg.GPVirtual, done string) {
	sidesA := g.sides(fetch64(g.b.normal), ofB(g.b.offset), func(v int) [3]reg.VecVirtual { return g.vectorA(g.a.corners[v]) })
	sidesB := g.sides(g.vectorA(g.a.normal), g.ofA(g.a.offset), func(v int) [3]reg.VecVirtual { return fetch64(g.b.corners[v]) })
	flat := GP32()
	for i, s := range [][3]Mem{sidesA, sidesB} {
		least, most := leastMost64(s)
		apart := test(least, greaterOrdered)
		ORL(test(most, lessOrdered), apart)
		NOTL(apart)
		ANDL(apart, wanted)
		// Both are 0 where all corners lie in the plane.
		none := test(least, equalOrdered)
		ANDL(test(most, equalOrdered), none)
		if i == 0 {
			MOVL(none, flat)
		} else {
			ORL(none, flat)
		}
	}
	ANDL(wanted, flat)
	XORL(flat, wanted)
	SHLL(Imm(16+rowShift), flat)
	ORL(flat, result)
	TESTL(wanted, wanted)
	JZ(LabelRef(done))
	ANDL(g.edgePairs(sidesA, sidesB), wanted)
	SHLL(Imm(rowShift), wanted)
	ORL(wanted, result)
}

// sides stores how far three corners lie from a plane, in units of its normal.
func (g *gridRow) sides(n [3]reg.VecVirtual, offset reg.VecVirtual, corner func(v int) [3]reg.VecVirtual) (s [3]Mem) {
	for v := range s {
		c, t := corner(v), YMM()
		VMULPD(n[0], c[0], t)
		VFMADD231PD(n[1], c[1], t)
		VFMADD231PD(n[2], c[2], t)
		VSUBPD(offset, t, t)
		s[v] = g.slot()
		VMOVUPD(t, s[v])
	}
	return s
}

func leastMost64(s [3]Mem) (least, most reg.VecVirtual) {
	x := YMM()
	least, most = YMM(), YMM()
	VMOVUPD(s[0], x)
	VMINPD(s[1], x, least)
	VMAXPD(s[1], x, most)
	VMINPD(s[2], least, least)
	VMAXPD(s[2], most, most)
	return least, most
}

// edgePairs returns the lanes where an edge that does not lie in the other triangle's
// plane meets that triangle.
func (g *gridRow) edgePairs(sa, sb [3]Mem) reg.GPVirtual {
	products := g.products()
	hits := GP32()
	XORL(hits, hits)
	for i := range 3 {
		ORL(pierces64(sa[i], sa[(i+1)%3], products[i]), hits)
		ORL(pierces64(sb[i], sb[(i+1)%3], [3]Mem{products[0][i], products[1][i], products[2][i]}), hits)
	}
	return hits
}

// products stores those of the edges of both triangles as lines.
func (g *gridRow) products() (products [3][3]Mem) {
	for i := range 3 {
		e, m := g.vectorA(g.a.edges[i]), g.vectorA(g.a.moments[i])
		for j := range 3 {
			t := YMM()
			for k := range 3 {
				if k == 0 {
					VMULPD(g.b.moments[j][k], e[k], t)
				} else {
					VFMADD231PD(g.b.moments[j][k], e[k], t)
				}
				VFMADD231PD(g.b.edges[j][k], m[k], t)
			}
			products[i][j] = g.slot()
			VMOVUPD(t, products[i][j])
		}
	}
	return products
}

// pierces64 returns the lanes where an edge with ends at x and y of a plane, not both in
// it, meets it, and where its products with the triangle's edges have no two signs.
func pierces64(x, y Mem, k [3]Mem) reg.GPVirtual {
	negative := func(a reg.VecVirtual) reg.VecVirtual {
		t := YMM()
		VXORPD(t, t, t)
		VSUBPD(a, t, t)
		return t
	}
	least, most := leastMost64(k)
	VMAXPD(negative(most), least, least) // ≥ 0: one sign
	start, low, high, across := YMM(), YMM(), YMM(), YMM()
	VMOVUPD(x, start)
	VMINPD(y, start, low)
	VMAXPD(y, start, high)
	VSUBPD(low, high, across)
	VMINPD(negative(low), high, high) // ≥ 0: on both sides, or in the plane
	VMINPD(high, least, least)
	bits := test(least, greaterOrEqual)
	ANDL(test(across, greaterOrdered), bits)
	return bits
}

// flat decides triangles in one plane and leaves those open where one spans none: the upper
// bits. It takes one triangle of A and looks along the axis that its normal is longest along.
func (g *gridRow) flat(wanted, result reg.GPVirtual, done string) {
	open := test(ofB(g.b.size), equalOrdered)
	ORL(test(g.ofA(g.a.size), equalOrdered), open)
	ANDL(wanted, open)
	XORL(open, wanted)
	SHLL(Imm(16+rowShift), open)
	ORL(open, result)
	TESTL(wanted, wanted)
	JZ(LabelRef(done))

	var along [3]reg.GPVirtual
	for j := range along {
		along[j] = GP64()
		MOVQ(Mem{Base: g.row, Disp: g.along[j].Disp}, along[j])
	}
	// Components along the axis, 0, and the two after it.
	rowB := func(r row3, j int) reg.VecVirtual {
		x := YMM()
		VMOVUPD(Mem{Base: g.m, Index: along[j], Scale: 1, Disp: r[0].Disp}, x)
		return x
	}
	laneA := func(r row3, j int) reg.VecVirtual {
		x := YMM()
		VBROADCASTSD(Mem{Base: g.row, Index: along[j], Scale: 1, Disp: r[0].Disp}, x)
		return x
	}
	outside := GP32()
	XORL(outside, outside)
	g.outsideEdges(outside, g.b, g.a, rowB, laneA)
	g.outsideEdges(outside, g.a, g.b, laneA, rowB)
	NOTL(outside)
	ANDL(wanted, outside)
	SHLL(Imm(rowShift), outside)
	ORL(outside, result)
}

// outsideEdges adds the lanes where all corners of o lie strictly outside one edge of t.
func (g *gridRow) outsideEdges(outside reg.GPVirtual, t, o *gridTriangles, ofT, ofO func(r row3, j int) reg.VecVirtual) {
	sign := YMM()
	VPCMPEQD(sign, sign, sign)
	VPSLLQ(Imm(63), sign, sign)
	VANDPD(ofT(t.normal, 0), sign, sign)
	for i := range 3 {
		e1, e2, moment, most := ofT(t.edges[i], 1), ofT(t.edges[i], 2), ofT(t.moments[i], 0), YMM()
		for v := range 3 {
			x := YMM()
			VMOVAPD(moment, x)
			VFMADD231PD(ofO(o.corners[v], 2), e1, x)
			VFNMADD231PD(ofO(o.corners[v], 1), e2, x)
			VXORPD(sign, x, x)
			if v == 0 {
				VMOVAPD(x, most)
			} else {
				VMAXPD(x, most, most)
			}
		}
		ORL(test(most, lessOrdered), outside)
	}
}
