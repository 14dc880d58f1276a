//go:build unix

package atomicfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMode gives new files 0666 less the umask, replaced ones the mode they had, and
// leaves those alone that may not be written.
func TestMode(t *testing.T) {
	dir := t.TempDir()
	defer syscall.Umask(syscall.Umask(0o027))
	fresh := filepath.Join(dir, "new")
	if err := Write(t.Context(), fresh, writing("new")); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(dir, "secret")
	put(t, secret, "old", 0o606)
	if err := Write(t.Context(), secret, writing("new")); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]fs.FileMode{fresh: 0o640, secret: 0o606} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s has mode %v, %v; want %v", path, info.Mode(), err, mode)
		}
	}
	if os.Getuid() == 0 {
		return // root may write everything
	}
	put(t, secret, "old", 0o400)
	if err := Write(t.Context(), secret, writing("new")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("replaced a read-only file: %v", err)
	}
}

// TestPipe waits for a reader, and no longer than its context.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*pipePoll)
	defer cancel()
	if err := Write(ctx, path, writing("x")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a pipe without a reader: %v", err)
	}
	if err := Check(path); err != nil {
		t.Error(err)
	}
	read := make(chan string)
	go func() {
		b, _ := os.ReadFile(path) // an error shows as missing content
		read <- string(b)
	}()
	if err := Write(t.Context(), path, writing("through")); err != nil {
		t.Error(err)
	}
	if got := <-read; got != "through" {
		t.Errorf("read %q", got)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is now %v, %v", info, err)
	}
}

// TestFullDevice writes to a device that takes nothing.
func TestFullDevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	if err := Write(t.Context(), "/dev/full", writing("x")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v", err)
	}
}

// TestAbandon runs this test in a process of its own, since nothing can be written
// after it: a file and a kept one are being written while Abandon is called, and
// others try to follow.
func TestAbandon(t *testing.T) {
	if dir := os.Getenv("ATOMICFILE_ABANDON"); dir != "" {
		abandonIn(t, dir)
		return
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, "gone"), "old", 0o644)
	put(t, filepath.Join(dir, "kept"), "old", 0o644)
	cmd := exec.Command(os.Args[0], "-test.run=^TestAbandon$")
	cmd.Env = append(os.Environ(), "ATOMICFILE_ABANDON="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want(t, filepath.Join(dir, "gone"), "old", "kept")
	want(t, filepath.Join(dir, "kept"), "part", "gone")
}

func abandonIn(t *testing.T, dir string) {
	for _, name := range []string{"gone", "new", "kept"} {
		f, err := Create(t.Context(), filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := writing("part")(f); err != nil {
			t.Fatal(err)
		}
		if name == "kept" {
			f.Keep()
		}
	}
	Abandon()
	go func() { _, _ = Create(context.Background(), filepath.Join(dir, "late")) }() // waits for ever
	time.Sleep(20 * time.Millisecond)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), Prefix) {
			t.Errorf("%s is left", e.Name())
		}
	}
}
