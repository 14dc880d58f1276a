package multiprocess_test

import (
	"testing"

	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/methods/multiprocess"
)

// Processes that search as other methods do pass what every method passes.
func TestConformanceOfSearches(t *testing.T) {
	t.Parallel()
	for _, o := range []multiprocess.Options{{Search: "oocda,ants-first=on", Threads: 2}, {Search: "pipelining", Threads: 2}} {
		t.Run(o.Search, func(t *testing.T) {
			t.Parallel()
			o.Worker = testBinary(serveWorker)
			conformance.Run(t, multiprocess.New(o), conformance.Options{Slow: true})
		})
	}
}
