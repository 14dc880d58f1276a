package robot

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// wall is a thin wall of triangles across x.
func wall(x float64) collide.Body {
	m := &mesh.Mesh{
		Vertices:  []geom.Vec{{X: x, Y: -2, Z: -1}, {X: x, Y: 2, Z: -1}, {X: x, Y: 2, Z: 2}, {X: x, Y: -2, Z: 2}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	return collide.Body{Name: "wall", Shape: collide.NewModel(m), Immovable: true}
}

// mover is a checker that moves a robot, and one that looks at single states.
type mover struct {
	move, look *Checker
}

func newMover(t testing.TB, r *Robot, s *Semantics, others []collide.Body) *mover {
	t.Helper()
	var m mover
	for _, c := range [2]**Checker{&m.move, &m.look} {
		var err error
		if *c, err = NewChecker(r, others, Options{Semantics: s, Detector: collide.Options{Workers: 1, First: true}}); err != nil {
			t.Fatal(err)
		}
	}
	return &m
}

// mix is a value on a line at a time.
func mix(a, b, t float64) float64 {
	c := line(a, b)
	return c.at(t)
}

// verdictAt is that of the state at a time.
func (m *mover) verdictAt(t *testing.T, w Way, at float64) collide.Verdict {
	t.Helper()
	values := make([]float64, len(w.From))
	w.At(at, values)
	if err := m.look.SetState(values); err != nil {
		t.Fatal(err)
	}
	r, err := m.look.Detect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict
}

// follow moves the robot and confirms the answer at instants.
func (m *mover) follow(t *testing.T, from, to []float64, instants int) collide.Impact {
	t.Helper()
	return m.followWay(t, Way{From: from, To: to}, instants)
}

func (m *mover) followWay(t *testing.T, w Way, instants int) collide.Impact {
	t.Helper()
	r, err := m.move.Move(t.Context(), w, collide.Gaps{}, 1e-6)
	if err != nil && !errors.Is(err, collide.ErrUndecided) {
		t.Fatal(err)
	}
	free := 1.0
	if r.Verdict != collide.Free {
		free = r.T0
	}
	for i := range instants {
		at := float64(i) / float64(instants)
		if i == 0 && r.Verdict == collide.Free {
			at = 1
		}
		if at *= free; at < free || free == 1 {
			if v := m.verdictAt(t, w, at); v != collide.Free {
				t.Fatalf("%+v: %+v, but %v at %v", w, r, v, at)
			}
		}
	}
	if r.Verdict == collide.InContact {
		if v := m.verdictAt(t, w, r.T1); v != collide.InContact || !(r.T1-r.T0 <= 1e-6) {
			t.Fatalf("%+v: %+v, but %v at its end", w, r, v)
		}
	}
	return r
}

// TestMoveThroughAWall: two states on either side of a wall are free, and the motion between them is not.
func TestMoveThroughAWall(t *testing.T) {
	r, s := loadUR5(t)
	m := newMover(t, r, s, []collide.Body{wall(-0.4)})
	from, to := []float64{-1.5, -0.6, 0.5, 0, 0, 0}, []float64{1.5, -0.6, 0.5, 0, 0, 0}
	for _, q := range [][]float64{from, to} {
		if v := m.verdictAt(t, Way{From: q, To: q}, 0); v != collide.Free {
			t.Fatalf("state %v is %v", q, v)
		}
	}
	there, back := m.follow(t, from, to, 100), m.follow(t, to, from, 100)
	for _, i := range []collide.Impact{there, back} {
		if i.Verdict != collide.InContact || m.move.Names()[i.B] != "wall" || i.TriA < 0 {
			t.Errorf("%+v; want a contact with the wall", i)
		}
	}
	past := newMover(t, r, s, []collide.Body{wall(-1.4)})
	if i := past.follow(t, from, to, 100); i.Verdict != collide.Free {
		t.Errorf("%+v; want free: the wall is out of reach", i)
	}
}

// TestMoveFromRoots swings a door into a wall. Under a root that is nearly a rotation the wall is hit; a root that is none is
// refused: under a reflection the door would turn the other way than its spin says.
func TestMoveFromRoots(t *testing.T) {
	r := read(t, `<robot name="door"><link name="frame"/><link name="door"><collision><geometry><mesh filename="x.obj"/></geometry></collision></link>
<joint name="hinge" type="revolute"><parent link="frame"/><child link="door"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint></robot>`)
	r.Links[1].Collision[0].Shape = collide.NewModel(&mesh.Mesh{Vertices: []geom.Vec{{X: 1}, {X: 1.01}, {X: 1.01, Z: 0.01}}, Triangles: [][3]uint32{{0, 1, 2}}})
	screen := collide.Body{Name: "screen", Shape: collide.NewModel(&mesh.Mesh{
		Vertices:  []geom.Vec{{X: -2, Y: 0.25, Z: -9}, {X: 2, Y: 0.25, Z: -9}, {X: 2, Y: 0.25, Z: 9}, {X: -2, Y: 0.25, Z: 9}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	})}
	for _, c := range []struct {
		name string
		r    geom.Mat
		hits bool
	}{
		{"identity", geom.Identity.R, true},
		{"nearly", geom.Mat{1 + 1e-10, 0, 0, 0, 1 - 1e-10, 0, 0, 0, 1}, true},
		{"reflection", geom.Mat{-1, 0, 0, 0, 1, 0, 0, 0, 1}, false},
		{"scaled", geom.Mat{2, 0, 0, 0, 2, 0, 0, 0, 2}, false},
	} {
		checker, err := NewChecker(r, []collide.Body{screen}, Options{Root: geom.Pose{R: c.r}})
		if err != nil {
			t.Fatal(err)
		}
		i, err := checker.Move(t.Context(), Way{From: []float64{-0.5}, To: []float64{0.5}}, collide.Gaps{}, 1e-6)
		if c.hits && (err != nil || i.Verdict != collide.InContact) || !c.hits && (!errors.Is(err, collide.ErrUnsupported) || !errors.Is(err, motion.ErrRotation)) {
			t.Errorf("%s: %+v, %v", c.name, i, err)
		}
	}
}

// TestMoveBetweenRandomStates confirms answers at 100 instants, there and back.
func TestMoveBetweenRandomStates(t *testing.T) {
	r, s := loadUR5(t)
	m := newMover(t, r, s, []collide.Body{wall(0.7)})
	states := randomStates(r, 24)
	random := rand.New(rand.NewPCG(5, 6))
	counts := map[collide.Verdict]int{}
	for i := 1; i < len(states); i++ {
		from, to := states[i-1], append([]float64(nil), states[i]...)
		share := 1.0
		if i%2 == 0 {
			share = 0.1 * random.Float64()
		}
		for k := range to {
			to[k] = from[k] + share*(to[k]-from[k])
		}
		there := m.follow(t, from, to, 100)
		back := m.follow(t, to, from, 10)
		counts[there.Verdict]++
		if there.Verdict != back.Verdict && there.Verdict != collide.Unknown && back.Verdict != collide.Unknown {
			t.Errorf("from %v to %v: %+v, back %+v", from, to, there, back)
		}
	}
	if counts[collide.Free] < 5 || counts[collide.InContact] < 5 || counts[collide.Unknown] > 1 {
		t.Errorf("%v: the test proves little", counts)
	}
	t.Log(counts)
}

// TestMoveIsDetectorsMove: a robot of one sliding joint moves as a body on a straight path does.
func TestMoveIsDetectorsMove(t *testing.T) {
	r := read(t, `<robot name="cart"><link name="rail"/><link name="cart"><collision><geometry><mesh filename="x.obj"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="rail"/><child link="cart"/><axis xyz="1 0 0"/><limit lower="-9" upper="9"/></joint></robot>`)
	block := collide.NewModel(&mesh.Mesh{Vertices: []geom.Vec{{}, {Y: 1}, {Z: 1}}, Triangles: [][3]uint32{{0, 1, 2}}})
	r.Links[1].Collision[0].Shape = block
	c, err := NewChecker(r, []collide.Body{wall(1)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Move(t.Context(), Way{From: []float64{-1}, To: []float64{7}}, collide.Gaps{}, 1e-9)
	if err != nil || got.Verdict != collide.InContact || got.T1 != 0.25 || got.A != 0 || got.B != 1 {
		t.Errorf("%+v, %v; want contact at 0.25", got, err)
	}
	d, err := collide.NewDetector([]collide.Body{{Shape: block}, wall(1)}, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path, err := motion.NewStraight(geom.Pose{R: geom.Identity.R, T: geom.Vec{X: -1}}, geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 7}})
	if err != nil {
		t.Fatal(err)
	}
	if want, err := d.Move(t.Context(), []motion.Path{path, nil}, collide.Gaps{}, 1e-9); err != nil || want.T1 != got.T1 || want.TriB != got.TriB {
		t.Errorf("%+v, %v; the robot has %+v", want, err, got)
	}
}

// TestMoveFailsClosed: whatever cannot be followed or finished is not free.
func TestMoveFailsClosed(t *testing.T) {
	r, s := loadUR5(t)
	from, to := []float64{0, -1, 0, 0, 0, 0}, []float64{0.5, -1, 0.5, 0, 0, 0}
	m := newMover(t, r, s, []collide.Body{wall(2)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if i, err := m.move.Move(ctx, Way{From: from, To: to}, collide.Gaps{}, 1e-6); i.Verdict != collide.Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", i, err)
	}
	m.move.SetBudget(collide.Budget{Steps: 3})
	if i, err := m.move.Move(t.Context(), Way{From: from, To: to}, collide.Gaps{}, 1e-6); i.Verdict != collide.Unknown || !errors.Is(err, collide.ErrBudget) {
		t.Errorf("3 steps: %+v, %v", i, err)
	}
	m.move.SetBudget(collide.Budget{})
	if i, err := m.move.Move(t.Context(), Way{From: from, To: to[1:]}, collide.Gaps{}, 1e-6); i != (collide.Impact{}) || err == nil {
		t.Errorf("a value less: %+v, %v", i, err)
	}
	if i, err := m.move.Move(t.Context(), Way{From: from, To: []float64{math.NaN(), 0, 0, 0, 0, 0}}, collide.Gaps{}, 1e-6); i != (collide.Impact{}) || err == nil {
		t.Errorf("NaN: %+v, %v", i, err)
	}
	for _, root := range []geom.Pose{{R: geom.Mat{2, 0, 0, 0, 2, 0, 0, 0, 2}}, {R: geom.Mat{-1, 0, 0, 0, -1, 0, 0, 0, 1.1}}} {
		c, err := NewChecker(r, nil, Options{Semantics: s, Root: root})
		if err != nil {
			t.Fatal(err)
		}
		if i, err := c.Move(t.Context(), Way{From: from, To: to}, collide.Gaps{}, 1e-6); i != (collide.Impact{}) || !errors.Is(err, collide.ErrUnsupported) || !errors.Is(err, motion.ErrRotation) {
			t.Errorf("root %v: %+v, %v", root, i, err)
		}
	}
}

// TestMoveRefusesTurningFloats: a quaternion that goes linearly is no turn at a constant rate.
func TestMoveRefusesTurningFloats(t *testing.T) {
	r := read(t, everyJoint)
	c, err := NewChecker(r, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	from, err := r.ParseState("slide=0.75")
	if err != nil {
		t.Fatal(err)
	}
	to := append([]float64(nil), from...)
	to[9] = 0.5
	i, err := c.Move(t.Context(), Way{From: from, To: to}, collide.Gaps{}, 1e-6)
	if i != (collide.Impact{}) || !errors.Is(err, collide.ErrUnsupported) || !strings.Contains(err.Error(), "the floating joint fly turns") {
		t.Errorf("%+v, %v", i, err)
	}
}

// TestMoveAllocatesNothing once the buffers have grown.
func TestMoveAllocatesNothing(t *testing.T) { //nolint:paralleltest // counts allocations
	r, s := loadUR5(t)
	m := newMover(t, r, s, []collide.Body{wall(-0.4)})
	from, to := []float64{-1.5, -0.6, 0.5, 0, 0, 0}, []float64{1.5, -0.6, 0.5, 0, 0, 0}
	move := func() {
		if _, err := m.move.Move(context.Background(), Way{From: from, To: to}, collide.Gaps{}, 1e-6); err != nil {
			t.Fatal(err)
		}
	}
	move()
	if n := testing.AllocsPerRun(5, move); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// spinning is an arm of two solids on a joint that turns without a limit.
const spinning = `<robot name="spinning">
<link name="base"/>
<link name="arm">
<collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision>
<collision><origin xyz="1 0 0"/><geometry><cylinder radius="0.05" length="0.3"/></geometry></collision>
</link>
<joint name="spin" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
</robot>`

// TestLargeAnglesStopAtOnce: motions through angles of a million, the most that a state may have, take as long as their many
// turns do, next to what an arm passes by at 5 cm. A context ends them within 50 ms. Other programs take
// the processor away at times: one attempt of several has to be quick.
func TestLargeAnglesStopAtOnce(t *testing.T) {
	r := read(t, spinning)
	slab := collide.Body{Name: "slab", Shape: shape.Box{Center: geom.Vec{Z: -1.2}, Size: geom.Vec{X: 4, Y: 4, Z: 2}}, Immovable: true}
	c, err := NewChecker(r, []collide.Body{slab, wall(1.3)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []time.Duration{time.Millisecond, 30 * time.Millisecond, 200 * time.Millisecond} {
		least := time.Hour
		for try := 0; try < 20 && least > 50*time.Millisecond; try++ {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			i, err := c.Move(ctx, Way{From: []float64{0}, To: []float64{maxAngle}}, collide.Gaps{}, 1e-6)
			deadline, _ := ctx.Deadline()
			least = min(least, time.Since(deadline))
			cancel()
			if i.Verdict != collide.Unknown || !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("after %v: %+v, %v; want a motion that takes longer", after, i, err)
			}
		}
		if least > 50*time.Millisecond {
			t.Errorf("cancelled after %v it went on for %v", after, least)
		}
	}
	if i, err := c.Move(t.Context(), Way{From: []float64{0}, To: []float64{2 * maxAngle}}, collide.Gaps{}, 1e-6); i != (collide.Impact{}) || err == nil {
		t.Errorf("an angle of two million: %+v, %v; want a refusal", i, err)
	}
}
