package rules

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
)

// moving is a detector with paths.
type moving struct {
	*collide.Detector
	bodies []collide.Body
	paths  []motion.Path
}

func (m *moving) Move(ctx context.Context, gaps collide.Gaps) (collide.Impact, error) {
	return m.Detector.Move(ctx, m.paths, gaps, 1e-6)
}

func (m *moving) Moves(a, b int) bool { return m.paths[a] != nil || m.paths[b] != nil }

func (m *moving) Two(a, b int) (*Duel, error) {
	d, err := collide.NewDetector([]collide.Body{m.bodies[a], m.bodies[b]}, collide.Options{Kinds: true})
	return &Duel{
		Detector: d, Ask: func(query func() error) error { return query() }, TimeError: 1e-6,
		Bodies: [2]collide.Body{m.bodies[a], m.bodies[b]}, Paths: [2]motion.Path{m.paths[a], m.paths[b]},
	}, err
}

// followed judges a motion by rules.
func followed(t *testing.T, text string, paths []motion.Path, bodies ...collide.Body) *Way {
	t.Helper()
	d, err := collide.NewDetector(bodies, collide.Options{Kinds: true})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range bodies {
		names = append(names, b.Name)
	}
	m := &moving{d, bodies, paths}
	w, err := bound(t, text, names...).Follow(t.Context(), Asker{Detector: m, Ask: func(query func() error) error { return query() }}, "mm")
	if err != nil {
		t.Fatal(err)
	}
	if (w.Status == Undecided) != (w.Err != nil) || (w.Status == Pass) != (w.Impact.Verdict == collide.Free) || (w.Status == Fail) != (w.Impact.Verdict == collide.InContact) {
		t.Errorf("%q: %+v", text, w)
	}
	return w
}

// straight is a motion, from one place to another.
func straight(t *testing.T, from, to geom.Pose) motion.Path {
	t.Helper()
	p, err := motion.NewStraight(from, to)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func to(x, y, z float64) geom.Pose {
	return geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x, Y: y, Z: z}}
}

// TestFollow are motions of a cube of edge 1 past, onto and into another one at the origin, whose times can be computed by hand, in three sizes.
func TestFollow(t *testing.T) {
	t.Parallel()
	for _, scale := range []float64{1, 0x1p300, 0x1p-300} {
		whole, hollow, large := collide.NewModel(cube(scale)), collide.NewModel(opened(scale)), collide.NewModel(cube(5*scale))
		for _, c := range []struct {
			name     string
			b        collide.Shape
			from, to geom.Vec
			want     map[string]Status
			when     map[string]float64 // of what fails
		}{
			{"past it", whole, geom.Vec{X: -4, Y: 1.5}, geom.Vec{X: 4, Y: 1.5}, map[string]Status{
				"": Pass, "touch": Pass, "ignore": Pass, "clearance > 0.25": Pass, "clearance > 0.5": Fail, "clearance > 1": Fail, "touch, clearance > 1": Fail,
			}, map[string]float64{"clearance > 0.5": 3.0 / 8, "clearance > 1": (3 - math.Sqrt(0.75)) / 8}},
			{"onto it", whole, geom.Vec{X: -4}, geom.Vec{X: -1}, map[string]Status{
				"": Fail, "ignore": Pass, "touch": Pass, "depth <= 0.001": Pass, "clearance > 1": Fail, "touch, clearance > 1": Fail, "inside": Fail,
			}, map[string]float64{"": 1, "clearance > 1": 2.0 / 3, "touch, clearance > 1": 2.0 / 3, "inside": 1}},
			{"off it", whole, geom.Vec{X: -1}, geom.Vec{X: -4}, map[string]Status{
				"": Fail, "touch": Pass, "depth <= 0.001": Pass, "touch, clearance > 1": Fail, "depth <= 0.1, clearance > 1": Fail,
			}, map[string]float64{"": 0}},
			{"into it and out again on the other side", whole, geom.Vec{X: -4, Y: 0.75}, geom.Vec{X: 4, Y: 0.75}, map[string]Status{
				"": Fail, "touch": Fail, "ignore": Pass, "depth <= 0.2": Fail, "depth <= 0.3": Pass, "depth <= 0.24": Fail,
			}, map[string]float64{"": 3.0 / 8, "touch": 3.0 / 8, "depth <= 0.2": 3.2 / 8, "depth <= 0.24": 3.24 / 8}},
			{"through it", whole, geom.Vec{X: -4}, geom.Vec{X: 4}, map[string]Status{
				"touch": Fail, "depth <= 0.3": Fail, "depth <= 9": Fail, // equal bodies in the middle
			}, map[string]float64{"depth <= 0.3": 3.3 / 8, "depth <= 9": 4.0 / 8}},
			{"within a large one", large, geom.Vec{X: -1}, geom.Vec{X: 1}, map[string]Status{
				"": Fail, "inside": Pass, "touch": Fail, "ignore": Pass, "inside, depth <= 3": Pass, "inside, depth <= 1.9": Fail, "depth <= 3": Pass,
			}, map[string]float64{"": 0, "touch": 0}},
			{"from within out of it", large, geom.Vec{}, geom.Vec{X: 9}, map[string]Status{"inside": Fail, "inside, depth <= 9": Pass, "ignore": Pass, "touch, inside": Fail}, map[string]float64{"inside": 2.0 / 9}},
			{"into an open one", hollow, geom.Vec{X: -4, Y: 0.25, Z: 0.25}, geom.Vec{X: 0, Y: 0.25, Z: 0.25}, map[string]Status{"": Fail, "touch": Fail, "ignore": Pass, "depth <= 9": Fail}, nil},
		} {
			for condition, want := range c.want {
				text := ""
				if condition != "" {
					text = "a b " + scaled(condition, scale)
				}
				from, end := c.from.Scale(scale), c.to.Scale(scale)
				paths := []motion.Path{straight(t, to(from.X, from.Y, from.Z), to(end.X, end.Y, end.Z)), nil}
				w := followed(t, text, paths, at("a", whole, from.X, from.Y, from.Z), at("b", c.b, 0, 0, 0))
				if w.Status != want {
					t.Errorf("%s, scale %g, %q: %v, expected %v: %+v", c.name, scale, text, w.Status, want, w)
				}
				if when, ok := c.when[condition]; ok && want == Fail && (math.Abs(w.Impact.T1-when) > 3e-6 || !(w.Impact.T0 <= when)) {
					t.Errorf("%s, scale %g, %q: from %v to %v, expected %v", c.name, scale, text, w.Impact.T0, w.Impact.T1, when)
				}
			}
		}
	}
}

