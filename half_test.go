package collide_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// slowHeight is the distance of a body from a half space, and the first primitive that attains it, in numbers of 300 bits.
func slowHeight(h *shape.HalfSpace, sets [][]geom.Vec, radius float64) (value float64, tri int) {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	product := func(x, y *big.Float) *big.Float { return number(0).Mul(x, y) }
	dot := func(n geom.Vec, x [3]*big.Float) *big.Float {
		sum := product(number(n.X), x[0])
		sum.Add(sum, product(number(n.Y), x[1]))
		return sum.Add(sum, product(number(n.Z), x[2]))
	}
	vec := func(x geom.Vec) [3]*big.Float { return [3]*big.Float{number(x.X), number(x.Y), number(x.Z)} }
	length := dot(h.Normal, vec(h.Normal))
	length.Sqrt(length)
	var best *big.Float
	for i, set := range sets {
		for _, x := range set {
			v := number(0).Sub(dot(h.Normal, vec(x)), dot(h.Normal, vec(h.Point)))
			if v.Quo(v, length).Sub(v, number(radius)); v.Sign() < 0 {
				v.SetInt64(0)
			}
			if best == nil || v.Cmp(best) < 0 {
				best, tri = v, i
			}
		}
	}
	value, _ = best.Float64()
	return value, tri
}

// TestHalfSpaceDistances compares distances from floors and slopes with big numbers, by every method that measures; the nearest pair, clearances
// and the distances of points with the list.
func TestHalfSpaceDistances(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 41))
	ctx := context.Background()
	touch, apart := 0, 0
	for k := range require.Cases(60, 20) {
		bodies := few(r, 3)
		bodies = slices.Insert(bodies, r.IntN(3), collide.Body{Name: "floor", Shape: shape.HalfSpace{Point: geom.Vec{Z: float64(r.IntN(3))}, Normal: geom.Vec{Z: 0.1}}, Pose: geom.Identity, Immovable: true})
		slope := shape.HalfSpace{Point: geom.Vec{X: float64(-r.IntN(9))}, Normal: geom.Vec{X: float64(1 + r.IntN(3)), Y: 1, Z: float64(r.IntN(2))}}
		bodies = append(bodies, collide.Body{Name: "slope", Shape: slope, Pose: geom.Identity, Immovable: true})
		d := detector(t, bodies, collide.Options{Workers: 1})
		list, err := d.Distances(ctx, math.Inf(1), nil)
		if err != nil || len(list) != 9 { // not floor and slope
			t.Fatalf("%d distances, %v", len(list), err)
		}
		if !slices.IsSortedFunc(list, func(a, b collide.Distance) int { return 10*(a.A-b.A) + a.B - b.B }) {
			t.Fatalf("not ascending: %+v", list)
		}
		for _, m := range list {
			h, body, tri := bodies[m.A].Shape, m.B, m.TriB
			if _, ok := h.(shape.HalfSpace); !ok {
				h, body, tri = bodies[m.B].Shape, m.A, m.TriA
			}
			half, ok := h.(shape.HalfSpace)
			if !ok {
				continue
			}
			sets, radius := hulls(d, bodies, body)
			value, at := slowHeight(&half, sets, radius)
			if m.Value != value || value > 0 && tri != at {
				t.Fatalf("%+v, want %v of %d (%+v)", m, value, at, bodies)
			}
			if way := m.Points[1].Sub(m.Points[0]).Norm(); math.Abs(way-value) > 4*m.PointError+1e-12 {
				t.Fatalf("%+v: the points are %v apart", m, way)
			}
			if touch++; value > 0 {
				touch, apart = touch-1, apart+1
			}
		}
		near, ok, err := d.Distance(ctx)
		if err != nil || !ok || near != nearest(list) {
			t.Fatalf("the nearest pair is %+v (%v, %v), of the list %+v", near, ok, err, nearest(list))
		}
		checkWithin(t, d, list)
		other := detector(t, bodies, collide.Options{Method: named(measuring[k%len(measuring)]), Workers: 2})
		if again, err := other.Distances(ctx, math.Inf(1), nil); err != nil || !slices.Equal(again, list) {
			t.Fatalf("%s: %+v, %v, auto has %+v", measuring[k%len(measuring)], again, err, list)
		}
		for _, reach := range []float64{0.5, 1, list[0].Value, 3} {
			checkHalfClearance(t, d, reach, list)
		}
		if at, ok, err := d.Nearest(ctx, geom.Vec{X: 20, Z: 1e3}); err != nil || !ok {
			t.Fatalf("%+v, %v", at, err)
		}
	}
	if touch < 15 || apart < 15 {
		t.Errorf("%d touch, %d are apart: the draws prove little", touch, apart)
	}
}

