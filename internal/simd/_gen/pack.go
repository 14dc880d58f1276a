package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	trianglesSignature = "func(boxes *float32, first int, vertices *float64, triangles *uint32, n int, space *float64)"
	runAreasSignature  = "func(areas *float32, boxes *float32, n int, most int)"
	leastSignature     = "func(s *float32) int"

	extents = 3 * frameRow // the lower bounds of Slabs
)

// triangleBoxesAVX2 takes x, y, z, 0 of three corners as four lanes.
func triangleBoxesAVX2() {
	kernel("triangleBoxesAVX2", trianglesSignature, "encloses triangles.")
	boxes, number, vertices, triangles, n := pointer("boxes"), pointer("first"), pointer("vertices"), pointer("triangles"), pointer("n")
	space, origin, scale := pointer("space"), YMM(), YMM()
	VMOVUPD(at(space, 0), origin)
	VMOVUPD(at(space, 32), scale)
	loop(n, func() {
		least, most := YMM(), YMM()
		for v := range 3 {
			index, p, z := GP64(), YMM(), XMM()
			MOVL(at(triangles, 4*v), index.As32())
			LEAQ(Mem{Base: index, Index: index, Scale: 2}, index)
			VMOVUPD(Mem{Base: vertices, Index: index, Scale: 8}, p.AsX())
			VMOVSD(Mem{Base: vertices, Index: index, Scale: 8, Disp: 16}, z)
			VINSERTF128(Imm(1), z, p, p)
			if v == 0 {
				VMOVAPD(p, least)
				VMOVAPD(p, most)
				continue
			}
			VMINPD(p, least, least)
			VMAXPD(p, most, most)
		}
		VSUBPD(least, origin, least)
		VSUBPD(origin, most, most)
		for i, x := range []reg.VecVirtual{least, most} {
			VMULPD(scale, x, x)
			VCVTPD2PSY(x, x.AsX())
			VMOVUPS(x.AsX(), at(boxes, 16*i))
		}
		MOVL(number.As32(), at(boxes, 28))
		INCQ(number)
		ADDQ(Imm(12), triangles)
		ADDQ(Imm(boxBytes), boxes)
	})
}

// runAreasAVX2 turns x, y, z into y, z, x for the three products, which are added from
// left to right.
func runAreasAVX2() {
	kernel("runAreasAVX2", runAreasSignature, "measures the unions of runs of boxes.")
	areas, boxes, n, most := pointer("areas"), pointer("boxes"), pointer("n"), pointer("most")
	Label("start")
	at0, left, u := GP64(), GP64(), YMM()
	MOVQ(boxes, at0)
	MOVQ(most, left)
	VMOVUPS(at(at0, 0), u)
	Label("grow")
	x, y, t := XMM(), XMM(), XMM()
	VMAXPS(at(at0, 0), u, u)
	VEXTRACTF128(Imm(1), u, x)
	VADDPS(u.AsX(), x, x)
	VPERMILPS(Imm(0xc9), x, y)
	VMULPS(y, x, x)
	VMOVSHDUP(x, y)
	VADDSS(y, x, y)
	VPERMILPS(Imm(0xaa), x, t)
	VADDSS(t, y, y)
	VMOVSS(y, at(areas, 0))
	ADDQ(Imm(4), areas)
	ADDQ(Imm(boxBytes), at0)
	DECQ(left)
	JNZ(LabelRef("grow"))
	ADDQ(Imm(boxBytes), boxes)
	DECQ(n)
	JNZ(LabelRef("start"))
	VZEROUPPER()
	RET()
}

func leastAVX2() {
	kernel("leastAVX2", leastSignature, "finds the smallest of 16 boxes.")
	s := pointer("s")
	var area [2]reg.VecVirtual
	for part := range area {
		var d [3]reg.VecVirtual
		for j := range d {
			row := j*frameRow + part*lane8
			d[j] = load8(at(s, extents+row))
			VSUBPS(at(s, row), d[j], d[j])
		}
		area[part] = YMM()
		t := YMM()
		VMULPS(d[1], d[0], area[part])
		VMULPS(d[2], d[1], t)
		VADDPS(t, area[part], area[part])
		VMULPS(d[0], d[2], t)
		VADDPS(t, area[part], area[part])
	}
	least := YMM()
	VMINPS(area[1], area[0], least)
	low := XMM()
	VEXTRACTF128(Imm(1), least, low)
	VMINPS(least.AsX(), low, low)
	t := XMM()
	VPERMILPS(Imm(0x4e), low, t)
	VMINPS(t, low, low)
	VPERMILPS(Imm(0xb1), low, t)
	VMINPS(t, low, low)
	VBROADCASTSS(low, least)
	bits, high := GP32(), GP32()
	for part := range area {
		VCMPPS(Imm(equalOrdered), least, area[part], area[part])
	}
	VMOVMSKPS(area[0], bits)
	VMOVMSKPS(area[1], high)
	SHLL(Imm(8), high)
	ORL(high, bits)
	BSFL(bits, bits)
	VZEROUPPER()
	Store(bits.As64(), ReturnIndex(0))
	RET()
}
