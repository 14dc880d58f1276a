package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const doubleSignature = "func(m *float32, a *float64, b *float64, err float64, extent float64, asked uint32) uint32"

// pair is a number of two float64 a lane, or where it lies.
type pair struct{ hi, lo reg.VecVirtual }

type pairAt struct{ hi, lo Mem }

type pair3At [3]pairAt

// doubleTriangles are the rows of four triangles, about the common origin.
type doubleTriangles struct {
	corners, edges, moments [3]pair3At
	normal                  pair3At
	// offset is less the normal's product with the first corner.
	offset pairAt
}

// doubleAVX2 meets a triangle of A with four of B at a time. Every operation is that of
// doubleGo, so that the bits are the same.
func doubleAVX2() {
	kernel("doubleAVX2", doubleSignature, "tests 4 triangles against 4 with two float64 a number.")
	m, a, b := pointer("m"), pointer("a"), pointer("b")
	asked := Load(Param("asked"), GP32()).(reg.GPVirtual)
	s := &slots{base: m, next: moveScratch, width: lane64, end: moveEnd}
	err := YMM()
	spreadParam("err", err)
	g := &doubleRow{slots: s, row: GP64(), m: m, a: &doubleTriangles{}, b: &doubleTriangles{}, err: s.slot()}
	VMOVUPD(err, g.err)
	var origin [3]Mem
	for k := range origin {
		o := YMM()
		VBROADCASTSD(at(b, k*lane64), o)
		origin[k] = s.slot()
		VMOVUPD(o, origin[k])
	}
	// Lanes with a corner or an edge beyond the extent.
	off, extent, mask := YMM(), YMM(), absoluteMask()
	VXORPD(off, off, off)
	spreadParam("extent", extent)
	beyond := func(x reg.VecVirtual) {
		size := YMM()
		VANDPD(mask, x, size)
		VCMPPD(Imm(notLessOrEqual), extent, size, size)
		VORPD(size, off, off)
	}
	g.a.set(s, a, origin, beyond)
	g.b.set(s, b, origin, beyond)
	result := GP32()
	XORL(result, result)
	VPTEST(off, off)
	JNZ(LabelRef("decided"))
	g.a.rest(s)
	g.b.rest(s)
	allRows(g.m, g.row, asked, result, "planes", g.planes)
	Label("decided")
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}

// set computes corners and edges and shows their heads to beyond.
func (t *doubleTriangles) set(s *slots, from reg.Register, origin [3]Mem, beyond func(reg.VecVirtual)) {
	corner := func(v, k int) Mem { return at(from, lane64*(3*v+k)) }
	for v := range 3 {
		for k := range 3 {
			c, e := differenceOf(corner(v, k), origin[k]), differenceOf(corner((v+1)%3, k), corner(v, k))
			beyond(c.hi)
			beyond(e.hi)
			t.corners[v][k], t.edges[v][k] = keepPair(s, c), keepPair(s, e)
		}
	}
}

// rest computes all other rows.
func (t *doubleTriangles) rest(s *slots) {
	for v := range 3 {
		t.moments[v] = crossPairs(s, t.corners[v], t.edges[v])
	}
	t.normal = crossPairs(s, t.edges[0], t.edges[1])
	d := dotPairs(func(k int) pair { return fetchPair(t.normal[k]) }, func(k int) pairAt { return t.corners[0][k] })
	t.offset = keepPair(s, negatePair(d))
}

func fetchPair(from pairAt) pair {
	p := pair{YMM(), YMM()}
	VMOVUPD(from.hi, p.hi)
	VMOVUPD(from.lo, p.lo)
	return p
}

func keepPair(s *slots, p pair) pairAt {
	to := pairAt{s.slot(), s.slot()}
	VMOVUPD(p.hi, to.hi)
	VMOVUPD(p.lo, to.lo)
	return to
}

