package collide_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// solidsToMove reach from x = −0.5 to 0.5.
var solidsToMove = []collide.Shape{
	shape.Sphere{Radius: 0.5}, shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}},
	shape.Capsule{A: geom.Vec{X: -0.25}, B: geom.Vec{X: 0.25}, Radius: 0.25}, shape.Cylinder{A: geom.Vec{X: -0.5}, B: geom.Vec{X: 0.5}, Radius: 0.25},
	shape.Cylinder{A: geom.Vec{Y: -0.5}, B: geom.Vec{Y: 0.5}, Radius: 0.5},
	shape.Convex{Points: []geom.Vec{{X: -0.5}, {X: 0.5}, {Y: 1}, {Z: 1}}},
	shape.Cone{Base: geom.Vec{X: -0.5}, Apex: geom.Vec{X: 0.5}, Radius: 0.5}, shape.Cone{Base: geom.Vec{Y: -0.5}, Apex: geom.Vec{Y: 0.5}, Radius: 0.5},
}

// TestMoveSolidsThroughAWall: a wall of triangles, and a wall that moves.
func TestMoveSolidsThroughAWall(t *testing.T) {
	t.Parallel()
	wall := collide.NewModel(slab(1, 9, 9))
	for _, s := range solidsToMove {
		const want = (10 - 1) / 20.0 // the wall reaches from −0.5 to 0.5
		if r := newFollower(t, s, wall, collide.Options{}).follow(t, alongX(t, -10, 10), 1e-6); r.Verdict != collide.InContact || math.Abs(r.T1-want) > 1e-6 {
			t.Errorf("%T through a wall: %+v, want contact at %v", s, r, want)
		}
		if r := newFollower(t, wall, s, collide.Options{}).follow(t, alongX(t, -10, 10), 1e-6); r.Verdict != collide.InContact || math.Abs(r.T1-want) > 1e-6 {
			t.Errorf("a wall through %T: %+v, want contact at %v", s, r, want)
		}
		if r := newFollower(t, s, wall, collide.Options{}).follow(t, alongX(t, -10, -1.001), 1e-6); r.Verdict != collide.Free {
			t.Errorf("%T before a wall: %+v", s, r)
		}
	}
}

// TestMovePointsAndGiants: a solid without an extent that goes through a surface touches it at one instant, which is no float64:
// no witness, but never free. Others are of any size.
func TestMovePointsAndGiants(t *testing.T) {
	t.Parallel()
	for _, s := range []collide.Shape{shape.Sphere{}, shape.Box{}, shape.Convex{Points: []geom.Vec{{}, {}}}, shape.Capsule{A: geom.Vec{Y: -1}, B: geom.Vec{Y: 1}}, shape.Cylinder{A: geom.Vec{Y: -1}, B: geom.Vec{Y: 1}}} {
		f := newFollower(t, s, collide.NewModel(slab(1, 9, 9)), collide.Options{})
		if r := f.follow(t, alongX(t, -10, 10), 1e-6); r.Verdict == collide.Free || math.Abs(r.T0-9.5/20) > 1e-6 || math.Abs(r.T1-9.5/20) > 1e-6 {
			t.Errorf("%T: %+v", s, r)
		}
	}
	for _, e := range []int{-300, -60, 60, 300} {
		x := math.Ldexp(1, e)
		for _, s := range []collide.Shape{
			shape.Sphere{Radius: x}, shape.Box{Size: geom.Vec{X: 2 * x, Y: x, Z: x}}, shape.Capsule{A: geom.Vec{Y: -x}, B: geom.Vec{Y: x}, Radius: x},
			shape.Cylinder{A: geom.Vec{Y: -x}, B: geom.Vec{Y: x}, Radius: x}, shape.Cone{Base: geom.Vec{X: -x}, Apex: geom.Vec{X: x}, Radius: x},
		} {
			f := newFollower(t, s, collide.NewModel(scaledMesh(slab(2, 9, 9), x, geom.Vec{})), collide.Options{})
			if r := f.follow(t, alongX(t, -10*x, 10*x), 1e-6); r.Verdict != collide.InContact || math.Abs(r.T1-8.0/20) > 1e-6 {
				t.Errorf("%T of 2^%d: %+v", s, e, r)
			}
		}
	}
}

