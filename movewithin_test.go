package collide_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// keeper moves body 0 past body 1, which it is to keep a distance from, and checks answers by the exact clearance at instants.
type keeper struct {
	move, ask *collide.Detector
	distance  float64
	instants  int
}

func newKeeper(t testing.TB, a, b collide.Shape, distance float64, opt collide.Options) *keeper {
	bodies := []collide.Body{{Name: "a", Shape: a}, {Name: "b", Shape: b}}
	first := opt
	first.First = true
	return &keeper{detector(t, bodies, opt), detector(t, bodies, first), distance, require.Cases(1000, 60)}
}

// isNear asks for the clearance at an instant.
func (k *keeper) isNear(t testing.TB, p motion.Path, at float64) bool {
	t.Helper()
	if err := k.ask.SetPose(0, p.At(at)); err != nil {
		t.Fatal(err)
	}
	r, err := k.ask.Within(context.Background(), k.distance)
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict == collide.InContact
}

// follow returns the impact along a path, proven by what it samples.
func (k *keeper) follow(t testing.TB, p motion.Path, timeError float64) collide.Impact {
	t.Helper()
	r, err := k.move.Move(context.Background(), []motion.Path{p, nil}, collide.Gaps{Most: k.distance}, timeError)
	if (err == nil) != (r.Verdict != collide.Unknown) || err != nil && !errors.Is(err, collide.ErrUndecided) {
		t.Fatalf("%+v, %v", r, err)
	}
	apart := r.T0
	if r.Verdict == collide.Free {
		apart = 1
		if k.isNear(t, p, 1) {
			t.Fatalf("%+v, but the two are within %v at the end", r, k.distance)
		}
	}
	for i := range k.instants {
		if s := apart * (float64(i) + 0.5) / float64(k.instants); apart > 0 && k.isNear(t, p, s) {
			t.Fatalf("%+v, but the two are within %v at %v", r, k.distance, s)
		}
	}
	if r.Verdict == collide.InContact && (!(r.T1-r.T0 <= timeError) || !k.isNear(t, p, r.T1)) {
		t.Fatalf("%+v, time error %v, but the two are not within %v at T1", r, timeError, k.distance)
	}
	return r
}

