package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// digits is enough for every sum and product of a hunt's coordinates to be exact.
const digits = 1600

func bf(x float64) *big.Float         { return new(big.Float).SetPrec(digits).SetFloat64(x) }
func badd(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Add(a, b) }
func bsub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Sub(a, b) }
func bmul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Mul(a, b) }
func babs(a *big.Float) *big.Float    { return new(big.Float).SetPrec(digits).Abs(a) }

// bv is a vector of big.Float.
type bv [3]*big.Float

func bvOf(v geom.Vec) bv        { return bv{bf(v.X), bf(v.Y), bf(v.Z)} }
func (a bv) minus(b bv) bv      { return bv{bsub(a[0], b[0]), bsub(a[1], b[1]), bsub(a[2], b[2])} }
func (a bv) plus(b bv) bv       { return bv{badd(a[0], b[0]), badd(a[1], b[1]), badd(a[2], b[2])} }
func (a bv) by(s *big.Float) bv { return bv{bmul(a[0], s), bmul(a[1], s), bmul(a[2], s)} }
func (a bv) dot(b bv) *big.Float {
	return badd(badd(bmul(a[0], b[0]), bmul(a[1], b[1])), bmul(a[2], b[2]))
}
func (a bv) cross(b bv) bv {
	return bv{
		bsub(bmul(a[1], b[2]), bmul(a[2], b[1])), bsub(bmul(a[2], b[0]), bmul(a[0], b[2])), bsub(bmul(a[0], b[1]), bmul(a[1], b[0])),
	}
}
func (a bv) norm() *big.Float { return new(big.Float).SetPrec(300).Sqrt(a.dot(a)) }

// off returns |computed − exact| over a bound.
func off(computed float64, exact *big.Float, bound float64) float64 {
	e, _ := babs(bsub(bf(computed), exact)).Float64()
	return e / bound
}

func vecAt(x []float64, i int) geom.Vec { return geom.Vec{X: x[i], Y: x[i+1], Z: x[i+2]} }

// around draws coordinates of like sizes, some equal but for their last bits.
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

// tame reports whether coordinates are in a range that the exact evaluation covers.
func tame(x []float64) bool {
	for _, v := range x {
		if a := math.Abs(v); a != 0 && (a < 0x1p-100 || a > 0x1p40) {
			return false
		}
	}
	return true
}

// TestHunt looks for the inputs at which rounding comes closest to the bounds.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", []hunt.Case{
		{Name: "orient2D", N: 6, Start: around, Ratio: orient2DRatio, Steps: 20000},
		{Name: "orient3D", N: 12, Start: around, Ratio: orient3DRatio},
		{Name: "plane", N: 12, Start: around, Ratio: planeRatio},
		{Name: "closer", N: 12, Start: around, Ratio: closerRatio},
		{Name: "squares", N: 8, Start: around, Ratio: squaresRatio},
		{Name: "ballTouches", N: 12, Start: around, Ratio: ballTouchesRatio},
		{Name: "ballApart", N: 12, Start: around, Ratio: ballApartRatio},
		{Name: "frameSlack", N: 12, Start: around, Ratio: frameSlackRatio},
		{Name: "frameFaces", N: 15, Start: around, Ratio: frameFacesRatio},
		{Name: "frameAxes", N: 24, Start: around, Ratio: frameAxesRatio, Steps: 1500},
		{Name: "framePlane", N: 21, Start: around, Ratio: framePlaneRatio},
		{Name: "frameBallTouches", N: 15, Start: around, Ratio: frameBallTouchesRatio},
		{Name: "frameBallApart", N: 15, Start: around, Ratio: frameBallApartRatio},
		{Name: "lattice", N: 18, Start: corners18, Ratio: latticeRatio},
	})
}

func orient2DRatio(x []float64) float64 {
	if !tame(x) {
		return -1
	}
	acx, bcy, acy, bcx := x[0]-x[4], x[3]-x[5], x[1]-x[5], x[2]-x[4]
	l, r := float64(acx*bcy), float64(acy*bcx)
	size := math.Abs(l) + math.Abs(r)
	if size < orient2DLeast {
		return -1
	}
	left := bmul(bsub(bf(x[0]), bf(x[4])), bsub(bf(x[3]), bf(x[5])))
	right := bmul(bsub(bf(x[1]), bf(x[5])), bsub(bf(x[2]), bf(x[4])))
	return off(l-r, bsub(left, right), orient2DBound*size)
}

// det3 is the determinant of three exact differences from the point at x.
func det3(x []float64) *big.Float {
	a := bvOf(vecAt(x, 0))
	b, c, d := bvOf(vecAt(x, 3)).minus(a), bvOf(vecAt(x, 6)).minus(a), bvOf(vecAt(x, 9)).minus(a)
	return c.cross(d).dot(b)
}

// terms is what orient3DDynamic computes.
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

func orient3DRatio(x []float64) float64 {
	det, size := terms(x)
	if !tame(x) || size < orient3DLeast {
		return -1
	}
	return off(det, det3(x), orient3DBound*size)
}

func planeRatio(x []float64) float64 {
	f := filterOf(vecAt(x, 0), vecAt(x, 3), vecAt(x, 6))
	d, bound := f.distance(vecAt(x, 9))
	if !tame(x) || !(bound > 0x1p-600) {
		return -1
	}
	return off(d, det3(x), math.Sqrt(bound))
}

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

