package simd

import "math"

// diagonal is 1/√2 rounded down: the directions of slabs 3 to 8 have length √2.
var diagonal = math.Float32frombits(0x3f3504f3)

// axisRows is the number of rows that belong to the axes.
const axisRows = 6

// Gap writes, for the volume in each lane of b, how far it is from the volume in a
// lane of a: the greatest distance by which a slab separates the two, to within
// rounding (relative 2^-23, see GapError), 0 or less where none does. A value above
// 0 is there exactly where Overlap has no bit. Unordered bounds separate nothing;
// lanes without a volume are infinitely far.
//
// Bit i of the result is set iff dst[i] > 0. The contract of the assembly is gapGo.
func (l Level) Gap(dst *[Lanes]float32, a *Block, lane int, b *Block) (apart uint8) {
	if uint(lane) >= Lanes {
		panic("simd: Gap of a lane that is none")
	}
	l.check()
	return l.gap(dst, a, lane, b)
}

// GapError bounds what a positive gap may be too large by, relative to it: the
// sum and the product are rounded once each, 2^-24 of the value.
const GapError = 0x1p-22

// GapOne is one lane of Gap.
func GapOne(a *Block, lane int, b *Block, i int) float32 {
	g, d := float32(math.Inf(-1)), float32(math.Inf(-1))
	for r := range axisRows {
		if s := b[r][i] + a[r^1][lane]; s > g {
			g = s
		}
	}
	for r := axisRows; r < Rows; r++ {
		if s := b[r][i] + a[r^1][lane]; s > d {
			d = s
		}
	}
	if d *= diagonal; d > g {
		g = d
	}
	return g + 0 // no −0
}

// gapGo is the contract of the gap kernels.
func gapGo(dst *[Lanes]float32, a *Block, lane int, b *Block) (apart uint8) {
	for i := range dst {
		if dst[i] = GapOne(a, lane, b, i); dst[i] > 0 {
			apart |= 1 << i
		}
	}
	return apart
}

// Reached sets bit i of its result unless x < marks[i].
func (l Level) Reached(marks *[Lanes]float32, x float32) uint8 {
	l.check()
	return l.reached(marks, x)
}

// reachedGo is the contract of the reached kernel.
func reachedGo(marks *[Lanes]float32, x float32) (mask uint8) {
	for i, m := range marks {
		if !(x < m) {
			mask |= 1 << i
		}
	}
	return mask
}
