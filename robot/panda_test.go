package robot

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

var panda = require.Shared("robots/panda") + "/"

// truth is a line of truth.ndjson.
type truth struct {
	State    int
	Q        []float64
	Fragile  bool
	Contacts []struct {
		Links     [2]string
		Triangles int
	}
	Distance [2]float64
	Frames   map[string][12]float64
}

// pandaStates returns the exact answers for the Panda in its states.
func pandaStates(t testing.TB) []truth {
	t.Helper()
	require.File(t, panda+"truth.ndjson")
	f, err := os.Open(panda + "truth.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	var states []truth
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var s truth
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		states = append(states, s)
	}
	return states
}

// loadPanda reads the Panda and its SRDF.
func loadPanda(t testing.TB) (*Robot, *Semantics) {
	t.Helper()
	require.File(t, panda+"panda.urdf")
	var l Loader
	r, err := l.File(t.Context(), panda+"panda.urdf")
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Semantics(t.Context(), r, panda+"panda.srdf")
	if err != nil {
		t.Fatal(err)
	}
	return r, s
}

// TestPanda compares every state that is not fragile with CGAL's answer: pairs of links, pairs of triangles, the least
// distance, and the first three states' frames.
func TestPanda(t *testing.T) {
	states := pandaStates(t)
	r, s := loadPanda(t)
	c, err := NewChecker(r, nil, Options{Semantics: s})
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, want := range states {
		if want.Frames != nil {
			compareFrames(t, r, &want)
		}
		if want.Fragile {
			continue
		}
		tested++
		if err := c.SetState(want.Q); err != nil {
			t.Fatal(err)
		}
		result, err := c.Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		compareContacts(t, c, &want, result)
		d, ok, err := c.Distance(t.Context())
		if err != nil || !ok || math.Abs(d.Value-want.Distance[0]) > 1e-9 {
			t.Errorf("state %d: distance %v, %v, %v; want %v", want.State, d.Value, ok, err, want.Distance[0])
		}
	}
	if tested < 200 {
		t.Errorf("%d states were tested, want at least 200", tested)
	}
}

func compareContacts(t *testing.T, c *Checker, want *truth, got *collide.Result) {
	t.Helper()
	if len(got.Pairs) != len(want.Contacts) {
		t.Errorf("state %d: %d pairs, want %d", want.State, len(got.Pairs), len(want.Contacts))
		return
	}
	for _, p := range got.Pairs {
		found := slices.ContainsFunc(want.Contacts, func(w struct {
			Links     [2]string
			Triangles int
		}) bool {
			return w.Links == [2]string{c.Names()[p.A], c.Names()[p.B]} && w.Triangles == len(p.Contacts)
		})
		if !found {
			t.Errorf("state %d: %s and %s touch in %d pairs of triangles, want %v", want.State, c.Names()[p.A], c.Names()[p.B], len(p.Contacts), want.Contacts)
		}
	}
}

func compareFrames(t *testing.T, r *Robot, want *truth) {
	t.Helper()
	poses := r.LinkPoses(geom.Identity, want.Q, nil)
	for i := range r.Links {
		f := want.Frames[r.Links[i].Name]
		w := geom.Pose{R: geom.Mat{f[0], f[1], f[2], f[4], f[5], f[6], f[8], f[9], f[10]}, T: geom.Vec{X: f[3], Y: f[7], Z: f[11]}}
		if d := far(&poses[i], &w); d > 4e-15 {
			t.Errorf("state %d: link %s is %g from its place", want.State, r.Links[i].Name, d)
		}
	}
}

// TestPandaPairs holds the pairs that are tested to the list of the truth.
func TestPandaPairs(t *testing.T) {
	r, s := loadPanda(t)
	content, err := os.ReadFile(panda + "robot.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Joints []string
		Pairs  [][2]string
	}
	if err := json.Unmarshal(content, &want); err != nil {
		t.Fatal(err)
	}
	c, err := NewChecker(r, nil, Options{Semantics: s})
	if err != nil {
		t.Fatal(err)
	}
	untested := map[[2]int]bool{}
	for _, u := range c.Untested() {
		untested[[2]int{u.A, u.B}] = true
	}
	var got [][2]string
	for a := range c.Names() {
		for b := a + 1; b < len(c.Names()); b++ {
			if !untested[[2]int{a, b}] {
				got = append(got, [2]string{c.Names()[a], c.Names()[b]})
			}
		}
	}
	if !slices.Equal(got, want.Pairs) {
		t.Errorf("tested pairs %v, want %v", got, want.Pairs)
	}
	var names []string
	for _, v := range r.Variables() {
		names = append(names, v.Name)
	}
	if !slices.Equal(names, want.Joints) {
		t.Errorf("variables %v, want %v", names, want.Joints)
	}
}

// TestPandaValidate asks for all verdicts at once, with 1, 2 and 8 workers.
func TestPandaValidate(t *testing.T) {
	states := pandaStates(t)
	r, s := loadPanda(t)
	var qs [][]float64
	for _, st := range states {
		qs = append(qs, st.Q)
	}
	for _, workers := range []int{1, 2, 8} {
		c, err := NewChecker(r, nil, Options{Semantics: s, Detector: collide.Options{First: true, Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		verdicts, err := c.Validate(t.Context(), qs, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range verdicts {
			want := collide.Free
			if len(states[i].Contacts) > 0 {
				want = collide.InContact
			}
			if v != want && !states[i].Fragile {
				t.Errorf("%d workers: state %d is %v, want %v", workers, i, v, want)
			}
		}
	}
}