// checkHalfClearance compares the pairs within a distance with the list, and their number with that of a query that begins anew.
func checkHalfClearance(t *testing.T, d *collide.Detector, reach float64, list []collide.Distance) {
	t.Helper()
	within, err := d.Within(context.Background(), reach)
	if err != nil {
		t.Fatal(err)
	}
	found := map[[2]int]bool{}
	for _, p := range within.Pairs {
		found[[2]int{p.A, p.B}] = true
	}
	for _, m := range list {
		if m.Value != reach && found[[2]int{m.A, m.B}] != (m.Value < reach) {
			t.Fatalf("within %v: %v, %+v", reach, found, m)
		}
	}
}

// TestHalfSpaceClearanceCounts: exactly the triangles that are near enough.
func TestHalfSpaceClearanceCounts(t *testing.T) {
	t.Parallel()
	for _, name := range measuring {
		d := detector(t, []collide.Body{
			{Name: "floor", Shape: shape.HalfSpace{Normal: geom.Vec{Z: 3}}},
			{Name: "cube", Shape: collide.NewModel(cube()), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: 2}}},
		}, collide.Options{Method: named(name)})
		low := d.Bounds(1).Min.Z
		for _, c := range []struct {
			reach float64
			want  int
		}{{math.Nextafter(low, 0), 0}, {low, 10}, {low + 10, 12}} {
			if r, err := d.Within(context.Background(), c.reach); err != nil || len(r.Contacts) != c.want {
				t.Errorf("%s: within %v: %d triangles, %v, want %d", name, c.reach, len(r.Contacts), err, c.want)
			}
		}
	}
}

// TestHalfSpaceKinds: what lies on a floor, reaches into it and lies in it.
func TestHalfSpaceKinds(t *testing.T) {
	t.Parallel()
	floor := collide.Body{Name: "floor", Shape: shape.HalfSpace{Normal: geom.Vec{Z: 2}}}
	open := cube()
	open.Triangles = open.Triangles[1:]
	for _, c := range []struct {
		what collide.Shape
		at   float64
		want collide.Kind
	}{
		{collide.NewModel(cube()), 0, collide.Touch}, {collide.NewModel(cube()), -0.5, collide.Penetrate}, {collide.NewModel(cube()), -2, collide.Inside},
		{collide.NewModel(open), -0.5, collide.SurfaceContact},
		{shape.Sphere{Radius: 1}, 1, collide.Touch}, {shape.Sphere{Radius: 1}, 0.5, collide.Penetrate}, {shape.Sphere{Radius: 1}, -1, collide.Penetrate}, {shape.Sphere{Radius: 1}, -1.5, collide.Inside},
		{shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}, 1, collide.Touch}, {shape.Box{Size: geom.Vec{X: 2, Y: 2, Z: 2}}, -1.5, collide.Inside}, {shape.Box{Size: geom.Vec{X: 2, Y: 2}}, 0, collide.SurfaceContact},
		{shape.Capsule{A: geom.Vec{X: -1}, B: geom.Vec{X: 1, Z: 1}, Radius: 1}, 1, collide.Touch}, {shape.Capsule{A: geom.Vec{X: -1}, B: geom.Vec{X: 1, Z: 1}, Radius: 1}, 0, collide.Penetrate},
		{shape.Capsule{A: geom.Vec{X: -1}, B: geom.Vec{X: 1, Z: 1}, Radius: 1}, -3, collide.Inside},
		{shape.Cylinder{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 1}, 0, collide.Penetrate}, {shape.Cylinder{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 1}, 1, collide.Touch},
		{shape.Cylinder{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 1}, -1, collide.Penetrate}, {shape.Cylinder{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 1}, math.Nextafter(-1, -2), collide.Inside},
		{shape.Cylinder{A: geom.Vec{Z: -3}, B: geom.Vec{Z: 3}, Radius: 9}, 3, collide.Touch}, {shape.Cylinder{A: geom.Vec{Z: -3}, B: geom.Vec{Z: 3}, Radius: 9}, -4, collide.Inside},
		{shape.Cylinder{A: geom.Vec{Z: -3}, B: geom.Vec{Z: 3}}, 1, collide.SurfaceContact},
		{shape.Cone{Base: geom.Vec{Z: 3}, Radius: 4}, 0, collide.Touch}, {shape.Cone{Base: geom.Vec{Z: 3}, Radius: 4}, -3, collide.Penetrate}, {shape.Cone{Base: geom.Vec{Z: 3}, Radius: 4}, -3.5, collide.Inside},
		{shape.Cone{Base: geom.Vec{X: 3}, Radius: 4}, 4, collide.Touch}, {shape.Cone{Base: geom.Vec{X: 3}, Radius: 4}, 3, collide.Penetrate},
		{shape.HalfSpace{Normal: geom.Vec{Z: 1}}, 0, collide.Penetrate}, {shape.HalfSpace{Normal: geom.Vec{Z: -1}}, 0, collide.Touch}, {shape.HalfSpace{Normal: geom.Vec{X: 1}}, 5, collide.Penetrate},
		{shape.HalfSpace{Normal: geom.Vec{Z: 1}}, -1, collide.Inside},
	} {
		bodies := []collide.Body{floor, {Name: "other", Shape: c.what, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: c.at}}}}
		for range 2 {
			d := detector(t, bodies, collide.Options{Kinds: true, Pieces: true})
			r, err := d.Detect(context.Background())
			if len(r.Pairs) != 1 || r.Pairs[0].Kind != c.want || r.Verdict != collide.InContact {
				t.Fatalf("%T at %v: %+v, %v, want %v", c.what, c.at, r.Pairs, err, c.want)
			}
			if p := r.Pairs[0]; c.want == collide.Touch && p.Normal != (geom.Vec{Z: map[bool]float64{true: -1, false: 1}[bodies[0].Name == "floor"]}) {
				t.Errorf("%T at %v: normal %v", c.what, c.at, p.Normal)
			}
			if p := r.Pairs[0]; p.Equal != (c.what == shape.HalfSpace{Normal: geom.Vec{Z: 1}} && c.at == 0) {
				t.Errorf("%T at %v: equal %v", c.what, c.at, p.Equal)
			}
			slices.Reverse(bodies)
		}
	}
}

