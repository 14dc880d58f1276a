//go:build !noasm

package simd

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// detect asks for AVX2 beside AVX-512F, so that every level includes those below.
func detect() Level {
	switch {
	case cpu.X86.HasAVX2 && cpu.X86.HasAVX512F:
		return AVX512
	case cpu.X86.HasAVX2:
		return AVX2
	}
	return Go
}

// The slices below are not empty and of matching lengths. The kernels are called by
// name, not through a table: a call through a variable would make every query escape.

func (l Level) overlap(mask []uint8, q *DOP, blocks []Block) {
	switch l {
	case AVX512:
		overlapAVX512(&mask[0], (*[Rows]float32)(q), &blocks[0][0][0], len(blocks))
	case AVX2:
		overlapAVX2(&mask[0], (*[Rows]float32)(q), &blocks[0][0][0], len(blocks))
	default:
		overlapGo(mask, q, blocks)
	}
}

func (l Level) merge(dst, a, b []Block) {
	switch l {
	case AVX512:
		mergeAVX512(&dst[0][0][0], &a[0][0][0], &b[0][0][0], len(dst))
	case AVX2:
		mergeAVX2(&dst[0][0][0], &a[0][0][0], &b[0][0][0], len(dst))
	default:
		mergeGo(dst, a, b)
	}
}

func (l Level) mergePairs(dst, src []Block) {
	switch l {
	case AVX512:
		mergePairsAVX512(&dst[0][0][0], &src[0][0][0], len(dst))
	case AVX2:
		mergePairsAVX2(&dst[0][0][0], &src[0][0][0], len(dst))
	default:
		mergePairsGo(dst, src)
	}
}

func (l Level) refit(dst []Block, src []Triangles, widen float32) {
	switch l {
	case AVX512:
		refitAVX512(&dst[0][0][0], &src[0][0][0], len(dst), widen)
	case AVX2:
		refitAVX2(&dst[0][0][0], &src[0][0][0], len(dst), widen)
	default:
		refitGo(dst, src, widen)
	}
}

func (l Level) gap(dst *[Lanes]float32, a *Block, lane int, b *Block) uint8 {
	switch l {
	case AVX512:
		return gapAVX512(&dst[0], &a[0][lane], &b[0][0])
	case AVX2:
		return gapAVX2(&dst[0], &a[0][lane], &b[0][0])
	}
	return gapGo(dst, a, lane, b)
}

func (l Level) reached(marks *[Lanes]float32, x float32) uint8 {
	if l == Go {
		return reachedGo(marks, x)
	}
	return reachedAVX2(&marks[0], x)
}

func prefetchLines(p unsafe.Pointer, lines int) { prefetch((*byte)(p), lines) }
