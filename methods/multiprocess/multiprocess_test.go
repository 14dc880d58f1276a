package multiprocess_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/methods/multiprocess"
)

func workedBy(command []string) collide.Method {
	return multiprocess.New(multiprocess.Options{Worker: command})
}

// watched is a detector whose engine can be set.
type watched struct {
	*collide.Detector
	*multiprocess.Watched
}

// processes is a detector by n worker processes, closed with the test.
func processes(t *testing.T, bodies []collide.Body, n int, worker []string, budget collide.Budget) *watched {
	t.Helper()
	m := multiprocess.Watch(worker)
	d := &watched{detector(t, bodies, collide.Options{Method: m, Workers: n, Budget: budget}), m}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// whenStalled calls act with the id of the process that stalls, once it does.
func whenStalled(t *testing.T, dir string, act func(*os.Process)) {
	go func() {
		for start := time.Now(); time.Since(start) < time.Minute; time.Sleep(time.Millisecond) {
			data, err := os.ReadFile(filepath.Join(dir, "pid"))
			if err != nil {
				continue
			}
			pid, err := strconv.Atoi(string(data))
			if err != nil {
				t.Error(err)
				return
			}
			p, err := os.FindProcess(pid)
			if err != nil {
				t.Error(err)
				return
			}
			act(p)
			return
		}
		t.Error("no process has stalled")
	}()
}

// gone checks that a process has ended and been waited for: no zombie.
func gone(t *testing.T, dir string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		return // no signal 0 there
	}
	data, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, _ := strconv.Atoi(string(data))
	p, err := os.FindProcess(pid)
	if err == nil {
		err = p.Signal(syscall.Signal(0))
	}
	if !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("process %d is still there (%v)", pid, err)
	}
}

// One process is killed while it holds tasks of the frame; with one process in
// all, the master does its work.
func TestKilledProcessMidFrame(t *testing.T) {
	bodies := tori(1)
	want, _ := detector(t, bodies, collide.Options{Method: methods.BVH()}).Detect(context.Background())
	for _, n := range []int{1, 3} {
		dir := t.TempDir()
		d := processes(t, bodies, n, testBinary(stallWorker, dir), collide.Budget{})
		whenStalled(t, dir, func(p *os.Process) {
			if err := p.Kill(); err != nil {
				t.Error(err)
			}
		})
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Hash() != want.Hash() || r.Stats.WorkersLost != 1 {
			t.Errorf("%d processes, one killed: %d contacts of %d, %d lost", n, len(r.Contacts), len(want.Contacts), r.Stats.WorkersLost)
		}
		gone(t, dir)
		if r, err = d.Detect(context.Background()); err != nil || r.Hash() != want.Hash() || r.Stats.WorkersLost != 0 {
			t.Errorf("%d processes: the frame after: %d contacts of %d, %d lost, %v", n, len(r.Contacts), len(want.Contacts), r.Stats.WorkersLost, err)
		}
	}
}

func TestInterruptionKillsProcesses(t *testing.T) {
	bodies := tori(1)
	want, _ := detector(t, bodies, collide.Options{}).Detect(context.Background())
	dir := t.TempDir()
	d := processes(t, bodies, 2, testBinary(stallWorker, dir), collide.Budget{})
	ctx, cancel := context.WithCancel(context.Background())
	whenStalled(t, dir, func(*os.Process) { cancel() })
	r, err := d.Detect(ctx)
	if r == nil || !cutBy(err, context.Canceled, "interrupted") {
		t.Errorf("%+v, %v; want an interrupted query", r, err)
	}
	gone(t, dir)
	if r, err = d.Detect(context.Background()); err != nil || r.Hash() != want.Hash() {
		t.Errorf("after the interruption: %v, %d contacts of %d", err, len(r.Contacts), len(want.Contacts))
	}
}

// A process that does not answer must not hold up a query whose time is over.
func TestTimeBudgetEndsAStalledProcess(t *testing.T) {
	dir := t.TempDir()
	d := processes(t, tori(1), 2, testBinary(stallWorker, dir), collide.Budget{Time: 300 * time.Millisecond})
	start := time.Now()
	r, err := d.Detect(context.Background())
	if r == nil || !cutBy(err, collide.ErrBudget, "time budget of 300ms used up") || time.Since(start) > 20*time.Second {
		t.Errorf("after %v: %+v, %v", time.Since(start), r, err)
	}
}

