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
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// straight is the straight motion between two poses.
func straight(t testing.TB, from, to geom.Pose) motion.Path {
	t.Helper()
	p, err := motion.NewStraight(from, to)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMoveOntoAFloor: the moment follows from elementary geometry, in every size, wherever the point of the plane is.
func TestMoveOntoAFloor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what   collide.Shape
		lowest float64 // beneath the origin
	}{
		{shape.Sphere{Radius: 0.5}, 0.5}, {shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, 0.5}, {collide.NewModel(slab(1, 1, 1)), 0.5},
		{shape.Capsule{A: geom.Vec{X: -1, Z: 1}, B: geom.Vec{X: 1}, Radius: 0.25}, 0.25}, {shape.Cylinder{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 0.25}, 0.25},
		{shape.Convex{Points: []geom.Vec{{X: 1}, {Y: 1}, {Z: 1}, {Z: -1}}}, 1},
	} {
		for _, size := range []float64{1, 0x1p-60, 0x1p60, 0x1p300, 0x1p-300} {
			for _, far := range []float64{0, 1e9} {
				floor := shape.HalfSpace{Point: geom.Vec{X: far * size, Z: -size}, Normal: geom.Vec{Z: 3}}
				f := newFollower(t, sizedShape(c.what, size), floor, collide.Options{})
				f.instants = 20
				down := straight(t, sized(at(0, 0, 3), size), sized(at(8, 0, -5), size))
				want := (4 - c.lowest) / 8
				if r := f.follow(t, down, 1e-6); r.Verdict != collide.InContact || math.Abs(r.T1-want) > 1e-6 || r.A != 0 || r.B != 1 {
					t.Errorf("%T of %g: %+v, want contact at %v", c.what, size, r, want)
				}
				past := straight(t, sized(at(-30, 0, c.lowest-0.99), size), sized(at(30, 0, c.lowest-0.99), size))
				if r := f.follow(t, past, 1e-6); r.Verdict != collide.Free {
					t.Errorf("%T of %g over the floor: %+v", c.what, size, r)
				}
				if r := f.follow(t, straight(t, sized(at(0, 0, -9), size), sized(at(0, 0, 9), size)), 1e-6); r.Verdict != collide.InContact || r.T1 != 0 {
					t.Errorf("%T of %g from beneath: %+v", c.what, size, r)
				}
			}
		}
	}
}

// TestMovePastSlopes draws motions of solids and meshes past slopes and confirms the answers; back in time they are the same.
func TestMovePastSlopes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(51, 52))
	what := append([]collide.Shape{collide.NewModel(slab(0.3, 1, 2)), collide.NewModel(scene.Torus("ring", 1, 0.3, 12, 8))}, solidsToMove...)
	vector := func(by float64) geom.Vec {
		return geom.Vec{X: by * r.NormFloat64(), Y: by * r.NormFloat64(), Z: by * r.NormFloat64()}
	}
	counts := map[collide.Verdict]int{}
	for _, a := range what {
		for k := range require.Cases(40, 12) {
			away := vector(math.Pow(10, float64(k%5)))
			slope := shape.HalfSpace{Point: away.Add(vector(1)), Normal: vector(1)}
			pose := func() geom.Pose {
				p := away.Add(vector(1.5)).Add(slope.Normal.Scale(1.2 / slope.Normal.Norm()))
				return turnedAt(vector(1), 2*r.Float64(), p.X, p.Y, p.Z)
			}
			from, to := pose(), pose()
			f := newFollower(t, a, slope, collide.Options{})
			f.instants = 40
			there := f.follow(t, straight(t, from, to), 1e-6)
			back := f.follow(t, straight(t, to, from), 1e-6)
			if counts[there.Verdict]++; back.Verdict != there.Verdict {
				t.Errorf("%T past %+v from %v to %v: %+v, back %+v", a, slope, from, to, there, back)
			}
		}
	}
	if counts[collide.Free] < 20 || counts[collide.InContact] < 20 || counts[collide.Unknown] > 1 {
		t.Errorf("%v: the draws prove little", counts)
	}
}

// TestMoveGrazesAFloor: bodies as near to the plane as numbers allow, and on it; a body smaller than what the square that stands for the plane is
// off it does not slip through.
func TestMoveGrazesAFloor(t *testing.T) {
	t.Parallel()
	floor := shape.HalfSpace{Normal: geom.Vec{Z: 1}}
	slope := shape.HalfSpace{Point: geom.Vec{X: 1000, Y: 300, Z: 20}, Normal: geom.Vec{X: 1, Y: 2, Z: 3}}
	ball := func(r float64) collide.Shape { return shape.Sphere{Radius: r} }
	for _, c := range []struct {
		what     collide.Shape
		half     shape.HalfSpace
		from, to geom.Pose
		want     collide.Verdict
	}{
		{ball(1), floor, at(-5, 0, 1), at(5, 0, 1), collide.InContact},
		{ball(1), floor, at(-5, 0, 1+1e-9), at(5, 0, 1+1e-9), collide.Free},
		{ball(1), floor, at(-5, 0, 1.5), at(5, 0, 1), collide.InContact},
		{ball(0), floor, at(0, 0, 1), at(0, 0, -2), collide.InContact},
		{ball(1e-17), slope, at(1000, 300, 20+1e-13), at(1000, 300, 19.9), collide.InContact},
		{ball(1e-17), slope, at(1000, 300, 20+1e-13), at(1000, 300, 20-1e-13), collide.Unknown},
		{ball(1e-17), slope, at(1000, 300, 20+1e-13), at(1000, 300, 20.1), collide.Unknown},
	} {
		f := newFollower(t, c.what, c.half, collide.Options{})
		f.instants = 20
		if r := f.follow(t, straight(t, c.from, c.to), 1e-3); r.Verdict != c.want {
			t.Errorf("%+v from %v to %v: %+v, want %v", c.what, c.from.T, c.to.T, r, c.want)
		}
	}
}

