package collide_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// ballOf is a sphere of that radius, off its origin.
func ballOf(radius float64, detail int) *mesh.Mesh {
	m := (&scene.Procedural{Shape: scene.ShapeIcosphere, Radius: radius, Detail: detail}).Mesh()
	for i := range m.Vertices {
		m.Vertices[i].X += radius / 3
	}
	return m
}

// straddling are sizes 2^e of pairs on both sides of where trees change their units,
// of ratios that were bvh's, and on one side.
var straddling = [][2]float64{
	{15.9, 16.1}, {-17.1, -16.9}, {9, 16.1}, {32.9, 33.1}, {31, 35}, {-15.1, -14.9}, {-20, -9}, {33.5, 33.5},
	{80.9, 81.1}, {-63.1, -62.9}, {25, 45}, {400.9, 417.1}, {-510, -495.5},
}

// Balls about a corner of balls as large or larger: auto has brute's contacts, by wide
// trees.
func TestAutoTakesPairsOfUnlikeSizes(t *testing.T) {
	turn := geom.Mat{0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6}
	for _, e := range straddling {
		t.Run(fmt.Sprintf("2^%v and 2^%v", e[0], e[1]), func(t *testing.T) {
			r, s := math.Exp2(e[0]), math.Exp2(e[1])
			bodies := []collide.Body{{Shape: collide.NewModel(ballOf(r, 4))}, {Shape: collide.NewModel(ballOf(s, 4))}}
			auto := detector(t, bodies, collide.Options{Workers: 1})
			brute := detector(t, bodies, collide.Options{Workers: 1, Method: named("brute")})
			touched := 0
			for k := range 4 {
				center := bodies[1].Shape.(*collide.Model).Mesh().Vertices[k].Add(geom.Vec{X: r * float64(k) / 3})
				touched += sameAnswer(t, auto, brute, geom.Pose{R: turn, T: center.Sub(turn.MulVec(geom.Vec{X: r / 3}))})
			}
			if touched == 0 {
				t.Error("nothing touched: the poses prove nothing")
			}
		})
	}
}

// sameAnswer compares the contacts under a pose and returns their number.
func sameAnswer(t *testing.T, auto, brute *collide.Detector, p geom.Pose) int {
	t.Helper()
	for _, d := range []*collide.Detector{auto, brute} {
		if err := d.SetPose(0, p); err != nil {
			t.Fatal(err)
		}
	}
	got, err := auto.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want, err := brute.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got.Hash() != want.Hash() || got.Stats.Unlike != 0 {
		t.Errorf("%d contacts, brute %d; %d pairs given to bvh", len(got.Contacts), len(want.Contacts), got.Stats.Unlike)
	}
	return len(want.Contacts)
}

// Queries in units halfway allocate nothing, be the meshes rigid or deforming, and
// follow what deforms.
func TestAutoRescalesOnce(t *testing.T) {
	bodies := []collide.Body{{Shape: collide.NewModel(ballOf(0x1p32, 6))}, {Shape: collide.NewModel(ballOf(0x1p34, 6))}}
	auto := detector(t, bodies, collide.Options{Workers: 1})
	brute := detector(t, bodies, collide.Options{Workers: 1, Method: named("brute")})
	m := bodies[0].Shape.(*collide.Model)
	rest := append([]geom.Vec(nil), m.Mesh().Vertices...)
	moved := append([]geom.Vec(nil), rest...)
	k := 0.0
	step := func() {
		k++
		if err := auto.SetPose(0, at(0x1p34*4/3, 0x1p28*k, 0)); err != nil {
			t.Fatal(err)
		}
		if _, err := auto.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for range 8 {
		step()
	}
	if n := testing.AllocsPerRun(8, step); n != 0 {
		t.Errorf("%v allocations a query, want 0", n)
	}
	contacts := 0
	for range 4 {
		for i, v := range rest {
			moved[i].Y = v.Y * (1 + 0.05*k)
		}
		k++
		if err := m.SetVertices(moved); err != nil {
			t.Fatal(err)
		}
		contacts += sameAnswer(t, auto, brute, at(0x1p34*4/3, 0, 0))
	}
	if contacts == 0 {
		t.Error("nothing touched")
	}
}
