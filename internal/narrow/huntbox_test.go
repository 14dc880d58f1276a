package narrow

import (
	"math/big"
	"math/rand/v2"

	"github.com/collide-go/collide/geom"
)

// cornersStart draws the corners of two boxes, mostly apart along all axes.
func cornersStart(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = r.Float64()
		if k >= len(x)/2 && r.IntN(8) > 0 {
			x[k] += 1 + r.Float64()
		}
	}
}

// boxDistanceRatio is by how much the distance of two boxes exceeds (1 − boxSlack) times the true one, over boxSlack of that.
func boxDistanceRatio(x []float64) float64 {
	var b [2]geom.AABB
	for i := range b {
		p, q := vecAt(x, 6*i), vecAt(x, 6*i+3)
		b[i] = geom.AABB{Min: p.Min(q), Max: p.Max(q)}
	}
	exactly := func(x float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(x) }
	square := exactly(0)
	for _, gap := range [6][2]float64{
		{b[0].Max.X, b[1].Min.X}, {b[0].Max.Y, b[1].Min.Y}, {b[0].Max.Z, b[1].Min.Z},
		{b[1].Max.X, b[0].Min.X}, {b[1].Max.Y, b[0].Min.Y}, {b[1].Max.Z, b[0].Min.Z},
	} {
		if d := exactly(0).Sub(exactly(gap[1]), exactly(gap[0])); d.Sign() > 0 {
			square.Add(square, d.Mul(d, d))
		}
	}
	if square.Sign() == 0 {
		return -1
	}
	exact := square.Sqrt(square)
	least := exactly(0).Mul(exact, exactly(1-boxSlack))
	e, _ := exactly(0).Quo(exactly(0).Sub(exactly(BoxDistance(&b[0], &b[1])), least), exact).Float64()
	return max(0, e/boxSlack)
}
