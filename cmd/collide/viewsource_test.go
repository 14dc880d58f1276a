package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
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

// TestShowOfLinksWithSeveralShapes: the shapes of a link are shown side by side, and not tested against each other.
func TestShowOfLinksWithSeveralShapes(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"cart.urdf": `<robot name="cart"><link name="cart">
 <collision><origin xyz="0 0 1"/><geometry><box size="1 1 1"/></geometry></collision>
 <collision><origin xyz="0 0 0.25"/><geometry><sphere radius="0.25"/></geometry></collision></link></robot>`,
		"cell.json": `{"version": 1, "unit": "m", "bodies": [{"name": "floor", "half_space": {"point": [0, 0, 0], "normal": [0, 0, 1]}}], "robots": [{"urdf": "cart.urdf"}]}`,
		"allow":     "cart floor\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, allow := range []string{"", filepath.Join(dir, "allow")} {
		a := &app{stdout: io.Discard, stderr: io.Discard}
		a.robot.taken = true
		a.limits.Bodies, a.limits.Triangles = 10, 10
		f := viewFlags{queryFlags: queryFlags{method: "auto", backend: "auto"}, dt: 1, allow: allow, given: func(string) bool { return false }}
		show, err := a.show(t.Context(), []string{filepath.Join(dir, "cell.json")}, &f)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, b := range show.Stepper.Bodies() {
			names = append(names, b.Name)
		}
		r := show.Stepper.Frame().Result
		if got := strings.Join(names, "; "); got != "floor; cart; cart, shape 2" || len(r.Contacts) != 1 || len(r.Pairs) != 1 || r.Pairs[0].Allowed != (allow != "") {
			t.Errorf("%s: contacts %v, pairs %+v", got, r.Contacts, r.Pairs)
		}
		if show.Joints != nil {
			t.Error("sliders for a robot without joints")
		}
		if err := show.Stepper.Close(); err != nil {
			t.Error(err)
		}
	}
}
