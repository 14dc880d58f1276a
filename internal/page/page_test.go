package page

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/methods"
)

const data = "../../testdata/"

// reported is what the tests read of a report.
type reported struct {
	Verdict, Hash string
	Complete      bool
	Pairs         []struct {
		Kind     string
		Distance *float64
	}
	Untested []any
}

func check(t *testing.T, r *Request) (reported, *Answer) {
	t.Helper()
	a, err := Check(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var got reported
	if err := json.Unmarshal(a.JSON, &got); err != nil {
		t.Fatal(err)
	}
	if len(a.Scene) == 0 || len(a.Frame) == 0 || len(a.Text) == 0 {
		t.Errorf("parts of %d, %d, %d bytes", len(a.Scene), len(a.Frame), len(a.Text))
	}
	return got, a
}

// TestCheckHasTheHashOfBruteForce: the page's answer is that of the reference.
func TestCheckHasTheHashOfBruteForce(t *testing.T) {
	files := []string{data + "example/knot.obj", data + "example/ring.obj"}
	var bodies []collide.Body
	for _, file := range files {
		m, err := meshio.ReadFile(t.Context(), file, meshio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, collide.Body{Shape: collide.NewModel(m)})
	}
	d, err := collide.NewDetector(bodies, collide.Options{Method: methods.Brute()})
	if err != nil {
		t.Fatal(err)
	}
	want, err := d.Detect(t.Context())
	if err != nil || len(want.Contacts) == 0 {
		t.Fatal(err, len(want.Contacts))
	}
	got, _ := check(t, &Request{Files: files, Kinds: true})
	if got.Hash != want.Hash() || got.Verdict != "contact" || !got.Complete || len(got.Pairs) != 1 || got.Pairs[0].Kind == "" {
		t.Errorf("%+v; want the hash %s and a kind", got, want.Hash())
	}
}

// TestCheckMeasures: a clearance lists what is near.
func TestCheckMeasures(t *testing.T) {
	far := filepath.Join(t.TempDir(), "far.obj")
	if err := os.WriteFile(far, []byte("v 10 0 0\nv 11 0 0\nv 10 1 0\nf 1 2 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := []string{data + "example/ring.obj", far}
	if got, _ := check(t, &Request{Files: files}); got.Verdict != "free" || len(got.Pairs) != 0 {
		t.Errorf("%+v", got)
	}
	got, _ := check(t, &Request{Files: files, Clearance: "100"})
	if len(got.Pairs) != 1 || got.Pairs[0].Kind != "near" || got.Pairs[0].Distance == nil || !(*got.Pairs[0].Distance > 5 && *got.Pairs[0].Distance < 10) {
		t.Errorf("%+v", got)
	}
}

// TestRobotStands: the links, the states of the SRDF, and what is not tested, which is said.
func TestRobotStands(t *testing.T) {
	r := &Request{Files: []string{data + "ur5/ur5.urdf"}, SRDF: data + "ur5/ur5.srdf", State: "colliding"}
	got, a := check(t, r)
	if got.Verdict != "contact" || len(got.Untested) == 0 || len(a.States) == 0 || !strings.Contains(strings.Join(a.Warnings, " "), "not tested") {
		t.Errorf("%+v, states %v, warnings %v", got, a.States, a.Warnings)
	}
	r.State = ""
	if got, _ := check(t, r); got.Verdict != "free" {
		t.Errorf("at 0: %+v", got)
	}
}

// TestImmovableBodiesAreNoted: pairs of them are not tested, and nothing else in an answer would say so.
func TestImmovableBodiesAreNoted(t *testing.T) {
	scene := filepath.Join(t.TempDir(), "s.json")
	ball := func(name, more string) string {
		return `{"name": "` + name + `", "sphere": {"center": [0, 0, 0], "radius": 1}` + more + `}`
	}
	text := `{"version": 1, "bodies": [` + ball("wall", `, "immovable": true`) + "," + ball("floor", `, "immovable": true`) + `]}`
	if err := os.WriteFile(scene, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, a := check(t, &Request{Files: []string{scene}})
	if got.Verdict != "free" || !strings.Contains(strings.Join(a.Warnings, " "), "not tested (immovable): 2 bodies with each other, such as wall × floor") {
		t.Errorf("%+v, %q", got, a.Warnings)
	}
}

// TestBadRequests: what cannot be asked is an error that says why, and never an answer.
func TestBadRequests(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.obj")
	triangles := bytes.Repeat([]byte("f 1 2 3\n"), MaxTriangles+1)
	if err := os.WriteFile(large, append([]byte("v 0 0 0\nv 1 0 0\nv 0 1 0\n"), triangles...), 0o600); err != nil {
		t.Fatal(err)
	}
	knot, ring, ur5 := data+"example/knot.obj", data+"example/ring.obj", data+"ur5/ur5.urdf"
	for _, c := range []struct {
		request Request
		want    string
	}{
		{Request{}, "no file"},
		{Request{Files: []string{knot}}, "one body"},
		{Request{Files: []string{knot, filepath.Join(dir, "no.obj")}}, "no.obj"},
		{Request{Files: []string{knot, filepath.Join(dir, "no.obj")}}, "drop the folder"},
		{Request{Files: []string{knot, large}}, "at most"},
		{Request{Files: []string{knot, ring}, Clearance: "near"}, "clearance"},
		{Request{Files: []string{knot, ring}, Clearance: "-1"}, "clearance"},
		{Request{Files: []string{knot, ring}, Clearance: "2mm"}, "clearance"},
		{Request{Files: []string{knot, ring}, Clearance: "0.1", Self: true}, "neighbours"},
		{Request{Files: []string{knot, ring}, Joints: "a=1"}, "without a robot"},
		{Request{Files: []string{ur5, ur5}}, "second robot"},
		{Request{Files: []string{ur5}, State: "home"}, "without an SRDF"},
		{Request{Files: []string{ur5}, Joints: "nose=1"}, "nose"},
		{Request{Files: []string{ur5}, SRDF: data + "ur5/ur5.srdf", State: "asleep"}, "asleep"},
	} {
		a, err := Check(context.Background(), &c.request)
		if a != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v; want an error with %q", c.request, err, c.want)
		}
	}
}

// TestAnEndedContextIsNoFree: a check that is cut short is an error, or an answer that is not complete.
func TestAnEndedContextIsNoFree(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := Check(ctx, &Request{Files: []string{data + "example/knot.obj", data + "example/ring.obj"}})
	if err == nil && bytes.Contains(a.JSON, []byte(`"complete": true`)) {
		t.Errorf("%s", a.JSON)
	}
}
