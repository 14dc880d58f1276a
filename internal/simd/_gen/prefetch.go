package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// prefetch is the one function that needs nothing beyond amd64 itself.
func prefetch() {
	TEXT("prefetch", NOSPLIT, "func(from *byte, lines int)")
	Pragma("noescape")
	Doc("prefetch asks for cache lines; it never faults.")
	p, n := pointer("from"), pointer("lines")
	Label("loop")
	PREFETCHT0(at(p, 0))
	ADDQ(U32(64), p)
	DECQ(n)
	JNZ(LabelRef("loop"))
	RET()
}
