package motion

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// twoPi is 2π to 240 bits.
func twoPi() long {
	x, _, err := big.ParseFloat("6.28318530717958647692528676655900576839433879875021164194988918461563281257241799725606965", 10, 240, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return long{x}
}

// modulo is what is left of x after whole multiples of a period, about: within one of it around 0.
func modulo(x, period long) long {
	n, _ := x.over(period).Int(nil)
	return x.minus(long{num(0).SetInt(n)}.times(period))
}

// bounced is fold in long numbers.
func bounced(x long, lo, hi float64) long {
	width := num(hi).minus(num(lo))
	if width.Sign() == 0 {
		return num(lo)
	}
	u := modulo(x.minus(num(lo)), width.plus(width))
	if u.Sign() < 0 {
		u = u.plus(width.plus(width))
	}
	if u.Cmp(width.Float) > 0 {
		u = width.plus(width).minus(u)
	}
	return u.plus(num(lo))
}

// flown is where a point really is at a share of the flight.
func flown(f *Flight, t float64, p geom.Vec) longVec {
	r := &f.rigid
	at := num(f.From).plus(num(f.To).minus(num(f.From)).times(num(t)))
	start := matOf(&r.Start.R)
	pivot := start.apply(vecOf(r.Pivot)).plus(vecOf(r.Start.T)).plus(vecOf(r.Velocity).scale(at))
	if r.Region != nil {
		lo, hi := r.Region.Min, r.Region.Max
		pivot = longVec{bounced(pivot[0], lo.X, hi.X), bounced(pivot[1], lo.Y, hi.Y), bounced(pivot[2], lo.Z, hi.Z)}
	}
	arm := start.apply(vecOf(p).plus(vecOf(r.Pivot).scale(num(-1))))
	spin := vecOf(r.Spin)
	rate := spin.dot(spin).root()
	if rate.Sign() == 0 {
		return pivot.plus(arm)
	}
	axis := spin.scale(num(1).over(rate))
	sin, cos := circle(modulo(rate.times(at), twoPi()).over(num(2))) // of half the angle: |x| < 4
	sin, cos = num(2).times(sin).times(cos), num(1).minus(num(2).times(sin).times(sin))
	return pivot.plus(arm.scale(cos)).plus(axis.cross(arm).scale(sin)).plus(axis.scale(axis.dot(arm).times(num(1).minus(cos))))
}

// drawnFlight flies with or without walls, turning or not, for a blink or for long.
func drawnFlight(t *testing.T, r *rand.Rand) *Flight {
	t.Helper()
	vec := func(size float64) geom.Vec {
		return geom.Vec{X: size * r.NormFloat64(), Y: size * r.NormFloat64(), Z: size * r.NormFloat64()}
	}
	size := math.Ldexp(1, r.IntN(30)-15)
	m := Rigid{Start: geom.Pose{R: drawnRotation(r).Matrix(), T: vec(size)}}
	if r.IntN(3) > 0 {
		m.Pivot = vec(size * math.Ldexp(1, -r.IntN(8)))
	}
	if r.IntN(4) > 0 {
		m.Spin = vec(math.Ldexp(1, r.IntN(14)-8))
	}
	if r.IntN(5) > 0 {
		m.Velocity = vec(size * math.Ldexp(1, r.IntN(12)-8))
	}
	if r.IntN(8) == 0 {
		m.Velocity.Y = 0
	}
	if r.IntN(4) > 0 {
		at := m.PivotAt0()
		room := geom.AABB{Min: at, Max: at}
		grown := room.Inflated(size * math.Ldexp(1, -r.IntN(6)))
		grown.Max.X += size * r.Float64()
		if r.IntN(6) == 0 {
			grown.Min.Z, grown.Max.Z = at.Z, at.Z
		}
		m.Region = &grown
	}
	from := 0.0
	if r.IntN(2) == 0 {
		from = math.Floor(1000*r.Float64()) / 8
	}
	i := Interval{from, from + math.Ldexp(1+r.Float64(), r.IntN(20)-12)}
	if r.IntN(3) == 0 {
		lengths := r.IntN(1200) - 900
		times := max(lengths-950, -1040)
		if times += r.IntN(400 - times); times < -1000 {
			m.Spin = geom.Vec{} // it would be infinite
		}
		m, i = scaledFlight(&m, i, lengths, times)
	}
	f, err := m.During(i)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// scaledFlight is a flight with lengths and times multiplied by powers of 2: it looks the same but for what overflows or underflows.
func scaledFlight(m *Rigid, i Interval, lengths, times int) (Rigid, Interval) {
	scaled := func(v geom.Vec, e int) geom.Vec {
		return geom.Vec{X: math.Ldexp(v.X, e), Y: math.Ldexp(v.Y, e), Z: math.Ldexp(v.Z, e)}
	}
	r := Rigid{
		Start: geom.Pose{R: m.Start.R, T: scaled(m.Start.T, lengths)}, Pivot: scaled(m.Pivot, lengths),
		Velocity: scaled(m.Velocity, lengths-times), Spin: scaled(m.Spin, -times),
	}
	if m.Region != nil {
		r.Region = &geom.AABB{Min: scaled(m.Region.Min, lengths), Max: scaled(m.Region.Max, lengths)}
	}
	return r, Interval{math.Ldexp(i.From, times), math.Ldexp(i.To, times)}
}

// reflection is a share near which a wall is reached if there is one between two drawn shares, else any share, and often any.
func reflection(f *Flight, r *rand.Rand) float64 {
	a, b := r.Float64(), r.Float64()
	velocity := func(s float64) geom.Vec { return f.rigid.VelocityAt(f.Interval.At(s)) }
	if velocity(a) == velocity(b) || r.IntN(3) == 0 {
		return a
	}
	for range 60 {
		if m := a + (b-a)/2; velocity(m) == velocity(a) {
			a = m
		} else {
			b = m
		}
	}
	return min(a, math.Nextafter(1, 0))
}

// TestFlightsAreBounded compares what Over says with the real motion and with posed points, in long numbers.
func TestFlightsAreBounded(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 5))
	var worst, worstBend, bounces float64
	cases := require.Samples(3000, 300, 150)
	for range cases {
		f := drawnFlight(t, r)
		size := math.Ldexp(f.reach, -r.IntN(12))
		c := geom.Vec{X: size * r.NormFloat64(), Y: size * r.NormFloat64(), Z: size * r.NormFloat64()}
		p := c.Add(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(size * math.Ldexp(1, -r.IntN(20))))
		n := r.IntN(50)
		if r.IntN(3) == 0 {
			n = r.IntN(10)
		}
		a := math.Floor(reflection(f, r)*math.Ldexp(1, n)) * math.Ldexp(1, -n)
		b := a + math.Ldexp(1, -n)
		if r.IntN(3) == 0 {
			b = a
		}
		span := f.Over(a, b, c)
		bound := span.Off + span.Turn*geom.Length(p.Sub(c))
		if _, off := f.drift(a, b, f.To-f.From); off > 0 {
			bounces++
		}
		for _, at := range []float64{a, b, a + (b-a)*r.Float64()} {
			want := predicted(&span, p, at-(a+(b-a)/2))
			pose := f.At(at)
			for _, got := range []longVec{flown(f, at, p), vecOf(pose.Apply(p))} {
				d := got.plus(want.scale(num(-1)))
				off := d.dot(d).root().float()
				if !(off <= bound) {
					t.Fatalf("%+v from %v to %v, c = %v, p = %v at %v: %g off, bound %g", f, a, b, c, p, at, off, bound)
				}
				if a == b {
					worst = max(worst, off/bound)
				} else if n < 20 {
					worstBend = max(worstBend, off/bound)
				}
			}
		}
	}
	t.Logf("largest share of the bound: %.3f of rounding, %.3f of curvature; %v with reflections", worst, worstBend, bounces)
	if worstBend < 0.5 || worst < 0.01 || bounces < float64(cases)/15 {
		t.Error("the test proves little")
	}
}

