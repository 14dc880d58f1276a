package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	mergeSignature      = "func(dst *float32, a *float32, b *float32, n int)"
	mergePairsSignature = "func(dst *float32, src *float32, n int)"
)

// MINPS returns its second source when the two are unordered or both zero. The
// minima of both orders, ored, are Go's min: they are equal but for a NaN, which
// stays one when bits are added, and for zeros, which get either sign.

func minY(x, y, dst reg.VecVirtual) {
	t := YMM()
	VMINPS(x, y, t)
	VMINPS(y, x, dst)
	VORPS(t, dst, dst)
}

func minZ(x, y, dst reg.VecVirtual) {
	t := ZMM()
	VMINPS(x, y, t)
	VMINPS(y, x, dst)
	VPORD(t, dst, dst)
}

func mergeAVX2() {
	kernel("mergeAVX2", mergeSignature, "sets n blocks to the minima of two others.")
	dst, a, b, n := pointer("dst"), pointer("a"), pointer("b"), pointer("n")
	loop(n, func() {
		for r := range rows {
			x, y := YMM(), YMM()
			VMOVUPS(at(a, r*lane8), x)
			VMOVUPS(at(b, r*lane8), y)
			minY(x, y, x)
			VMOVUPS(x, at(dst, r*lane8))
		}
		for _, p := range []reg.Register{a, b, dst} {
			ADDQ(U32(blockBytes), p)
		}
	})
}

func mergeAVX512() {
	kernel("mergeAVX512", mergeSignature, "sets n blocks to the minima of two others.")
	dst, a, b, n := pointer("dst"), pointer("a"), pointer("b"), pointer("n")
	loop(n, func() {
		for k := range rows / 2 {
			x, y := ZMM(), ZMM()
			VMOVUPS(at(a, k*lane16), x)
			VMOVUPS(at(b, k*lane16), y)
			minZ(x, y, x)
			VMOVUPS(x, at(dst, k*lane16))
		}
		for _, p := range []reg.Register{a, b, dst} {
			ADDQ(U32(blockBytes), p)
		}
	})
}

// mergePairsAVX2 parts even from odd lanes inside halves of 128 bits, which leaves
// the pairs as a01 a23 b01 b23 | a45 a67 b45 b67; 0xd8 swaps the middle quarters.
func mergePairsAVX2() {
	kernel("mergePairsAVX2", mergePairsSignature, "sets n blocks to the minima of neighbouring lanes of 2n.")
	dst, src, n := pointer("dst"), pointer("src"), pointer("n")
	loop(n, func() {
		for r := range rows {
			x, even, odd := YMM(), YMM(), YMM()
			VMOVUPS(at(src, r*lane8), x)
			VSHUFPS(Imm(0x88), at(src, blockBytes+r*lane8), x, even)
			VSHUFPS(Imm(0xdd), at(src, blockBytes+r*lane8), x, odd)
			minY(even, odd, even)
			VPERMPD(Imm(0xd8), even, even)
			VMOVUPS(even, at(dst, r*lane8))
		}
		ADDQ(U32(2*blockBytes), src)
		ADDQ(U32(blockBytes), dst)
	})
}

// mergePairsAVX512 gathers the even lanes of both rows of a slab from both blocks,
// then the odd ones.
func mergePairsAVX512() {
	evens := GLOBL("evenLanes", RODATA|NOPTR)
	for i := range 16 {
		// 0 2 4 6 of the first block, 0 2 4 6 of the second, then their upper rows.
		DATA(4*i, U32(uint32(2*(i%4)+16*(i/4%2)+8*(i/8))))
	}
	kernel("mergePairsAVX512", mergePairsSignature, "sets n blocks to the minima of neighbouring lanes of 2n.")
	dst, src, n := pointer("dst"), pointer("src"), pointer("n")
	pick, pickOdd, one := ZMM(), ZMM(), ZMM()
	VMOVDQU32(evens, pick)
	VPTERNLOGD(Imm(0xff), one, one, one)
	VPSUBD(one, pick, pickOdd) // minus −1
	loop(n, func() {
		for k := range rows / 2 {
			even, odd, y := ZMM(), ZMM(), ZMM()
			VMOVUPS(at(src, k*lane16), even)
			VMOVUPS(at(src, blockBytes+k*lane16), y)
			VMOVAPS(even, odd)
			VPERMT2PS(y, pick, even)
			VPERMT2PS(y, pickOdd, odd)
			minZ(even, odd, even)
			VMOVUPS(even, at(dst, k*lane16))
		}
		ADDQ(U32(2*blockBytes), src)
		ADDQ(U32(blockBytes), dst)
	})
}
