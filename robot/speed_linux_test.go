package robot

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/collide-go/collide"
)

// BenchmarkStates answers for 10,000 random states of a robot over a table on one thread, and reports the processor time of
// that thread a state, which other processes do not change much: yes or no, and the least distance. With
// COLLIDE_STATES=DIR it writes the states into DIR as CSV, for the command and for bench/peers/robots.py.
func BenchmarkStates(b *testing.B) {
	for _, robot := range []struct {
		name string
		load func(testing.TB) (*Robot, *Semantics)
	}{{"ur5", loadUR5}, {"panda", loadPanda}} {
		b.Run(robot.name+"/first", func(b *testing.B) {
			r, s := robot.load(b)
			states := statesWithin(r, 10000)
			writeStates(b, robot.name, r, states)
			c, err := NewChecker(r, []collide.Body{table}, Options{Semantics: s, Detector: collide.Options{First: true, Workers: 1}})
			if err != nil {
				b.Fatal(err)
			}
			verdicts := make([]collide.Verdict, 0, len(states))
			perState(b, len(states), func() {
				if verdicts, err = c.Validate(b.Context(), states, false, verdicts[:0]); err != nil {
					b.Fatal(err)
				}
			})
		})
		b.Run(robot.name+"/distance", func(b *testing.B) {
			r, s := robot.load(b)
			states := statesWithin(r, 1000)
			c, err := NewChecker(r, []collide.Body{table}, Options{Semantics: s, Detector: collide.Options{Workers: 1}})
			if err != nil {
				b.Fatal(err)
			}
			perState(b, len(states), func() {
				for _, q := range states {
					if err := c.SetState(q); err != nil {
						b.Fatal(err)
					}
					if _, _, err := c.Distance(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// perState reports the processor time of this thread for one of n states.
func perState(b *testing.B, n int, run func()) {
	b.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	run() // hierarchies are built
	start := threadTime()
	for b.Loop() {
		run()
	}
	b.ReportMetric(float64((threadTime()-start).Nanoseconds())/1000/float64(n)/float64(b.N), "user-µs/state")
}

// threadTime is the processor time that the calling thread has used.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// statesWithin are random states within the limits, or half a turn either way where these are wider.
func statesWithin(r *Robot, n int) [][]float64 {
	random := rand.New(rand.NewPCG(20, 1))
	states := make([][]float64, n)
	for i := range states {
		for _, v := range r.Variables() {
			lo, hi := max(v.Lower, -3.141592653589793), min(v.Upper, 3.141592653589793)
			states[i] = append(states[i], lo+random.Float64()*(hi-lo))
		}
	}
	return states
}

func writeStates(b *testing.B, name string, r *Robot, states [][]float64) {
	b.Helper()
	dir := os.Getenv("COLLIDE_STATES")
	if dir == "" {
		return
	}
	var text strings.Builder
	for i, v := range r.Variables() {
		text.WriteString(strings.Repeat(",", min(i, 1)) + v.Name)
	}
	for _, q := range states {
		text.WriteString("\n" + strings.ReplaceAll(strings.Trim(fmt.Sprint(q), "[]"), " ", ","))
	}
	if err := os.WriteFile(filepath.Join(dir, name+".csv"), []byte(text.String()+"\n"), 0o644); err != nil {
		b.Fatal(err)
	}
}