// TestHalfSpacesComeAndGo: they come and go, take the place of another body, and are refused where they are not known.
func TestHalfSpacesComeAndGo(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ball := collide.Body{Name: "ball", Shape: shape.Sphere{Radius: 1}}
	floor := collide.Body{Name: "floor", Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}}
	for _, m := range table {
		d := detector(t, []collide.Body{ball, floor}, collide.Options{Method: m, Workers: 2})
		verdict := func(what string, want collide.Verdict) {
			t.Helper()
			if r, err := d.Detect(ctx); err != nil || r.Verdict != want {
				t.Fatalf("%s, %s: %+v, %v, want %v", nameOf(m), what, r, err, want)
			}
		}
		verdict("through the floor", collide.InContact)
		d.Remove(1)
		verdict("without a floor", collide.Free)
		if i, err := d.Add(collide.Body{Name: "far", Shape: shape.HalfSpace{Point: geom.Vec{Z: -1}, Normal: geom.Vec{Z: 1}}}); i != 1 || err != nil {
			t.Fatal(i, err)
		}
		verdict("on the floor", collide.InContact)
		if err := d.SetPose(1, geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: -1e-9}}); err != nil {
			t.Fatal(err)
		}
		verdict("above the floor", collide.Free)
		_ = d.Close()
	}
	d := detector(t, []collide.Body{ball, floor}, collide.Options{})
	if in, err := d.Overlapping(ctx, collide.Body{Shape: shape.HalfSpace{Point: geom.Vec{Z: -1}, Normal: geom.Vec{Z: 1}}}); err != nil || !slices.Equal(in, []int{0, 1}) {
		t.Errorf("bodies in a half space: %v, %v", in, err)
	}
	if in, err := d.Overlapping(ctx, collide.Body{Shape: shape.Sphere{Center: geom.Vec{X: 1e300}, Radius: 1}}); err != nil || !slices.Equal(in, []int{1}) {
		t.Errorf("bodies that a far ball touches: %v, %v", in, err)
	}
	if near, ok, err := d.Nearest(ctx, geom.Vec{X: 9, Z: 3}); err != nil || !ok || near.A != 1 || near.Value != 3 {
		t.Errorf("the nearest body: %+v, %v", near, err)
	}
	_, err := d.Raycast(ctx, collide.Ray{Origin: geom.Vec{Z: 9}, Direction: geom.Vec{Z: -1}})
	if !errors.Is(err, collide.ErrUnsupported) || !strings.Contains(err.Error(), "floor") {
		t.Errorf("a ray: %v", err)
	}
	path, _ := motion.NewStraight(geom.Identity, geom.Identity)
	_, err = d.Move(ctx, []motion.Path{nil, path}, collide.Gaps{}, 1e-3)
	if !errors.Is(err, collide.ErrUnsupported) || !strings.Contains(err.Error(), "floor") {
		t.Errorf("Move: %v", err)
	}
	if b := d.Bounds(1); !math.IsInf(b.Max.X, 1) || !math.IsInf(b.Min.Z, -1) {
		t.Errorf("bounds %v", b)
	}
	for _, s := range []collide.Shape{shape.HalfSpace{}, shape.HalfSpace{Normal: geom.Vec{X: math.NaN()}}, shape.HalfSpace{Normal: geom.Vec{X: 1}, Point: geom.Vec{X: math.Inf(1)}}, &shape.HalfSpace{Normal: geom.Vec{X: 1}}} {
		if _, err := d.Add(collide.Body{Shape: s}); err == nil {
			t.Errorf("%T %v is taken", s, s)
		}
	}
	off := geom.Pose{R: geom.Mat{1.01, 0, 0, 0, 1, 0, 0, 0, 1}}
	if err := d.SetPose(1, off); err == nil || !strings.Contains(err.Error(), "orthonormal") {
		t.Errorf("a pose that is no rotation: %v", err)
	}
}

