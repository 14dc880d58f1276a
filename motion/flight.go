package motion

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
)

// Flight is the motion of a [Rigid] between two times, as a [Path]: t is the share of the interval that has passed.
type Flight struct {
	rigid Rigid
	Interval
	pivot geom.Vec // where the pivot is at time 0
	rate  float64  // the length of the spin
	axis  geom.Vec // its direction: products with the spin itself underflow where lengths and spin are small
	// matrix bounds, in the operator norm, how far the matrix of At(t) is from the real motion's. place bounds how far the pivot is,
	// along each axis, and free as much without its reflections; reach is no less than any coordinate of the pivot.
	matrix, place, free, reach float64
}

// During returns the motion between two times, 0 ≤ From < To. The pose at a share t is r.At(i.At(t)). A Free verdict about it holds for
// r.At at every float64 time in the interval. The error is that of other times, or wraps ErrRotation.
func (r *Rigid) During(i Interval) (*Flight, error) {
	if !(i.From >= 0 && i.From < i.To && i.To <= math.MaxFloat64) {
		return nil, fmt.Errorf("from %v to %v; expected two finite times, the first at least 0 and before the second", i.From, i.To)
	}
	if !isRotation(&r.Start) {
		return nil, fmt.Errorf("matrix of the pose at the start is %w", ErrRotation)
	}
	f := &Flight{rigid: *r, Interval: i, pivot: r.PivotAt0(), rate: geom.Length(r.Spin) * (1 + 0x1p-40), axis: direction(r.Spin)}
	f.doubt()
	return f, nil
}

// direction is a vector over its length, 0 of 0. What is scaled to 1 neither overflows nor underflows.
func direction(v geom.Vec) geom.Vec {
	_, e := math.Frexp(v.MaxAbs())
	v = geom.Vec{X: math.Ldexp(v.X, -e), Y: math.Ldexp(v.Y, -e), Z: math.Ldexp(v.Z, -e)}
	if l := v.Norm(); l > 0 {
		return v.Scale(1 / l)
	}
	return v
}

// doubt sets the bounds on errors. The real motion takes the numbers of the Rigid as they are; the time at a share is exact.
//
// Time. To − From, its product with the share and the sum are off by u each, of To at most: 4u·To with what the share itself may do.
// The product may underflow, by half a blink.
//
// Matrix. The angle rate·time is off by the time's 4u·To·rate, by 3u for its length, u for the product and, beyond 2²⁰, u for
// 2π in geom.Sincos: 12u·rate·To; what underflows in the time or the rate is half a blink of the other, 4u each at most. Half of it as a
// quaternion and the matrix made of that are off by 86u by the derivation at Segment, the product with the first matrix by 9u: below 128u.
//
// Place. The pivot at time 0 is off by 12.2u(|R||pivot| + |T|), |R| ≤ 1 + 10⁻⁵. With the velocity it goes v·time, off by 4u for the time and u
// for the product; the sum rounds by u of the result: free, which is below 20u(|pivot| + |T|) + 8u·|v|To + blink·|v|. Reflections
// take a distance from the wall, off by u, modulo twice the width, which is off by u of itself for as many times as it is
// contained, that is by u of the distance; both walls round their sum: 4u(|pivot₀| + |v|To) + 8u(|lo| + |hi|) more.
func (f *Flight) doubt() {
	r := &f.rigid
	f.matrix = u * (128 + 12*f.rate*f.To)
	far := geom.Length(r.Pivot) + geom.Length(r.Start.T)
	way := geom.Length(r.Velocity) * f.To
	walls := 0.0
	if r.Region != nil {
		walls = geom.Length(r.Region.Min) + geom.Length(r.Region.Max)
	}
	f.free = u*(20*far+8*way) + blink*geom.Length(r.Velocity) + least
	f.place = f.free + u*(4*(far+way)+8*walls)
	f.reach = far*(1+1e-4) + way + walls
	if !(f.matrix <= mostMatrix) {
		f.place = math.Inf(1) // the derivations neglect squares of it
	}
}

// blink is the least time above 0, and the least rate.
const blink = math.SmallestNonzeroFloat64

// mostMatrix is the error of a matrix up to which the bounds hold.
const mostMatrix = 1e-5

// At implements Path.
func (f *Flight) At(t float64) geom.Pose { return f.rigid.At(f.Interval.At(t)) }

