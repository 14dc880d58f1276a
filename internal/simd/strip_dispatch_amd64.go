//go:build !noasm

package simd

import "unsafe"

// sweep uses the AVX2 kernel on AVX-512 too: a block is 16 numbers of 16 bits, which
// fill its registers, and a box rarely has more followers to compare.
func (l Level) sweep(s *Strip, at *SweepState, hits []Hits) int {
	if l < AVX2 {
		return sweepGo(s, at, hits)
	}
	return sweepAVX2((*uintptr)(unsafe.Pointer(s)), (*int)(unsafe.Pointer(at)), (*uint32)(unsafe.Pointer(&hits[0])), len(hits))
}

func (l Level) fix(dst []Fixed, boxes [][6]float64, order []uint32, t *fixTable) {
	if l < AVX2 {
		fixGo(dst, boxes, order, t)
		return
	}
	fixAVX2(&dst[0].Lo, &boxes[0][0], &order[0], len(dst), &t.origin[0])
}

func (l Level) overlapPairs(dst, pairs [][2]int32, boxes [][6]float64) int {
	if l < AVX2 {
		return overlapPairsGo(dst, pairs, boxes)
	}
	return overlapPairsAVX2(&dst[0][0], &pairs[0][0], len(pairs), &boxes[0][0])
}
