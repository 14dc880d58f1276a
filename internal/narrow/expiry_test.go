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
