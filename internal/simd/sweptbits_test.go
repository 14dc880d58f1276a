package simd

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/collide-go/collide/internal/require"
)

// TestSweep8OfAnyBits attacks the kernels with numbers of any bits, subnormal, infinite and NaN among them, in memory of any alignment: all
// levels agree with the loop in Go.
func TestSweep8OfAnyBits(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 9))
	bits := func(base float64) float64 {
		switch r.IntN(8) {
		case 0:
			return math.Float64frombits(r.Uint64())
		case 1:
			return number64(r)
		case 2:
			return math.Ldexp(base, -1040-r.IntN(34))
		case 3:
			return math.Ldexp(base, 500+r.IntN(523))
		}
		return base
	}
	memory := make([]byte, 8192)
	for n := range require.Cases(300000, 800) {
		var s Sweep
		var b Oriented
		drawSweep(r, &s, &b)
		for range r.IntN(4) {
			p := (*[32]float64)(unsafe.Pointer(&s))
			i := r.IntN(30)
			p[i] = bits(p[i])
		}
		q := (*[18 * Lanes]float64)(unsafe.Pointer(&b))
		for range r.IntN(12) {
			i := r.IntN(17 * Lanes)
			q[i] = bits(q[i])
		}
		want := sweep8Go(&s, &b)
		off := 8 * (n % 8) // kernels rest on no alignment
		sp := (*Sweep)(unsafe.Pointer(&memory[off]))
		bp := (*Oriented)(unsafe.Pointer(&memory[4096+8*(n/8%8)]))
		*sp, *bp = s, b
		for _, l := range Levels() {
			if got := l.Sweep8(sp, bp); got != want {
				t.Fatalf("%v: %08b, Go says %08b of\n%+v\n%+v", l, got, want, s, b)
			}
		}
	}
}
