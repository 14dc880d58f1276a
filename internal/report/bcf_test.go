package report

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/require"
)

// bcfOf writes a check and returns the files by their names.
func bcfOf(t *testing.T, c *Check) (files map[string]string, raw []byte) {
	t.Helper()
	var b bytes.Buffer
	if err := BCF(context.Background(), &b, c); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil || files[f.Name] != "" {
			t.Fatalf("%s: %v, or it is there twice", f.Name, err)
		}
		files[f.Name] = string(text)
	}
	return files, b.Bytes()
}

var guidForm = regexp.MustCompile(`^[a-f0-9]{8}-[a-f0-9]{4}-8[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$`)

// Every check of the formats' tests is written as well-formed documents, the same bytes each time.
func TestBCF(t *testing.T) {
	t.Parallel()
	for name, c := range checks() {
		files, raw := bcfOf(t, c)
		if _, again := bcfOf(t, c); !bytes.Equal(raw, again) {
			t.Errorf("%s: two runs differ", name)
		}
		if files["bcf.version"] == "" || files["project.bcfp"] == "" || files["extensions.xml"] == "" {
			t.Errorf("%s: %v", name, files)
		}
		topics := 0
		for file, text := range files {
			if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil || strings.ContainsAny(text, "\x1b\u202e") {
				t.Errorf("%s: %s: %v\n%s", name, file, err, text)
			}
			if dir, ok := strings.CutSuffix(file, "/markup.bcf"); ok {
				if topics++; !guidForm.MatchString(dir) || !strings.Contains(text, `<Topic Guid="`+dir+`"`) {
					t.Errorf("%s: %s\n%s", name, file, text)
				}
			}
		}
		want := 0
		for i := range c.Result.Pairs {
			if c.statusOf(&c.Result.Pairs[i]) != within {
				want++
			}
		}
		note := files[guid(baseline.Fingerprint(bcfProject, "incomplete"))+"/markup.bcf"]
		if c.Err != nil {
			want++
		}
		if (note != "") != (c.Err != nil) || note != "" && !strings.Contains(note, "<Title>Incomplete: ") {
			t.Errorf("%s: %v, but %q", name, c.Err, note)
		}
		if topics != want {
			t.Errorf("%s: %d topics, expected %d", name, topics, want)
		}
	}
}

// A clash of two boxes in millimetres, 1 m apart from the origin.
func metres(t *testing.T) *Check {
	t.Helper()
	c := assembly(t, 5)
	c.Unit, c.Kinds = "mm", true
	return c
}

func TestBCFViewpoint(t *testing.T) {
	t.Parallel()
	c := metres(t)
	files, _ := bcfOf(t, c)
	p := &c.Result.Pairs[0]
	text := files[guid(c.Fingerprint(p))+"/viewpoint.bcfv"]
	var v bcfViewpoint
	if err := xml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	box := c.around(p)
	at := box.Center().Scale(1e-3)
	look, eye := geom.Vec(v.Camera.Direction), geom.Vec(v.Camera.Eye)
	toward := at.Sub(eye)
	if d := toward.Norm(); d == 0 || toward.Scale(1/d).Sub(look).Norm() > 1e-9 || d < box.Size().Norm()*1e-3 {
		t.Errorf("eye %v looks along %v at %v", eye, look, at)
	}
	if up := geom.Vec(v.Camera.Up); up.Dot(look) > 1e-15 || up.Dot(look) < -1e-15 || len(v.Lines) != 12 || len(v.Components.Selection) != 2 {
		t.Errorf("%+v", v)
	}
	if !strings.Contains(files[guid(c.Fingerprint(p))+"/markup.bcf"], "<CreationDate>1980-01-01T00:00:00Z</CreationDate>") {
		t.Error("a date from nowhere")
	}
	c.Date = time.Unix(1_000_000_000, 0)
	if files, _ := bcfOf(t, c); !strings.Contains(files[guid(c.Fingerprint(p))+"/markup.bcf"], "<CreationDate>2001-09-09T01:46:40Z</CreationDate>") {
		t.Error("the date of the check is not there")
	}
	c.Unit = ""
	if files, _ := bcfOf(t, c); files[guid(c.Fingerprint(p))+"/viewpoint.bcfv"] != "" {
		t.Error("metres of nothing known")
	}
}

// What the baseline has and the check has not is closed, once.
func TestBCFResolved(t *testing.T) {
	t.Parallel()
	c := metres(t)
	a, b := c.Bodies[c.Result.Pairs[0].A].Name, c.Bodies[c.Result.Pairs[0].B].Name
	gone := baseline.Clash{A: "gone", B: "rod 1", Kind: collide.Penetrate}
	moved := baseline.Clash{A: a, B: b, Kind: collide.Inside}
	c.Compare(&baseline.Report{Clashes: []baseline.Clash{gone, moved}, Complete: true})
	files, _ := bcfOf(t, c)
	if text := files[guid(baseline.Fingerprint("gone", "rod 1"))+"/markup.bcf"]; !strings.Contains(text, `TopicStatus="Closed"`) {
		t.Errorf("%s", text)
	}
	if text := files[guid(baseline.Fingerprint(a, b))+"/markup.bcf"]; !strings.Contains(text, `TopicStatus="Open"`) {
		t.Errorf("%s", text)
	}
}

