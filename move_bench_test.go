package collide_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

// BenchmarkMoves follows motions of the pairs that stand next to this checkout, one an operation: from a far
// pose to a near one, by auto on one worker. It reports the steps of a motion, and how many motions
// end without contact or undecided.
func BenchmarkMoves(b *testing.B) {
	pairsAt(b, func(pair string, bodies []collide.Body, poses []geom.Pose) {
		b.Run(pair, func(b *testing.B) {
			d := detector(b, bodies, collide.Options{Workers: 1})
			var paths []motion.Path
			for i := 0; i+2 < len(poses); i += 3 {
				for k := range 2 {
					if s, err := motion.NewStraight(poses[i], poses[i+1+k]); err == nil {
						paths = append(paths, s)
					}
				}
			}
			if _, err := d.Move(context.Background(), []motion.Path{paths[0], nil}, collide.Gaps{}, 1); err != nil && !errors.Is(err, collide.ErrIncomplete) {
				b.Fatal(err) // it builds what is built once
			}
			runtime.LockOSThread() // threadTime is of the thread
			defer runtime.UnlockOSThread()
			steps, free, open, n, start := 0.0, 0.0, 0.0, 0, threadTime()
			for ; b.Loop(); n++ {
				r, err := d.Move(context.Background(), []motion.Path{paths[n%len(paths)], nil}, collide.Gaps{}, 1e-6)
				switch {
				case r.Verdict == collide.Unknown:
					open++
				case err != nil:
					b.Fatal(err)
				case r.Verdict == collide.Free:
					free++
				}
				steps += float64(d.Steps())
			}
			b.ReportMetric(float64(threadTime()-start)/float64(n), "cpu-ns/op")
			b.ReportMetric(steps/float64(n), "steps")
			b.ReportMetric(free/float64(n), "free")
			b.ReportMetric(open/float64(n), "undecided")
		})
	})
}
