package robot

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// siftAt returns a sift over a checker's first seat at a level of kernels.
func siftAt(t *testing.T, c *Checker, level simd.Level) *sift {
	t.Helper()
	s := c.newSift(c.seats[0].detector, c.seats[0].watched.world, level)
	if s == nil {
		t.Fatal("no sift for this robot")
	}
	return s
}

// finds reports whether a pair may touch in a state of the group.
func (s *sift) finds(k, a, b int) bool {
	return slices.ContainsFunc(s.found[k], func(f siftFound) bool { return f.pair == broad.Pair{A: int32(a), B: int32(b)} })
}

// groups calls visit for eight states at a time.
func groups(t *testing.T, c *Checker, s *sift, states [][]float64, visit func(k int, q []float64)) {
	t.Helper()
	for len(states) > 0 {
		n := min(len(states), simd.Lanes)
		if !c.sifts(s, states[:n]) {
			t.Fatalf("states %v are not sifted", states[:n])
		}
		for k, q := range states[:n] {
			visit(k, q)
		}
		states = states[n:]
	}
}

// turning is a robot whose joints turn about all axes, either way round, slide and copy, with origins that turn.
func turning() string {
	text := strings.Builder{}
	text.WriteString("<robot name='turning'><link name='l0'><collision><origin xyz='1 2 3' rpy='1 2 3'/><geometry><mesh filename='b'/></geometry></collision></link>")
	for i, axis := range []string{"1 0 0", "0 -1 0", "0 0 1", "0 1 0", "-1 0 0", "0 0 -1"} {
		kind := []string{"continuous", "continuous", "continuous", "fixed", "prismatic", "continuous"}[i]
		fmt.Fprintf(&text, "<link name='l%d'><collision><origin xyz='0 %d 0' rpy='0 0 %d'/><geometry><mesh filename='b'/></geometry></collision></link>", i+1, i%2, i%3)
		fmt.Fprintf(&text, "<joint name='j%d' type='%s'><parent link='l%d'/><child link='l%d'/><origin xyz='%d 1 0.3' rpy='%g 0 0.5'/>", i+1, kind, i/2, i+1, i, 1.2*float64(i%3))
		if kind != "fixed" {
			fmt.Fprintf(&text, "<axis xyz='%s'/>", axis)
		}
		if kind == "prismatic" {
			text.WriteString("<limit lower='-9' upper='9' effort='1' velocity='1'/>")
		}
		if i == 5 {
			text.WriteString("<mimic joint='j1' multiplier='-2' offset='0.25'/>")
		}
		text.WriteString("</joint>")
	}
	return text.String() + "</robot>"
}

// withBricks gives every shape of a robot a mesh.
func withBricks(r *Robot, of func(i int) *collide.Model) *Robot {
	n := 0
	for i := range r.Links {
		for k := range r.Links[i].Collision {
			r.Links[i].Collision[k].Shape = of(n)
			n++
		}
	}
	return r
}

// brickTo is a mesh of a box from the origin to another corner.
func brickTo(v geom.Vec) *collide.Model {
	m := &mesh.Mesh{Triangles: [][3]uint32{
		{0, 1, 3}, {0, 3, 2}, {4, 7, 5}, {4, 6, 7}, {0, 5, 1}, {0, 4, 5}, {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 7, 3}, {1, 5, 7},
	}}
	for i := range 8 {
		m.Vertices = append(m.Vertices, geom.Vec{X: v.X * float64(i>>2&1), Y: v.Y * float64(i>>1&1), Z: v.Z * float64(i&1)})
	}
	return collide.NewModel(m)
}

