package collide_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
)

// BenchmarkDistance asks for the distance under each pose of a pair in turn: far, close,
// touching, and so on.
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
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if err := d.SetPose(0, poses[i%len(poses)]); err != nil {
					b.Fatal(err)
				}
				if _, _, err := d.Distance(context.Background()); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
