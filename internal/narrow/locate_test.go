package narrow

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestLocateEqualsAllTriangles: with boxes and without, a point is on a surface or as often inside; corners, which
// lie at the ends of boxes, are on it.
func TestLocateEqualsAllTriangles(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(81, 1))
	var in Inside
	counts := map[Place]int{}
	for _, s := range []Surface{surfaceOf(bipyramid(7)), soup(r, 30, true), ring(8, 6)} {
		for _, p := range []geom.Pose{geom.Identity, {R: geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}, T: geom.Vec{X: 2}}} {
			s.SetPose(&p)
			var points []geom.Vec
			for _, c := range s.Mesh.Triangles {
				points = append(points, p.Apply(s.Mesh.Vertices[c[0]]), p.Apply(s.Mesh.Vertices[c[1]]), p.Apply(s.Mesh.Vertices[c[2]]))
			}
			corners := len(points)
			for range 200 {
				points = append(points, p.Apply(geom.Vec{X: 3*r.Float64() - 1, Y: 3*r.Float64() - 1, Z: 3*r.Float64() - 1}))
			}
			for i, x := range points {
				boxed, all := Worker{Control: control()}, Worker{Control: control()}
				got, want := in.Locate(&s, x, &boxed), in.LocateAmongAll(&s, x, &all)
				if got.On != want.On || !got.On && got != want || i < corners && !got.On {
					t.Fatalf("point %d, %v: %+v, want %+v", i, x, got, want)
				}
				if all.PrimitiveTests < 1 || boxed.BVTests < 1 || boxed.PrimitiveTests > int64(len(s.Mesh.Triangles)) {
					t.Fatalf("%d and %d triangles, %d boxes", all.PrimitiveTests, boxed.PrimitiveTests, boxed.BVTests)
				}
				if !got.On {
					counts[got]++
				}
			}
		}
	}
	if counts[Place{}] < 100 || len(counts) < 3 {
		t.Errorf("places: %v", counts)
	}
}

// TestLocatePassesOverBoxes: of a surface far away, or behind the point, no triangle is looked at.
func TestLocatePassesOverBoxes(t *testing.T) {
	t.Parallel()
	s := surfaceOf(bipyramid(7))
	var in Inside
	for _, p := range []geom.Vec{{X: 9}, {X: -9, Y: 9}, {X: -9, Y: -9}, {X: -9, Z: 9}, {X: -9, Z: -9}} {
		w := Worker{Control: control()}
		if in.Locate(&s, p, &w); w.PrimitiveTests != 0 || w.BVTests != 1 {
			t.Errorf("from %v: %d triangles, %d boxes", p, w.PrimitiveTests, w.BVTests)
		}
	}
}
