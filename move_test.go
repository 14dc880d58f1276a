package collide_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
)

// slab is a box of a mesh's triangles.
func slab(x, y, z float64) *mesh.Mesh {
	m := cube()
	c := &mesh.Mesh{Name: "slab", Triangles: m.Triangles}
	for _, v := range m.Vertices {
		c.Vertices = append(c.Vertices, geom.Vec{X: (v.X - 0.5) * x, Y: (v.Y - 0.5) * y, Z: (v.Z - 0.5) * z})
	}
	return c
}

func turnedAt(axis geom.Vec, angle, x, y, z float64) geom.Pose {
	return geom.Pose{R: geom.AxisAngle(axis, angle).Matrix(), T: geom.Vec{X: x, Y: y, Z: z}}
}

// segments are both motions between two poses.
func segments(t testing.TB, from, to geom.Pose) []*motion.Segment {
	t.Helper()
	straight, err := motion.NewStraight(from, to)
	if err != nil {
		t.Fatal(err)
	}
	screw, err := motion.NewScrew(from, to)
	if err != nil {
		t.Fatal(err)
	}
	return []*motion.Segment{straight, screw}
}

// follower moves body 0 past body 1 and checks answers by exact queries at single instants.
type follower struct {
	move, ask *collide.Detector
	instants  int
}

func newFollower(t testing.TB, a, b collide.Shape, opt collide.Options) *follower {
	bodies := []collide.Body{{Name: "a", Shape: a}, {Name: "b", Shape: b}}
	first := opt
	first.First = true
	f := &follower{detector(t, bodies, opt), detector(t, bodies, first), 100}
	if require.Full() {
		f.instants = 1000
	}
	return f
}

// touches asks for the contact at an instant.
func (f *follower) touches(t testing.TB, p motion.Path, at float64) bool {
	t.Helper()
	if err := f.ask.SetPose(0, p.At(at)); err != nil {
		t.Fatal(err)
	}
	r, err := f.ask.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict == collide.InContact
}

// follow returns the impact along a path, proven by what it samples.
func (f *follower) follow(t testing.TB, p motion.Path, timeError float64) collide.Impact {
	t.Helper()
	r, err := f.move.Move(context.Background(), []motion.Path{p, nil}, collide.Gaps{}, timeError)
	if (err == nil) != (r.Verdict != collide.Unknown) || err != nil && !errors.Is(err, collide.ErrUndecided) {
		t.Fatalf("%+v, %v", r, err)
	}
	free := r.T0
	if r.Verdict == collide.Free {
		free = 1
		if f.touches(t, p, 1) {
			t.Fatalf("%+v, but there is contact at the end", r)
		}
	}
	for i := range f.instants {
		if free == 0 {
			break
		}
		if s := free * (float64(i) + 0.5) / float64(f.instants); f.touches(t, p, s) {
			t.Fatalf("%+v, but there is contact at %v", r, s)
		}
	}
	if r.Verdict == collide.InContact {
		if !(r.T1-r.T0 <= timeError) || !f.touches(t, p, r.T1) {
			t.Fatalf("%+v, time error %v, but no contact at T1", r, timeError)
		}
		if r.Inside == collide.NotInside && f.move.Witness(collide.Contact{BodyB: 1, TriA: uint32(r.TriA), TriB: uint32(r.TriB)}).N == 0 {
			t.Fatalf("%+v, but these two do not touch", r)
		}
	}
	return r
}

// TestNothingSlipsThroughAWall: two poses on either side of a wall are both free.
func TestNothingSlipsThroughAWall(t *testing.T) {
	t.Parallel()
	for _, thickness := range []float64{1, 1e-3, 1e-9, 0} {
		f := newFollower(t, collide.NewModel(cube()), collide.NewModel(slab(thickness, 100, 100)), collide.Options{})
		for _, turn := range []float64{0, 1, 3} {
			for _, s := range segments(t, at(-5, 1, 2), turnedAt(geom.Vec{X: 1, Y: 1}, turn, 7, 3, 1)) {
				if r := f.follow(t, s, 1e-6); r.Verdict != collide.InContact || r.T0 < 0.2 || r.T1 > 0.6 {
					t.Errorf("through a wall of %v: %+v", thickness, r)
				}
			}
		}
	}
}