// TestSiftPoses compares the poses of eight states at a time with LinkPoses: the same numbers.
func TestSiftPoses(t *testing.T) {
	robots := map[string]*Robot{"turning": withBricks(read(t, turning()), func(int) *collide.Model { return brickTo(geom.Vec{X: 1, Y: 1, Z: 1}) })}
	robots["ur5"], _ = loadUR5(t)
	if require.Full() {
		robots["panda"], _ = loadPanda(t)
	}
	root := geom.Pose{R: geom.RollPitchYaw(1, 2, 3).Matrix(), T: geom.Vec{X: 1, Y: -2, Z: 3}}
	for name, r := range robots {
		c, err := NewChecker(r, []collide.Body{table}, Options{Root: root, Detector: collide.Options{Workers: 1}})
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range simd.Levels() {
			s := siftAt(t, c, level)
			groups(t, c, s, statesWithin(r, 203), func(k int, q []float64) {
				links := r.LinkPoses(root, q, nil)
				for i, p := range r.Parts(false) {
					if got, want := s.pose(i, k), p.Pose(&links[p.Link]); got != want {
						t.Fatalf("%s at level %v, state %v, part %d: %v, want %v", name, level, q, i, got, want)
					}
				}
			})
		}
	}
}

// TestSiftOfACorner: a brick hangs by one of its corners on three joints in the corner of another one, and touches it there whatever the
// joints: the same point of the world, under matrices that are a little bent, too. Every bound of a sift is on its edge, of balls where the diagonals are in a line.
func TestSiftOfACorner(t *testing.T) {
	const text = `<robot name="corner"><link name="a"><collision><geometry><mesh filename="a"/></geometry></collision></link><link name="x"/><link name="y"/>
<link name="b"><collision><origin rpy="0.3 0 1"/><geometry><mesh filename="b"/></geometry></collision></link>
<joint name="jx" type="continuous"><parent link="a"/><child link="x"/><axis xyz="1 0 0"/></joint>
<joint name="jy" type="continuous"><parent link="x"/><child link="y"/><axis xyz="0 1 0"/></joint>
<joint name="jz" type="continuous"><parent link="y"/><child link="b"/><origin rpy="-0.7 0 0"/><axis xyz="0 0 1"/></joint></robot>`
	random := rand.New(rand.NewPCG(20, 11))
	for i := range require.Cases(400, 60) {
		scale := []float64{1, 0x1p-60, 0x1p60, 1e-3}[i%4]
		side := func() float64 { return scale * (0.1 + random.Float64()) }
		v := geom.Vec{X: side(), Y: side(), Z: side()}
		bricks := []*collide.Model{brickTo(v.Scale(-1)), brickTo(v.Scale(0.25 + random.Float64()))}
		root := geom.Pose{R: geom.RollPitchYaw(random.Float64(), 6*random.Float64(), random.Float64()).Matrix()}
		root.T = geom.Vec{X: random.NormFloat64(), Y: random.NormFloat64(), Z: random.NormFloat64()}.Scale(scale * []float64{0, 1, 1e6}[i%3])
		bent := i%5 == 4
		if bent { // by as much as a sift bears
			for k := range root.R {
				root.R[k] *= 1 + 0x1p-36 + 0x1p-36*random.Float64()
			}
		}
		away := geom.Vec{X: side(), Y: side(), Z: side()}.Scale([]float64{1, 1e6}[i%2])
		block := collide.Body{Shape: brickTo(away), Pose: geom.Pose{R: geom.Identity.R, T: root.T}, Immovable: true} // in the same corner
		urdf := text
		if square := i%7 == 0; square { // matrices without any rounding
			urdf, root.R = strings.NewReplacer("-0.7", "0", "0.3 0 1", "0 0 0").Replace(text), geom.Identity.R
		}
		c, err := NewChecker(withBricks(read(t, urdf), func(i int) *collide.Model { return bricks[i] }), []collide.Body{block}, Options{Root: root, Detector: collide.Options{First: true, Workers: 1}})
		if err != nil {
			t.Fatal(err)
		}
		var states [][]float64
		for k := range 40 {
			q := []float64{6 * random.Float64(), 6 * random.Float64(), 6 * random.Float64()}
			switch {
			case i%7 == 0:
				q = []float64{0, 0, 0}
			case k%4 == 0: // edges nearly along edges
				q = []float64{0.4 + math.Pi/2*float64(random.IntN(4)), 0, -1 + math.Pi/2*float64(random.IntN(4))}
			case k%4 == 1: // diagonals in a line
				q = []float64{0.4, 0, -1}
			}
			states = append(states, q)
		}
		for _, level := range simd.Levels() {
			s := siftAt(t, c, level)
			groups(t, c, s, states, func(k int, q []float64) {
				if !s.finds(k, 0, 1) || !s.finds(k, 0, 2) || !s.finds(k, 1, 2) {
					t.Fatalf("bent %t, scale %g, level %v, state %v: found %v; want a contact in the corner", bent, scale, level, q, s.found[k])
				}
			})
		}
		verdicts, err := c.Validate(t.Context(), states, false, nil)
		if err != nil || slices.ContainsFunc(verdicts, func(v collide.Verdict) bool { return v != collide.InContact }) {
			t.Fatalf("scale %g: %v, %v; want contacts", scale, verdicts, err)
		}
	}
}