// TestMovePastHalfSpacesAllocatesNothing once the buffers have grown.
func TestMovePastHalfSpacesAllocatesNothing(t *testing.T) { //nolint:paralleltest // counts allocations
	d := detector(t, []collide.Body{
		{Shape: shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, Pose: at(0, 0, 5)}, {Shape: shape.HalfSpace{Point: geom.Vec{X: 7, Y: 9, Z: -1.1}, Normal: geom.Vec{Z: 3}}},
		{Shape: shape.HalfSpace{Point: geom.Vec{X: 30.3}, Normal: geom.Vec{X: -3, Y: 1, Z: 2}}},
	}, collide.Options{Workers: 1})
	paths := []motion.Path{straight(t, at(0, 0, 5), at(9, 1, -0.5)), nil, nil}
	move := func() {
		if r, err := d.Move(context.Background(), paths, collide.Gaps{}, 1e-6); err != nil || r.Verdict != collide.Free {
			t.Fatal(r, err)
		}
	}
	move()
	if n := testing.AllocsPerRun(5, move); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestMoveAmongHalfSpaces: the first of several, permitted and immovable ones, both orders, and what is cut short or too far.
func TestMoveAmongHalfSpaces(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	bodies := []collide.Body{
		{Name: "wall", Shape: shape.HalfSpace{Point: geom.Vec{X: -9}, Normal: geom.Vec{X: 1}}, Immovable: true},
		{Name: "link", Shape: shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}, Pose: at(0, 0, 5)},
		{Name: "floor", Shape: shape.HalfSpace{Normal: geom.Vec{Z: 1}}, Immovable: true},
		{Name: "ball", Shape: shape.Sphere{Radius: 1}, Pose: at(-9, 0, 0), Immovable: true},
	}
	paths := func(p motion.Path) []motion.Path { return []motion.Path{nil, p, nil, nil} }
	down, aside := straight(t, at(0, 0, 5), at(0, 0, -5)), straight(t, at(0, 0, 5), at(-20, 0, 5))
	d := detector(t, bodies, collide.Options{Workers: 2})
	if r, err := d.Move(ctx, paths(down), collide.Gaps{}, 1e-6); err != nil || r.A != 1 || r.B != 2 || math.Abs(r.T1-0.45) > 1e-6 {
		t.Errorf("down: %+v, %v", r, err)
	}
	if r, err := d.Move(ctx, paths(aside), collide.Gaps{}, 1e-6); err != nil || r.A != 0 || r.B != 1 || math.Abs(r.T1-8.5/20) > 1e-6 {
		t.Errorf("aside: %+v, %v", r, err)
	}
	if h := d.Bounds(0); !math.IsInf(h.Max.Y, 1) {
		t.Errorf("the wall has moved: %v", h)
	}
	allowed := detector(t, bodies, collide.Options{Allow: [][2]int{{1, 2}}})
	if r, err := allowed.Move(ctx, paths(down), collide.Gaps{}, 1e-6); err != nil || r.Verdict != collide.Free {
		t.Errorf("a permitted floor: %+v, %v", r, err)
	}
	few := detector(t, bodies, collide.Options{Budget: collide.Budget{Steps: 5}})
	if r, err := few.Move(ctx, paths(down), collide.Gaps{}, 1e-6); !errors.Is(err, collide.ErrBudget) || r.Verdict != collide.Unknown {
		t.Errorf("five steps: %+v, %v", r, err)
	}
	if _, err := d.Move(ctx, []motion.Path{down, nil, nil, nil}, collide.Gaps{}, 1e-6); !errors.Is(err, collide.ErrUnsupported) {
		t.Errorf("a wall that moves: %v", err)
	}
	for _, x := range []float64{0x1p450, 1e306} { // beyond the bounds: unknown, not free
		far := straight(t, at(0, 0, x), at(x, 0, x/2))
		if r, err := d.Move(ctx, paths(far), collide.Gaps{}, 1e-6); r.Verdict == collide.Free || !errors.Is(err, collide.ErrUndecided) {
			t.Errorf("as far as %v: %+v, %v", x, r, err)
		}
	}
}
