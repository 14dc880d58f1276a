//go:build !amd64 || noasm

package simd

import "unsafe"

func detect() Level { return Go }

func (Level) overlap(mask []uint8, q *DOP, blocks []Block) { overlapGo(mask, q, blocks) }

func (Level) merge(dst, a, b []Block) { mergeGo(dst, a, b) }

func (Level) mergePairs(dst, src []Block) { mergePairsGo(dst, src) }

func (Level) refit(dst []Block, src []Triangles, widen float32) { refitGo(dst, src, widen) }

func (Level) gap(dst *[Lanes]float32, a *Block, lane int, b *Block) uint8 {
	return gapGo(dst, a, lane, b)
}

func (Level) reached(marks *[Lanes]float32, x float32) uint8 { return reachedGo(marks, x) }

func prefetchLines(unsafe.Pointer, int) {}