// TestSiftKeepsContacts: in random states of robots over a table the pairs that brute finds in contact are among those that a sift finds,
// and Validate has the verdicts of brute, with the first contact or all, after a mesh has changed, too. States are near each other by
// turns, so that what the last query knows may be asked.
func TestSiftKeepsContacts(t *testing.T) {
	r := withBricks(read(t, turning()), func(i int) *collide.Model {
		return brickTo(geom.Vec{X: 0.7, Y: 0.4, Z: 0.5 + float64(i)/8})
	})
	states := statesWithin(r, require.Cases(4000, 400))
	for i := range states {
		if i%3 > 0 {
			states[i] = slices.Clone(states[i-1])
			states[i][0] += 1e-3
		}
	}
	brute := checkerOf(t, r, collide.Options{Method: methods.Brute(), Workers: 1})
	auto := []*Checker{checkerOf(t, r, collide.Options{First: true, Workers: 1}), checkerOf(t, r, collide.Options{Workers: 1}), checkerOf(t, r, collide.Options{First: true, Workers: 1, Method: methods.Auto()})}
	sifted := 0
	for round := range 3 {
		want := compareSift(t, brute, siftAt(t, brute, simd.Best()), states)
		for i, c := range auto {
			got, err := c.Validate(context.Background(), states, false, nil)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("round %d, checker %d: other verdicts than brute, %v", round, i, err)
			}
			if c.seats[0].sift != nil {
				sifted++
			}
		}
		if round > 0 {
			continue
		}
		m := r.Links[0].Collision[0].Shape.(*collide.Model)
		moved := slices.Clone(m.Mesh().Vertices)
		for i := range moved {
			moved[i] = moved[i].Scale(4).Add(geom.Vec{Y: 1})
		}
		if err := m.SetVertices(moved); err != nil {
			t.Fatal(err)
		}
		if err := auto[1].SetState(states[0]); err != nil { // which brings this one up to date
			t.Fatal(err)
		}
	}
	if want := 7; simd.Best() == simd.AVX512 && sifted != want { // those of the second round find that a mesh has changed
		t.Errorf("%d batches were sifted, want %d", sifted, want)
	}
}

