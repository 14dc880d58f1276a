package simd

// OverlapPairs writes those of the pairs to dst whose closed boxes overlap and returns
// how many they are; boxes are the lower corner, then the upper one. Every pair may be
// written before it is judged: dst must have room for all, and is pairs itself or apart
// from it.
//
// The contract of the assembly is overlapPairsGo.
func (l Level) OverlapPairs(dst, pairs [][2]int32, boxes [][6]float64) int {
	l.check()
	if len(dst) < len(pairs) {
		panic("simd: OverlapPairs without room for all pairs")
	}
	if len(pairs) == 0 {
		return 0
	}
	return l.overlapPairs(dst, pairs, boxes)
}

// overlapPairsGo is the contract of the kernels.
func overlapPairsGo(dst, pairs [][2]int32, boxes [][6]float64) int {
	n := 0
	for _, p := range pairs {
		a, b := &boxes[p[0]], &boxes[p[1]]
		if a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5] {
			dst[n] = p
			n++
		}
	}
	return n
}
