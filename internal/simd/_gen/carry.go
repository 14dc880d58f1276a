package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// carryAVX2 keeps the matrix in registers; the translation is read for each sum.
func carryAVX2() {
	kernel("carryAVX2", "func(dst *float32, src *float32, m *float32, n int)", "applies a map to 8 triangles a block.")
	dst, src, m, n := pointer("dst"), pointer("src"), pointer("m"), pointer("n")
	var matrix [3][3]reg.VecVirtual
	for r := range 3 {
		for k := range 3 {
			matrix[r][k] = YMM()
			VBROADCASTSS(at(m, 16*r+4*k), matrix[r][k])
		}
	}
	loop(n, func() {
		for v := range 3 {
			x := [3]reg.VecVirtual{YMM(), YMM(), YMM()}
			for k := range x {
				VMOVUPS(at(src, (3*v+k)*lane8), x[k])
			}
			for r := range 3 {
				sum, t := YMM(), YMM()
				VBROADCASTSS(at(m, 16*r+12), sum)
				for k := range x {
					VMULPS(matrix[r][k], x[k], t)
					VADDPS(t, sum, sum)
				}
				VMOVUPS(sum, at(dst, (3*v+r)*lane8))
			}
		}
		ADDQ(U32(triBytes), src)
		ADDQ(U32(triBytes), dst)
	})
}
