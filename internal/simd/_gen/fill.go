package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	fillSignature      = "func(leaf *float32, vertices *float64, triangles *uint32, space *float64) float64"
	reachSignature     = "func(lo *float32, hi *float32, axes *float32, leaf *float32)"
	reachNodeSignature = "func(lo *float32, hi *float32, axes *float32, node *float32)"
	boundSignature     = "func(node *float32, lo *float32, hi *float32, least float32)"

	leafID = 144
)

// fillAVX2 gathers one corner of four triangles at a time, turns the four points into
// rows of x, y and z, and keeps the nine rows in registers until the centre is known.
func fillAVX2() {
	consts := GLOBL("fillTable", 8|16)
	DATA(0, F64(0.5))
	DATA(8, F64(1+0x1p-20))
	kernel("fillAVX2", fillSignature, "fills a leaf from its triangles' corners.")
	leaf, vertices, triangles, space := pointer("leaf"), pointer("vertices"), pointer("triangles"), pointer("space")
	lo, hi, far := YMM(), YMM(), YMM()
	var rows [9]reg.VecVirtual
	for v := range 3 {
		var p [4]reg.VecVirtual
		for i := range p {
			p[i] = corner(leaf, vertices, triangles, i, v)
			VSUBPD(at(space, 0), p[i], p[i])
			VMULPD(at(space, 32), p[i], p[i])
			if v == 0 && i == 0 {
				VMOVAPD(p[i], lo)
				VMOVAPD(p[i], hi)
				continue
			}
			VMINPD(p[i], lo, lo)
			VMAXPD(p[i], hi, hi)
		}
		xyz := transpose(p)
		copy(rows[3*v:], xyz[:])
		d := squares(xyz)
		if v == 0 {
			VMOVAPD(d, far)
		} else {
			VMAXPD(d, far, far)
		}
	}
	VADDPD(hi, lo, lo)
	half := hi // no longer needed
	VBROADCASTSD(consts, half)
	VMULPD(half, lo, lo)
	VMOVUPD(lo.AsX(), at(leaf, leafOrigin))
	VEXTRACTF128(Imm(1), lo, half.AsX())
	VMOVSD(half.AsX(), at(leaf, leafOrigin+16))
	rho := YMM()
	for k := range 3 {
		c := YMM()
		VPERMPD(Imm(uint64(0x55*k)), lo, c)
		for v := range 3 {
			VSUBPD(c, rows[3*v+k], rows[3*v+k])
		}
	}
	for v := range 3 {
		d := squares([3]reg.VecVirtual(rows[3*v : 3*v+3]))
		if v == 0 {
			VMOVAPD(d, rho)
		} else {
			VMAXPD(d, rho, rho)
		}
		for k := range 3 {
			x := XMM()
			VCVTPD2PSY(rows[3*v+k], x)
			VMOVUPS(x, at(leaf, lane4*(3*v+k)))
		}
	}
	r := greatest(rho)
	VSQRTSD(r, r, r)
	VMULSD(consts.Offset(8), r, r)
	VCVTSD2SS(r, r, r)
	VMOVSS(r, at(leaf, leafRho))
	most := greatest(far)
	VZEROUPPER()
	Store(most, ReturnIndex(0))
	RET()
}

// corner loads corner v of the leaf's triangle i as x, y, z, 0.
func corner(leaf, vertices, triangles reg.Register, i, v int) reg.VecVirtual {
	index, p, z := GP64(), YMM(), XMM()
	MOVL(at(leaf, leafID+4*i), index.As32())
	LEAQ(Mem{Base: index, Index: index, Scale: 2}, index)
	MOVL(Mem{Base: triangles, Index: index, Scale: 4, Disp: 4 * v}, index.As32())
	LEAQ(Mem{Base: index, Index: index, Scale: 2}, index)
	VMOVUPD(Mem{Base: vertices, Index: index, Scale: 8}, p.AsX())
	VMOVSD(Mem{Base: vertices, Index: index, Scale: 8, Disp: 16}, z)
	VINSERTF128(Imm(1), z, p, p)
	return p
}

