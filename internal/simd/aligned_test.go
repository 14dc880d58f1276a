package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestAlignedBox8 compares the levels bit by bit and proves rejections on float64.
func TestAlignedBox8(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 16))
	near, apart := 0, 0
	for round := range 2000 {
		size := math.Ldexp(1, round%30-15)
		a, b, m := randomNode(rng, size/2, size), randomNode(rng, size/2, size), &MakeMotions(1)[0]
		m.Grow, m.Slack = float32(size*0x1p-20), 0x1p-16
		lane := rng.IntN(Lanes - 1)
		want := Go.AlignedBox8(m, a, lane, b)
		for _, l := range Levels() {
			if got := l.AlignedBox8(m, a, lane, b); got != want {
				t.Fatalf("%v: %x, want %x", l, got, want)
			}
		}
		for i := range Lanes {
			gap := math.Inf(-1) // between the boxes, along the axis where it is widest
			for k := range 3 {
				d := math.Abs(float64(a.C[k][lane]) - float64(b.C[k][i]))
				gap = max(gap, d-float64(a.H[k][lane])-float64(b.H[k][i]))
			}
			switch touches := want.Near()>>i&1 == 1; {
			case !touches && gap < float64(m.Grow), touches && gap > 0x1p-13*size:
				t.Fatalf("box %d: near %v, gap %g of size %g", i, touches, gap, size)
			case touches:
				near++
			default:
				apart++
			}
		}
	}
	if near < 2000 || apart < 2000 {
		t.Fatalf("%d near, %d apart: the test is weak", near, apart)
	}
}
