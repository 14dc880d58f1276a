package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	gridSignature = "func(m *float32, a *float64, b *float64, perStep float64, asked uint32) uint32"

	lane64 = 32 // four float64: a row of Corners

	roundNearest = 8 // VROUNDPD: to nearest, without an exception

	// Predicates of VCMPPD, all quiet.
	equalOrdered   = 0x00
	lessOrEqual    = 0x12
	notEqual       = 0x04
	greaterOrEqual = 0x1d
)

// gridTriangles are the rows of four triangles of a leaf, about the common origin.
type gridTriangles struct {
	corners, edges, moments [3]row3
	normal                  row3
	offset                  Mem
	// size is the greatest component of the normal.
	size Mem
}

// gridAVX2 decides a triangle of A against four of B at a time, four times. On a grid no
// operation rounds, so that zeros and signs are those of the true determinants.
func gridAVX2() {
	axes := gridAxes()
	kernel("gridAVX2", gridSignature, "decides 4 triangles against 4 whose corners lie on a grid.")
	m, a, b := pointer("m"), pointer("a"), pointer("b")
	asked := Load(Param("asked"), GP32()).(reg.GPVirtual)
	perStep := YMM()
	VBROADCASTSD(Load(Param("perStep"), XMM()), perStep)
	s := &slots{base: m, next: moveScratch, width: lane64, end: moveEnd}
	result := GP32()
	XORL(result, result)
	NOTL(result)

	var origin [3]reg.VecVirtual
	for k := range origin {
		origin[k] = YMM()
		VBROADCASTSD(at(b, k*lane64), origin[k])
	}
	off := YMM() // lanes with a corner off the grid
	VXORPD(off, off, off)
	var as, bs gridTriangles
	as.corners = gridCorners(s, a, perStep, off, origin)
	bs.corners = gridCorners(s, b, perStep, off, origin)
	VPTEST(off, off)
	JNZ(LabelRef("decided"))
	as.finish(s)
	bs.finish(s)
	along := [3]Mem{s.slot(), s.slot(), s.slot()}
	mainAxes(as.normal, along, axes)

	XORL(result, result)
	row := GP64() // of A's triangle at hand: its place in the rows of A
	MOVQ(m, row)
	parts := GP64()
	MOVQ(U32(4), parts)
	Label("triangle")
	{
		SHRL(Imm(4), result) // the earlier ones' bits
		wanted := GP32()
		MOVL(asked, wanted)
		ANDL(Imm(15), wanted)
		JZ(LabelRef("done"))
		judgeRow(&gridRow{slots: s, row: row, a: &as, b: &bs, along: along, m: m}, wanted, result)
		Label("done")
	}
	SHRL(Imm(4), asked)
	ADDQ(Imm(8), row)
	DECQ(parts)
	JNZ(LabelRef("triangle"))
	Label("decided")
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// gridCorners stores corners less the origin, and marks lanes where one is not a whole
// multiple of a step.
func gridCorners(s *slots, from reg.Register, perStep, off reg.VecVirtual, origin [3]reg.VecVirtual) (rows [3]row3) {
	for v := range 3 {
		for k := range 3 {
			x, steps, whole := YMM(), YMM(), YMM()
			VMOVUPD(at(from, lane64*(3*v+k)), x)
			VMULPD(perStep, x, steps)
			VROUNDPD(Imm(roundNearest), steps, whole)
			VCMPPD(Imm(notEqual), steps, whole, whole)
			VORPD(whole, off, off)
			VSUBPD(origin[k], x, x)
			rows[v][k] = s.slot()
			VMOVUPD(x, rows[v][k])
		}
	}
	return rows
}

// finish fills the rows behind the corners.
func (t *gridTriangles) finish(s *slots) {
	for i := range 3 {
		from, to := fetch64(t.corners[i]), fetch64(t.corners[(i+1)%3])
		for k := range 3 {
			VSUBPD(from[k], to[k], to[k])
		}
		t.edges[i] = keep64(s, to)
		t.moments[i] = keep64(s, cross64(from, to))
	}
	n, c := cross64(fetch64(t.edges[0]), fetch64(t.edges[1])), fetch64(t.corners[0])
	t.normal = keep64(s, n)
	d := YMM()
	VMULPD(n[0], c[0], d)
	VFMADD231PD(n[1], c[1], d)
	VFMADD231PD(n[2], c[2], d)
	t.offset = s.slot()
	VMOVUPD(d, t.offset)
	size := absolute64(n[0])
	VMAXPD(absolute64(n[1]), size, size)
	VMAXPD(absolute64(n[2]), size, size)
	t.size = s.slot()
	VMOVUPD(size, t.size)
}

func absolute64(x reg.VecVirtual) reg.VecVirtual {
	r := YMM()
	VPCMPEQD(r, r, r)
	VPSRLQ(Imm(1), r, r)
	VANDPD(x, r, r)
	return r
}

func fetch64(from row3) (v [3]reg.VecVirtual) {
	for k := range v {
		v[k] = YMM()
		VMOVUPD(from[k], v[k])
	}
	return v
}

func keep64(s *slots, v [3]reg.VecVirtual) (to row3) {
	for k := range v {
		to[k] = s.slot()
		VMOVUPD(v[k], to[k])
	}
	return to
}

func cross64(a, b [3]reg.VecVirtual) (v [3]reg.VecVirtual) {
	for k := range v {
		k1, k2 := (k+1)%3, (k+2)%3
		v[k] = YMM()
		VMULPD(a[k2], b[k1], v[k])
		VFMSUB231PD(a[k1], b[k2], v[k])
	}
	return v
}

// gridAxes is a table: for each main axis the places of the rows of that axis and of the
// two after it, four times each.
func gridAxes() Mem {
	table := GLOBL("gridAxes", 8|16)
	for axis := range 3 {
		for j := range 3 {
			for i := range 4 {
				DATA(lane64*(3*axis+j)+8*i, U64(lane64*uint64((axis+j)%3)))
			}
		}
	}
	return table
}

// mainAxes stores for each normal the axis along which it is longest, and the two after it,
// as distances between rows.
func mainAxes(normal row3, along [3]Mem, axes Mem) {
	n := fetch64(normal)
	x, y, z := absolute64(n[0]), absolute64(n[1]), absolute64(n[2])
	isY, isZ := YMM(), YMM()
	VCMPPD(Imm(greaterOrdered), x, y, isY)
	VMAXPD(x, y, y)
	VCMPPD(Imm(greaterOrdered), y, z, isZ)
	for j := range along {
		t := YMM()
		VMOVUPD(axes.Offset(lane64*j), t)
		VBLENDVPD(isY, axes.Offset(lane64*(3+j)), t, t)
		VBLENDVPD(isZ, axes.Offset(lane64*(6+j)), t, t)
		VMOVUPD(t, along[j])
	}
}

// gridRow is one triangle of A against four of B. The triangle of A is the lane of A's rows
// that row, which moves with it, makes the first.
type gridRow struct {
	*slots
	row, m reg.Register
	a, b   *gridTriangles
	along  [3]Mem
}

// ofA broadcasts a component of A's triangle.
func (g *gridRow) ofA(at Mem) reg.VecVirtual {
	r := YMM()
	at.Base = g.row
	VBROADCASTSD(at, r)
	return r
}

// judgeRow sets the highest four bits of both halves of result.
func judgeRow(g *gridRow, wanted, result reg.GPVirtual) {
	zero := YMM()
	VXORPD(zero, zero, zero)
	sidesA := g.sides(fetch64(g.b.normal), g.b.offset, func(v int) [3]reg.VecVirtual {
		return [3]reg.VecVirtual{g.ofA(g.a.corners[v][0]), g.ofA(g.a.corners[v][1]), g.ofA(g.a.corners[v][2])}
	})
	n := g.a.normal
	sidesB := g.sides([3]reg.VecVirtual{g.ofA(n[0]), g.ofA(n[1]), g.ofA(n[2])}, Mem{}, func(v int) [3]reg.VecVirtual {
		return fetch64(g.b.corners[v])
	})
	apart, flat := g.planes(sidesA, sidesB, zero)
	// What is left of those asked for, and what of that is not flat.
	NOTL(apart)
	ANDL(apart, wanted)
	JZ(LabelRef("done"))
	ANDL(wanted, flat)
	rest := GP32()
	MOVL(wanted, rest)
	XORL(flat, rest)
	JZ(LabelRef("flat"))
	hits := g.edgePairs(sidesA, sidesB, zero)
	ANDL(hits, rest)
	SHLL(Imm(12), rest)
	ORL(rest, result)
	Label("flat")
	TESTL(flat, flat)
	JZ(LabelRef("done"))
	g.flat(zero, flat, result)
}

// sides stores how far three corners lie from a plane, in units of its normal.
func (g *gridRow) sides(n [3]reg.VecVirtual, offset Mem, corner func(v int) [3]reg.VecVirtual) (s [3]Mem) {
	d := YMM()
	if offset.Base == nil {
		VBROADCASTSD(Mem{Base: g.row, Disp: g.a.offset.Disp}, d)
	} else {
		VMOVUPD(offset, d)
	}
	for v := range s {
		c, t := corner(v), YMM()
		VMULPD(n[0], c[0], t)
		VFMADD231PD(n[1], c[1], t)
		VFMADD231PD(n[2], c[2], t)
		VSUBPD(d, t, t)
		s[v] = g.slot()
		VMOVUPD(t, s[v])
	}
	return s
}

// planes returns the lanes where a plane has all corners of the other triangle strictly
// on one side, and those where one has all of them in it.
func (g *gridRow) planes(sa, sb [3]Mem, zero reg.VecVirtual) (apart, flat reg.GPVirtual) {
	anyApart, anyFlat := YMM(), YMM()
	for i, s := range [][3]Mem{sa, sb} {
		least, most := leastMost64(s)
		above, below, both := YMM(), YMM(), YMM()
		VCMPPD(Imm(greaterOrdered), zero, least, above)
		VCMPPD(Imm(lessOrdered), zero, most, below)
		VORPD(below, above, above)
		VORPD(least, most, both) // 0 where both are
		VCMPPD(Imm(equalOrdered), zero, both, both)
		if i == 0 {
			VMOVAPD(above, anyApart)
			VMOVAPD(both, anyFlat)
			continue
		}
		VORPD(above, anyApart, anyApart)
		VORPD(both, anyFlat, anyFlat)
	}
	apart, flat = GP32(), GP32()
	VMOVMSKPD(anyApart, apart)
	VMOVMSKPD(anyFlat, flat)
	return apart, flat
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
func (g *gridRow) edgePairs(sa, sb [3]Mem, zero reg.VecVirtual) reg.GPVirtual {
	var products [3][3]Mem
	for i := range 3 {
		var e, m [3]reg.VecVirtual
		for k := range 3 {
			e[k], m[k] = g.ofA(g.a.edges[i][k]), g.ofA(g.a.moments[i][k])
		}
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
	any := YMM()
	first := true
	judge := func(s [3]Mem, i int, k [3]Mem) {
		meets := pierces64(s[i], s[(i+1)%3], k, zero)
		if first {
			VMOVAPD(meets, any)
			first = false
			return
		}
		VORPD(meets, any, any)
	}
	for i := range 3 {
		judge(sa, i, products[i])
		judge(sb, i, [3]Mem{products[0][i], products[1][i], products[2][i]})
	}
	bits := GP32()
	VMOVMSKPD(any, bits)
	return bits
}

// pierces64 returns the lanes where an edge with ends at x and y of a plane, not both in
// it, meets it, and where its products with the triangle's edges have no two signs.
func pierces64(x, y Mem, k [3]Mem, zero reg.VecVirtual) reg.VecVirtual {
	least, most := leastMost64(k)
	VSUBPD(most, zero, most)
	VMAXPD(most, least, least) // ≥ 0: one sign
	start, low, high, leaves := YMM(), YMM(), YMM(), YMM()
	VMOVUPD(x, start)
	VMINPD(y, start, low)
	VMAXPD(y, start, high)
	VCMPPD(Imm(greaterOrdered), low, high, leaves)
	VSUBPD(low, zero, low)
	VMINPD(high, low, low) // ≥ 0: on both sides, or in the plane
	VMINPD(low, least, least)
	VCMPPD(Imm(greaterOrEqual), zero, least, least)
	VANDPD(leaves, least, least)
	return least
}

// flat decides the lanes of coplanar triangles, and leaves those open where one spans no
// plane. It looks along the axis that A's normal is longest along.
func (g *gridRow) flat(zero reg.VecVirtual, flat, result reg.GPVirtual) {
	none, t := YMM(), YMM()
	VCMPPD(Imm(equalOrdered), g.b.size, zero, none)
	VCMPPD(Imm(equalOrdered), g.ofA(g.a.size), zero, t)
	VORPD(t, none, none)
	open := GP32()
	VMOVMSKPD(none, open)
	ANDL(flat, open)
	XORL(open, flat)
	SHLL(Imm(28), open)
	ORL(open, result)
	TESTL(flat, flat)
	JZ(LabelRef("done"))

	var along [3]reg.GPVirtual
	for j := range along {
		along[j] = GP64()
		MOVQ(Mem{Base: g.row, Disp: g.along[j].Disp}, along[j])
	}
	// Rows of B, and lanes of rows of A, of the axis and of the two after it.
	ofB := func(r row3, j int) Mem { return Mem{Base: g.m, Index: along[j], Scale: 1, Disp: r[0].Disp} }
	ofA := func(r row3, j int) reg.VecVirtual {
		x := YMM()
		VBROADCASTSD(Mem{Base: g.row, Index: along[j], Scale: 1, Disp: r[0].Disp}, x)
		return x
	}
	outside := YMM()
	VXORPD(outside, outside, outside)
	sign := YMM()
	VMOVUPD(ofB(g.b.normal, 0), sign)
	g.outsideEdges(outside, sign, zero, func(i int) (e1, e2, moment reg.VecVirtual) {
		e1, e2, moment = YMM(), YMM(), YMM()
		VMOVUPD(ofB(g.b.edges[i], 1), e1)
		VMOVUPD(ofB(g.b.edges[i], 2), e2)
		VMOVUPD(ofB(g.b.moments[i], 0), moment)
		return e1, e2, moment
	}, func(v, j int) Op { return ofA(g.a.corners[v], j) })
	g.outsideEdges(outside, ofA(g.a.normal, 0), zero, func(i int) (e1, e2, moment reg.VecVirtual) {
		return ofA(g.a.edges[i], 1), ofA(g.a.edges[i], 2), ofA(g.a.moments[i], 0)
	}, func(v, j int) Op { return ofB(g.b.corners[v], j) })
	bits := GP32()
	VMOVMSKPD(outside, bits)
	NOTL(bits)
	ANDL(flat, bits)
	SHLL(Imm(12), bits)
	ORL(bits, result)
}

// outsideEdges adds the lanes where all three corners lie strictly outside one edge of a
// triangle whose normal has that sign.
func (g *gridRow) outsideEdges(outside, sign, zero reg.VecVirtual, edge func(i int) (e1, e2, moment reg.VecVirtual), corner func(v, j int) Op) {
	minus := YMM()
	VPCMPEQD(minus, minus, minus)
	VPSLLQ(Imm(63), minus, minus)
	VANDPD(sign, minus, minus)
	for i := range 3 {
		e1, e2, moment := edge(i)
		most := YMM()
		for v := range 3 {
			t := YMM()
			VMOVAPD(moment, t)
			VFMADD231PD(corner(v, 2), e1, t)
			VFNMADD231PD(corner(v, 1), e2, t)
			VXORPD(minus, t, t)
			if v == 0 {
				VMOVAPD(t, most)
			} else {
				VMAXPD(t, most, most)
			}
		}
		VCMPPD(Imm(lessOrdered), zero, most, most)
		VORPD(most, outside, outside)
	}
}
