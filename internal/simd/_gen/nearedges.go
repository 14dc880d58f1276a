package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const nearEdgesSignature = "func(m *float32, a *float32, b *float32, dst *float32, limit float32, asked uint32) uint32"

// ridges is what one side of LeafEdges knows of four triangles, a lane each.
type ridges struct {
	corners, edges [3]row3
	// squares are those of the edges' lengths, inverses one over them.
	squares, inverses [3]Mem
}

// ridgePairs is the state of LeafEdges in some lanes.
type ridgePairs struct {
	*lanes
	room       *slots
	one, least Mem // a lane each
	// b is B's side in these lanes.
	b ridges
	// way is the shortest way between two edges so far, square its square.
	way    [3]reg.VecVirtual
	square reg.VecVirtual
}

// nearEdges writes one form of LeafEdges. What concerns one triangle is computed four lanes at a
// time and spread afterwards; with AVX-512, what concerns A stays in registers.
func nearEdges(name string, width int) {
	controls, one, least := expandControls(name, width), spreadConstant("nearOne"+name, 0x3f800000), spreadConstant("nearLeast"+name, 0x0d800000)
	kernel(name, nearEdgesSignature, "bounds the distances of 4 triangles to 4 along ways between edges.")
	m, a, b, dst := pointer("m"), pointer("a"), pointer("b"), pointer("dst")
	q := &quads{slots{base: m, next: moveScratch, width: lane4, end: moveWide}}
	sideA, sideB := q.ridges(q.moved(m, a, originDistance(m, a, b)), one, least), q.ridges(rowsAt(b, 0), one, least)
	near := GP32()
	XORL(near, near)
	for h := range lane16 / width {
		if width == lane8 {
			part := GP32()
			Load(Param("asked"), part)
			TESTL(U32(0xff<<(8*h)), part)
			JZ(LabelRef([2]string{"first", "second"}[h]))
		}
		l := &lanes{width: width}
		l.control, l.zero = l.load(controls.Offset(h*width)), l.v()
		VXORPS(l.zero.AsX(), l.zero.AsX(), l.zero.AsX())
		g := &ridgePairs{lanes: l, room: &slots{base: m, next: moveWide, width: width, end: moveEnd}, one: one, least: least}
		g.b = g.dups(&sideB)
		for i := range 3 {
			g.edge(&sideA, i)
		}
		bound := g.bound(&sideA, &sideB)
		VMOVUPS(bound, at(dst, h*width))
		gather(near, l.within(bound), h, false)
		if width == lane8 {
			Label([2]string{"first", "second"}[h])
		}
	}
	asked := GP32()
	Load(Param("asked"), asked)
	ANDL(asked, near)
	VZEROUPPER()
	Store(near, ReturnIndex(0))
	RET()
}

// spreadConstant is a float32 in 16 lanes.
func spreadConstant(name string, bits uint32) Mem {
	table := GLOBL(name, 8|16)
	for i := range 16 {
		DATA(4*i, U32(bits))
	}
	return table
}

func (q *quads) ridges(corners [3]row3, one, least Mem) (r ridges) {
	r.corners, r.edges = corners, q.rows()
	for i := range 3 {
		e := difference(corners[(i+1)%3], corners[i])
		store(r.edges[i], e)
		square, inverse := dotX(e, e), XMM()
		r.squares[i], r.inverses[i] = q.slot(), q.slot()
		VMOVUPS(square, r.squares[i])
		VMAXPS(least, square, square)
		VMOVUPS(one, inverse)
		VDIVPS(square, inverse, inverse)
		VMOVUPS(inverse, r.inverses[i])
	}
	return r
}

// dups spreads what is asked of B.
func (g *ridgePairs) dups(from *ridges) (to ridges) {
	dup := func(row Mem) Mem { return g.room.keep(g.dup(row), false).(Mem) }
	for i := range 3 {
		to.inverses[i] = dup(from.inverses[i])
		for k := range 3 {
			to.corners[i][k], to.edges[i][k] = dup(from.corners[i][k]), dup(from.edges[i][k])
		}
	}
	return to
}

// in returns a register with a value, which must not be changed.
func (g *ridgePairs) in(o Op) reg.VecVirtual {
	if r, ok := o.(reg.VecVirtual); ok {
		return r
	}
	return g.load(o)
}

