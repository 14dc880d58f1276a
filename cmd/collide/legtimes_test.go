package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// drawMotions writes a scene of the shapes between walls, all in motion but one, all lengths times a size.
func drawMotions(t *testing.T, r *rand.Rand, name string, size float64) {
	t.Helper()
	vec := func(x float64) string {
		text, err := json.Marshal([]float64{x * r.NormFloat64(), x * r.NormFloat64(), x * r.NormFloat64()})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	number := func(x float64) string { return strconv.FormatFloat(x*size, 'g', -1, 64) }
	shapes := []string{
		`"mesh": {"shape": "icosphere", "radius": ` + number(0.5) + `, "detail": 2}`,
		`"mesh": {"shape": "torus", "ring": ` + number(0.5) + `, "tube": ` + number(0.15) + `, "around": 12, "section": 6}`,
		`"box": {"center": [` + number(0.2) + `, 0, 0], "size": [` + number(1) + `, ` + number(0.05) + `, ` + number(0.7) + `]}`,
		`"sphere": {"center": [0, ` + number(0.1) + `, 0], "radius": ` + number(0.3) + `}`,
		`"capsule": {"from": [0, 0, 0], "to": [` + number(0.7) + `, 0, 0], "radius": ` + number(0.1) + `}`,
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"version": 1, "walls": {"min": [%s, %s, %s], "max": [%s, %s, %s]}, "bodies": [`, number(-5), number(-5), number(-5), number(5), number(5), number(5))
	rests := r.IntN(len(shapes))
	for i, s := range shapes {
		axis := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		m := geom.AxisAngle(axis, math.Pi*r.Float64()).Matrix()
		at := func() float64 { return size * (4*r.Float64() - 2) }
		p := []float64{m[0], m[1], m[2], at(), m[3], m[4], m[5], at(), m[6], m[7], m[8], at()}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"name": "b%d", %s, "pose": %s`, i, s, text)
		if i != rests {
			fmt.Fprintf(&b, `, "motion": {"velocity": %s, "spin": %s`, vec(0.7*size), vec(0.6))
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, `, "center": %s`, vec(0.2*size))
			}
			b.WriteString("}")
		}
		b.WriteString("}")
	}
	b.WriteString("]}\n")
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// flown asks brute force about a scene in motion at times.
type flown struct {
	animation *scene.Animation
	detector  *collide.Detector
	names     []string
}

func newFlown(t *testing.T, name string) *flown {
	t.Helper()
	placed := legBodies(t, name)
	f := &flown{animation: scene.NewAnimation(placed)}
	var bodies []collide.Body
	for i := range placed {
		bodies = append(bodies, collide.Body{Name: placed[i].Name, Shape: placed[i].Shape, Pose: placed[i].Pose})
		f.names = append(f.names, placed[i].Name)
	}
	var err error
	if f.detector, err = collide.NewDetector(bodies, collide.Options{Method: bruteForce(t), Workers: 1}); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *flown) at(t *testing.T, s float64) *collide.Result {
	t.Helper()
	if err := f.animation.Set(f.detector, s); err != nil {
		t.Fatal(err)
	}
	r, err := f.detector.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestScenesInMotion: in drawn scenes of five bodies that fly, turn and bounce, brute force finds nothing at any time before the first one
// of a contact, and the named primitives at its second one. Methods, numbers of workers, and the motion in two parts answer alike.
func TestScenesInMotion(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 7))
	name := filepath.Join(t.TempDir(), "scene.json")
	count, cases := map[string]int{}, require.Cases(200, 12)
	for k := range cases {
		drawMotions(t, r, name, []float64{1, 1, 1, 0x1p-40, 0x1p60, 0x1p-20}[k%6])
		first, last := 0.0, 12*r.Float64()
		if k%3 > 0 {
			first = math.Floor(800*r.Float64()) / 16
		}
		from, to := strconv.FormatFloat(first, 'g', -1, 64), strconv.FormatFloat(first+last, 'g', -1, 64)
		got, out := checkedLegs(t, name, "--from", from, "--to", to)
		count[got.Verdict]++
		if _, again := checkedLegs(t, name, "--from", from, "--to", to, "--method", []string{"bvh", "oocda", "brute"}[k%3], "--workers", []string{"1", "2", "8"}[k%3]); again != out {
			t.Fatalf("%s\n%s", out, again)
		}
		f, end := newFlown(t, name), first+last
		if got.Verdict != "free" {
			end = got.Seconds[0]
		}
		for n := range 100 {
			if s := first + (end-first)*(float64(n)+r.Float64())/100; s < end && f.at(t, s).Verdict != collide.Free {
				t.Fatalf("case %d: contact at %v, %s from %v", k, s, got.Verdict, end)
			}
		}
		middle := strconv.FormatFloat(first+last/2, 'g', -1, 64)
		one, _ := checkedLegs(t, name, "--from", from, "--to", middle)
		two, _ := checkedLegs(t, name, "--from", middle, "--to", to)
		if both := one.Verdict == "free" && two.Verdict == "free"; both != (got.Verdict == "free") {
			t.Errorf("case %d: %s, in two parts %s and %s", k, got.Verdict, one.Verdict, two.Verdict)
		}
		if got.Verdict != "contact" {
			continue
		}
		want := collide.Contact{BodyA: uint32(slices.Index(f.names, got.A)), TriA: got.Triangles[0], BodyB: uint32(slices.Index(f.names, got.B)), TriB: got.Triangles[1]}
		if found := f.at(t, got.Seconds[1]).Contacts; !slices.Contains(found, want) {
			t.Fatalf("case %d: %v not among %v at %v", k, want, found, got.T1)
		}
		if got.T1-got.T0 > defaultTimeError || got.Seconds[1] < got.Seconds[0] || got.Seconds[1]-got.Seconds[0] > 1.001*defaultTimeError*last+1e-13 {
			t.Errorf("case %d: from %v to %v, %v s", k, got.T0, got.T1, got.Seconds)
		}
	}
	t.Log(count)
	if count["free"] < cases/8 || count["contact"] < cases/8 || count["unknown"] > 0 {
		t.Errorf("of %d motions: %v", cases, count)
	}
}
