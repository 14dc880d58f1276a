package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const refitSignature = "func(dst *float32, src *float32, n int, widen float32)"

// directions are the two axes of each diagonal direction and whether the second is
// subtracted; the first three directions are the axes.
var directions = [...]struct {
	a, b     int
	subtract bool
}{{a: 0}, {a: 1}, {a: 2}, {0, 1, false}, {0, 2, false}, {1, 2, false}, {0, 1, true}, {0, 2, true}, {1, 2, true}}

// project sets dst to the projection of a vertex on direction k and returns where
// it is: for an axis that is the coordinate itself.
func project(k int, vertex []reg.VecVirtual, dst reg.VecVirtual) reg.VecVirtual {
	d := directions[k]
	switch {
	case k < 3:
		return vertex[d.a]
	case d.subtract:
		VSUBPS(vertex[d.b], vertex[d.a], dst)
	default:
		VADDPS(vertex[d.b], vertex[d.a], dst)
	}
	return dst
}

// poison sets dst to w plus x − x of all coordinates: NaN unless all are finite.
func poison(coords []reg.VecVirtual, w, dst, t reg.VecVirtual) {
	for i, c := range coords {
		VSUBPS(c, c, t)
		if i > 0 {
			w = dst
		}
		VADDPS(t, w, dst)
	}
}

// refitAVX2 finds the least and the greatest projection; that of the opposite
// direction is minus the greatest.
func refitAVX2() {
	absolute := eight("absolute8", 0x7fffffff)
	sign := eight("sign8", 0x80000000)
	scale := eight("scale8", 0x34800000) // 2^-22
	kernel("refitAVX2", refitSignature, "encloses 8 triangles a block.")
	dst, src, n := pointer("dst"), pointer("src"), pointer("n")
	widen := YMM()
	VBROADCASTSS(address("widen"), widen)
	loop(n, func() {
		coords := make([]reg.VecVirtual, 9)
		for i := range coords {
			coords[i] = YMM()
			VMOVUPS(at(src, i*lane8), coords[i])
		}
		w, least, greatest, t := YMM(), YMM(), YMM(), YMM()
		poison(coords, widen, w, t)
		for k := range directions {
			p, q := project(k, coords[0:3], least), project(k, coords[3:6], t)
			VMAXPS(q, p, greatest)
			VMINPS(q, p, least)
			p = project(k, coords[6:9], t)
			VMAXPS(p, greatest, greatest)
			VMINPS(p, least, least)

			VXORPS(sign, greatest, greatest)
			belowY(least, w, t, absolute, scale)
			VMOVUPS(least, at(dst, 2*k*lane8))
			belowY(greatest, w, t, absolute, scale)
			VMOVUPS(greatest, at(dst, (2*k+1)*lane8))
		}
		ADDQ(U32(triBytes), src)
		ADDQ(U32(blockBytes), dst)
	})
}

// belowY is below of the Go package.
func belowY(m, w, t reg.VecVirtual, absolute, scale Mem) {
	VANDPS(absolute, m, t)
	VMULPS(scale, t, t)
	VADDPS(w, t, t)
	VSUBPS(t, m, m)
}

// refitAVX512 holds every coordinate twice, the upper eight lanes negated: their
// least projection is that of the opposite direction.
func refitAVX512() {
	kernel("refitAVX512", refitSignature, "encloses 8 triangles a block, both directions at a time.")
	dst, src, n := pointer("dst"), pointer("src"), pointer("n")
	widen, absolute, scale, upper := ZMM(), ZMM(), ZMM(), ZMM()
	VBROADCASTSS(address("widen"), widen)
	ones := GP32()
	MOVL(U32(0xff00), ones)
	KMOVW(ones, reg.K1)
	sign := signZ()
	VMOVDQA32_Z(sign, reg.K1, upper)
	VPTERNLOGD(Imm(0xff), absolute, absolute, absolute)
	VPSRLD(Imm(1), absolute, absolute)
	bits := GP32()
	MOVL(U32(0x34800000), bits) // 2^-22
	VPBROADCASTD(bits, scale)
	loop(n, func() {
		coords := make([]reg.VecVirtual, 9)
		for i := range coords {
			coords[i] = ZMM()
			VBROADCASTF64X4(at(src, i*lane8), coords[i])
			VPXORD(upper, coords[i], coords[i])
		}
		w, t := ZMM(), ZMM()
		poison(coords, widen, w, t)
		for k := range directions {
			least, q, r, e := ZMM(), ZMM(), ZMM(), ZMM()
			p := project(k, coords[0:3], least)
			VMINPS(project(k, coords[3:6], q), p, least)
			VMINPS(project(k, coords[6:9], r), least, least)
			VPANDD(absolute, least, e)
			VMULPS(scale, e, e)
			VADDPS(w, e, e)
			VSUBPS(e, least, least)
			VMOVUPS(least, at(dst, k*lane16))
		}
		ADDQ(U32(triBytes), src)
		ADDQ(U32(blockBytes), dst)
	})
}

// address is that of an argument.
func address(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

// eight is a constant in memory, repeated for 8 lanes.
func eight(name string, bits uint32) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 8 {
		DATA(4*i, U32(bits))
	}
	return m
}
