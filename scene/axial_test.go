package scene

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/shape"
)

// TestAxialsInAnotherUnit converts the ends and the radius, each rounded once.
func TestAxialsInAnotherUnit(t *testing.T) {
	t.Parallel()
	text := `{"version": 1, "unit": "mm", "bodies": [
		{"name": "tube", "capsule": {"from": [1, 2, 3], "to": [4, 5, 6], "radius": 7}},
		{"name": "pin", "cylinder": {"from": [1, 2, 3], "to": [4, 5, 6], "radius": 7}},
		{"name": "spike", "cone": {"base": [1, 2, 3], "apex": [4, 5, 6], "radius": 7}},
		{"name": "floor", "half_space": {"point": [1, 2, 3], "normal": [0, 0, 5]}}]}`
	l := Loader{Unit: "m"}
	s, err := Parse(strings.NewReader(text), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	w, err := l.Build(context.Background(), s, "a.json")
	if err != nil {
		t.Fatal(err)
	}
	want := shape.Capsule{A: geom.Vec{X: 0.001, Y: 0.002, Z: 0.003}, B: geom.Vec{X: 0.004, Y: 0.005, Z: 0.006}, Radius: 0.007}
	if w.Bodies[0].Shape != want || w.Bodies[1].Shape != shape.Cylinder(want) {
		t.Errorf("%v and %v, want %v", w.Bodies[0].Shape, w.Bodies[1].Shape, want)
	}
	if cone := (shape.Cone{Base: want.A, Apex: want.B, Radius: want.Radius}); w.Bodies[2].Shape != cone {
		t.Errorf("%v, want %v", w.Bodies[2].Shape, cone)
	}
	if floor := (shape.HalfSpace{Point: want.A, Normal: geom.Vec{Z: 5}}); w.Bodies[3].Shape != floor {
		t.Errorf("%v, want %v", w.Bodies[3].Shape, floor)
	}
	s.Bodies[0].Capsule.B = geom.Vec{X: math.MaxFloat64}
	l = Loader{Unit: "um"}
	if _, err := l.Build(context.Background(), s, "a.json"); err == nil || !strings.Contains(err.Error(), "beyond the range") {
		t.Errorf("a capsule beyond the range: %v", err)
	}
}

// TestMovingAxials: what moves between walls keeps within them.
func TestMovingAxials(t *testing.T) {
	t.Parallel()
	for s, ends := range map[string][2]string{"capsule": {"from", "to"}, "cylinder": {"from", "to"}, "cone": {"base", "apex"}} {
		text := `{"version": 1, "walls": {"min": [-3, -3, -3], "max": [3, 3, 3]}, "bodies": [{"name": "a", "` + s +
			`": {"` + ends[0] + `": [1, 0, 0], "` + ends[1] + `": [3, 0, 0], "radius": 0.5}, "pose": [1, 0, 0, -2, 0, 1, 0, 0, 0, 0, 1, 0], "motion": {"velocity": [1, 2, 3]}}]}`
		parsed, err := Parse(strings.NewReader(text), "a.json")
		if err != nil {
			t.Fatal(err)
		}
		w, err := new(Loader).Build(context.Background(), parsed, "a.json")
		if err != nil {
			t.Fatal(err)
		}
		pivot, most := geom.Vec{X: 2}, geom.Vec{X: 1.5, Y: 1.5, Z: 1.5}
		if s == "cone" { // its box ends at the apex
			pivot, most = geom.Vec{X: 1.75}, geom.Vec{X: 1.75, Y: 1.75, Z: 1.75}
		}
		if m := w.Bodies[0].Motion; m.Pivot != pivot || m.Region.Max != most {
			t.Errorf("%s turns about %v within %v", s, m.Pivot, m.Region)
		}
	}
}

func TestWriteRefusesAxials(t *testing.T) {
	t.Parallel()
	for _, b := range []Body{
		{Name: "a", Pose: geom.Identity, HalfSpace: &shape.HalfSpace{}},
		{Name: "a", Pose: geom.Identity, Capsule: &shape.Capsule{Radius: 1}},
		{Name: "a", Pose: geom.Identity, Cylinder: &shape.Cylinder{B: geom.Vec{X: 1}, Radius: -1}},
		{Name: "a", Pose: geom.Identity, Cylinder: &shape.Cylinder{B: geom.Vec{X: 1}}, Sphere: &Sphere{}},
		{Name: "a", Pose: geom.Identity, Cone: &shape.Cone{Radius: 1}},
		{Name: "a", Pose: geom.Identity, Cone: &shape.Cone{Apex: geom.Vec{X: 1}}, Sphere: &Sphere{}},
	} {
		var out bytes.Buffer
		if err := Write(&out, &Scene{Bodies: []Body{b}}); err == nil || out.Len() > 0 {
			t.Errorf("%+v is written: %v", b, err)
		}
	}
}
