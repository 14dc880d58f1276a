package assembly

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/scene"
)

// bodies are the parts at their places.
func (a *Assembly) bodies() []collide.Body {
	list := make([]collide.Body, len(a.Meshes))
	for i, m := range a.Meshes {
		list[i] = collide.Body{Name: a.Scene.Bodies[i].Name, Shape: collide.NewModel(m), Pose: a.Scene.Bodies[i].Pose}
	}
	return list
}

// judge applies the rules of an assembly to what a detector finds.
func judge(t *testing.T, a *Assembly) (*rules.Judgement, *collide.Detector) {
	t.Helper()
	ctx := context.Background()
	d, err := collide.NewDetector(a.bodies(), collide.Options{Kinds: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	set, err := rules.Read(ctx, strings.NewReader(a.Rules), RulesFile)
	if err == nil {
		err = set.Settle("mm")
	}
	if err != nil {
		t.Fatal(err)
	}
	var names []rules.Body
	for _, b := range a.Scene.Bodies {
		names = append(names, rules.Body{Name: b.Name, File: b.Mesh})
	}
	bound, err := set.Bind(ctx, names)
	if err != nil {
		t.Fatal(err)
	}
	j, err := bound.Judge(ctx, rules.Asker{Detector: d, Ask: func(query func() error) error { return query() }}, r, nil, "mm")
	if err != nil || j.Err != nil {
		t.Fatal(err, j.Err)
	}
	return j, d
}

// The engine finds exactly what an assembly is known to have, and the rules fail for the driven bolt alone.
func TestTruth(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{{Parts: 2}, {Parts: 3, Seed: 7}, {Parts: 28, Seed: 1}, {Parts: 28, Seed: 2, Drive: "bolt_3", By: 3}, {Parts: 11, Seed: 3, Drive: "bolt_3", By: 0.5},
		{Parts: 5, Seed: 4, Drive: "bolt_1", By: 1, Triangles: 6000}, {Parts: 12, Triangles: 10_000}} {
		if o.Parts > 20 && o.Drive == "" && !require.CI() {
			continue // the other one of 28 parts has the same
		}
		a, err := Generate(o)
		if err != nil {
			t.Fatal(err)
		}
		j, d := judge(t, a)
		found := map[string]*rules.Finding{}
		pairs := map[string]*collide.Pair{}
		for i := range j.Findings {
			f := &j.Findings[i]
			name := a.Scene.Bodies[f.A].Name + " " + a.Scene.Bodies[f.B].Name
			found[name], pairs[name] = f, &j.Result.Pairs[i]
		}
		touching, failing := 0, 0
		for _, p := range a.Truth {
			name := p.A + " " + p.B
			got := pairs[name]
			if p.Kind == "" {
				if got != nil {
					t.Errorf("%+v: %s are listed: %+v", o, name, got)
				}
				continue
			}
			touching++
			if got == nil || string(got.Kind) != p.Kind || (found[name].Status == rules.Pass) != p.Pass {
				t.Errorf("%+v: %s: %+v, %+v; expected %+v", o, name, got, found[name], p)
				continue
			}
			if p.Depth > 0 {
				failing++
				within, err := d.DepthWithin(context.Background(), got, p.Depth*1.02)
				if !within || err != nil || got.Depth[0] > p.Depth || got.Depth[1] < p.Depth || got.Width[0] > p.Depth || got.Width[1] < p.Depth {
					t.Errorf("%+v: %s: depth %v, width %v, %v", o, name, got.Depth, got.Width, err)
				}
			}
		}
		if len(j.Findings) != touching {
			t.Errorf("%+v: %d pairs found, %d known", o, len(j.Findings), touching)
		}
		if (o.Drive != "") != (failing == 1) {
			t.Errorf("%+v: %d pairs fail", o, failing)
		}
	}
}

// Every part is closed, of any size that is drawn and cut into any number of pieces, and has the coordinates of a file.
func TestPartsAreClosed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(require.Samples(6, 6, 3)) {
		triangles := int(seed) * 4000
		a, err := Generate(Options{Parts: 8, Seed: seed, Triangles: triangles})
		if err != nil {
			t.Fatal(err)
		}
		d, err := collide.NewDetector(append(a.bodies(), collide.Body{Name: "all", Shape: collide.NewModel(a.Meshes[0]), Pose: a.Scene.Bodies[0].Pose}), collide.Options{Kinds: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(context.Background())
		if err != nil || len(r.Flaws) > 0 {
			t.Errorf("seed %d: %v, %v", seed, err, r.Flaws)
		}
		have := 0
		for _, m := range a.Meshes {
			have += len(m.Triangles)
			for _, v := range m.Vertices {
				for _, x := range [3]float64{v.X, v.Y, v.Z} {
					if float64(float32(x)) != x {
						t.Fatalf("%s has a coordinate %v, which no float32 is", m.Name, x)
					}
				}
			}
		}
		if have < triangles || have > max(2500, 3*triangles) {
			t.Errorf("%d triangles, expected at least %d", have, triangles)
		}
	}
}

// The rules permit the fits of all sizes.
func TestFits(t *testing.T) {
	t.Parallel()
	for _, radius := range []float64{4.5, 5, 5.5} {
		if depth := radius * (1 - math.Cos(math.Pi/around)); depth > fit-0.002 || depth < fit/2 {
			t.Errorf("a shaft of radius %v reaches %v deep", radius, depth)
		}
	}
	if !strings.Contains(rulesText, fmt.Sprintf("depth <= %vmm", fit)) {
		t.Error("the rules have another limit")
	}
}

func TestGenerateRefuses(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]Options{
		"1 parts; expected 2 to":                       {Parts: 1},
		"-1 triangles; expected 0 to 20000000":         {Parts: 2, Triangles: -1},
		"expected 2 to 100000":                         {Parts: MaxParts + 1},
		"bolt driven by 0 mm":                          {Parts: 8, Drive: "bolt_1"},
		"bolt driven by NaN mm":                        {Parts: 8, Drive: "bolt_1", By: math.NaN()},
		"expected more than 0 and at most 3":           {Parts: 8, Drive: "bolt_1", By: 3.1},
		`no bolt is named "shaft_1"; expected one of`:  {Parts: 8, Drive: "shaft_1", By: 1},
		"expected one of bolt_1, bolt_2, bolt_3, …, b": {Parts: 80, Drive: "x", By: 1},
	} {
		if _, err := Generate(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, expected %q", o, err, want)
		}
	}
}

// Files read back as what was generated, and the same seed makes the same files.
func TestWriteDir(t *testing.T) {
	t.Parallel()
	a, err := Generate(Options{Parts: 9, Seed: 5, Drive: "bolt_2", By: 1.5})
	if err != nil {
		t.Fatal(err)
	}
	dirs := [2]string{t.TempDir(), filepath.Join(t.TempDir(), "new", "folder")}
	for _, dir := range dirs {
		if err := a.WriteDir(context.Background(), dir); err != nil {
			t.Fatal(err)
		}
	}
	var loader scene.Loader
	placed, err := loader.File(context.Background(), filepath.Join(dirs[0], SceneFile))
	if err != nil || len(placed) != 9 || loader.Unit != "mm" {
		t.Fatal(len(placed), loader.Unit, err)
	}
	for i := range placed {
		m := placed[i].Mesh()
		if len(m.Triangles) != len(a.Meshes[i].Triangles) || placed[i].Pose != a.Scene.Bodies[i].Pose {
			t.Errorf("%s is not what was written", placed[i].Name)
		}
		for k, tri := range m.Triangles {
			for c := range tri {
				if m.Vertices[tri[c]] != a.Meshes[i].Vertices[a.Meshes[i].Triangles[k][c]] {
					t.Fatalf("%s: triangle %d moved", placed[i].Name, k)
				}
			}
		}
	}
	for _, name := range []string{SceneFile, RulesFile, TruthFile, "parts/bolt_2.stl"} {
		x, errX := os.ReadFile(filepath.Join(dirs[0], name))
		y, errY := os.ReadFile(filepath.Join(dirs[1], name))
		if errX != nil || errY != nil || string(x) != string(y) || len(x) == 0 {
			t.Errorf("%s differs: %v, %v", name, errX, errY)
		}
	}
	text, _ := os.ReadFile(filepath.Join(dirs[0], TruthFile))
	if !strings.Contains(string(text), `{"a": "cover_1", "b": "bolt_2", "kind": "penetrate", "pass": false, "depth": 1.5}`) {
		t.Errorf("%s", text)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := a.WriteDir(ended, t.TempDir()); err == nil {
		t.Error("written after the end of the context")
	}
}

// A quarter turn is a rotation that keeps the axes.
func TestQuarterTurns(t *testing.T) {
	t.Parallel()
	a, err := Generate(Options{Parts: 800, Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[geom.Mat]bool{}
	for _, b := range a.Scene.Bodies {
		r := b.Pose.R
		det := r[0]*(r[4]*r[8]-r[5]*r[7]) - r[1]*(r[3]*r[8]-r[5]*r[6]) + r[2]*(r[3]*r[7]-r[4]*r[6])
		if det != 1 {
			t.Fatalf("%v has the determinant %v", r, det)
		}
		seen[r] = true
	}
	if len(seen) != 24 {
		t.Errorf("%d rotations, expected 24", len(seen))
	}
}
