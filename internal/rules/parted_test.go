package rules

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/shape"
)

// TestTouchOnTheWay are motions of a body of edge 1 that touches another one and does no more: they pass where it does not turn and a plane square
// to an axis lies between the two.
func TestTouchOnTheWay(t *testing.T) {
	t.Parallel()
	m, floor := collide.NewModel(cube(1)), shape.HalfSpace{Point: geom.Vec{Z: 0.5}, Normal: geom.Vec{Z: 2}}
	turned := geom.Pose{R: geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}, T: geom.Vec{Z: 1}}
	ceiling := collide.Body{Name: "b", Shape: floor, Pose: geom.Pose{R: geom.Mat{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: geom.Vec{Z: 2}}}
	hull := shape.Convex{Points: []geom.Vec{{X: 0.5, Z: -0.5}, {X: -0.5, Z: -0.5}, {Y: 0.5, Z: -0.5}, {Z: 0.5}}}
	flat := collide.NewModel(&mesh.Mesh{Vertices: []geom.Vec{{X: -0.5, Y: -0.5}, {X: 0.5, Y: -0.5}, {Y: 0.5}}, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 1}}})
	box := shape.Box{Size: geom.Vec{X: 1, Y: 1, Z: 1}}
	for name, c := range map[string]struct {
		a        collide.Shape
		from, to geom.Pose
		b        collide.Body
		want     Status
	}{
		"down":             {m, to(0, 0, 3), to(0, 0, 1), at("b", m, 0, 0, 0), Pass},
		"down too far":     {m, to(0, 0, 3), to(0, 0, math.Nextafter(1, 0)), at("b", m, 0, 0, 0), Fail},
		"along":            {m, to(-3, 0.3, 1), to(3, -0.1, 1), at("b", m, 0, 0, 0), Pass},
		"under":            {m, to(-3, 0.3, -1), to(3, -0.1, -1), at("b", m, 0, 0, 0), Pass},
		"turned":           {box, turned, geom.Pose{R: turned.R, T: geom.Vec{X: 2, Z: 1}}, at("b", box, 0, 0, 0), Pass},
		"off":              {hull, to(0, 0, 1), to(1, 0, 2), at("b", m, 0, 0, 0), Pass},
		"over the floor":   {m, to(-3, 0, 1), to(3, 9, 1), collide.Body{Name: "b", Shape: floor, Pose: geom.Identity}, Pass},
		"at the ceiling":   {m, to(-3, 0, 1), to(3, 9, 1), ceiling, Pass},
		"into the floor":   {m, to(-3, 0, 1), to(3, 9, math.Nextafter(1, 0)), collide.Body{Name: "b", Shape: floor, Pose: geom.Identity}, Fail},
		"while it turns":   {m, to(0, 0, 1), geom.Pose{R: geom.Quat{W: 0.8, Z: 0.6}.Matrix(), T: geom.Vec{Z: 1}}, at("b", m, 0, 0, 0), Undecided},
		"a round one":      {shape.Sphere{Radius: 0.5}, to(-3, 0, 1), to(3, 0, 1), at("b", m, 0, 0, 0), Undecided},
		"a tilted plane":   {m, to(-0.5, 0, 3), to(-0.5, 0, 1.5), collide.Body{Name: "b", Shape: shape.HalfSpace{Normal: geom.Vec{X: 1, Z: 1}}, Pose: geom.Identity}, Undecided},
		"equal on the way": {flat, to(-3, 0, 0), to(3, 0, 0), at("b", flat, 0, 0, 0), Undecided},
		"another's place":  {m, to(0, 0, 1), to(0, 0, 0), at("b", m, 0, 0, 0), Fail},
	} {
		a := collide.Body{Name: "a", Shape: c.a, Pose: c.from}
		if w := followed(t, "a b touch", []motion.Path{straight(t, c.from, c.to), nil}, a, c.b); w.Status != c.want {
			t.Errorf("%s: %v, expected %v: %+v", name, w.Status, c.want, w)
		}
	}
}

