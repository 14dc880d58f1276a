package world

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// TestMiddleOfBoxes: no point of a box is farther from its middle than the bound, in exact
// arithmetic, from subnormal sizes to huge ones.
func TestMiddleOfBoxes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 8))
	number := func() float64 { return math.Ldexp(r.NormFloat64(), r.IntN(2040)-1070) }
	for range require.Cases(20000, 2500) {
		a, b := geom.Vec{X: number(), Y: number(), Z: number()}, geom.Vec{X: number(), Y: number(), Z: number()}
		if r.IntN(3) == 0 {
			b.X, b.Y = a.X, a.Y
		}
		box := geom.AABB{Min: a.Min(b), Max: a.Max(b)}
		m, off := middleOf(&box)
		if !box.Contains(m) {
			t.Fatalf("the middle of %v is %v", box, m)
		}
		if math.IsInf(off, 1) {
			continue
		}
		square := new(big.Rat)
		for k := range 3 {
			far := new(big.Rat)
			for _, end := range [2]geom.Vec{box.Min, box.Max} {
				d := new(big.Rat).SetFloat64(end.At(k))
				d.Sub(d, new(big.Rat).SetFloat64(m.At(k)))
				if d.Abs(d).Cmp(far) > 0 {
					far = d
				}
			}
			square.Add(square, far.Mul(far, far))
		}
		bound := new(big.Rat).SetFloat64(off)
		if square.Cmp(bound.Mul(bound, bound)) > 0 {
			t.Fatalf("a corner of %v is farther than %g from %v", box, off, m)
		}
	}
}