func TestStepBudgetAcrossProcesses(t *testing.T) {
	bodies := tori(1)
	want, _ := detector(t, bodies, collide.Options{}).Detect(context.Background())
	all := map[collide.Contact]bool{}
	for _, c := range want.Contacts {
		all[c] = true
	}
	d := processes(t, bodies, 3, workerCommand, collide.Budget{Steps: 3000})
	r, err := d.Detect(context.Background())
	if r == nil {
		t.Fatal(err)
	}
	if !cutBy(err, collide.ErrBudget, "budget of 3000 steps used up") || len(r.Contacts) >= len(want.Contacts) || r.Stats.BVTests+r.Stats.PrimitiveTests > 8000 {
		t.Errorf("%v, %d contacts, %+v", err, len(r.Contacts), r.Stats)
	}
	for _, c := range r.Contacts {
		if !all[c] {
			t.Fatalf("%v is no contact", c)
		}
	}
	d = processes(t, bodies, 2, workerCommand, collide.Budget{Steps: 1 << 40})
	if r, err = d.Detect(context.Background()); err != nil || r.Hash() != want.Hash() {
		t.Errorf("an ample budget changes the answer: %v, %d contacts of %d", err, len(r.Contacts), len(want.Contacts))
	}
}

func TestProcessesFollowDeformation(t *testing.T) {
	m := collide.NewModel(cube())
	bodies := []collide.Body{{Name: "a", Shape: m}, {Name: "b", Shape: collide.NewModel(cube()), Pose: at(1.5, 0, 0)}}
	d := processes(t, bodies, 2, workerCommand, collide.Budget{})
	for step := range 4 {
		grown := make([]geom.Vec, 8)
		for i, v := range cube().Vertices {
			grown[i] = v.Scale(1 + 0.3*float64(step))
		}
		if err := m.SetVertices(grown); err != nil {
			t.Fatal(err)
		}
		want, _ := detector(t, bodies, collide.Options{Method: methods.Brute()}).Detect(context.Background())
		r, err := d.Detect(context.Background())
		if err != nil || r.Hash() != want.Hash() || (r.Verdict == collide.InContact) != (step >= 2) {
			t.Errorf("step %d: %v, %d contacts, want %d", step, err, len(r.Contacts), len(want.Contacts))
		}
	}
}

func TestWorkerCommandsThatAreNone(t *testing.T) {
	_, err := collide.NewDetector(tori(1), collide.Options{Method: multiprocess.New(multiprocess.Options{})})
	if !errors.Is(err, multiprocess.ErrNoWorkers) {
		t.Errorf("error %v, expected %v", err, multiprocess.ErrNoWorkers)
	}
	for _, c := range []struct {
		worker []string
		want   string
	}{
		{[]string{filepath.Join(t.TempDir(), "missing")}, "missing"},
		{testBinary(silentWorker), "is no worker"},
		{testBinary(wordyWorker), "is no worker"},
	} {
		d := processes(t, tori(1), 2, c.worker, collide.Budget{})
		if _, err := d.Detect(context.Background()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, expected %q", c.worker, err, c.want)
		}
	}
}

// Messages travel in memory that is used again; a goroutine of the pool that
// falls behind may need another buffer now and then.
func TestRepeatedFramesByProcessesAllocateNothing(t *testing.T) {
	d := processes(t, tori(1), 2, workerCommand, collide.Budget{})
	query := func() {
		if _, err := d.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for range 30 {
		query()
	}
	if n := testing.AllocsPerRun(20, query); n > 1 {
		t.Errorf("%v allocations a query, want 0", n)
	}
}

// A query whose time is over before it begins must not start anything.
func TestNoTimeStartsNoProcess(t *testing.T) {
	dir := t.TempDir()
	d := processes(t, tori(1), 1, testBinary(stallWorker, dir), collide.Budget{Time: 1})
	if r, err := d.Detect(context.Background()); r == nil || !errors.Is(err, collide.ErrBudget) {
		t.Fatalf("%+v, error %v", r, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "claimed")); err == nil {
		t.Error("a query whose time was over started a process")
	}
}

// A detector that nobody closes must not leave processes behind.
func TestForgottenProcessesEnd(t *testing.T) {
	dir := t.TempDir()
	func() {
		d := detector(t, tori(1), collide.Options{Method: workedBy(testBinary(reportWorker, dir)), Workers: 1})
		if _, err := d.Detect(context.Background()); err != nil {
			t.Fatal(err)
		}
	}()
	ended := filepath.Join(dir, "ended")
	for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
		runtime.GC()
		if _, err := os.Stat(ended); err == nil {
			return
		}
	}
	t.Error("the process of a forgotten detector has not ended")
}

func TestServeWorkerRejectsNonsense(t *testing.T) {
	for name, in := range map[string]string{
		"text":            "hello, is there anybody",
		"no length":       "\x00\x00\x00\x00\x01",
		"cut short":       "\x09\x00\x00\x00\x01\x00",
		"tasks first":     "\x01\x00\x00\x00\x03",
		"an unknown kind": "\x01\x00\x00\x00\x7f",
		"empty bodies":    "\x01\x00\x00\x00\x01",
		"huge count":      "\x05\x00\x00\x00\x01\xff\xff\xff\xff",
	} {
		var out strings.Builder
		if err := multiprocess.Serve(context.Background(), strings.NewReader(in), &out); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	var out strings.Builder
	if err := multiprocess.Serve(context.Background(), strings.NewReader(""), &out); err != nil || !strings.Contains(out.String(), "collide worker") {
		t.Errorf("no input: error %v, said %q", err, out.String())
	}
}