// TestFollowGoesOn: what one pair may do does not hide what another one does later, or the same pair.
func TestFollowGoesOn(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(cube(1))
	a, b, c := at("a", m, -4, 0.9, 0), at("b", m, 0, 0, 0), at("c", m, 3, 0, 0)
	paths := []motion.Path{straight(t, to(-4, 0.9, 0), to(6, 0.9, 0)), nil, nil}
	for _, x := range []struct {
		text      string
		status    Status
		b         int
		when      float64
		permitted int
	}{
		{"", Fail, 1, 3.0 / 10, 0},
		{"a b ignore", Fail, 2, 6.0 / 10, 0},
		{"a b depth <= 0.2", Fail, 2, 6.0 / 10, 1},
		{"a * depth <= 0.2", Pass, 0, 0, 2},
		{"a * depth <= 0.2\na c depth <= 0.05", Fail, 2, 6.05 / 10, 2},
		{"a * depth <= 0.2\na c clearance > 1", Fail, 2, 5.0 / 10, 1},
		{"a * depth <= 0.05\na c ignore", Fail, 1, 3.05 / 10, 1},
	} {
		w := followed(t, x.text, paths, a, b, c)
		if w.Status != x.status || len(w.Permitted) != x.permitted || x.status == Fail && (w.Impact.A != 0 || w.Impact.B != x.b || math.Abs(w.Impact.T1-x.when) > 2e-6) {
			t.Errorf("%q: %+v", x.text, w)
		}
	}
}

// deepest returns the greatest depth or width of a pair at instants, its lower bound.
func deepest(t *testing.T, p motion.Path, a, b collide.Body, n int) float64 {
	t.Helper()
	d, err := collide.NewDetector([]collide.Body{a, b}, collide.Options{Depths: true})
	if err != nil {
		t.Fatal(err)
	}
	most := 0.0
	for k := range n + 1 {
		if err := d.SetPose(0, p.At(float64(k)/float64(n))); err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(t.Context())
		if r == nil {
			t.Fatal(err)
		}
		for i := range r.Pairs {
			most = max(most, r.Pairs[i].Depth[0], r.Pairs[i].Width[0])
		}
	}
	return most
}

