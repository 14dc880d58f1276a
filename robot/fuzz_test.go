package robot

import (
	"context"
	"errors"
	"io"
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
	f.Add(`{"joint_names": ["elbow"], "points": [{"positions": [1]}, {"positions": [-1e-3]}]}`)
	r := read(f, arm("", "", ""))
	f.Fuzz(func(t *testing.T, content string) {
		s, err := NewStateReader(strings.NewReader(content), "fuzz.csv", r)
		values := make([]float64, 1)
		for err == nil {
			if err = s.Next(values); err == nil && r.CheckState(values) != nil {
				t.Errorf("line %d: %v", s.Line(), values)
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
