package predicate

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// TestHunt looks for the inputs at which rounding comes closest to the bounds.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", slices.Concat(axialHunts(), gapHunts(), moreHunts(), []hunt.Case{
		{Name: "orient2D", N: 6, Start: around, Ratio: rounding(value2D), Steps: 20000},
		{Name: "orient3D", N: 12, Start: around, Ratio: rounding(value3D)},
		{Name: "plane", N: 12, Start: around, Ratio: rounding(valueOfPlane)},
		{Name: "closer", N: 12, Start: around, Ratio: closerRatio},
		{Name: "squares", N: 8, Start: around, Ratio: rounding(valueOfSquares)},
		{Name: "ballTouches", N: 12, Start: around, Ratio: ballTouchesRatio},
		{Name: "ballApart", N: 12, Start: around, Ratio: ballApartRatio},
		{Name: "frameSlack", N: 12, Start: around, Ratio: frameSlackRatio},
		{Name: "frameFaces", N: 15, Start: around, Ratio: frameFacesRatio},
		{Name: "frameAxes", N: 24, Start: around, Ratio: frameAxesRatio, Steps: 1500},
		{Name: "framePlane", N: 21, Start: around, Ratio: framePlaneRatio},
		{Name: "frameUnit", N: 21, Start: around, Ratio: frameUnitRatio},
		{Name: "frameEdges", N: 21, Start: around, Ratio: frameEdgesRatio},
		{Name: "frameBallTouches", N: 15, Start: around, Ratio: frameBallTouchesRatio},
		{Name: "frameBallApart", N: 15, Start: around, Ratio: frameBallApartRatio},
		{Name: "rayEdge", N: 12, Start: around, Ratio: rounding(valueOfRayEdge)},
		{Name: "rayInterval", N: 15, Start: around, Ratio: rayIntervalRatio},
		{Name: "rayRound", N: 15, Start: around, Ratio: rayRoundRatio},
		{Name: "rayBall", N: 10, Start: around, Ratio: rayBallRatio},
		{Name: "footEdge", N: 9, Start: around, Ratio: footEdgeRatio},
		{Name: "footEdges", N: 12, Start: around, Ratio: footEdgesRatio},
		{Name: "footFace", N: 12, Start: around, Ratio: footFaceRatio},
		{Name: "standing", N: 8, Start: around, Ratio: standingRatio},
		{Name: "lattice", N: 18, Start: corners18, Ratio: latticeRatio},
	}))
}

// TestHuntSigns looks for the largest values that a filter may not trust: their sign is wrong.
// They are what a bound must not fall below, whatever is proven.
func TestHuntSigns(t *testing.T) {
	hunt.Test(t, "testdata/worstsigns.txt", []hunt.Case{
		{Name: "orient2DSign", N: 6, Start: almostLine, Ratio: wrongSign(value2D), Steps: 20000},
		{Name: "orient3DSign", N: 12, Start: almostPlane, Ratio: wrongSign(value3D), Steps: 10000},
		{Name: "planeSign", N: 12, Start: almostPlane, Ratio: wrongSign(valueOfPlane), Steps: 10000},
		{Name: "squaresSign", N: 8, Start: around, Ratio: wrongSign(valueOfSquares)},
	})
}

// value is what a filter computes, the true value and the bound on their difference. There is
// no bound for coordinates that the filter is not for.
type value struct {
	computed, bound float64
	exact           *big.Float
}

// valueOf computes a value, at coordinates that are tame. ok is false where the filter has no bound.
type valueOf func(x []float64) (v value, ok bool)

// rounding returns the error of a value over its bound.
func rounding(of valueOf) func(x []float64) float64 {
	return func(x []float64) float64 {
		if !tame(x) {
			return -1
		}
		v, ok := of(x)
		if !ok {
			return -1
		}
		return off(v.computed, v.exact, v.bound)
	}
}

// wrongSign returns a computed value over its bound where its sign is wrong; where it is right,
// a small number that grows as the value comes to nothing.
func wrongSign(of valueOf) func(x []float64) float64 {
	return func(x []float64) float64 {
		if !tame(x) {
			return -1
		}
		v, ok := of(x)
		if !ok {
			return -1
		}
		ratio := math.Abs(v.computed) / v.bound
		if v.computed != 0 && sign(v.computed) != v.exact.Sign() {
			return ratio
		}
		return 1e-6 / (1 + ratio)
	}
}

// off returns |computed − exact| over a bound.
func off(computed float64, exact *big.Float, bound float64) float64 {
	e, _ := babs(bsub(bf(computed), exact)).Float64()
	return e / bound
}