// TestMovesWithKnownTimes are motions whose first contact can be computed by hand.
func TestMovesWithKnownTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		a, b     *mesh.Mesh
		from, to geom.Pose
		verdict  collide.Verdict
		when     float64
	}{
		{"to a touch at the end", cube(), slab(1, 9, 9), at(-4, 0, 0), at(-1.5, 0, 0), collide.InContact, 1},
		{"in contact at the start", cube(), slab(1, 9, 9), at(-1.5, 0, 0), at(-4, 0, 0), collide.InContact, 0},
		{"in the middle", cube(), slab(2, 9, 9), at(-6, 0, 0), at(2, 0, 0), collide.InContact, 0.5},
		{"nearly to a touch", cube(), slab(1, 9, 9), at(-4, 0, 0), at(-1.5-1e-9, 0, 0), collide.Free, 0},
		{"past it", cube(), slab(1, 1, 1), at(-4, 0.5+1e-9, 0), at(4, 0.5+1e-9, 0), collide.Free, 0},
		{"along it", cube(), slab(1, 1, 1), at(-4, 0.5, 0), at(4, 0.5, 0), collide.InContact, 0.3125},
		{"at rest, apart", cube(), slab(1, 1, 1), at(-4, 0, 0), at(-4, 0, 0), collide.Free, 0},
		{"at rest, in contact", cube(), slab(1, 1, 1), at(0, 0, 0), at(0, 0, 0), collide.InContact, 0},
		{"a door", slab(2, 0.01, 1), slab(0.01, 2, 1), at(0, -3, 0), turnedAt(geom.Vec{Z: 1}, math.Pi/2, 0, -3, 0), collide.Free, 0},
	} {
		f := newFollower(t, collide.NewModel(c.a), collide.NewModel(c.b), collide.Options{})
		for _, s := range segments(t, c.from, c.to) {
			r := f.follow(t, s, 1e-6)
			if r.Verdict != c.verdict || r.Verdict != collide.Free && math.Abs(r.T1-c.when) > 2e-6 {
				t.Errorf("%s: %+v, want %v at %v", c.name, r, c.verdict, c.when)
			}
		}
	}
}

// TestATurnMayBlock: a long plate turns about its middle and hits a pin at a known angle.
func TestATurnMayBlock(t *testing.T) {
	t.Parallel()
	plate, pin := collide.NewModel(slab(10, 0.5, 1)), collide.NewModel(slab(0.5, 0.5, 4))
	f := newFollower(t, plate, pin, collide.Options{})
	for _, s := range segments(t, at(0, -4, 0), turnedAt(geom.Vec{Z: 1}, 3, 0, -4, 0)) {
		// The pin's corner (½, −¼)/… is met by the plate's upper side, y = ¼ in its own frame.
		x, y := 0.25, 3.75
		want := (math.Atan2(y, x) - math.Asin(0.25/math.Hypot(x, y))) / 3
		r := f.follow(t, s, 1e-7)
		if r.Verdict != collide.InContact || !(r.T0 <= want+1e-9 && want-1e-9 <= r.T1) {
			t.Errorf("%+v, want %v", r, want)
		}
	}
}

// TestThroughAHole: a peg goes through a ring without touching it, or hits it.
func TestThroughAHole(t *testing.T) {
	t.Parallel()
	peg := collide.NewModel(slab(0.4, 0.4, 3))
	f := newFollower(t, peg, collide.NewModel(scene.Torus("ring", 1, 0.3, 40, 20)), collide.Options{})
	for _, s := range segments(t, at(0, 0, -5), turnedAt(geom.Vec{Z: 1}, 2, 0.05, 0, 5)) {
		if r := f.follow(t, s, 1e-6); r.Verdict != collide.Free {
			t.Errorf("through the hole: %+v", r)
		}
	}
	for _, s := range segments(t, at(0, 0, -5), turnedAt(geom.Vec{X: 1}, 1, 0, 0, 5)) {
		if r := f.follow(t, s, 1e-6); r.Verdict != collide.InContact {
			t.Errorf("turning in the hole: %+v", r)
		}
	}
}

