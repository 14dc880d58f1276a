//go:build unix

package multiprocess_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

func init() {
	faults["stop"] = func([]byte) { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) } // nothing follows if it fails
}

// pids waits for the ids of n processes in a directory.
func pids(t *testing.T, dir string, n int) []int {
	t.Helper()
	for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
		files, err := filepath.Glob(filepath.Join(dir, "pid-*[0-9]"))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) < n {
			continue
		}
		var all []int
		for _, f := range files {
			data, err := os.ReadFile(f)
			pid, e := strconv.Atoi(string(data))
			if err != nil || e != nil {
				t.Fatal(err, e)
			}
			all = append(all, pid)
		}
		return all
	}
	t.Fatalf("fewer than %d processes", n)
	return nil
}

// pair is a detector by as many processes as there are, up to two, that have answered
// once, and the ids of these.
func pair(t *testing.T, bodies []collide.Body, budget collide.Budget) (*watched, []int) {
	t.Helper()
	dir := t.TempDir()
	d := processes(t, bodies, 2, testBinary(pidWorker, dir), budget)
	for start := time.Now(); ; {
		r, err := d.Detect(context.Background())
		if r == nil {
			t.Fatal(err)
		}
		if err == nil {
			return d, pids(t, dir, 1)
		}
		if time.Since(start) > 20*time.Second {
			t.Fatal(err)
		}
	}
}

func halt(t *testing.T, pids ...int) {
	t.Helper()
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	}
}

// Processes are stopped between two frames. The second frame is whole all the same.
func TestProcessesStoppedBeforeAFrame(t *testing.T) {
	t.Parallel()
	bodies := tori(1)
	for _, all := range []bool{false, true} {
		d, list := pair(t, bodies, collide.Budget{})
		d.SetSilence(300 * time.Millisecond)
		if !all {
			list = list[:1]
		}
		halt(t, list...)
		answersWhole(t, d, bodies, len(list))
		answersWhole(t, d, bodies, 0)
	}
}

// A stopped process that has nothing to do holds up nobody, however much changes
// from frame to frame.
func TestIdleStoppedProcess(t *testing.T) {
	t.Parallel()
	m := collide.NewModel(scene.Torus("torus", 2, 0.7, 120, 40)) // 115 kB of vertices
	bodies := []collide.Body{{Shape: m, Pose: at(100, 0, 0)}}
	for i := range 4 {
		bodies = append(bodies, collide.Body{Shape: shape.Sphere{Radius: 1}, Pose: at(float64(i), 0, 0)})
	}
	d, list := pair(t, bodies, collide.Budget{})
	for i := range bodies[3:] {
		if err := d.SetPose(3+i, at(10*float64(i+1), 0, 0)); err != nil {
			t.Fatal(err)
		}
	}
	halt(t, list[len(list)-1])
	vertices := slices.Clone(m.Mesh().Vertices)
	for k := range 40 {
		vertices[0].X += 0.001
		if err := m.SetVertices(vertices); err != nil {
			t.Fatal(err)
		}
		if r, err := d.Detect(context.Background()); err != nil || len(r.Contacts) != 1 {
			t.Fatalf("frame %d: %v, %+v", k, err, r)
		}
	}
}

// One process, or each that is started, stops in the middle of a frame.
func TestProcessesStoppedMidFrame(t *testing.T) {
	t.Parallel()
	bodies := tori(1)
	for _, command := range [][]string{testBinary(faultWorker, "stop", t.TempDir(), "1"), testBinary(faultWorker, "stop")} {
		d := processes(t, bodies, 2, command, collide.Budget{})
		d.SetSilence(300 * time.Millisecond)
		answersWhole(t, d, bodies, 1)
		answersWhole(t, d, bodies, 0)
	}
}

// A time budget is kept although a process is stopped, and the query after it does
// without that process.
func TestBudgetIsKeptWithAStoppedProcess(t *testing.T) {
	t.Parallel()
	bodies := tori(1)
	d, list := pair(t, bodies, collide.Budget{Time: 300 * time.Millisecond})
	halt(t, list...)
	start := time.Now()
	r, err := d.Detect(context.Background())
	if r == nil {
		t.Fatal(err)
	}
	// On a busy machine the time may be used up before every process was asked: those are not lost, and are still there.
	lost := r.Stats.WorkersLost
	if took := time.Since(start); err == nil || lost < 1 || lost > len(list) || took > 20*time.Second {
		t.Errorf("%v after %v, %d of %d workers lost", err, took, lost, len(list))
	}
	for left := len(list); left > len(list)-lost; time.Sleep(5 * time.Millisecond) {
		if left = 0; time.Since(start) > 40*time.Second {
			t.Fatalf("%d workers were lost, but more of %v than the others are still there", lost, list)
		}
		for _, pid := range list {
			if !hasEnded(pid) {
				left++
			}
		}
	}
	for _, pid := range list {
		if !hasEnded(pid) {
			_ = syscall.Kill(pid, syscall.SIGKILL) // so that it is not left behind
		}
	}
}

// An interruption ends a query at once although a process is stopped.
func TestInterruptionWithAStoppedProcess(t *testing.T) {
	t.Parallel()
	bodies := tori(1)
	d, list := pair(t, bodies, collide.Budget{})
	halt(t, list...)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	r, err := d.Detect(ctx)
	if r == nil {
		t.Fatal(err)
	}
	if took := time.Since(start); err == nil || took > 20*time.Second {
		t.Errorf("%v after %v", err, took)
	}
	for _, pid := range list {
		ended(t, pid)
	}
	answersWhole(t, d, bodies, 0)
}

// Closing does not wait for a stopped process.
func TestCloseWithAStoppedProcess(t *testing.T) {
	t.Parallel()
	d, list := pair(t, tori(1), collide.Budget{})
	halt(t, list...)
	start := time.Now()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	for _, pid := range list {
		ended(t, pid)
	}
}

// A worker that is busy ends when its master is killed.
func TestWorkersEndWithTheirMaster(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command := testBinary(masterWorker, dir)
	master := exec.Command(command[0], command[1:]...)
	if err := master.Start(); err != nil {
		t.Fatal(err)
	}
	pid := pids(t, dir, 1)[0]
	time.Sleep(200 * time.Millisecond) // it gets work
	if err := master.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := master.Wait(); err == nil || master.ProcessState.Exited() {
		t.Errorf("the master ended by itself: %v", err)
	}
	killed := time.Now()
	if ended(t, pid); time.Since(killed) > 20*time.Second {
		t.Errorf("the worker ended %v after its master", time.Since(killed))
	}
}

// hasEnded reports whether a process has ended. One whose master is gone too may be left for
// init to wait for: it is a zombie, which Linux shows.
func hasEnded(pid int) bool {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)) // empty elsewhere
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || bytes.Contains(stat, []byte(") Z "))
}

// ended waits for a process to end.
func ended(t *testing.T, pid int) {
	t.Helper()
	for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
		if hasEnded(pid) {
			return
		}
	}
	_ = syscall.Kill(pid, syscall.SIGKILL) // so that it is not left behind
	t.Errorf("process %d is still there", pid)
}