// edge meets an edge of A with the three of B.
func (g *ridgePairs) edge(a *ridges, i int) {
	from := g.room.next
	keep := func(row Mem) Op { return g.room.keep(g.expand(row), g.width == lane16) }
	var p, e [3]Op
	for k := range 3 {
		p[k], e[k] = keep(a.corners[i][k]), keep(a.edges[i][k])
	}
	ee, inverse := keep(a.squares[i]), keep(a.inverses[i])
	for j := range 3 {
		g.edges(p, e, ee, inverse, j, i == 0 && j == 0)
	}
	g.room.next = from
}

// edges takes the shortest way between an edge of A, from p along e, and edge j of B, from q along f:
// p + s·e − q − t·f.
func (g *ridgePairs) edges(p, e [3]Op, ee, inverse Op, j int, first bool) {
	var r [3]reg.VecVirtual
	ef, er, fr := g.v(), g.v(), g.v()
	for k := range 3 {
		r[k] = g.v()
		VSUBPS(g.b.corners[j][k], g.in(p[k]), r[k])
		f := g.load(g.b.edges[j][k])
		if k == 0 {
			VMULPS(e[k], f, ef)
			VMULPS(e[k], r[k], er)
			VMULPS(f, r[k], fr)
		} else {
			VFMADD231PS(e[k], f, ef)
			VFMADD231PS(e[k], r[k], er)
			VFMADD231PS(f, r[k], fr)
		}
	}
	s, det, k := g.v(), g.v(), g.v()
	VMULPS(g.b.inverses[j], ef, k)
	VMOVAPS(er, s)
	VFMSUB231PS(fr, k, s)
	VMOVUPS(ee, det)
	VFNMADD231PS(ef, k, det)
	VMAXPS(g.least, det, det)
	VDIVPS(det, s, s)
	g.clamp(s)
	VFMADD231PS(s, ef, fr)
	VMULPS(g.b.inverses[j], fr, fr)
	g.clamp(fr) // t
	VFMSUB231PS(fr, ef, er)
	VMULPS(inverse, er, er)
	g.clamp(er) // s
	square := g.v()
	for k := range 3 {
		VFMADD231PS(e[k], er, r[k])
		VFNMADD231PS(g.b.edges[j][k], fr, r[k])
		if k == 0 {
			VMULPS(r[k], r[k], square)
		} else {
			VFMADD231PS(r[k], r[k], square)
		}
	}
	if first {
		g.way, g.square = r, square
		return
	}
	g.take(r, square)
}

// clamp limits x to [0, 1]; NaN becomes 0.
func (g *ridgePairs) clamp(x reg.VecVirtual) {
	VMAXPS(g.zero, x, x)
	VMINPS(g.one, x, x)
}

// take replaces the way where another one is shorter.
func (g *ridgePairs) take(r [3]reg.VecVirtual, square reg.VecVirtual) {
	if g.width == lane16 {
		shorter := K()
		VCMPPS(Imm(lessOrdered), g.square, square, shorter)
		for k := range 3 {
			VMOVAPS(r[k], shorter, g.way[k])
		}
	} else {
		shorter := g.v()
		VCMPPS(Imm(lessOrdered), g.square, square, shorter)
		for k := range 3 {
			VBLENDVPS(shorter, r[k], g.way[k], g.way[k])
		}
	}
	VMINPS(g.square, square, g.square)
}

// bound returns the square of the gap along the way, 0 for NaN.
func (g *ridgePairs) bound(a, b *ridges) reg.VecVirtual {
	low, _ := g.products(a.corners, g.way, g.expand)
	_, high := g.products(b.corners, g.way, g.dup)
	gap, square := g.v(), g.dot(g.way, g.way)
	VSUBPS(high, low, gap)
	VMAXPS(g.zero, gap, gap)
	VMAXPS(g.least, square, square)
	VDIVPS(square, gap, square)
	VMULPS(square, gap, gap)
	VMAXPS(g.zero, gap, gap)
	return gap
}

// within returns a bit for each lane that is at most the parameter limit.
func (l *lanes) within(x reg.VecVirtual) reg.GPVirtual {
	limit, bits := broadcastParameter(l.v(), "limit"), GP32()
	if l.width == lane16 {
		k := K()
		VCMPPS(Imm(lessEqual), limit, x, k)
		KMOVW(k, bits)
		return bits
	}
	VCMPPS(Imm(lessEqual), limit, x, limit)
	VMOVMSKPS(limit, bits)
	return bits
}
