//go:build !amd64 || noasm

package simd

func (Level) sweep(s *Strip, at *SweepState, hits []Hits) int { return sweepGo(s, at, hits) }

func (Level) fix(dst []Fixed, boxes [][6]float64, order []uint32, t *fixTable) {
	fixGo(dst, boxes, order, t)
}

func (Level) overlapPairs(dst, pairs [][2]int32, boxes [][6]float64) int {
	return overlapPairsGo(dst, pairs, boxes)
}
