package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// alignedBox8AVX2 keeps the least of radius − distance of every lane, as boxes does. The
// half sizes of unused lanes make their radii negative.
func alignedBox8AVX2() {
	one := GLOBL("alignedOne", 8|16)
	DATA(0, U32(0x3f800000)) // avo writes F32(1) as the integer
	kernel("alignedBox8AVX2", boxSignature, "tests one box against 8, all along the coordinates.")
	m, a, b := pointer("m"), pointer("a"), pointer("b")
	absolute := YMM()
	VPCMPEQD(absolute, absolute, absolute)
	VPSRLD(Imm(1), absolute, absolute)
	grow, slack, factor := broadcastY(at(m, moveGrow)), broadcastY(at(m, moveSlack)), broadcastY(one)
	VADDPS(slack, factor, factor)
	acc := YMM()
	for k := range 3 {
		d, r := broadcastY(at(a, k*lane8)), broadcastY(at(a, nodeHalf+k*lane8))
		VSUBPS(at(b, k*lane8), d, d)
		VANDPS(absolute, d, d)
		VADDPS(grow, r, r)
		VADDPS(at(b, nodeHalf+k*lane8), r, r)
		VMULPS(factor, r, r)
		VSUBPS(d, r, r)
		if k == 0 {
			VMOVAPS(r, acc)
		} else {
			VMINPS(r, acc, acc)
		}
	}
	mask := GP32()
	VMOVMSKPS(acc, mask)
	XORL(U32(0xff), mask)
	JZ(LabelRef("apart"))
	compareSizes(mask, func(i int, to reg.VecVirtual) { VMOVUPS(at(b, nodeHalf+i*lane8), to) },
		func(i int, to reg.VecVirtual) { VBROADCASTSS(at(a, nodeHalf+i*lane8), to) })
	Label("apart")
	VZEROUPPER()
	Store(mask, ReturnIndex(0))
	RET()
}
