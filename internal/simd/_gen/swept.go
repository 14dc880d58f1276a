package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in a Sweep and rows of an Oriented, in bytes.
const (
	sweepCenter   = 0
	sweepMotion   = 24
	sweepAxes     = 48
	sweepHalf     = 120
	sweepSlack    = 144
	sweepVelocity = 152
	sweepSpin     = 176
	sweepPivot    = 200
	sweepTurn     = 224
	sweepRoll     = 232
	sweepScratch  = 256
	sweepEnd      = sweepScratch + 192*8

	orientedAxes   = 3 * lane16
	orientedHalf   = 12 * lane16
	orientedRadius = 15 * lane16
	orientedFar    = 16 * lane16
)

// sweeps is the state of the kernel for as many boxes as a register has lanes. No product is fused with a sum.
type sweeps struct {
	*slots
	s, b  reg.Register
	wide  bool // registers of 64 bytes
	off   int  // of the boxes in their rows
	sign  reg.VecVirtual
	found reg.VecVirtual // lanes that are apart, or of wide ones
	marks reg.OpmaskVirtual
	e     Op
	d, w  [3]Op
	x, y  [3]Op
	c, n  [3][3]Op
}

// sweep8 writes one form of Sweep8.
func sweep8(name string, wide bool) {
	kernel(name, "func(s *float64, b *float64) uint32", "tests a box that moves against 8.")
	s, b := pointer("s"), pointer("b")
	mask := GP32()
	if wide {
		one(name, s, b, true, 0, mask)
	} else {
		low := GP32()
		one(name+"low", s, b, false, 0, low)
		one(name+"high", s, b, false, lane8, mask)
		SHLL(Imm(4), mask)
		ORL(low, mask)
	}
	XORL(U32(0xff), mask)
	VZEROUPPER()
	Store(mask, ReturnIndex(0))
	RET()
}

// one sets mask to the lanes that are apart.
func one(label string, s, b reg.Register, wide bool, off int, mask reg.Register) {
	k := &sweeps{slots: &slots{base: s, next: sweepScratch, width: lane8, end: sweepEnd}, s: s, b: b, wide: wide, off: off}
	if wide {
		k.width = lane16
	}
	k.begin()
	k.ofBoxes()
	k.ofSweep()
	all := uint32(0xf)
	if wide {
		all = 0xff
	}
	k.tell(mask)
	CMPL(mask, U32(all))
	JEQ(LabelRef(label))
	k.across()
	k.tell(mask)
	Label(label)
}

func (k *sweeps) reg() reg.VecVirtual {
	if k.wide {
		return ZMM()
	}
	return YMM()
}

func (k *sweeps) row(at int) Mem { return Mem{Base: k.b, Disp: at + k.off} }

func (k *sweeps) all(off int) reg.VecVirtual {
	r := k.reg()
	VBROADCASTSD(at(k.s, off), r)
	return r
}

func (k *sweeps) load(o Op) reg.VecVirtual {
	r := k.reg()
	VMOVUPD(o, r)
	return r
}

// keep is slots.keep for registers of any width.
func (k *sweeps) keep(v reg.VecVirtual) Op {
	if k.wide {
		return v
	}
	to := k.slot()
	VMOVUPD(v, to)
	return to
}

func (k *sweeps) begin() {
	k.sign = k.reg()
	if k.wide {
		k.marks = K()
		KXORW(k.marks, k.marks, k.marks)
		VPTERNLOGD(Imm(0xff), k.sign, k.sign, k.sign)
	} else {
		k.found = k.reg()
		VXORPD(k.found, k.found, k.found)
		VPCMPEQD(k.sign, k.sign, k.sign)
	}
	VPSLLQ(Imm(63), k.sign, k.sign)
	e := k.all(sweepSlack)
	for _, part := range [][2]int{{sweepTurn, orientedFar}, {sweepRoll, orientedRadius}} {
		p := k.all(part[0])
		VMULPD(k.row(part[1]), p, p)
		VADDPD(p, e, e)
	}
	k.e = k.keep(e)
	k.motion()
}

// motion sets how far the centres are from each other and how far they go.
func (k *sweeps) motion() {
	var arm [3]reg.VecVirtual
	for i := range 3 {
		arm[i] = k.load(k.row(lane16 * i))
		VSUBPD(k.all(sweepPivot+8*i), arm[i], arm[i])
		d := k.all(sweepCenter + 8*i)
		VSUBPD(k.row(lane16*i), d, d)
		k.d[i] = k.keep(d)
	}
	for i := range 3 {
		i1, i2 := (i+1)%3, (i+2)%3
		p, q := k.all(sweepSpin+8*i1), k.all(sweepSpin+8*i2)
		VMULPD(arm[i2], p, p)
		VMULPD(arm[i1], q, q)
		VSUBPD(q, p, p)
		VADDPD(k.all(sweepVelocity+8*i), p, p)
		w := k.all(sweepMotion + 8*i)
		VSUBPD(p, w, w)
		k.w[i] = k.keep(w)
	}
}

