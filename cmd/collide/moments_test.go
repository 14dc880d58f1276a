//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/sim"
)

// The test sends one signal, at a moment between firstMoment and lastMoment after the
// start, drawn evenly on a logarithmic scale. The program must end within endWithin, or
// as much longer as other work on the machine leaves it fewer cores. A run that takes
// longer is repeated; one that is late every time fails. hungAfter ends a program that
// does not.
const (
	firstMoment = 5 * time.Millisecond
	lastMoment  = 3 * time.Second
	shortMoment = 300 * time.Millisecond // the last one of the short test
	endWithin   = time.Second
	hungAfter   = 20 * time.Second
	repeats     = 3
	// startup is how long the program may take until it handles signals; before, the
	// system ends it, which is as good: nothing has been done yet.
	startup = time.Second
)

// TestRandomMoments interrupts every verb, method and report at random moments: the
// program ends in time with the right exit code, leaves no temporary file and no
// process, and every output is whole or as it was before. COLLIDE_LONG=1 draws 200
// moments, COLLIDE_SEED others.
func TestRandomMoments(t *testing.T) {
	t.Parallel()
	moments, detail, last := require.Samples(10, 6, 4), 600, shortMoment
	long := os.Getenv("COLLIDE_LONG") != ""
	if long {
		moments, detail, last = 200, 3000, lastMoment
	}
	seed := uint64(11)
	if s, err := strconv.ParseUint(os.Getenv("COLLIDE_SEED"), 10, 64); err == nil {
		seed = s
	}
	t.Logf("%d moments, seed %d", moments, seed)
	random := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	momentInputs(t, dir, detail)
	jobs := slices.DeleteFunc(momentJobs(), func(j momentJob) bool { return j.long && !long })
	if !deviceHere(t) {
		t.Log("no device: the methods of the GPU are left out")
		jobs = slices.DeleteFunc(jobs, func(j momentJob) bool { return j.gpu })
	}
	random.Shuffle(len(jobs), func(i, j int) { jobs[i], jobs[j] = jobs[j], jobs[i] })
	for i := range moments {
		after := time.Duration(float64(firstMoment) * math.Pow(float64(last)/float64(firstMoment), random.Float64()))
		sig := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[random.IntN(2)]
		j := jobs[i%len(jobs)]
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			var late error
			for range repeats {
				if late = interruptAt(t, dir, j, sig, after); late == nil {
					return
				}
				t.Logf("%v: %v after %v: %v", j, sig, after, late)
			}
			t.Errorf("%v: %v after %v: %v, %d times", j, sig, after, late, repeats)
		})
	}
}

// deviceHere reports whether there is a device.
func deviceHere(t *testing.T) bool {
	code, stdout, _ := runHere(t.Context(), nil, "devices", "--format", "json")
	return code == 0 && strings.Contains(stdout, "\"chosen\": true")
}

// interruptAt runs a job once and checks everything but the time, which it returns an
// error for.
func interruptAt(t *testing.T, dir string, j momentJob, sig syscall.Signal, after time.Duration) (late error) {
	t.Helper()
	out := t.TempDir()
	for _, path := range j.outputs(out) {
		if filepath.Ext(path) == "" {
			continue // a folder
		}
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("collide")
	for _, a := range j.args {
		cmd.Args = append(cmd.Args, strings.Replace(a, "OUT/", out+"/", 1))
	}
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if slices.Contains(j.args, "-") {
		in, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = errors.Join(in.Close(), w.Close()) }()
		_, _ = io.WriteString(w, here+away)
		cmd.Stdin = in
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	group := cmd.Process.Pid
	sent := make(chan time.Time, 1)
	signal := time.AfterFunc(after, func() {
		sent <- time.Now()
		if sig == syscall.SIGINT {
			_ = syscall.Kill(-group, sig) // as a terminal does
		} else {
			_ = syscall.Kill(group, sig) // it may have ended already
		}
	})
	hung := time.AfterFunc(after+hungAfter, func() { _ = syscall.Kill(-group, syscall.SIGKILL) })
	_ = cmd.Wait() // the exit code is looked at below
	ended := time.Now()
	early := signal.Stop()
	hung.Stop()
	checkEnd(t, j, cmd.ProcessState, sig, after, early, stderr.String())
	checkLeft(t, j, out, group)
	if early {
		return nil
	}
	took, limit := ended.Sub(<-sent), time.Duration(busy()*float64(endWithin))
	if took > limit {
		return fmt.Errorf("ended after %v; expected at most %v", took.Round(time.Millisecond), limit.Round(time.Millisecond))
	}
	return nil
}

// busy returns how many programs wait for each core, at least 1, where the system
// tells: the load average of the last minute.
func busy() float64 {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 1
	}
	one, _, _ := strings.Cut(string(b), " ")
	load, err := strconv.ParseFloat(one, 64)
	if err != nil {
		return 1
	}
	return max(1, load/float64(runtime.NumCPU()))
}

// checkEnd checks exit code and standard error.
func checkEnd(t *testing.T, j momentJob, p *os.ProcessState, sig syscall.Signal, after time.Duration, early bool, stderr string) {
	t.Helper()
	status, _ := p.Sys().(syscall.WaitStatus)
	killed := status.Signaled() && status.Signal() == sig && after < startup && stderr == ""
	if !killed && !slices.Contains(j.codes, p.ExitCode()) {
		t.Errorf("%v: %v after %v (ended before: %v): exit code %d, want one of %v; stderr %.2000q", j, sig, after, early, p.ExitCode(), j.codes, stderr)
	}
	endless := slices.Contains(j.args, "1000000") || slices.Contains(j.args, "-")
	if endless && !killed && p.ExitCode() == 0 {
		t.Errorf("%v: %v after %v: exit code 0 of a run without end", j, sig, after)
	}
	if strings.Contains(stderr, "goroutine ") || strings.Contains(stderr, "panic") {
		t.Errorf("%v: %v after %v: stderr %.2000q", j, sig, after, stderr)
	}
}

// checkLeft checks that no temporary file and no process is left, and that outputs are
// whole or as they were.
func checkLeft(t *testing.T, j momentJob, out string, group int) {
	t.Helper()
	if left := temporaries(t, out); len(left) > 0 {
		t.Errorf("%v: left %v", j, left)
	}
	gone := false
	for range 20 {
		if gone = errors.Is(syscall.Kill(-group, 0), syscall.ESRCH); gone {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if !gone {
		t.Errorf("%v: left a process", j)
		_ = syscall.Kill(-group, syscall.SIGKILL)
	}
	for _, path := range j.outputs(out) {
		if filepath.Ext(path) == "" {
			continue
		}
		if err := whole(path); err != nil {
			t.Errorf("%v: %s: %v", j, filepath.Base(path), err)
		}
	}
}

// whole returns an error unless a file is as it was or a whole output.
func whole(path string) error {
	b, err := os.ReadFile(path)
	if err != nil || string(b) == "old" {
		return err
	}
	switch filepath.Ext(path) {
	case ".json":
		d := json.NewDecoder(bytes.NewReader(b))
		for err == nil {
			var v any
			err = d.Decode(&v)
		}
		if !errors.Is(err, io.EOF) {
			return err
		}
	case ".png":
		_, err = png.Decode(bytes.NewReader(b))
		return err
	case ".clr":
		r, err := sim.OpenReplay(context.Background(), nil, path)
		if err != nil {
			return err
		}
		return r.Close()
	}
	if !bytes.HasSuffix(b, []byte("\n")) {
		return fmt.Errorf("%d bytes that end with %.40q", len(b), b[max(0, len(b)-40):])
	}
	return nil
}