// TestMoveWithinKnownTimes are motions whose first moment too near can be computed by hand.
func TestMoveWithinKnownTimes(t *testing.T) {
	t.Parallel()
	wall, box := collide.NewModel(slab(1, 9, 9)), collide.NewModel(cube()) // from −0.5 to 0.5, and from 0 to 1
	pin := shape.Cylinder{A: geom.Vec{Z: -1}, B: geom.Vec{Z: 1}, Radius: 0.5}
	for _, c := range []struct {
		name     string
		a, b     collide.Shape
		distance float64
		from, to geom.Pose
		verdict  collide.Verdict
		when     float64
	}{
		{"towards it", box, wall, 1, at(-4.5, 0, 0), at(3.5, 0, 0), collide.InContact, 2.0 / 8},
		{"to the distance itself", box, wall, 1, at(-4.5, 0, 0), at(-2.5, 0, 0), collide.InContact, 1},
		{"nearly to it", box, wall, 1 - 1e-9, at(-4.5, 0, 0), at(-2.5, 0, 0), collide.Free, 0},
		{"past it at the distance itself", box, wall, 1, at(-2.5, 0, -30), at(-2.5, 0, 30), collide.InContact, (30 - 4.5 - 1) / 60},
		{"past it, a little farther", box, wall, 1 - 1e-9, at(-2.5, 0, -30), at(-2.5, 0, 30), collide.Free, 0},
		{"along it from the start", box, wall, 1, at(-2.5, 0, 0), at(-2.5, 1, 0), collide.InContact, 0},
		{"through it", box, wall, 0, at(-4.5, 0, 0), at(3.5, 0, 0), collide.InContact, 3.0 / 8},
		{"away from a touch", box, wall, 0.25, at(-1.5, 0, 0), at(-9, 0, 0), collide.InContact, 0},
		{"a ball", shape.Sphere{Radius: 0.5}, wall, 1, at(-6, 0, 0), at(2, 0, 0), collide.InContact, 4.0 / 8},
		{"two balls", shape.Sphere{Radius: 0.5}, shape.Sphere{Radius: 2}, 1.5, at(-8, 0, 0), at(8, 0, 0), collide.InContact, 4.0 / 16},
		{"two balls aside", shape.Sphere{Radius: 0.5}, shape.Sphere{Radius: 2}, 1.5, at(-8, 4.001, 0), at(8, 4.001, 0), collide.Free, 0},
		{"a capsule", shape.Capsule{A: geom.Vec{X: -0.25}, B: geom.Vec{X: 0.25}, Radius: 0.25}, wall, 1, at(-6, 0, 0), at(2, 0, 0), collide.InContact, 4.0 / 8},
		{"two boxes", shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, shape.Box{Size: geom.Vec{X: 1, Y: 9, Z: 9}}, 1, at(-6, 0, 0), at(2, 0, 0), collide.InContact, 4.0 / 8},
		{"two boxes to the distance itself", shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, shape.Box{Size: geom.Vec{X: 1, Y: 9, Z: 9}}, 1, at(-6, 0, 0), at(-2, 0, 0), collide.InContact, 1},
		{"a ball to the distance itself", shape.Sphere{Radius: 0.5}, wall, 1, at(-6, 0, 0), at(-2, 0, 0), collide.InContact, 1},
		{"a ball and a box", shape.Sphere{Radius: 0.5}, shape.Box{Size: geom.Vec{X: 1, Y: 9, Z: 9}}, 1, at(-6, 0, 0), at(2, 0, 0), collide.InContact, 4.0 / 8},
		{"a ball over a floor", shape.Sphere{Radius: 0.5}, shape.HalfSpace{Normal: geom.Vec{Z: 2}}, 1, at(0, 0, 5.5), at(7, 0, -2.5), collide.InContact, 4.0 / 8},
		{"a mesh over a floor", box, shape.HalfSpace{Normal: geom.Vec{Z: 2}}, 1, at(0, 0, 5), at(7, 0, -3), collide.InContact, 4.0 / 8},
		{"a box over a floor", shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, shape.HalfSpace{Normal: geom.Vec{Z: 2}}, 1, at(0, 0, 5.5), at(7, 0, -2.5), collide.InContact, 4.0 / 8},
		{"a mesh well over a floor", box, shape.HalfSpace{Normal: geom.Vec{Z: 2}}, 1, at(0, 0, 5), at(70, 0, 1.001), collide.Free, 0},
		{"a cylinder", pin, wall, 1, at(-6, 0, 0), at(2, 0, 0), collide.InContact, 4.0 / 8},
		{"a cylinder to the distance itself", pin, wall, 1, at(-6, 0, 0), at(-2, 0, 0), collide.InContact, 1},
		{"a cylinder over a floor", pin, shape.HalfSpace{Normal: geom.Vec{Z: 2}}, 1, at(0, 0, 6), at(7, 0, -2), collide.InContact, 4.0 / 8},
		{"a cylinder well over a floor", pin, shape.HalfSpace{Normal: geom.Vec{Z: 2}}, 1, at(0, 0, 5), at(70, 0, 2.001), collide.Free, 0},
		{"a cylinder beside a ball", pin, shape.Sphere{Radius: 1.5}, 1, at(-7, 0, 0), at(9, 0, 0), collide.InContact, 4.0 / 16},
		{"a cylinder over a ball", pin, shape.Sphere{Radius: 1.5}, 1, at(0, 0, 7.5), at(0, 0, -0.5), collide.InContact, 4.0 / 8},
		{"two cylinders", pin, shape.Cylinder{A: geom.Vec{Y: -1}, B: geom.Vec{Y: 1}, Radius: 2}, 1, at(-7.5, 0, 0), at(0.5, 0, 0), collide.InContact, 4.0 / 8},
		{"two cylinders aside", pin, shape.Cylinder{A: geom.Vec{Y: -1}, B: geom.Vec{Y: 1}, Radius: 2}, 1, at(-7.5, 2.5001, 0), at(8, 2.5001, 0), collide.Free, 0},
		{"a cylinder beside a capsule", pin, shape.Capsule{A: geom.Vec{Y: -1}, B: geom.Vec{Y: 1}, Radius: 2}, 1, at(-7.5, 0, 0), at(0.5, 0, 0), collide.InContact, 4.0 / 8},
		{"a cone beside a box", shape.Cone{Base: geom.Vec{Z: -1}, Apex: geom.Vec{Z: 1}, Radius: 0.5}, shape.Box{Size: geom.Vec{X: 1, Y: 9, Z: 9}}, 1, at(-6, 0, 0), at(2, 0, 0), collide.InContact, 4.0 / 8},
		{"an apex over a floor", shape.Cone{Base: geom.Vec{Z: 1}, Apex: geom.Vec{Z: -1}, Radius: 0.5}, shape.HalfSpace{Normal: geom.Vec{Z: 2}}, 1, at(0, 0, 6), at(7, 0, -2), collide.InContact, 4.0 / 8},
		{"within a ball", shape.Sphere{Radius: 0.5}, shape.Sphere{Radius: 200}, 1, at(0, 0, 0), at(1, 0, 0), collide.InContact, 0},
		{"within a surface", box, collide.NewModel(slab(20, 20, 20)), 1, at(0, 0, 0), at(8, 0, 0), collide.InContact, 1},
	} {
		k := newKeeper(t, c.a, c.b, c.distance, collide.Options{})
		for _, s := range segments(t, c.from, c.to) {
			r := k.follow(t, s, 1e-6)
			if r.Verdict != c.verdict || r.Verdict != collide.Free && math.Abs(r.T1-c.when) > 2e-6 {
				t.Errorf("%s: %+v, want %v at %v", c.name, r, c.verdict, c.when)
			}
		}
	}
}

