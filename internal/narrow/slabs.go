package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// scaledRay is a ray with its direction divided by 2^exponent, so that the largest component
// is in [1, 2). Its t is that of the ray times 2^exponent.
type scaledRay struct {
	origin, direction geom.Vec
	exponent          int
}

func scaleRay(r *predicate.Ray) scaledRay {
	_, e := math.Frexp(r.Direction.MaxAbs())
	e--
	d := r.Direction
	return scaledRay{r.Origin, geom.Vec{X: scaled(d.X, -e), Y: scaled(d.Y, -e), Z: scaled(d.Z, -e)}, e}
}

// scaled returns x·2ᵉ. What underflows is not 0, but less than leastSlope.
func scaled(x float64, e int) float64 {
	y := math.Ldexp(x, e)
	if y == 0 && x != 0 {
		return math.SmallestNonzeroFloat64
	}
	return y
}

// limit returns a bound of a t of the ray, scaled: an underflow adds rayTiny at most, which
// enters allows for.
func (r *scaledRay) limit(t float64) float64 { return math.Ldexp(t, r.exponent) }

// slabs tests boxes against a ray.
//
// On an axis where the direction is d, the ray enters the box widened by pad at
// (min−pad−o)/d and leaves it at (max+pad−o)/d, or the other way round. Computed as
// (min−low)·(1/d) with low = o+pad these see three rounded operations, 4u of themselves, and an
// underflow below 2⁻¹⁰⁷⁴. So the ray passes the box if an entry is above an exit by more
// than rayError of it and rayTiny, or an exit is below 0: a product that is below 0 is of
// that sign. An entry that overflows proves nothing. low and high are rounded where there
// is a pad, which has room for it; without one they are the origin itself.
//
// The premise is that 1/d neither overflows nor underflows: |d| < 2 by scaling, 4 in another
// frame, and an axis with 0 < |d| < leastSlope is not looked at: low = +Inf and high = −Inf
// there. Where d is 0, inverse is 0, and the origin itself has to be between high and low;
// scaled sees to it that no d becomes 0.
type slabs struct{ low, high, inverse [3]float64 }

const (
	rayError   = 16 * u
	rayTiny    = 0x1p-1000
	leastSlope = 0x1p-900
)

func (s *slabs) set(origin, direction geom.Vec, pad float64) {
	for k := range 3 {
		o, d := origin.At(k), direction.At(k)
		s.low[k], s.high[k], s.inverse[k] = o+pad, o-pad, 0
		if math.Abs(d) >= leastSlope {
			s.inverse[k] = 1 / d
		} else if d != 0 {
			s.low[k], s.high[k] = math.Inf(1), math.Inf(-1)
		}
	}
}

// enters returns a t from which on the ray may be in the box, and whether it can be in it at a t of
// at most limit.
func (s *slabs) enters(b *geom.AABB, limit float64) (t float64, may bool) {
	from, to := 0.0, limit
	from, to = s.clip(0, b.Min.X, b.Max.X, from, to)
	from, to = s.clip(1, b.Min.Y, b.Max.Y, from, to)
	from, to = s.clip(2, b.Min.Z, b.Max.Z, from, to)
	return from, to >= 0 && (from <= to+(rayError*to+rayTiny) || from > math.MaxFloat64)
}

// clip narrows the interval of t to what is between lo and hi on axis k; below 0 is the
// empty interval's end.
func (s *slabs) clip(k int, lo, hi, from, to float64) (float64, float64) {
	near, far := (lo-s.low[k])*s.inverse[k], (hi-s.high[k])*s.inverse[k]
	switch {
	case s.inverse[k] < 0:
		near, far = far, near
	case s.inverse[k] == 0:
		if hi < s.high[k] || lo > s.low[k] {
			return from, -1
		}
		return from, to
	}
	if near > from {
		from = near
	}
	if far < to {
		to = far
	}
	return from, to
}
