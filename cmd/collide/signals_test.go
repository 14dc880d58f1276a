//go:build unix

package main

import (
	"context"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/collide-go/collide/internal/atomicfile"
)

// temporaries lists the temporary files in a folder and those in it.
func temporaries(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasPrefix(filepath.Base(path), atomicfile.Prefix) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestSecondSignal ends a program that cannot end in order, because nobody reads its
// standard output: no temporary file is left, the old report stays, and the recorded
// frames are kept.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		dir := t.TempDir()
		if code, _, stderr := runHere(context.Background(), nil, "gen", "motion", "-n", "8", "--out", filepath.Join(dir, "crowd.json")); code != 0 {
			t.Fatalf("gen: exit code %d, %s", code, stderr)
		}
		old := filepath.Join(dir, "old.json")
		if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		stuck(t, dir, sig, "sim", "crowd.json", "--frames", "1000000", "--format", "json", "--record", "run.clr")
		code, stdout, stderr := runHere(context.Background(), nil, "sim", filepath.Join(dir, "run.clr"), "--format", "json")
		if code != 0 || !contains(stdout, `"frame": 0,`) || contains(stdout, `"frame": 999999,`) {
			t.Errorf("the recording does not play: exit code %d, %s", code, stderr)
		}
		// Here standard output is the recording, and the report is the temporary file.
		stuck(t, dir, sig, "sim", "crowd.json", "--frames", "1000000", "--format", "json", "--out", "old.json", "--record", "/dev/stdout")
		if b, err := os.ReadFile(old); string(b) != "old" {
			t.Errorf("the old report holds %.100q, %v", b, err)
		}
	}
}

// stuck starts a run in a folder, waits until it has filled its standard output and
// sends it two signals.
func stuck(t *testing.T, dir string, sig os.Signal, args ...string) {
	t.Helper()
	cmd := exec.Command("collide", args...)
	cmd.Dir = dir
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()                                                            // the program has it
	hung := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() }) // the test then fails on the exit code
	defer hung.Stop()
	if _, err := io.ReadFull(r, make([]byte, 1000)); err != nil { // it has begun
		t.Fatal(err)
	}
	filled(t, r) // and goes on until the pipe is full
	if len(temporaries(t, dir)) != 1 {
		t.Errorf("%v: temporary files %v, want one", args, temporaries(t, dir))
	}
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	go func() {
		_ = cmd.Wait() // the exit code is looked at below
		close(over)
	}()
	for ended := false; !ended; { // a busy machine may deliver two signals as one
		select {
		case <-over:
			ended = true
		case <-time.After(50 * time.Millisecond):
			_ = cmd.Process.Signal(sig) // it may have ended
		}
	}
	if code := cmd.ProcessState.ExitCode(); code != exitIncomplete {
		t.Errorf("%v: exit code %d, want %d", args, code, exitIncomplete)
	}
	if left := temporaries(t, dir); len(left) > 0 {
		t.Errorf("%v: left %v", args, left)
	}
}

// filled waits until a pipe holds more than half of what it can, and no more comes.
func filled(t *testing.T, r *os.File) {
	t.Helper()
	request := uint(0x541b) // FIONREAD, the number of bytes to be read
	if runtime.GOOS != "linux" {
		request = 0x4004667f
	}
	for held, deadline := 0, time.Now().Add(time.Minute); ; {
		time.Sleep(250 * time.Millisecond)
		n, err := unix.IoctlGetInt(int(r.Fd()), request)
		switch {
		case err != nil || time.Now().After(deadline):
			t.Fatalf("the pipe holds %d bytes, %v", n, err)
		case n == held && n > 1<<15:
			return
		}
		held = n
	}
}
