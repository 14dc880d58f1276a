package gpu

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/gputest"
	"github.com/collide-go/collide/internal/require"
)

// BenchmarkSweep times a batch of 1,000,000 poses of a torus of 576 triangles beside one of 400, COLLIDE_DETAIL of them, by the device and by
// auto on all cores, whose verdicts must be the same.
func BenchmarkSweep(b *testing.B) {
	d, err := Open(Options{})
	if err != nil {
		require.Missing(b, require.GPU, err)
	}
	defer func() { _ = d.Close() }()
	bodies := []collide.Body{{Shape: collide.NewModel(gputest.Torus(24, 12, 0.4))}, {Shape: collide.NewModel(gputest.Torus(20, 10, 0.3))}}
	poses := sweptPoses(rand.New(rand.NewPCG(1, 9)), int(1e6*detail(b)))
	byDevice := make([]collide.Verdict, len(poses))
	b.Run("device", func(b *testing.B) {
		for b.Loop() {
			if byDevice, err = d.Sweep(b.Context(), bodies[0], bodies[1], poses); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(poses)), "ns/pose")
	})
	b.Run("auto", func(b *testing.B) {
		byHost := make([]collide.Verdict, len(poses))
		for b.Loop() {
			var all sync.WaitGroup
			part := (len(poses) + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0)
			for lo := 0; lo < len(poses); lo += part {
				all.Go(func() { askAll(b, bodies, poses[lo:min(lo+part, len(poses))], byHost[lo:]) })
			}
			all.Wait()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(poses)), "ns/pose")
		if !slices.Equal(byHost, byDevice) {
			b.Error("the device has other verdicts")
		}
	})
}

// askAll asks a detector of its own for poses, one by one.
func askAll(b *testing.B, bodies []collide.Body, poses []geom.Pose, verdicts []collide.Verdict) {
	det, err := collide.NewDetector(bodies, collide.Options{First: true, Workers: 1})
	if err != nil {
		b.Error(err)
		return
	}
	defer func() { _ = det.Close() }()
	for i := range poses {
		if verdicts[i], err = decide(b.Context(), det, poses[i]); err != nil {
			b.Error(err)
			return
		}
	}
}
