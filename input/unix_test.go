//go:build unix

package input

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestPipe opens pipes that nobody writes to, by every way to open one: none may
// block.
func TestPipe(t *testing.T) {
	in, _ := folder(t)
	t.Chdir(in)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	if err := os.Symlink("pipe", "link"); err != nil {
		t.Fatal(err)
	}
	bound, err := OpenRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bound.Close() }() // only read
	stuck := time.AfterFunc(10*time.Second, func() { panic("opening a pipe blocks") })
	defer stuck.Stop()
	for _, f := range []*Files{nil, bound} {
		for _, path := range []string{"pipe", "link"} {
			if _, err := read(t, f, path); !errors.Is(err, ErrIrregular) {
				t.Errorf("%s: %v", path, err)
			}
			// As if the pipe had taken a file's place after it was looked at.
			file, err := f.openNow(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := file.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestSocket(t *testing.T) {
	t.Chdir(t.TempDir()) // the path of a socket has to be short
	l, err := net.Listen("unix", filepath.Base("socket"))
	if err != nil {
		t.Skipf("no sockets here: %v", err)
	}
	defer func() { _ = l.Close() }()
	if _, err := read(t, nil, "socket"); !errors.Is(err, ErrIrregular) {
		t.Errorf("error %v", err)
	}
}
