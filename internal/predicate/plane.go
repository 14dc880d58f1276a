package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// planeFilter evaluates n·v, n = e×f being the computed normal of a triangle with
// corner o and edges e and f there, for several v = x−o.
//
// With P the sum of the absolute values of its six terms, the error is below
// 8.1u·P by the derivation in orient.go. P = |v|·w componentwise, where w has the
// components |eⱼfₖ|+|eₖfⱼ|, and |w|² = |E×F|² + 4Σ EⱼFⱼEₖFₖ ≤ |E|²|F|² + (E·F)²/3 for
// E = |e|, F = |f|. So P ≤ √(4/3)·|e||f||v| and the error is below 9.4u·|e||f||v|. Its
// square is compared, which needs no absolute values; 10u leaves room for the
// rounding of the squares.
//
// With |e|², |f|² ≥ planeLeast = 2⁻³⁰⁰ and |e|²|f|² ≤ planeMost = 2²⁰⁰ neither these
// nor n overflow, and n underflows by nothing that counts. The square of a sum
// that passes is above planeUnderflow = 2⁻⁷⁰⁰, so |v|² is above 2⁻⁹⁰⁰ and normal. If
// |v|² overflows, the bound is infinite and nothing passes.
type planeFilter struct {
	o, n geom.Vec
	size float64 // (10u)²|e|²|f|², infinite outside the range
}

const (
	planeBound     = 10 * u * 10 * u
	planeLeast     = 0x1p-300
	planeMost      = 0x1p+200
	planeUnderflow = 0x1p-700
)

func filterOf(o, a, b geom.Vec) planeFilter {
	e, f := a.Sub(o), b.Sub(o)
	return planeFilter{o, e.Cross(f), filterSize(e.Dot(e), f.Dot(f))}
}

// filterSize returns planeFilter's size from |e|² and |f|².
func filterSize(ee, ff float64) float64 {
	size := float64(ee * ff)
	if ee >= planeLeast && ff >= planeLeast && size <= planeMost {
		return planeBound * size
	}
	return math.Inf(1)
}

// distance returns how far x is from the plane, in units of its normal, and a
// bound on the square of the error, infinite or NaN where none is known.
func (f *planeFilter) distance(x geom.Vec) (d, bound float64) {
	v := x.Sub(f.o)
	return f.n.Dot(v), float64(f.size*v.Dot(v)) + planeUnderflow
}

// side is the sign of Orient3D(q[0], q[1], q[2], x), f being the filter of q.
func (t *Tally) side(f *planeFilter, q *geom.Triangle, x geom.Vec) int {
	d, bound := f.distance(x)
	if float64(d*d) > bound {
		return signOfNonzero(d)
	}
	return t.orient3DDynamic(q[0], q[1], q[2], x)
}

// signOfNonzero is sign without a branch, which signs of random points would
// mispredict half the time.
func signOfNonzero(x float64) int { return int(int64(math.Float64bits(x))>>63) | 1 }