// TestMoveSolids draws motions of all solids past each other and past a mesh, and confirms the answers.
func TestMoveSolids(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 32))
	others := append([]collide.Shape{collide.NewModel(slab(0.3, 1, 2))}, solidsToMove...)
	counts := map[collide.Verdict]int{}
	pose := func() geom.Pose {
		axis := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		return turnedAt(axis, 2*r.Float64(), 1.2*r.NormFloat64(), 1.2*r.NormFloat64(), 1.2*r.NormFloat64())
	}
	for _, a := range solidsToMove {
		for _, b := range others {
			f := newFollower(t, a, b, collide.Options{})
			f.instants = 30
			for range require.Cases(3, 1) {
				from, to := pose(), pose()
				if p, err := motion.NewStraight(from, to); err == nil {
					there := f.follow(t, p, 1e-6)
					if counts[there.Verdict]++; there.Verdict == collide.Unknown {
						t.Logf("%T past %T from %v to %v: %+v", a, b, from, to, there)
					}
					if p, err = motion.NewStraight(to, from); err != nil {
						t.Fatal(err)
					}
					if back := f.follow(t, p, 1e-6); back.Verdict != there.Verdict && back.Verdict != collide.Unknown && there.Verdict != collide.Unknown {
						t.Errorf("%T past %T from %v to %v: %+v, back %+v", a, b, from, to, there, back)
					}
				}
			}
		}
	}
	if t.Log(counts); counts[collide.Free] < require.Cases(10, 3) || counts[collide.InContact] < require.Cases(10, 3) || counts[collide.Unknown] > 1 {
		t.Errorf("%v: the test proves little", counts)
	}
}

// TestMoveWithinSolids: solids count with their inside, meshes with theirs under Options.Solid.
func TestMoveWithinSolids(t *testing.T) {
	t.Parallel()
	small := alongX(t, -0.1, 0.1)
	for _, large := range []collide.Shape{
		shape.Sphere{Radius: 50}, shape.Box{Size: geom.Vec{X: 50, Y: 50, Z: 50}},
		shape.Capsule{A: geom.Vec{X: -40}, B: geom.Vec{X: 40}, Radius: 25}, shape.Cylinder{A: geom.Vec{X: -40}, B: geom.Vec{X: 40}, Radius: 25},
		shape.Cone{Base: geom.Vec{X: -40}, Apex: geom.Vec{X: 80}, Radius: 25},
	} {
		for _, s := range append([]collide.Shape{collide.NewModel(slab(0.3, 1, 2))}, solidsToMove...) {
			if r := newFollower(t, s, large, collide.Options{}).follow(t, small, 1e-6); r.Verdict != collide.InContact || r.T1 != 0 {
				t.Errorf("%T within %T: %+v", s, large, r)
			}
		}
	}
	hollow := collide.NewModel(slab(50, 50, 50))
	for _, s := range solidsToMove {
		if r := newFollower(t, s, hollow, collide.Options{}).follow(t, small, 1e-6); r.Verdict != collide.Free {
			t.Errorf("%T within a surface: %+v", s, r)
		}
		if r := newFollower(t, s, hollow, collide.Options{Solid: true}).follow(t, small, 1e-6); r.Verdict != collide.InContact || r.T1 != 0 || r.Inside != collide.AInside {
			t.Errorf("%T within a closed mesh: %+v", s, r)
		}
	}
}

// TestMoveGrazingSolids: by a gap that is far above rounding a body is free, by one at its size it is not called free
// where it touches.
func TestMoveGrazingSolids(t *testing.T) {
	t.Parallel()
	for _, gap := range []float64{1e-3, 1e-6, 1e-9, 0, -1e-9, -1e-3} {
		f := newFollower(t, shape.Sphere{Radius: 0.5}, shape.Sphere{Radius: 0.5}, collide.Options{})
		from, to := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: -3, Y: 1 + gap}}, geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 3, Y: 1 + gap}}
		p, err := motion.NewStraight(from, to)
		if err != nil {
			t.Fatal(err)
		}
		r := f.follow(t, p, 1e-6)
		if gap > 0 && r.Verdict != collide.Free || gap <= 0 && r.Verdict == collide.Free || gap == -1e-3 && r.Verdict != collide.InContact {
			t.Errorf("gap %g: %+v", gap, r)
		}
	}
}

