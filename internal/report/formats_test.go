package report

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/predicate"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// fakeWorld answers with geometry made of the indices.
type fakeWorld struct{}

func (fakeWorld) Triangle(body, tri int) geom.Triangle {
	x, y := float64(body), float64(tri)
	return geom.Triangle{{X: x, Y: y}, {X: x + 1, Y: y}, {X: x, Y: y + 1}}
}

func (fakeWorld) Bounds(int) geom.AABB { return geom.AABB{Max: geom.Vec{X: 9, Y: 9, Z: 9}} }

func (fakeWorld) Witness(c collide.Contact) predicate.Intersection {
	x := predicate.Intersection{Kind: predicate.Segment, N: 2}
	x.Points[0] = geom.Vec{X: float64(c.TriA), Y: float64(c.TriB)}
	x.Points[1] = geom.Vec{X: float64(c.TriA) + 0.5, Y: float64(c.TriB), Z: 1.0 / 3}
	switch c.TriA {
	case 7:
		x.Kind, x.N = predicate.Point, 1
	case 9:
		x.Kind, x.N = predicate.Polygon, 3
		x.Points[2] = geom.Vec{Z: 2}
	}
	return x
}

// awkward is a check in which everything occurs, under names that need care.
func awkward() *Check {
	pair := func(a, b int, allowed bool, tris ...[2]uint32) collide.Pair {
		p := collide.Pair{A: a, B: b, Verdict: collide.InContact, Allowed: allowed}
		for _, t := range tris {
			p.Contacts = append(p.Contacts, collide.Contact{BodyA: uint32(a), TriA: t[0], BodyB: uint32(b), TriB: t[1]})
		}
		return p
	}
	r := &collide.Result{
		Method: "auto", Chosen: "bvh", Backend: collide.CPU, Verdict: collide.InContact, Rest: collide.Free,
		Pairs: []collide.Pair{
			pair(0, 0, false, [2]uint32{1, 5}),
			pair(0, 1, false, [2]uint32{7, 0}, [2]uint32{7, 2}, [2]uint32{8, 2}, [2]uint32{9, 3}),
			pair(0, 2, true, [2]uint32{3, 0}),
			{A: 1, B: 3, Verdict: collide.InContact, Inside: collide.AInside},
			pair(2, 3, false, [2]uint32{0, 0}),
		},
		Stats: collide.Stats{
			BroadPhase: "grid", Build: 1500 * time.Microsecond, Narrow: 250 * time.Microsecond, BodyPairs: 5, BVTests: 100,
			PrimitiveTests: 20, Adaptive: 3, Exact: 1, Workers: 2,
		},
	}
	for i := range r.Pairs {
		r.Contacts = append(r.Contacts, r.Pairs[i].Contacts...)
	}
	return &Check{
		Result: r, World: fakeWorld{}, Self: true, Version: "v1.2.3",
		Read: 12 * time.Millisecond, Total: 2 * time.Second,
		Warnings: []string{`n.allow:2: no body is named "lid"; the line permits nothing`, "n.allow:3: \u202e"},
		Bodies: []Body{
			{Name: `<arm> & "co"`, File: "dir/my arm.obj", Triangles: 12},
			{Name: "Zahnrad, groß", File: "a#b%.stl", Triangles: 4},
			{Name: "ball", File: "scene.json"},
			{Name: "crate", File: "scene.json", Immovable: true},
			{Name: "floor", File: "scene.json", Immovable: true},
		},
	}
}

// checks are the cases each format is tried on.
func checks() map[string]*Check {
	incomplete := awkward()
	incomplete.Result.Pairs = incomplete.Result.Pairs[2:3]
	incomplete.Result.Contacts = incomplete.Result.Pairs[0].Contacts
	incomplete.Result.Verdict, incomplete.Result.Rest = collide.Unknown, collide.Unknown
	incomplete.Err = &collide.IncompleteError{Reason: `device "a" <b> lost`, Cause: collide.ErrDeviceLost}
	why := `containment of "a" <b> is undecided`
	undecided := awkward()
	undecided.Result.Pairs = []collide.Pair{incomplete.Result.Pairs[0], {A: 1, B: 2, Reason: why}}
	undecided.Result.Contacts, undecided.Result.Verdict = incomplete.Result.Contacts, collide.Unknown
	undecided.Err = &collide.IncompleteError{Reason: why, Cause: collide.ErrUndecided}
	first := awkward()
	first.Result.Pairs = []collide.Pair{{A: 0, B: 1, Verdict: collide.InContact, Contacts: first.Result.Pairs[1].Contacts[:1]}}
	first.Result.Contacts, first.Result.First, first.Result.Rest = first.Result.Pairs[0].Contacts, true, collide.Unknown
	free := awkward()
	free.Result.Pairs, free.Result.Contacts, free.Result.Verdict = nil, nil, collide.Free
	free.World = nil
	colored := awkward()
	colored.Color = true
	return map[string]*Check{"kinds": kinds(), "all": awkward(), "incomplete": incomplete, "undecided": undecided, "first": first, "free": free, "color": colored}
}

