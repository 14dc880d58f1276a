package simd

import "testing"

// These tests take the computed values for what they are: each stands for all true values within
// the error of it, both ends included. What is certain holds for all of them, and what holds for all
// of them is certain.

// computed are values on either side of the error 2, the values within it, and at it.
var computed = []float32{-3, -2, 0, 2, 3}

// everyTruth reports whether p holds for all true values of the computed ones.
func everyTruth(computed, truth []float32, k int, p func([]float32) bool) bool {
	if k == len(computed) {
		return p(truth)
	}
	for _, e := range []float32{-2, -1, 0, 1, 2} {
		truth[k] = computed[k] + e
		if !everyTruth(computed, truth, k+1, p) {
			return false
		}
	}
	return true
}

// opposite reports whether an edge crosses a plane, its ends being off it by x and y.
func opposite(x, y float32) bool { return x < 0 && y > 0 || x > 0 && y < 0 }

// sameSigns reports whether numbers have one sign, and it is not 0.
func sameSigns(v ...float32) bool {
	for _, x := range v {
		if x == 0 || x < 0 != (v[0] < 0) {
			return false
		}
	}
	return true
}

// pierced: a line passes a triangle's edges all on one side.
func pierced(v []float32) bool { return opposite(v[0], v[1]) && sameSigns(v[2:]...) }

// passed: an edge has both ends on one side of the plane, or its line passes two edges on
// different sides.
func passed(v []float32) bool {
	return sameSigns(v[0], v[1]) || opposite(v[2], v[3]) || opposite(v[3], v[4]) || opposite(v[4], v[2])
}

// TestEdgeIsCertain asks for all combinations of computed values.
func TestEdgeIsCertain(t *testing.T) {
	t.Parallel()
	var v, truth [5]float32
	pierces, passes := 0, 0
	for n := range 5 * 5 * 5 * 5 * 5 {
		for k := range v {
			v[k], n = computed[n%5], n/5
		}
		gotPierces, gotPasses := edge(v[0], v[1], vec(v[2:]), 2)
		if want := everyTruth(v[:], truth[:], 0, pierced); gotPierces != want {
			t.Errorf("ends at %v, products %v: pierces %v, want %v", v[:2], v[2:], gotPierces, want)
		}
		if want := everyTruth(v[:], truth[:], 0, passed); gotPasses != want {
			t.Errorf("ends at %v, products %v: passes %v, want %v", v[:2], v[2:], gotPasses, want)
		}
		if gotPierces {
			pierces++
		}
		if gotPasses {
			passes++
		}
	}
	if pierces != 4 || passes != 802 {
		t.Errorf("%d combinations pierce, %d pass", pierces, passes)
	}
}

// TestOneSideIsCertain asks for all combinations of computed values and shared corners.
func TestOneSideIsCertain(t *testing.T) {
	t.Parallel()
	for n := range 5 * 5 * 5 * 8 {
		v := vec{computed[n%5], computed[n/5%5], computed[n/25%5]}
		var shared [3]bool
		var rest []float32
		for k := range shared {
			if shared[k] = n/125>>k&1 == 1; !shared[k] {
				rest = append(rest, v[k])
			}
		}
		want := len(rest) > 0 && everyTruth(rest, make([]float32, len(rest)), 0, func(v []float32) bool { return sameSigns(v...) })
		if got := v.oneSideBut(&shared, 2); got != want {
			t.Errorf("%v, shared %v: %v", v, shared, got)
		}
	}
}

// TestSignsOfDoublesAreCertain is the same for the values of the filter with two float64 a number.
func TestSignsOfDoublesAreCertain(t *testing.T) {
	t.Parallel()
	truth := make([]float32, 3)
	for n := range 5 * 5 * 5 {
		v := []float32{computed[n%5], computed[n/5%5], computed[n/25%5]}
		a := vec64{float64(v[0]), float64(v[1]), float64(v[2])}
		if got, want := a.beyond(2), everyTruth(v, truth, 0, func(v []float32) bool { return sameSigns(v...) }); got != want {
			t.Errorf("%v are of one sign: %v, want %v", v, got, want)
		}
		mixed := func(v []float32) bool {
			return opposite(v[0], v[1]) || opposite(v[1], v[2]) || opposite(v[2], v[0])
		}
		if got, want := a.mixed(2), everyTruth(v, truth, 0, mixed); got != want {
			t.Errorf("%v are of different signs: %v, want %v", v, got, want)
		}
	}
}
