package scd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
)

// TestEdgeSet: each pair of vertices once, with all triangles along it, whatever the
// triangles are.
func TestEdgeSet(t *testing.T) {
	m := gputest.Torus(9, 7, 0.3)
	m.Triangles = append(m.Triangles, m.Triangles[3], [3]uint32{4, 4, 9}, [3]uint32{4, 9, 4}, [3]uint32{9, 4, 4}, [3]uint32{5, 5, 5})
	want := map[[2]uint32][]uint32{}
	for i, c := range m.Triangles {
		sides := [3][2]uint32{{c[0], c[1]}, {c[1], c[2]}, {c[2], c[0]}}
		switch {
		case c == [3]uint32{5, 5, 5}:
		case c[0] == c[1] || c[1] == c[2] || c[2] == c[0]:
			sides = [3][2]uint32{{4, 4}, {4, 9}, {9, 9}}
		}
		for _, s := range sides {
			k := [2]uint32{min(s[0], s[1]), max(s[0], s[1])}
			want[k] = append(want[k], uint32(i))
		}
	}
	var s edgeSet
	s.add(m, 100)
	if len(s.ends) != len(want) || len(s.along) != 3*len(m.Triangles) {
		t.Fatalf("%d edges with %d triangles, want %d with %d", len(s.ends), len(s.along), len(want), 3*len(m.Triangles))
	}
	for _, e := range s.ends {
		got := s.along[e.first : e.first+e.count]
		if w := want[[2]uint32{e.a - 100, e.b - 100}]; !slices.Equal(got, w) {
			t.Errorf("edge %d–%d has triangles %d, want %d", e.a-100, e.b-100, got, w)
		}
	}
}

// TestEdgeJobBound: vertices that coincide in the record coincide in a job's frame up to
// its bound, under any poses; ill ones are given up.
func TestEdgeJobBound(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	placed := 0
	for i := range 400 {
		var poses [2]geom.Pose
		for k := range poses {
			poses[k] = randomPose(r, i)
		}
		// Both bodies hold the same world points, up to the record's rounding.
		points := [2]*mesh.Mesh{{Name: "a"}, {Name: "b"}}
		for range 6 {
			p := gputest.Uniform(r, 1)
			for k := range points {
				q := inverse(&poses[k].R)
				points[k].Vertices = append(points[k].Vertices, q.MulVec(p.Sub(poses[k].T)))
			}
		}
		for k := range points {
			points[k].Triangles = [][3]uint32{{0, 1, 2}, {3, 4, 5}}
		}
		if checkEdgeJob(t, points, poses) {
			placed++
		}
	}
	if placed < 200 {
		t.Errorf("%d of 400 jobs were placed", placed)
	}
}

// randomPose is a turn, sheared and scaled for some i, at some distance.
func randomPose(r *rand.Rand, i int) geom.Pose {
	p := geom.Pose{R: volume.Eigenvectors(gputest.Symmetric(r)), T: gputest.Uniform(r, math.Ldexp(1, r.IntN(20)))}
	if i%4 == 1 {
		for k := range p.R {
			p.R[k] += 0.2 * r.NormFloat64()
		}
	}
	if i%4 == 2 {
		s := math.Ldexp(1+r.Float64(), r.IntN(60)-30)
		for k := range p.R {
			p.R[k] *= s
		}
	}
	if i%16 == 3 {
		p.R = geom.Mat{1, 2, 3, 2, 4, 6, 0, 0, 1} // has no inverse
	}
	return p
}

func checkEdgeJob(t *testing.T, points [2]*mesh.Mesh, poses [2]geom.Pose) bool {
	t.Helper()
	for _, m := range points {
		for _, p := range m.Vertices {
			if !p.IsFinite() {
				return false
			}
		}
	}
	var w *world.World
	bodies := []collide.Body{{Name: "a", Shape: collide.NewModel(points[0]), Pose: poses[0]}, {Name: "b", Shape: collide.NewModel(points[1]), Pose: poses[1]}}
	gputest.Detect(t, bodies, collide.Options{Method: gputest.Given{Name: "spy", Engine: func(x *world.World) (world.Engine, error) {
		w = x
		return nothingFound{}, nil
	}}})
	var data [2]models.Model
	for k := range data {
		data[k].Measure(&w.Surface(k).Box)
	}
	var j edgeJob
	if !j.place(&along{w.Surface(1), &data[1], inverse(&poses[1].R)}, w.Surface(0), &data[0]) {
		return false
	}
	for i := range points[0].Vertices {
		a, b := rounded(&data[0], points[0].Vertices[i]), rounded(&data[1], points[1].Vertices[i])
		// The two differ in the world by what the record rounds.
		worldA, worldB := poses[0].Apply(points[0].Vertices[i]), poses[1].Apply(points[1].Vertices[i])
		if worldA.Sub(worldB).MaxAbs() > 1e-12*(1+worldA.MaxAbs()) {
			continue // far from where it was meant to be
		}
		for k := range 3 {
			y := j.rows[4*k]*a[0] + j.rows[4*k+1]*a[1] + j.rows[4*k+2]*a[2] + j.rows[4*k+3]
			if d := math.Abs(float64(y - j.scale[k]*b[k])); d > float64(j.bound)+1e-11 {
				t.Fatalf("off by %g, bound %g: %+v", d, j.bound, poses)
			}
		}
	}
	return true
}

// rounded is a vertex as on the device.
func rounded(d *models.Model, p geom.Vec) (v [3]float32) {
	for k := range v {
		v[k] = float32(models.Scaled(p.At(k)-d.Center.At(k), -d.Exponent[k]))
	}
	return v
}

type nothingFound struct{}

func (nothingFound) Find(_ *world.World, dst []world.Contact) ([]world.Contact, error) {
	return dst, nil
}
