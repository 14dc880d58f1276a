package main

import (
	"bytes"
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
	"github.com/collide-go/collide/robot"
)

// ruledLinks are shapes of links of about the size 1. All but the last are closed.
var ruledLinks = []string{`<box size="1 0.4 0.6"/>`, `<sphere radius="0.4"/>`, `<mesh filename="solid.obj"/>`, `<mesh filename="open.obj"/>`}

const (
	octahedron = "v 0.5 0 0\nv -0.5 0 0\nv 0 0.6 0\nv 0 -0.6 0\nv 0 0 0.7\nv 0 0 -0.7\nf 3 5 1\nf 2 5 3\nf 4 5 2\nf 1 5 4\nf 1 6 3\nf 3 6 2\nf 2 6 4\n"
	lid        = "f 4 6 1\n"
)

// swungLink is where a link is on the way from one state to another.
type swungLink struct {
	motion.Path // for its other method
	robot       *robot.Robot
	from, to    []float64
	part        robot.Part
}

func (s *swungLink) At(t float64) geom.Pose {
	values := make([]float64, len(s.from))
	for i, x := range s.from {
		values[i] = max(min(x, s.to[i]), min(x+float64(t*(s.to[i]-x)), max(x, s.to[i])))
	}
	if t == 1 {
		copy(values, s.to)
	}
	return s.part.Pose(&s.robot.LinkPoses(geom.Identity, values, nil)[s.part.Link])
}

// newRuledSwing judges the motion of the links b0 and b1 of a robot beside the body b2 at instants.
func newRuledSwing(t *testing.T, file, scene, ruled string, from, to []float64) *ruledMotion {
	t.Helper()
	var loader robot.Loader
	r, err := loader.File(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	m := &ruledMotion{}
	var bodies []collide.Body
	for _, p := range r.Parts(false) {
		bodies = append(bodies, collide.Body{Name: r.Links[p.Link].Name, Shape: p.Geometry.Shape})
		m.paths = append(m.paths, &swungLink{robot: r, from: from, to: to, part: p})
	}
	stays := legBodies(t, scene)[0]
	bodies = append(bodies, collide.Body{Name: stays.Name, Shape: stays.Shape})
	m.paths = append(m.paths, standing(stays.Pose))
	var known []rules.Body
	for i := range bodies {
		known = append(known, rules.Body{Name: bodies[i].Name})
	}
	m.bound = boundRules(t, ruled, known)
	if m.det, err = collide.NewDetector(bodies, collide.Options{Method: bruteForce(t), Workers: 1, Kinds: true}); err != nil {
		t.Fatal(err)
	}
	return m
}

// standing is a path that goes nowhere.
func standing(p geom.Pose) motion.Path {
	s, err := motion.NewStraight(p, p)
	if err != nil {
		panic(err)
	}
	return s
}

// TestRuledTrajectories: what trajectory says of motions of a robot under drawn rules is so at instants, as brute force judges them.
func TestRuledTrajectories(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Clean(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("solid.obj", octahedron+lid)
	write("open.obj", octahedron)
	count, cases, permitted, proven := map[string]int{}, require.Samples(300, 6, 3), 0, 0
	for k := range cases {
		r := rand.New(rand.NewPCG(51, uint64(k)))
		link := func(name string) string {
			return fmt.Sprintf(`<link name="%s"><collision><origin xyz="%v %v %v"/><geometry>%s</geometry></collision></link>`, name, 0.4*r.NormFloat64(), 0.4*r.NormFloat64(), 0.4*r.NormFloat64(), ruledLinks[r.IntN(len(ruledLinks))])
		}
		write("arm.urdf", `<robot name="arm"><link name="root"/><link name="mid"/>`+link("b0")+link("b1")+`
<joint name="a" type="continuous"><parent link="root"/><child link="b0"/><axis xyz="0 0 1"/></joint>
<joint name="b" type="prismatic"><parent link="b0"/><child link="mid"/><axis xyz="1 0 0"/><origin xyz="0.7 0 0.3"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>
<joint name="c" type="continuous"><parent link="mid"/><child link="b1"/><axis xyz="0 1 0"/></joint></robot>`)
		write("b2.json", fmt.Sprintf(`{"version": 1, "unit": "m", "bodies": [{"name": "b2", %s, "pose": %s}]}`, ruledShapes[r.IntN(5)], drawRuledPose(t, r)))
		var states [2][]float64
		text := "a,b,c\n"
		for i := range states {
			states[i] = []float64{1.5 * r.NormFloat64(), 0.5 * r.NormFloat64(), 1.5 * r.NormFloat64()}
			text += strings.Trim(strings.ReplaceAll(fmt.Sprint(states[i]), " ", ","), "[]") + "\n"
		}
		write("path.csv", text)
		text = ""
		for _, pair := range []string{"b0 b1", "b0 b2", "b1 b2"} {
			if c := conditions[r.IntN(len(conditions))]; c != "" {
				text += pair + " " + c + "\n"
			}
		}
		write("x.rules", text)
		code, out, errs := runHere(t.Context(), nil, "trajectory", "arm.urdf", "b2.json", "--states", "path.csv", "--continuous", "linear", "--rules", "x.rules", "--format", "json", "--time-error", "1e-4", "--workers", []string{"1", "2", "8"}[k%3])
		if code == exitBad {
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
		if count[got.Outcome]++; (code == exitCollision) != strings.Contains(out, `"outcome": "fail"`) {
			t.Errorf("exit code %d:\n%s", code, out)
		}
		newRuledSwing(t, "arm.urdf", "b2.json", "x.rules", states[0], states[1]).confirm(t, fmt.Sprintf("case %d, rules %q: %+v", k, text, got), &got, r)
		for _, p := range got.Permitted {
			if permitted++; p.Proven {
				proven++
			}
		}
	}
	t.Log(count, permitted, "permitted,", proven, "proven")
	if count["pass"] < cases/10 || count["fail"] < cases/10 || count["unknown"] > cases/2 {
		t.Errorf("of %d motions: %v; the test proves little", cases, count)
	}
}
