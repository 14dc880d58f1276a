package simd

import "testing"

// TestOneSideIsStrict: on a side are only corners farther from the plane than the error,
// and corners that are shared do not count.
func TestOneSideIsStrict(t *testing.T) {
	t.Parallel()
	const e = 0.25
	for _, c := range []struct {
		d      vec
		shared [3]bool
		want   bool
	}{
		{vec{0.5, 0.3, 0.26}, [3]bool{}, true},
		{vec{0.5, 0.3, e}, [3]bool{}, false},
		{vec{-0.5, -0.3, -0.26}, [3]bool{}, true},
		{vec{-0.5, -0.3, -e}, [3]bool{}, false},
		{vec{-0.5, -0.3, -0.2}, [3]bool{}, false},
		{vec{0.5, 0.3, -0.5}, [3]bool{}, false},
		{vec{0.5, 0.3, -0.5}, [3]bool{2: true}, true},
		{vec{-0.5, 0, -0.5}, [3]bool{1: true}, true},
		{vec{0, 0, -0.5}, [3]bool{true, true, false}, true},
		{vec{0, 0, 0.5}, [3]bool{true, true, false}, true},
		{vec{1, 1, 1}, [3]bool{true, true, true}, false},
	} {
		if got := c.d.oneSideBut(&c.shared, e); got != c.want {
			t.Errorf("%v, shared %v: %v", c.d, c.shared, got)
		}
	}
}
