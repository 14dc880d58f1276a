package collide_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// grazing are two cylinders that touch in one point, (−2, −1/3, −1/2), which is none of float64.
func grazing() []collide.Body {
	return []collide.Body{
		{Name: "a", Shape: shape.Cylinder{A: geom.Vec{X: -3, Y: -1, Z: -2}, B: geom.Vec{Y: 1, Z: -2}, Radius: 1.5}},
		{Name: "b", Shape: shape.Cylinder{A: geom.Vec{X: -2, Y: -1, Z: 1}, B: geom.Vec{X: -2, Z: 1}, Radius: 1.5}},
		{Name: "far", Shape: shape.Sphere{Center: geom.Vec{X: 50}, Radius: 1}},
	}
}

// TestGrazingCylindersAreUnknown: no method takes what it cannot decide for free.
func TestGrazingCylindersAreUnknown(t *testing.T) {
	t.Parallel()
	for _, m := range methods.Table() {
		if m.About().Name == "multiprocess" {
			continue // needs a command line for its processes
		}
		for _, first := range []bool{false, true} {
			d, err := collide.NewDetector(grazing(), collide.Options{Method: m, Workers: 2, First: first})
			if err != nil {
				t.Fatal(err)
			}
			r, err := d.Detect(context.Background())
			if r == nil || r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrUndecided) || !strings.Contains(err.Error(), "neither a common point nor a plane") {
				t.Fatalf("%s, first %v: %+v, %v", m.About().Name, first, r, err)
			}
			if len(r.Pairs) != 1 || r.Pairs[0].A != 0 || r.Pairs[0].B != 1 || r.Pairs[0].Verdict != collide.Unknown || r.Pairs[0].Reason == "" {
				t.Fatalf("%s: pairs %+v", m.About().Name, r.Pairs)
			}
			_ = d.Close()
		}
	}
	d, err := collide.NewDetector(grazing(), collide.Options{Allow: [][2]int{{1, 0}}})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := d.Detect(context.Background()); err != nil || r.Verdict != collide.Free {
		t.Errorf("a permitted pair: %v, %v", r, err)
	}
	d.Remove(1)
	if r, err := d.Detect(context.Background()); err != nil || r.Verdict != collide.Free {
		t.Errorf("without the second: %v, %v", r, err)
	}
	if found, err := d.Overlapping(context.Background(), grazing()[1]); len(found) != 0 || !errors.Is(err, collide.ErrUndecided) {
		t.Errorf("Overlapping: %v, %v", found, err)
	}
}

// TestRefusedQueries: what is not known about a shape is an error that names the body.
func TestRefusedQueries(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ball := collide.Body{Name: "ball", Shape: shape.Sphere{Radius: 1}}
	pin := collide.Body{Name: "pin", Shape: shape.Cylinder{A: geom.Vec{X: 3}, B: geom.Vec{X: 4}, Radius: 1}}
	spike := collide.Body{Name: "spike", Shape: shape.Cone{Base: geom.Vec{X: 4}, Apex: geom.Vec{X: 3}, Radius: 1}}
	tube := collide.Body{Name: "tube", Shape: shape.Capsule{A: geom.Vec{X: 3}, B: geom.Vec{X: 4}, Radius: 1}}
	ray := collide.Ray{Origin: geom.Vec{X: -9}, Direction: geom.Vec{X: 1}}
	for _, c := range []struct {
		body       collide.Body
		ball, near float64
	}{{pin, 2, 3}, {spike, 2, 3}, {tube, 1, 2}} {
		d, err := collide.NewDetector([]collide.Body{ball, c.body}, collide.Options{})
		if err != nil {
			t.Fatal(err)
		}
		refused := func(what string, err error) {
			t.Helper()
			if !errors.Is(err, collide.ErrUnsupported) || !strings.Contains(err.Error(), c.body.Name) {
				t.Errorf("%s of %s: %v", what, c.body.Name, err)
			}
		}
		_, err = d.Raycast(ctx, ray)
		refused("Raycast", err)
		only := ray
		only.Bodies = []int{0}
		if h, err := d.Raycast(ctx, only); err != nil || h == nil || h.T != 8 {
			t.Errorf("a ray at the ball alone: %v, %v", h, err)
		}
		only.Bodies = []int{0, 1}
		_, err = d.RaycastAll(ctx, only)
		refused("RaycastAll", err)
		distance, _, err := d.Distance(ctx)
		_, errAll := d.Distances(ctx, math.Inf(1), nil)
		_, errNear := d.Within(ctx, 0.5)
		near, _, errPoint := d.Nearest(ctx, geom.Vec{X: 7})
		if err != nil || errAll != nil || errNear != nil || errPoint != nil || distance.Value != c.ball || near.Value != c.near || near.A != 1 {
			t.Errorf("%+v, %+v: %v, %v, %v, %v", distance, near, err, errAll, errNear, errPoint)
		}
		d.Remove(1)
		if _, err := d.Raycast(ctx, ray); err != nil {
			t.Errorf("after it was removed: %v", err)
		}
		if _, _, err := d.Nearest(ctx, geom.Vec{X: 7}); err != nil {
			t.Errorf("after it was removed: %v", err)
		}
	}
}