// checkerOf is a checker over a table, with a block beside it.
func checkerOf(t *testing.T, r *Robot, o collide.Options) *Checker {
	t.Helper()
	still := collide.Body{Name: "block", Shape: brickTo(geom.Vec{X: 1, Y: 2, Z: 3}), Pose: geom.Pose{R: geom.RollPitchYaw(1, 1, 0).Matrix(), T: geom.Vec{X: 3, Y: 3, Z: 6}}, Immovable: true}
	c, err := NewChecker(r, []collide.Body{table, still}, Options{Detector: o, Root: geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: 6}}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// compareSift returns the verdicts of brute, and holds the sift to its contacts.
func compareSift(t *testing.T, brute *Checker, s *sift, states [][]float64) (verdicts []collide.Verdict) {
	t.Helper()
	counts := map[collide.Verdict]int{}
	for lo := 0; lo < len(states); lo += simd.Lanes {
		group := states[lo:min(lo+simd.Lanes, len(states))]
		if !brute.sifts(s, group) {
			t.Fatal("not sifted")
		}
		for k, q := range group {
			if err := brute.SetState(q); err != nil {
				t.Fatal(err)
			}
			res, err := brute.Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range res.Pairs {
				if !s.finds(k, p.A, p.B) {
					t.Fatalf("state %v: %s and %s touch and were sifted out", q, brute.Names()[p.A], brute.Names()[p.B])
				}
			}
			verdicts = append(verdicts, res.Verdict)
			counts[res.Verdict]++
		}
	}
	if counts[collide.Free] < len(states)/20 || counts[collide.InContact] < len(states)/20 {
		t.Errorf("%v: too few of a kind", counts)
	}
	return verdicts
}

// TestSiftRefuses has robots that no bound of a sift serves, and bodies that touch whatever the robot does: the verdicts are right all
// the same.
func TestSiftRefuses(t *testing.T) {
	const text = `<robot name="two"><link name="a"><collision><geometry><mesh filename="a"/></geometry></collision></link><link name="x"/>
<link name="b"><collision><geometry><mesh filename="b"/></geometry></collision></link>
<joint name="j" type="continuous"><parent link="a"/><child link="x"/><axis xyz="1 0 0"/></joint>
<joint name="k" type="continuous"><parent link="x"/><child link="b"/></joint></robot>`
	bricks := []*collide.Model{brickTo(geom.Vec{X: -1, Y: -2, Z: -3}), brickTo(geom.Vec{X: 3, Y: 2, Z: 1})}
	two := func() *Robot {
		return withBricks(read(t, text), func(i int) *collide.Model { return bricks[i] })
	}
	far := collide.Body{Shape: shape.Sphere{Center: geom.Vec{X: 99}, Radius: 1}}
	states := statesWithin(two(), 9)
	for name, o := range map[string]struct {
		root   geom.Pose
		others []collide.Body
		sifts  bool
	}{
		"rigid":  {geom.Identity, []collide.Body{far}, true},
		"bent":   {geom.Pose{R: geom.Mat{1, 3, 0, 0, 0.25, 0, 0, 0, 40}}, []collide.Body{far}, false},
		"remote": {geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1e120}}, []collide.Body{far}, false},
	} {
		c, err := NewChecker(two(), o.others, Options{Root: o.root, Detector: collide.Options{Workers: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if s := siftAt(t, c, simd.Best()); c.sifts(s, states[:8]) != o.sifts {
			t.Errorf("%s: sifted %t, want %t", name, !o.sifts, o.sifts)
		}
		got, err := c.Validate(t.Context(), states, false, nil)
		if err != nil || slices.ContainsFunc(got, func(v collide.Verdict) bool { return v != collide.InContact }) {
			t.Errorf("%s: %v, %v; want contacts in the corner", name, got, err)
		}
	}
	apart := geom.Pose{R: geom.Identity.R, T: geom.Vec{Z: 99}}
	ball := collide.Body{Shape: shape.Sphere{Radius: 1}, Pose: apart}
	c, err := NewChecker(two(), []collide.Body{ball, ball}, Options{Detector: collide.Options{Workers: 1, Allow: [][2]int{{0, 1}}, First: true}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Validate(t.Context(), states, false, nil)
	if err != nil || slices.ContainsFunc(got, func(v collide.Verdict) bool { return v != collide.InContact }) {
		t.Errorf("two balls in one place: %v, %v", got, err)
	}
}

// TestStatesAgainstBrute: the verdicts of Validate in the states that BenchmarkStates times are those of brute.
func TestStatesAgainstBrute(t *testing.T) {
	for name, load := range map[string]func(testing.TB) (*Robot, *Semantics){"ur5": loadUR5, "panda": loadPanda} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, s := load(t)
			states := statesWithin(r, require.Samples(10000, 100, 30))
			var verdicts [2][]collide.Verdict
			for i, m := range []collide.Method{nil, methods.Brute()} {
				c, err := NewChecker(r, []collide.Body{table}, Options{Semantics: s, Detector: collide.Options{First: true, Method: m}})
				if err != nil {
					t.Fatal(err)
				}
				if verdicts[i], err = c.Validate(t.Context(), states, false, nil); err != nil {
					t.Fatal(err)
				}
			}
			for i, v := range verdicts[0] {
				if want := verdicts[1][i]; v != want || v == collide.Unknown {
					t.Errorf("state %d, %v: %v, brute has %v", i, states[i], v, want)
				}
			}
		})
	}
}
