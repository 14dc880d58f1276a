package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Bytes before the upper corner's z … of a box: a load there has the upper corner in
// its last three lanes and stays within the box.
const upperBytes = 16

// lessEqual is the predicate of VCMPPD, quiet, false for NaN.
const lessEqual = 0x12

// overlapPairsAVX2 writes every pair and keeps it by moving on, so that outcomes make
// no branch: which boxes overlap is anyone's guess.
func overlapPairsAVX2() {
	TEXT("overlapPairsAVX2", NOSPLIT, "func(dst *int32, pairs *int32, n int, boxes *float64) (kept int)")
	Pragma("noescape")
	Doc("overlapPairsAVX2 tests n pairs.")
	dst, pairs, n, boxes := pointer("dst"), pointer("pairs"), pointer("n"), pointer("boxes")

	Label("pair")
	pair, a, b := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: pairs}, pair)
	MOVL(pair.As32(), a.As32())
	MOVQ(pair, b)
	SHRQ(Imm(32), b)
	IMUL3Q(Imm(boxBytes), a, a)
	IMUL3Q(Imm(boxBytes), b, b)
	// Lower corners moved up by a lane, against upper ones: lanes 1 to 3 count.
	lowerA, lowerB := YMM(), YMM()
	VPERMPD(Imm(0x90), Mem{Base: boxes, Index: a, Scale: 1}, lowerA)
	VPERMPD(Imm(0x90), Mem{Base: boxes, Index: b, Scale: 1}, lowerB)
	VCMPPD(Imm(lessEqual), Mem{Base: boxes, Index: b, Scale: 1, Disp: upperBytes}, lowerA, lowerA)
	VCMPPD(Imm(lessEqual), Mem{Base: boxes, Index: a, Scale: 1, Disp: upperBytes}, lowerB, lowerB)
	VANDPD(lowerA, lowerB, lowerA)
	mask := GP32()
	VMOVMSKPD(lowerA, mask)
	MOVQ(pair, Mem{Base: dst})
	ANDL(Imm(0xe), mask)
	step := GP64()
	XORL(step.As32(), step.As32())
	CMPL(mask, Imm(0xe))
	SETEQ(step.As8())
	LEAQ(Mem{Base: dst, Index: step, Scale: 8}, dst)
	ADDQ(Imm(8), pairs)
	DECQ(n)
	JNZ(LabelRef("pair"))
	VZEROUPPER()
	start := pointer("dst")
	SUBQ(start, dst)
	SHRQ(Imm(3), dst)
	Store(reg.GPVirtual(dst), ReturnIndex(0))
	RET()
}
