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

// lanes is a width at which pairs of triangles are worked on: 16 at once with
// AVX-512, 8 of them (two triangles of A) with AVX2.
type lanes struct {
	width   int // bytes
	control reg.VecVirtual
	zero    reg.VecVirtual
}

func (l *lanes) v() reg.VecVirtual {
	if l.width == lane16 {
		return ZMM()
	}
	return YMM()
}

// dup loads a row of B: triangle j in the lanes with number 4i+j.
func (l *lanes) dup(from Mem) reg.VecVirtual {
	r := l.v()
	if l.width == lane16 {
		VBROADCASTF32X4(from, r)
	} else {
		VBROADCASTF128(from, r)
	}
	return r
}

// expand loads a row of A: triangle i in the lanes with number 4i+j.
func (l *lanes) expand(from Mem) reg.VecVirtual {
	r := l.dup(from)
	VPERMILPS(l.control, r, r)
	return r
}

func (l *lanes) load(from Op) reg.VecVirtual {
	r := l.v()
	VMOVUPS(from, r)
	return r
}

func (l *lanes) min(a, b Op) reg.VecVirtual { r := l.v(); VMINPS(a, b, r); return r }
func (l *lanes) max(a, b Op) reg.VecVirtual { r := l.v(); VMAXPS(a, b, r); return r }

func (l *lanes) negate(a reg.VecVirtual) reg.VecVirtual {
	r := l.v()
	VSUBPS(a, l.zero, r)
	return r
}

// above returns a bit for each lane in which a > err.
func (l *lanes) above(a reg.VecVirtual, err Mem) reg.GPVirtual {
	bits := GP32()
	if l.width == lane16 {
		k, e := K(), l.v()
		VBROADCASTSS(err, e)
		VCMPPS(Imm(greaterOrdered), e, a, k)
		KMOVW(k, bits)
		return bits
	}
	t, e := l.v(), l.v()
	VBROADCASTSS(err, e)
	VCMPPS(Imm(greaterOrdered), e, a, t)
	VMOVMSKPS(t, bits)
	return bits
}

// nothing holds +∞ and then −∞ in all lanes: what a minimum and a maximum of nothing are.
func nothing(name string) Mem {
	table := GLOBL("leafNothing"+name, 8|16)
	for i := range 32 {
		DATA(4*i, U32(0x7f800000|uint32(i/16)<<31))
	}
	return table
}

// neighbours are the vertices' numbers of both leaves: pairs share the corners with
// equal ones.
type neighbours struct {
	a, b    [3]Mem
	nothing Mem
}

func (n *neighbours) ofA(l *lanes, v int) reg.VecVirtual { return l.expand(n.a[v]) }
func (n *neighbours) ofB(l *lanes, v int) reg.VecVirtual { return l.dup(n.b[v]) }

// except returns t for the minimum and for the maximum of corners, without effect where
// the corner with that number is one of the other triangle's; s keeps the bits of the
// lanes where that has been so for every corner, and for any.
func (n *neighbours) except(l *lanes, t, number reg.VecVirtual, other func(l *lanes, v int) reg.VecVirtual, s *sides, first bool) (low, high reg.VecVirtual) {
	low, high = l.v(), l.v()
	above, below := n.nothing, n.nothing.Offset(lane16)
	bits := GP32()
	if l.width == lane16 {
		same := K()
		VPCMPEQD(other(l, 0), number, same)
		for v := 1; v < 3; v++ {
			k := K()
			VPCMPEQD(other(l, v), number, k)
			KORW(k, same, same)
		}
		VBLENDMPS(above, t, same, low)
		VBLENDMPS(below, t, same, high)
		KMOVW(same, bits)
	} else {
		same := l.v()
		VPCMPEQD(other(l, 0), number, same)
		for v := 1; v < 3; v++ {
			k := other(l, v)
			VPCMPEQD(k, number, k)
			VPOR(k, same, same)
		}
		VBLENDVPS(same, above, t, low)
		VBLENDVPS(same, below, t, high)
		VMOVMSKPS(same, bits)
	}
	if first {
		MOVL(bits, s.all)
		MOVL(bits, s.any)
	} else {
		ANDL(bits, s.all)
		ORL(bits, s.any)
	}
	return low, high
}

// row3 is a vector a row: x, y, z.
type row3 [3]Mem

func rowsAt(base reg.Register, disp int) (r [3]row3) {
	for v := range 3 {
		for k := range 3 {
			r[v][k] = at(base, disp+lane4*(3*v+k))
		}
	}
	return r
}

// quads works on four triangles, a lane each.
type quads struct{ slots }

func (q *quads) row() (r row3) {
	for k := range r {
		r[k] = q.slot()
	}
	return r
}

func (q *quads) rows() (r [3]row3) { return [3]row3{q.row(), q.row(), q.row()} }

// store puts three registers into rows.
func store(to row3, v [3]reg.VecVirtual) {
	for k := range v {
		VMOVUPS(v[k], to[k])
	}
}

func fetch(from row3) (v [3]reg.VecVirtual) {
	for k := range v {
		v[k] = XMM()
		VMOVUPS(from[k], v[k])
	}
	return v
}

// difference returns a − b.
func difference(a, b row3) (v [3]reg.VecVirtual) {
	v = fetch(a)
	for k := range v {
		VSUBPS(b[k], v[k], v[k])
	}
	return v
}

func cross(a, b [3]reg.VecVirtual) (v [3]reg.VecVirtual) {
	for k := range v {
		k1, k2 := (k+1)%3, (k+2)%3
		v[k] = XMM()
		VMULPS(a[k2], b[k1], v[k])
		VFMSUB231PS(a[k1], b[k2], v[k])
	}
	return v
}