// dot is a[0]·b[0] + a[1]·b[1] + a[2]·b[2]; a and b may be in memory.
func (k *sweeps) dot(a, b [3]Op) reg.VecVirtual {
	var sum reg.VecVirtual
	for i := range 3 {
		p := k.load(a[i])
		VMULPD(b[i], p, p)
		if i == 0 {
			sum = p
		} else {
			VADDPD(p, sum, sum)
		}
	}
	return sum
}

// add adds a·b.
func (k *sweeps) add(sum, a reg.VecVirtual, b Op) {
	VMULPD(b, a, a)
	VADDPD(a, sum, sum)
}

// ofBoxes takes the axes of the eight boxes.
func (k *sweeps) ofBoxes() {
	for j := range 3 {
		var q [3]Op
		for i := range 3 {
			q[i] = k.load(k.row(orientedAxes + lane16*(3*j+i)))
		}
		x, y := k.dot(k.d, q), k.dot(k.w, q)
		k.x[j], k.y[j] = k.keep(x), k.keep(y)
		r := k.load(k.e)
		VADDPD(k.row(orientedHalf+lane16*j), r, r)
		for i := range 3 {
			var axis [3]Op
			for m := range 3 {
				axis[m] = k.all(sweepAxes + 8*(3*i+m))
			}
			c, n := k.dot(axis, q), k.reg()
			k.c[i][j] = k.keep(c)
			if k.wide {
				VPANDNQ(c, k.sign, n)
			} else {
				VANDNPD(c, k.sign, n)
			}
			to := k.slot()
			VMOVUPD(n, to)
			k.n[i][j] = to
			k.add(r, n, k.all(sweepHalf+8*i))
		}
		k.judge(x, y, r)
	}
}

// ofSweep takes the axes of the box that moves.
func (k *sweeps) ofSweep() {
	for i := range 3 {
		r := k.all(sweepHalf + 8*i)
		VADDPD(k.e, r, r)
		for j := range 3 {
			k.add(r, k.load(k.row(orientedHalf+lane16*j)), k.n[i][j])
		}
		k.judge(k.dot(k.x, k.c[i]), k.dot(k.y, k.c[i]), r)
	}
}

// across takes the axes square to one of each.
func (k *sweeps) across() {
	for j := range 3 {
		j1, j2 := (j+1)%3, (j+2)%3
		for i := range 3 {
			i1, i2 := (i+1)%3, (i+2)%3
			r := k.load(k.e)
			k.add(r, k.load(k.row(orientedHalf+lane16*j1)), k.n[i][j2])
			k.add(r, k.load(k.row(orientedHalf+lane16*j2)), k.n[i][j1])
			k.add(r, k.all(sweepHalf+8*i1), k.n[i2][j])
			k.add(r, k.all(sweepHalf+8*i2), k.n[i1][j])
			at := k.minor(k.x, i, j1, j2)
			k.judge(at, k.minor(k.y, i, j1, j2), r)
		}
	}
}

// minor is v[j2]·c[i][j1] − v[j1]·c[i][j2].
func (k *sweeps) minor(v [3]Op, i, j1, j2 int) reg.VecVirtual {
	p, q := k.load(v[j2]), k.load(v[j1])
	VMULPD(k.c[i][j1], p, p)
	VMULPD(k.c[i][j2], q, q)
	VSUBPD(q, p, p)
	return p
}

// judge marks the lanes in which at − moves and at + moves are on one side, farther away than r.
func (k *sweeps) judge(at, moves, r reg.VecVirtual) {
	start, end, sign := k.reg(), k.reg(), k.reg()
	VSUBPD(moves, at, start)
	VADDPD(moves, at, end)
	if !k.wide {
		VANDPD(k.sign, start, sign)
		VXORPD(sign, start, start)
		VXORPD(sign, end, end)
		VCMPPD(Imm(greaterOrdered), r, start, start)
		VCMPPD(Imm(greaterOrdered), r, end, end)
		VANDPD(start, end, end)
		VORPD(end, k.found, k.found)
		return
	}
	VPANDQ(k.sign, start, sign)
	VPXORQ(sign, start, start)
	VPXORQ(sign, end, end)
	first, both := K(), K()
	VCMPPD(Imm(greaterOrdered), r, start, first)
	VCMPPD(Imm(greaterOrdered), r, end, first, both)
	KORW(both, k.marks, k.marks)
}

// tell sets mask to the lanes that are marked.
func (k *sweeps) tell(mask reg.Register) {
	if k.wide {
		KMOVW(k.marks, mask)
	} else {
		VMOVMSKPD(k.found, mask)
	}
}
