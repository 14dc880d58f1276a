package engine_test

import (
	"reflect"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/engine"
)

// TestTraceOfRest: a scene that stands still has the trace of its first query, although auto knows the contacts and searches nothing.
func TestTraceOfRest(t *testing.T) {
	tracer := tracerOf("auto")
	d, err := collide.NewDetector(tangle(), collide.Options{Method: tracer.Method(), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	var first engine.Trace
	for k := range 4 {
		r, err := d.Detect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var trace engine.Trace
		if tracer.Trace(&trace, 1<<20); k == 0 {
			first = trace
		}
		if len(trace.Levels) < 2 || len(trace.Ends) == 0 || !reflect.DeepEqual(trace, first) {
			t.Errorf("query %d: %d levels and %d ends, the first has %d and %d", k, len(trace.Levels), len(trace.Ends), len(first.Levels), len(first.Ends))
		}
		if k == 3 && r.Stats.BVTests > 0 {
			t.Errorf("query %d tests %d volumes: the test shows nothing", k, r.Stats.BVTests)
		}
	}
}