// plane is the normal of a triangle and its product with the first corner.
type plane struct {
	normal row3
	offset Mem
}

// plane computes it from the first two edges.
func (q *quads) plane(corner row3, e, f [3]reg.VecVirtual) plane {
	p := plane{q.row(), q.slot()}
	n := cross(e, f)
	store(p.normal, n)
	d := XMM()
	VMULPS(corner[0], n[0], d)
	VFMADD231PS(corner[1], n[1], d)
	VFMADD231PS(corner[2], n[2], d)
	VMOVUPS(d, p.offset)
	return p
}

// edges stores the edges of triangles and returns the first two.
func (q *quads) edges(v [3]row3) (rows [3]row3, e, f [3]reg.VecVirtual) {
	rows = q.rows()
	store(rows[2], difference(v[0], v[2]))
	e, f = difference(v[1], v[0]), difference(v[2], v[1])
	store(rows[0], e)
	store(rows[1], f)
	return rows, e, f
}

// moments stores corner × edge.
func (q *quads) moments(v, e [3]row3) (rows [3]row3) {
	rows = q.rows()
	for i := range 3 {
		store(rows[i], cross(fetch(v[i]), fetch(e[i])))
	}
	return rows
}

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

// spread is a plane's normal and offset over all lanes.
type spread struct {
	n [3]reg.VecVirtual
	d reg.VecVirtual
}

func (p plane) dup(l *lanes) spread {
	return spread{[3]reg.VecVirtual{l.dup(p.normal[0]), l.dup(p.normal[1]), l.dup(p.normal[2])}, l.dup(p.offset)}
}

func (p plane) expand(l *lanes) spread {
	return spread{[3]reg.VecVirtual{l.expand(p.normal[0]), l.expand(p.normal[1]), l.expand(p.normal[2])}, l.expand(p.offset)}
}

// sides are three corners about a plane; agree exceeds err where all, but for those
// shared, are certainly on one side. With self, all are the lanes where all are shared, any
// those where one is.
type sides struct {
	s        [3]Mem
	agree    Mem
	all, any reg.GPVirtual
}

// numbers returns the numbers of the vertices at the corners v of triangles.
type numbers func(n *neighbours, l *lanes, v int) reg.VecVirtual

func (l *lanes) sides(room *slots, p spread, corner func(v, k int) reg.VecVirtual, near *neighbours, of, other numbers) sides {
	var r sides
	if near != nil {
		r.all, r.any = GP32(), GP32()
	}
	var least, most reg.VecVirtual
	for v := range 3 {
		t := l.v()
		VMULPS(p.n[0], corner(v, 0), t)
		VFMADD231PS(p.n[1], corner(v, 1), t)
		VFMADD231PS(p.n[2], corner(v, 2), t)
		VSUBPS(p.d, t, t)
		r.s[v] = room.slot()
		VMOVUPS(t, r.s[v])
		low, high := t, t
		if near != nil {
			others := func(l *lanes, v int) reg.VecVirtual { return other(near, l, v) }
			low, high = near.except(l, t, of(near, l, v), others, &r, v == 0)
		}
		if v == 0 {
			least, most = low, high
		} else {
			least, most = l.min(low, least), l.max(high, most)
		}
	}
	r.agree = room.slot()
	VMOVUPS(l.max(least, l.negate(most)), r.agree)
	return r
}

// oneSide returns a bit for each lane in which the corners not shared, of which there are
// some, are certainly on one side.
func (l *lanes) oneSide(s *sides, err Mem) reg.GPVirtual {
	bits := l.above(l.load(s.agree), err)
	if s.all != nil {
		NOTL(s.all)
		ANDL(s.all, bits)
	}
	return bits
}

// edgePairs tests the edges of both triangles against the other one. hits exceeds err
// where one certainly pierces it, misses where all certainly pass it.
func (l *lanes) edgePairs(room *slots, ea, ma, eb, mb [3]row3, sa, sb *sides) (hits, misses reg.VecVirtual) {
	var products [3][3]Mem
	for i := range 3 {
		var e, m [3]reg.VecVirtual
		for k := range 3 {
			e[k], m[k] = l.expand(ea[i][k]), l.expand(ma[i][k])
		}
		for j := range 3 {
			t := l.v()
			for k := range 3 {
				if k == 0 {
					VMULPS(e[k], l.dup(mb[j][k]), t)
				} else {
					VFMADD231PS(e[k], l.dup(mb[j][k]), t)
				}
				VFMADD231PS(m[k], l.dup(eb[j][k]), t)
			}
			products[i][j] = room.slot()
			VMOVUPS(t, products[i][j])
		}
	}
	judge := func(s *sides, i int, x, y, z Mem) {
		k := l.load(x)
		least, most := l.min(y, k), l.max(y, k)
		least, most = l.min(z, least), l.max(z, most)
		start := l.load(s.s[i])
		low, high := l.min(s.s[(i+1)%3], start), l.max(s.s[(i+1)%3], start)
		agree, mixed := l.max(least, l.negate(most)), l.min(most, l.negate(least))
		same, opposite := l.max(low, l.negate(high)), l.min(high, l.negate(low))
		pierces, passes := l.min(agree, opposite), l.max(mixed, same)
		if hits == nil {
			hits, misses = pierces, passes
		} else {
			hits, misses = l.max(hits, pierces), l.min(misses, passes)
		}
	}
	for i := range 3 {
		judge(sa, i, products[i][0], products[i][1], products[i][2])
		judge(sb, i, products[0][i], products[1][i], products[2][i])
	}
	return hits, misses
}
