package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const placeSignature = "func(dst *float64, leaf *float32, vertices *float64, triangles *uint32, m *float64)"

// placeAVX2 gathers as fillAVX2 does and rounds every product and sum.
func placeAVX2() {
	kernel("placeAVX2", placeSignature, "places the corners of a leaf's triangles in the world, m being nil for the identity.")
	dst, leaf, vertices, triangles, m := pointer("dst"), pointer("leaf"), pointer("vertices"), pointer("triangles"), pointer("m")
	for v := range 3 {
		var p [4]reg.VecVirtual
		for i := range p {
			p[i] = corner(leaf, vertices, triangles, i, v)
		}
		xyz := transpose(p)
		to := func(k int) Mem { return at(dst, lane64*(3*v+k)) }
		moved, done := "moved"+string(rune('0'+v)), "done"+string(rune('0'+v))
		TESTQ(m, m)
		JNZ(LabelRef(moved))
		for k := range xyz {
			VMOVUPD(xyz[k], to(k))
		}
		JMP(LabelRef(done))
		Label(moved)
		for k := range 3 {
			entry := func(j int) reg.VecVirtual {
				r := YMM()
				VBROADCASTSD(at(m, 8*j), r)
				return r
			}
			sum, t := entry(3*k), entry(3*k+1)
			VMULPD(xyz[0], sum, sum)
			VMULPD(xyz[1], t, t)
			VADDPD(t, sum, sum)
			t = entry(3*k + 2)
			VMULPD(xyz[2], t, t)
			VADDPD(t, sum, sum)
			t = entry(9 + k)
			VADDPD(t, sum, sum)
			VMOVUPD(sum, to(k))
		}
		Label(done)
	}
	VZEROUPPER()
	RET()
}
