package robot

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
)

// block is a cuboid of triangles around the origin.
func block(x, y, z float64) collide.Shape {
	m := &mesh.Mesh{}
	for i := range 8 {
		m.Vertices = append(m.Vertices, geom.Vec{X: x * float64(i&1), Y: y * float64(i>>1&1), Z: z * float64(i>>2)}.Sub(geom.Vec{X: x / 2, Y: y / 2, Z: z / 2}))
	}
	for _, q := range [6][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
	return collide.NewModel(m)
}

func standing(v geom.Vec) geom.Pose { return geom.Pose{R: geom.Identity.R, T: v} }

// twoArms are two UR5s that face each other over a table, with two blocks of about a size that links take.
func twoArms(t testing.TB, size float64) (*Cell, []collide.Body, []Holdable, *twin) {
	t.Helper()
	r, s := loadUR5(t)
	roots := []matrix{about([3]float64{0, 0, 1}, 0.3, [3]float64{}), about([3]float64{0, 0, 1}, 2.5, [3]float64{0.7, 0.1, 0.05})}
	cell, err := NewCell(Member{Robot: r, Name: "left", Root: roots[0].pose(), Semantics: s}, Member{Robot: r, Name: "right", Root: roots[1].pose(), Semantics: s})
	if err != nil {
		t.Fatal(err)
	}
	others := []collide.Body{
		{Name: "part", Shape: block(0.9*size, size, 1.1*size), Pose: standing(geom.Vec{X: 0.4, Y: -0.3, Z: 0.4})},
		{Name: "lid", Shape: block(size, size, 0.1*size), Pose: standing(geom.Vec{X: 0.3, Y: 0.4, Z: 0.6})},
		{Name: "table", Shape: block(2, 2, 0.1), Pose: standing(geom.Vec{X: 0.3, Z: -0.3}), Immovable: true},
	}
	var bodies []Holdable
	for _, o := range others {
		h := Holdable{Name: o.Name, Hold: Hold{Link: -1, At: o.Pose}}
		if o.Immovable {
			h.Fixed = "is immovable"
		}
		bodies = append(bodies, h)
	}
	return cell, others, bodies, newTwin(t, roots, others)
}

// drawnStates are a list of states of two arms around one of each, of which links take the part and the lid, release them and pass them on.
func drawnStates(seed uint64, n int, around []float64, reach float64) (string, [][2]int) {
	random := rand.New(rand.NewPCG(seed, 20))
	var b strings.Builder
	b.WriteString("part.link,lid.link")
	for _, side := range []string{"left", "right"} {
		for _, j := range []string{"shoulder", "upper_arm", "forearm", "wrist_1", "wrist_2", "wrist_3"} {
			b.WriteString("," + side + "/" + j)
		}
	}
	names := []string{""}
	for _, side := range []string{"left", "right"} {
		for _, l := range []string{"base", "shoulder", "upperarm", "forearm", "wrist1", "wrist2", "wrist3"} {
			names = append(names, side+"/"+l)
		}
	}
	var holders [][2]int
	at := [2]int{}
	for range n {
		for k := range at {
			if random.IntN(3) == 0 {
				at[k] = random.IntN(len(names))
			}
		}
		holders = append(holders, [2]int{at[0] - 1, at[1] - 1})
		fmt.Fprintf(&b, "\n%s,%s", names[at[0]], names[at[1]])
		for k := range 12 {
			fmt.Fprintf(&b, ",%v", around[k%6]+(random.Float64()*2-1)*reach)
		}
	}
	return b.String(), holders
}

// freeArm is a state in which the UR5 does not touch itself.
var freeArm = []float64{0.52, -1.22, 1.31, -1.66, -1.57, 0}

// TestCellTwin compares the contacts of a cell, in states that a list gives, with brute force over bodies that kinematics without common
// code poses: the sets are equal, triangle by triangle.
func TestCellTwin(t *testing.T) {
	t.Parallel()
	n := require.Cases(60, 6)
	cell, others, bodies, w := twoArms(t, 0.8)
	c, err := NewCellChecker(cell, others, Options{Detector: collide.Options{Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	text, holders := drawnStates(1, n, make([]float64, 6), math.Pi)
	list, err := NewCellReader(strings.NewReader(text), "states.csv", cell, bodies)
	if err != nil {
		t.Fatal(err)
	}
	values, touching, held := make([]float64, len(cell.Variables())), 0, 0
	for i := range holders {
		if err := list.Next(values); err != nil {
			t.Fatal(err)
		}
		for k, link := range holders[i] {
			w.pass(k, link, values)
		}
		got := detected(t, c, list.Holds(), values)
		want, err := w.detector(t, methods.Brute(), values).Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Contacts, want.Contacts) || got.Hash() != want.Hash() {
			t.Fatalf("state %d: %d contacts, brute force over the twin has %d", i, len(got.Contacts), len(want.Contacts))
		}
		for _, p := range got.Pairs {
			touching++
			if p.B >= 14 && p.B < 16 && list.Holds()[p.B-14].Link >= 0 {
				held++
			}
		}
	}
	if err := list.Next(values); !errors.Is(err, io.EOF) {
		t.Errorf("after the last state: %v", err)
	}
	if touching < n/2 || held < n/20 {
		t.Errorf("%d pairs touch, %d of them are held: expected more to compare", touching, held)
	}
}

// detected is the answer for a state.
func detected(t testing.TB, c *Checker, holds []Hold, values []float64) *collide.Result {
	t.Helper()
	if err := c.Hold(holds); err != nil {
		t.Fatal(err)
	}
	if err := c.SetState(values); err != nil {
		t.Fatal(err)
	}
	r, err := c.Detect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCellMoves follows two arms, and what they hold, between the states of a list: before T0 no state of the way touches, and at T1
// the named pair does, in the twin too.
func TestCellMoves(t *testing.T) {
	t.Parallel()
	cell, others, bodies, w := twoArms(t, 0.3)
	c, err := NewCellChecker(cell, others, Options{Detector: collide.Options{Workers: 1, First: true}})
	if err != nil {
		t.Fatal(err)
	}
	n := require.Cases(100, 24)
	text, holders := drawnStates(3, n, freeArm, 1)
	list, err := NewCellReader(strings.NewReader(text), "states.csv", cell, bodies)
	if err != nil {
		t.Fatal(err)
	}
	values, found, late, carried := make([]float64, len(cell.Variables())), 0, 0, 0
	for i := range holders {
		if err := list.Next(values); err != nil {
			t.Fatal(err)
		}
		for k, link := range holders[i] {
			w.pass(k, link, values)
		}
		to := slices.Clone(values)
		for k := range to {
			to[k] += 0.4 * math.Sin(float64(i+k))
		}
		if err := c.Hold(list.Holds()); err != nil {
			t.Fatal(err)
		}
		m, err := c.Move(t.Context(), Way{From: values, To: to}, collide.Gaps{}, 1e-6)
		if err != nil {
			t.Fatal(err)
		}
		free := 1.0
		if m.Verdict == collide.InContact {
			free = m.T0
		}
		at := func(time float64) *collide.Result {
			between := make([]float64, len(to))
			for k := range to {
				between[k] = mix(values[k], to[k], time)
			}
			r, err := w.detector(t, nil, between).Detect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		for _, share := range []float64{0, 0.31, 0.72, 1} {
			if time := share * free; time < free || free == 1 {
				if r := at(time); r.Verdict != collide.Free {
					t.Fatalf("state %d: %+v, but at %v %v touch", i, m, time, r.Pairs[0])
				}
			}
		}
		if m.Verdict != collide.InContact {
			continue
		}
		if found++; m.T0 > 0 {
			late++
		}
		if m.B >= 14 && m.B < 16 {
			carried++
		}
		if m.T0 > 0 && !slices.ContainsFunc(at(m.T1).Pairs, func(p collide.Pair) bool { return p.A == m.A && p.B == m.B }) {
			t.Errorf("state %d: %+v, but the twin does not touch there", i, m)
		}
	}
	t.Logf("%d of %d motions touch, %d on the way, %d with what is taken", found, n, late, carried)
	if late < n/8 || carried == 0 || found == n {
		t.Error("nothing to compare")
	}
}
