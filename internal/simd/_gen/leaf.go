package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Rows of a Leaf, in bytes: four float32 each.
const (
	lane4      = 16
	leafOrigin = 160
	leafRho    = 184

	// moveWide is where the scratch memory for four lanes ends.
	moveWide = moveScratch + 1024
)

const (
	leafSignature = "func(m *float32, a *float32, b *float32) uint32"
	selfSignature = "func(m *float32, a *float32, b *float32, numbersA *uint32, numbersB *uint32) uint32"
)

// leaves writes one form of LeafLeaf. What concerns one triangle is computed four
// lanes at a time and spread afterwards. Signs are combined by minima and maxima: all
// of x, y, z exceed err when min(x, y, z) does, all lie below −err when −max(x, y, z)
// exceeds it. With self, it is LeafSelf.
func leaves(name string, width int, self bool) {
	one := GLOBL("leafApart"+name, 8|16) // 1 + 2⁻¹⁰
	DATA(0, U32(0x3f802000))
	controls := expandControls(name, width)
	signature, doc := leafSignature, "tests 4 triangles against 4."
	if self {
		signature, doc = selfSignature, "tests 4 triangles against 4 of one mesh."
	}
	var near *neighbours
	if self {
		near = &neighbours{nothing: nothing(name)}
	}
	kernel(name, signature, doc)
	m, a, b := pointer("m"), pointer("a"), pointer("b")
	if self {
		na, nb := pointer("numbersA"), pointer("numbersB")
		for v := range 3 {
			near.a[v], near.b[v] = at(na, lane4*v), at(nb, lane4*v)
		}
	}
	q := &quads{slots{base: m, next: moveScratch, width: lane4, end: moveWide}}
	result := GP32()
	MOVL(U32(0xffff0000), result)

	d := originDistance(m, a, b)
	err := q.slot()
	compareBalls(m, a, b, d, one, err)
	JA(LabelRef("decided"))

	cornersB := rowsAt(b, 0)
	edgesB, e, f := q.edges(cornersB)
	planeB := q.plane(cornersB[0], e, f)
	cornersA := q.moved(m, a, d)

	parts := 1
	if width == lane8 {
		parts = 2
	}
	var ls []*lanes
	wide := &slots{base: m, next: moveWide, width: width, end: moveEnd}
	for range parts {
		ls = append(ls, &lanes{width: width})
	}
	begin := func(h int) *lanes {
		l := ls[h]
		l.control, l.zero = l.load(controls.Offset(h*width)), l.v()
		VXORPS(l.zero.AsX(), l.zero.AsX(), l.zero.AsX()) // clears all of it
		return l
	}
	full := U32(0xffff)
	apart, shared := GP32(), GP32()
	sidesA, sidesB := make([]sides, parts), make([]sides, parts)
	for h := range parts {
		l := begin(h)
		sidesA[h] = l.sides(wide, planeB.dup(l), func(v, k int) reg.VecVirtual { return l.expand(cornersA[v][k]) },
			near, (*neighbours).ofA, (*neighbours).ofB)
		gather(apart, l.oneSide(&sidesA[h], err), h, h == 0)
		if self {
			gather(shared, sidesA[h].any, h, h == 0)
		}
	}
	CMPL(apart, full)
	JEQ(LabelRef("decided"))

	edgesA, e, f := q.edges(cornersA)
	planeA := q.plane(cornersA[0], e, f)
	for h := range parts {
		l := begin(h)
		sidesB[h] = l.sides(wide, planeA.expand(l), func(v, k int) reg.VecVirtual { return l.dup(cornersB[v][k]) },
			near, (*neighbours).ofB, (*neighbours).ofA)
		gather(apart, l.oneSide(&sidesB[h], err), h, false)
	}
	CMPL(apart, full)
	JEQ(LabelRef("decided"))

	hit := GP32()
	XORL(hit, hit)
	if self { // edges prove little of triangles that share corners
		ORL(apart, shared)
		CMPL(shared, full)
		JEQ(LabelRef("edged"))
	}
	momentsA, momentsB := q.moments(cornersA, edgesA), q.moments(cornersB, edgesB)
	after := wide.next
	for h := range parts {
		wide.next = after
		next := "half"
		if parts > 1 {
			if h == 1 {
				next = "halves"
			}
			part := GP32()
			MOVL(apart, part)
			ANDL(U32(0xff<<(8*h)), part)
			CMPL(part, U32(0xff<<(8*h)))
			JEQ(LabelRef(next))
		}
		l := begin(h)
		hits, misses := l.edgePairs(wide, edgesA, momentsA, edgesB, momentsB, &sidesA[h], &sidesB[h])
		gather(hit, l.above(hits, err), h, false)
		gather(apart, l.above(misses, err), h, false)
		if parts > 1 {
			Label(next)
		}
	}
	Label("edged")
	SHLL(Imm(16), apart)
	MOVL(hit, result)
	ORL(apart, result)
	Label("decided")
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// gather adds the bits of part h to those of all.
func gather(all, bits reg.GPVirtual, h int, first bool) {
	if h == 1 {
		SHLL(Imm(8), bits)
	}
	if first {
		MOVL(bits, all)
	} else {
		ORL(bits, all)
	}
}

// expandControls are the controls of VPERMILPS for expand, one a part.
func expandControls(name string, width int) Mem {
	table := GLOBL("leafExpand"+name, 8|16)
	for i := range 16 {
		DATA(4*i, U32(uint32(i/4)))
	}
	return table
}

// originDistance returns M·C_A + t − C_B, computed in float64 and rounded.
func originDistance(m, a, b reg.Register) reg.VecVirtual {
	d, c, zero := YMM(), YMM(), YMM()
	VMOVUPD(at(m, moveCol64+96), d)
	for k := range 3 {
		x := YMM()
		VBROADCASTSD(at(a, leafOrigin+8*k), x)
		VFMADD231PD(at(m, moveCol64+32*k), x, d)
	}
	// The fourth lane would be Rho and N.
	VXORPD(zero, zero, zero)
	VMOVUPD(at(b, leafOrigin), c)
	VBLENDPD(Imm(8), zero, c, c)
	VSUBPD(c, d, d)
	r := XMM()
	VCVTPD2PSY(d, r)
	return r
}

// compareBalls sets the flags to "above" when the leaves' balls are apart, and err.
func compareBalls(m, a, b reg.Register, d reg.VecVirtual, apart, err Mem) {
	rho, square, limit := XMM(), XMM(), XMM()
	VMOVSS(at(a, leafRho), rho)
	VMULSS(at(m, moveStretch), rho, rho)
	VADDSS(at(b, leafRho), rho, rho)
	VMAXSS(at(m, moveLeast), rho, rho)
	VMULSS(rho, rho, square)
	VMULSS(apart, square, limit)
	VMULSS(rho, square, square)
	VMULSS(at(m, moveBound), square, square)
	VMOVSS(square, err)
	dd := XMM()
	VDPPS(Imm(0x71), d, d, dd)
	VUCOMISS(limit, dd)
}

// moved stores the corners of A in B's frame.
func (q *quads) moved(m, a reg.Register, d reg.VecVirtual) [3]row3 {
	rows, from := q.rows(), rowsAt(a, 0)
	var origin [3]reg.VecVirtual
	for r := range origin {
		origin[r] = XMM()
		VPERMILPS(Imm(uint64(r*0x55)), d, origin[r])
	}
	for r := range 3 {
		var row [3]reg.VecVirtual
		for k := range row {
			row[k] = XMM()
			VBROADCASTSS(at(m, moveCol+16*k+4*r), row[k])
		}
		for v := range 3 {
			x := XMM()
			VMOVAPS(origin[r], x)
			for k := range 3 {
				VFMADD231PS(from[v][k], row[k], x)
			}
			VMOVUPS(x, rows[v][r])
		}
	}
	return rows
}
