// Command strip writes the kernels of the broad phase for package simd and their Go declarations; see the
// one in the folder above.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets of the fields of simd.Strip, slices of three words, and of SweepState and
// Hits; a test of the package compares them with the types.
const (
	key, high, yLo, yHi, zLo, zHi = 0, 24, 48, 72, 96, 120
	stateI, stateAt, stateEnd     = 0, 8, 16
	stateBlocks                   = 24
	hitI, hitJ, hitMask, hitBytes = 0, 4, 8, 16
	lanes                         = 16
	shiftHit                      = 4 // hitBytes = 1 << shiftHit
)

func main() {
	ConstraintExpr("!noasm")
	sweepAVX2()
	fixAVX2()
	overlapPairsAVX2()
	Generate()
}

// sweepAVX2 compares 16 keys in two registers and 16 coordinates in one. Every block
// writes its hit; the next one overwrites it unless a lane overlapped, so that what
// is found makes no branch.
func sweepAVX2() {
	TEXT("sweepAVX2", NOSPLIT, "func(strip *uintptr, state *int, hits *uint32, room int) (n int)")
	Pragma("noescape")
	Doc("sweepAVX2 compares 16 followers at a time.")
	strip, state := pointer("strip"), pointer("state")
	out, full := pointer("hits"), pointer("room")
	SHLQ(Imm(shiftHit), full)
	ADDQ(out, full)
	var base [6]reg.Register
	for k, field := range []int{key, high, yLo, yHi, zLo, zHi} {
		base[k] = GP64()
		MOVQ(Mem{Base: strip, Disp: field}, base[k])
	}
	i, j := GP64(), GP64()
	MOVQ(Mem{Base: state, Disp: stateI}, i)
	MOVQ(Mem{Base: state, Disp: stateAt}, j)
	TESTQ(j, j)
	JNZ(LabelRef("box"))
	LEAQ(Mem{Base: i, Disp: 1}, j)

	Label("box")
	CMPQ(i, Mem{Base: state, Disp: stateEnd})
	JGE(LabelRef("done"))
	limit := YMM()
	VPBROADCASTD(Mem{Base: base[1], Index: i, Scale: 4}, limit)
	var own [4]reg.VecVirtual // of box i: yLo, yHi, zLo, zHi
	for k := range own {
		own[k] = YMM()
		VPBROADCASTW(Mem{Base: base[2+k], Index: i, Scale: 2}, own[k])
	}

	Label("block")
	CMPQ(out, full)
	JAE(LabelRef("done"))
	INCQ(Mem{Base: state, Disp: stateBlocks})
	beyond, t, apart := YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: base[0], Index: j, Scale: 4}, beyond)
	VMOVDQU(Mem{Base: base[0], Index: j, Scale: 4, Disp: 32}, t)
	VPCMPGTD(limit, beyond, beyond)
	VPCMPGTD(limit, t, t)
	VPACKSSDW(t, beyond, beyond)      // within halves of the registers …
	VPERMQ(Imm(0xd8), beyond, beyond) // … hence put in order
	VMOVDQA(beyond, apart)
	for k := range 2 {
		lo, hi := Mem{Base: base[2+2*k], Index: j, Scale: 2}, Mem{Base: base[3+2*k], Index: j, Scale: 2}
		VMOVDQU(lo, t)
		VPCMPGTW(own[2*k+1], t, t) // lo[j] > hi[i]
		VPOR(t, apart, apart)
		VPCMPGTW(hi, own[2*k], t) // lo[i] > hi[j]
		VPOR(t, apart, apart)
	}
	mask, found := GP32(), GP64()
	VPMOVMSKB(apart, mask)
	NOTL(mask)
	XORL(found.As32(), found.As32())
	ANDL(U32(0x55555555), mask)
	SETNE(found.As8())
	MOVL(i.As32(), Mem{Base: out, Disp: hitI})
	MOVL(j.As32(), Mem{Base: out, Disp: hitJ})
	MOVL(mask, Mem{Base: out, Disp: hitMask})
	SHLQ(Imm(shiftHit), found)
	ADDQ(found, out)
	VPTEST(beyond, beyond)
	JNZ(LabelRef("next"))
	ADDQ(Imm(lanes), j)
	JMP(LabelRef("block"))

	Label("next")
	INCQ(i)
	LEAQ(Mem{Base: i, Disp: 1}, j)
	JMP(LabelRef("box"))

	Label("done")
	VZEROUPPER()
	MOVQ(i, Mem{Base: state, Disp: stateI})
	MOVQ(j, Mem{Base: state, Disp: stateAt})
	hits := pointer("hits")
	SUBQ(hits, out)
	SHRQ(Imm(shiftHit), out)
	Store(out, ReturnIndex(0))
	RET()
}

func pointer(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
