package motion

import (
	"math"
	"math/big"
)

// Interval is a span of time, in seconds, of which a share t from 0 to 1 has passed.
type Interval struct{ From, To float64 }

// At returns the time at a share: From at 0, To at 1, and between them From + t·(To − From), rounded and held between the two.
func (i Interval) At(t float64) float64 {
	switch {
	case t <= 0:
		return i.From
	case t >= 1:
		return i.To
	}
	return max(i.From, min(i.From+float64(t*(i.To-i.From)), i.To))
}

// Before returns the greatest float64 that is not after the time at a share, which is exact here.
func (i Interval) Before(t float64) float64 {
	from, to, share := new(big.Rat).SetFloat64(i.From), new(big.Rat).SetFloat64(i.To), new(big.Rat).SetFloat64(t)
	exact := to.Sub(to, from)
	exact.Mul(exact, share).Add(exact, from)
	x, _ := exact.Float64()
	if new(big.Rat).SetFloat64(x).Cmp(exact) > 0 {
		x = math.Nextafter(x, math.Inf(-1))
	}
	return x
}
