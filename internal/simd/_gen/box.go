package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in a Motion and rows of a Node, in bytes.
const (
	moveCol     = 0
	moveGrow    = 64
	moveSlack   = 68
	moveLeast   = 72
	moveBound   = 76
	moveTurn    = 80
	moveStretch = 116
	moveCol64   = 128
	moveScratch = 256
	moveEnd     = moveScratch + 4864

	nodeHalf = 3 * lane8
	nodeAxes = 6 * lane8
)

const boxSignature = "func(m *float32, a *float32, b *float32) uint32"

// boxes writes one form of BoxBox8. A box's axes are turned on four lanes and spread
// over eight through memory. With 32 registers (vl) C stays in them.
//
// acc holds, for every lane, the least of radius − distance so far: its sign tells
// whether an axis separates. That takes as many instructions as masks and no mask
// registers.
func boxes(name string, vl bool) {
	kernel(name, boxSignature, "tests one box against 8.")
	m, a, b := pointer("m"), pointer("a"), pointer("b")
	s := &slots{base: m, next: moveScratch, width: lane8, end: moveEnd}
	turnBox(m, a)
	s.next += 64
	turned := func(i, k int) reg.VecVirtual { return broadcastY(at(m, moveScratch+16*i+4*k)) }
	half := func(j int) Mem { return at(b, nodeHalf+j*lane8) }

	absolute := YMM()
	VPCMPEQD(absolute, absolute, absolute)
	VPSRLD(Imm(1), absolute, absolute)
	grow, stretch, e := broadcastY(at(m, moveGrow)), broadcastY(at(m, moveStretch)), YMM()
	var ha [3]reg.VecVirtual
	for i := range ha {
		ha[i] = broadcastY(at(a, nodeHalf+i*lane8))
		VFMADD213PS(grow, stretch, ha[i])
	}
	VADDPS(ha[0], ha[1], e)
	VADDPS(half(0), ha[2], grow)
	VADDPS(grow, e, e)
	VADDPS(half(1), e, e)
	VADDPS(half(2), e, e)
	slack := broadcastY(at(m, moveSlack))
	VMULPS(slack, e, e)

	var d [3]reg.VecVirtual
	for k := range d {
		d[k] = turned(3, k)
		VSUBPS(at(b, k*lane8), d[k], d[k])
	}
	acc := YMM()
	first := true
	judge := func(t, r reg.VecVirtual) {
		VANDPS(absolute, t, t)
		if first {
			VSUBPS(t, r, acc)
			first = false
			return
		}
		VSUBPS(t, r, r)
		VMINPS(r, acc, acc)
	}
	var x [3]Op
	var c, abs [3][3]Op
	for j := range 3 {
		q := func(k int) Mem { return at(b, nodeAxes+(3*j+k)*lane8) }
		q0, q1, q2, t, r := YMM(), YMM(), YMM(), YMM(), YMM()
		VMOVUPS(q(0), q0)
		VMOVUPS(q(1), q1)
		VMOVUPS(q(2), q2)
		VMULPS(d[0], q0, t)
		VFMADD231PS(d[1], q1, t)
		VFMADD231PS(d[2], q2, t)
		x[j] = s.keep(t, vl)
		VADDPS(half(j), e, r)
		for i := range 3 {
			w, u := turned(i, 0), YMM()
			VMULPS(w, q0, u)
			w = turned(i, 1)
			VFMADD231PS(w, q1, u)
			w = turned(i, 2)
			VFMADD231PS(w, q2, u)
			c[i][j] = s.keep(u, vl)
			v := YMM()
			VANDPS(absolute, u, v)
			abs[i][j] = s.keep(v, false)
			VFMADD231PS(v, ha[i], r)
		}
		copied := YMM()
		VMOVAPS(t, copied)
		judge(copied, r)
	}
	for i := range 3 {
		t, r := YMM(), YMM()
		VADDPS(e, ha[i], r)
		for j := range 3 {
			h, xj := load(half(j)), load(x[j])
			VFMADD231PS(abs[i][j], h, r)
			if j == 0 {
				VMULPS(c[i][j], xj, t)
			} else {
				VFMADD231PS(c[i][j], xj, t)
			}
		}
		judge(t, r)
	}
	mask := GP32()
	VMOVMSKPS(acc, mask)
	CMPL(mask, U32(0xff))
	JEQ(LabelRef("decided"))
	for j := range 3 {
		j1, j2 := (j+1)%3, (j+2)%3
		x1, x2, h1, h2 := load(x[j1]), load(x[j2]), load(half(j1)), load(half(j2))
		for i := range 3 {
			i1, i2 := (i+1)%3, (i+2)%3
			t, r := YMM(), YMM()
			VMULPS(c[i][j1], x2, t)
			VFMSUB231PS(c[i][j2], x1, t)
			VMOVAPS(e, r)
			VFMADD231PS(abs[i2][j], ha[i1], r)
			VFMADD231PS(abs[i1][j], ha[i2], r)
			VFMADD231PS(abs[i][j2], h1, r)
			VFMADD231PS(abs[i][j1], h2, r)
			judge(t, r)
		}
	}
	VMOVMSKPS(acc, mask)
	Label("decided")
	XORL(U32(0xff), mask)
	JZ(LabelRef("apart"))
	compareSizes(mask, func(i int, to reg.VecVirtual) { VMOVUPS(half(i), to) },
		func(i int, to reg.VecVirtual) {
			VBROADCASTSS(at(a, nodeHalf+i*lane8), to)
			VMULPS(broadcastY(at(m, moveStretch)), to, to)
		})
	Label("apart")
	VZEROUPPER()
	Store(mask, ReturnIndex(0))
	RET()
}

