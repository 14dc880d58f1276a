package collide_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestDistancesOfMeshAndSolid holds auto, which searches a solid and a mesh in the mesh's wide tree, against
// brute: the same distance, triangle, points and clearances, in both orders of the bodies, at all scales,
// by several workers. Some solids touch the mesh or hold a part of it.
func TestDistancesOfMeshAndSolid(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 2))
	ring := scene.Torus("ring", 1, 0.3, require.Cases(40, 24), require.Cases(16, 10))
	drawn := 0
	for _, exponent := range []int{0, -300, 300} {
		k := math.Ldexp(1, exponent)
		m := collide.NewModel(timesPower(ring, k))
		solids := map[string]collide.Shape{
			"point":   shape.Sphere{},
			"sphere":  shape.Sphere{Radius: 0.2 * k},
			"large":   shape.Sphere{Radius: 0.8 * k, Center: geom.Vec{X: 0.3 * k}},
			"box":     shape.Box{Size: geom.Vec{X: 0.5 * k, Y: 0.3 * k, Z: 0.1 * k}, Center: geom.Vec{Y: 0.2 * k}},
			"plate":   shape.Box{Size: geom.Vec{X: k, Y: k}},
			"speck":   shape.Box{},
			"capsule": shape.Capsule{A: geom.Vec{X: -0.3 * k}, B: geom.Vec{Z: 0.4 * k}, Radius: 0.1 * k},
		}
		for name, s := range solids {
			for range require.Cases(12, 1) {
				at := geom.Vec{X: 3*r.Float64() - 1.5, Y: 3*r.Float64() - 1.5, Z: 2*r.Float64() - 1}.Scale(k)
				solid := collide.Body{Name: name, Shape: s, Pose: geom.Pose{R: geom.AxisAngle(at.Scale(1/k), 2).Matrix(), T: at}}
				body := collide.Body{Name: "ring", Shape: m, Pose: geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: r.Float64()}, 1).Matrix(), T: geom.Vec{X: 0.1 * k}}}
				drawn++
				for turn, bodies := range [][]collide.Body{{solid, body}, {body, solid}} {
					if turn == drawn%2 || require.Full() { // one of the orders each
						alike(t, bodies, 1+turn)
					}
				}
			}
		}
	}
}

// TestDistancesOfMeshAndSolidByCrew has a search long enough for several workers: everything is about as near.
func TestDistancesOfMeshAndSolidByCrew(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(scene.Torus("ring", 1, 0.02, 300, 24))
	for _, s := range []collide.Shape{shape.Sphere{Radius: 0.5}, shape.Box{Size: geom.Vec{X: 0.02, Y: 0.02, Z: 0.02}}} {
		alike(t, []collide.Body{{Shape: s, Pose: geom.Identity}, {Shape: m, Pose: geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1, Y: 1}, 1).Matrix()}}}, 8)
	}
}

func timesPower(m *mesh.Mesh, k float64) *mesh.Mesh {
	c := *m
	c.Vertices = nil
	for _, v := range m.Vertices {
		c.Vertices = append(c.Vertices, v.Scale(k))
	}
	return &c
}

// alike holds the distance and clearances of auto against those of brute.
func alike(t *testing.T, bodies []collide.Body, workers int) {
	t.Helper()
	wide, every := detector(t, bodies, collide.Options{Workers: workers}), detector(t, bodies, collide.Options{Method: methods.Brute()})
	got, _, err := wide.Distance(t.Context())
	want, _, err2 := every.Distance(t.Context())
	if err != nil || err2 != nil || got != want {
		t.Fatalf("%s and %s: %+v, %v; brute has %+v, %v", bodies[0].Name, bodies[1].Name, got, err, want, err2)
	}
	if again, _, _ := wide.Distance(t.Context()); again != want { // from the last answer
		t.Fatalf("%s and %s, once more: %+v; brute has %+v", bodies[0].Name, bodies[1].Name, again, want)
	}
	for _, d := range []float64{got.Value, math.Nextafter(got.Value, 0), 1.5 * got.Value} {
		x, err := wide.Within(t.Context(), d)
		y, err2 := every.Within(t.Context(), d)
		if err != nil || err2 != nil || x.Hash() != y.Hash() || x.Verdict != y.Verdict {
			t.Fatalf("%s and %s within %v: %d pairs, %v; brute has %d, %v", bodies[0].Name, bodies[1].Name, d, len(x.Contacts), err, len(y.Contacts), err2)
		}
	}
}
