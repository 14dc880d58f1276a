package collide_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// follow asks auto and brute about the same bodies and returns the counters of auto.
func follow(t *testing.T, auto, brute *collide.Detector) *collide.Stats {
	t.Helper()
	r, err := auto.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want, err := brute.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != want.Verdict || !r.First && r.Hash() != want.Hash() {
		t.Fatalf("auto: %v, brute: %v", r.Verdict, want.Verdict)
	}
	return &r.Stats
}

// TestAutoKeepsDistances: meshes that are apart and move a little are known to be apart by one test, until they
// have come closer by as much as they were apart; whatever else changes is seen.
func TestAutoKeepsDistances(t *testing.T) {
	for _, first := range []bool{false, true} {
		bodies := []collide.Body{
			{Shape: collide.NewModel(scene.Torus("a", 0.6, 0.2, 40, 12))},
			{Shape: collide.NewModel(scene.Torus("b", 2, 0.7, 32, 16))},
		}
		auto := detector(t, bodies, collide.Options{Workers: 1, First: first})
		brute := detector(t, bodies, collide.Options{Method: named("brute"), First: first})
		pose := func(x, z, turn float64) {
			for _, d := range []*collide.Detector{auto, brute} {
				if err := d.SetPose(0, geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, turn).Matrix(), T: geom.Vec{X: x, Z: z}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		kept, steps := 0, 120
		for i := range steps {
			pose(max(0, 0.02*float64(i-80)), 0.8-0.01*float64(i), 0.002*float64(i))
			if follow(t, auto, brute).BVTests == 1 {
				kept++
			}
		}
		if kept < steps/4 {
			t.Errorf("first %v: %d of %d queries were answered by a distance", first, kept, steps)
		}
		for range 4 { // a distance is kept of this pose
			pose(0, 0, 0)
			follow(t, auto, brute)
		}
		m := bodies[1].Shape.(*collide.Model)
		v := slices.Clone(m.Mesh().Vertices)
		v[7].X += 3
		if err := m.SetVertices(v); err != nil {
			t.Fatal(err)
		}
		follow(t, auto, brute)
		follow(t, auto, brute)
	}
}

// TestAutoForgetsDistancesOfBodies: another body in the place of one that was removed is seen.
func TestAutoForgetsDistancesOfBodies(t *testing.T) {
	torus := collide.NewModel(scene.Torus("a", 2, 0.7, 40, 12))
	bodies := []collide.Body{{Shape: torus}, {Shape: torus, Pose: geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 3.9, Y: 3.9}}}}
	d := detector(t, bodies, collide.Options{Workers: 1})
	for range 4 {
		r, err := d.Detect(context.Background())
		if err != nil || r.Verdict != collide.Free {
			t.Fatal(r.Verdict, err)
		}
	}
	d.Remove(1)
	other := collide.Body{Shape: collide.NewModel(scene.Torus("b", 4, 1, 40, 12)), Pose: bodies[1].Pose}
	i, err := d.Add(other)
	if err != nil || i != 1 {
		t.Fatal(i, err)
	}
	r, err := d.Detect(context.Background())
	if err != nil || r.Verdict != collide.InContact {
		t.Fatal(r.Verdict, err)
	}
}

// TestAutoEqualsBruteInMotion attacks what is kept from query to query: bodies of several sizes in random
// walks, their coordinates scaled by powers of two, under rounded, mirrored and scaled matrices.
func TestAutoEqualsBruteInMotion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 5))
	for round := range 12 {
		unit := math.Ldexp(1, []int{0, 0, -300, 300}[round%4])
		var bodies []collide.Body
		for range 4 {
			m := scene.Torus("torus", 1+r.Float64(), 0.2+0.4*r.Float64(), 8+r.IntN(20), 4+r.IntN(10))
			for i, v := range m.Vertices {
				m.Vertices[i] = v.Scale(unit)
			}
			p := geom.Pose{R: geom.AxisAngle(geom.Vec{X: r.Float64(), Y: 1, Z: r.Float64()}, 6*r.Float64()).Matrix(), T: geom.Vec{X: 5 * r.Float64(), Y: 5 * r.Float64(), Z: 5 * r.Float64()}.Scale(unit)}
			for i := range p.R {
				switch round % 3 {
				case 1:
					p.R[i] = float64(float32(p.R[i]))
				case 2:
					p.R[i] *= -1.25
				}
			}
			bodies = append(bodies, collide.Body{Shape: collide.NewModel(m), Pose: p})
		}
		o := collide.Options{Workers: 1 + round%3, First: round%5 == 4}
		auto := detector(t, bodies, o)
		o.Method = named("brute")
		brute := detector(t, bodies, o)
		for range require.Cases(40, 7) {
			i := r.IntN(len(bodies))
			p := &bodies[i].Pose
			p.T = p.T.Add(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(unit * math.Exp2(-8*r.Float64())))
			for _, d := range []*collide.Detector{auto, brute} {
				if err := d.SetPose(i, *p); err != nil {
					t.Fatal(err)
				}
			}
			follow(t, auto, brute)
		}
	}
}
