package collide_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// bumpy is a closed surface of 288 triangles with coordinates that have all their digits.
func bumpy(r *rand.Rand) *mesh.Mesh {
	m := &mesh.Mesh{}
	const n = 12
	for range 3 * n {
		m.Vertices = append(m.Vertices, geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()})
	}
	for range 24 * n {
		i := uint32(r.IntN(3 * n))
		m.Triangles = append(m.Triangles, [3]uint32{i, (i + 1 + uint32(r.IntN(5))) % (3 * n), (i + 7) % (3 * n)})
	}
	return m
}

// drawnPoses are turned bodies near each other and far, apart and touching.
func drawnPoses(r *rand.Rand, n int) []geom.Pose {
	poses := make([]geom.Pose, n)
	for k := range poses {
		q := geom.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		poses[k] = geom.Pose{R: q.Normalized().Matrix(), T: geom.Vec{X: 1 + 9*r.Float64(), Y: r.NormFloat64(), Z: r.NormFloat64()}}
	}
	return poses
}

// TestDistanceAllocatesNothing: distances and clearances of two meshes under changing poses take no
// memory once it is there.
func TestDistanceAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 61))
	bodies := []collide.Body{{Shape: collide.NewModel(bumpy(r))}, {Shape: collide.NewModel(bumpy(r))}}
	poses := drawnPoses(r, require.Samples(4, 4, 2))
	for _, first := range []bool{false, true} {
		d, err := collide.NewDetector(bodies, collide.Options{Workers: 1, First: first})
		if err != nil {
			t.Fatal(err)
		}
		run := func() {
			for _, p := range poses {
				if err := d.SetPose(0, p); err != nil {
					t.Fatal(err)
				}
				if _, ok, err := d.Distance(context.Background()); !ok || err != nil {
					t.Fatal(ok, err)
				}
				if _, err := d.Within(context.Background(), 2); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range 2 {
			run()
		}
		if n := testing.AllocsPerRun(require.Cases(10, 2), run); n > 0 {
			t.Errorf("First %v: %v allocations in %d queries", first, n, 2*len(poses))
		}
	}
}

// TestDistanceForgetsItsGuess: the pair that was nearest before is where a search begins and
// changes nothing: a detector that has measured other poses answers as a new one does.
func TestDistanceForgetsItsGuess(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 62))
	bodies := []collide.Body{{Shape: collide.NewModel(bumpy(r))}, {Shape: collide.NewModel(bumpy(r))}}
	poses := drawnPoses(r, 60)
	kept, err := collide.NewDetector(bodies, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k, p := range poses {
		if k%4 == 3 { // hardly moved
			p = poses[k-1]
			p.T.X += 0x1p-20
		}
		fresh, err := collide.NewDetector(bodies, collide.Options{Workers: 1 + k%3})
		if err != nil {
			t.Fatal(err)
		}
		var got [2]collide.Distance
		for i, d := range []*collide.Detector{kept, fresh} {
			if err := d.SetPose(0, p); err != nil {
				t.Fatal(err)
			}
			var ok bool
			if got[i], ok, err = d.Distance(context.Background()); !ok || err != nil {
				t.Fatal(ok, err)
			}
		}
		if got[0] != got[1] {
			t.Fatalf("pose %d: %+v with a guess, %+v without", k, got[0], got[1])
		}
	}
}

// TestDistanceOfShapesAllocatesNothing is TestDistanceAllocatesNothing for a mesh and a sphere, a capsule or a turned box,
// apart and touching.
func TestDistanceOfShapesAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 63))
	mesh := collide.Body{Shape: collide.NewModel(bumpy(r))}
	turned := geom.Pose{R: geom.Mat{0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1}, T: geom.Vec{X: 0.1, Y: -0.2, Z: 0.3}}
	for _, other := range []collide.Body{
		{Shape: shape.Sphere{Radius: 0.7}, Pose: turned},
		{Shape: shape.Capsule{A: geom.Vec{X: -1}, B: geom.Vec{X: 1}, Radius: 0.3}, Pose: turned},
		{Shape: shape.Box{Size: geom.Vec{X: 1, Y: 2, Z: 1}}, Pose: turned},
	} {
		d := detector(t, []collide.Body{mesh, other}, collide.Options{Workers: 1})
		poses, apart := drawnPoses(r, 12), 0
		run := func() {
			for _, p := range poses {
				if err := d.SetPose(0, p); err != nil {
					t.Fatal(err)
				}
				got, ok, err := d.Distance(context.Background())
				if !ok || err != nil {
					t.Fatal(ok, err)
				}
				if got.Value > 0 {
					apart++
				}
			}
		}
		for range 3 {
			run()
		}
		if n := testing.AllocsPerRun(require.Cases(10, 2), run); n > 0 {
			t.Errorf("%T: %v allocations in %d queries", other.Shape, n, len(poses))
		}
		if apart == 0 {
			t.Errorf("%T: no pose is apart", other.Shape)
		}
	}
}