// TestMovesOfPairs follows drawn motions of pairs of meshes, there and back.
func TestMovesOfPairs(t *testing.T) {
	t.Parallel()
	motions := 12
	if require.Full() {
		motions = 200
	}
	r := rand.New(rand.NewPCG(11, 12))
	counts := map[collide.Verdict]int{}
	dir, pairs := "testdata/pairs", []string{"rob-env", "gridcube-gridcube"}
	if shared := filepath.Join(sharedData, "pairs"); require.Full() {
		if _, err := os.Stat(shared); err == nil {
			dir, pairs = shared, append(pairs, "cow-homer", "bunny-bunny")
		}
	}
	for _, pair := range pairs {
		a, b, poses := pairOf(t, dir, pair)
		f := newFollower(t, a, b, collide.Options{})
		others := []*follower{newFollower(t, a, b, collide.Options{Workers: 2}), newFollower(t, a, b, collide.Options{Workers: 8})}
		for range motions {
			from, to := poses[3*r.IntN(len(poses)/3)], poses[r.IntN(len(poses))]
			if r.IntN(4) == 0 {
				to.T = from.T
			}
			straight, err := motion.NewStraight(from, to)
			if errors.Is(err, motion.ErrHalfTurn) {
				continue
			}
			back, backErr := motion.NewStraight(to, from)
			if err != nil || backErr != nil {
				t.Fatal(err, backErr)
			}
			there := f.follow(t, straight, 1e-6)
			counts[there.Verdict]++
			if again := f.follow(t, back, 1e-6); (again.Verdict == collide.Free) != (there.Verdict == collide.Free) && again.Verdict != collide.Unknown && there.Verdict != collide.Unknown {
				t.Errorf("%s from %v to %v: %+v, back %+v", pair, from, to, there, again)
			}
			for _, o := range others {
				if same, _ := o.move.Move(context.Background(), []motion.Path{straight, nil}, collide.Gaps{}, 1e-6); same != there {
					t.Errorf("%s from %v to %v: %+v, by other workers %+v", pair, from, to, there, same)
				}
			}
			if screw, err := motion.NewScrew(from, to); err == nil {
				counts[f.follow(t, screw, 1e-6).Verdict]++
			}
		}
	}
	if counts[collide.Free] < motions/8 || counts[collide.InContact] < motions/8 || counts[collide.Unknown] > motions/100 {
		t.Errorf("%v: the test proves little", counts)
	}
	t.Log(counts)
}

// pairOf reads a pair of meshes and its poses from a folder.
func pairOf(t testing.TB, dir, pair string) (a, b *collide.Model, poses []geom.Pose) {
	t.Helper()
	nameA, nameB, _ := strings.Cut(pair, "-")
	return model(t, filepath.Join(dir, nameA+".obj")), model(t, filepath.Join(dir, nameB+".obj")), posesOf(t, filepath.Join(dir, pair+".poses.txt"))
}