// TestMoveIgnoresSolidsThatAreNotTested: permitted pairs, and pairs that stand, do not count.
func TestMoveIgnoresSolidsThatAreNotTested(t *testing.T) {
	t.Parallel()
	block := collide.NewModel(slab(1, 1, 1))
	for _, s := range solidsToMove {
		d := detector(t, []collide.Body{{Shape: s}, {Shape: block}, {Shape: s}}, collide.Options{})
		d.Allow(0, 1, true)
		d.Allow(1, 2, true)
		if r, err := d.Move(context.Background(), []motion.Path{nil, alongX(t, -10, 10), nil}, collide.Gaps{}, 1e-6); r.Verdict != collide.Free || err != nil {
			t.Errorf("%T: %+v, %v", s, r, err)
		}
	}
}

// TestMoveSolidsFailsClosed: whatever ends a query early leaves no Free behind, and another solid may take a body's place.
func TestMoveSolidsFailsClosed(t *testing.T) {
	t.Parallel()
	bodies := []collide.Body{{Shape: shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}}, {Shape: collide.NewModel(slab(1, 9, 9))}}
	through := []motion.Path{alongX(t, -10, 10), nil}
	whole := detector(t, bodies, collide.Options{})
	want, err := whole.Move(context.Background(), through, collide.Gaps{}, 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	for steps := int64(1); steps < whole.Steps(); steps += 1 + steps/3 {
		r, err := detector(t, bodies, collide.Options{Budget: collide.Budget{Steps: steps}}).Move(context.Background(), through, collide.Gaps{}, 1e-6)
		if (err != nil || r != want) && (r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrBudget) || r.T0 > want.T0) {
			t.Errorf("%d steps: %+v, %v; want %+v", steps, r, err, want)
		}
	}
	for _, workers := range []int{1, 2, 8} {
		if r, err := detector(t, bodies, collide.Options{Workers: workers}).Move(context.Background(), through, collide.Gaps{}, 1e-6); err != nil || r != want {
			t.Errorf("%d workers: %+v, %v; want %+v", workers, r, err, want)
		}
	}
	whole.Remove(0)
	if _, err := whole.Add(collide.Body{Shape: shape.Sphere{Radius: 0.25}}); err != nil {
		t.Fatal(err)
	}
	if r, err := whole.Move(context.Background(), through, collide.Gaps{}, 1e-6); err != nil || math.Abs(r.T1-(10-0.75)/20) > 1e-6 {
		t.Errorf("a ball in the place of a box: %+v, %v", r, err)
	}
}

// TestMoveSolidsAllocatesNothing once the buffers have grown.
func TestMoveSolidsAllocatesNothing(t *testing.T) { //nolint:paralleltest // counts allocations
	d := detector(t, []collide.Body{{Shape: shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}}, {Shape: collide.NewModel(slab(1, 9, 9))}, {Shape: shape.Sphere{Radius: 1}, Pose: at(0, 30, 0)}}, collide.Options{Workers: 1})
	paths := []motion.Path{alongX(t, -10, 10), nil, nil}
	move := func() {
		if _, err := d.Move(context.Background(), paths, collide.Gaps{}, 1e-6); err != nil {
			t.Fatal(err)
		}
	}
	move()
	if n := testing.AllocsPerRun(5, move); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// alongX is a path from one x to another.
func alongX(t *testing.T, from, to float64) motion.Path {
	t.Helper()
	p, err := motion.NewStraight(geom.Pose{R: geom.Identity.R, T: geom.Vec{X: from}}, geom.Pose{R: geom.Identity.R, T: geom.Vec{X: to}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
