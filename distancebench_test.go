package collide_test

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
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
