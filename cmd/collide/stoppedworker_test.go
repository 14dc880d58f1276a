//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

// TestInterruptedWithAStoppedWorker sends Ctrl-C to a check by processes one of which is
// stopped: it ends at once, and so does that process.
func TestInterruptedWithAStoppedWorker(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	big := filepath.Join(dir, "big.ply")
	if err := meshio.WriteFile(big, scene.Knot("big", 2, 3, 1, 0.22, 1000, 20)); err != nil {
		t.Fatal(err)
	}
	var cmd *exec.Cmd
	var errs bytes.Buffer
	var worker int
	for try := 0; ; try++ { // a check may have ended before its worker is stopped
		errs.Reset()
		cmd = exec.Command("collide", "check", big, big, "--method", "multiprocess", "--format", "json")
		cmd.Stdout, cmd.Stderr = new(bytes.Buffer), &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		worker = childOf(t, cmd.Process.Pid)
		err := syscall.Kill(worker, syscall.SIGSTOP)
		if err == nil {
			break
		}
		if _ = cmd.Wait(); !errors.Is(err, syscall.ESRCH) || try == 9 { // how it ended does not matter here
			t.Fatal(err)
		}
	}
	time.Sleep(50 * time.Millisecond)
	sent := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()                                       // the exit code is looked at below
	if took := time.Since(sent); took > 20*time.Second { // TestRandomMoments holds ends to a second, by load
		t.Errorf("it took %v to end", took)
	}
	if code := cmd.ProcessState.ExitCode(); code != exitIncomplete && code != exitCollision || !contains(errs.String(), "incomplete: interrupted") {
		t.Errorf("exit code %d, stderr %q", code, errs.String())
	}
	if err := syscall.Kill(worker, 0); err == nil {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", worker))
		if err == nil && !bytes.Contains(stat, []byte(") Z ")) {
			t.Errorf("the stopped worker is left: %s", stat)
		}
	}
}

// childOf waits for a child of a process that runs a program of its own. Until the child
// has replaced the copy of its parent, the parent waits for it in the kernel, and to stop it
// then would stop both.
func childOf(t *testing.T, pid int) int {
	t.Helper()
	for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(time.Millisecond) {
		lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range lists {
			data, _ := os.ReadFile(list) // a thread may have ended
			if ids := strings.Fields(string(data)); len(ids) > 0 && commandLine(ids[0]) != commandLine(strconv.Itoa(pid)) {
				child, err := strconv.Atoi(ids[0])
				if err != nil {
					t.Fatal(err)
				}
				return child
			}
		}
	}
	t.Fatal("no worker process was started")
	return 0
}

func commandLine(pid string) string {
	data, _ := os.ReadFile("/proc/" + pid + "/cmdline") // "" for a process that has ended
	return string(data)
}
