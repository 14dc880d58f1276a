package motion

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// drawnRotation turns about any axis by an angle of any size.
func drawnRotation(r *rand.Rand) geom.Quat {
	axis := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	if r.IntN(4) == 0 {
		axis = geom.Vec{Z: 1}
	}
	angle := math.Pi * r.Float64()
	switch r.IntN(6) {
	case 0:
		angle = math.Pi - 2e-6*(1+r.Float64())
	case 1:
		angle *= math.Ldexp(1, -r.IntN(60))
	case 2:
		angle = 0
	}
	return geom.AxisAngle(axis, angle)
}

// drawnEnds are two poses whose rotations are less than π apart, rounded to few digits at times.
func drawnEnds(r *rand.Rand) (from, to geom.Pose) {
	q := geom.AxisAngle(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}, 6*r.Float64())
	if r.IntN(5) == 0 {
		q = geom.NoRotation
	}
	size := math.Ldexp(1, r.IntN(40)-20)
	place := func() geom.Vec {
		return geom.Vec{X: size * r.NormFloat64(), Y: size * r.NormFloat64(), Z: size * r.NormFloat64()}
	}
	from = geom.Pose{R: q.Matrix(), T: place()}
	to = geom.Pose{R: drawnRotation(r).Mul(q).Normalized().Matrix(), T: place()}
	if r.IntN(4) == 0 {
		for _, p := range [2]*geom.Pose{&from, &to} {
			for i := range p.R {
				p.R[i] = math.Round(p.R[i]*1e8) / 1e8
			}
		}
	}
	return from, to
}

func drawnSegment(t *testing.T, r *rand.Rand) *Segment {
	t.Helper()
	from, to := drawnEnds(r)
	s, err := newSegment(from, to, r.IntN(2) == 0)
	if err != nil {
		t.Fatalf("from %v to %v: %v", from, to, err)
	}
	if s.At(0) != from || s.At(1) != to {
		t.Fatalf("from %v to %v: ends at %v and %v", from, to, s.At(0), s.At(1))
	}
	return s
}

// TestSegmentsAreRigid: between their ends, they start and end where the given poses are.
func TestSegmentsAreRigid(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		s := drawnSegment(t, r)
		for _, at := range []float64{0x1p-60, 0.25, r.Float64(), 1 - 0x1p-53} {
			p := s.At(at)
			if d := p.OrthonormalDefect(); d > 4e-15 {
				t.Fatalf("%v at %v: %g from orthonormal", s, at, d)
			}
		}
		near, far := s.At(0x1p-60), s.At(1-0x1p-53)
		for k, d := range []float64{away(&near, &s.from), away(&far, &s.to)} {
			if d > 1e-7+1e-14*(s.from.T.MaxAbs()+s.to.T.MaxAbs()) {
				t.Fatalf("%+v: end %d is %g away", s, k, d)
			}
		}
	}
}

// away is the largest difference of two poses' numbers.
func away(a, b *geom.Pose) float64 {
	worst := a.T.Sub(b.T).MaxAbs()
	for i := range a.R {
		worst = max(worst, math.Abs(a.R[i]-b.R[i]))
	}
	return worst
}

// TestScrewIsATwist: the motion of half a step, done twice, is that of the step.
func TestScrewIsATwist(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		from, to := drawnEnds(r)
		s, err := NewScrew(from, to)
		if err != nil {
			t.Fatal(err)
		}
		a, b, c := s.At(0.2), s.At(0.45), s.At(0.7)
		back := a.RigidInverse()
		step := b.Compose(&back)
		again := step.Compose(&b)
		if d := away(&again, &c); d > 1e-13*(1+from.T.MaxAbs()+to.T.MaxAbs()) {
			t.Fatalf("%+v: %g away", s, d)
		}
	}
}

func TestStraightGoesStraight(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		from, to := drawnEnds(r)
		s, err := NewStraight(from, to)
		if err != nil {
			t.Fatal(err)
		}
		want := from.T.Scale(0.75).Add(to.T.Scale(0.25))
		if p := s.At(0.25); p.T.Sub(want).MaxAbs() > 1e-15*(from.T.MaxAbs()+to.T.MaxAbs()) {
			t.Fatalf("%+v: at %v, want %v", s, p.T, want)
		}
	}
}

// TestSegmentsAtRest: equal poses stay bit for bit, and so do equal matrices.
func TestSegmentsAtRest(t *testing.T) {
	t.Parallel()
	pose := geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 1).Matrix(), T: geom.Vec{X: 1e9, Y: 0.1}}
	moved := pose
	moved.T = geom.Vec{Z: 3}
	for _, screw := range []bool{false, true} {
		s, err := newSegment(pose, pose, screw)
		if err != nil || s.At(0.3) != pose {
			t.Errorf("a body at rest is at %v, %v", s.At(0.3), err)
		}
		if r := s.Over(0, 1, geom.Vec{X: 4}); r.Velocity != (geom.Vec{}) || r.Spin != (geom.Vec{}) {
			t.Errorf("a body at rest moves: %+v", r)
		}
		s, err = newSegment(pose, moved, screw)
		if err != nil || s.At(0.3).R != pose.R {
			t.Errorf("a body that does not turn is at %v, %v", s.At(0.3), err)
		}
	}
}

func TestSegmentsRefuse(t *testing.T) {
	t.Parallel()
	turned := func(angle float64) geom.Pose { return geom.Pose{R: geom.AxisAngle(geom.Vec{Y: 1}, angle).Matrix()} }
	mirror := geom.Pose{R: geom.Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}}
	grown := geom.Pose{R: geom.Mat{1 + 1e-6, 0, 0, 0, 1, 0, 0, 0, 1}}
	nan := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: math.NaN()}}
	for _, c := range []struct {
		from, to geom.Pose
		want     error
	}{
		{geom.Identity, turned(math.Pi), ErrHalfTurn},
		{geom.Identity, turned(math.Pi - 0.9e-6), ErrHalfTurn},
		{geom.Identity, turned(math.Pi - 1.1e-6), nil},
		{geom.Identity, turned(-math.Pi + 1.1e-6), nil},
		{geom.Identity, turned(math.Pi + 0.9e-6), ErrHalfTurn},
		{geom.Identity, mirror, ErrRotation},
		{mirror, mirror, ErrRotation},
		{grown, geom.Identity, ErrRotation},
		{geom.Identity, nan, ErrRotation},
		{geom.Pose{}, geom.Identity, ErrRotation},
	} {
		for _, screw := range []bool{false, true} {
			if _, err := newSegment(c.from, c.to, screw); !errors.Is(err, c.want) {
				t.Errorf("from %v to %v: %v, want %v", c.from, c.to, err, c.want)
			}
		}
	}
}