// kinds is a check with --kinds in which every kind occurs, and depths that are known and not.
func kinds() *Check {
	c := awkward()
	c.Kinds, c.Depths = true, true
	p := c.Result.Pairs
	p[1].Kind, p[1].Depth, p[1].Width = collide.Penetrate, [2]float64{0.041, 0.0414}, [2]float64{0.02, 0.02}
	p[2].Kind = collide.Touch
	p[3].Kind, p[3].Depth, p[3].Width = collide.Inside, [2]float64{1, 1.01}, [2]float64{0.5, math.Inf(1)}
	p[3].Reason = "depth of a and b: the query ended"
	p[4].Kind, p[4].Crossing, p[4].Reason = collide.SurfaceContact, true, "kind of ball and crate: crate has no interior"
	p[4].Depth, p[4].Width = [2]float64{0, math.Inf(1)}, [2]float64{0, math.Inf(1)}
	equal, unknown := p[4], p[4]
	equal.A, equal.B, equal.Kind, equal.Equal, equal.Crossing, equal.Reason, equal.Depth, equal.Contacts = 2, 4, collide.Penetrate, true, false, "", [2]float64{}, nil
	equal.Contacts = []collide.Contact{{BodyA: 2, BodyB: 4}}
	unknown.A, unknown.B, unknown.Kind, unknown.Crossing, unknown.Reason = 1, 4, collide.UnknownKind, false, `kind of "Zahnrad" and floor: <b>`
	unknown.Contacts = []collide.Contact{{BodyA: 1, TriA: 3, BodyB: 4}}
	up := geom.Vec{Z: 1}
	p[1].Pieces = []collide.Piece{piece(p[1].Contacts[:2], 0.5, geom.Vec{}), piece(p[1].Contacts[2:], 0.25, up)}
	p[2].Pieces, p[2].Normal = []collide.Piece{piece(p[2].Contacts, 0.5, up)}, up
	p[4].Pieces, p[4].Normal = []collide.Piece{piece(p[4].Contacts, math.Inf(1), up)}, up
	for range firstPieces + 1 {
		equal.Pieces = append(equal.Pieces, piece(equal.Contacts, 1, geom.Vec{}))
	}
	c.Result.Pairs = []collide.Pair{p[0], p[1], p[2], p[3], unknown, p[4], equal}
	c.Result.Contacts = nil
	for i := range c.Result.Pairs {
		c.Result.Contacts = append(c.Result.Contacts, c.Result.Pairs[i].Contacts...)
	}
	c.Result.Flaws = []collide.Flaw{{Body: 0, Reason: "is not closed: the edge from (0, 0, 0) to (1, 0, 0) has triangle 3 along it and no triangle against it"}, {Body: 3, Reason: "has no interior: its radius is 0"}}
	c.Err = &collide.IncompleteError{Reason: unknown.Reason, Cause: collide.ErrUndecided}
	return c
}

// piece is a piece of contacts, at a place made of the first one.
func piece(contacts []collide.Contact, off float64, normal geom.Vec) collide.Piece {
	at := geom.Vec{X: float64(contacts[0].TriA), Y: float64(contacts[0].TriB), Z: 0.125}
	return collide.Piece{Contacts: contacts, Box: geom.AABB{Min: at, Max: at.Add(geom.Vec{X: 1, Y: 2})}, Point: at, PointError: off, Normal: normal}
}

