package collide_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// A query that is stopped while hierarchies are built or solidity is judged reports it;
// the model is as good as before, also for new vertices.
func TestStoppedWhileBuilding(t *testing.T) {
	leavesNothingRunning(t)
	large, small := ballOf(1, require.Cases(50, 36)), ballOf(0.1, 2)
	moved := append([]geom.Vec(nil), large.Vertices...)
	for i := range moved {
		moved[i].X += 5
	}
	for _, method := range []string{"auto", "bvh"} {
		for i, wait := range []time.Duration{0, time.Millisecond, 10 * time.Millisecond, 40 * time.Millisecond} {
			if !require.CI() && i%2 != len(method)%2 {
				continue // the methods share them out
			}
			m := *large
			m.Vertices = append([]geom.Vec(nil), large.Vertices...)
			model := collide.NewModel(&m)
			bodies := []collide.Body{{Shape: model}, {Shape: collide.NewModel(small), Pose: at(0.2, 0, 0)}}
			d := detector(t, bodies, collide.Options{Method: named(method), Solid: true})
			ctx, cancel := context.WithTimeout(context.Background(), wait)
			r, err := d.Detect(ctx)
			cancel()
			if r == nil || err != nil && !errors.Is(err, context.DeadlineExceeded) || (err == nil) != (r.Verdict == collide.InContact) || wait == 0 && err == nil {
				t.Fatalf("%s after %v: %+v, %v", method, wait, r, err)
			}
			if r, err := d.Detect(context.Background()); err != nil || r.Verdict != collide.InContact || r.Pairs[0].Inside != collide.BInside {
				t.Errorf("%s, asked again: %v, pairs %v", method, err, r.Pairs)
			}
			ctx, cancel = context.WithTimeout(context.Background(), wait/4)
			fresh := detector(t, bodies, collide.Options{Method: named("oocda"), Solid: true})
			if _, err := fresh.Detect(ctx); err != nil && !errors.Is(err, collide.ErrIncomplete) {
				t.Fatal(err)
			}
			cancel()
			if err := model.SetVertices(moved); err != nil {
				t.Fatal(err)
			}
			if r, err := d.Detect(context.Background()); err != nil || r.Verdict != collide.Free {
				t.Errorf("%s, moved away: %v, %v", method, r.Verdict, err)
			}
		}
	}
}

// The hierarchies of the other methods take a second for a large mesh; none of them keeps a
// query that is stopped.
func TestStoppedWhileOthersBuild(t *testing.T) {
	leavesNothingRunning(t)
	bodies := []collide.Body{{Shape: collide.NewModel(ballOf(1, 45))}, {Shape: collide.NewModel(ballOf(0.1, 2)), Pose: at(1, 0, 0)}}
	if _, err := detector(t, bodies, collide.Options{Method: named("bvh")}).Detect(context.Background()); err != nil { // has boxes built
		t.Fatal(err)
	}
	for _, method := range []string{"rapid", "sphere", "scda", "octree-hybrid", "oocda"} {
		d := detector(t, bodies, collide.Options{Method: named(method)})
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
		start := time.Now()
		r, err := d.Detect(ctx)
		took := time.Since(start)
		cancel()
		if r == nil || !errors.Is(err, context.DeadlineExceeded) || took > 300*time.Millisecond {
			t.Errorf("%s: %+v, %v after %v", method, r, err, took)
		}
	}
}

// leavesNothingRunning waits at the end of t for the goroutines that t started: builds go
// on after a query was stopped, and the tests that follow count allocations.
func leavesNothingRunning(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for end := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d goroutines 30 s after the test, %d before", runtime.NumGoroutine(), before)
			}
		}
	})
}
