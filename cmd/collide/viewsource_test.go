package main

import (
	"bytes"
	"testing"
)

// TestShow opens what view shows: meshes, a scene, and a robot in a state, whose neighbours are not tested.
func TestShow(t *testing.T) {
	for _, c := range []struct {
		files    []string
		contacts int
	}{
		{[]string{"../../testdata/example/knot.obj", "../../testdata/example/ring.obj"}, 208},
		{[]string{"../../testdata/ur5/colliding.json"}, 426},
		{[]string{"../../testdata/ur5/ur5.urdf", "../../testdata/example/ring.obj"}, 102},
	} {
		var errs bytes.Buffer
		a := &app{stdout: &errs, stderr: &errs}
		root := a.root()
		view, _, err := root.Find([]string{"view"})
		if err != nil {
			t.Fatal(err)
		}
		if view.PreRun != nil {
			view.PreRun(view, nil)
		}
		a.robot.srdf, a.robot.state = "", ""
		if isRobot(c.files[0]) {
			a.robot.srdf, a.robot.state = "../../testdata/ur5/ur5.srdf", "colliding"
		}
		f := viewFlags{queryFlags: queryFlags{method: "auto", backend: "auto"}, dt: 1, given: func(string) bool { return false }}
		show, err := a.show(t.Context(), c.files, &f)
		if err != nil {
			t.Errorf("%v: %v", c.files, err)
			continue
		}
		if n := show.Stepper.Frame().Contacts; n != c.contacts {
			t.Errorf("%v: %d contacts, want %d", c.files, n, c.contacts)
		}
		if err := show.Stepper.Close(); err != nil {
			t.Error(err)
		}
	}
}