// TestMoveOfBothBodies: what counts is how they move relative to each other.
func TestMoveOfBothBodies(t *testing.T) {
	t.Parallel()
	d := detector(t, []collide.Body{
		{Name: "a", Shape: collide.NewModel(cube())}, {Name: "b", Shape: collide.NewModel(slab(0.01, 4, 4))}, {Name: "far", Shape: collide.NewModel(cube()), Pose: at(0, 500, 0)},
	}, collide.Options{})
	path := func(from, to geom.Pose) motion.Path { return segments(t, from, to)[1] }
	// Side by side, by a million lengths.
	r, err := d.Move(context.Background(), []motion.Path{path(at(0, 0, 0), at(1e6, 0, 0)), path(at(3, 0, 0), at(1e6+3, 0, 0)), nil}, collide.Gaps{}, 1e-6)
	if err != nil || r.Verdict != collide.Free {
		t.Errorf("side by side: %+v, %v", r, err)
	}
	// Towards each other.
	r, err = d.Move(context.Background(), []motion.Path{path(at(0, 0, 0), at(8, 0, 0)), path(at(8.005, 0, 0), at(0.005, 0, 0)), nil}, collide.Gaps{}, 1e-6)
	if err != nil || r.Verdict != collide.InContact || math.Abs(r.T1-7.0/16) > 1e-6 || r.A != 0 || r.B != 1 {
		t.Errorf("towards each other: %+v, %v", r, err)
	}
	// The wall comes to the cube, which is the first body.
	r, err = d.Move(context.Background(), []motion.Path{nil, path(at(8.005, 0, 0), at(0.005, 0, 0)), nil}, collide.Gaps{}, 1e-6)
	if err != nil || r.Verdict != collide.Free && r.A != 0 {
		t.Errorf("the wall moves: %+v, %v", r, err)
	}
}

// TestMoveIntoASolid: under Solid a body that starts within another is in contact.
func TestMoveIntoASolid(t *testing.T) {
	t.Parallel()
	block := scaledMesh(cube(), 9, geom.Vec{X: -4, Y: -4, Z: -4})
	small, large := collide.NewModel(cube()), collide.NewModel(block)
	path := segments(t, at(0, 0, 0), turnedAt(geom.Vec{Z: 1}, 1, 1, 1, 1))[0]
	if r := newFollower(t, small, large, collide.Options{}).follow(t, path, 1e-6); r.Verdict != collide.Free {
		t.Errorf("surfaces: %+v", r)
	}
	if r := newFollower(t, small, large, collide.Options{Solid: true}).follow(t, path, 1e-6); r.Verdict != collide.InContact || r.T1 != 0 || r.Inside != collide.AInside || r.TriA != -1 {
		t.Errorf("solids: %+v", r)
	}
	open := collide.NewModel(&mesh.Mesh{Vertices: block.Vertices, Triangles: block.Triangles[1:]})
	d := detector(t, []collide.Body{{Shape: small}, {Shape: open}}, collide.Options{Solid: true})
	if r, err := d.Move(context.Background(), []motion.Path{path, nil}, collide.Gaps{}, 1e-6); !errors.Is(err, collide.ErrUndecided) || r.Verdict != collide.Unknown || r.Reason == "" {
		t.Errorf("an open one: %+v, %v", r, err)
	}
}

// TestMoveLeavesBodies where the doc says.
func TestMoveLeavesBodies(t *testing.T) {
	t.Parallel()
	d := detector(t, []collide.Body{{Shape: collide.NewModel(cube())}, {Shape: collide.NewModel(slab(1, 9, 9))}}, collide.Options{})
	hit := segments(t, at(-4, 0, 0), at(4, 0, 0))[0]
	r, err := d.Move(context.Background(), []motion.Path{hit, nil}, collide.Gaps{}, 1e-6)
	if got := d.Bounds(0); err != nil || got.Min.X != hit.At(r.T1).T.X {
		t.Errorf("%+v, %v: the body is at %v", r, err, got)
	}
	past := segments(t, at(-4, 30, 0), at(4, 30, 0))[0]
	r, err = d.Move(context.Background(), []motion.Path{past, nil}, collide.Gaps{}, 1e-6)
	if got := d.Bounds(0); err != nil || got.Min.X != 4 {
		t.Errorf("%+v, %v: the body is at %v", r, err, got)
	}
}

