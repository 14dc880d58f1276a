package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func compareOverlapPairs(t *testing.T, pairs [][2]int32, boxes [][6]float64) {
	t.Helper()
	mark := [2]int32{-7, -7}
	want := make([][2]int32, len(pairs))
	n := overlapPairsGo(want, pairs, boxes)
	for _, level := range Levels() {
		got := make([][2]int32, len(pairs)+2)
		got[0], got[len(got)-1] = mark, mark
		m := level.OverlapPairs(got[1:len(got)-1], pairs, boxes)
		if m != n || !slices.Equal(got[1:1+m], want[:n]) {
			t.Fatalf("%v: %v of %v, Go says %v", level, got[1:1+m], pairs, want[:n])
		}
		if got[0] != mark || got[len(got)-1] != mark {
			t.Fatalf("%v wrote outside", level)
		}
		inPlace := slices.Clone(pairs)
		if m := level.OverlapPairs(inPlace, inPlace, boxes); !slices.Equal(inPlace[:m], want[:n]) {
			t.Fatalf("%v in place: %v, Go says %v", level, inPlace[:m], want[:n])
		}
	}
}

func TestOverlapPairsKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 48))
	hits := 0
	for range 500 {
		boxes := make([][6]float64, 1+r.IntN(20))
		for i := range boxes {
			for k := range 3 {
				a, b := float64(r.IntN(8)), float64(r.IntN(8))
				boxes[i][k], boxes[i][k+3] = min(a, b), max(a, b)
				if r.IntN(30) == 0 {
					boxes[i][k] = number(r)
				}
			}
		}
		pairs := make([][2]int32, r.IntN(40))
		for i := range pairs {
			pairs[i] = [2]int32{r.Int32N(int32(len(boxes))), r.Int32N(int32(len(boxes)))}
		}
		compareOverlapPairs(t, pairs, boxes)
		hits += overlapPairsGo(slices.Clone(pairs), pairs, boxes)
	}
	if hits < 1000 {
		t.Errorf("only %d overlaps", hits)
	}
}

func FuzzOverlapPairs(f *testing.F) {
	f.Add(uint64(0), uint64(0x8000000000000000), uint64(0x7ff0000000000000), uint64(0x7ff8000000000001), uint16(27))
	f.Fuzz(func(t *testing.T, a, b, c, d uint64, pick uint16) {
		v := [4]float64{math.Float64frombits(a), math.Float64frombits(b), math.Float64frombits(c), math.Float64frombits(d)}
		var boxes [2][6]float64
		for k := range 12 {
			boxes[k/6][k%6] = v[(int(pick)>>k+k)%4]
		}
		compareOverlapPairs(t, [][2]int32{{0, 1}, {1, 0}, {0, 0}, {1, 1}}, boxes[:])
	})
}
