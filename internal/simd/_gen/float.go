package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// floatAVX2 meets a triangle of A with four of B at a time. Every operation is that of
// floatGo, so that the bits are the same.
func floatAVX2() {
	kernel("floatAVX2", doubleSignature, "tests 4 triangles against 4 in float64.")
	m, a, b := pointer("m"), pointer("a"), pointer("b")
	asked := Load(Param("asked"), GP32()).(reg.GPVirtual)
	s := &slots{base: m, next: moveScratch, width: lane64, end: moveEnd}
	err := s.slot()
	e := YMM()
	spreadParam("err", e)
	VMOVUPD(e, err)
	result := GP32()
	XORL(result, result)
	var origin [3]reg.VecVirtual
	for k := range origin {
		origin[k] = YMM()
		VBROADCASTSD(at(b, k*lane64), origin[k])
	}
	var as, bs gridTriangles
	check := extentCheck()
	as.corners = check.corners(s, a, origin)
	bs.corners = check.corners(s, b, origin)
	VPTEST(check.off, check.off)
	JNZ(LabelRef("decided"))
	as.finish(s)
	bs.finish(s)
	g := &gridRow{row: GP64(), m: m, a: &as, b: &bs, slots: s}
	allRows(m, g.row, asked, result, "planes", func(wanted, result reg.GPVirtual, done string) {
		sidesA := g.sides(fetch64(bs.normal), ofB(bs.offset), func(v int) [3]reg.VecVirtual { return g.vectorA(as.corners[v]) })
		sidesB := g.sides(g.vectorA(as.normal), g.ofA(as.offset), func(v int) [3]reg.VecVirtual { return fetch64(bs.corners[v]) })
		judge64(err, sidesA, sidesB, wanted, result, done, g.products)
	})
	Label("decided")
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// extentCheck looks for corners beyond the parameter extent alone.
func extentCheck() *gridCheck {
	off, extent := YMM(), YMM()
	VXORPD(off, off, off)
	spreadParam("extent", extent)
	return &gridCheck{extent: extent, mask: absoluteMask(), off: off}
}

// spreadParam puts a parameter into all lanes. Load would move it by an instruction of SSE, which waits for the upper halves of
// registers: that took longer than all the rest of a row (65 ns on Intel's processors).
func spreadParam(name string, to reg.VecVirtual) {
	from, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSD(from.Addr, to)
}
