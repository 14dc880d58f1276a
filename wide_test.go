package collide_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// turning are two tori that touch or not as step grows, the second one turning.
func turning(d *collide.Detector, step int) error {
	c, s := 0.8, 0.6
	return d.SetPose(1, geom.Pose{R: geom.Mat{c, -s, 0, s, c, 0, 0, 0, 1}, T: geom.Vec{X: 1 + 0.2*float64(step%20), Y: 0.3, Z: 0.2}})
}

func TestAutoAllocatesNothing(t *testing.T) {
	for _, first := range []bool{true, false} {
		d := detector(t, tori(1), collide.Options{Workers: 1, First: first})
		k := 0
		step := func() {
			k++
			if err := turning(d, k); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Detect(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		for range 40 {
			step()
		}
		if n := testing.AllocsPerRun(40, step); n != 0 {
			t.Errorf("first %v: %v allocations a query, want 0", first, n)
		}
	}
}

// The stages are counted, do not depend on the number of workers, and the filter
// decides nearly everything in general position.
func TestAutoCountsItsStages(t *testing.T) {
	var want collide.Stats
	for i, workers := range []int{1, 2, 8} {
		d := detector(t, tori(1), collide.Options{Workers: workers})
		if err := turning(d, 0); err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		s := r.Stats
		s.Build, s.Update, s.Broad, s.Narrow, s.Workers = 0, 0, 0, 0, 0
		if i == 0 {
			want = s
		}
		if s != want {
			t.Errorf("%d workers: %+v, one worker %+v", workers, s, want)
		}
		if s.BVTests == 0 || s.Certain*100 < s.PrimitiveTests*95 || s.Unlike != 0 {
			t.Errorf("%d workers: %+v", workers, s)
		}
	}
	cube := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 2, Y: 2, Z: 2}, Detail: 4}
	m := collide.NewModel(cube.Mesh())
	d := detector(t, []collide.Body{{Shape: m}, {Shape: m, Pose: at(2, 0.5, 0)}}, collide.Options{})
	if r, _ := d.Detect(context.Background()); r.Stats.OnLattice == 0 || r.Stats.Exact != 0 || len(r.Contacts) == 0 {
		t.Errorf("cubes face to face: %d contacts, %+v", len(r.Contacts), r.Stats)
	}
	bent := geom.Pose{R: geom.Mat{2, 0, 0, 0, 1, 0, 0, 0, 1}}
	d = detector(t, []collide.Body{{Shape: m}, {Shape: m, Pose: bent}}, collide.Options{})
	if r, _ := d.Detect(context.Background()); r.Stats.Unlike != 1 || len(r.Contacts) == 0 {
		t.Errorf("a stretched cube: %d contacts, %+v", len(r.Contacts), r.Stats)
	}
}

// A query for one contact that begins where the last one ended gives the same
// boolean, in fewer tests when bodies move little.
func TestAutoRemembersItsWitness(t *testing.T) {
	bodies := tori(1)
	d := detector(t, bodies, collide.Options{Workers: 1, First: true})
	ref := detector(t, bodies, collide.Options{Workers: 1, First: true, Method: "bvh"})
	cheap := 0
	for k := range 60 {
		pose := geom.Pose{R: geom.Identity.R, T: geom.Vec{X: 1 + 0.05*float64(k), Y: 0.3, Z: 0.2}}
		for _, x := range []*collide.Detector{d, ref} {
			if err := x.SetPose(1, pose); err != nil {
				t.Fatal(err)
			}
		}
		got, _ := d.Detect(context.Background())
		want, _ := ref.Detect(context.Background())
		if got.Colliding != want.Colliding {
			t.Fatalf("step %d: colliding %v, want %v", k, got.Colliding, want.Colliding)
		}
		if got.Colliding && got.Stats.BVTests == 0 {
			cheap++
		}
	}
	if cheap < 10 {
		t.Errorf("the witness served %d of 60 queries", cheap)
	}
}

// A mesh whose vertices have moved far from where its tree was built, as far as Refit
// goes along: what float32 is sure of must allow for the tree's origin, which lies
// outside the mesh now.
func TestAutoFarFromTheTreesOrigin(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for k := range 100 {
		size := math.Pow(10, -9+5*r.Float64())
		a, b := confetti(r, 1), confetti(r, 1)
		for i := range a.Vertices {
			a.Vertices[i] = a.Vertices[i].Add(geom.Vec{X: 100000.3, Y: -50000.7, Z: 70000.1})
		}
		models := [2]*collide.Model{collide.NewModel(a), collide.NewModel(b)}
		trees := [2]any{models[0].Wide(1), models[1].Wide(1)}
		near := [2][]geom.Vec{confetti(r, size).Vertices, confetti(r, size).Vertices}
		for i := range near[0] {
			if r.IntN(3) == 0 {
				near[0][i] = near[1][r.IntN(len(near[1]))]
			}
		}
		for i, m := range models {
			if err := m.SetVertices(near[i]); err != nil {
				t.Fatal(err)
			}
			if m.Wide(1) != trees[i] {
				t.Fatal("the tree was built anew, which this test is not about")
			}
		}
		var hashes [2]string
		for i, method := range []string{"brute", "auto"} {
			d := detector(t, []collide.Body{{Shape: models[0]}, {Shape: models[1]}}, collide.Options{Method: method, Workers: 1})
			result, err := d.Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			hashes[i] = result.Hash()
		}
		if hashes[0] != hashes[1] {
			t.Fatalf("round %d, size %g: auto has %s, brute force %s", k, size, hashes[1], hashes[0])
		}
	}
}

// confetti is six triangles in a cube about the origin.
func confetti(r *rand.Rand, size float64) *mesh.Mesh {
	m := &mesh.Mesh{Name: "confetti"}
	for i := range uint32(6) {
		for range 3 {
			m.Vertices = append(m.Vertices, geom.Vec{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64() - 0.5}.Scale(size))
		}
		m.Triangles = append(m.Triangles, [3]uint32{3 * i, 3*i + 1, 3*i + 2})
	}
	return m
}