// TestMoveFailsClosed: whatever ends a query early leaves no Free behind.
func TestMoveFailsClosed(t *testing.T) {
	t.Parallel()
	knot := collide.NewModel(scene.Knot("knot", 2, 3, 1, 0.2, 60, 12))
	path := segments(t, at(-6, 0, 0), turnedAt(geom.Vec{X: 1}, 2, 6, 3, 0))[1]
	bodies := []collide.Body{{Shape: knot}, {Shape: knot}}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := detector(t, bodies, collide.Options{}).Move(ctx, []motion.Path{path, nil}, collide.Gaps{}, 1e-6); r.Verdict != collide.Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
	whole := detector(t, bodies, collide.Options{})
	want, err := whole.Move(context.Background(), []motion.Path{path, nil}, collide.Gaps{}, 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	for steps := int64(1); steps < whole.Steps(); steps += 1 + steps/3 {
		d := detector(t, bodies, collide.Options{Budget: collide.Budget{Steps: steps}})
		r, err := d.Move(context.Background(), []motion.Path{path, nil}, collide.Gaps{}, 1e-6)
		switch {
		case err == nil && r == want:
		case r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrBudget) || !(r.T0 <= want.T0 || want.Verdict == collide.Free):
			t.Errorf("%d steps: %+v, %v; want %+v", steps, r, err, want)
		}
	}
}

// growing is a path of a caller whose matrices are no rotations.
type growing struct{ motion.Path }

func (g growing) At(t float64) geom.Pose {
	p := g.Path.At(t)
	for i := range p.R {
		p.R[i] *= 3
	}
	return p
}

func (g growing) Over(a, b float64, c geom.Vec) motion.Span {
	s := g.Path.Over(a, b, c)
	for i := range s.Pose.R {
		s.Pose.R[i] *= 3
	}
	return s
}

// TestPathsAreRotations: bounds that rest on rotations prove nothing of other matrices.
func TestPathsAreRotations(t *testing.T) {
	t.Parallel()
	box := collide.NewModel(cube())
	path := segments(t, at(-4, 5, 0), at(4, 5, 0))[0]
	d := detector(t, []collide.Body{{Shape: box}, {Shape: box}}, collide.Options{})
	if r, err := d.Move(t.Context(), []motion.Path{path, nil}, collide.Gaps{}, 1e-6); r.Verdict != collide.Free || err != nil {
		t.Fatalf("%+v, %v", r, err)
	}
	if r, err := d.Move(t.Context(), []motion.Path{growing{path}, nil}, collide.Gaps{}, 1e-6); r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrUndecided) {
		t.Errorf("a path that grows: %+v, %v", r, err)
	}
}

// TestMovesFarAndHuge: coordinates far from the origin, and of any size.
func TestMovesFarAndHuge(t *testing.T) {
	t.Parallel()
	for _, e := range []int{-1000, -300, -60, 0, 60, 300, 390} {
		s := math.Ldexp(1, e)
		f := newFollower(t, collide.NewModel(scaledMesh(cube(), s, geom.Vec{})), collide.NewModel(scaledMesh(slab(1, 9, 9), s, geom.Vec{})), collide.Options{})
		for _, p := range segments(t, at(-4*s, 0, 0), turnedAt(geom.Vec{X: 1}, 1, 4*s, 0, 0)) {
			if r := f.follow(t, p, 1e-6); r.Verdict != collide.InContact || math.Abs(r.T1-2.5/8) > 1e-6 {
				t.Errorf("scaled by 2^%d: %+v", e, r)
			}
		}
	}
	f := newFollower(t, collide.NewModel(scaledMesh(cube(), math.Ldexp(1, 500), geom.Vec{})), collide.NewModel(slab(1, 9, 9)), collide.Options{})
	if r, err := f.move.Move(context.Background(), []motion.Path{segments(t, at(0, 0, 0), at(1, 0, 0))[0], nil}, collide.Gaps{}, 1e-6); r.Verdict == collide.Free || err == nil {
		t.Errorf("too large: %+v, %v", r, err)
	}
	far := geom.Vec{X: 1e6, Y: -3e6, Z: 1e5}
	f = newFollower(t, collide.NewModel(scaledMesh(cube(), 1, far)), collide.NewModel(scaledMesh(slab(1, 9, 9), 1, far)), collide.Options{})
	for _, p := range segments(t, at(-4, 0, 0), at(4, 0, 0)) {
		if r := f.follow(t, p, 1e-6); r.Verdict != collide.InContact || math.Abs(r.T1-2.5/8) > 1e-6 {
			t.Errorf("far from the origin: %+v", r)
		}
	}
}

