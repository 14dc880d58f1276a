package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	gridSignature = "func(m *float32, a *float64, b *float64, coarse float64, extent float64, asked uint32) uint32"

	lane64 = 32 // four float64: a row of Corners

	// Predicates of VCMPPD, all quiet.
	equalOrdered   = 0x00
	notEqual       = 0x04
	notLessOrEqual = 0x16 // or unordered
	greaterOrEqual = 0x1d
)

// gridTriangles are the rows of four triangles of a leaf, about the common origin.
type gridTriangles struct {
	corners, edges, moments [3]row3
	normal                  row3
	offset                  Mem
	// size is the greatest component of the normal.
	size Mem
}

// gridAVX2 writes TouchOnGrid. On a grid no operation rounds, so that zeros and signs are
// those of the true determinants. A triangle of A meets four of B at a time (two meeting
// eight, with 512 bits, saved 2 % of a query that does little else); coplanar ones are put
// off and decided afterwards.
func gridAVX2() {
	axes := gridAxes()
	kernel("gridAVX2", gridSignature, "decides 4 triangles against 4 whose corners lie on a grid.")
	m, a, b := pointer("m"), pointer("a"), pointer("b")
	asked := Load(Param("asked"), GP32()).(reg.GPVirtual)
	coarse := YMM()
	spreadParam("coarse", coarse)
	s := &slots{base: m, next: moveScratch, width: lane64, end: moveEnd}
	result := GP32()
	XORL(result, result)
	NOTL(result)

	var origin [3]reg.VecVirtual
	for k := range origin {
		origin[k] = YMM()
		VBROADCASTSD(at(b, k*lane64), origin[k])
	}
	off := YMM() // lanes with a corner that is not where it should be
	VXORPD(off, off, off)
	extent := YMM()
	spreadParam("extent", extent)
	check := &gridCheck{coarse: coarse, extent: extent, mask: absoluteMask(), off: off}
	var as, bs gridTriangles
	as.corners = check.corners(s, a, origin)
	bs.corners = check.corners(s, b, origin)
	VPTEST(off, off)
	JNZ(LabelRef("decided"))
	as.finish(s)
	bs.finish(s)
	g := &gridRow{row: GP64(), m: m, a: &as, b: &bs, slots: s}
	allRows(m, g.row, asked, result, "planes", g.planes)
	// The upper half of the result are the pairs in one plane.
	flat := GP32()
	MOVL(result, flat)
	SHRL(Imm(16), flat)
	JZ(LabelRef("decided"))
	ANDL(U32(0xffff), result)
	g.along = [3]Mem{s.slot(), s.slot(), s.slot()}
	mainAxes(as.normal, g.along, axes)
	decided := GP32()
	allRows(m, g.row, flat, decided, "flat", g.flat)
	ORL(decided, result)
	Label("decided")
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// allRows calls body for every triangle of A with pairs that are asked for, row being its
// place in the rows of A. It adds bits to the upper ends of both halves of result.
func allRows(m, row reg.Register, asked, result reg.GPVirtual, name string, body func(wanted, result reg.GPVirtual, done string)) {
	MOVQ(m, row)
	XORL(result, result)
	ORL(U32(1<<16), asked) // comes down to 1 when all are done
	Label(name)
	SHRL(Imm(4), result) // the earlier ones' bits
	wanted := GP32()
	MOVL(asked, wanted)
	ANDL(Imm(15), wanted)
	done := name + "Done"
	JZ(LabelRef(done))
	body(wanted, result, done)
	Label(done)
	SHRL(Imm(4), asked)
	ADDQ(Imm(8), row)
	CMPL(asked, Imm(1))
	JNE(LabelRef(name))
}

// gridCheck looks whether coordinates are what TouchOnGrid asks for, or without coarse what
// TouchInFloat64 does. off has the lanes in which one is not.
type gridCheck struct{ coarse, extent, mask, off reg.VecVirtual }

// corners stores corners less the origin, and looks at them by the operations of onGrid
// and within.
func (c *gridCheck) corners(s *slots, from reg.Register, origin [3]reg.VecVirtual) (rows [3]row3) {
	for v := range 3 {
		for k := range 3 {
			x := YMM()
			VMOVUPD(at(from, lane64*(3*v+k)), x)
			if c.coarse != nil {
				c.whole(x)
			}
			VSUBPD(origin[k], x, x)
			rows[v][k] = s.slot()
			VMOVUPD(x, rows[v][k])
			VANDPD(c.mask, x, x)
			VCMPPD(Imm(notLessOrEqual), c.extent, x, x)
			VORPD(x, c.off, c.off)
		}
	}
	return rows
}

// whole looks whether numbers are whole multiples of the step.
func (c *gridCheck) whole(x reg.VecVirtual) {
	size, whole := YMM(), YMM()
	VANDPD(c.mask, x, size)
	VADDPD(c.coarse, size, whole)
	VSUBPD(c.coarse, whole, whole)
	VCMPPD(Imm(notEqual), size, whole, whole)
	VORPD(whole, c.off, c.off)
}

// finish fills the rows behind the corners.
func (t *gridTriangles) finish(s *slots) {
	for i := range 3 {
		from, to := fetch64(t.corners[i]), fetch64(t.corners[(i+1)%3])
		for k := range 3 {
			VSUBPD(from[k], to[k], to[k])
		}
		t.edges[i] = keep64(s, to)
		t.moments[i] = keep64(s, cross64(from, to))
	}
	n, c := cross64(fetch64(t.edges[0]), fetch64(t.edges[1])), fetch64(t.corners[0])
	t.normal = keep64(s, n)
	d := YMM()
	VMULPD(n[0], c[0], d)
	VFMADD231PD(n[1], c[1], d)
	VFMADD231PD(n[2], c[2], d)
	t.offset = s.slot()
	VMOVUPD(d, t.offset)
	size := absolute64(n[0])
	VMAXPD(absolute64(n[1]), size, size)
	VMAXPD(absolute64(n[2]), size, size)
	t.size = s.slot()
	VMOVUPD(size, t.size)
}

func absolute64(x reg.VecVirtual) reg.VecVirtual {
	r := absoluteMask()
	VANDPD(x, r, r)
	return r
}

// absoluteMask has all bits but the sign.
func absoluteMask() reg.VecVirtual {
	r := YMM()
	VPCMPEQD(r, r, r)
	VPSRLQ(Imm(1), r, r)
	return r
}

func fetch64(from row3) (v [3]reg.VecVirtual) {
	for k := range v {
		v[k] = YMM()
		VMOVUPD(from[k], v[k])
	}
	return v
}

func keep64(s *slots, v [3]reg.VecVirtual) (to row3) {
	for k := range v {
		to[k] = s.slot()
		VMOVUPD(v[k], to[k])
	}
	return to
}

func cross64(a, b [3]reg.VecVirtual) (v [3]reg.VecVirtual) {
	for k := range v {
		k1, k2 := (k+1)%3, (k+2)%3
		v[k] = YMM()
		VMULPD(a[k2], b[k1], v[k])
		VFMSUB231PD(a[k1], b[k2], v[k])
	}
	return v
}

// gridAxes is a table: for each main axis the places of the rows of that axis and of the
// two after it, four times each.
func gridAxes() Mem {
	table := GLOBL("gridAxes", 8|16)
	for axis := range 3 {
		for j := range 3 {
			for i := range 4 {
				DATA(lane64*(3*axis+j)+8*i, U64(lane64*uint64((axis+j)%3)))
			}
		}
	}
	return table
}

// mainAxes stores for each normal the axis along which it is longest, and the two after it,
// as distances between rows.
func mainAxes(normal row3, along [3]Mem, axes Mem) {
	n := fetch64(normal)
	x, y, z := absolute64(n[0]), absolute64(n[1]), absolute64(n[2])
	isY, isZ := YMM(), YMM()
	VCMPPD(Imm(greaterOrdered), x, y, isY)
	VMAXPD(x, y, y)
	VCMPPD(Imm(greaterOrdered), y, z, isZ)
	for j := range along {
		t := YMM()
		VMOVUPD(axes.Offset(lane64*j), t)
		VBLENDVPD(isY, axes.Offset(lane64*(3+j)), t, t)
		VBLENDVPD(isZ, axes.Offset(lane64*(6+j)), t, t)
		VMOVUPD(t, along[j])
	}
}

// rowShift is where the bits of a row are added in the lower half of a result.
const rowShift = 12

// gridRow is one triangle of A against four of B. The triangle of A is the lane of A's rows
// that row, which moves with it, makes the first.
type gridRow struct {
	*slots
	row, m reg.Register
	a, b   *gridTriangles
	along  [3]Mem
}