// compareSizes adds a bit to mask for each box of B that is at least as large as A's, and
// one for each that is larger.
func compareSizes(mask reg.GPVirtual, ofB, ofA func(i int, to reg.VecVirtual)) {
	b, a := halfArea(ofB), halfArea(ofA)
	for i, relation := range []uint64{notLessUnordered, greaterOrdered} {
		t, bits := YMM(), GP32()
		VCMPPS(Imm(relation), a, b, t)
		VMOVMSKPS(t, bits)
		SHLL(Imm(uint64(8+8*i)), bits)
		ORL(bits, mask)
	}
}

// halfArea computes xy + z(x + y) of half sizes, as Node.Area does.
func halfArea(half func(i int, to reg.VecVirtual)) reg.VecVirtual {
	x, y, z, t := YMM(), YMM(), YMM(), YMM()
	half(0, x)
	half(1, y)
	half(2, z)
	VMULPS(x, y, t)
	VADDPS(x, y, y)
	VMULPS(y, z, z)
	VADDPS(z, t, t)
	return t
}

// turnBox stores the three axes and the centre of A's box, moved, four lanes each.
func turnBox(m, a reg.Register) {
	var turn [3]reg.VecVirtual
	for k := range turn {
		turn[k] = XMM()
		VMOVUPS(at(m, moveTurn+12*k), turn[k])
	}
	for i := range 4 {
		from, w := nodeAxes+3*i*lane8, XMM()
		if i == 3 {
			from = 0
			VMOVUPS(at(m, moveCol+48), w)
		}
		for k := range 3 {
			x := XMM()
			VBROADCASTSS(at(a, from+k*lane8), x)
			switch {
			case i == 3:
				VFMADD231PS(at(m, moveCol+16*k), x, w)
			case k == 0:
				VMULPS(turn[k], x, w)
			default:
				VFMADD231PS(turn[k], x, w)
			}
		}
		VMOVUPS(w, at(m, moveScratch+16*i))
	}
}

// slots hands out scratch memory behind base.
type slots struct {
	base        reg.Register
	next, width int
	end         int
}

func (s *slots) slot() Mem {
	at := at(s.base, s.next)
	if s.next += s.width; s.next > s.end {
		panic("scratch memory is used up")
	}
	return at
}

// keep returns where a value stays: in its register or in memory.
func (s *slots) keep(v reg.VecVirtual, register bool) Op {
	if register {
		return v
	}
	to := s.slot()
	VMOVUPS(v, to)
	return to
}

// load returns a register with the value.
func load(o Op) reg.VecVirtual {
	if r, ok := o.(reg.VecVirtual); ok {
		return r
	}
	r := YMM()
	VMOVUPS(o, r)
	return r
}

func broadcastY(from Op) reg.VecVirtual {
	r := YMM()
	VBROADCASTSS(from, r)
	return r
}