// A check that was cut short before it found anything does not look like a clean one.
func TestBCFIncomplete(t *testing.T) {
	t.Parallel()
	c := metres(t)
	c.Result.Pairs, c.Result.Contacts, c.Err = nil, nil, &collide.IncompleteError{Reason: "the budget of 1 ns is spent"}
	files, _ := bcfOf(t, c)
	if text := files[guid(baseline.Fingerprint(bcfProject, "incomplete"))+"/markup.bcf"]; !strings.Contains(text, "<Title>Incomplete: the budget of 1 ns is spent</Title>") ||
		!strings.Contains(text, `TopicType="Undecided" TopicStatus="Open"`) || len(files) != 4 {
		t.Errorf("%d files, %s", len(files), text)
	}
}

// What is beyond the limit is counted.
func TestBCFLeavesOut(t *testing.T) {
	t.Parallel()
	c := hostileCheck(maxTopics + 7)
	c.Result.Pairs = c.Result.Pairs[:maxTopics+7]
	for i := range c.Bodies {
		c.Bodies[i].Name = strconv.Itoa(i)
	}
	files, _ := bcfOf(t, c)
	left := guid(baseline.Fingerprint(bcfProject, "left out")) + "/markup.bcf"
	if !strings.Contains(files[left], "<Title>7 pairs left out</Title>") {
		t.Errorf("%d files, %s", len(files), files[left])
	}
	if !require.CI() {
		return // thousands of topics once more, to see that none is said to be left out
	}
	c.Result.Pairs = c.Result.Pairs[:maxTopics]
	if files, _ := bcfOf(t, c); files[left] != "" {
		t.Error("left out what is there: " + files[left])
	}
}

func TestBCFEnds(t *testing.T) {
	t.Parallel()
	c := metres(t)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := BCF(ended, io.Discard, c); err == nil {
		t.Error("it was written after the end of its context")
	}
}

// readBCF reads a file with bcf-client and, where a folder of schemas is given, compares the documents with them.
const readBCF = `
import sys, zipfile
from bcf.bcfxml import load
name, schemas = sys.argv[1], sys.argv[2]
with load(name) as b:
    assert b.version.version_id == "3.0", b.version
    for guid, topic in sorted(b.topics.items()):
        views = list(topic.viewpoints.values())
        shot = views[0].snapshot if views else None
        assert shot is None or shot[:8] == b"\x89PNG\r\n\x1a\n", shot[:8]
        print("picture" if shot else "no picture", guid)
        print(guid, topic.topic.topic_status, topic.topic.title, len(views), views[0].visualization_info.perspective_camera.camera_view_point.x if views else "")
if schemas:
    import xmlschema
    of = {"markup.bcf": "markup", "viewpoint.bcfv": "visinfo", "bcf.version": "version", "project.bcfp": "project", "extensions.xml": "extensions"}
    with zipfile.ZipFile(name) as z:
        for n in z.namelist():
            if n.endswith("/snapshot.png"):
                continue
            xmlschema.validate(z.read(n).decode(), schemas + "/" + of[n.split("/")[-1]] + ".xsd")
            print("valid", n)
`

// TestBCFIsReadByOthers runs where Python has bcf-client (PYTHONPATH may name it), which needs 200 MB. COLLIDE_BCF_XSD is a
// folder with the schemas of BCF 3.0.
func TestBCFIsReadByOthers(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err == nil {
		err = exec.CommandContext(t.Context(), python, "-c", "import bcf.bcfxml").Run()
	}
	if err != nil {
		t.Skipf("no bcf-client in Python: %v", err)
	}
	name := filepath.Join(t.TempDir(), "check.bcf")
	for _, c := range append([]*Check{metres(t), drawnMetres(t)}, values(checks())...) {
		c.Unit = "mm"
		_, raw := bcfOf(t, c)
		if err := os.WriteFile(name, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), python, "-c", readBCF, name, os.Getenv("COLLIDE_BCF_XSD")).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for i := range c.Result.Pairs {
			if p := &c.Result.Pairs[i]; c.statusOf(p) != within && !strings.Contains(string(out), guid(c.Fingerprint(p))+" Open ") {
				t.Errorf("%s is missing:\n%s", c.Fingerprint(p), out)
			}
			if p := &c.Result.Pairs[i]; c.Pictures != nil && !strings.Contains("\n"+string(out), "\npicture "+guid(c.Fingerprint(p))) {
				t.Errorf("%s has no picture that others read:\n%s", c.Fingerprint(p), out)
			}
		}
	}
}

// validateSARIF compares a log with the schema.
const validateSARIF = `
import json, sys
from jsonschema import validators
schema, log = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
for error in validators.validator_for(schema)(schema).iter_errors(log):
    sys.exit(error.message)
print("valid", len(log["runs"][0]["results"]))
`

