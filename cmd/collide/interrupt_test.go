package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

// runHere runs the program in this process.
func runHere(ctx context.Context, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(ctx, args, stdin, &out, &errs)
	return code, out.String(), errs.String()
}

func contains(s, part string) bool { return strings.Contains(s, part) }

const (
	here = "1 0 0 0 0 1 0 0 0 0 1 0\n"  // where the example touches
	away = "1 0 0 50 0 1 0 0 0 0 1 0\n" // where it does not
)

// TestInterruptedSweep sends Ctrl-C to a sweep that waits for its next pose.
// Results before it must have been printed, and the last line must own up.
func TestInterruptedSweep(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent Ctrl-C on Windows")
	}
	for _, c := range []struct {
		poses, verdict, outcome string
		code                    int
	}{{away + here, "contact", "fail", exitCollision}, {away + away, "unknown", "unknown", exitIncomplete}} {
		stdout, code := interruptSweep(t, c.poses, 2)
		if code != c.code {
			t.Errorf("poses %q: exit code %d, want %d", c.poses, code, c.code)
		}
		want := fmt.Sprintf(`{"schema": 1, "verdict": "%s", "outcome": "%s", "complete": false, "reason": "interrupted", "poses": 2}`+"\n", c.verdict, c.outcome)
		if !strings.HasSuffix(stdout, want) {
			t.Errorf("poses %q: stdout %q does not end with %q", c.poses, stdout, want)
		}
	}
}

// interruptSweep feeds poses to a sweep, waits for that many lines, interrupts it
// and returns everything it printed.
func interruptSweep(t *testing.T, poses string, lines int) (stdout string, code int) {
	t.Helper()
	cmd := exec.Command("collide", "sweep", "../../testdata/example/knot.obj", "../../testdata/example/ring.obj",
		"--poses", "-", "--format", "json")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hung := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() }) // the test then fails on the exit code
	defer hung.Stop()
	if _, err := io.WriteString(in, poses); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(out)
	var all strings.Builder
	for range lines {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("after %q: %v", all.String(), err)
		}
		all.WriteString(line)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	all.Write(rest)
	_ = cmd.Wait() // the exit code is looked at below
	return all.String(), cmd.ProcessState.ExitCode()
}

// TestInterruptedCheck sends Ctrl-C to a check that would take hours.
func TestInterruptedCheck(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent Ctrl-C on Windows")
	}
	big := filepath.Join(t.TempDir(), "big.ply")
	if err := meshio.WriteFile(big, scene.Knot("big", 2, 3, 1, 0.22, 3000, 20)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("collide", "check", big, big, "--method", "brute", "--format", "json")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(800*time.Millisecond, func() { _ = cmd.Process.Signal(os.Interrupt) }) // the test then fails on the exit code
	_ = cmd.Wait()                                                                        // the exit code is looked at below
	code, report := cmd.ProcessState.ExitCode(), out.String()
	want := exitIncomplete // Ctrl-C came before the first contact
	if contains(report, `"colliding": true`) {
		want = exitCollision
	}
	if code != want || !contains(report, `"complete": false`) || !contains(report, `"reason": "interrupted`) {
		t.Errorf("after %v: exit code %d, want %d; stderr %q, report %.300q", time.Since(start), code, want, errs.String(), report)
	}
	if !contains(errs.String(), "collide: incomplete: interrupted") {
		t.Errorf("stderr %q does not tell of the interruption", errs.String())
	}
}

// TestInterruptedSim sends Ctrl-C to a run of a hundred million frames.
func TestInterruptedSim(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent Ctrl-C on Windows")
	}
	crowd := filepath.Join(t.TempDir(), "crowd.json")
	if code, _, stderr := runHere(context.Background(), nil, "gen", "motion", "-n", "8", "--out", crowd); code != 0 {
		t.Fatalf("gen: exit code %d, %s", code, stderr)
	}
	cmd := exec.Command("collide", "sim", crowd, "--frames", "100000000", "--format", "json")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hung := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() }) // the test then fails on the exit code
	defer hung.Stop()
	lines := bufio.NewScanner(out)
	last, interrupted := "", false
	for lines.Scan() {
		if last = lines.Text(); !interrupted {
			interrupted = true
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait() // the exit code is looked at below
	code := cmd.ProcessState.ExitCode()
	if code != exitIncomplete || !strings.HasPrefix(last, `{"schema": 1, "verdict": "contact", "complete": false, "reason": "interrupted", "frames": `) {
		t.Errorf("exit code %d, want %d; last line %q, stderr %q", code, exitIncomplete, last, errs.String())
	}
	if !contains(errs.String(), "collide: incomplete: interrupted") {
		t.Errorf("stderr %q does not tell of the interruption", errs.String())
	}
}

// TestSweepStopsWithinTime gives a sweep without end a time budget.
func TestSweepStopsWithinTime(t *testing.T) {
	r, w := io.Pipe()
	defer func() { _ = r.Close() }() // ends the writer
	go func() {
		for {
			if _, err := io.WriteString(w, away); err != nil {
				return
			}
		}
	}()
	code, stdout, stderr := runHere(context.Background(), r, "sweep",
		"../../testdata/example/knot.obj", "../../testdata/example/ring.obj", "--poses", "-", "--budget", "100ms", "--format", "csv")
	if code != exitIncomplete || !contains(stdout, "incomplete: time budget of 100ms used up") || !contains(stderr, "incomplete") {
		t.Errorf("exit %d, stderr %q; want %d and an incomplete sweep", code, stderr, exitIncomplete)
	}
}

// TestInterruptedBench starts a bench that has been interrupted before.
func TestInterruptedBench(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code, stdout, stderr := runHere(ctx, nil, "bench", "octree")
	if code != exitIncomplete || stdout != "" || stderr != "collide: interrupted\n" {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestProbe asks this program for the memory of multiprocess as bench does.
func TestProbe(t *testing.T) {
	in := `{"Method": "multiprocess", "Workers": 2, "Frames": 2, "Scene": {"Bodies": 20}, "Worker": ["collide", "worker"]}`
	code, stdout, stderr := runHere(context.Background(), strings.NewReader(in), "probe")
	if code != exitFree || !contains(stdout, `{"Heap":`) {
		t.Fatalf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if runtime.GOOS == "linux" && contains(stdout, `"Children":0}`) {
		t.Errorf("no memory of worker processes in %s", stdout)
	}
}
