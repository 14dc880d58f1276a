package collide_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/shape"
)

// measure asks for the distance under all poses.
func measure(b *testing.B, d *collide.Detector, poses []geom.Pose) {
	b.Helper()
	for _, p := range poses {
		if err := d.SetPose(0, p); err != nil {
			b.Fatal(err)
		}
		if _, _, err := d.Distance(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDistance asks for the distance under each pose of a pair in turn: far, close,
// touching, and so on. cpu-ns/op is the time of the thread, which other processes do not add to.
func BenchmarkDistance(b *testing.B) {
	for _, pair := range [][2]string{{"bunny", "bunny"}, {"cow", "homer"}, {"rob", "env"}, {"gridcube", "gridcube"}} {
		name := pair[0] + "-" + pair[1]
		b.Run(name, func(b *testing.B) {
			dir := filepath.Join(sharedData, "pairs")
			require.File(b, filepath.Join(dir, name+".poses.txt"))
			poses := posesOf(b, filepath.Join(dir, name+".poses.txt"))
			poses = poses[:min(len(poses), 300)]
			d := detector(b, []collide.Body{
				{Name: pair[0], Shape: model(b, filepath.Join(dir, pair[0]+".obj"))},
				{Name: pair[1], Shape: model(b, filepath.Join(dir, pair[1]+".obj"))},
			}, collide.Options{Workers: 1})
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			measure(b, d, poses) // builds the trees
			b.ReportAllocs()
			i, begin := 0, threadTime()
			for b.Loop() {
				if err := d.SetPose(0, poses[i%len(poses)]); err != nil {
					b.Fatal(err)
				}
				if _, _, err := d.Distance(context.Background()); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64(threadTime()-begin)/float64(i), "cpu-ns/op")
		})
	}
}

// BenchmarkTouching compares the distance under the touching poses of a pair with the contacts: both of all contacts and
// of the first one. A round asks all four in turn; figures are processor time a pose.
func BenchmarkTouching(b *testing.B) {
	for _, pair := range [][2]string{{"bunny", "bunny"}, {"cow", "homer"}, {"rob", "env"}, {"gridcube", "gridcube"}} {
		name := pair[0] + "-" + pair[1]
		b.Run(name, func(b *testing.B) {
			dir := filepath.Join(sharedData, "pairs")
			require.File(b, filepath.Join(dir, name+".poses.txt"))
			poses := posesOf(b, filepath.Join(dir, name+".poses.txt"))
			bodies := []collide.Body{
				{Name: pair[0], Shape: model(b, filepath.Join(dir, pair[0]+".obj"))},
				{Name: pair[1], Shape: model(b, filepath.Join(dir, pair[1]+".obj"))},
			}
			of := func(first bool) *collide.Detector {
				return detector(b, bodies, collide.Options{Workers: 1, First: first})
			}
			asked := []struct {
				what     string
				of       *collide.Detector
				distance bool
				time     time.Duration
			}{{"contacts", of(false), false, 0}, {"lowest-pair", of(false), true, 0}, {"boolean", of(true), false, 0}, {"value-alone", of(true), true, 0}}
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for _, a := range asked {
				if _, _, err := a.of.Distance(context.Background()); err != nil { // builds the trees
					b.Fatal(err)
				}
			}
			n := 0
			for b.Loop() {
				for i := 2; i < min(len(poses), 300); i += 3 { // far, close, touching in turn
					n++
					for k := range asked {
						a := &asked[k]
						if err := a.of.SetPose(0, poses[i]); err != nil {
							b.Fatal(err)
						}
						var err error
						begin := threadTime()
						if a.distance {
							_, _, err = a.of.Distance(context.Background())
						} else {
							_, err = a.of.Detect(context.Background())
						}
						if a.time += threadTime() - begin; err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			for _, a := range asked {
				b.ReportMetric(float64(a.time)/float64(n), a.what+"-ns")
			}
		})
	}
}

// BenchmarkDistanceOfShapes asks for the distance of a mesh under poses in turn from a sphere, a turned box and a capsule
// of a tenth of its size.
func BenchmarkDistanceOfShapes(b *testing.B) {
	for _, mesh := range [][2]string{{"bunny", "bunny-bunny"}, {"gridcube", "gridcube-gridcube"}} {
		dir := filepath.Join(sharedData, "pairs")
		require.File(b, filepath.Join(dir, mesh[1]+".poses.txt"))
		m := model(b, filepath.Join(dir, mesh[0]+".obj"))
		poses := posesOf(b, filepath.Join(dir, mesh[1]+".poses.txt"))
		poses = poses[:min(len(poses), 300)]
		box := m.Mesh().Bounds()
		c, r := box.Center(), 0.1*box.Size().MaxAbs()
		turned := geom.Pose{R: geom.Mat{0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1}, T: c}
		for _, s := range []struct {
			name  string
			shape collide.Shape
			pose  geom.Pose
		}{
			{"sphere", shape.Sphere{Radius: r}, geom.Pose{R: geom.Identity.R, T: c}},
			{"box", shape.Box{Size: geom.Vec{X: r, Y: 2 * r, Z: r}}, turned},
			{"capsule", shape.Capsule{A: geom.Vec{X: -r}, B: geom.Vec{X: r}, Radius: 0.3 * r}, turned},
		} {
			b.Run(mesh[0]+"-"+s.name, func(b *testing.B) {
				d := detector(b, []collide.Body{{Name: "mesh", Shape: m}, {Name: s.name, Shape: s.shape, Pose: s.pose}}, collide.Options{Workers: 1})
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				measure(b, d, poses) // builds the trees
				b.ReportAllocs()
				i, begin := 0, threadTime()
				for b.Loop() {
					measure(b, d, poses[i%len(poses):][:1])
					i++
				}
				b.ReportMetric(float64(threadTime()-begin)/float64(i), "cpu-ns/op")
			})
		}
	}
}
