package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/motion"
)

// ruledShapes are bodies of about the size 1. All except the last are closed.
var ruledShapes = []string{
	`"mesh": {"shape": "box", "size": [1, 0.6, 0.8], "detail": 1}`,
	`"mesh": {"shape": "icosphere", "radius": 0.4, "detail": 1}`,
	`"mesh": {"shape": "torus", "ring": 0.5, "tube": 0.2, "around": 8, "section": 5}`,
	`"box": {"center": [0, 0, 0], "size": [1, 0.2, 0.7]}`,
	`"mesh": {"shape": "bowl", "radius": 0.8, "ripple": 0, "waves": 1, "around": 6, "section": 3}`,
}

// drawRuledScene writes a scene of three of the shapes, close to each other and turned as in the others of its seed, or a little more.
func drawRuledScene(t *testing.T, r *rand.Rand, shapes []int, name string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"version": 1, "unit": "m", "bodies": [`)
	for i, k := range shapes {
		text := drawRuledPose(t, r)
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"name": "b%d", %s, "pose": %s}`, i, ruledShapes[k], text)
	}
	b.WriteString("]}\n")
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// drawRuledPose returns a pose as an array of JSON.
func drawRuledPose(t *testing.T, r *rand.Rand) string {
	t.Helper()
	axis := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	m := geom.AxisAngle(axis, 2*r.Float64()).Matrix()
	p := []float64{m[0], m[1], m[2], 1.5 * r.NormFloat64(), m[3], m[4], m[5], 0.5 * r.NormFloat64(), m[6], m[7], m[8], 0.5 * r.NormFloat64()}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// conditions are those of drawn rules. An empty one stands for no rule.
var conditions = []string{"", "ignore", "touch", "inside", "depth <= 0.3", "depth <= 0.7", "depth <= 0.02", "inside, depth <= 0.5", "clearance > 0.1", "touch, clearance > 0.2", "depth <= 0.2, clearance > 0.01"}

// ruledLeg is the line of a motion in JSON.
type ruledLeg struct {
	Verdict, Outcome, Why string
	T0, T1                float64
	A, B                  string
	Near                  *struct {
		T0, T1 float64
		A, B   string
	}
	Permitted []struct {
		T0, T1 float64
		A, B   string
		Proven bool
	}
}

// ruledMotion judges a motion at instants.
type ruledMotion struct {
	det   *collide.Detector
	bound *rules.Bound
	paths []motion.Path
}

func newRuledMotion(t *testing.T, from, to, file string) *ruledMotion {
	t.Helper()
	before, after := legBodies(t, from), legBodies(t, to)
	var bodies []collide.Body
	var known []rules.Body
	m := &ruledMotion{}
	for i := range before {
		bodies = append(bodies, collide.Body{Name: before[i].Name, Shape: before[i].Shape})
		known = append(known, rules.Body{Name: before[i].Name})
		path, err := motion.NewStraight(before[i].Pose, after[i].Pose)
		if err != nil {
			t.Fatal(err)
		}
		m.paths = append(m.paths, path)
	}
	m.bound = boundRules(t, file, known)
	var err error
	if m.det, err = collide.NewDetector(bodies, collide.Options{Method: bruteForce(t), Workers: 1, Kinds: true}); err != nil {
		t.Fatal(err)
	}
	return m
}

// boundRules reads rules about bodies.
func boundRules(t *testing.T, file string, known []rules.Body) *rules.Bound {
	t.Helper()
	f, err := os.Open(filepath.Clean(file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	set, err := rules.Read(t.Context(), f, file)
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Settle("m"); err != nil {
		t.Fatal(err)
	}
	bound, err := set.Bind(t.Context(), known)
	if err != nil {
		t.Fatal(err)
	}
	return bound
}

// at judges the bodies at a time.
func (m *ruledMotion) at(t *testing.T, s float64) *rules.Judgement {
	t.Helper()
	for i, p := range m.paths {
		if err := m.det.SetPose(i, p.At(s)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := m.det.Detect(context.Background())
	if r == nil {
		t.Fatal(err)
	}
	j, err := m.bound.Judge(context.Background(), rules.Asker{Detector: m.det, Ask: func(query func() error) error { return query() }}, r, err, "m")
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// fails lists the pairs that fail.
func fails(j *rules.Judgement) (list [][2]int) {
	for i := range j.Findings {
		if f := &j.Findings[i]; f.Status == rules.Fail {
			list = append(list, [2]int{f.A, f.B})
		}
	}
	return list
}

// confirm looks at instants whether a motion is what is said of it.
func (m *ruledMotion) confirm(t *testing.T, name string, got *ruledLeg, r *rand.Rand) {
	t.Helper()
	open := map[[2]int]float64{}
	for _, p := range got.Permitted {
		if !p.Proven {
			open[[2]int{index(p.A), index(p.B)}] = p.T0
		}
	}
	end := 1.0
	if got.Outcome != "pass" {
		end = got.T0
	}
	for n := range 60 {
		s := end * (float64(n) + r.Float64()) / 60
		for _, pair := range fails(m.at(t, s)) {
			if since, ok := open[pair]; s < end && (!ok || s < since) {
				t.Fatalf("%s: %v fails at %v", name, pair, s)
			}
		}
	}
	if got.Outcome != "fail" {
		return
	}
	a, b, t1 := got.A, got.B, got.T1
	if got.Near != nil {
		a, b, t1 = got.Near.A, got.Near.B, got.Near.T1
	}
	if f := m.at(t, t1).Of(index(a), index(b)); f == nil || f.Status != rules.Fail {
		t.Errorf("%s: %+v at its moment", name, f)
	}
}

// index is that of a body called bN.
func index(name string) int { return int(name[1] - '0') }

// TestRuledMotions: on drawn motions under drawn rules, what is said to pass passes at instants, what is said to fail fails at its moment,
// and before that only pairs whose rule is said not to be proven.
func TestRuledMotions(t *testing.T) {
	folder := t.TempDir()
	from, to, file := filepath.Join(folder, "from.json"), filepath.Join(folder, "to.json"), filepath.Join(folder, "x.rules")
	count, cases, permitted, proven := map[string]int{}, require.Cases(400, 5), 0, 0
	for k := range cases {
		r := rand.New(rand.NewPCG(21, uint64(k)))
		shapes := []int{r.IntN(5), r.IntN(5), r.IntN(5)}
		drawRuledScene(t, r, shapes, from)
		drawRuledScene(t, r, shapes, to)
		text := ""
		for _, pair := range []string{"b0 b1", "b0 b2", "b1 b2"} {
			if c := conditions[r.IntN(len(conditions))]; c != "" {
				text += pair + " " + c + "\n"
			}
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := runHere(t.Context(), nil, "check", from, "--to", to, "--rules", file, "--format", "json", "--time-error", "1e-4", "--workers", []string{"1", "2", "8"}[k%3])
		if code == exitBad {
			if strings.Contains(errs, "half a turn") {
				continue
			}
			t.Fatal(errs)
		}
		var got ruledLeg
		for line := range bytes.Lines([]byte(out)) {
			if !bytes.Contains(line, []byte(`"segment": 0`)) {
				continue
			}
			if err := json.Unmarshal(line, &got); err != nil {
				t.Fatal(err)
			}
		}
		name := fmt.Sprintf("case %d, shapes %v, rules %q: %+v", k, shapes, text, got)
		count[got.Outcome]++
		m := newRuledMotion(t, from, to, file)
		m.confirm(t, name, &got, r)
		for _, p := range got.Permitted {
			if permitted++; p.Proven {
				proven++
			}
		}
	}
	t.Log(count, permitted, "permitted,", proven, "proven")
	if least := cases / 10; count["pass"] < least || count["fail"] < least || proven < cases/20 || count["unknown"] > cases/2 {
		t.Errorf("of %d motions: %v; the test proves little", cases, count)
	}
}