// TestMoveWithinIsScaled: sizes, places and the distance by the same power of two.
func TestMoveWithinIsScaled(t *testing.T) {
	t.Parallel()
	for _, e := range []int{-900, -300, -60, 0, 60, 300, 390} {
		s := math.Ldexp(1, e)
		for _, b := range []collide.Shape{collide.NewModel(scaledMesh(slab(1, 9, 9), s, geom.Vec{})), shape.Box{Size: geom.Vec{X: s, Y: 9 * s, Z: 9 * s}}, shape.Cylinder{A: geom.Vec{X: -0.5 * s}, B: geom.Vec{X: 0.5 * s}, Radius: 5 * s}} {
			k := newKeeper(t, collide.NewModel(scaledMesh(cube(), s, geom.Vec{})), b, s, collide.Options{})
			for _, p := range segments(t, at(-4.5*s, 0, 0), turnedAt(geom.Vec{X: 1}, 1, 3.5*s, 0, 0)) {
				if r := k.follow(t, p, 1e-6); r.Verdict != collide.InContact || math.Abs(r.T1-2.0/8) > 1e-6 {
					t.Errorf("scaled by 2^%d: %+v", e, r)
				}
			}
		}
	}
	for _, distance := range []float64{math.SmallestNonzeroFloat64, 1e-300, 1e-9, 1e150, math.MaxFloat64} {
		k := newKeeper(t, collide.NewModel(cube()), collide.NewModel(slab(1, 9, 9)), distance, collide.Options{})
		for _, p := range segments(t, at(-4.5, 0, 0), at(3.5, 0, 0)) {
			want := max(0, (3-distance)/8)
			if r := k.follow(t, p, 1e-6); r.Verdict != collide.InContact || math.Abs(r.T1-want) > 1e-6 {
				t.Errorf("at least %v apart: %+v, want %v", distance, r, want)
			}
		}
	}
}

// TestMoveWithinPairs draws motions of pairs of all shapes, there and back, and distances of all sizes. Workers make no difference, a smaller
// distance is reached no sooner.
func TestMoveWithinPairs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(71, 72))
	a, b, _ := pairOf(t, "testdata/pairs", "rob-env")
	grid, _, _ := pairOf(t, "testdata/pairs", "gridcube-gridcube")
	plate := collide.NewModel(slab(0.3, 1, 2))
	ball, box := shape.Sphere{Radius: 0.5}, shape.Box{Size: geom.Vec{X: 1, Y: 0.5, Z: 2}}
	hull := shape.Convex{Points: []geom.Vec{{X: -0.5}, {X: 0.5}, {Y: 1}, {Z: 1}}}
	rod := shape.Capsule{A: geom.Vec{X: -0.5}, B: geom.Vec{X: 0.5}, Radius: 0.25}
	pin := shape.Cylinder{A: geom.Vec{X: -0.5}, B: geom.Vec{X: 0.5}, Radius: 0.75}
	spike := shape.Cone{Base: geom.Vec{X: -0.5}, Apex: geom.Vec{X: 1}, Radius: 0.5}
	counts := map[collide.Verdict]int{}
	for n, pair := range [][2]collide.Shape{{a, b}, {grid, grid}, {plate, plate}, {plate, box}, {ball, plate}, {hull, plate}, {rod, hull}, {ball, rod}, {box, hull}, {rod, plate}, {pin, plate}, {spike, hull}, {pin, ball}, {spike, rod}, {pin, spike}, {spike, plate}, {pin, pin}, {box, spike}} {
		size := 1.0
		for _, s := range pair {
			if m, ok := s.(*collide.Model); ok {
				bounds := geom.BoundsOf(m.Mesh().Vertices)
				size = max(size, bounds.Size().MaxAbs())
			}
		}
		pose := func() geom.Pose {
			axis := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			return turnedAt(axis, 2*r.Float64(), 1.5*size*r.NormFloat64(), 1.5*size*r.NormFloat64(), 1.5*size*r.NormFloat64())
		}
		for range require.Cases(60, 4) {
			from, to := pose(), pose()
			there, err := motion.NewStraight(from, to)
			back, _ := motion.NewStraight(to, from)
			if err != nil {
				continue
			}
			distance := size * math.Pow(10, -4*r.Float64())
			name := fmt.Sprintf("pair %d from %v to %v at %v", n, from, to, distance)
			k := newKeeper(t, pair[0], pair[1], distance, collide.Options{})
			k.instants /= 2
			i := k.follow(t, there, 1e-6)
			if counts[i.Verdict]++; i.Verdict == collide.Unknown {
				t.Log(name, i)
			}
			if o := k.follow(t, back, 1e-6); o.Verdict != i.Verdict && o.Verdict != collide.Unknown && i.Verdict != collide.Unknown {
				t.Errorf("%s: %+v, back %+v", name, i, o)
			}
			two := newKeeper(t, pair[0], pair[1], distance, collide.Options{Workers: 8})
			if o, _ := two.move.Move(t.Context(), []motion.Path{there, nil}, collide.Gaps{Most: distance}, 1e-6); o != i {
				t.Errorf("%s: %+v, by 8 workers %+v", name, i, o)
			}
			contact, _ := k.move.Move(t.Context(), []motion.Path{there, nil}, collide.Gaps{}, 1e-6)
			if contact.Verdict == collide.InContact && (i.Verdict == collide.Free || i.T0 > contact.T1) || i.Verdict == collide.Free && contact.Verdict != collide.Free {
				t.Errorf("%s: %+v, contact %+v", name, i, contact)
			}
		}
	}
	if t.Log(counts); counts[collide.Free] < 8 || counts[collide.InContact] < 8 || counts[collide.Unknown] > counts[collide.Free]/20 {
		t.Errorf("%v: the test proves little", counts)
	}
}