// TestFlightsAreTheRigid: poses are those of the Rigid at the time, its ends those at the two times themselves.
func TestFlightsAreTheRigid(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 6))
	for range 200 {
		f := drawnFlight(t, r)
		for _, s := range []float64{0, r.Float64(), 1} {
			at := f.Interval.At(s)
			if f.At(s) != f.rigid.At(at) || s == 0 && at != f.From || s == 1 && at != f.To {
				t.Fatalf("%+v at %v is at %v", f, s, at)
			}
			before := f.Before(s)
			if next := math.Nextafter(before, math.Inf(1)); before > at || at > next {
				t.Fatalf("%+v at %v: before %v is %v", f.Interval, s, at, before)
			}
		}
	}
}

func TestFlightsRefused(t *testing.T) {
	t.Parallel()
	r := mover()
	for _, i := range []Interval{{0, 0}, {1, 0}, {-1, 1}, {0, math.Inf(1)}, {0, math.NaN()}, {math.NaN(), 1}} {
		if _, err := r.During(i); err == nil {
			t.Errorf("%v: no error", i)
		}
	}
	r.Start.R[0] = 2
	if _, err := r.During(Interval{0, 1}); !errors.Is(err, ErrRotation) {
		t.Errorf("a matrix that is no rotation: %v", err)
	}
	if span := (&Rigid{Start: geom.Identity, Spin: geom.Vec{Z: 1e9}}).mustDuring(t, Interval{0, 1e9}).Over(0, 1e-9, geom.Vec{}); !math.IsInf(span.Off, 1) {
		t.Errorf("an angle of 1e18 is bounded by %v", span.Off)
	}
}

func (r *Rigid) mustDuring(t *testing.T, i Interval) *Flight {
	t.Helper()
	f, err := r.During(i)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