// Over implements Path.
//
// Let h be half the time in shares, Ω and W the spin and the pivot's velocity per share, q where the pivot is.
//
// The pivot. Along an axis on which no wall is reached it goes straight. Else it is taken to stand, and is off by |W|h, for a reflected
// coordinate goes no farther than a free one, and by no more than the walls are away.
//
// Curvature. As in Segment.Over the turn about the pivot bends by h²|Ω|²/2 of the distance from the axis. Where h|Ω| > 1 the body
// is taken not to turn: it then is off by the way of a point on its circle, at most 2 of the distance from the axis.
//
// Errors. At any time a point p is off by the pivot's place, √3 of an axis', by matrix·|p − pivot|, by 6u|pivot| and u(|q| + |pivot|) for T, and
// by 12.2u(|p| + |T|) for Apply: below 2·place + matrix·d + u(16·reach + 22(|c| + |pivot|) + 13|p − c|), d = |c| + |pivot| + |p − c|. It counts at
// the time, in the middle, and twice more for the spin about a point that is off by it, since h|Ω| ≤ 1. Ω and W are off by 4u each, for half a share at most,
// and their products by 8u: 12u·d + 3u·reach. Five times the error above covers all of them.
func (f *Flight) Over(a, b float64, c geom.Vec) Span {
	m, h := a+(b-a)/2, (b-a)/2*(1+0x1p-40)
	share := f.To - f.From
	s := Span{Pose: f.At(m)}
	s.Center = s.Pose.Apply(c)
	arm := s.Pose.R.MulVec(c.Sub(f.rigid.Pivot))
	velocity, off := f.drift(a, b, share)
	turn, spin := f.bend(h * share)
	off += turn * geom.Length(f.axis.Cross(arm))
	s.Spin = spin.Scale(share)
	s.Velocity = velocity.Add(s.Spin.Cross(arm))
	size := geom.Length(c) + geom.Length(f.rigid.Pivot)
	s.Off = off*(1+1e-4) + 5*(2*f.place+f.matrix*size+u*(16*f.reach+22*size)) + least
	s.Turn = turn*(1+1e-4) + 5*(f.matrix+13*u)
	return s
}

// bend bounds how far a point at the distance 1 from the axis is from where it is taken to be at most half a time from the middle, and
// returns the spin that it is taken to have.
func (f *Flight) bend(half float64) (off float64, spin geom.Vec) {
	angle := half * f.rate
	if angle > 1 {
		return min(2, angle), geom.Vec{}
	}
	return angle * angle / 2, f.rigid.Spin
}

// drift returns the velocity of the pivot per share between two shares, and how far off that is for its reflections.
func (f *Flight) drift(a, b, share float64) (velocity geom.Vec, off float64) {
	v := f.rigid.Velocity.Scale(share)
	if f.rigid.Region == nil {
		return v, 0
	}
	lo, hi := f.rigid.Region.Min, f.rigid.Region.Max
	first, last := f.Interval.At(a), f.Interval.At(b)
	var d [3]float64
	axes := [3]*float64{&v.X, &v.Y, &v.Z}
	speeds := [3]float64{f.rigid.Velocity.X, f.rigid.Velocity.Y, f.rigid.Velocity.Z}
	at, mins, maxs := [3]float64{f.pivot.X, f.pivot.Y, f.pivot.Z}, [3]float64{lo.X, lo.Y, lo.Z}, [3]float64{hi.X, hi.Y, hi.Z}
	for k, w := range axes {
		x, y := at[k]+float64(speeds[k]*first), at[k]+float64(speeds[k]*last)
		switch back, sure := f.passes(min(x, y), max(x, y), mins[k], maxs[k]); {
		case !sure:
			d[k] = min(math.Abs(*w)*(b-a)/2, maxs[k]-mins[k])
			*w = 0
		case back:
			*w = -*w
		}
	}
	return v, geom.Length(geom.Vec{X: d[0], Y: d[1], Z: d[2]})
}

// passes reports whether a coordinate that freely goes from x to y, at most, goes the other way between two walls, and whether it is sure
// that no wall is reached.
//
// Mirror images of the space between the walls are numbered from 0 on. x and y are taken farther by what they are off, by u of the two walls and by 4u of their
// distances for the quotients, which floor therefore does not take for a number that the real ones do not have.
func (f *Flight) passes(x, y, lo, hi float64) (back, sure bool) {
	width := hi - lo
	slack := 2*f.free + 8*u*(math.Abs(x)+math.Abs(y)+math.Abs(lo)+math.Abs(hi)) + least
	first, last := math.Floor((x-slack-lo)/width), math.Floor((y+slack-lo)/width)
	if !(first == last && math.Abs(first) < 1<<50) {
		return false, false
	}
	return math.Mod(first, 2) != 0, true
}
