// Package par runs loops over the cores there are, with a stable worker index
// so that each worker can own its buffers.
package par

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// MaxWorkers is the most workers of a loop, 1024: more than machines have cores, and few
// enough for buffers of each.
const MaxWorkers = 1024

// Workers returns n when it is positive and the number of usable cores otherwise, but
// at most MaxWorkers.
func Workers(n int) int {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, MaxWorkers)
}

// For calls body(worker, lo, hi) for blocks of at most grain indices that
// together cover [0, n) once. Blocks are claimed one after another, so a worker
// that finishes early takes more. worker is in [0, workers); at any moment one
// call at most runs per worker index. There are never more than MaxWorkers. One worker runs on the caller's goroutine
// in ascending order. For returns when every call has.
func For(n, workers, grain int, body func(worker, lo, hi int)) {
	grain = max(grain, 1)
	workers = min(max(workers, 1), (n+grain-1)/grain, MaxWorkers)
	if workers <= 1 {
		for lo := 0; lo < n; lo += grain {
			body(0, lo, min(lo+grain, n))
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	run := func(worker int) {
		for {
			lo := int(next.Add(int64(grain))) - grain
			if lo >= n {
				return
			}
			body(worker, lo, min(lo+grain, n))
		}
	}
	for w := 1; w < workers; w++ {
		wg.Go(func() { run(w) })
	}
	run(0)
	wg.Wait()
}