// TestMoveWithinOfMany: of many bodies the first that comes near, which boxes that overlap do not find.
func TestMoveWithinOfMany(t *testing.T) {
	t.Parallel()
	var bodies []collide.Body
	var paths []motion.Path
	for i := range 9 {
		bodies = append(bodies, collide.Body{Shape: collide.NewModel(cube()), Pose: at(3*float64(i), 0, 0)})
		paths = append(paths, nil)
	}
	paths[4] = segments(t, at(12, 0, 0), at(12, 1, 0))[0]
	paths[7] = segments(t, at(21, 0, 0), at(21.5, 0, 0))[0]
	d := detector(t, bodies, collide.Options{})
	if r, err := d.Move(t.Context(), paths, collide.Gaps{Most: 1.75}, 1e-6); err != nil || r.Verdict != collide.InContact || r.A != 7 || r.B != 8 || math.Abs(r.T1-0.5) > 1e-6 {
		t.Errorf("%+v, %v; want 7 near 8 at 0.5", r, err)
	}
	if r, err := d.Move(t.Context(), paths, collide.Gaps{Most: 1.25}, 1e-6); err != nil || r.Verdict != collide.Free {
		t.Errorf("%+v, %v", r, err)
	}
	allowed := detector(t, bodies, collide.Options{Allow: [][2]int{{7, 8}}})
	if r, err := allowed.Move(t.Context(), paths, collide.Gaps{Most: 1.75}, 1e-6); err != nil || r.Verdict != collide.Free {
		t.Errorf("allowed: %+v, %v", r, err)
	}
}

// TestMoveWithinFailsClosed: whatever ends a query early leaves no Free behind.
func TestMoveWithinFailsClosed(t *testing.T) {
	t.Parallel()
	bodies := []collide.Body{{Shape: collide.NewModel(cube())}, {Shape: collide.NewModel(slab(1, 9, 9))}}
	paths := []motion.Path{segments(t, at(-4, 30, 0), turnedAt(geom.Vec{X: 1}, 2, 4, 30, 0))[0], nil}
	whole := detector(t, bodies, collide.Options{})
	if r, err := whole.Move(t.Context(), paths, collide.Gaps{Most: 22}, 1e-6); err != nil || r.Verdict != collide.Free {
		t.Fatalf("%+v, %v", r, err)
	}
	for steps := int64(1); steps < whole.Steps(); steps += 1 + steps/3 {
		d := detector(t, bodies, collide.Options{Budget: collide.Budget{Steps: steps}})
		if r, err := d.Move(t.Context(), paths, collide.Gaps{Most: 22}, 1e-6); r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrBudget) {
			t.Errorf("%d steps: %+v, %v", steps, r, err)
		}
	}
	if r, err := whole.Move(t.Context(), []motion.Path{growing{paths[0]}, nil}, collide.Gaps{Most: 22}, 1e-6); r.Verdict == collide.Free || err == nil {
		t.Errorf("a path that grows: %+v, %v", r, err)
	}
	bodies = append(bodies, collide.Body{Shape: shape.Cylinder{B: geom.Vec{Z: 1}, Radius: 1}, Pose: at(0, 900, 0)})
	d := detector(t, bodies, collide.Options{})
	if r, err := d.Move(t.Context(), append(paths, nil), collide.Gaps{Most: 22}, 1e-6); err != nil || r.Verdict != collide.Free {
		t.Errorf("beside a cylinder: %+v, %v", r, err)
	}
	for _, distance := range []float64{-1, math.NaN(), math.Inf(1)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic at %v", distance)
				}
			}()
			_, _ = d.Move(t.Context(), append(paths, nil), collide.Gaps{Most: distance}, 1e-6)
		}()
	}
}