// TestLimitsOnTheWay: a bar that turns in a block is deepest somewhere on the way. A limit that is less than that at one of many instants never
// passes, and one that is a little more is proven.
func TestLimitsOnTheWay(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 11))
	bar := cube(1)
	stretched := &mesh.Mesh{Triangles: bar.Triangles}
	for _, v := range bar.Vertices {
		stretched.Vertices = append(stretched.Vertices, geom.Vec{X: 3 * v.X, Y: 0.3 * v.Y, Z: 0.4 * v.Z})
	}
	a, b := at("a", collide.NewModel(stretched), 0, 0, 0), at("b", collide.NewModel(cube(1)), 0, 0, 0)
	cases, passed := require.Cases(60, 6), 0
	for k := range cases {
		pose := func() geom.Pose {
			q := geom.AxisAngle(geom.Vec{X: 0.2 * r.NormFloat64(), Y: 0.2 * r.NormFloat64(), Z: 1}, 1.2*r.NormFloat64())
			return geom.Pose{R: q.Matrix(), T: geom.Vec{X: 0.7 * r.NormFloat64(), Y: 1.4 + 0.2*r.NormFloat64(), Z: 0.3 * r.NormFloat64()}}
		}
		p, err := motion.NewStraight(pose(), pose())
		if err != nil {
			continue
		}
		a.Pose = p.At(0)
		most := deepest(t, p, a, b, 150)
		if most < 1e-3 {
			continue
		}
		text := func(limit float64) string { return fmt.Sprintf("a b depth <= %v", limit) }
		for _, share := range []float64{0.2, 0.9, 0.999} {
			w := followed(t, text(share*most), []motion.Path{p, nil}, a, b)
			if w.Status == Pass || w.Status == Fail && w.Pair.Depth[1] <= share*most && w.Pair.Width[1] <= share*most {
				t.Errorf("case %d: a limit of %v, though %v is reached: %+v", k, share*most, most, w)
			}
		}
		if followed(t, text(1.1*most), []motion.Path{p, nil}, a, b).Status == Pass {
			passed++
		}
	}
	if t.Log(passed, "of", cases, "passed"); passed < cases/4 {
		t.Error("the test proves little")
	}
}

// slab is a cube of edge 1 that is a hundred times as wide along y and z.
func slab() *mesh.Mesh {
	m := cube(1)
	for i, v := range m.Vertices {
		m.Vertices[i] = geom.Vec{X: v.X, Y: 100 * v.Y, Z: 100 * v.Z}
	}
	return m
}

// TestFollowOpenSurfaces: a surface that is not closed has no depth, so that it passes through another one under no limit, however soon.
func TestFollowOpenSurfaces(t *testing.T) {
	t.Parallel()
	a, b := at("a", collide.NewModel(opened(1)), -4, 0, 0), at("b", collide.NewModel(slab()), 0, 0, 0)
	for _, end := range []float64{12, 28, 60} {
		w := followed(t, "a b depth <= 90", []motion.Path{straight(t, to(-4, 0, 0), to(end, 0, 0)), nil}, a, b)
		if w.Status != Fail || math.Abs(w.Impact.T1-3/(end+4)) > 2e-6 {
			t.Errorf("to %v: %+v", end, w)
		}
	}
}

// unknown is a path of which nothing but its bounds is known.
type unknown struct{ motion.Path }

// TestFollowBeforeFailing: what is undecided before another pair fails stays so.
func TestFollowBeforeFailing(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(cube(1))
	a, b, c := at("a", m, -4, 1, 0), at("b", m, 0, 0, 0), at("c", m, 3, 0.5, 0)
	paths := []motion.Path{unknown{straight(t, to(-4, 1, 0), to(6, 1, 0))}, nil, nil}
	for text, open := range map[string]bool{"a b touch": true, "a b depth <= 0.1": false, "a b ignore": false, "a b touch\na c clearance > 2.5": true, "a * touch": true} {
		if w := followed(t, text, paths, a, b, c); w.Status != Fail || w.Impact.B != 2 || w.Open != open {
			t.Errorf("%q: %+v", text, w)
		}
	}
}

// TestFollowStaysInside: what lies inside goes on to be proven to when others meet on the way.
func TestFollowStaysInside(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(cube(1))
	a, b, c := at("a", m, -2, 0.9, 0), at("b", collide.NewModel(cube(9)), 0, 0, 0), at("c", m, 0, 0, 0)
	paths := []motion.Path{straight(t, to(-2, 0.9, 0), to(2, 0.9, 0)), nil, nil}
	if w := followed(t, "* b inside\na c depth <= 0.2", paths, a, b, c); w.Status != Pass || len(w.Permitted) != 1 {
		t.Errorf("%+v", w)
	}
}