func TestMoveMisuse(t *testing.T) {
	t.Parallel()
	d := detector(t, []collide.Body{{Shape: collide.NewModel(cube())}}, collide.Options{})
	for _, call := range []func(){
		func() { _, _ = d.Move(context.Background(), nil, collide.Gaps{}, 1e-6) },
		func() { _, _ = d.Move(context.Background(), make([]motion.Path, 1), collide.Gaps{}, 0) },
		func() { _, _ = d.Move(context.Background(), make([]motion.Path, 1), collide.Gaps{}, math.NaN()) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		}()
	}
}

// TestMoveFollowsADeformedMesh: after a deformation the hierarchy is another one.
func TestMoveFollowsADeformedMesh(t *testing.T) {
	t.Parallel()
	block := collide.NewModel(cube())
	f := newFollower(t, block, collide.NewModel(slab(1, 9, 9)), collide.Options{})
	path := segments(t, at(-4, 0, 0), at(-1.75, 0, 0))[0]
	if r := f.follow(t, path, 1e-6); r.Verdict != collide.Free {
		t.Errorf("a cube: %+v", r)
	}
	longer := scaledMesh(cube(), 2, geom.Vec{})
	if err := block.SetVertices(longer.Vertices); err != nil {
		t.Fatal(err)
	}
	if r := f.follow(t, path, 1e-6); r.Verdict != collide.InContact || math.Abs(r.T1-1.5/2.25) > 1e-6 {
		t.Errorf("twice as large: %+v", r)
	}
}

// lost is a path that leads out of the range of float64, or nowhere.
type lost struct {
	*motion.Segment
	pose geom.Pose
	span motion.Span
}

func (l *lost) At(t float64) geom.Pose {
	if t < 1 {
		return l.Segment.At(t)
	}
	return l.pose
}

func (l *lost) Over(a, b float64, c geom.Vec) motion.Span {
	if b < 1 {
		return l.Segment.Over(a, b, c)
	}
	return l.span
}

// TestMoveAlongLostPaths: a path without numbers is not free, and one without an end leaves the poses.
func TestMoveAlongLostPaths(t *testing.T) {
	t.Parallel()
	d := detector(t, []collide.Body{{Shape: collide.NewModel(cube())}, {Shape: collide.NewModel(slab(1, 9, 9))}}, collide.Options{})
	start := at(-40, 0, 0)
	if err := d.SetPose(0, start); err != nil {
		t.Fatal(err)
	}
	s := segments(t, start, at(-30, 0, 0))[0]
	nan := math.NaN()
	nowhere := motion.Span{Pose: geom.Identity, Off: nan}
	if r, err := d.Move(context.Background(), []motion.Path{&lost{s, at(-30, 0, 0), nowhere}, nil}, collide.Gaps{}, 1e-6); r.Verdict != collide.Unknown || !errors.Is(err, collide.ErrUndecided) {
		t.Errorf("no bounds: %+v, %v", r, err)
	}
	if r, err := d.Move(context.Background(), []motion.Path{&lost{s, at(nan, 0, 0), s.Over(0, 1, geom.Vec{})}, nil}, collide.Gaps{}, 1e-6); err == nil || r != (collide.Impact{}) {
		t.Errorf("no end: %+v, %v", r, err)
	}
	if got := d.Bounds(0); got.Min.X != -40 {
		t.Errorf("the body is at %v", got)
	}
}

// TestMoveAllocatesNothing once the buffers have grown.
func TestMoveAllocatesNothing(t *testing.T) { //nolint:paralleltest // counts allocations
	d := detector(t, []collide.Body{{Shape: collide.NewModel(cube())}, {Shape: collide.NewModel(slab(1, 9, 9))}}, collide.Options{Workers: 1})
	paths := []motion.Path{segments(t, at(-4, 0, 0), turnedAt(geom.Vec{X: 1}, 1, 4, 0, 0))[0], nil}
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
