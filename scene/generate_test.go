package scene

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
)

// generated makes a preset and writes it.
func generated(t *testing.T, preset string, bodies int) (*Scene, []byte) {
	t.Helper()
	o, err := Preset(preset, bodies)
	if err != nil {
		t.Fatal(err)
	}
	s, err := GenerateMotion(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return s, b.Bytes()
}

// loaded brings a written scene to its bodies.
func loaded(t *testing.T, text []byte) []Placed {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scene.json")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	var l Loader
	placed, err := l.Scene(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return placed
}

// detectorOf makes a detector for bodies at their places.
func detectorOf(t *testing.T, placed []Placed, opt collide.Options) *collide.Detector {
	t.Helper()
	var bodies []collide.Body
	for _, p := range placed {
		bodies = append(bodies, collide.Body{Name: p.Name, Shape: p.Shape, Pose: p.Pose, Immovable: p.Immovable})
	}
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestPresets holds the files to digests, as they must be the same on every
// machine.
func TestPresets(t *testing.T) {
	for _, c := range []struct {
		name            string
		bodies, n       int
		least, most     int
		sha256OfWritten string
	}{
		{"003-32", 0, 32, 300, 1000, "a917407082c89943ba44cfe59b00a0a2ab55e02d14b64db147fbecdf9364bb45"},
		{"003-1500", 0, 1500, 90000, 100000, "b7fff4f1b806ceb8b3763279c372048c6fe71ab1b6014de508fab1649320c2cd"},
		{"004", 300, 300, 18000, 20000, "e6188f105917e49ba53f11d60cbaece3792afcdadcfac08f16ac9457b88890d5"},
	} {
		s, text := generated(t, c.name, c.bodies)
		sum := sha256.Sum256(text)
		if got := hex.EncodeToString(sum[:]); got != c.sha256OfWritten {
			t.Errorf("%s: SHA-256 %s, want %s", c.name, got, c.sha256OfWritten)
		}
		again, err := Parse(bytes.NewReader(text), "again.json")
		if err != nil {
			t.Fatal(err)
		}
		for i := range again.Bodies {
			again.Bodies[i].line, again.Bodies[i].poseLine = 0, 0
		}
		if !reflect.DeepEqual(again, s) {
			t.Errorf("%s: what was written does not read back", c.name)
		}
		placed := loaded(t, text)
		facets, shapes := 0, map[string]int{}
		for i := range placed {
			facets += len(placed[i].Mesh().Triangles)
			shapes[placed[i].Mesh().Name]++
		}
		if len(placed) != c.n || facets < c.least || facets > c.most || len(shapes) != len(kinds) {
			t.Errorf("%s: %d bodies of %d facets, shapes %v", c.name, len(placed), facets, shapes)
		}
		checkCrowding(t, c.name, placed)
	}
}

// checkCrowding demands about 1.6 pairs of overlapping world boxes per body, at
// the start exactly, later on the average over some seconds.
func checkCrowding(t *testing.T, name string, placed []Placed) {
	t.Helper()
	d := detectorOf(t, placed, collide.Options{Method: methods.BVH()}) // counts pairs by world boxes, however few the bodies are
	a := NewAnimation(placed)
	n, sum := float64(len(placed)), 0.0
	const frames = 20
	for k := range frames {
		if err := a.Set(d, float64(k)*0.7); err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		pairs := float64(r.Stats.BodyPairs) / n
		if k == 0 && (pairs < 1.5 || pairs > 1.61) {
			t.Errorf("%s: %.3f pairs a body at the start, want 1.6", name, pairs)
		}
		sum += pairs / frames
	}
	if sum < 1.2 || sum > 2 {
		t.Errorf("%s: %.3f pairs a body on the average, want about 1.6", name, sum)
	}
	t.Logf("%s: %.3f pairs a body over time", name, sum)
}

func TestPresetErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		bodies int
	}{{"003", 0}, {"003-32", 33}, {"004", 99}, {"004", 10001}} {
		if _, err := Preset(c.name, c.bodies); err == nil {
			t.Errorf("Preset(%q, %d): no error", c.name, c.bodies)
		}
	}
	for _, o := range []MotionOptions{
		{Bodies: 1}, {Bodies: 3, Facets: -1}, {Bodies: 3, PairsPerBody: -1}, {Bodies: 3, Speed: -1},
		{Bodies: 2, Facets: 1 << 30}, {Bodies: 3, Given: []GivenMesh{{"a.stl", &mesh.Mesh{}}}},
	} {
		if _, err := GenerateMotion(t.Context(), o); err == nil {
			t.Errorf("GenerateMotion(%+v): no error", o)
		}
	}
}

func TestGivenMeshes(t *testing.T) {
	knot := Knot("knot", 2, 3, 5, 1, 60, 8)
	s, err := GenerateMotion(t.Context(), MotionOptions{Bodies: 20, Seed: 1, Given: []GivenMesh{{"parts/big knot.stl", knot}}})
	if err != nil {
		t.Fatal(err)
	}
	given := 0
	for _, b := range s.Bodies {
		if b.Mesh == "parts/big knot.stl" {
			given++
		} else if r := b.Procedural.Radius; b.Procedural.Shape == ShapeIcosphere && (r < 4 || r > 15) {
			t.Errorf("sphere of radius %v beside a knot of about 8", r)
		}
	}
	if given < 4 {
		t.Errorf("%d bodies from the given mesh, want at least 4", given)
	}
	if s.Walls.Max.X < 20 {
		t.Errorf("a box of %v for knots of 16 across", s.Walls.Max.X)
	}
}

func TestSeedsDiffer(t *testing.T) {
	var texts [3]string
	for i, seed := range []uint64{1, 1, 2} {
		s, err := GenerateMotion(t.Context(), MotionOptions{Bodies: 12, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, s); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
	}
	if texts[0] != texts[1] || texts[0] == texts[2] {
		t.Error("equal seeds must give equal scenes, others not")
	}
}

func TestProceduralMeshesAreSound(t *testing.T) {
	for _, p := range []Procedural{
		{Shape: ShapeIcosphere, Radius: 1e-9, Detail: 1}, {Shape: ShapeIcosphere, Radius: 3, Detail: 7},
		{Shape: ShapeBox, Size: boxSize, Detail: 1}, {Shape: ShapeBox, Size: boxSize, Detail: 5},
		{Shape: ShapeTorus, Ring: 1e9, Tube: 1e8, Around: 5, Section: 3}, {Shape: ShapeTorus, Ring: 2, Tube: 1, Around: 40, Section: 20},
		{Shape: ShapeKnot, P: 2, Q: 3, Ring: 1, Tube: 0.2, Around: 12, Section: 3}, {Shape: ShapeKnot, P: 3, Q: 5, Ring: 1, Tube: 0.1, Around: 300, Section: 9},
	} {
		if err := p.Check(); err != nil {
			t.Errorf("%+v: %v", p, err)
			continue
		}
		m := p.Mesh()
		if err := m.Check(); err != nil {
			t.Errorf("%+v: %v", p, err)
		}
		if d := mesh.Analyze(m); !d.Closed || d.Total() > 0 || len(m.Triangles) != p.Facets() {
			t.Errorf("%+v: closed %v, %d defects, %d facets; want a sound mesh of %d", p, d.Closed, d.Total(), len(m.Triangles), p.Facets())
		}
		if v := volume(m); !(v > 0) {
			t.Errorf("%+v: volume %g; want faces that look outward", p, v)
		}
	}
}