func TestFormatsGolden(t *testing.T) {
	for name, c := range checks() {
		for _, f := range CheckFormats() {
			if name == "color" && f.Name != "text" || f.Name == "bcf" { // whose bytes are those of a compression
				continue
			}
			var b bytes.Buffer
			if err := f.Check(context.Background(), &b, c); err != nil {
				t.Fatal(err)
			}
			golden(t, name+"."+f.Name, b.Bytes())
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// TestFormatsParse reads every format back with a reader of its own kind.
func TestFormatsParse(t *testing.T) {
	for name, c := range checks() {
		for format, parse := range map[string]func(*testing.T, *Check, []byte){
			"json": parseJSON, "csv": parseCSV, "junit": parseJUnit, "sarif": parseSARIF,
		} {
			f := CheckFormats()[slices.IndexFunc(CheckFormats(), func(f Format) bool { return f.Name == format })]
			var b bytes.Buffer
			if err := f.Check(context.Background(), &b, c); err != nil {
				t.Fatal(err)
			}
			t.Run(name+"/"+format, func(t *testing.T) { parse(t, c, b.Bytes()) })
		}
	}
}

func parseJSON(t *testing.T, c *Check, data []byte) {
	var v struct {
		Schema                                          int
		Method, Backend, Verdict, Outcome, Reason, Hash string
		Colliding, Complete                             bool
		Bodies                                          []struct{ Name, File string }
		Pairs                                           []struct {
			A, B, Contacts int
			Triangles      [][2]uint32
			Inside         string
			Allowed        bool
			Verdict        string
			Reason         string
			Kind           string
			Equal          bool
			Crossing       bool
			Depth, Width   []any
		}
		Stats map[string]any
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	r := c.Result
	if v.Schema != 1 || v.Hash != r.Hash() || v.Colliding != (r.Verdict == collide.InContact) || v.Complete != (c.Err == nil) || v.Reason != ReasonOf(c.Err) ||
		v.Verdict != r.Verdict.String() || v.Outcome != map[string]string{"free": "pass", "contact": "fail", "unknown": "unknown"}[v.Verdict] {
		t.Errorf("got %+v", v)
	}
	if len(v.Bodies) != len(c.Bodies) || v.Bodies[0].Name != c.Bodies[0].Name {
		t.Errorf("bodies %v", v.Bodies)
	}
	if len(v.Pairs) != len(r.Pairs) {
		t.Fatalf("%d pairs, want %d", len(v.Pairs), len(r.Pairs))
	}
	for i, p := range v.Pairs {
		want := &r.Pairs[i]
		if p.A != want.A || p.B != want.B || p.Contacts != len(want.Contacts) || len(p.Triangles) != p.Contacts ||
			p.Inside != string(want.Inside) || p.Allowed != want.Allowed || p.Verdict != want.Verdict.String() || p.Reason != want.Reason && want.Kind != collide.SurfaceContact {
			t.Errorf("pair %d is %+v, want %+v", i, p, want)
		}
		if p.Kind != string(want.Kind) || p.Equal != want.Equal || p.Crossing != want.Crossing || (len(p.Depth) == 2) != c.hasDepth(want) {
			t.Errorf("pair %d is %+v, want %+v", i, p, want)
		}
	}
}

func parseCSV(t *testing.T, c *Check, data []byte) {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := 1 + len(c.Result.Contacts)
	for i := range c.Result.Pairs {
		if c.Result.Pairs[i].Inside != "" || c.Result.Pairs[i].Verdict == collide.Unknown {
			want++
		}
	}
	for i := range c.Result.Pairs {
		if c.Result.Pairs[i].Kind != collide.NoKind {
			want += 1 + len(c.Result.Pairs[i].Pieces)
		}
	}
	want += len(c.Result.Flaws)
	if c.Err != nil {
		want++
	}
	if len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
}

func parseJUnit(t *testing.T, c *Check, data []byte) {
	type suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Name    string    `xml:"name,attr"`
			Failure *struct{} `xml:"failure"`
			Error   *struct{} `xml:"error"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testcase"`
	}
	var v struct {
		Suite suite `xml:"testsuite"`
	}
	if err := xml.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	var got suite
	for _, x := range v.Suite.Cases {
		got.Tests++
		if x.Failure != nil {
			got.Failures++
		}
		if x.Error != nil {
			got.Errors++
		}
		if x.Skipped != nil {
			got.Skipped++
		}
	}
	s := v.Suite
	if got.Tests != s.Tests || got.Failures != s.Failures || got.Errors != s.Errors || got.Skipped != s.Skipped {
		t.Errorf("counted %+v, attributes say %d %d %d %d", got, s.Tests, s.Failures, s.Errors, s.Skipped)
	}
	// Two meshes meet themselves; of ten pairs of bodies one is immovable twice.
	if s.Tests != 2+10-1 {
		t.Errorf("%d cases, want 11", s.Tests)
	}
	if c.Err != nil && s.Errors == 0 && s.Failures == 0 {
		t.Error("an incomplete check has no error")
	}
}

// parseSARIF checks what the schema of SARIF 2.1.0 requires of the parts used.
func parseSARIF(t *testing.T, c *Check, data []byte) {
	var v struct {
		Schema  string `json:"$schema"`
		Version string
		Runs    []struct {
			Tool        struct{ Driver struct{ Name string } }
			Invocations []struct{ ExecutionSuccessful *bool }
			Artifacts   []struct{ Location struct{ URI string } }
			Results     []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
				Suppressions []struct{ Kind string }
			}
		}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if v.Version != "2.1.0" || v.Schema == "" || len(v.Runs) != 1 || v.Runs[0].Tool.Driver.Name != "collide" {
		t.Fatalf("log is %+v", v)
	}
	run := v.Runs[0]
	if ok := run.Invocations[0].ExecutionSuccessful; ok == nil || *ok != (c.Err == nil) {
		t.Error("executionSuccessful is not that of the check")
	}
	uris := map[string]bool{}
	for _, a := range run.Artifacts {
		uris[a.Location.URI] = true
	}
	if len(run.Results) != len(c.Result.Pairs) {
		t.Fatalf("%d results, want %d", len(run.Results), len(c.Result.Pairs))
	}
	for i, r := range run.Results {
		if r.Message.Text == "" || len(r.Locations) != 1 || !uris[r.Locations[0].PhysicalLocation.ArtifactLocation.URI] {
			t.Errorf("result %d is %+v", i, r)
		}
		if (len(r.Suppressions) > 0) != c.Result.Pairs[i].Allowed || (r.Level == "note") != c.Result.Pairs[i].Allowed {
			t.Errorf("result %d: level %s, suppressions %v", i, r.Level, r.Suppressions)
		}
	}
}

func TestSweepGolden(t *testing.T) {
	for _, f := range SweepFormats() {
		for name, end := range map[string]SweepEnd{"sweep": {}, "cut": {Err: errors.New(`interrupted, "really"`)}, "sweepkinds": {}} {
			var b bytes.Buffer
			kinds := [3]*collide.Pair{1: {Kind: collide.SurfaceContact, Crossing: true}, 2: {Kind: collide.UnknownKind, Reason: "kind of a and b: why"}}
			if name != "sweepkinds" {
				kinds = [3]*collide.Pair{}
			}
			s := f.Sweep(&b, SweepOptions{Kinds: name == "sweepkinds"})
			for i, contacts := range []int{0, 3, 1} {
				if err := s.Pose(Pose{Kind: kinds[i], Index: i, Verdict: []collide.Verdict{collide.Free, collide.InContact}[min(contacts, 1)], Contacts: contacts, Hash: "sha256:00"}); err != nil {
					t.Fatal(err)
				}
			}
			end.Verdict, end.Poses, end.Colliding, end.Elapsed = collide.InContact, 3, 2, 1234*time.Millisecond
			if err := s.End(&end); err != nil {
				t.Fatal(err)
			}
			golden(t, name+"."+f.Name, b.Bytes())
		}
	}
}

// TestFormats asserts which formats report what: help lists these.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		formats []Format
		want    string
	}{{CheckFormats(), "text json csv junit sarif markdown bcf github"}, {SweepFormats(), "text json csv junit"}, {SimFormats(), "text json csv"}} {
		var names []string
		for _, f := range c.formats {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("formats %s, want %s", got, c.want)
		}
	}
}

// brokenWriter fails after some bytes, as a full disk does.
type brokenWriter struct{ left int }

var errFull = errors.New("disk full")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestFormatsReportWriteErrors(t *testing.T) {
	for _, f := range CheckFormats() {
		if err := f.Check(context.Background(), &brokenWriter{left: 10}, awkward()); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want %v", f.Name, err, errFull)
		}
	}
}

