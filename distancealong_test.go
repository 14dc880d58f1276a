package collide_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestDistanceAlong: distances that brute force measures at instants of drawn motions are within the curve, also where a span begins or ends, none is below the
// least, and the nearest is what is measured at its time. Scales are powers of two, so that curves are scaled, too.
func TestDistanceAlong(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(71, 3))
	cases, tight, met := require.Cases(300, 5), 0, 0
	for k := range cases {
		scale := math.Ldexp(1, []int{0, -200, 200}[k%3])
		shapes := []collide.Shape{
			collide.NewModel(scene.Torus("ring", 0.6*scale, 0.2*scale, 6, 4)), shape.Sphere{Radius: 0.5 * scale},
			shape.Box{Size: geom.Vec{X: 1, Y: 0.3, Z: 0.6}.Scale(scale)}, shape.Capsule{A: geom.Vec{X: -scale}, B: geom.Vec{X: scale}, Radius: 0.2 * scale},
		}
		var bodies []collide.Body
		var paths []motion.Path
		for i := range 2 + k%2 {
			draw := func() geom.Pose {
				p := turnedAt(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: 1}, r.Float64(), 2*float64(i)+r.NormFloat64(), 2*r.NormFloat64(), r.NormFloat64())
				p.T = p.T.Scale(scale)
				return p
			}
			p, err := motion.NewScrew(draw(), draw())
			if err != nil {
				t.Fatal(err)
			}
			bodies, paths = append(bodies, collide.Body{Shape: shapes[r.IntN(4)], Pose: p.At(0)}), append(paths, p)
		}
		if k%4 == 1 {
			paths[0] = nil
		}
		d, judge := detector(t, bodies, collide.Options{Workers: 1, Solid: k%5 == 0}), detector(t, bodies, collide.Options{Workers: 1, Method: named("brute"), Solid: k%5 == 0})
		curve, nearest, at, err := d.DistanceAlong(t.Context(), paths, 64)
		if err != nil {
			t.Fatal(err)
		}
		measure := func(s float64) float64 {
			for i, p := range paths {
				if p == nil {
					continue
				}
				if err := judge.SetPose(i, p.At(s)); err != nil {
					t.Fatal(err)
				}
			}
			x, ok, err := judge.Distance(t.Context())
			if err != nil || !ok {
				t.Fatal(err)
			}
			return x.Value
		}
		least, end := math.Inf(1), 0.0
		for _, row := range curve {
			if least = min(least, row[2]); row[0] != end || !(row[2] <= row[3]) {
				t.Fatalf("case %d: %v", k, curve)
			}
			end = row[1]
			s := [3]float64{row[0], row[0] + r.Float64()*(row[1]-row[0]), row[1]}[r.IntN(3)]
			if x := measure(s); !(x >= row[2] && x <= row[3]) {
				t.Fatalf("case %d: %v apart at %v, and between %v and %v are said from %v to %v", k, x, s, row[2], row[3], row[0], row[1])
			}
		}
		if end != 1 || len(curve) > 64 || measure(at) != nearest.Value || nearest.Lo < least {
			t.Errorf("case %d: nearest %+v at %v, least %v of %v", k, nearest, at, least, curve)
		}
		if nearest.Hi == 0 {
			met++
		} else if least >= 0.8*nearest.Hi {
			tight++
		}
	}
	if t.Log(tight, "tight,", met, "met of", cases); tight < cases/3 {
		t.Errorf("%d of %d least distances are known within 20%%", tight, cases)
	}
}

// TestDistanceAlongKnown: a ball passes another one at a distance that can be computed, and the curve has its minimum there.
func TestDistanceAlongKnown(t *testing.T) {
	t.Parallel()
	from, to := geom.Identity, geom.Identity
	from.T, to.T = geom.Vec{X: -8, Y: 3}, geom.Vec{X: 8, Y: 3}
	path, err := motion.NewStraight(from, to)
	if err != nil {
		t.Fatal(err)
	}
	bodies := []collide.Body{{Shape: shape.Sphere{Radius: 1}}, {Shape: shape.Sphere{Radius: 1}}}
	d := detector(t, bodies, collide.Options{Workers: 1})
	curve, nearest, at, err := d.DistanceAlong(t.Context(), []motion.Path{path, nil}, 256)
	if err != nil || nearest.Value != 1 || at != 0.5 || len(curve) >= 256 {
		t.Fatalf("%d spans, %+v at %v, %v", len(curve), nearest, at, err)
	}
	for _, row := range curve {
		for _, s := range [2]float64{row[0], row[1]} {
			if x := math.Hypot(16*s-8, 3) - 2; x < row[2]-1e-12 || x > row[3]+1e-12 {
				t.Errorf("%v at %v, said to be in %v", x, s, row)
			}
		}
		if row[2] < 0.99 {
			t.Errorf("%v: the least distance is 1", row)
		}
	}
	d.SetBudget(collide.Budget{Steps: 20})
	curve, _, _, err = d.DistanceAlong(t.Context(), []motion.Path{path, nil}, 256)
	if last := curve[len(curve)-1]; !errors.Is(err, collide.ErrBudget) || last[1] != 1 || d.Steps() < 20 || d.Steps() > 600 {
		t.Errorf("%v, %v, %d steps", curve, err, d.Steps())
	}
	d.SetBudget(collide.Budget{})
	d.Allow(0, 1, true)
	if curve, nearest, _, err = d.DistanceAlong(t.Context(), []motion.Path{path, nil}, 4); curve != nil || nearest.A != -1 || err != nil {
		t.Errorf("%v, %+v, %v without a pair", curve, nearest, err)
	}
	if r, err := d.Move(t.Context(), []motion.Path{path, nil}, collide.Gaps{}, 1e-6); err != nil || r.Verdict != collide.Free {
		t.Errorf("%+v, %v afterwards", r, err)
	}
}
