package simd

import "unsafe"

// Overlap tests one volume against all of blocks: bit i of mask[b] is set iff no slab
// separates q from the volume in lane i of blocks[b]. Unordered bounds separate
// nothing, so that lanes without a volume must be empty or masked out by the caller
// (see OverlapRange). O(len(blocks)); allocates nothing.
//
// The contract of the assembly, inlined:
//
//	for b := range blocks {
//		mask[b] = 0xff
//		for lane := range Lanes {
//			for r := range Rows {
//				if blocks[b][r][lane] > -q[r^1] {
//					mask[b] &^= 1 << lane
//				}
//			}
//		}
//	}
func (l Level) Overlap(mask []uint8, q *DOP, blocks []Block) {
	if len(mask) != len(blocks) {
		panic("simd: Overlap needs as many mask bytes as blocks")
	}
	l.check()
	if len(blocks) > 0 {
		l.overlap(mask, q, blocks)
	}
}

// OverlapOne tests q against one block, which may lie inside a larger node.
func (l Level) OverlapOne(q *DOP, b *Block) uint8 {
	l.check()
	var mask [1]uint8
	l.overlap(mask[:], q, unsafe.Slice(b, 1))
	return mask[0]
}

// OverlapRange tests q against volumes lo to hi−1, counted over the lanes of blocks.
// It writes the masks of the blocks they lie in to the front of mask, clears the
// bits of other volumes and returns how many bytes it wrote, none for hi ≤ lo; the
// first belongs to block lo/Lanes.
func (l Level) OverlapRange(mask []uint8, q *DOP, blocks []Block, lo, hi int) int {
	if hi <= lo {
		return 0
	}
	first, last := lo/Lanes, (hi-1)/Lanes
	n := last - first + 1
	l.Overlap(mask[:n], q, blocks[first:last+1])
	mask[0] &= 0xff << (lo % Lanes)
	mask[n-1] &= 0xff >> (last*Lanes + Lanes - hi)
	return n
}

// overlapGo is the contract of the overlap kernels. A slab that separates a volume
// ends its test.
func overlapGo(mask []uint8, q *DOP, blocks []Block) {
	var limit DOP // a volume whose bound r exceeds limit[r] is apart
	for r := range limit {
		limit[r] = -q[r^1]
	}
	for i := range blocks {
		mask[i] = overlapBlock(&limit, &blocks[i])
	}
}

func overlapBlock(limit *DOP, b *Block) uint8 {
	m := uint8(0)
lanes:
	for lane := range Lanes {
		for r := range Rows {
			if b[r][lane] > limit[r] {
				continue lanes
			}
		}
		m |= 1 << lane
	}
	return m
}
