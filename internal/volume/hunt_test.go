package volume

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/hunt"
)

// TestHunt looks for the inputs at which rounding comes closest to the volumes' margins.
func TestHunt(t *testing.T) {
	hunt.Test(t, "testdata/worst.txt", []hunt.Case{
		{Name: "length", N: 3, Start: start, Ratio: lengthRatio, Steps: 10000},
		{Name: "radius", N: 6, Start: start, Ratio: radiusRatio},
		{Name: "obbHalf", N: 10, Start: start, Ratio: obbHalfRatio},
		{Name: "obbBounds", N: 10, Start: start, Ratio: obbBoundsRatio},
	})
}

func start(r *rand.Rand, x []float64) {
	for k := range x {
		x[k] = (1 + r.Float64()) * math.Ldexp(1, r.IntN(3)-1) * float64(2*r.IntN(2)-1)
	}
}

func tame(x []float64) bool {
	for _, v := range x {
		if a := math.Abs(v); a != 0 && (a < 0x1p-60 || a > 0x1p60) {
			return false
		}
	}
	return true
}

const digits = 500

func bf(x float64) *big.Float        { return new(big.Float).SetPrec(digits).SetFloat64(x) }
func sub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Sub(a, b) }
func add(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Add(a, b) }
func mul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Mul(a, b) }

// exactLength is |a − b|.
func exactLength(a, b geom.Vec) *big.Float {
	sum := new(big.Float).SetPrec(digits)
	for k := range 3 {
		d := sub(bf(a.At(k)), bf(b.At(k)))
		sum = add(sum, mul(d, d))
	}
	return new(big.Float).SetPrec(300).Sqrt(sum)
}

func lengthRatio(x []float64) float64 {
	v := geom.Vec{X: x[0], Y: x[1], Z: x[2]}
	if !tame(x) {
		return -1
	}
	l := geom.Length(v)
	e, _ := sub(bf(l), exactLength(v, geom.Vec{})).Float64()
	return math.Abs(e) / (4 * u * l)
}

// radiusRatio is how much of what SetRadius adds a point needs.
func radiusRatio(x []float64) float64 {
	s, p := Ball{Center: geom.Vec{X: x[0], Y: x[1], Z: x[2]}}, geom.Vec{X: x[3], Y: x[4], Z: x[5]}
	if !tame(x) || p == s.Center {
		return -1
	}
	s.SetRadius(func(f func(geom.Vec)) { f(p) })
	l := geom.Length(p.Sub(s.Center))
	e, _ := sub(exactLength(p, s.Center), bf(l)).Float64()
	return max(e, 0) / (s.Radius - l)
}

// boxAt is an oriented box, whose half sizes are those of a point; false if there is none.
func boxAt(x []float64) (o OBB, p geom.Vec, ok bool) {
	n := float64(x[0]*x[0]) + float64(x[1]*x[1]) + float64(x[2]*x[2]) + float64(x[3]*x[3])
	l := math.Sqrt(n)
	w, i, j, k := x[0]/l, x[1]/l, x[2]/l, x[3]/l
	o.Axes = geom.Mat{
		1 - 2*float64(float64(j*j)+float64(k*k)), 2 * float64(float64(i*j)-float64(k*w)), 2 * float64(float64(i*k)+float64(j*w)),
		2 * float64(float64(i*j)+float64(k*w)), 1 - 2*float64(float64(i*i)+float64(k*k)), 2 * float64(float64(j*k)-float64(i*w)),
		2 * float64(float64(i*k)-float64(j*w)), 2 * float64(float64(j*k)+float64(i*w)), 1 - 2*float64(float64(i*i)+float64(j*j)),
	}
	o.Center, p = geom.Vec{X: x[4], Y: x[5], Z: x[6]}, geom.Vec{X: x[7], Y: x[8], Z: x[9]}
	o.SetHalf(func(f func(geom.Vec)) { f(p) })
	pose := geom.Pose{R: o.Axes}
	return o, p, tame(x) && n > 0x1p-60 && p != o.Center && pose.OrthonormalDefect() <= 16*u
}

// obbHalfRatio is how far a projection is off, over the slack.
func obbHalfRatio(x []float64) float64 {
	o, p, ok := boxAt(x)
	if !ok {
		return -1
	}
	d, worst := p.Sub(o.Center), 0.0
	for i := range 3 {
		a := o.Axes.Row(i)
		exact := new(big.Float).SetPrec(digits)
		for k := range 3 {
			exact = add(exact, mul(bf(a.At(k)), sub(bf(p.At(k)), bf(o.Center.At(k)))))
		}
		e, _ := sub(bf(a.Dot(d)), exact).Float64()
		worst = max(worst, math.Abs(e)/slack(d.MaxAbs()))
	}
	return worst
}

// obbBoundsRatio is how much of what Bounds adds the box needs: along each coordinate it reaches
// as far as the inverse of its axes takes its half sizes.
func obbBoundsRatio(x []float64) float64 {
	o, _, ok := boxAt(x)
	if !ok {
		return -1
	}
	a := func(i, k int) *big.Float { return bf(o.Axes[3*(i%3)+k%3]) }
	minor := func(i, k int) *big.Float {
		return sub(mul(a(i+1, k+1), a(i+2, k+2)), mul(a(i+1, k+2), a(i+2, k+1)))
	}
	whole := add(add(mul(a(0, 0), minor(0, 0)), mul(a(0, 1), minor(0, 1))), mul(a(0, 2), minor(0, 2)))
	b, worst := o.Bounds(), 0.0
	for k := range 3 {
		reach := new(big.Float).SetPrec(digits)
		for i := range 3 {
			part := new(big.Float).SetPrec(digits).Quo(mul(minor(i, k), bf(o.Half[i])), whole)
			reach = add(reach, part.Abs(part))
		}
		left, _ := sub(sub(bf(b.Max.At(k)), bf(o.Center.At(k))), reach).Float64()
		right, _ := sub(sub(bf(o.Center.At(k)), bf(b.Min.At(k))), reach).Float64()
		worst = max(worst, 1-min(left, right)/(128*u*(o.Half[0]+o.Half[1]+o.Half[2])))
	}
	return worst
}
