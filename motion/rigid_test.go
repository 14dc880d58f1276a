package motion

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

func mover() Rigid {
	return Rigid{
		Start:    geom.Pose{R: geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}, T: geom.Vec{X: 1, Y: 2, Z: 3}},
		Pivot:    geom.Vec{X: 0.5, Y: 0.25, Z: -0.125},
		Velocity: geom.Vec{X: 3, Y: -2, Z: 0.7},
		Spin:     geom.Vec{X: 1, Y: 2, Z: -1},
		Region:   &geom.AABB{Min: geom.Vec{X: -1, Y: 0, Z: 2}, Max: geom.Vec{X: 4, Y: 5, Z: 3}},
	}
}

func TestRigidStartsAsGiven(t *testing.T) {
	r := mover()
	if got := r.At(0); got != r.Start {
		t.Errorf("At(0) = %v, want %v", got, r.Start)
	}
	r.Velocity, r.Spin = geom.Vec{}, geom.Vec{}
	if got := r.At(7); got != r.Start {
		t.Errorf("a body at rest is at %v, want %v", got, r.Start)
	}
}

func TestRigidStaysInItsRegion(t *testing.T) {
	r := mover()
	for k := range 5000 {
		p := r.At(float64(k) * 0.37)
		if d := p.OrthonormalDefect(); d > 4e-15 {
			t.Fatalf("step %d: %g from orthonormal", k, d)
		}
		pivot := p.R.MulVec(r.Pivot).Add(p.T)
		if grown := r.Region.Inflated(1e-14); !grown.Contains(pivot) {
			t.Fatalf("step %d: pivot at %v, outside %v", k, pivot, *r.Region)
		}
	}
}

// TestRigidBounces follows the closed form with small steps that reverse the
// velocity at walls.
func TestRigidBounces(t *testing.T) {
	r := mover()
	x, v := r.PivotAt0(), r.Velocity
	const dt = 1.0 / 1024
	step := func(x, v *float64, lo, hi float64) {
		*x += *v * dt
		if *x > hi {
			*x, *v = 2*hi-*x, -*v
		}
		if *x < lo {
			*x, *v = 2*lo-*x, -*v
		}
	}
	bounces := 0
	for k := 1; k < 20000; k++ {
		before := v
		step(&x.X, &v.X, r.Region.Min.X, r.Region.Max.X)
		step(&x.Y, &v.Y, r.Region.Min.Y, r.Region.Max.Y)
		step(&x.Z, &v.Z, r.Region.Min.Z, r.Region.Max.Z)
		if before != v {
			bounces++
		}
		p := r.At(float64(k) * dt)
		if d := p.R.MulVec(r.Pivot).Add(p.T).Sub(x).MaxAbs(); d > 1e-10 {
			t.Fatalf("step %d: %g apart", k, d)
		}
	}
	if bounces < 20 {
		t.Errorf("only %d bounces: the test does not test them", bounces)
	}
}

func TestRigidTurnsAsItShould(t *testing.T) {
	r := Rigid{Start: geom.Identity, Spin: geom.Vec{Z: math.Pi / 2}}
	p := r.At(1)
	want := geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}
	for i := range want {
		if math.Abs(p.R[i]-want[i]) > 1e-15 {
			t.Fatalf("a quarter turn about z is %v", p.R)
		}
	}
	if p.T != (geom.Vec{}) {
		t.Errorf("turning about the origin moves it to %v", p.T)
	}
}

func TestFoldHandlesWhatHasNoRoom(t *testing.T) {
	for _, c := range []struct{ x, lo, hi, want float64 }{
		{0.5, 0, 1, 0.5}, {1.25, 0, 1, 0.75}, {-0.25, 0, 1, 0.25}, {2.25, 0, 1, 0.25}, {-1.25, 0, 1, 0.75},
		{7, 3, 3, 3}, {1e300, 0, 1, 0},
	} {
		if got := fold(c.x, c.lo, c.hi); got != c.want {
			t.Errorf("fold(%v, %v, %v) = %v, want %v", c.x, c.lo, c.hi, got, c.want)
		}
	}
}
