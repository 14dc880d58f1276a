package geom

import (
	"math"
	"testing"
)

// The contract writes the order of operations down; a fused or reassociated sum
// would give other last bits for these numbers.
func TestApplyRoundsEveryOperation(t *testing.T) {
	p := Pose{R: Mat{0.1, 0.2, 0.3, 1.0 / 3, 2.0 / 3, 1.0 / 7, -0.9, 1e-17, 1e17}, T: Vec{0.7, 1e-16, -1}}
	v := Vec{1.1, 2.3, 3.7}
	row := func(a, b, c, t float64) float64 {
		x, y, z := a*v.X, b*v.Y, c*v.Z
		s := x + y
		s += z
		return s + t
	}
	want := Vec{row(0.1, 0.2, 0.3, 0.7), row(1.0/3, 2.0/3, 1.0/7, 1e-16), row(-0.9, 1e-17, 1e17, -1)}
	if got := p.Apply(v); got != want {
		t.Errorf("Apply = %v, want %v", got, want)
	}
}

func bitsOf(v Vec) [3]uint64 {
	return [3]uint64{math.Float64bits(v.X), math.Float64bits(v.Y), math.Float64bits(v.Z)}
}

func TestIdentityLeavesCoordinatesUntouched(t *testing.T) {
	v := Vec{math.Copysign(0, -1), math.SmallestNonzeroFloat64, -math.MaxFloat64}
	if got := Identity.Apply(v); bitsOf(got) != bitsOf(v) {
		t.Errorf("identity moved %v to %v", v, got)
	}
}

func TestOrthonormalDefect(t *testing.T) {
	for _, c := range []struct {
		m        Mat
		lo, hi   float64
		identity bool
	}{
		{Identity.R, 0, 0, true},
		{Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}, 0, 0, false},
		{Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}, 0, 0, false},
		{Mat{1 + 1e-6, 0, 0, 0, 1, 0, 0, 0, 1}, 1.9e-6, 2.1e-6, false},
		{Mat{}, 1, 1, false},
	} {
		p := Pose{R: c.m}
		if d := p.OrthonormalDefect(); d < c.lo || d > c.hi || p.IsIdentity() != c.identity {
			t.Errorf("%v: defect %v, identity %v", c.m, d, p.IsIdentity())
		}
	}
	for _, x := range []float64{math.NaN(), 1e200} { // 1e400 − 1e400 is NaN in RᵀR
		p := Pose{R: Mat{x, -x, 0, x, x, 0, 0, 0, 1}}
		if d := p.OrthonormalDefect(); !math.IsInf(d, 1) || p.IsFinite() == math.IsNaN(x) {
			t.Errorf("%v: defect %v, finite %v", p.R, d, p.IsFinite())
		}
	}
}

func TestComposeAppliesTheRightOneFirst(t *testing.T) {
	turn := Pose{R: Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}}
	shift := Pose{R: Identity.R, T: Vec{1, 0, 0}}
	both := turn.Compose(&shift)
	if got := both.Apply(Vec{}); got != (Vec{0, 1, 0}) {
		t.Errorf("turn after shift moves the origin to %v, want (0, 1, 0)", got)
	}
}

func TestBoxes(t *testing.T) {
	e := EmptyAABB()
	b := BoundsOf([]Vec{{0, 0, 0}, {1, 2, 3}})
	touching := AABB{Vec{1, 2, 3}, Vec{4, 4, 4}}
	apart := AABB{Vec{math.Nextafter(1, 2), 0, 0}, Vec{4, 4, 4}}
	switch {
	case !e.IsEmpty() || e.HalfArea() != 0 || b.IsEmpty():
		t.Error("emptiness")
	case !b.Overlaps(&touching) || b.Overlaps(&apart):
		t.Error("closed boxes overlap iff they share a point")
	case !b.Contains(Vec{1, 2, 3}) || b.Contains(Vec{1, 2, 3.1}):
		t.Error("Contains")
	case !b.Encloses(&e) || b.Encloses(&touching):
		t.Error("Encloses")
	case b.HalfArea() != 11 || b.Center() != (Vec{0.5, 1, 1.5}) || b.Size() != (Vec{1, 2, 3}):
		t.Error("measures")
	case b.Union(touching).Max != touching.Max || b.Intersect(touching).Min != (Vec{1, 2, 3}):
		t.Error("union and intersection")
	case b.Inflated(1).Min != (Vec{-1, -1, -1}):
		t.Error("Inflated")
	}
	grown := b
	grown.Include(&AABB{Vec{-1, -1, -1}, Vec{9, 9, 9}})
	if grown.Min != (Vec{-1, -1, -1}) || grown.Max != (Vec{9, 9, 9}) {
		t.Errorf("Include gave %v", grown)
	}
}

// The box of a ball must hold it whatever rounding does to centre ± radius.
func TestSphereBounds(t *testing.T) {
	s := Sphere{Center: Vec{1e16, 0.1, -3}, Radius: 0.3}
	b := s.Bounds()
	if !(b.Min.X < 1e16 && b.Max.X > 1e16 && b.Min.Y <= -0.2 && b.Max.Z > -2.7) {
		t.Errorf("bounds %v", b)
	}
}

func TestVectors(t *testing.T) {
	a, b := Vec{1, 2, 3}, Vec{4, 5, 6}
	switch {
	case a.Cross(b) != (Vec{-3, 6, -3}) || a.Dot(b) != 32:
		t.Error("products")
	case a.At(0) != 1 || a.At(1) != 2 || a.At(2) != 3:
		t.Error("At")
	case !a.Less(b) || b.Less(a) || !a.Less(Vec{1, 3, 0}) || !a.Less(Vec{1, 2, 4}):
		t.Error("Less")
	case (Vec{-7, 2, 3}).MaxAbs() != 7 || (Vec{3, 4, 0}).Norm() != 5:
		t.Error("norms")
	case (Vec{math.Inf(1), 0, 0}).IsFinite() || (Vec{0, math.NaN(), 0}).IsFinite() || !a.IsFinite():
		t.Error("IsFinite")
	}
	tri := Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}
	if tri.Normal() != (Vec{0, 0, 1}) || tri.Bounds().Max != (Vec{1, 1, 0}) {
		t.Error("triangle")
	}
}

func TestHoldIsExtend(t *testing.T) {
	a, b := EmptyAABB(), EmptyAABB()
	for i := range 50 {
		p := Vec{X: float64(i * 37 % 11), Y: float64(-i * 17 % 7), Z: float64(i*5%13) - 6}
		a.Extend(p)
		b.Hold(&p)
		if a != b {
			t.Fatalf("%v, want %v", b, a)
		}
	}
}
