package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// Bytes of a box, of its first four coordinates, of a simd.Fixed, and where the
// parts of a fixTable lie.
const (
	boxBytes, fourBytes, fixedBytes            = 48, 32, 32
	tableOrigin, tableScale, tableLimit, order = 0, 48, 96, 144
	unordered                                  = 3 // the predicate of VCMPPD
)

// fixAVX2 takes four coordinates in one register and two in another.
func fixAVX2() {
	TEXT("fixAVX2", NOSPLIT, "func(dst *int32, boxes *float64, order *uint32, n int, table *float64)")
	Pragma("noescape")
	Doc("fixAVX2 maps n boxes.")
	dst, boxes, which := pointer("dst"), pointer("boxes"), pointer("order")
	n, table := pointer("n"), pointer("table")
	o4, o2, s4, s2, l4, l2 := YMM(), XMM(), YMM(), XMM(), YMM(), XMM()
	VMOVUPD(Mem{Base: table, Disp: tableOrigin}, o4)
	VMOVUPD(Mem{Base: table, Disp: tableOrigin + fourBytes}, o2)
	VMOVUPD(Mem{Base: table, Disp: tableScale}, s4)
	VMOVUPD(Mem{Base: table, Disp: tableScale + fourBytes}, s2)
	VMOVUPD(Mem{Base: table, Disp: tableLimit}, l4)
	VMOVUPD(Mem{Base: table, Disp: tableLimit + fourBytes}, l2)
	lanes, zero, empty := YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: table, Disp: order}, lanes)
	VPXOR(zero, zero, zero)
	// The box of a NaN: Lo is 1, all else 0.
	one := GP32()
	MOVL(U32(1), one)
	VMOVD(one, empty.AsX())

	Label("box")
	box := GP64()
	MOVL(Mem{Base: which}, box.As32())
	IMUL3Q(Imm(boxBytes), box, box)
	ADDQ(boxes, box)
	v4, v2, t4, t2 := YMM(), XMM(), YMM(), XMM()
	VMOVUPD(Mem{Base: box}, v4)
	VMOVUPD(Mem{Base: box, Disp: fourBytes}, v2)
	VCMPPD(Imm(unordered), v4, v4, t4)
	VCMPPD(Imm(unordered), v2, v2, t2)
	VORPD(t2.AsY(), t4, t4)
	VSUBPD(o4, v4, v4)
	VSUBPD(o2, v2, v2)
	VMULPD(s4, v4, v4)
	VMULPD(s2, v2, v2)
	VMAXPD(zero, v4, v4)
	VMAXPD(zero.AsX(), v2, v2)
	VMINPD(l4, v4, v4)
	VMINPD(l2, v2, v2)
	VCVTTPD2DQY(v4, v4.AsX())
	VCVTTPD2DQX(v2, v2)
	VINSERTI128(Imm(1), v2, v4, v4)
	VPERMD(v4, lanes, v4)
	VPTEST(t4, t4)
	JNZ(LabelRef("nan"))

	Label("store")
	VMOVDQU(v4, Mem{Base: dst})
	ADDQ(Imm(fixedBytes), dst)
	ADDQ(Imm(4), which)
	DECQ(n)
	JNZ(LabelRef("box"))
	VZEROUPPER()
	RET()

	Label("nan")
	VMOVDQA(empty, v4)
	JMP(LabelRef("store"))
}
