package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const flatSignature = "func(m *float32, ax *float64, ay *float64, bx *float64, by *float64, err float64, extent float64, asked uint32) uint32"

// flatTriangles are the rows of four triangles in a plane, about the common origin: two
// coordinates, the moments of the edges and twice the area.
type flatTriangles struct {
	corners, edges [3][2]Mem
	moments        [3]Mem
	area           Mem
}

// flatAVX2 meets a triangle of A with four of B at a time. Every operation is that of
// flatGo, so that the bits are the same.
func flatAVX2() {
	kernel("flatAVX2", flatSignature, "tests 4 triangles against 4 in one plane.")
	m := pointer("m")
	from := [2][2]reg.GPVirtual{{pointer("ax"), pointer("ay")}, {pointer("bx"), pointer("by")}}
	asked := Load(Param("asked"), GP32()).(reg.GPVirtual)
	s := &slots{base: m, next: moveScratch, width: lane64, end: moveEnd}
	err := s.slot()
	e := YMM()
	spreadParam("err", e)
	VMOVUPD(e, err)
	result := GP32()
	XORL(result, result)
	var origin [2]reg.VecVirtual
	for k := range origin {
		origin[k] = YMM()
		VBROADCASTSD(at(from[1][k], 0), origin[k])
	}
	check := extentCheck()
	var ts [2]flatTriangles
	for i := range ts {
		ts[i].place(s, from[i], origin, check)
	}
	VPTEST(check.off, check.off)
	JNZ(LabelRef("decided"))
	for i := range ts {
		ts[i].finish(s)
	}
	g := &gridRow{row: GP64(), m: m, slots: s}
	allRows(m, g.row, asked, result, "flat", func(wanted, result reg.GPVirtual, _ string) {
		areas := absolute64(g.ofA(ts[0].area))
		VMINPD(absolute64(ofB(ts[1].area)), areas, areas)
		low := YMM()
		VMOVAPD(areas, low)
		inside(&ts[1], &ts[0], ofB, g.ofA, low)
		inside(&ts[0], &ts[1], g.ofA, ofB, low)
		hit, apart := beyond64(err, low), beyond64(err, negative64(low))
		known := beyond64(err, areas)
		ANDL(wanted, known)
		ANDL(known, hit)
		ANDL(known, apart)
		SHLL(Imm(rowShift), hit)
		SHLL(Imm(16+rowShift), apart)
		ORL(hit, result)
		ORL(apart, result)
	})
	Label("decided")
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// place stores corners less the origin and looks whether they are within the extent.
func (t *flatTriangles) place(s *slots, from [2]reg.GPVirtual, origin [2]reg.VecVirtual, c *gridCheck) {
	for v := range 3 {
		for k := range 2 {
			x := YMM()
			VMOVUPD(at(from[k], 3*lane64*v), x)
			VSUBPD(origin[k], x, x)
			t.corners[v][k] = s.slot()
			VMOVUPD(x, t.corners[v][k])
			VANDPD(c.mask, x, x)
			VCMPPD(Imm(notLessOrEqual), c.extent, x, x)
			VORPD(x, c.off, c.off)
		}
	}
}

// finish fills the rows behind the corners.
func (t *flatTriangles) finish(s *slots) {
	for i := range 3 {
		var c, e [2]reg.VecVirtual
		for k := range 2 {
			c[k], e[k] = ofB(t.corners[i][k]), ofB(t.corners[(i+1)%3][k])
			VSUBPD(c[k], e[k], e[k])
			t.edges[i][k] = s.slot()
			VMOVUPD(e[k], t.edges[i][k])
		}
		t.moments[i] = s.slot()
		VMOVUPD(flatCross(c, e), t.moments[i])
	}
	e, f := [2]reg.VecVirtual{ofB(t.edges[0][0]), ofB(t.edges[0][1])}, [2]reg.VecVirtual{ofB(t.edges[1][0]), ofB(t.edges[1][1])}
	t.area = s.slot()
	VMOVUPD(flatCross(e, f), t.area)
}

func flatCross(a, b [2]reg.VecVirtual) reg.VecVirtual {
	x := YMM()
	VMULPD(a[1], b[0], x)
	VFMSUB231PD(a[0], b[1], x)
	return x
}

// inside lowers low to how far inside an edge of t, in units of that, the corner of o is
// that is farthest inside.
func inside(t, o *flatTriangles, ofT, ofO func(Mem) reg.VecVirtual, low reg.VecVirtual) {
	sign := YMM()
	VPCMPEQD(sign, sign, sign)
	VPSLLQ(Imm(63), sign, sign)
	VANDPD(ofT(t.area), sign, sign)
	for i := range 3 {
		e1, e2, moment, most := ofT(t.edges[i][0]), ofT(t.edges[i][1]), ofT(t.moments[i]), YMM()
		for v := range 3 {
			x := YMM()
			VMOVAPD(moment, x)
			VFMADD231PD(ofO(o.corners[v][1]), e1, x)
			VFNMADD231PD(ofO(o.corners[v][0]), e2, x)
			VXORPD(sign, x, x)
			if v == 0 {
				VMOVAPD(x, most)
			} else {
				VMAXPD(x, most, most)
			}
		}
		VMINPD(most, low, low)
	}
}
