package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lanes is a width at which pairs of triangles are worked on: 16 at once with
// AVX-512, 8 of them (two triangles of A) with AVX2.
type lanes struct {
	width   int // bytes
	control reg.VecVirtual
	zero    reg.VecVirtual
}

func (l *lanes) v() reg.VecVirtual {
	if l.width == lane16 {
		return ZMM()
	}
	return YMM()
}

// dup loads a row of B: triangle j in the lanes with number 4i+j.
func (l *lanes) dup(from Mem) reg.VecVirtual {
	r := l.v()
	if l.width == lane16 {
		VBROADCASTF32X4(from, r)
	} else {
		VBROADCASTF128(from, r)
	}
	return r
}

// expand loads a row of A: triangle i in the lanes with number 4i+j.
func (l *lanes) expand(from Mem) reg.VecVirtual {
	r := l.dup(from)
	VPERMILPS(l.control, r, r)
	return r
}

func (l *lanes) load(from Op) reg.VecVirtual {
	r := l.v()
	VMOVUPS(from, r)
	return r
}

func (l *lanes) min(a, b Op) reg.VecVirtual { r := l.v(); VMINPS(a, b, r); return r }
func (l *lanes) max(a, b Op) reg.VecVirtual { r := l.v(); VMAXPS(a, b, r); return r }

func (l *lanes) negate(a reg.VecVirtual) reg.VecVirtual {
	r := l.v()
	VSUBPS(a, l.zero, r)
	return r
}

// above returns a bit for each lane in which a > err.
func (l *lanes) above(a reg.VecVirtual, err Mem) reg.GPVirtual {
	bits := GP32()
	if l.width == lane16 {
		k, e := K(), l.v()
		VBROADCASTSS(err, e)
		VCMPPS(Imm(greaterOrdered), e, a, k)
		KMOVW(k, bits)
		return bits
	}
	t, e := l.v(), l.v()
	VBROADCASTSS(err, e)
	VCMPPS(Imm(greaterOrdered), e, a, t)
	VMOVMSKPS(t, bits)
	return bits
}

// nothing holds +∞ and then −∞ in all lanes: what a minimum and a maximum of nothing are.
func nothing(name string) Mem {
	table := GLOBL("leafNothing"+name, 8|16)
	for i := range 32 {
		DATA(4*i, U32(0x7f800000|uint32(i/16)<<31))
	}
	return table
}

// neighbours are the vertices' numbers of both leaves: pairs share the corners with
// equal ones.
type neighbours struct {
	a, b    [3]Mem
	nothing Mem
}

func (n *neighbours) ofA(l *lanes, v int) reg.VecVirtual { return l.expand(n.a[v]) }
func (n *neighbours) ofB(l *lanes, v int) reg.VecVirtual { return l.dup(n.b[v]) }

// except returns t for the minimum and for the maximum of corners, without effect where
// the corner with that number is one of the other triangle's; s keeps the bits of the
// lanes where that has been so for every corner, and for any.
func (n *neighbours) except(l *lanes, t, number reg.VecVirtual, other func(l *lanes, v int) reg.VecVirtual, s *sides, first bool) (low, high reg.VecVirtual) {
	low, high = l.v(), l.v()
	above, below := n.nothing, n.nothing.Offset(lane16)
	bits := GP32()
	if l.width == lane16 {
		same := K()
		VPCMPEQD(other(l, 0), number, same)
		for v := 1; v < 3; v++ {
			k := K()
			VPCMPEQD(other(l, v), number, k)
			KORW(k, same, same)
		}
		VBLENDMPS(above, t, same, low)
		VBLENDMPS(below, t, same, high)
		KMOVW(same, bits)
	} else {
		same := l.v()
		VPCMPEQD(other(l, 0), number, same)
		for v := 1; v < 3; v++ {
			k := other(l, v)
			VPCMPEQD(k, number, k)
			VPOR(k, same, same)
		}
		VBLENDVPS(same, above, t, low)
		VBLENDVPS(same, below, t, high)
		VMOVMSKPS(same, bits)
	}
	if first {
		MOVL(bits, s.all)
		MOVL(bits, s.any)
	} else {
		ANDL(bits, s.all)
		ORL(bits, s.any)
	}
	return low, high
}

// row3 is a vector a row: x, y, z.
type row3 [3]Mem

func rowsAt(base reg.Register, disp int) (r [3]row3) {
	for v := range 3 {
		for k := range 3 {
			r[v][k] = at(base, disp+lane4*(3*v+k))
		}
	}
	return r
}

// quads works on four triangles, a lane each.
type quads struct{ slots }

func (q *quads) row() (r row3) {
	for k := range r {
		r[k] = q.slot()
	}
	return r
}

func (q *quads) rows() (r [3]row3) { return [3]row3{q.row(), q.row(), q.row()} }

// store puts three registers into rows.
func store(to row3, v [3]reg.VecVirtual) {
	for k := range v {
		VMOVUPS(v[k], to[k])
	}
}

func fetch(from row3) (v [3]reg.VecVirtual) {
	for k := range v {
		v[k] = XMM()
		VMOVUPS(from[k], v[k])
	}
	return v
}

// difference returns a − b.
func difference(a, b row3) (v [3]reg.VecVirtual) {
	v = fetch(a)
	for k := range v {
		VSUBPS(b[k], v[k], v[k])
	}
	return v
}

func cross(a, b [3]reg.VecVirtual) (v [3]reg.VecVirtual) {
	for k := range v {
		k1, k2 := (k+1)%3, (k+2)%3
		v[k] = XMM()
		VMULPS(a[k2], b[k1], v[k])
		VFMSUB231PS(a[k1], b[k2], v[k])
	}
	return v
}

// plane is the normal of a triangle and its product with the first corner.
type plane struct {
	normal row3
	offset Mem
}

// plane computes it from the first two edges.
func (q *quads) plane(corner row3, e, f [3]reg.VecVirtual) plane {
	p := plane{q.row(), q.slot()}
	n := cross(e, f)
	store(p.normal, n)
	d := XMM()
	VMULPS(corner[0], n[0], d)
	VFMADD231PS(corner[1], n[1], d)
	VFMADD231PS(corner[2], n[2], d)
	VMOVUPS(d, p.offset)
	return p
}

// edges stores the edges of triangles and returns the first two.
func (q *quads) edges(v [3]row3) (rows [3]row3, e, f [3]reg.VecVirtual) {
	rows = q.rows()
	store(rows[2], difference(v[0], v[2]))
	e, f = difference(v[1], v[0]), difference(v[2], v[1])
	store(rows[0], e)
	store(rows[1], f)
	return rows, e, f
}

// moments stores corner × edge.
func (q *quads) moments(v, e [3]row3) (rows [3]row3) {
	rows = q.rows()
	for i := range 3 {
		store(rows[i], cross(fetch(v[i]), fetch(e[i])))
	}
	return rows
}