// TestPartedAtInstants draws two cuboids, of which one goes along the other, as near as rounding lets it: where the motion passes, they do no more than touch
// at any instant.
func TestPartedAtInstants(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 11))
	passed, cases := 0, require.Cases(3000, 300)
	for range cases {
		size := math.Ldexp(1, []int{-300, -40, 0, 60, 300}[r.IntN(5)])
		a, b := collide.NewModel(cube(size*r.Float64())), collide.NewModel(cube(size*r.Float64()))
		place := func() geom.Vec {
			return geom.Vec{X: size * r.NormFloat64(), Y: size * r.NormFloat64(), Z: size * r.NormFloat64()}
		}
		under := geom.Pose{R: geom.Identity.R, T: place()}
		from, end := geom.Pose{R: geom.Identity.R, T: place()}, geom.Pose{R: geom.Identity.R, T: place()}
		z := b.Bounds().Max.Z + under.T.Z - a.Bounds().Min.Z
		for _, p := range []*geom.Pose{&from, &end} {
			if p.T.Z = z; r.IntN(2) == 0 {
				p.T.Z += z * math.Ldexp(float64(r.IntN(5)-2), -52)
			}
		}
		if r.IntN(2) == 0 { // from far above, whose difference is rounded
			from.T.Z += size * 9 * r.Float64()
		}
		path := straight(t, from, end)
		d, err := collide.NewDetector([]collide.Body{{Shape: a, Pose: from}, {Shape: b, Pose: under}}, collide.Options{Kinds: true})
		if err != nil {
			t.Fatal(err)
		}
		f := proof{Duel: &Duel{Detector: d, Ask: func(query func() error) error { return query() }, Bodies: [2]collide.Body{{Shape: a, Pose: from}, {Shape: b, Pose: under}}, Paths: [2]motion.Path{path, nil}}}
		if !f.parted() {
			continue
		}
		passed++
		for k := range 40 {
			at := []float64{float64(k) / 39, r.Float64(), math.Ldexp(r.Float64(), -r.IntN(1000)), 1 - math.Ldexp(r.Float64(), -r.IntN(53)), math.Nextafter(1, 0)}[k%5]
			pair, err := f.look(t.Context(), at)
			if err != nil || pair != nil && pair.Kind != collide.Touch {
				t.Fatalf("%+v to %+v over %v and %+v: at t = %v %+v, %v", from.T, end.T, a.Bounds(), under.T, at, pair, err)
			}
		}
	}
	if t.Log(passed, "of", cases, "passed"); passed < cases/20 {
		t.Error("the test proves little")
	}
}

// TestSteadyHoldsAllTimes draws ways between far and near places: the origin of a body that does not turn keeps between the bounds at all times, those next to the ends too.
func TestSteadyHoldsAllTimes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 12))
	for range require.Cases(20_000, 4_000) {
		draw := func() geom.Vec {
			return geom.Vec{X: math.Ldexp(r.NormFloat64(), r.IntN(60)-30), Y: math.Ldexp(r.NormFloat64(), r.IntN(8)), Z: math.Ldexp(r.NormFloat64(), -r.IntN(1060))}
		}
		from, end := geom.Pose{R: geom.Identity.R, T: draw()}, geom.Pose{R: geom.Identity.R, T: draw()}
		path := straight(t, from, end)
		lo, hi, ok := steady(path, &from)
		if !ok {
			t.Fatalf("%v to %v: it turns", from.T, end.T)
		}
		for _, at := range []float64{0, 1, r.Float64(), math.SmallestNonzeroFloat64, math.Nextafter(1, 0), 1 - math.Ldexp(r.Float64(), -r.IntN(53))} {
			x := path.At(at).T
			if lo.T.Min(x) != lo.T || hi.T.Max(x) != hi.T {
				t.Fatalf("%v to %v: at t = %v the origin is at %v, not from %v to %v", from.T, end.T, at, x, lo.T, hi.T)
			}
		}
	}
}