// tame reports whether coordinates are in a range that the exact evaluation covers.
func tame(x []float64) bool {
	for _, v := range x {
		if a := math.Abs(v); a != 0 && (a < 0x1p-100 || a > 0x1p40) {
			return false
		}
	}
	return true
}

func vecAt(x []float64, i int) geom.Vec { return geom.Vec{X: x[i], Y: x[i+1], Z: x[i+2]} }

// value2D is what Orient2D computes.
func value2D(x []float64) (value, bool) {
	acx, bcy, acy, bcx := x[0]-x[4], x[3]-x[5], x[1]-x[5], x[2]-x[4]
	l, r := float64(acx*bcy), float64(acy*bcx)
	size := math.Abs(l) + math.Abs(r)
	return value{l - r, orient2DBound * size, det2(x)}, size >= orient2DLeast
}

// det2 is the determinant of two exact differences.
func det2(x []float64) *big.Float {
	left := bmul(bsub(bf(x[0]), bf(x[4])), bsub(bf(x[3]), bf(x[5])))
	return bsub(left, bmul(bsub(bf(x[1]), bf(x[5])), bsub(bf(x[2]), bf(x[4]))))
}

// value3D is what orient3DDynamic computes.
func value3D(x []float64) (value, bool) {
	det, size := terms(x)
	return value{det, orient3DBound * size, det3(x)}, size >= orient3DLeast
}

func terms(x []float64) (det, size float64) {
	a := vecAt(x, 0)
	b, c, d := vecAt(x, 3).Sub(a), vecAt(x, 6).Sub(a), vecAt(x, 9).Sub(a)
	yz, zy := float64(c.Y*d.Z), float64(c.Z*d.Y)
	zx, xz := float64(c.Z*d.X), float64(c.X*d.Z)
	xy, yx := float64(c.X*d.Y), float64(c.Y*d.X)
	det = float64(b.X*(yz-zy)) + float64(b.Y*(zx-xz)) + float64(b.Z*(xy-yx))
	size = float64(math.Abs(b.X)*(math.Abs(yz)+math.Abs(zy))) +
		float64(math.Abs(b.Y)*(math.Abs(zx)+math.Abs(xz))) +
		float64(math.Abs(b.Z)*(math.Abs(xy)+math.Abs(yx)))
	return det, size
}

// det3 is the determinant of three exact differences from the point at x.
func det3(x []float64) *big.Float {
	a := bvOf(vecAt(x, 0))
	b, c, d := bvOf(vecAt(x, 3)).minus(a), bvOf(vecAt(x, 6)).minus(a), bvOf(vecAt(x, 9)).minus(a)
	return c.cross(d).dot(b)
}

// valueOfPlane is what planeFilter computes.
func valueOfPlane(x []float64) (value, bool) {
	f := filterOf(vecAt(x, 0), vecAt(x, 3), vecAt(x, 6))
	d, bound := f.distance(vecAt(x, 9))
	return value{d, math.Sqrt(bound), det3(x)}, bound > 0x1p-600
}

// valueOfSquares is what SphereSphere compares: the squares of the distance and of the reach.
func valueOfSquares(x []float64) (value, bool) {
	v, reach := vecAt(x, 0).Sub(vecAt(x, 3)), math.Abs(x[6])+math.Abs(x[7])
	d, r := v.Dot(v), float64(reach*reach)
	return value{d - r, ballBound * (d + r), squaresApart(x)}, d+r >= ballLeast
}

// squaresApart is the exact squared distance of two centres less the square of the reach.
func squaresApart(x []float64) *big.Float {
	e, f := bvOf(vecAt(x, 0)).minus(bvOf(vecAt(x, 3))), badd(bf(math.Abs(x[6])), bf(math.Abs(x[7])))
	return bsub(e.dot(e), bmul(f, f))
}

// closerRatio is the error of orient3DCloser, which has two float64 a number.
func closerRatio(x []float64) float64 {
	_, size := terms(x)
	if !tame(x) || size < orient3DLeast {
		return -1
	}
	a := vecAt(x, 0)
	p, q, r := doubleDifference(vecAt(x, 3), a), doubleDifference(vecAt(x, 6), a), doubleDifference(vecAt(x, 9), a)
	det := p.dot(minor(q.y, r.z, q.z, r.y).double, minor(q.z, r.x, q.x, r.z).double, minor(q.x, r.y, q.y, r.x).double)
	e, _ := babs(bsub(badd(bf(det.hi), bf(det.lo)), det3(x))).Float64()
	return e / (closerBound * size)
}
