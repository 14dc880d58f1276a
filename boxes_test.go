package collide_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestAutoTakesBoxes: auto searches boxes next to meshes in its wide trees under rounded and scaled rotations
// too, and finds what brute finds; a sheared box goes to the other trees.
func TestAutoTakesBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 7))
	bodies := []collide.Body{tori(1)[0], {Name: "box", Shape: shape.Box{Size: geom.Vec{X: 1, Y: 2, Z: 0.01}}}}
	brute, auto := detector(t, bodies, collide.Options{Method: named("brute")}), detector(t, bodies, collide.Options{Workers: 1})
	found := 0
	for i := range 60 {
		p := geom.Pose{R: geom.AxisAngle(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: 1}, r.Float64()).Matrix(), T: geom.Vec{X: 2 + 0.3*r.NormFloat64()}}
		p = rounded(p, i%len(roundings))
		sheared := i > 50
		if sheared {
			p.R[1] += 0.5
		}
		var hash [2]string
		for k, d := range []*collide.Detector{brute, auto} {
			if err := d.SetPose(1, p); err != nil {
				t.Fatal(err)
			}
			res, err := d.Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			hash[k] = res.Hash()
			found += len(res.Contacts)
			if k == 1 && !sheared && res.Stats.Unlike > 0 {
				t.Errorf("pose %d: %d pairs in other trees", i, res.Stats.Unlike)
			}
		}
		if hash[0] != hash[1] {
			t.Errorf("pose %d: auto and brute differ: %v", i, p)
		}
	}
	if found < 2000 {
		t.Errorf("%d contacts: the test is weak", found)
	}
	step := func() {
		if err := auto.SetPose(1, geom.Pose{R: geom.Mat{0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1}, T: geom.Vec{X: 2 + 0.01*r.Float64()}}); err != nil {
			t.Fatal(err)
		}
		if _, err := auto.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	step()
	if n := testing.AllocsPerRun(20, step); n != 0 {
		t.Errorf("%v allocations a query", n)
	}
}

// BenchmarkBox finds all contacts of a turned box with a mesh of 12,000 triangles, the box being a solid, and
// a mesh.
func BenchmarkBox(b *testing.B) {
	torus := collide.NewModel(scene.Torus("torus", 2, 0.7, 100, 60))
	for name, box := range map[string]collide.Shape{
		"solid": shape.Box{Size: geom.Vec{X: 1, Y: 2, Z: 3}},
		"mesh":  collide.NewModel((&scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 1, Y: 2, Z: 3}, Detail: 1}).Mesh()),
	} {
		b.Run(name, func(b *testing.B) {
			d := detector(b, []collide.Body{{Name: "torus", Shape: torus}, {Name: "box", Shape: box}}, collide.Options{Workers: 1})
			r := rand.New(rand.NewPCG(16, 5))
			poses := make([]geom.Pose, 64)
			for i := range poses {
				poses[i] = geom.Pose{R: geom.AxisAngle(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: 1}, r.Float64()).Matrix(), T: geom.Vec{X: 2 + 0.1*r.NormFloat64()}}
			}
			n := 0
			for i := 0; b.Loop(); i++ {
				if err := d.SetPose(1, poses[i%64]); err != nil {
					b.Fatal(err)
				}
				res, err := d.Detect(context.Background())
				if err != nil {
					b.Fatal(err)
				}
				n += len(res.Contacts)
			}
			b.ReportMetric(float64(n)/float64(b.N), "contacts")
		})
	}
}

// armStates are poses of the links of an arm, bent at random at each link's origin.
func armStates(b *testing.B, n int) (bodies []collide.Body, states [][]geom.Pose) {
	files, err := input.OpenRoot("testdata/ur5")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	placed, err := (&scene.Loader{Files: files}).File(context.Background(), "testdata/ur5/free.json")
	if err != nil {
		b.Fatal(err)
	}
	for i := range placed {
		bodies = append(bodies, collide.Body{Name: placed[i].Name, Shape: placed[i].Shape, Pose: placed[i].Pose})
	}
	r := rand.New(rand.NewPCG(16, 6))
	for range n {
		state := []geom.Pose{bodies[0].Pose}
		at := bodies[0].Pose
		for i := 1; i < len(bodies); i++ {
			inverse := bodies[i-1].Pose.RigidInverse()
			at = at.Compose(ptrTo(inverse.Compose(&bodies[i].Pose)))
			turn := geom.AxisAngle(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}, 0.8*r.NormFloat64()).Matrix()
			at = at.Compose(&geom.Pose{R: turn})
			state = append(state, at)
		}
		states = append(states, state)
	}
	return bodies, states
}

func ptrTo[T any](x T) *T { return &x }

// BenchmarkArm asks whether an arm of six moving links hits itself or a table, or itself alone.
func BenchmarkArm(b *testing.B) {
	links, states := armStates(b, 10000)
	table := collide.Body{Name: "table", Shape: shape.Box{Center: geom.Vec{Z: -0.03}, Size: geom.Vec{X: 1.6, Y: 1.2, Z: 0.05}}}
	for _, bodies := range [][]collide.Body{links, append(links[:len(links):len(links)], table)} {
		b.Run(fmt.Sprintf("bodies=%d", len(bodies)), func(b *testing.B) {
			o := collide.Options{Workers: 1, First: true}
			for i := range links {
				for j := i + 1; j < len(links) && j < i+3; j++ {
					o.Allow = append(o.Allow, [2]int{i, j})
				}
			}
			d := detector(b, bodies, o)
			hits := 0
			for i := 0; b.Loop(); i++ {
				for k, p := range states[i%len(states)] {
					if err := d.SetPose(k, p); err != nil {
						b.Fatal(err)
					}
				}
				r, err := d.Detect(context.Background())
				if err != nil {
					b.Fatal(err)
				}
				if r.Verdict == collide.InContact {
					hits++
				}
			}
			b.ReportMetric(float64(hits)/float64(b.N), "contacts")
		})
	}
}
