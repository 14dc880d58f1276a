package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
)

// Beneath returns bounds of how far a ball reaches beneath the plane of a half space: r − height/|Normal| of its middle. They are
// equal where that is a float64, else neighbours; 0 where the ball is not in the half space.
func (t *Tally) Beneath(h *HalfSpace, x geom.Vec, r float64) (lo, hi float64) {
	if t.CompareHeight(h, x, r, 0) >= 0 {
		return 0, 0
	}
	d := h.nearBeneath(x, r)
	if d > math.MaxFloat64 {
		return math.MaxFloat64, d
	}
	switch c := t.CompareBeneath(h, x, r, d); {
	case c < 0:
		return round.Down(d), d
	case c > 0:
		return d, round.Up(d)
	}
	return d, d
}

// CompareBeneath returns the sign of how far a ball reaches beneath the plane, less d. Exact for every finite input.
func (t *Tally) CompareBeneath(h *HalfSpace, x geom.Vec, r, d float64) int {
	return -t.CompareHeight(h, x, r, -d)
}

// beneathBits is the first precision in which nearBeneath computes, in bits.
const beneathBits = 192

// nearBeneath returns a float64 next to how far a ball reaches beneath the plane, which is above 0.
//
// Each of the four operations is off by 2⁻ᵇ of its result, none of which is larger than r + |height|/|Normal|: together by
// less than 2³⁻ᵇ of that sum. The precision is doubled until this is less than 2⁻⁶⁰ of the difference, so that the float64 nearest
// to the computed number is at most one away from the exact one.
func (h *HalfSpace) nearBeneath(x geom.Vec, r float64) float64 {
	v, in := h.exactly(x, r)
	nn := in.n.dot(&in.n)
	for bits := uint(beneathBits); ; bits *= 2 {
		number := func(n *big.Int) *big.Float { return new(big.Float).SetPrec(bits).SetInt(n) }
		length := number(nn)
		height := number(v)
		height.Quo(height, length.Sqrt(length))
		radius := number(in.u.of(r))
		d := new(big.Float).SetPrec(bits).Sub(radius, height)
		if d.Sign() > 0 && exponent(d)-60 > max(exponent(radius), exponent(height))+4-int(bits) {
			f, _ := d.SetMantExp(d, int(in.u)-1074).Float64()
			return f
		}
	}
}

// exponent returns e of x = m·2ᵉ with m from ½ to 1, the least number for 0.
func exponent(x *big.Float) int {
	if x.Sign() == 0 {
		return math.MinInt32
	}
	return x.MantExp(nil)
}
