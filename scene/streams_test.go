package scene

import (
	"bytes"
	"context"
	"reflect"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/predicate"
)

// TestStreams asserts the totals that the paper prints, and the character: 1 convex
// and hardly touching, 2 touching, 3 in contact all over, at the start and later.
func TestStreams(t *testing.T) {
	for _, c := range []struct {
		preset      string
		triangles   int
		least, most int // contacts
	}{{"000-1", 21292, 50, 1000}, {"000-2", 18217, 200, 1000}, {"000-3", 40419, 8000, 40000}} {
		s, err := Streams(c.preset, 1)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := Write(&text, s); err != nil {
			t.Fatal(err)
		}
		again, err := Parse(&text, "again.json")
		if err != nil {
			t.Fatal(err)
		}
		for i := range again.Bodies {
			again.Bodies[i].line, again.Bodies[i].poseLine = 0, 0
		}
		if !reflect.DeepEqual(again, s) {
			t.Errorf("%s: what was written does not read back", c.preset)
		}
		total := 0
		for i := range s.Bodies {
			total += checkSound(t, s.Bodies[i].Procedural, c.preset == "000-1")
		}
		if total != c.triangles {
			t.Errorf("%s: %d triangles, want %d", c.preset, total, c.triangles)
		}
		for _, n := range contactsOverTime(t, s) {
			if n < c.least || n > c.most {
				t.Errorf("%s: %d contacts, want %d to %d", c.preset, n, c.least, c.most)
			}
		}
	}
}

// checkSound returns the number of triangles.
func checkSound(t *testing.T, p *Procedural, convex bool) int {
	t.Helper()
	m := p.Mesh()
	if len(m.Triangles) != p.Facets() {
		t.Errorf("%s: %d triangles, but Facets says %d", p.Shape, len(m.Triangles), p.Facets())
	}
	if d := mesh.Analyze(m); d.Closed == (p.Shape == ShapeBowl) || d.DegenerateTriangles.Count > 0 || m.Check() != nil {
		t.Errorf("%s: defects %+v, %v", p.Shape, d, m.Check())
	}
	top := m.Topology()
	for e := range top.Edges {
		sides := top.Sides(e)
		if !convex || len(sides) != 2 {
			continue
		}
		f, g := m.Triangle(int(sides[0]/3)), m.Triangle(int(sides[1]/3))
		if predicate.Orient3D(f[0], f[1], f[2], g[(sides[1]%3+2)%3]) >= 0 {
			t.Fatalf("%s: not convex at edge %d", p.Shape, e)
		}
	}
	return len(m.Triangles)
}

func contactsOverTime(t *testing.T, s *Scene) (counts []int) {
	t.Helper()
	var text bytes.Buffer
	if err := Write(&text, s); err != nil {
		t.Fatal(err)
	}
	placed := loaded(t, text.Bytes())
	d, a := detectorOf(t, placed, collide.Options{}), NewAnimation(placed)
	for _, time := range []float64{0, 0.5, 1, 1.5, 2} {
		if err := a.Set(d, time); err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, len(r.Contacts))
	}
	t.Logf("contacts over time: %v", counts)
	return counts
}

func TestStreamsRefuses(t *testing.T) {
	for _, c := range []struct {
		preset string
		detail float64
	}{{"000", 1}, {"000-1", 0}, {"000-2", -1}, {"000-3", 1e6}} {
		if _, err := Streams(c.preset, c.detail); err == nil {
			t.Errorf("%s with detail %v: no error", c.preset, c.detail)
		}
	}
	for _, name := range StreamPresets() {
		if _, err := Streams(name, 0.1); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
