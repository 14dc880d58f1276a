package collide_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
)

// BenchmarkPairs answers the poses of the pairs in turn, one query an operation, by
// auto on one worker.
func BenchmarkPairs(b *testing.B) {
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
		poses := posesOf(b, filepath.Join(dir, pair+".poses.txt"))[:300]
		for _, first := range []bool{true, false} {
			name := pair + "/all"
			if first {
				name = pair + "/boolean"
			}
			b.Run(name, func(b *testing.B) {
				d := detector(b, bodies, collide.Options{Workers: 1, First: first})
				for i := 0; b.Loop(); i++ {
					if err := d.SetPose(0, poses[i%len(poses)]); err != nil {
						b.Fatal(err)
					}
					if _, err := d.Detect(context.Background()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
