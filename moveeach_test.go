package collide_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestEachPair: of drawn motions of five bodies, each pair of whose moments are asked for has the one of the two by themselves. Brute force finds no pair
// in contact, or within the gap, before its moment, and at instants all along the way if it has none, and each at its T1.
func TestEachPair(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(61, 1))
	counts, cases := map[collide.Verdict]int{}, require.Cases(200, 6)
	for k := range cases {
		var bodies []collide.Body
		var paths []motion.Path
		for i := range 5 {
			var s collide.Shape = collide.NewModel(scene.Torus("ring", 0.4, 0.2, 9, 6))
			if i%2 == 1 {
				s = shape.Box{Size: geom.Vec{X: 1, Y: 0.3, Z: 0.6}}
			}
			draw := func() geom.Pose {
				return turnedAt(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: 1}, r.Float64(), 1.5*r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
			}
			p, err := motion.NewStraight(draw(), draw())
			if err != nil {
				t.Fatal(err)
			}
			bodies, paths = append(bodies, collide.Body{Shape: s, Pose: p.At(0)}), append(paths, p)
		}
		gaps := collide.Gaps{Most: []float64{0, 0.125}[k%2]}
		d, err := collide.NewDetector(bodies, collide.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		list, err := gaps.Each(func(g collide.Gaps) (collide.Impact, error) { return d.Move(t.Context(), paths, g, 1e-6) })
		if err != nil && !errors.Is(err, collide.ErrUndecided) {
			t.Fatal(err)
		}
		until, moments := 1.0, map[[2]int]collide.Impact{}
		for _, i := range list {
			if counts[i.Verdict]++; i.Verdict == collide.Unknown {
				until = i.T0
				continue
			}
			if _, again := moments[[2]int{i.A, i.B}]; again || i.T1-i.T0 > 1e-6 {
				t.Fatalf("case %d: %+v", k, list)
			}
			moments[[2]int{i.A, i.B}] = i
		}
		judge, err := collide.NewDetector(bodies, collide.Options{Workers: 1, Method: named("brute")})
		if err != nil {
			t.Fatal(err)
		}
		near := func(s float64) map[[2]int]bool {
			for i, p := range paths {
				if err := judge.SetPose(i, p.At(s)); err != nil {
					t.Fatal(err)
				}
			}
			all, err := judge.Distances(context.Background(), gaps.Most, nil)
			if err != nil {
				t.Fatal(err)
			}
			pairs := map[[2]int]bool{}
			for _, x := range all {
				pairs[[2]int{x.A, x.B}] = true
			}
			return pairs
		}
		for range 40 {
			s := r.Float64()
			for pair := range near(s) {
				if i, ok := moments[pair]; ok && s < i.T0 || !ok && s < until {
					t.Fatalf("case %d: %v is near at %v, and is said to be at %+v", k, pair, s, i)
				}
			}
		}
		for pair, i := range moments {
			if !near(i.T1)[pair] {
				t.Errorf("case %d: %v is not near at %v", k, pair, i.T1)
			}
		}
		for a := range bodies {
			for b := a + 1; b < len(bodies); b++ {
				alone, err := collide.NewDetector([]collide.Body{bodies[a], bodies[b]}, collide.Options{Workers: 1})
				if err != nil {
					t.Fatal(err)
				}
				want, _ := alone.Move(t.Context(), []motion.Path{paths[a], paths[b]}, gaps, 1e-6)
				got, ok := moments[[2]int{a, b}]
				switch {
				case want.Verdict == collide.Unknown || until < 1:
				case ok != (want.Verdict == collide.InContact), ok && (got.T0 > want.T1 || got.T1 < want.T0):
					t.Errorf("case %d: %d and %d: %+v, by themselves %+v", k, a, b, got, want)
				}
			}
		}
	}
	if t.Log(counts); counts[collide.InContact] < cases || counts[collide.Unknown] > cases/4+1 {
		t.Errorf("of %d motions: %v", cases, counts)
	}
}
