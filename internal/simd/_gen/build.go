package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	spreadSignature  = "func(lo *float32, hi *float32, points *float32, n int, frames *float32)"
	binSignature     = "func(set *float32, boxes *float32, n int, grid *float32)"
	encloseSignature = "func(union *float32, centers *float32, boxes *float32, n int)"

	boxBytes  = 32
	binRow    = 16 * boxBytes // an axis of a BinSet
	binCounts = 3 * binRow
	frameRow  = 16 * 4
)

// spreads writes one form of Spread: the orientations are the lanes, in one part or
// two, and the points pass by.
func spreads(name string, width int) {
	kernel(name, spreadSignature, "projects points on the axes of 16 orientations.")
	for part := range frameRow / width {
		lo, hi, p, n, f := pointer("lo"), pointer("hi"), pointer("points"), pointer("n"), pointer("frames")
		l := &lanes{width: width}
		row := func(r int) Mem { return at(f, r*frameRow+part*width) }
		dot := func(j int, x [3]reg.VecVirtual) reg.VecVirtual {
			t := l.v()
			VMULPS(row(3*j), x[0], t)
			VFMADD231PS(row(3*j+1), x[1], t)
			VFMADD231PS(row(3*j+2), x[2], t)
			return t
		}
		point := func() (x [3]reg.VecVirtual) {
			for k := range x {
				x[k] = l.v()
				VBROADCASTSS(at(p, 4*k), x[k])
			}
			return x
		}
		var least, most [3]reg.VecVirtual
		x := point()
		for j := range 3 {
			least[j], most[j] = dot(j, x), l.v()
			VMOVAPS(least[j], most[j])
		}
		again, end := "again", "end"
		if part == 1 {
			again, end = "again1", "end1"
		}
		Label(again)
		DECQ(n)
		JZ(LabelRef(end))
		ADDQ(Imm(12), p)
		x = point()
		for j := range 3 {
			t := dot(j, x)
			VMINPS(t, least[j], least[j])
			VMAXPS(t, most[j], most[j])
		}
		JMP(LabelRef(again))
		Label(end)
		for j := range 3 {
			VMOVUPS(least[j], at(lo, j*frameRow+part*width))
			VMOVUPS(most[j], at(hi, j*frameRow+part*width))
		}
	}
	VZEROUPPER()
	RET()
}

// binAVX2 finds the slabs of the three axes in three lanes; an index times the size of
// a box, plus that of the axes before, is where the slab's union lies.
func binAVX2() {
	table := GLOBL("binTable", 8|16)
	for i := range 4 {
		DATA(4*i, U32(0x41700000)) // 15
	}
	for i := range 4 {
		DATA(16+4*i, U32(uint32(i*binRow)))
	}
	kernel("binAVX2", binSignature, "adds boxes to the slabs they lie in.")
	s, b, n, g := pointer("set"), pointer("boxes"), pointer("n"), pointer("grid")
	origin, scale, zero, last, axes := XMM(), XMM(), XMM(), XMM(), XMM()
	VMOVUPS(at(g, 0), origin)
	VMOVUPS(at(g, 16), scale)
	VXORPS(zero, zero, zero)
	VMOVUPS(table, last)
	VMOVUPS(table.Offset(16), axes)
	loop(n, func() {
		c, box := XMM(), YMM()
		VMOVUPS(at(b, 0), box)
		VMOVUPS(at(b, 16), c)
		VSUBPS(box.AsX(), c, c)
		VSUBPS(origin, c, c)
		VMULPS(scale, c, c)
		VMAXPS(zero, c, c)
		VMINPS(last, c, c)
		VCVTTPS2DQ(c, c)
		VPSLLD(Imm(5), c, c)
		VPADDD(axes, c, c)
		for a := range 3 {
			o, u := GP32(), YMM()
			if a == 0 {
				VMOVD(c, o)
			} else {
				VPEXTRD(Imm(uint64(a)), c, o)
			}
			slab := Mem{Base: s, Index: o.As64(), Scale: 1}
			VMAXPS(slab, box, u)
			VMOVUPS(u, slab)
			SHRL(Imm(3), o)
			INCL(Mem{Base: s, Index: o.As64(), Scale: 1, Disp: binCounts})
		}
		ADDQ(Imm(boxBytes), b)
	})
}

// encloseAVX2 keeps the least and the greatest centre apart until the end.
func encloseAVX2() {
	kernel("encloseAVX2", encloseSignature, "encloses boxes and their centres.")
	to, centers, b, n := pointer("union"), pointer("centers"), pointer("boxes"), pointer("n")
	u, least, most := YMM(), XMM(), XMM()
	VMOVUPS(at(b, 0), u)
	VMOVUPS(at(b, 16), least)
	VSUBPS(u.AsX(), least, least)
	VMOVAPS(least, most)
	Label("again")
	box, c := YMM(), XMM()
	VMOVUPS(at(b, 0), box)
	VMOVUPS(at(b, 16), c)
	VSUBPS(box.AsX(), c, c)
	VMAXPS(box, u, u)
	VMINPS(c, least, least)
	VMAXPS(c, most, most)
	ADDQ(Imm(boxBytes), b)
	DECQ(n)
	JNZ(LabelRef("again"))
	VMOVUPS(u, at(to, 0))
	VXORPS(c, c, c)
	VSUBPS(least, c, c)
	VMOVUPS(c, at(centers, 0))
	VMOVUPS(most, at(centers, 16))
	VZEROUPPER()
	RET()
}