// TestCapsuleDistances: distances from capsules are correctly rounded, and 0 only where they touch.
func TestCapsuleDistances(t *testing.T) {
	t.Parallel()
	tube := shape.Capsule{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 0.5}
	for _, c := range []struct {
		other collide.Shape
		at    geom.Pose
		want  float64
	}{
		{tube, at(0, 3, 0), 2},
		{tube, at(0, 1, 0), 0},
		{tube, at(4, 1, 0), math.Sqrt(5) - 1},
		{shape.Sphere{Radius: 0.25}, at(2, 1, 1), math.Sqrt(3) - 0.75},
		{shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, at(0, 0, 2), 1},
		{shape.Convex{Points: []geom.Vec{{Z: 2}, {X: 1, Z: 3}, {Y: 1, Z: 3}, {Z: 3}, {X: 1, Y: 1, Z: 3}, {X: -1, Z: 3}, {Y: -1, Z: 3}, {Z: 4}, {Z: 3.5}}}, at(0, 0, 0), 1.5},
		{shape.Box{Size: geom.Vec{X: 9, Y: 9, Z: 9}}, at(0, 0, 0), 0},
	} {
		for _, name := range measuring {
			d, err := collide.NewDetector([]collide.Body{{Name: "tube", Shape: tube}, {Name: "other", Shape: c.other, Pose: c.at}}, collide.Options{Method: named(name)})
			if err != nil {
				t.Fatal(err)
			}
			r, ok, err := d.Distance(context.Background())
			if err != nil || !ok || math.Abs(r.Value-c.want) > 4e-16 {
				t.Errorf("%s, %T at %v: %v, %v, want %v", name, c.other, c.at.T, r.Value, err, c.want)
			}
			if way := r.Points[1].Sub(r.Points[0]).Norm(); math.Abs(way-r.Value) > 1e-12 {
				t.Errorf("%s, %T at %v: the points are %v apart, the distance is %v", name, c.other, c.at.T, way, r.Value)
			}
			if in, err := d.Within(context.Background(), c.want+1e-9); err != nil || in.Verdict != collide.InContact {
				t.Errorf("%s, %T at %v: within %v: %v, %v", name, c.other, c.at.T, c.want, in, err)
			}
		}
	}
}

// TestPosesOfSolids: what keeps a radius takes a matrix that is off a rotation by 1e-3, and no more.
func TestPosesOfSolids(t *testing.T) {
	t.Parallel()
	rounded := geom.Pose{R: geom.Mat{0.8661, -0.4999, 0, 0.4999, 0.8661, 0, 0, 0, 1}}
	off := rounded
	off.R[0] += 1e-2
	flat := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1e300}}
	for _, s := range []collide.Shape{
		shape.Sphere{Center: geom.Vec{X: 1}, Radius: 1},
		shape.Capsule{B: geom.Vec{X: 1}, Radius: 1}, shape.Cylinder{B: geom.Vec{X: 1}, Radius: 1},
		shape.Cone{Apex: geom.Vec{X: 1}, Radius: 1},
	} {
		if _, err := collide.NewDetector([]collide.Body{{Shape: s, Pose: rounded}}, collide.Options{}); err != nil {
			t.Errorf("%T: %v", s, err)
		}
		_, err := collide.NewDetector([]collide.Body{{Shape: s, Pose: off}}, collide.Options{})
		if err == nil || !strings.Contains(err.Error(), "orthonormal") || !strings.Contains(err.Error(), "0.001") {
			t.Errorf("%T: %v", s, err)
		}
		_, err = collide.NewDetector([]collide.Body{{Shape: s, Pose: flat}}, collide.Options{})
		if _, ball := s.(shape.Sphere); !ball && (err == nil || !strings.Contains(err.Error(), "equal under this pose")) {
			t.Errorf("%T: %v", s, err)
		}
	}
	for _, s := range []collide.Shape{
		shape.Capsule{Radius: 1}, shape.Cylinder{B: geom.Vec{X: 1}, Radius: -1}, shape.Capsule{B: geom.Vec{X: math.Inf(1)}}, shape.Cylinder{B: geom.Vec{X: 1}, Radius: math.NaN()},
		shape.Cone{Radius: 1}, shape.Cone{Apex: geom.Vec{X: 1}, Radius: -1}, shape.Cone{Apex: geom.Vec{X: math.Inf(1)}}, &shape.Capsule{B: geom.Vec{X: 1}}, shape.Convex{}, shape.Convex{Points: []geom.Vec{{X: math.NaN()}}}, shape.Convex{Points: make([]geom.Vec, 4097)},
	} {
		if _, err := collide.NewDetector([]collide.Body{{Shape: s}}, collide.Options{}); err == nil {
			t.Errorf("%T %+v is taken", s, s)
		}
	}
}
