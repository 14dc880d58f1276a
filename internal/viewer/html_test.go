package viewer

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// checked is a check of a knot and a ring through it, the ring under a hostile name.
func checked(t *testing.T) *CheckPage {
	t.Helper()
	placed := []scene.Placed{
		{Name: "knot", File: "knot.obj", Shape: collide.NewModel(scene.Knot("knot", 2, 3, 1, 0.2, 60, 8)), Pose: geom.Identity},
		{Name: "</script><b>", File: "ring.obj", Shape: collide.NewModel(scene.Torus("ring", 1, 0.4, 40, 8)), Pose: geom.Identity},
	}
	d, err := collide.NewDetector([]collide.Body{{Name: "a", Shape: placed[0].Shape}, {Name: "b", Shape: placed[1].Shape}}, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(context.Background())
	if err != nil || len(r.Contacts) == 0 {
		t.Fatal(err, len(r.Contacts))
	}
	c := &report.Check{Result: r, World: d, Version: "test"}
	for i := range placed {
		c.Bodies = append(c.Bodies, report.Body{Name: placed[i].Name, File: placed[i].File, Triangles: len(placed[i].Mesh().Triangles)})
	}
	return &CheckPage{Title: "<knot> & ring", Check: c, Placed: placed, Up: geom.Vec{Z: 1}}
}

// TestCheckPageHoldsTheCheck: the embedded data are the bodies and the contacts.
func TestCheckPageHoldsTheCheck(t *testing.T) {
	p := checked(t)
	s, frame := unpacked(t, p)
	if s.Title != p.Title || len(s.Meshes) != 2 || s.Bodies.Names[1] != "</script><b>" || s.Check == nil || !s.Check.Complete {
		t.Errorf("scene %+v", s)
	}
	var want []byte
	for _, c := range p.Check.Result.Contacts {
		want = appendWords(want, c.BodyA, c.TriA, c.BodyB, c.TriB)
	}
	if !bytes.Contains(frame, want) {
		t.Error("the frame does not hold the contacts")
	}
}

// TestCheckPageHasTheVerdict: the page's headline is the word of the reports, which
// is never free for a check that was cut short, whatever was cut.
func TestCheckPageHasTheVerdict(t *testing.T) {
	cut := &collide.IncompleteError{Reason: "interrupted", Cause: context.Canceled}
	for _, c := range []struct {
		verdict collide.Verdict
		pairs   []collide.Pair
		err     error
		word    string
		outcome string
	}{
		{collide.Unknown, nil, cut, "undecided", "unknown"},
		{collide.Unknown, []collide.Pair{{A: 0, B: 1, Reason: "b is not closed"}}, cut, "undecided", "unknown"},
		{collide.InContact, []collide.Pair{{A: 0, B: 1, Verdict: collide.InContact, Inside: collide.AInside}}, cut, "collision", "fail"},
		{collide.InContact, []collide.Pair{{A: 0, B: 1, Verdict: collide.InContact, Inside: collide.AInside}}, nil, "collision", "fail"},
		{collide.Free, nil, cut, "undecided", "unknown"}, // nothing touches, and not all distances are known
		{collide.Free, []collide.Pair{{A: 0, B: 1, Verdict: collide.InContact, Inside: collide.AInside, Allowed: true}}, nil, "touching as allowed", "pass"},
		{collide.Free, nil, nil, "free", "pass"},
	} {
		p := checked(t)
		p.Check.Result = &collide.Result{Verdict: c.verdict, Pairs: c.pairs}
		p.Check.Err = c.err
		s, frame := unpacked(t, p)
		flags := binary.LittleEndian.Uint32(frame[8:])
		if got := collide.Verdict(flags >> verdictShift & 3); got != c.verdict || (flags&flagIncomplete != 0) != (c.err != nil) || s.Check.Complete != (c.err == nil) {
			t.Errorf("%v, %v: flags %b, check %+v", c.verdict, c.err, flags, s.Check)
		}
		if s.Check.Word != c.word || s.Check.Outcome != c.outcome {
			t.Errorf("%v, %v: %s, %s; want %s, %s", c.verdict, c.err, s.Check.Word, s.Check.Outcome, c.word, c.outcome)
		}
		rows := appendWords(nil, sectionPairs, 0, 0, uint32(len(c.pairs)))
		for _, q := range c.pairs {
			flags := map[collide.Verdict]uint32{collide.Unknown: pairUndecided, collide.InContact: pairAInside}[q.Verdict]
			if q.Allowed {
				flags |= pairAllowed
			}
			rows = appendWords(rows, 0, 1, 0, flags)
		}
		if !bytes.Contains(frame, rows) {
			t.Errorf("%v: the pairs are not those of the check", c.verdict)
		}
	}
}

// unpacked returns the scene and the frame of a page.
func unpacked(t *testing.T, p *CheckPage) (s stageJSON, frame []byte) {
	t.Helper()
	var out bytes.Buffer
	if err := p.Write(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	s, frames := pageData(t, out.Bytes())
	if len(frames) != 1 {
		t.Fatalf("%d frames; expected 1", len(frames))
	}
	return s, frames[0]
}

// pageData returns the scene and the frames that a page holds.
func pageData(t *testing.T, page []byte) (s stageJSON, frames [][]byte) {
	t.Helper()
	found := regexp.MustCompile(`id="data">([^<]*)</script>`).FindSubmatch(page)
	if found == nil {
		t.Fatal("no data in the page")
	}
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(found[1])))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for len(data) > 0 {
		n := binary.LittleEndian.Uint32(data)
		frames, data = append(frames, data[4:4+n]), data[4+n:]
	}
	msg := frames[0]
	if err := json.Unmarshal(msg[8:8+binary.LittleEndian.Uint32(msg[4:])], &s); err != nil {
		t.Fatal(err)
	}
	return s, frames[1:]
}

