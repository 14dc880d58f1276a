package robot

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

// FuzzURDF asks of any input: no panic, an error in one line with the file's name, and a robot whose links have finite poses.
func FuzzURDF(f *testing.F) {
	for _, bad := range badURDFs {
		if len(bad.content) < 1<<12 {
			f.Add(bad.content)
		}
	}
	f.Add(shapeIn("<box size='1 1 1'/>"))
	f.Add(everyJoint)
	f.Fuzz(func(t *testing.T, content string) {
		r, err := Read(context.Background(), strings.NewReader(content), "fuzz.urdf")
		if err != nil {
			checkError(t, err, "fuzz.urdf")
			return
		}
		values := make([]float64, len(r.Variables()))
		for i, v := range r.Variables() {
			values[i] = v.Rest
		}
		if err := r.CheckState(values); err != nil {
			return // a mimic joint that is far off
		}
		for i, p := range r.LinkPoses(geom.Identity, values, nil) {
			if !p.IsFinite() {
				t.Errorf("the pose of link %d is %v", i, p)
			}
		}
		r.Untested(false, nil)
	})
}

// FuzzSRDF asks the same of SRDFs, and that pairs and states are those of links and joints.
func FuzzSRDF(f *testing.F) {
	for _, bad := range badSRDFs {
		f.Add(bad.content)
	}
	f.Add(armSRDF)
	r := read(f, everyJoint)
	f.Fuzz(func(t *testing.T, content string) {
		s, err := r.ReadSemantics(context.Background(), strings.NewReader(content), "fuzz.srdf")
		if err != nil {
			checkError(t, err, "fuzz.srdf")
			return
		}
		for _, d := range s.Disabled {
			if d.A < 0 || d.A >= d.B || d.B >= len(r.Links) {
				t.Errorf("disabled pair %+v", d)
			}
		}
		for _, st := range s.States {
			values, err := s.StateValues(r, st.Name)
			if err == nil && r.CheckState(values) != nil {
				t.Errorf("state %q has the values %v", st.Name, values)
			}
		}
	})
}

// FuzzStates asks of any list: no panic, errors with a line, states that are right.
func FuzzStates(f *testing.F) {
	for _, bad := range badStates {
		if len(bad.content) < 1<<12 {
			f.Add(bad.content)
		}
	}
	f.Add("time,elbow\n0,1\n1,-1e-3\n")
	f.Add("time,elbow,elbow.velocity\n0,1,2\n1,-1e-3,1e300\n")
	f.Add(`{"joint_names": ["elbow"], "points": [{"positions": [1], "velocities": [0], "time_from_start": {"sec": 1, "nanosec": 5}}, {"positions": [2], "velocities": [null]}]}`)
	f.Add(`{"joint_names": ["elbow"], "points": [{"positions": [1]}, {"positions": [-1e-3]}]}`)
	r := read(f, arm("", "", ""))
	f.Fuzz(func(t *testing.T, content string) {
		s, err := readerOf(strings.NewReader(content), "fuzz.csv", r)
		values := make([]float64, 1)
		for err == nil {
			if err = s.Next(values); err == nil && r.CheckState(values) != nil {
				t.Errorf("line %d: %v", s.Line(), values)
			}
			if _, v, none := s.Pace(); err == nil && none == nil && (len(v) != 1 || math.IsNaN(v[0]) || math.IsInf(v[0], 0)) {
				t.Errorf("line %d: velocities %v", s.Line(), v)
			}
		}
		if !errors.Is(err, io.EOF) {
			checkError(t, err, "fuzz.csv")
		}
	})
}

// checkError demands an error in one line that names the file.
func checkError(t *testing.T, err error, file string) {
	t.Helper()
	if text := err.Error(); !strings.HasPrefix(text, file+":") || strings.ContainsAny(text, "\n\r\x1b") {
		t.Errorf("error %q", text)
	}
}

// FuzzCellStates: a list of two arms, with bodies that links hold, is read to its end or to one line about what is wrong, and where bodies are is
// finite.
func FuzzCellStates(f *testing.F) {
	r := read(f, arm("", "", ""))
	cell, err := NewCell(Member{Robot: r, Name: "a"}, Member{Robot: r, Name: "b", Root: geom.Pose{R: geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}, T: geom.Vec{X: 1e200}}})
	if err != nil {
		f.Fatal(err)
	}
	bodies := []Holdable{
		{Name: "x", Hold: Hold{Link: -1, At: geom.Identity}},
		{Name: "y", Hold: Hold{Link: 3, At: geom.Pose{R: geom.Identity.R, T: geom.Vec{Y: 1e300}}, Touch: []int{2}}},
		{Name: "z", Fixed: "is immovable", Hold: Hold{Link: -1, At: geom.Identity}},
	}
	for _, s := range []string{
		"a/elbow,b/elbow,x.link,y.link\n0,1,a/arm,\n0,1,b/arm b/base,a/base\n1,1,,", "x.link,b/elbow,a/elbow\n\"b/arm\",0,0", "z.link", "x.link,x.link",
		"a/elbow,b/elbow,y.link\n1e6,-1e6,a/arm\n0,0,b/arm\n0,0,b/arm a/arm", `{"joint_names": ["a/elbow", "b/elbow"], "points": [{"positions": [0, 1]}]}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := NewCellReader(strings.NewReader(text), "states.csv", cell, bodies)
		values := make([]float64, 2)
		for err == nil {
			if err = list.Next(values); err != nil {
				break
			}
			links := cell.LinkPoses(values, nil)
			for _, h := range list.Holds() {
				if p := h.Pose(links); h.Body == 2 || !finite(&h.At) || !finite(&p) {
					t.Fatalf("%+v", h)
				}
			}
		}
		if !errors.Is(err, io.EOF) && strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("%q", err)
		}
	})
}
