package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	library "github.com/collide-go/collide/proof"
	"github.com/collide-go/collide/robot"
)

// TestUR5 proves the states of the example's path: the verifiers print what the checker of robots finds.
func TestUR5(t *testing.T) {
	t.Parallel()
	r, s := loadRobot(t, "../testdata/ur5/ur5.urdf", "../testdata/ur5/ur5.srdf")
	in, err := os.Open("../testdata/ur5/path.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cell, err := robot.NewCell(robot.Member{Robot: r})
	if err != nil {
		t.Fatal(err)
	}
	list, err := robot.NewCellReader(in, "path.csv", cell, nil)
	if err != nil {
		t.Fatal(err)
	}
	var states [][]float64
	for {
		values := make([]float64, len(r.Variables()))
		if err := list.Next(values); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		states = append(states, values)
	}
	c, err := robot.NewChecker(r, nil, robot.Options{Semantics: s})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	want := make([]int, len(states))
	for i, values := range states {
		if err := c.SetState(values); err != nil {
			t.Fatal(err)
		}
		found, err := c.Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want[i] = len(found.Contacts)
	}
	proveStates(t, r, s, states, want)
}

// TestPanda proves the states of the shared robot that its file has answers for: these are how many pairs of triangles touch.
func TestPanda(t *testing.T) {
	t.Parallel()
	dir := require.Shared("robots/panda") + "/"
	require.File(t, dir+"truth.ndjson")
	r, s := loadRobot(t, dir+"panda.urdf", dir+"panda.srdf")
	text, err := os.ReadFile(dir + "truth.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	var states [][]float64
	var want []int
	touching := 0
	for line := range strings.Lines(string(text)) {
		var truth struct {
			Q        []float64
			Fragile  bool
			Contacts []struct{ Triangles int }
		}
		if err := json.Unmarshal([]byte(line), &truth); err != nil {
			t.Fatal(err)
		}
		if truth.Fragile {
			continue // poses that are rounded in another way have other answers
		}
		n := 0
		for _, c := range truth.Contacts {
			n += c.Triangles
		}
		if !require.Long() && (n == 0) == (touching < len(states)) {
			continue // in turn, a state that touches and one that does not
		}
		if n > 0 {
			touching++
		}
		if states, want = append(states, truth.Q), append(want, n); len(states) == require.Cases(20, 4) && !require.Long() {
			break
		}
	}
	proveStates(t, r, s, states, want)
}

func loadRobot(t *testing.T, urdf, srdf string) (*robot.Robot, *robot.Semantics) {
	t.Helper()
	var l robot.Loader
	r, err := l.File(t.Context(), urdf)
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Semantics(t.Context(), r, srdf)
	if err != nil {
		t.Fatal(err)
	}
	return r, s
}

// proveStates proves states of a robot, in which so many pairs of triangles touch.
func proveStates(t *testing.T, r *robot.Robot, s *robot.Semantics, states [][]float64, want []int) {
	t.Helper()
	bodies, skip, err := library.RobotBodies(context.Background(), r, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	w, err := library.NewWriter(&text, bodies, library.Options{Moving: len(bodies), Skip: skip, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	touching := 0
	for i, values := range states {
		found, err := w.Prove(t.Context(), library.RobotPoses(r, geom.Identity, values)...)
		if err != nil || len(found.Contacts) != want[i] {
			t.Fatalf("state %d: %d contacts, %v; want %d", i, len(found.Contacts), err, want[i])
		}
		if want[i] > 0 {
			touching++
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{}
	for _, p := range r.Parts(false) {
		files[p.Geometry.File] = true
	}
	var names []string
	for f := range files {
		names = append(names, f)
	}
	got, _, err := verify(t, text.Bytes(), names...)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range want {
		if line := fmt.Sprintf("frame %d: %d contacts, ", i, n); !strings.Contains(got, line) {
			t.Errorf("state %d: %d contacts are not proven", i, n)
		}
	}
	if line := fmt.Sprintf("(frames: %d, not free: %d, ", len(states), touching); !strings.Contains(got, line) || touching == 0 || touching == len(states) {
		t.Errorf("%s, want %s", got, line)
	}
	inPython(t, text.Bytes(), got, names...)
	t.Logf("%d states, %d pairs not looked at, %d bytes", len(states), len(skip), text.Len())
}