// TestCheckPageIsConfined: no text of the input becomes markup, nothing is loaded.
func TestCheckPageIsConfined(t *testing.T) {
	var out bytes.Buffer
	if err := checked(t).Write(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if strings.Count(page, "</script>") != 2 || strings.Contains(page, "<b>") || !strings.Contains(page, "<title>&lt;knot&gt; &amp; ring – collide</title>") {
		t.Error("names of the input got into the markup")
	}
	if !strings.Contains(page, "default-src 'none'") || regexp.MustCompile(`<(script|link|img)[^>]*(src|href)="(?:[^d]|d[^a])`).MatchString(page) {
		t.Error("the page loads something")
	}
}

// TestPagesOfEmptyAndExtremeChecks: what was interrupted or is out of every scale
// still makes a page.
func TestPagesOfEmptyAndExtremeChecks(t *testing.T) {
	for name, placed := range map[string][]scene.Placed{
		"nothing": nil,
		"a point": {{Name: "p", Shape: shape.Sphere{}, Pose: geom.Identity}},
		"huge":    {{Name: "p", Shape: shape.Sphere{Center: geom.Vec{X: 1e308}, Radius: 1e307}, Pose: geom.Identity}, {Name: "q", Shape: shape.Sphere{Center: geom.Vec{X: -1.7e308}}, Pose: geom.Identity}},
		"wide": {{Name: "p", Shape: collide.NewModel(&mesh.Mesh{
			Vertices: []geom.Vec{{X: -1.7e308}, {X: 1.7e308}, {Y: 1.7e308, Z: 1}}, Triangles: [][3]uint32{{0, 1, 2}},
		}), Pose: geom.Identity}, {Name: "q", Shape: shape.Sphere{Center: geom.Vec{Z: 5}, Radius: 1}, Pose: geom.Identity}},
		"tiny": {{Name: "p", Shape: shape.Box{Size: geom.Vec{X: 5e-324, Y: 5e-324}}, Pose: geom.Identity}},
	} {
		c := &report.Check{Result: &collide.Result{}, Err: &collide.IncompleteError{Reason: "interrupted", Cause: context.Canceled}}
		for i := range placed {
			c.Bodies = append(c.Bodies, report.Body{Name: placed[i].Name})
		}
		p := CheckPage{Title: name, Check: c, Placed: placed, Up: geom.Vec{Z: 1}}
		if err := p.Write(context.Background(), io.Discard); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCheckPageShowsDistances: pairs that are near are no contacts; their lines end where the report's do, in
// stage coordinates, the nearest first.
func TestCheckPageShowsDistances(t *testing.T) {
	ball := func(x float64) scene.Placed {
		return scene.Placed{Name: fmt.Sprint("at ", x), File: "s.json", Shape: shape.Sphere{Radius: 1}, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: x}}}
	}
	placed := []scene.Placed{ball(0), ball(3), ball(5.5), ball(6), ball(50)}
	var bodies []collide.Body
	c := &report.Check{Version: "test", Unit: "mm"}
	for _, p := range placed {
		bodies = append(bodies, collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose})
		c.Bodies = append(c.Bodies, report.Body{Name: p.Name, File: p.File})
	}
	d, err := collide.NewDetector(bodies, collide.Options{Allow: [][2]int{{1, 3}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	c.Result, c.World = r.Clone(), d
	near, err := d.Distances(context.Background(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Take(1, near)
	s, frame := unpacked(t, &CheckPage{Title: "balls", Check: c, Placed: placed, Up: geom.Vec{Z: 1}})
	k := s.Check
	if k.Clearance != "1 mm" || k.TooNear != 2 || len(k.Near) != 3 || k.NearLeftOut != 0 {
		t.Fatalf("%+v", k)
	}
	for i, want := range []struct {
		a, b    int
		text    string
		allowed bool
		from    float64
	}{{1, 2, "0.5 mm", false, 4}, {0, 1, "1 mm", false, 1}, {1, 3, "1 mm", true, 4}} {
		n := k.Near[i]
		at := (want.from - s.Origin[0]) * s.Scale
		if n.A != want.a || n.B != want.b || n.Text != want.text || n.Exact != want.text || n.Allowed != want.allowed || n.Ends == nil || math.Abs(n.Ends[0][0]-at) > 1e-9 {
			t.Errorf("pair %d is %+v, expected %+v at %v", i, n, want, at)
		}
	}
	// The balls at 5.5 and 6 touch: the frame has that pair alone.
	if got := bytes.Count(frame, appendWords(nil, sectionPairs, 0, 0, 1)); got != 1 {
		t.Errorf("the frame does not have one pair")
	}
}