// TestHalfSpacesInBudgets: a query that is cut short is no "free", and a first contact ends it.
func TestHalfSpacesInBudgets(t *testing.T) {
	bodies := []collide.Body{{Name: "floor", Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}}}
	for i := range 40 {
		bodies = append(bodies, collide.Body{Name: "cube", Shape: collide.NewModel(cube()), Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 9 * float64(i)}}})
	}
	cut, cancel := context.WithCancel(context.Background())
	cancel()
	d := detector(t, bodies, collide.Options{})
	if r, err := d.Detect(cut); !errors.Is(err, collide.ErrIncomplete) || r.Verdict == collide.Free {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
	if r, err := d.Detect(context.Background()); err != nil || len(r.Pairs) != 40 {
		t.Errorf("%d pairs, %v", len(r.Pairs), err)
	}
	first := detector(t, bodies, collide.Options{First: true})
	if r, err := first.Detect(context.Background()); err != nil || len(r.Contacts) != 1 || r.Verdict != collide.InContact {
		t.Errorf("the first contact: %+v, %v", r, err)
	}
	if n := testing.AllocsPerRun(5, func() { _, _ = d.Detect(context.Background()) }); n > 0 {
		t.Errorf("%v allocations a query", n)
	}
}

// TestHalfSpaceSteps: every pair with a half space is a step, whether bodies are near or far, in contacts, distances and clearances.
func TestHalfSpaceSteps(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	var bodies []collide.Body
	for i := range 100 {
		bodies = append(bodies, collide.Body{Name: "floor", Shape: shape.HalfSpace{Point: geom.Vec{Z: float64(-i)}, Normal: geom.Vec{Z: 1}}, Immovable: true})
	}
	for i := range 40 {
		bodies = append(bodies, collide.Body{Name: "ball", Shape: shape.Sphere{Center: geom.Vec{X: 9 * float64(i), Z: 50}, Radius: 1}})
	}
	const pairs = 40 * 100
	for _, c := range []struct {
		steps int64
		cut   bool
	}{{pairs / 2, true}, {3 * pairs, false}} {
		d := detector(t, bodies, collide.Options{Workers: 1, Budget: collide.Budget{Steps: c.steps}})
		_, detect := d.Detect(ctx)
		_, _, one := d.Distance(ctx)
		_, all := d.Distances(ctx, math.Inf(1), nil)
		_, within := d.Within(ctx, 2)
		for what, err := range map[string]error{"Detect": detect, "Distance": one, "Distances": all, "Within": within} {
			if errors.Is(err, collide.ErrBudget) != c.cut || err != nil != c.cut {
				t.Errorf("%s in %d steps: %v", what, c.steps, err)
			}
		}
	}
}
