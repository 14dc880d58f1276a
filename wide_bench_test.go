package collide_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/scene"
)

// pairsAt are the pairs of meshes with poses that stand next to this checkout.
func pairsAt(b *testing.B, each func(pair string, bodies []collide.Body, poses []geom.Pose)) {
	dir := filepath.Join(sharedData, "pairs")
	for _, pair := range []string{"bunny-bunny", "cow-homer", "gridcube-gridcube", "rob-env"} {
		nameA, nameB, _ := strings.Cut(pair, "-")
		if _, err := os.Stat(filepath.Join(dir, nameA+".obj")); err != nil {
			b.Skipf("%s does not stand beside this checkout", dir)
		}
		bodies := []collide.Body{
			{Name: nameA, Shape: model(b, filepath.Join(dir, nameA+".obj"))},
			{Name: nameB, Shape: model(b, filepath.Join(dir, nameB+".obj"))},
		}
		each(pair, bodies, posesOf(b, filepath.Join(dir, pair+".poses.txt"))[:300])
	}
}

// BenchmarkPairs answers the poses of the pairs in turn, one query an operation, by
// auto on one worker.
func BenchmarkPairs(b *testing.B) {
	pairsAt(b, func(pair string, bodies []collide.Body, poses []geom.Pose) {
		for _, first := range []bool{true, false} {
			name := pair + "/all"
			if first {
				name = pair + "/boolean"
			}
			b.Run(name, func(b *testing.B) {
				askInTurn(b, bodies, poses, first)
			})
		}
	})
}

// BenchmarkFarPoses does so for the far poses alone, and tells in how many of them the
// world boxes overlap and how many boxes of the trees are tested in the mean.
func BenchmarkFarPoses(b *testing.B) {
	pairsAt(b, func(pair string, bodies []collide.Body, poses []geom.Pose) {
		var far []geom.Pose
		for i := 0; i < len(poses); i += 3 {
			far = append(far, poses[i])
		}
		b.Run(pair, func(b *testing.B) {
			sum := askInTurn(b, bodies, far, true)
			b.ReportMetric(float64(sum.BodyPairs)/float64(b.N), "overlapping")
			b.ReportMetric(float64(sum.BVTests)/float64(b.N), "boxes")
		})
	})
}