func TestSweepsReportWriteErrors(t *testing.T) {
	for _, f := range SweepFormats() {
		s := f.Sweep(&brokenWriter{left: 10}, SweepOptions{})
		var err error
		for i := 0; i < 10_000 && err == nil; i++ { // without end, a sweep must notice
			err = s.Pose(Pose{Index: i})
		}
		if f.Name == "junit" && err == nil { // its counts come first: it writes at the end
			err = errFull
		}
		if !errors.Is(err, errFull) || !errors.Is(s.End(&SweepEnd{}), errFull) {
			t.Errorf("%s: error %v, want %v", f.Name, err, errFull)
		}
	}
}

func TestPairCount(t *testing.T) {
	c := awkward()
	for _, self := range []bool{false, true} {
		c.Self = self
		want := 0
		for range c.admissible() {
			want++
		}
		if got := c.pairCount(); got != want {
			t.Errorf("self %v: pairCount is %d, %d pairs are listed", self, got, want)
		}
	}
}

func TestFileURI(t *testing.T) {
	for _, c := range [][2]string{
		{"a/b c.stl", "a/b%20c.stl"}, {"a#b%.stl", "a%23b%25.stl"}, {"c:d.stl", "./c:d.stl"},
	} {
		if got := fileURI(c[0]); got != c[1] {
			t.Errorf("fileURI(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ns", 999: "999 ns", 1500: "1.5 µs", 2 * time.Millisecond: "2 ms",
		123456 * time.Microsecond: "123 ms", 61 * time.Second: "61.00 s",
	} {
		if got := duration(d); got != want {
			t.Errorf("duration(%d) = %q, want %q", d, got, want)
		}
	}
}
