package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const overlapSignature = "func(mask *uint8, q *[18]float32, blocks *float32, n int)"

// held is how many limits the AVX2 kernel keeps in registers; the other four are
// for the accumulators and what is being compared.
const held = 12

// After the three axes a block all of whose lanes are rejected is done. Where most
// volumes are far from the query that halves the time; where few are, it costs
// nothing that could be measured. Testing after four or six slabs gained less.
const (
	early8  = 6 // rows
	early16 = 3 // slabs
)

// overlapAVX2 compares row after row with its limit −q[r^1].
func overlapAVX2() {
	kernel("overlapAVX2", overlapSignature, "tests 8 lanes of one bound at a time.")
	mask, q, b := pointer("mask"), pointer("q"), pointer("blocks")
	n := pointer("n")
	sign := signY()
	limits := make([]reg.VecVirtual, held)
	spilled := AllocLocal((rows - held) * lane8)
	for r := rows - 1; r >= 0; r-- {
		v := YMM()
		VBROADCASTSS(at(q, 4*(r^1)), v)
		VXORPS(sign, v, v)
		if r < held {
			limits[r] = v
		} else {
			VMOVUPS(v, spilled.Offset((r-held)*lane8))
		}
	}
	loop(n, func() {
		acc := [2]reg.VecVirtual{YMM(), YMM()}
		m := GP32()
		for r := range rows {
			t := YMM()
			switch {
			case r < 2:
				VCMPPS(Imm(lessOrdered), at(b, r*lane8), limits[r], acc[r])
				continue
			case r < held:
				VCMPPS(Imm(lessOrdered), at(b, r*lane8), limits[r], t)
			default:
				VMOVUPS(at(b, r*lane8), t)
				VCMPPS(Imm(greaterOrdered), spilled.Offset((r-held)*lane8), t, t)
			}
			VORPS(t, acc[r%2], acc[r%2])
			if r == early8-1 {
				VORPS(acc[0], acc[1], acc[0])
				VMOVMSKPS(acc[0], m)
				CMPL(m, U32(0xff))
				JEQ(LabelRef("decided"))
			}
		}
		VORPS(acc[0], acc[1], acc[0])
		VMOVMSKPS(acc[0], m)
		Label("decided")
		NOTL(m)
		MOVB(m.As8(), at(mask, 0))
		ADDQ(U32(blockBytes), b)
		INCQ(mask)
	})
}

// overlapAVX512 compares both rows of a slab at once. The chains of masked
// comparisons of one block are short enough to overlap with the next block's.
func overlapAVX512() {
	kernel("overlapAVX512", overlapSignature, "tests 8 lanes of both bounds of a slab at a time.")
	mask, q, b := pointer("mask"), pointer("q"), pointer("blocks")
	n := pointer("n")
	sign := signZ()
	upper := GP32()
	MOVL(U32(0xff00), upper)
	KMOVW(upper, reg.K1)
	var limits [rows / 2]reg.VecVirtual
	for k := range limits {
		v := ZMM()
		VBROADCASTSS(at(q, 4*(2*k+1)), v)
		VBROADCASTSS(at(q, 4*2*k), reg.K1, v)
		VPXORD(sign, v, v)
		limits[k] = v
	}
	chains := []reg.Register{reg.K2, reg.K3, reg.K4}
	loop(n, func() {
		m, high := GP32(), GP32()
		both := func() { // the lanes that neither side rejects
			KANDW(reg.K2, reg.K3, reg.K2)
			KANDW(reg.K2, reg.K4, reg.K2)
			KMOVW(reg.K2, m)
			MOVL(m, high)
			SHRL(Imm(8), high)
			ANDL(high, m)
		}
		for k, limit := range limits {
			if k == early16 {
				both()
				JZ(LabelRef("decided"))
			}
			row, c := at(b, k*lane16), chains[k%len(chains)]
			if k < len(chains) {
				VCMPPS(Imm(notLessUnordered), row, limit, c)
			} else {
				VCMPPS(Imm(notLessUnordered), row, limit, c, c)
			}
		}
		both()
		Label("decided")
		MOVB(m.As8(), at(mask, 0))
		ADDQ(U32(blockBytes), b)
		INCQ(mask)
	})
}