// askInTurn asks about one pose an operation and returns the sum of the counts. It reports the processor time of an operation, without the
// first 30, in which what is built once is built.
func askInTurn(b *testing.B, bodies []collide.Body, poses []geom.Pose, first bool) (sum collide.Stats) {
	d := detector(b, bodies, collide.Options{Workers: 1, First: first})
	runtime.LockOSThread() // threadTime is of the thread
	defer runtime.UnlockOSThread()
	const warm = 30
	n, start := warm, threadTime()
	for i := 0; b.Loop(); i++ {
		if i == warm {
			start = threadTime()
		}
		if err := d.SetPose(0, poses[i%len(poses)]); err != nil {
			b.Fatal(err)
		}
		r, err := d.Detect(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		n = max(n, i)
		sum.BodyPairs, sum.BVTests = sum.BodyPairs+r.Stats.BodyPairs, sum.BVTests+r.Stats.BVTests
	}
	b.ReportMetric(float64(threadTime()-start)/float64(n-warm+1), "cpu-ns/op")
	return sum
}

// BenchmarkTurned finds all contacts of gridcubes that lie in each other's faces, in line
// with the axes, where coordinates lie on a lattice, and both turned, where the faces are
// coplanar except for rounding.
func BenchmarkTurned(b *testing.B) {
	dir := filepath.Join(sharedData, "pairs")
	if _, err := os.Stat(filepath.Join(dir, "gridcube.obj")); err != nil {
		b.Skipf("%s does not stand beside this checkout", dir)
	}
	m := model(b, filepath.Join(dir, "gridcube.obj"))
	poses := posesOf(b, filepath.Join(dir, "gridcube-gridcube.poses.txt"))[:300]
	turn := geom.Mat{0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6}
	for _, turned := range []bool{false, true} {
		b.Run(fmt.Sprint(turned), func(b *testing.B) {
			d := detector(b, []collide.Body{{Name: "a", Shape: m}, {Name: "b", Shape: m}}, collide.Options{Workers: 1})
			for i := 0; b.Loop(); i++ {
				p, q := poses[i%len(poses)], geom.Identity
				if turned {
					p.R, p.T, q.R = turn.Mul(&p.R), turn.MulVec(p.T), turn
				}
				if err := errors.Join(d.SetPose(0, p), d.SetPose(1, q)); err != nil {
					b.Fatal(err)
				}
				if _, err := d.Detect(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFar asks about two bodies far apart, under a new pose each time.
func BenchmarkFar(b *testing.B) {
	for _, first := range []bool{true, false} {
		name := "all"
		if first {
			name = "boolean"
		}
		b.Run(name, func(b *testing.B) {
			m := collide.NewModel(scene.Torus("torus", 2, 0.7, 60, 20))
			bodies := []collide.Body{{Name: "a", Shape: m}, {Name: "b", Shape: m}}
			d := detector(b, bodies, collide.Options{Workers: 1, First: first})
			pose := geom.Pose{R: geom.Mat{0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1}, T: geom.Vec{X: 20}}
			for i := 0; b.Loop(); i++ {
				pose.T.Y = float64(i % 7)
				if err := d.SetPose(0, pose); err != nil {
					b.Fatal(err)
				}
				if _, err := d.Detect(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBuildWide builds the bunny's tree on one worker.
func BenchmarkBuildWide(b *testing.B) {
	path := filepath.Join(sharedData, "pairs", "bunny.obj")
	if _, err := os.Stat(path); err != nil {
		b.Skipf("%s does not stand beside this checkout", path)
	}
	m := model(b, path).Mesh()
	for b.Loop() {
		world.NewModel(m).Wide(1)
	}
}

// BenchmarkPackWide builds the bunny's tree for contacts within it, on one worker.
func BenchmarkPackWide(b *testing.B) {
	path := filepath.Join(sharedData, "pairs", "bunny.obj")
	if _, err := os.Stat(path); err != nil {
		b.Skipf("%s does not stand beside this checkout", path)
	}
	m := model(b, path).Mesh()
	for b.Loop() {
		tree.PackWide(&tree.Soup{Vertices: m.Vertices, Triangles: m.Triangles}, tree.WideOptions{Workers: 1})
	}
}

// BenchmarkRefitWide changes all vertices of the bunny.
func BenchmarkRefitWide(b *testing.B) {
	path := filepath.Join(sharedData, "pairs", "bunny.obj")
	if _, err := os.Stat(path); err != nil {
		b.Skipf("%s does not stand beside this checkout", path)
	}
	m := world.NewModel(model(b, path).Mesh())
	m.Wide(1)
	v := append([]geom.Vec(nil), m.Mesh().Vertices...)
	for b.Loop() {
		if err := m.SetVertices(v); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSelf finds the contacts of a mesh with itself, on one worker: of one in
// general position and of one full of coplanar faces.
func BenchmarkSelf(b *testing.B) {
	for _, name := range []string{"bunny_def", "gridcube"} {
		b.Run(name, func(b *testing.B) {
			path := filepath.Join(sharedData, "pairs", name+".obj")
			if _, err := os.Stat(path); err != nil {
				b.Skipf("%s does not stand beside this checkout", path)
			}
			d := detector(b, []collide.Body{{Shape: model(b, path)}}, collide.Options{Workers: 1, Self: true})
			for b.Loop() {
				if _, err := d.Detect(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkHeavy finds all contacts of two bunnies a hair apart, on one worker and
// on two.
func BenchmarkHeavy(b *testing.B) {
	path := filepath.Join(sharedData, "pairs", "bunny.obj")
	if _, err := os.Stat(path); err != nil {
		b.Skipf("%s does not stand beside this checkout", path)
	}
	m := model(b, path)
	size := m.Mesh().Bounds()
	pose := geom.Identity
	pose.T = size.Size().Scale(0.001)
	pose.R = geom.Mat{0.99999, -0.0044721, 0, 0.0044721, 0.99999, 0, 0, 0, 1}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("%dworkers", workers), func(b *testing.B) {
			d := detector(b, []collide.Body{{Shape: m, Pose: pose}, {Shape: m}}, collide.Options{Workers: workers})
			n := 0
			for b.Loop() {
				r, err := d.Detect(context.Background())
				if err != nil {
					b.Fatal(err)
				}
				n = len(r.Contacts)
			}
			b.ReportMetric(float64(n), "contacts")
		})
	}
}
