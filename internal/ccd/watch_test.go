package ccd

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/collide-go/collide/internal/require"
)

// slowest returns the two queries of 400 with exponents far apart that take longest: most of a second on a busy machine.
func slowest() (list []Query) {
	r := rand.New(rand.NewPCG(31, 7))
	for i := range 265 {
		if q := spread(r, i%2 == 0); i == 26 || i == 264 {
			list = append(list, q)
		}
	}
	return list
}

// atOnce is how long a query may go on after its context is done.
const atOnce = 50 * time.Millisecond

// stoppedAfter returns how long a query goes on after it was cancelled at a time, and false if it was answered before. An
// answer given in spite of the context is that of First.
func stoppedAfter(t *testing.T, q *Query, after time.Duration) (time.Duration, bool) {
	t.Helper()
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var at time.Time
	timer := time.AfterFunc(after, func() {
		at = time.Now()
		cancel(why)
	})
	t0, t1, touch, err := q.FirstContext(ctx)
	end := time.Now()
	if timer.Stop() || err == nil {
		return 0, false
	}
	if !errors.Is(err, why) || t0 != 0 || t1 != 0 || touch {
		t.Errorf("%v, %v to %v, %v; want nothing, and the cause", touch, t0, t1, err)
	}
	return end.Sub(at), true
}

// TestStopsAtOnce cancels the slowest queries at several moments. Other programs take the processor away at times: one
// attempt of several has to be quick.
func TestStopsAtOnce(t *testing.T) {
	t.Parallel()
	moments := require.Cases(8, 3)
	for _, q := range slowest() {
		start := time.Now()
		q.First()
		whole := time.Since(start)
		stopped := 0
		for k := range moments {
			after, least := whole*time.Duration(k)/time.Duration(2*moments), time.Duration(1<<62)
			for try := 0; try < 20 && least > atOnce; try++ {
				took, ok := stoppedAfter(t, &q, after)
				if !ok {
					continue
				}
				stopped++
				least = min(least, took)
			}
			if least > atOnce && least < 1<<62 {
				t.Errorf("%+v: cancelled after %v it went on for %v", q, after, least)
			}
		}
		if stopped == 0 {
			t.Errorf("%+v: never stopped in %v", q, whole)
		}
	}
}

// TestContextChangesNoAnswer: with a context that ends later the answer is the same, and with one that has ended
// there is none.
func TestContextChangesNoAnswer(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	r := rand.New(rand.NewPCG(31, 8))
	for i := range require.Cases(40, 10) {
		q := spread(r, i%2 == 0)
		t0, t1, touch := q.First()
		u0, u1, also, err := q.FirstContext(t.Context())
		if err != nil || u0 != t0 || u1 != t1 || also != touch {
			t.Errorf("%+v: %v at %v to %v; with a context %v at %v to %v, %v", q, touch, t0, t1, also, u0, u1, err)
		}
		if u0, u1, also, err := q.FirstContext(ended); !errors.Is(err, context.Canceled) || u0 != 0 || u1 != 0 || also {
			t.Errorf("%+v: %v at %v to %v, %v; the context had ended", q, also, u0, u1, err)
		}
	}
}
