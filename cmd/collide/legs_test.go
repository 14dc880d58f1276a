package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
)

// legShapes are bodies of a drawn scene, of about the size 1.
var legShapes = []string{
	`"mesh": {"shape": "icosphere", "radius": 0.5, "detail": 2}`,
	`"mesh": {"shape": "torus", "ring": 0.5, "tube": 0.15, "around": 12, "section": 6}`,
	`"box": {"center": [0.2, 0, 0], "size": [1, 0.05, 0.7]}`,
	`"sphere": {"center": [0, 0.1, 0], "radius": 0.3}`,
	`"capsule": {"from": [0, 0, 0], "to": [0.7, 0, 0], "radius": 0.1}`,
}

// drawLegScene writes a scene of the shapes, all within a box and not one on another, so that most have no contact.
func drawLegScene(t *testing.T, r *rand.Rand, name string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"version": 1, "bodies": [`)
	for i, k := range r.Perm(len(legShapes)) {
		axis := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		m := geom.AxisAngle(axis, math.Pi*r.Float64()).Matrix()
		p := []float64{m[0], m[1], m[2], 4 * r.Float64(), m[3], m[4], m[5], 4 * r.Float64(), m[6], m[7], m[8], 4 * r.Float64()}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"name": "b%d", %s, "pose": %s}`, k, legShapes[k], text)
	}
	b.WriteString("]}\n")
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// legLine is a line of the JSON of check --to.
type legLine struct {
	Scene, Segment *int
	Verdict        string
	T0, T1         float64
	Seconds        [2]float64
	A, B           string
	Triangles      []uint32
}

// checkedLegs runs check from a scene to another one and returns the lines, and the line of the motion.
func checkedLegs(t *testing.T, args ...string) (segment legLine, output string) {
	t.Helper()
	code, out, errs := runHere(context.Background(), nil, append([]string{"check", "--format", "json"}, args...)...)
	if code == exitBad || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for line := range bytes.Lines([]byte(out)) {
		var l legLine
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		if l.Segment != nil {
			segment = l
		}
	}
	return segment, out
}

// legBodies reads a scene in the order of the names.
func legBodies(t *testing.T, name string) []scene.Placed {
	t.Helper()
	list, err := (&scene.Loader{Files: &input.Files{}}).File(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(list, func(a, b scene.Placed) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// TestLegsAgainstBrute: on drawn motions of five bodies at once, the exact query of brute force finds nothing at any instant before T0,
// and the named primitives in contact at T1. The way back has a contact if and only if the way there has one. Methods and numbers of
// workers write the same bytes.
func TestLegsAgainstBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 3))
	brute := bruteForce(t)
	folder := t.TempDir()
	from, to := filepath.Join(folder, "from.json"), filepath.Join(folder, "to.json")
	count := map[string]int{}
	cases := require.Cases(200, 12)
	for k := range cases {
		drawLegScene(t, r, from)
		drawLegScene(t, r, to)
		how := []string{"straight", "screw"}[k%2]
		got, out := checkedLegs(t, from, "--to", to, "--continuous", how)
		count[got.Verdict]++
		if _, again := checkedLegs(t, from, "--to", to, "--continuous", how, "--method", []string{"bvh", "oocda", "brute"}[k%3], "--workers", []string{"1", "2", "8"}[k%3]); again != out {
			t.Fatalf("%s\n%s", out, again)
		}
		if back, _ := checkedLegs(t, to, "--to", from, "--continuous", how); back.Verdict != got.Verdict {
			t.Errorf("case %d: %s there, %s back", k, got.Verdict, back.Verdict)
		}
		before, after := legBodies(t, from), legBodies(t, to)
		var bodies []collide.Body
		var paths []*motion.Segment
		for i := range before {
			bodies = append(bodies, collide.Body{Name: before[i].Name, Shape: before[i].Shape})
			path, err := (&motionFlags{continuous: how}).path(before[i].Pose, after[i].Pose)
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
		det, err := collide.NewDetector(bodies, collide.Options{Method: brute, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		at := func(s float64) *collide.Result {
			for i, p := range paths {
				if err := det.SetPose(i, p.At(s)); err != nil {
					t.Fatal(err)
				}
			}
			result, err := det.Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			return result
		}
		end := got.T0
		if got.Verdict == "free" {
			end = 1
		}
		for n := range 100 {
			if s := end * float64(n) / 100; s < end && at(s).Verdict != collide.Free {
				t.Fatalf("case %d: contact at %v, %s from %v", k, s, got.Verdict, got.T0)
			}
		}
		if got.Verdict != "contact" {
			continue
		}
		a := slices.IndexFunc(bodies, func(b collide.Body) bool { return b.Name == got.A })
		b := slices.IndexFunc(bodies, func(b collide.Body) bool { return b.Name == got.B })
		want := collide.Contact{BodyA: uint32(a), TriA: got.Triangles[0], BodyB: uint32(b), TriB: got.Triangles[1]}
		if a > b {
			want = collide.Contact{BodyA: uint32(b), TriA: got.Triangles[1], BodyB: uint32(a), TriB: got.Triangles[0]}
		}
		if found := at(got.T1).Contacts; !slices.Contains(found, want) {
			t.Fatalf("case %d: %v not among %v at %v", k, want, found, got.T1)
		}
		if got.T1-got.T0 > defaultTimeError {
			t.Errorf("case %d: from %v to %v", k, got.T0, got.T1)
		}
	}
	t.Log(count)
	if count["free"] < cases/8 || count["contact"] < cases/8 || count["unknown"] > 0 {
		t.Errorf("of %d motions: %v", cases, count)
	}
}

// bruteForce is the method that tests all pairs of triangles.
func bruteForce(t *testing.T) collide.Method {
	t.Helper()
	m, err := (&queryFlags{method: "brute", backend: "cpu"}).chosen(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestLegFlags: check takes with --to the flags that it lists, and refuses every other one.
func TestLegFlags(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a.json")
	drawLegScene(t, rand.New(rand.NewPCG(1, 1)), name)
	refused := 0
	(&app{}).checkCommand().LocalFlags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains(besideTo, f.Name) || f.Name == "help" {
			return
		}
		value := "1"
		if f.Value.Type() == "bool" {
			value = "true"
		} else if f.Name == "along" {
			value = "1,0,0"
		} else if c, ok := f.Value.(*choice); ok {
			value = c.words[len(c.words)-1]
		}
		code, _, errs := runHere(context.Background(), nil, "check", name, "--to", name, "--"+f.Name+"="+value)
		if code != exitBad || !strings.Contains(errs, "--"+f.Name+" with --to") {
			t.Errorf("--%s: exit %d, %s", f.Name, code, errs)
		}
		refused++
	})
	if refused < 15 {
		t.Errorf("%d flags refused", refused)
	}
}
