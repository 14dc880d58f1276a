package collide_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/shape"
)

// reportedCase is one wrong answer of another library, with the exact one.
type reportedCase struct {
	ID, Source, What string
	Bodies           []json.RawMessage
	Query            string
	// Answered is what the library said, "" where that is not known.
	Answered string `json:"wrong_answer"`
	Expect   struct {
		Colliding   bool
		Pairs       [][4]uint32
		Containment bool
	}
	Lastbit bool
}

// TestReportedCases runs what other libraries got wrong, in both orders of the
// bodies and by every method. Without the word full in COLLIDE_REQUIRE a third of the methods take each
// case with the bodies swapped.
func TestReportedCases(t *testing.T) {
	files, err := filepath.Glob("testdata/reported/cases/*/case.json")
	if err != nil || len(files) < 148 {
		t.Fatalf("%d cases, expected 148 (%v)", len(files), err)
	}
	for i, file := range files {
		c := readReportedCase(t, file)
		t.Run(c.ID, func(t *testing.T) { c.run(t, filepath.Dir(file), i%require.Samples(3, 3, 6)) })
	}
}

func readReportedCase(t *testing.T, file string) (c reportedCase) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return c
}

// run asks every method, and with the bodies swapped those whose turn it is, 0 to 2.
func (c *reportedCase) run(t *testing.T, dir string, turn int) {
	bodies := make([]collide.Body, len(c.Bodies))
	for i, raw := range c.Bodies {
		bodies[i] = reportedBody(t, dir, raw)
	}
	for k, m := range table {
		if nameOf(m) == "multiprocess" && (turn-k)%3 != 0 && !require.CI() {
			continue // it starts its processes for each case
		}
		opt := collide.Options{Method: m, Self: c.Query == "self", Solid: c.Query == "solid", Workers: 2}
		r := detect(t, bodies, opt)
		var got [][4]uint32
		for _, x := range r.Contacts {
			got = append(got, [4]uint32{x.BodyA, x.TriA, x.BodyB, x.TriB})
		}
		if k%require.Samples(3, 3, 6) == turn || require.Full() {
			swapped := slices.Clone(bodies)
			slices.Reverse(swapped)
			if n := len(detect(t, swapped, opt).Contacts); n != len(got) {
				t.Errorf("%s: %d contacts, %d with the bodies swapped", nameOf(m), len(got), n)
			}
		}
		if c.Lastbit {
			continue // rounding the corners may turn the answer: symmetry is what is asked
		}
		if !slices.Equal(got, c.Expect.Pairs) {
			t.Errorf("%s: pairs %v, expected %v", nameOf(m), got, c.Expect.Pairs)
		}
		if (r.Verdict == collide.InContact) != c.Expect.Colliding {
			t.Errorf("%s: %v (%v), expected contact %v", nameOf(m), r.Verdict, r.Pairs, c.Expect.Colliding)
		}
		inside := slices.ContainsFunc(r.Pairs, func(p collide.Pair) bool { return p.Inside != collide.NotInside })
		if meshes(bodies) && inside != c.Expect.Containment {
			t.Errorf("%s: containment %v (%v), expected %v", nameOf(m), inside, r.Pairs, c.Expect.Containment)
		}
	}
}

func meshes(bodies []collide.Body) bool {
	return !slices.ContainsFunc(bodies, func(b collide.Body) bool { _, ok := b.Shape.(*collide.Model); return !ok })
}

func detect(t *testing.T, bodies []collide.Body, opt collide.Options) *collide.Result {
	t.Helper()
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }() // nothing is lost with it
	r, err := d.Detect(context.Background())
	if r == nil || err != nil && !errors.Is(err, collide.ErrUndecided) {
		t.Fatal(err)
	}
	return r
}

// reportedBody reads an OBJ name or a sphere or box.
func reportedBody(t *testing.T, dir string, raw json.RawMessage) collide.Body {
	t.Helper()
	var name string
	if json.Unmarshal(raw, &name) == nil {
		return collide.Body{Name: name, Shape: model(t, filepath.Join(dir, name))}
	}
	var s struct {
		Shape        string
		Center, Size [3]float64
		Radius       float64
		Pose         [12]float64
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	if s.Shape == "sphere" {
		return collide.Body{Name: "sphere", Shape: shape.Sphere{Center: vec(s.Center), Radius: s.Radius}, Pose: geom.Identity}
	}
	p := s.Pose
	return collide.Body{Name: "box", Shape: shape.Box{Size: vec(s.Size)}, Pose: geom.Pose{
		R: geom.Mat{p[0], p[1], p[2], p[4], p[5], p[6], p[8], p[9], p[10]}, T: geom.Vec{X: p[3], Y: p[7], Z: p[11]},
	}}
}

func vec(v [3]float64) geom.Vec { return geom.Vec{X: v[0], Y: v[1], Z: v[2]} }
