package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// away returns the largest difference of two matrices' entries.
func away(a, b Mat) float64 {
	worst := 0.0
	for i := range a {
		worst = max(worst, math.Abs(a[i]-b[i]))
	}
	return worst
}

func TestAxisAngleTurnsAsRodriguesDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		axis := Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		angle := 20 * (r.Float64() - 0.5)
		m := AxisAngle(axis, angle).Matrix()
		n, v := axis.Scale(1/axis.Norm()), Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		s, c := math.Sincos(angle)
		want := v.Scale(c).Add(n.Cross(v).Scale(s)).Add(n.Scale(n.Dot(v) * (1 - c)))
		if got := m.MulVec(v); got.Sub(want).MaxAbs() > 1e-14 {
			t.Fatalf("about %v by %v: %v becomes %v, want %v", axis, angle, v, got, want)
		}
	}
}

// TestAxisAngleOfAnyLength covers axes whose squared length leaves the range of float64.
func TestAxisAngleOfAnyLength(t *testing.T) {
	want := AxisAngle(Vec{1, 2, -3}, 0.7).Matrix()
	for _, s := range []float64{5e-324, 1e-310, 1e-200, 1e-150, 1e150, 1e200, 5e307} {
		got := AxisAngle(Vec{1 * s, 2 * s, -3 * s}, 0.7).Matrix()
		if d := away(got, want); d > 1e-14 {
			t.Errorf("axis of length %g: %g away", s, d)
		}
	}
	if q := AxisAngle(Vec{}, 1); q != NoRotation {
		t.Errorf("zero axis gives %v", q)
	}
}

func TestRollPitchYawIsTheProductOfTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		roll, pitch, yaw := 7*(r.Float64()-0.5), 7*(r.Float64()-0.5), 7*(r.Float64()-0.5)
		sr, cr := math.Sincos(roll)
		sp, cp := math.Sincos(pitch)
		sy, cy := math.Sincos(yaw)
		z, y, x := Mat{cy, -sy, 0, sy, cy, 0, 0, 0, 1}, Mat{cp, 0, sp, 0, 1, 0, -sp, 0, cp}, Mat{1, 0, 0, 0, cr, -sr, 0, sr, cr}
		zy := z.Mul(&y)
		if d := away(RollPitchYaw(roll, pitch, yaw).Matrix(), zy.Mul(&x)); d > 2e-15 {
			t.Fatalf("roll %v, pitch %v, yaw %v: %g away", roll, pitch, yaw, d)
		}
	}
}

func TestRotationsAreOrthonormal(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		p := Pose{R: RollPitchYaw(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Matrix()}
		if d := p.OrthonormalDefect(); d > 2e-15 {
			t.Fatalf("%v is %g from orthonormal", p.R, d)
		}
	}
}

func TestInverses(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 1000 {
		q := AxisAngle(Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}, 6*r.Float64())
		p := Pose{R: q.Matrix(), T: Vec{100 * r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}
		inv := p.RigidInverse()
		both := inv.Compose(&p)
		if away(both.R, Identity.R) > 2e-15 || both.T.MaxAbs() > 1e-12 {
			t.Fatalf("%v, then its inverse: %v", p, both)
		}
		if d := away(q.Conjugate().Matrix(), inv.R); d > 2e-15 {
			t.Fatalf("the conjugate of %v is %g from the inverse", q, d)
		}
	}
}
