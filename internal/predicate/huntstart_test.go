package predicate

import (
	"math"
	"math/rand/v2"
)

// around draws coordinates of like sizes, some equal except for their last bits.
func around(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = (1 + r.Float64()) * math.Ldexp(1, r.IntN(3)-1)
		if r.IntN(2) == 0 {
			x[k] = -x[k]
		}
		if k > 2 && r.IntN(4) == 0 {
			x[k] = x[r.IntN(k)] * (1 + math.Ldexp(r.Float64(), -r.IntN(52)))
		}
	}
}

// almostLine draws three points on a line except for rounding; the last one is about where the
// differences to it are rounded.
func almostLine(r *rand.Rand, x []float64) {
	dx, dy := 1+r.Float64()*float64(r.IntN(2)), 1+r.Float64()*float64(r.IntN(2))
	for k, s := range []float64{1 + r.Float64(), -1 - r.Float64()} {
		x[2*k], x[2*k+1] = nudge(r, s*dx), nudge(r, -s*dy)
	}
	if x[4], x[5] = dust(r), dust(r); r.IntN(2) == 0 {
		x[5] = x[4]
	}
}

// almostPlane draws four points in a plane except for rounding, the first one likewise.
func almostPlane(r *rand.Rand, x []float64) {
	s, t := 2*r.Float64()-1, 2*r.Float64()-1
	for k := range 3 {
		x[k] = dust(r)
		x[3+k], x[6+k] = nudge(r, 4*r.Float64()-2), nudge(r, 4*r.Float64()-2)
		if r.IntN(3) == 0 {
			x[6+k] = nudge(r, x[3+k])
		}
		x[9+k] = nudge(r, s*x[3+k]+t*x[6+k])
	}
}

func nudge(r *rand.Rand, x float64) float64 {
	return math.Float64frombits(math.Float64bits(x) + uint64(r.IntN(1<<r.IntN(12))))
}

// dust is about half a unit in the last place of 1 or 2.
func dust(r *rand.Rand) float64 {
	return math.Ldexp(r.Float64()+0.5, -54+r.IntN(3)) * float64(2*r.IntN(2)-1)
}

// corners18 draws corners far out in all directions, for latticeRatio.
func corners18(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = float64(2*r.IntN(2)-1) * (1 - math.Ldexp(r.Float64(), -r.IntN(12)))
	}
}
