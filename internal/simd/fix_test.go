package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// compareFix runs every level on the same boxes.
func compareFix(t *testing.T, boxes [][6]float64, m *FixMap) {
	t.Helper()
	order := make([]uint32, len(boxes))
	for i := range order {
		order[i] = uint32((i*7 + 3) % len(boxes))
	}
	table := m.table()
	want := make([]Fixed, len(boxes))
	fixGo(want, boxes, order, &table)
	for _, level := range Levels() {
		got := make([]Fixed, len(boxes)+2)
		level.Fix(got[1:len(boxes)+1], boxes, order, m)
		for i := range want {
			if got[i+1] != want[i] {
				t.Fatalf("%v, box %v: %v, Go says %v", level, boxes[order[i]], got[i+1], want[i])
			}
		}
		if got[0] != (Fixed{}) || got[len(boxes)+1] != (Fixed{}) {
			t.Fatalf("%v wrote outside", level)
		}
	}
}

// number makes any float64, more often one near the map's range.
func number(r *rand.Rand) float64 {
	switch r.IntN(12) {
	case 0:
		return math.Float64frombits(r.Uint64())
	case 1:
		return float64(special[r.IntN(len(special))])
	case 2:
		return math.Inf(r.IntN(2)*2 - 1)
	}
	return 3*r.Float64() - 1
}

func TestFixKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 48))
	for range 2000 {
		boxes := make([][6]float64, 1+r.IntN(9))
		for i := range boxes {
			for k := range boxes[i] {
				boxes[i][k] = number(r)
			}
		}
		sweep := r.IntN(3)
		m := FixMap{Sweep: sweep, Across: [2]int{(sweep + 1) % 3, (sweep + 2) % 3}}
		for k := range 3 {
			m.Origin[k], m.Limit[k] = 2*r.Float64()-1, float64(int64(1)<<(1+r.IntN(30))-1)
			m.Scale[k] = [3]float64{m.Limit[k], math.SmallestNonzeroFloat64, math.MaxFloat64}[r.IntN(3)]
		}
		compareFix(t, boxes, &m)
	}
}

// Order is kept or becomes equality, whatever the scale: all the broad phase needs.
func TestFixIsMonotone(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 48))
	for range 20000 {
		a, b := number(r), number(r)
		if a > b {
			a, b = b, a
		}
		m := FixMap{
			Origin: [3]float64{2*r.Float64() - 1}, Limit: [3]float64{1<<30 - 1},
			Scale:  [3]float64{[4]float64{1 << 30, 1e-3, math.SmallestNonzeroFloat64, math.MaxFloat64}[r.IntN(4)], 1, 1},
			Across: [2]int{1, 2},
		}
		var f [1]Fixed
		Best().Fix(f[:], [][6]float64{{a, 0, 0, b, 0, 0}}, []uint32{0}, &m)
		if whole := a == a && b == b; whole != (f[0].Lo <= f[0].Hi) || f[0].Lo < 0 {
			t.Fatalf("%g ≤ %g became %d and %d", a, b, f[0].Lo, f[0].Hi)
		}
	}
}

func FuzzFix(f *testing.F) {
	f.Add(uint64(0), uint64(1), uint64(0x7ff0000000000000), uint64(0x7ff8000000000001), 1.0, 0.0)
	f.Fuzz(func(t *testing.T, a, b, c, d uint64, scale, origin float64) {
		if !(scale > 0 && scale <= math.MaxFloat64) || math.IsInf(origin, 0) || origin != origin {
			t.Skip("not a map")
		}
		m := FixMap{Origin: [3]float64{origin, origin, origin}, Scale: [3]float64{scale, scale, scale}, Limit: [3]float64{1, 1<<30 - 1, 1<<31 - 1}, Across: [2]int{2, 1}}
		v := [4]float64{math.Float64frombits(a), math.Float64frombits(b), math.Float64frombits(c), math.Float64frombits(d)}
		compareFix(t, [][6]float64{{v[0], v[1], v[2], v[3], v[0], v[1]}, {v[3], v[2], v[1], v[0], v[3], v[2]}, {v[0], v[0], v[1], v[1], v[2], v[3]}}, &m)
	})
}