// differenceOf returns a − b exactly.
func differenceOf(from, less Mem) pair {
	a, b, s, t, u := YMM(), YMM(), YMM(), YMM(), YMM()
	VMOVUPD(from, a)
	VMOVUPD(less, b)
	VSUBPD(b, a, s)
	VSUBPD(a, s, t)
	VSUBPD(t, s, u)
	VSUBPD(u, a, a)
	VADDPD(t, b, b)
	VSUBPD(b, a, a)
	return pair{s, a}
}

// timesPair returns p·q, without the product of the tails.
func timesPair(p pair, q pairAt) pair {
	h, l := YMM(), YMM()
	VMULPD(q.hi, p.hi, h)
	VMOVAPD(h, l)
	VFMSUB231PD(q.hi, p.hi, l)
	VFMADD231PD(q.lo, p.hi, l)
	VFMADD231PD(q.hi, p.lo, l)
	return pair{h, l}
}

// addPair sets p to p + q.
func addPair(p *pair, q pair) {
	s, t, u := YMM(), YMM(), YMM()
	VADDPD(q.hi, p.hi, s)
	VSUBPD(p.hi, s, t)
	VADDPD(q.lo, p.lo, p.lo)
	VSUBPD(t, s, u)
	VSUBPD(u, p.hi, u)
	VSUBPD(t, q.hi, t)
	VADDPD(t, u, u)
	VADDPD(p.lo, u, u)
	p.hi, p.lo = s, u
}

func negatePair(p pair) pair {
	sign := YMM()
	VPCMPEQD(sign, sign, sign)
	VPSLLQ(Imm(63), sign, sign)
	VXORPD(sign, p.hi, p.hi)
	VXORPD(sign, p.lo, p.lo)
	return p
}

// dotPairs returns the sum of three products.
func dotPairs(p func(k int) pair, q func(k int) pairAt) pair {
	sum := timesPair(p(0), q(0))
	for k := 1; k < 3; k++ {
		addPair(&sum, timesPair(p(k), q(k)))
	}
	return sum
}

func crossPairs(s *slots, a, b pair3At) (to pair3At) {
	for k := range 3 {
		k1, k2 := (k+1)%3, (k+2)%3
		c := timesPair(fetchPair(a[k1]), b[k2])
		addPair(&c, negatePair(timesPair(fetchPair(a[k2]), b[k1])))
		to[k] = keepPair(s, c)
	}
	return to
}

// doubleRow is one triangle of A against four of B.
type doubleRow struct {
	*slots
	row, m reg.Register
	a, b   *doubleTriangles
	err    Mem
}

// ofA spreads a number of A's triangle.
func (g *doubleRow) ofA(from pairAt) pair {
	p := pair{YMM(), YMM()}
	from.hi.Base, from.lo.Base = g.row, g.row
	VBROADCASTSD(from.hi, p.hi)
	VBROADCASTSD(from.lo, p.lo)
	return p
}

// planes looks what the planes and, where these do not settle it, the edges tell.
func (g *doubleRow) planes(wanted, result reg.GPVirtual, done string) {
	var sidesA, sidesB [3]Mem
	for v := range 3 {
		x := dotPairs(func(k int) pair { return g.ofA(g.a.corners[v][k]) }, func(k int) pairAt { return g.b.normal[k] })
		addPair(&x, fetchPair(g.b.offset))
		sidesA[v] = g.sum(x)
	}
	for v := range 3 {
		x := dotPairs(func(k int) pair { return g.ofA(g.a.normal[k]) }, func(k int) pairAt { return g.b.corners[v][k] })
		addPair(&x, g.ofA(g.a.offset))
		sidesB[v] = g.sum(x)
	}
	judge64(g.err, sidesA, sidesB, wanted, result, done, func() (products [3][3]Mem) {
		for i := range 3 {
			for j := range 3 {
				products[i][j] = g.sum(g.product(i, j))
			}
		}
		return products
	})
}

