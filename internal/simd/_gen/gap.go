package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The query of a gap kernel is a lane of a block: its bounds are lane8 bytes apart.
const gapSignature = "func(dst *float32, query *float32, block *float32) uint8"

const axisRows = 6

// MAXPS returns its second source when the two are unordered, so that a NaN sum
// leaves the accumulator, which is that source, alone.

// gapAVX2 keeps two accumulators for the axes and three for the diagonals, to
// overlap the chains.
func gapAVX2() {
	infinite, diagonal := eight("infinite8", 0xff800000), eight("diagonal8", 0x3f3504f3)
	kernel("gapAVX2", gapSignature, "finds the greatest separation of 8 lanes, one bound at a time.")
	dst, q, b := pointer("dst"), pointer("query"), pointer("block")
	acc := make([]reg.VecVirtual, 5)
	for i := range acc {
		acc[i] = YMM()
		VMOVUPS(infinite, acc[i])
	}
	for r := range rows {
		g := acc[r%2]
		if r >= axisRows {
			g = acc[2+r%3]
		}
		s := YMM()
		VBROADCASTSS(at(q, (r^1)*lane8), s)
		VADDPS(at(b, r*lane8), s, s)
		VMAXPS(g, s, g)
	}
	VMAXPS(acc[0], acc[1], acc[0])
	VMAXPS(acc[2], acc[3], acc[2])
	VMAXPS(acc[2], acc[4], acc[2])
	VMULPS(diagonal, acc[2], acc[2])
	VMAXPS(acc[0], acc[2], acc[0])
	zero := YMM()
	VXORPS(zero, zero, zero)
	VADDPS(zero, acc[0], acc[0])
	VMOVUPS(acc[0], at(dst, 0))
	m := GP32()
	VCMPPS(Imm(greaterOrdered), zero, acc[0], acc[0])
	VMOVMSKPS(acc[0], m)
	Store(m.As8(), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// reachedAVX2 compares eight numbers with one; unordered ones count as reached.
func reachedAVX2() {
	kernel("reachedAVX2", "func(marks *float32, x float32) uint8", "tells which of 8 marks x is not below.")
	marks, x, m := pointer("marks"), YMM(), GP32()
	VBROADCASTSS(address("x"), x)
	VCMPPS(Imm(notLessUnordered), at(marks, 0), x, x)
	VMOVMSKPS(x, m)
	Store(m.As8(), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// gapAVX512 takes both bounds of a slab at once.
func gapAVX512() {
	kernel("gapAVX512", gapSignature, "finds the greatest separation of 8 lanes, both bounds of a slab at a time.")
	dst, q, b := pointer("dst"), pointer("query"), pointer("block")
	bits := GP32()
	MOVL(U32(0xff00), bits)
	KMOVW(bits, reg.K1)
	acc := make([]reg.VecVirtual, 3)
	MOVL(U32(0xff800000), bits)
	for i := range acc {
		acc[i] = ZMM()
		VPBROADCASTD(bits, acc[i])
	}
	for k := range rows / 2 {
		g := acc[0]
		if k >= axisRows/2 {
			g = acc[1+k%2]
		}
		s := ZMM()
		VBROADCASTSS(at(q, (2*k+1)*lane8), s)
		VBROADCASTSS(at(q, 2*k*lane8), reg.K1, s)
		VADDPS(at(b, k*lane16), s, s)
		VMAXPS(g, s, g)
	}
	VMAXPS(acc[1], acc[2], acc[1])
	scale := ZMM()
	MOVL(U32(0x3f3504f3), bits)
	VPBROADCASTD(bits, scale)
	VMULPS(scale, acc[1], acc[1])
	VMAXPS(acc[0], acc[1], acc[0])
	zero, high := ZMM(), YMM()
	VEXTRACTF64X4(Imm(1), acc[0], high)
	low := acc[0].(reg.VecVirtual).AsY()
	VMAXPS(high, low, high)
	VPXORD(zero, zero, zero)
	VADDPS(zero.AsY(), high, high)
	VMOVUPS(high, at(dst, 0))
	m := GP32()
	VCMPPS(Imm(greaterOrdered), zero.AsY(), high, high)
	VMOVMSKPS(high, m)
	Store(m.As8(), ReturnIndex(0))
	VZEROUPPER()
	RET()
}