func squaresRatio(x []float64) float64 {
	p, q, s, t := vecAt(x, 0), vecAt(x, 3), math.Abs(x[6]), math.Abs(x[7])
	v, reach := p.Sub(q), s+t
	d, r := v.Dot(v), float64(reach*reach)
	if !tame(x) || d+r < ballLeast {
		return -1
	}
	e, f := bvOf(p).minus(bvOf(q)), badd(bf(s), bf(t))
	return off(d-r, bsub(e.dot(e), bmul(f, f)), ballBound*(d+r))
}

// ballScene is what ballFilter looks at, for a ball of radius 0.
func ballScene(x []float64) (v [3]geom.Vec, n geom.Vec, m float64, ok bool) {
	c := vecAt(x, 0)
	for k := range v {
		v[k] = c.Sub(vecAt(x, 3+3*k))
	}
	m = max(v[0].MaxAbs(), v[1].MaxAbs(), v[2].MaxAbs())
	return v, toNearest(v[0], v[1], v[2]), m, tame(x) && m >= 0x1p-60
}

// distanceTo is the exact distance of a point from a triangle, to 300 bits.
func distanceTo(x []float64) *big.Float {
	c := bvOf(vecAt(x, 0))
	var q [3]bv
	for k := range q {
		q[k] = c.minus(bvOf(vecAt(x, 3+3*k))) // from the corners to the point
	}
	var best *big.Float
	consider := func(d *big.Float) {
		if best == nil || d.Cmp(best) < 0 {
			best = d
		}
	}
	for k := range q {
		a, b := q[k], q[(k+1)%3]
		e := a.minus(b)
		consider(a.dot(a))
		along, length := a.dot(e), e.dot(e)
		if along.Sign() > 0 && along.Cmp(length) < 0 {
			consider(bsub(a.dot(a), new(big.Float).SetPrec(digits).Quo(bmul(along, along), length)))
		}
	}
	e, f := q[0].minus(q[1]), q[1].minus(q[2])
	n := e.cross(f)
	inside := n.dot(n).Sign() > 0
	for k := range q {
		edge := q[k].minus(q[(k+1)%3])
		inside = inside && n.cross(edge).dot(q[k]).Sign() >= 0
	}
	if inside {
		h := n.dot(q[0])
		consider(new(big.Float).SetPrec(digits).Quo(bmul(h, h), n.dot(n)))
	}
	if best.Sign() <= 0 {
		return bf(0)
	}
	return new(big.Float).SetPrec(300).Sqrt(best)
}

// over returns (a − b)/bound, 0 where that is negative.
func over(a, b *big.Float, bound float64) float64 {
	e, _ := bsub(a, b).Float64()
	return max(e/bound, 0)
}

// ballTouchesRatio is by how much the ball's distance may exceed the computed one, of a ball
// whose radius is that distance.
func ballTouchesRatio(x []float64) float64 {
	_, n, m, ok := ballScene(x)
	if !ok {
		return -1
	}
	d := n.Norm()
	return over(distanceTo(x), bf(d), ballError*(m+d))
}

// ballApartRatio is by how much a direction may seem to separate a point that is nearer.
func ballApartRatio(x []float64) float64 {
	v, n, m, ok := ballScene(x)
	d := n.Norm()
	if !ok || d < 0x1p-60 {
		return -1
	}
	least := min(n.Dot(v[0]), n.Dot(v[1]), n.Dot(v[2]))
	return over(bf(least/d), distanceTo(x), ballError*m)
}

// latticeRatio is the largest value that occurs over 2⁵³, for corners that are whole numbers as
// far from an origin as the lattice may be.
func latticeRatio(x []float64) float64 {
	const most = latticeSteps * (1 << latticeBits)
	var c [6]geom.Vec
	for k := range x {
		m, _ := math.Frexp(x[k])
		v := math.Round((4*math.Abs(m) - 3) * 1.5 * most)
		v = max(-most, min(most, math.Copysign(v, x[k])))
		*[]*float64{&c[k/3].X, &c[k/3].Y, &c[k/3].Z}[k%3] = v
	}
	n := absoluteCross(c[1].Sub(c[0]), c[2].Sub(c[0]))
	worst := 0.0
	for k := 3; k < 6; k++ {
		worst = max(worst, n.Dot(c[k].Sub(c[0]).Abs()), n.Dot(c[k].Abs())+n.Dot(c[0].Abs()))
	}
	e, f := c[1].Sub(c[0]), c[4].Sub(c[3])
	line := e.Abs().Dot(absoluteCross(c[3], f)) + f.Abs().Dot(absoluteCross(c[0], e))
	return max(worst, line) / (1 << 53)
}

// absoluteCross is a cross product with all terms positive.
func absoluteCross(a, b geom.Vec) geom.Vec {
	a, b = a.Abs(), b.Abs()
	return geom.Vec{X: a.Y*b.Z + a.Z*b.Y, Y: a.Z*b.X + a.X*b.Z, Z: a.X*b.Y + a.Y*b.X}
}

// corners18 draws corners far out in all directions, for latticeRatio.
func corners18(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = float64(2*r.IntN(2)-1) * (1 - math.Ldexp(r.Float64(), -r.IntN(12)))
	}
}
