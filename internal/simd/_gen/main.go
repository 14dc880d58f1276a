// Command gen writes the assembly of package simd and its Go declarations. Run it
// with `go generate ./internal/simd` from the module's root.
//
// A kernel is written once for each instruction set. Kernels take plain pointers
// and counts, so that avo need not load the package whose stubs it is writing.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Sizes of the package's types in bytes and rows.
const (
	rows       = 18
	lane8      = 32 // eight float32: a row of a Block
	lane16     = 64 // two rows: both sides of a slab
	blockBytes = rows * lane8
	triBytes   = 9 * lane8
)

// Predicates of VCMPPS, all quiet.
const (
	lessOrdered      = 0x11
	notLessUnordered = 0x15
	greaterOrdered   = 0x1e
)

func main() {
	ConstraintExpr("!noasm")
	overlapAVX2()
	overlapAVX512()
	mergeAVX2()
	mergeAVX512()
	mergePairsAVX2()
	mergePairsAVX512()
	refitAVX2()
	refitAVX512()
	gapAVX2()
	gapAVX512()
	boxes("boxBox8AVX2", false)
	boxes("boxBox8AVX512", true)
	near8("near8AVX2", false)
	near8("near8AVX512", true)
	nearLeaf("leafNearAVX2", lane8)
	nearLeaf("leafNearAVX512", lane16)
	nearEdges("leafEdgesAVX2", lane8)
	nearEdges("leafEdgesAVX512", lane16)
	leaves("leafLeafAVX2", lane8, false)
	leaves("leafLeafAVX512", lane16, false)
	leaves("leafSelfAVX2", lane8, true)
	leaves("leafSelfAVX512", lane16, true)
	gridAVX2()
	doubleAVX2()
	floatAVX2()
	flatAVX2()
	prefetch()
	spreads("spreadAVX2", lane8)
	spreads("spreadAVX512", lane16)
	binAVX2()
	encloseAVX2()
	partAVX2()
	reachedAVX2()
	fillAVX2()
	placeAVX2()
	reachLeafAVX2()
	reachNodeAVX2()
	boundAVX2()
	carryAVX2()
	triangleBoxesAVX2()
	runAreasAVX2()
	alignedBox8AVX2()
	leastAVX2()
	sweep8("sweep8AVX2", false)
	sweep8("sweep8AVX512", true)
	Generate()
}

// kernel begins a function that keeps nothing of its arguments.
func kernel(name, signature, doc string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name + " " + doc)
}

func pointer(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// loop repeats body n times; n is at least 1 and is used up.
func loop(n reg.Register, body func()) {
	Label("loop")
	body()
	DECQ(n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

func at(base reg.Register, disp int) Mem { return Mem{Base: base, Disp: disp} }

func signY() reg.VecVirtual {
	s := YMM()
	VPCMPEQD(s, s, s)
	VPSLLD(Imm(31), s, s)
	return s
}

func signZ() reg.VecVirtual {
	s := ZMM()
	VPTERNLOGD(Imm(0xff), s, s, s)
	VPSLLD(Imm(31), s, s)
	return s
}
