package multiprocess_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/methods"
)

// answersWhole lets a detector answer and checks that the answer is that of method
// bvh, with so many workers lost at least. It returns how many were.
func answersWhole(t *testing.T, d *watched, bodies []collide.Body, lost int) int {
	t.Helper()
	want, err := detector(t, bodies, collide.Options{Method: methods.BVH()}).Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Detect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if r.Hash() != want.Hash() || r.Stats.WorkersLost < lost {
		t.Errorf("%d contacts of %d, %d workers lost of at least %d", len(r.Contacts), len(want.Contacts), r.Stats.WorkersLost, lost)
	}
	return r.Stats.WorkersLost
}

// Every process does something wrong instead of answering. Each is dropped, others
// are started three times, and then the master does the work.
func TestWorkersThatAlwaysFail(t *testing.T) {
	t.Parallel()
	bodies := tori(1)
	for name := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := processes(t, bodies, 1, testBinary(faultWorker, name), collide.Budget{})
			d.SetSilence(250 * time.Millisecond)
			if lost := answersWhole(t, d, bodies, 4); lost != 4 {
				t.Errorf("%d processes were lost, want one and three started in its place", lost)
			}
			if lost := answersWhole(t, d, bodies, 0); lost != 0 {
				t.Errorf("%d more processes were lost in the next frame", lost)
			}
		})
	}
}

// The first two processes fail; the third does the work, in this frame and the next.
func TestWorkersAreStartedAgain(t *testing.T) {
	t.Parallel()
	bodies := tori(1)
	for _, name := range []string{"crash", "hang", "half", "old"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := processes(t, bodies, 1, testBinary(faultWorker, name, t.TempDir(), "2"), collide.Budget{})
			d.SetSilence(500 * time.Millisecond)
			answersWhole(t, d, bodies, 2)
			if err := d.SetPose(1, at(0.1, 0.2, 0)); err != nil {
				t.Fatal(err)
			}
			moved := slices.Clone(bodies)
			moved[1].Pose = at(0.1, 0.2, 0)
			answersWhole(t, d, moved, 0)
		})
	}
}

// A worker that takes longer than the limit on silence but shows that it lives is
// waited for.
func TestSlowWorkerIsWaitedFor(t *testing.T) {
	t.Parallel()
	bodies := tori(1)
	d := processes(t, bodies, 1, testBinary(slowWorker), collide.Budget{})
	d.SetSilence(400 * time.Millisecond)
	start := time.Now()
	if lost := answersWhole(t, d, bodies, 0); lost > 0 || time.Since(start) < 600*time.Millisecond {
		t.Errorf("%d workers lost after %v; want none, and a wait of 600 ms", lost, time.Since(start))
	}
}

// When a budget ends, a process that lives but is not done is left to finish: it
// is not ended, and its late answers count nowhere.
func TestLateAnswersAreLeftOut(t *testing.T) {
	t.Parallel()
	bodies := tori(1)
	want, _ := detector(t, bodies, collide.Options{Method: methods.BVH()}).Detect(context.Background())
	d := processes(t, bodies, 1, testBinary(slowWorker), collide.Budget{Time: 300 * time.Millisecond})
	partial, whole := 0, 0
	for start := time.Now(); whole == 0 || time.Since(start) < time.Second; {
		r, err := d.Detect(context.Background())
		switch {
		case r == nil:
			t.Fatal(err)
		case r.Stats.WorkersLost > 0:
			t.Fatal("a slow worker was ended")
		case err != nil:
			partial++
		case r.Hash() != want.Hash():
			t.Fatalf("%d contacts of %d", len(r.Contacts), len(want.Contacts))
		default:
			whole++
		}
		if time.Since(start) > 20*time.Second {
			t.Fatal("no query was complete")
		}
	}
	if partial == 0 {
		t.Error("no query was cut short: nothing was late")
	}
}