// judge64 adds to result what is certain of the triangles wanted, given the sides of their corners
// about the other's plane and the products of their edges.
func judge64(err Mem, sidesA, sidesB [3]Mem, wanted, result reg.GPVirtual, done string, products func() [3][3]Mem) {
	apart := GP32()
	for i, s := range [][3]Mem{sidesA, sidesB} {
		bits := beyond64(err, agree64(leastMost64(s)))
		if i == 0 {
			MOVL(bits, apart)
		} else {
			ORL(bits, apart)
		}
	}
	ANDL(wanted, apart)
	XORL(apart, wanted)
	SHLL(Imm(16+rowShift), apart)
	ORL(apart, result)
	TESTL(wanted, wanted)
	JZ(LabelRef(done))
	hits, misses := edgePairs64(sidesA, sidesB, products())
	hit, miss := beyond64(err, hits), beyond64(err, misses)
	ANDL(wanted, hit)
	XORL(hit, wanted)
	ANDL(wanted, miss)
	SHLL(Imm(rowShift), hit)
	SHLL(Imm(16+rowShift), miss)
	ORL(hit, result)
	ORL(miss, result)
}

// sum stores head and tail together.
func (g *doubleRow) sum(x pair) Mem {
	to := g.slot()
	VADDPD(x.lo, x.hi, x.hi)
	VMOVUPD(x.hi, to)
	return to
}

// beyond64 returns a bit for each lane in which x exceeds err.
func beyond64(err Mem, x reg.VecVirtual) reg.GPVirtual {
	t, bits := YMM(), GP32()
	VMOVUPD(err, t)
	VCMPPD(Imm(greaterOrdered), t, x, t)
	VMOVMSKPD(t, bits)
	return bits
}

// agree64 exceeds a bound where all do or all lie below its negative, mixed64 where some
// do and some.
func agree64(least, most reg.VecVirtual) reg.VecVirtual {
	r := negative64(most)
	VMAXPD(least, r, r)
	return r
}

func mixed64(least, most reg.VecVirtual) reg.VecVirtual {
	r := negative64(least)
	VMINPD(most, r, r)
	return r
}

func negative64(x reg.VecVirtual) reg.VecVirtual {
	r := YMM()
	VXORPD(r, r, r)
	VSUBPD(x, r, r)
	return r
}

// edgePairs64 tests the edges of both triangles against the other one. hits exceeds err
// where one certainly pierces it, misses where all certainly pass it.
func edgePairs64(sa, sb [3]Mem, products [3][3]Mem) (hits, misses reg.VecVirtual) {
	judge := func(x, y Mem, k [3]Mem) {
		least, most := leastMost64(k)
		start, low, high := YMM(), YMM(), YMM()
		VMOVUPD(x, start)
		VMINPD(y, start, low)
		VMAXPD(y, start, high)
		pierces, passes := agree64(least, most), mixed64(least, most)
		VMINPD(mixed64(low, high), pierces, pierces)
		VMAXPD(agree64(low, high), passes, passes)
		if hits == nil {
			hits, misses = pierces, passes
			return
		}
		VMAXPD(pierces, hits, hits)
		VMINPD(passes, misses, misses)
	}
	for i := range 3 {
		judge(sa[i], sa[(i+1)%3], products[i])
		judge(sb[i], sb[(i+1)%3], [3]Mem{products[0][i], products[1][i], products[2][i]})
	}
	return hits, misses
}

// product of edge i of A and edge j of B as lines.
func (g *doubleRow) product(i, j int) (sum pair) {
	for k := range 3 {
		t := timesPair(g.ofA(g.a.edges[i][k]), g.b.moments[j][k])
		if k == 0 {
			sum = t
		} else {
			addPair(&sum, t)
		}
		addPair(&sum, timesPair(g.ofA(g.a.moments[i][k]), g.b.edges[j][k]))
	}
	return sum
}