// transpose turns four points into their x, their y and their z.
func transpose(p [4]reg.VecVirtual) (r [3]reg.VecVirtual) {
	for k := range r {
		r[k] = YMM()
	}
	VUNPCKHPD(p[1], p[0], r[1])
	VUNPCKLPD(p[1], p[0], p[0])
	VUNPCKHPD(p[3], p[2], p[1])
	VUNPCKLPD(p[3], p[2], p[2])
	VPERM2F128(Imm(0x20), p[2], p[0], r[0])
	VPERM2F128(Imm(0x20), p[1], r[1], r[1])
	VPERM2F128(Imm(0x31), p[2], p[0], r[2])
	return r
}

// squares returns x² + y² + z².
func squares(p [3]reg.VecVirtual) reg.VecVirtual {
	d, t := YMM(), YMM()
	VMULPD(p[0], p[0], d)
	VMULPD(p[1], p[1], t)
	VADDPD(t, d, d)
	VMULPD(p[2], p[2], t)
	VADDPD(t, d, d)
	return d
}

// greatest returns the greatest of four lanes in the lowest.
func greatest(v reg.VecVirtual) reg.VecVirtual {
	t := XMM()
	VEXTRACTF128(Imm(1), v, t)
	VMAXPD(v.AsX(), t, t)
	u := XMM()
	VPERMILPD(Imm(1), t, u)
	VMAXSD(u, t, t)
	return t
}

// extremes stores the least and the greatest of the lanes of two registers.
func extremes(lo, hi reg.VecVirtual, toLo, toHi Mem) {
	for i, v := range []reg.VecVirtual{lo, hi} {
		fold, to := VMINPS, toLo
		if i == 1 {
			fold, to = VMAXPS, toHi
		}
		t := XMM()
		if v.Size() == lane8 {
			VEXTRACTF128(Imm(1), v, t)
			fold(v.AsX(), t, t)
		} else {
			VMOVAPS(v, t)
		}
		u := XMM()
		VPERMILPS(Imm(0x4e), t, u)
		fold(u, t, t)
		VPERMILPS(Imm(0xb1), t, u)
		fold(u, t, t)
		VMOVSS(t, to)
	}
}

// reachLeafAVX2 projects the corners of four triangles on three axes.
func reachLeafAVX2() {
	kernel("reachLeafAVX2", reachSignature, "projects a leaf's triangles on the axes of a box.")
	lo, hi, axes, leaf := pointer("lo"), pointer("hi"), pointer("axes"), pointer("leaf")
	var c [3]reg.VecVirtual
	for k := range c {
		c[k] = XMM()
		VCVTSD2SS(at(leaf, leafOrigin+8*k), c[k], c[k])
		VBROADCASTSS(c[k], c[k])
	}
	for j := range 3 {
		var q [3]reg.VecVirtual
		for k := range q {
			q[k] = XMM()
			VBROADCASTSS(at(axes, lane8*(3*j+k)), q[k])
		}
		dot := func(x func(k int) Op) reg.VecVirtual {
			d, t := XMM(), XMM()
			VMULPS(x(0), q[0], d)
			for k := 1; k < 3; k++ {
				VMULPS(x(k), q[k], t)
				VADDPS(t, d, d)
			}
			return d
		}
		origin := dot(func(k int) Op { return c[k] })
		var least, most reg.VecVirtual
		for v := range 3 {
			d := dot(func(k int) Op { return at(leaf, lane4*(3*v+k)) })
			if v == 0 {
				least, most = d, XMM()
				VMOVAPS(d, most)
				continue
			}
			VMINPS(d, least, least)
			VMAXPS(d, most, most)
		}
		VADDPS(origin, least, least)
		VADDPS(origin, most, most)
		extremes(least, most, at(lo, lane8*j), at(hi, lane8*j))
	}
	VZEROUPPER()
	RET()
}

