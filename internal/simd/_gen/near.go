package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const nearSignature = "func(m *float32, a *float32, b *float32, dst *float32, most float32) uint32"

// lessEqual is the predicate of VCMPPS that is false for NaN.
const lessEqual = 0x12

// nears is the state of the kernel that bounds distances of boxes.
type nears struct {
	*slots
	vl             bool
	b              reg.Register
	absolute, zero reg.VecVirtual
	ha             [3]Op
	e              Op       // what radii grow by
	x              [3]Op    // the way between the centres along B's axes
	c              [3][3]Op // A's axes along B's
	best           reg.VecVirtual
}

// near8 writes one form of Near8. It begins as BoxBox8 does.
func near8(name string, vl bool) {
	least := nearLeast(name)
	kernel(name, nearSignature, "bounds the distances of one box to 8.")
	m, a, b, dst := pointer("m"), pointer("a"), pointer("b"), pointer("dst")
	n := &nears{slots: &slots{base: m, next: moveScratch, width: lane8, end: moveEnd}, vl: vl, b: b}
	turnBox(m, a)
	n.next += 64
	n.absolute, n.zero = YMM(), YMM()
	VPCMPEQD(n.absolute, n.absolute, n.absolute)
	VPSRLD(Imm(1), n.absolute, n.absolute)
	VXORPS(n.zero, n.zero, n.zero)
	n.sizes(m, a)
	n.alongB(m)
	n.alongA()
	n.alongWay(least)
	VMOVUPS(n.best, at(dst, 0))
	most, mask := broadcastParameter(YMM(), "most"), GP32()
	VCMPPS(Imm(lessEqual), most, n.best, n.best)
	VMOVMSKPS(n.best, mask)
	VZEROUPPER()
	Store(mask, ReturnIndex(0))
	RET()
}

// nearLeast is the least square of a direction's length that kernels divide by, 2⁻¹⁰⁰.
func nearLeast(name string) Mem {
	least := GLOBL("nearLeast"+name, 8|16)
	DATA(0, U32(0x0d800000))
	return least
}

func broadcastParameter(to reg.VecVirtual, name string) reg.VecVirtual {
	from, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSS(from.Addr, to)
	return to
}

func (n *nears) half(j int) Mem { return at(n.b, nodeHalf+j*lane8) }

// sizes sets A's half sizes and what the slack of all is.
func (n *nears) sizes(m, a reg.Register) {
	grow, stretch, e := broadcastY(at(m, moveGrow)), broadcastY(at(m, moveStretch)), YMM()
	for i := range n.ha {
		h := broadcastY(at(a, nodeHalf+i*lane8))
		VFMADD213PS(grow, stretch, h)
		if i == 0 {
			VADDPS(n.half(0), h, e)
		} else {
			VADDPS(h, e, e)
			VADDPS(n.half(i), e, e)
		}
		n.ha[i] = n.keep(h, n.vl)
	}
	VMULPS(broadcastY(at(m, moveSlack)), e, e)
	n.e = n.keep(e, n.vl)
}

// addGap adds the square of what |t| exceeds r by.
func (n *nears) addGap(sum, t, r reg.VecVirtual, first bool) {
	VANDPS(n.absolute, t, t)
	VSUBPS(r, t, t)
	VMAXPS(n.zero, t, t)
	if first {
		VMULPS(t, t, sum)
	} else {
		VFMADD231PS(t, t, sum)
	}
}

// alongB begins best with the gaps along B's axes.
func (n *nears) alongB(m reg.Register) {
	turned := func(i, k int) reg.VecVirtual { return broadcastY(at(m, moveScratch+16*i+4*k)) }
	var d [3]reg.VecVirtual
	for k := range d {
		d[k] = turned(3, k)
		VSUBPS(at(n.b, k*lane8), d[k], d[k])
	}
	n.best = YMM()
	for j := range 3 {
		var q [3]reg.VecVirtual
		for k := range q {
			q[k] = YMM()
			VMOVUPS(at(n.b, nodeAxes+(3*j+k)*lane8), q[k])
		}
		t, r := dot3(d, q), YMM()
		n.x[j] = n.keep(t, n.vl)
		VMOVUPS(n.e, r)
		VADDPS(n.half(j), r, r)
		for i := range 3 {
			u, v := YMM(), YMM()
			VMULPS(turned(i, 0), q[0], u)
			VFMADD231PS(turned(i, 1), q[1], u)
			VFMADD231PS(turned(i, 2), q[2], u)
			n.c[i][j] = n.keep(u, n.vl)
			VANDPS(n.absolute, u, v)
			VFMADD231PS(n.ha[i], v, r)
		}
		copied := YMM()
		VMOVAPS(t, copied)
		n.addGap(n.best, copied, r, j == 0)
	}
}