// TestMoveGaps: pairs of bodies have distances of their own, some are not followed, and one body may lie in another.
func TestMoveGaps(t *testing.T) {
	t.Parallel()
	wall := collide.NewModel(slab(1, 9, 9)) // from −0.5 to 0.5
	bodies := []collide.Body{{Shape: collide.NewModel(cube())}, {Shape: wall, Pose: at(2, 0, 0)}, {Shape: wall, Pose: at(20, 0, 0)}}
	paths := []motion.Path{segments(t, at(-10, 0, 0), at(30, 0, 0))[0], nil, nil} // the cube reaches from 0 to 1
	gaps := func(first, second float64) func(a, b int) (float64, bool) {
		return func(a, b int) (float64, bool) {
			if a != 0 || b != 1 && b != 2 {
				t.Errorf("asked of %d and %d", a, b)
			}
			return []float64{first, second}[b-1], false
		}
	}
	for _, c := range []struct {
		gaps collide.Gaps
		b    int // 0 for free
		when float64
	}{
		{collide.Gaps{}, 1, 10.5 / 40},
		{collide.Gaps{Most: 1}, 1, 9.5 / 40},
		{collide.Gaps{Most: 1, Of: gaps(0, 1)}, 1, 10.5 / 40},
		{collide.Gaps{Most: 1, Of: gaps(1, 0)}, 1, 9.5 / 40},
		{collide.Gaps{Most: 25, Of: gaps(1, 25)}, 2, (28.5 - 25) / 40},
		{collide.Gaps{Most: 1, Of: gaps(-1, 1)}, 2, (28.5 - 1) / 40},
		{collide.Gaps{Most: 1, Of: gaps(-1, 0)}, 2, 28.5 / 40},
		{collide.Gaps{Of: gaps(-1, -1)}, 0, 0},
	} {
		for _, workers := range []int{1, 8} {
			d := detector(t, bodies, collide.Options{Workers: workers})
			r, err := d.Move(t.Context(), paths, c.gaps, 1e-6)
			if err != nil || (c.b == 0) != (r.Verdict == collide.Free) || c.b > 0 && (r.A != 0 || r.B != c.b || math.Abs(r.T1-c.when) > 1e-6) {
				t.Errorf("%v: %+v, %v; want %d at %v", c.gaps.Most, r, err, c.b, c.when)
			}
		}
	}
	inside := detector(t, []collide.Body{{Shape: collide.NewModel(cube())}, {Shape: collide.NewModel(slab(50, 50, 50))}}, collide.Options{Solid: true})
	through := []motion.Path{segments(t, at(0, 0, 0), at(40, 0, 0))[0], nil}
	if r, err := inside.Move(t.Context(), through, collide.Gaps{}, 1e-6); err != nil || r.T1 != 0 || r.Inside != collide.AInside {
		t.Errorf("inside: %+v, %v", r, err)
	}
	free := collide.Gaps{Of: func(int, int) (float64, bool) { return 0, true }}
	if r, err := inside.Move(t.Context(), through, free, 1e-6); err != nil || r.Inside != collide.NotInside || math.Abs(r.T1-24.0/40) > 1e-6 {
		t.Errorf("inside as it may be: %+v, %v", r, err)
	}
	for _, bad := range []collide.Gaps{{Most: math.NaN()}, {Most: -1}, {Most: math.Inf(1)}, {Most: 1, Of: gaps(2, 0)}, {Most: 1, Of: gaps(0, math.NaN())}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: no panic", bad.Most)
				}
			}()
			_, _ = detector(t, bodies, collide.Options{}).Move(t.Context(), paths, bad, 1e-6)
		}()
	}
}
