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
type slabs struct {
	low, high, inverse [3]float64
	// odd is set where an inverse is 0.
	odd bool
}

const (
	rayError   = 16 * u
	rayTiny    = 0x1p-1000
	leastSlope = 0x1p-900
)

func (s *slabs) set(origin, direction geom.Vec, pad float64) {
	s.odd = false
	for k := range 3 {
		o, d := origin.At(k), direction.At(k)
		s.low[k], s.high[k], s.inverse[k] = o+pad, o-pad, 0
		if math.Abs(d) >= leastSlope {
			s.inverse[k] = 1 / d
			continue
		}
		if s.odd = true; d != 0 {
			s.low[k], s.high[k] = math.Inf(1), math.Inf(-1)
		}
	}
}

// enters returns a t from which on the ray may be in the box, and whether it can be in it at a
// t of at most limit.
func (s *slabs) enters(b *geom.AABB, limit float64) (t float64, may bool) {
	if s.odd {
		return s.entersOdd(b, limit)
	}
	x, farX := (b.Min.X-s.low[0])*s.inverse[0], (b.Max.X-s.high[0])*s.inverse[0]
	if s.inverse[0] < 0 {
		x, farX = farX, x
	}
	y, farY := (b.Min.Y-s.low[1])*s.inverse[1], (b.Max.Y-s.high[1])*s.inverse[1]
	if s.inverse[1] < 0 {
		y, farY = farY, y
	}
	z, farZ := (b.Min.Z-s.low[2])*s.inverse[2], (b.Max.Z-s.high[2])*s.inverse[2]
	if s.inverse[2] < 0 {
		z, farZ = farZ, z
	}
	return overlap(max(0, x, y, z), min(limit, farX, farY, farZ))
}

// overlap reports whether an interval may hold a t.
func overlap(from, to float64) (float64, bool) {
	return from, to >= 0 && (from <= to+(rayError*to+rayTiny) || from > math.MaxFloat64)
}

// entersOdd is enters where the direction has a 0, or less than leastSlope.
func (s *slabs) entersOdd(b *geom.AABB, limit float64) (t float64, may bool) {
	from, to := 0.0, limit
	lo, hi := [3]float64{b.Min.X, b.Min.Y, b.Min.Z}, [3]float64{b.Max.X, b.Max.Y, b.Max.Z}
	for k := range 3 {
		near, far := (lo[k]-s.low[k])*s.inverse[k], (hi[k]-s.high[k])*s.inverse[k]
		switch {
		case s.inverse[k] < 0:
			near, far = far, near
		case s.inverse[k] == 0:
			if hi[k] < s.high[k] || lo[k] > s.low[k] {
				return from, false
			}
			continue
		}
		from, to = max(from, near), min(to, far)
	}
	return overlap(from, to)
}