// reachNodeAVX2 projects eight boxes on three axes. Unused ones reach from far above to
// far below.
func reachNodeAVX2() {
	kernel("reachNodeAVX2", reachNodeSignature, "projects a node's boxes on the axes of a box.")
	lo, hi, axes, node := pointer("lo"), pointer("hi"), pointer("axes"), pointer("node")
	absolute := YMM()
	VPCMPEQD(absolute, absolute, absolute)
	VPSRLD(Imm(1), absolute, absolute)
	for j := range 3 {
		var q [3]reg.VecVirtual
		for k := range q {
			q[k] = broadcastY(at(axes, lane8*(3*j+k)))
		}
		dot := func(disp int) reg.VecVirtual {
			d, t := YMM(), YMM()
			VMULPS(at(node, disp), q[0], d)
			for k := 1; k < 3; k++ {
				VMULPS(at(node, disp+lane8*k), q[k], t)
				VADDPS(t, d, d)
			}
			return d
		}
		c, r := dot(0), YMM()
		for k := range 3 {
			d := dot(nodeAxes + 3*lane8*k)
			VANDPS(absolute, d, d)
			VMULPS(at(node, nodeHalf+lane8*k), d, d)
			if k == 0 {
				r = d
			} else {
				VADDPS(d, r, r)
			}
		}
		least := YMM()
		VSUBPS(r, c, least)
		VADDPS(r, c, c)
		extremes(least, c, at(lo, lane8*j), at(hi, lane8*j))
	}
	VZEROUPPER()
	RET()
}

// boundAVX2 sets centres and half sizes of the boxes in use.
func boundAVX2() {
	table := GLOBL("boundTable", 8|16)
	DATA(0, F32(0.5))
	DATA(4, F32(0x1p-19))
	kernel("boundAVX2", boundSignature, "sets eight boxes from their extents.")
	node, lo, hi := pointer("node"), pointer("lo"), pointer("hi")
	used, half, least := YMM(), broadcastY(table), YMM()
	VXORPS(used, used, used)
	VCMPPS(Imm(notLessUnordered), used, load8(at(node, nodeHalf)), used)
	VBROADCASTSS(address("least"), least)
	axis := func(j, k int) Mem { return at(node, nodeAxes+lane8*(3*j+k)) }
	var mid, c, h [3]reg.VecVirtual
	for j := range mid {
		mid[j] = load8(at(lo, lane8*j))
		VADDPS(at(hi, lane8*j), mid[j], mid[j])
		VMULPS(half, mid[j], mid[j])
	}
	for k := range c {
		c[k] = sum3(mid, func(j int) Mem { return axis(j, k) })
		VANDPS(used, c[k], c[k])
		VMOVUPS(c[k], at(node, lane8*k))
	}
	zero := half
	VXORPS(zero, zero, zero)
	for j := range h {
		d := sum3(c, func(k int) Mem { return axis(j, k) })
		h[j] = load8(at(hi, lane8*j))
		VSUBPS(d, h[j], h[j])
		VSUBPS(at(lo, lane8*j), d, d)
		VMAXPS(d, h[j], h[j])
		VMAXPS(zero, h[j], h[j])
	}
	e, slack := YMM(), broadcastY(table.Offset(4))
	VADDPS(h[1], h[0], e)
	VADDPS(h[2], e, e)
	VMULPS(slack, e, e)
	VADDPS(least, e, e)
	for j := range h {
		VADDPS(e, h[j], h[j])
		VMASKMOVPS(h[j], used, at(node, nodeHalf+lane8*j))
	}
	VZEROUPPER()
	RET()
}

func load8(m Mem) reg.VecVirtual {
	r := YMM()
	VMOVUPS(m, r)
	return r
}

// sum3 returns the sum of the products.
func sum3(a [3]reg.VecVirtual, b func(i int) Mem) reg.VecVirtual {
	d, t := YMM(), YMM()
	VMULPS(b(0), a[0], d)
	for i := 1; i < 3; i++ {
		VMULPS(b(i), a[i], t)
		VADDPS(t, d, d)
	}
	return d
}
