package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/internal/simd"
)

// TestExpiryIsNotTooLate: nodes stay apart until the path has grown by their gap less what the gap may
// be too large by, and hardly shorter.
func TestExpiryIsNotTooLate(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 10))
	for range 20000 {
		s := FrontSearch{path: math.Ldexp(r.Float64(), r.IntN(60)-30)}
		gap := float32(math.Ldexp(r.Float64(), r.IntN(60)-30))
		e := float64(s.expiry(gap))
		end := s.path + float64(gap)*(1-simd.GapError)
		if e > end || e < end*(1-0x1p-21) {
			t.Fatalf("path %g, gap %g: the slack lasts until %g, expected up to %g", s.path, gap, e, end)
		}
	}
}

// TestGapsOfNoAccountExpire: a gap that its own error eats, one that is none and one that has overflowed are
// looked at again.
func TestGapsOfNoAccountExpire(t *testing.T) {
	t.Parallel()
	const least = math.SmallestNonzeroFloat32
	for _, gap := range []float32{0, least, float32(math.Copysign(0, -1)), -1, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
		if e := (&FrontSearch{}).expiry(gap); e != never {
			t.Errorf("a gap of %g expires at %g", gap, e)
		}
	}
	if e := (&FrontSearch{path: 3}).expiry(math.MaxFloat32); !(e > 1e38) || e > math.MaxFloat32 {
		t.Errorf("the largest gap expires at %g", e)
	}
}