// dot3 is a dot product; a may be in memory.
func dot3[T Op](a [3]T, b [3]reg.VecVirtual) reg.VecVirtual {
	t := YMM()
	VMULPS(a[0], b[0], t)
	VFMADD231PS(a[1], b[1], t)
	VFMADD231PS(a[2], b[2], t)
	return t
}

// alongA takes the gaps along A's axes.
func (n *nears) alongA() {
	sum := YMM()
	for i := range 3 {
		t, r := YMM(), YMM()
		VMOVUPS(n.e, r)
		VADDPS(n.ha[i], r, r)
		for j := range 3 {
			v, c := YMM(), load(n.c[i][j])
			VANDPS(n.absolute, c, v)
			VFMADD231PS(n.half(j), v, r)
			if j == 0 {
				VMULPS(n.x[j], c, t)
			} else {
				VFMADD231PS(n.x[j], c, t)
			}
		}
		n.addGap(sum, t, r, i == 0)
	}
	VMAXPS(sum, n.best, n.best)
}

// clamp limits t to [−h, h].
func (n *nears) clamp(t reg.VecVirtual, h Op) {
	hi, lo := YMM(), YMM()
	VMOVUPS(h, hi)
	VSUBPS(hi, n.zero, lo)
	VMINPS(hi, t, t)
	VMAXPS(lo, t, t)
}

// alongWay takes the gap along about the shortest way: from the point of B nearest to A's centre
// to the point of A nearest to that.
func (n *nears) alongWay(least Mem) {
	var z [3]Op
	var u, along [3]reg.VecVirtual
	for j := range 3 {
		t := YMM()
		VMOVUPS(n.x[j], t)
		n.clamp(t, n.half(j))
		u[j] = YMM()
		VSUBPS(t, load(n.x[j]), u[j])
		z[j] = n.keep(u[j], n.vl)
	}
	for i := range 3 {
		along[i] = dot3(n.c[i], u)
		n.clamp(along[i], n.ha[i])
	}
	l, g := YMM(), YMM()
	var way [3]reg.VecVirtual
	for j := range 3 {
		way[j] = YMM()
		VMOVUPS(z[j], way[j])
		for i := range 3 {
			VFNMADD231PS(n.c[i][j], along[i], way[j])
		}
		v := YMM()
		VANDPS(n.absolute, way[j], v)
		if j == 0 {
			VMULPS(way[j], way[j], l)
			VMULPS(n.x[j], way[j], g)
		} else {
			VFMADD231PS(way[j], way[j], l)
			VFMADD231PS(n.x[j], way[j], g)
		}
		VFNMADD231PS(n.half(j), v, g)
	}
	for i := range 3 {
		t := dot3(n.c[i], way)
		VANDPS(n.absolute, t, t)
		VFNMADD231PS(n.ha[i], t, g)
	}
	n.takeGap(l, g, least)
}

// takeGap takes (g − e·√l)/l·(g − e·√l) where g exceeds e·√l.
func (n *nears) takeGap(l, g reg.VecVirtual, least Mem) {
	root, floor := YMM(), YMM()
	VSQRTPS(l, root)
	VFNMADD231PS(n.e, root, g)
	VMAXPS(n.zero, g, g) // 0 for NaN
	VBROADCASTSS(least, floor)
	VMAXPS(floor, l, l)
	VDIVPS(l, g, l) // g² may overflow
	VMULPS(l, g, g)
	VMAXPS(n.best, g, n.best) // the former best for NaN
}