// TestSARIFIsValid runs where Python has jsonschema and COLLIDE_SARIF_SCHEMA is the schema of SARIF 2.1.0, a file.
func TestSARIFIsValid(t *testing.T) {
	schema := os.Getenv("COLLIDE_SARIF_SCHEMA")
	if schema == "" {
		t.Skip("COLLIDE_SARIF_SCHEMA is not set: it names a copy of the schema of SARIF 2.1.0, which stands in no package")
	}
	name := filepath.Join(t.TempDir(), "check.sarif")
	for _, c := range append([]*Check{metres(t), drawnMetres(t)}, values(checks())...) {
		var b bytes.Buffer
		if err := SARIF(t.Context(), &b, c); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), "python3", "-c", validateSARIF, schema, name).CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), "valid ") {
			t.Errorf("%v\n%s\n%s", err, out, b.Bytes())
		}
	}
}

func values(m map[string]*Check) []*Check {
	var list []*Check
	for _, c := range m {
		list = append(list, c)
	}
	return list
}

// drawnMetres is a check of which three pairs fail, with what pictures need.
func drawnMetres(t *testing.T) *Check {
	t.Helper()
	c := pictured(t, block(geom.Vec{X: 20, Y: 20, Z: 20}, geom.Vec{}, 2), block(geom.Vec{X: 10, Y: 10, Z: 10}, geom.Vec{X: 12, Y: 3, Z: 2}, 2),
		block(geom.Vec{X: 6, Y: 6, Z: 6}, geom.Vec{X: -11}, 1), block(geom.Vec{X: 4, Y: 4, Z: 4}, geom.Vec{Z: 11}, 1))
	c.Unit = "mm"
	return c
}

// Each topic has a picture in which the clash is to be seen, and a camera that looks at it.
func TestBCFSnapshots(t *testing.T) {
	t.Parallel()
	c := drawnMetres(t)
	files, raw := bcfOf(t, c)
	if len(c.Result.Pairs) != 3 {
		t.Fatalf("%d pairs", len(c.Result.Pairs))
	}
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		topic := guid(c.Fingerprint(p))
		img, err := png.Decode(strings.NewReader(files[topic+"/snapshot.png"]))
		if err != nil {
			t.Fatalf("topic of %d and %d: %v", p.A, p.B, err)
		}
		look, err := c.Look(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := look.PNG(t.Context()); err != nil || string(again) != files[topic+"/snapshot.png"] || c.Pictures.closeups[p] != look.view {
			t.Errorf("%d and %d: another format draws the picture again, or another one: %v", p.A, p.B, err)
		}
		if n, _ := reds(img); n < 300 {
			t.Errorf("%d and %d: %d red pixels", p.A, p.B, n)
		}
		if !strings.Contains(files[topic+"/markup.bcf"], "<Snapshot>snapshot.png</Snapshot>") {
			t.Error(files[topic+"/markup.bcf"])
		}
		var v bcfViewpoint
		if err := xml.Unmarshal([]byte(files[topic+"/viewpoint.bcfv"]), &v); err != nil {
			t.Fatal(err)
		}
		box := geom.EmptyAABB()
		for _, l := range v.Lines {
			box.Extend(geom.Vec(l.Start))
			box.Extend(geom.Vec(l.End))
		}
		around := c.around(p)
		// The camera looks at all that the two share, of which the lines are the rim.
		shared := c.World.Bounds(p.A).Intersect(c.World.Bounds(p.B))
		toward := shared.Center().Scale(1e-3).Sub(geom.Vec(v.Camera.Eye))
		if d := unitOf(toward).Sub(geom.Vec(v.Camera.Direction)).Norm(); d > 1e-6 || len(v.Lines) < 4 || around.Size().Norm() < 999*box.Size().Norm() {
			t.Errorf("%d and %d: off by %g, %d lines in %v of %v", p.A, p.B, d, len(v.Lines), box, around)
		}
		if v.Camera.FieldOfView < 10 || v.Camera.FieldOfView > 60 || v.Camera.Aspect != 4.0/3 {
			t.Errorf("%+v", v.Camera)
		}
	}
	if require.Full() {
		if _, again := bcfOf(t, drawnMetres(t)); !bytes.Equal(raw, again) {
			t.Error("two runs differ")
		}
	}
}

// What has no picture says why.
func TestBCFWithoutSnapshots(t *testing.T) {
	t.Parallel()
	c := drawnMetres(t)
	c.Places.Time, c.Places.until = time.Second, time.Now().Add(-time.Second)
	files, _ := bcfOf(t, c)
	topic := guid(c.Fingerprint(&c.Result.Pairs[0]))
	if text := files[topic+"/markup.bcf"]; files[topic+"/snapshot.png"] != "" || !strings.Contains(text, "No picture: not drawn within 1s.") || files[topic+"/viewpoint.bcfv"] == "" {
		t.Error(text)
	}
	c = drawnMetres(t)
	b := bcfWriter{ctx: t.Context(), c: c, drawn: MaxPictures}
	if _, snapshot, why := b.look(&c.Result.Pairs[0], "x"); snapshot != nil || why != "this file has 100 at most, of the worst" {
		t.Errorf("%d bytes, %q", len(snapshot), why)
	}
}
