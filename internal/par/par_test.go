package par

import (
	"sync/atomic"
	"testing"
)

func TestForCoversEveryIndexOnce(t *testing.T) {
	for _, n := range []int{0, 1, 7, 100, 1001} {
		for _, workers := range []int{0, 1, 2, 8} {
			for _, grain := range []int{0, 1, 16, 5000} {
				seen := make([]atomic.Int32, n)
				busy := make([]atomic.Int32, max(workers, 1))
				For(n, workers, grain, func(worker, lo, hi int) {
					if busy[worker].Add(1) != 1 {
						t.Errorf("worker %d runs twice at a time", worker)
					}
					for i := lo; i < hi; i++ {
						seen[i].Add(1)
					}
					busy[worker].Add(-1)
				})
				for i := range seen {
					if seen[i].Load() != 1 {
						t.Fatalf("n %d, %d workers, grain %d: index %d visited %d times", n, workers, grain, i, seen[i].Load())
					}
				}
			}
		}
	}
}

func TestWorkers(t *testing.T) {
	if Workers(3) != 3 || Workers(0) < 1 || Workers(-1) < 1 {
		t.Error("Workers does not default to the usable cores")
	}
}
