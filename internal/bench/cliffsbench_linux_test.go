package bench

import (
	"math"
	"os"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/collide-go/collide"
)

// BenchmarkCliffs is auto on the workloads of a seed, COLLIDE_SEED or 1: setting a pose and one query, as bench cliffs asks. It reports
// the least processor time of the thread for a query, over runs of about a millisecond: what other processes disturb least.
func BenchmarkCliffs(b *testing.B) {
	list := workloads(seedOfEnvironment(), 1)
	for _, first := range []bool{true, false} {
		for i := range list {
			w := &list[i]
			b.Run(map[bool]string{true: "boolean/", false: "all/"}[first]+w.name, func(b *testing.B) { benchWorkload(b, w, first) })
		}
	}
}

// seedOfEnvironment is COLLIDE_SEED, or 1.
func seedOfEnvironment() uint64 {
	if seed, err := strconv.ParseUint(os.Getenv("COLLIDE_SEED"), 10, 64); err == nil {
		return seed
	}
	return 1
}

func benchWorkload(b *testing.B, w *workload, first bool) {
	d, err := collide.NewDetector(w.bodies, collide.Options{Workers: 1, First: first})
	if err != nil {
		b.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	each, n, least, start := len(w.poses), 0, math.Inf(1), threadTime()
	for i := 0; b.Loop(); i++ {
		if err := d.SetPose(0, w.poses[i%len(w.poses)]); err != nil {
			b.Fatal(err)
		}
		if _, err := d.Detect(b.Context()); err != nil {
			b.Fatal(err)
		}
		if n++; n < each {
			continue
		}
		spent := threadTime() - start
		if least = min(least, spent/float64(n)); spent < runTime {
			each *= 2
		}
		n, start = 0, threadTime()
	}
	if n > 0 && math.IsInf(least, 1) {
		least = (threadTime() - start) / float64(n)
	}
	b.ReportMetric(least, "least-ns/op")
}

// runTime is how long a run takes at least, in nanoseconds.
const runTime = 5e5

// threadTime is the processor time that the calling thread has used, in nanoseconds.
func threadTime() float64 { return clock(unix.CLOCK_THREAD_CPUTIME_ID) }

func clock(id int32) float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		return math.NaN()
	}
	return float64(t.Nano())
}
