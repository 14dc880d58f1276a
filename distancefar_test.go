package collide_test

import (
	"context"
	"math"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
)

// TestFarBodiesHaveADistance: however far apart in their own size bodies are, auto finds the distance
// that brute finds. Squares of squares of such distances overflow float32.
func TestFarBodiesHaveADistance(t *testing.T) {
	t.Parallel()
	for i, e := range []int{-300, -160, -120, -15, -10, 0, 10, 33, 120, 300} {
		size := math.Ldexp(0.999, e)
		part := collide.NewModel(cuboid("part", geom.Vec{}, geom.Vec{X: size, Y: size, Z: size}))
		for k := 1 + i%3; k < 60; k += require.Cases(2, 29) {
			away := math.Ldexp(size, k)
			bodies := []collide.Body{{Shape: part}, {Shape: part, Pose: at(away, 0, 0)}}
			brute := detector(t, bodies, collide.Options{Method: named("brute")})
			want, ok, err := brute.Distance(context.Background())
			if err != nil || !ok {
				t.Fatalf("brute: %v, %v", ok, err)
			}
			d := detector(t, bodies, collide.Options{Workers: 1})
			got, ok, err := d.Distance(context.Background())
			if err != nil || !ok || got.Value != want.Value || got.TriA != want.TriA || got.TriB != want.TriB {
				t.Fatalf("size %g, %g apart: %v, %v, %+v; brute %+v", size, away, ok, err, got, want)
			}
			for _, reach := range []float64{math.Nextafter(want.Value, 0), want.Value, math.Nextafter(want.Value, math.Inf(1))} {
				b, err := brute.Within(context.Background(), reach)
				if err != nil {
					t.Fatal(err)
				}
				verdict, hash := b.Verdict, b.Hash()
				if w, err := d.Within(context.Background(), reach); err != nil || w.Verdict != verdict || w.Hash() != hash {
					t.Fatalf("size %g, %g apart: %v within %v, %v; brute %v", size, away, w.Verdict, reach, err, verdict)
				}
			}
		}
	}
}

// TestCrossedBodiesHaveADistance: bodies in two pieces each, all far from each other about one middle.
func TestCrossedBodiesHaveADistance(t *testing.T) {
	t.Parallel()
	two := func(way geom.Vec) *collide.Model {
		m := &mesh.Mesh{}
		for _, s := range []float64{-1, 1} {
			c, n := cuboid("piece", way.Scale(s), way.Scale(s).Add(geom.Vec{X: 1, Y: 1, Z: 1})), uint32(len(m.Vertices))
			m.Vertices = append(m.Vertices, c.Vertices...)
			for _, q := range c.Triangles {
				m.Triangles = append(m.Triangles, [3]uint32{q[0] + n, q[1] + n, q[2] + n})
			}
		}
		return collide.NewModel(m)
	}
	for _, far := range []float64{8, 8e4, 8e9, 8e12} {
		bodies := []collide.Body{{Shape: two(geom.Vec{X: far})}, {Shape: two(geom.Vec{Y: far})}}
		want, _, err := detector(t, bodies, collide.Options{Method: named("brute")}).Distance(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got, ok, err := detector(t, bodies, collide.Options{}).Distance(context.Background())
		if err != nil || !ok || got.Value != want.Value || got.TriA != want.TriA || got.TriB != want.TriB {
			t.Errorf("pieces %g from the middle: %v, %v, %+v; brute %+v", far, ok, err, got, want)
		}
	}
}
