package simd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// What Carry makes of rounded corners is off by no more than Set's slack.
func TestCarrySlack(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 13))
	for round := range 20000 {
		extent := math.Ldexp(1, rng.IntN(240)-120)
		var r [9]float64
		var shift [3]float64
		for i := range r {
			r[i] = math.Ldexp(rng.Float64()*2-1, rng.IntN(8)-6)
		}
		for i := range shift {
			shift[i] = extent * math.Ldexp(rng.Float64()*2-1, rng.IntN(30)-20)
		}
		var corner [3]float64
		var src, dst [1]Triangles
		for k := range corner {
			corner[k] = extent * (rng.Float64()*2 - 1)
			src[0][k][3] = float32(corner[k])
		}
		var m Affine
		slack := m.Set(&r, &shift, extent, 0)
		Levels()[round%len(Levels())].Carry(dst[:], src[:], &m)
		for i := range 3 {
			want := new(big.Float).SetPrec(300).SetFloat64(shift[i])
			for k := range 3 {
				p := new(big.Float).SetPrec(300).SetFloat64(r[3*i+k])
				want.Add(want, p.Mul(p, big.NewFloat(corner[k])))
			}
			off, _ := want.Sub(want, big.NewFloat(float64(dst[0][i][3]))).Float64()
			if !(math.Abs(off) <= float64(slack)) {
				t.Fatalf("round %d, row %d: off by %g, slack %g", round, i, off, slack)
			}
		}
	}
}
