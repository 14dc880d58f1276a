package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

const partSignature = "func(boxes *float32, n int, axis int, origin float32, scale float32, bound float32) int"

// partAVX2 moves a box in four instructions and without a branch.
func partAVX2() {
	kernel("partAVX2", partSignature, "puts boxes below a bound first and returns their number.")
	from, n, axis := pointer("boxes"), pointer("n"), pointer("axis")
	origin, scale, bound := Load(Param("origin"), XMM()), Load(Param("scale"), XMM()), Load(Param("bound"), XMM())
	SHLQ(Imm(2), axis)
	to, start := GP64(), GP64()
	MOVQ(from, to)
	MOVQ(from, start)
	Label("loop")
	b, c, x, below := YMM(), YMM(), XMM(), GP64()
	VMOVUPS(at(from, 0), b)
	VMOVUPS(at(to, 0), c)
	VMOVSS(Mem{Base: from, Index: axis, Scale: 1, Disp: 16}, x)
	VSUBSS(Mem{Base: from, Index: axis, Scale: 1}, x, x)
	VSUBSS(origin, x, x)
	VMULSS(scale, x, x)
	VCMPSS(Imm(lessOrdered), bound, x, x)
	VMOVUPS(c, at(from, 0))
	VMOVUPS(b, at(to, 0))
	VMOVD(x, below.As32())
	ANDL(Imm(lane8), below.As32())
	ADDQ(below, to)
	ADDQ(Imm(lane8), from)
	DECQ(n)
	JNZ(LabelRef("loop"))
	SUBQ(start, to)
	SHRQ(Imm(5), to)
	VZEROUPPER()
	Store(to, ReturnIndex(0))
	RET()
}
