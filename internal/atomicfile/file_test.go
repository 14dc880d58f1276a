package atomicfile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// put writes a file, with a mode whatever the umask.
func put(t *testing.T, path, content string, mode fs.FileMode) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(content), mode), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
}

// want checks the content of a file and that it is alone in its folder with others.
func want(t *testing.T, path, content string, others ...string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != content {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, content)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1+len(others) {
		t.Errorf("folder holds %v, %v; want %s and %q", entries, err, filepath.Base(path), others)
	}
}

func writing(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestWriteReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("n", 200)+".json")
	for _, content := range []string{"first", "second"} {
		if err := Write(t.Context(), path, writing(content)); err != nil {
			t.Fatal(err)
		}
		want(t, path, content)
	}
}

// TestFailedWriteKeepsTheOld fails in the middle of a file.
func TestFailedWriteKeepsTheOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	put(t, path, "old", 0o644)
	broken := errors.New("broken")
	err := Write(t.Context(), path, func(w io.Writer) error { return errors.Join(writing("half")(w), broken) })
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	want(t, path, "old")
}

// TestPanicKeepsTheOld leaves a writer by a panic.
func TestPanicKeepsTheOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	put(t, path, "old", 0o644)
	func() {
		defer func() { _ = recover() }()
		_ = Write(t.Context(), path, func(io.Writer) error { panic("bug") })
	}()
	want(t, path, "old")
}

// TestSymbolicLinks writes through links, to a file that is there and to one that is
// not.
func TestSymbolicLinks(t *testing.T) {
	dir := t.TempDir()
	for _, content := range []string{"first", "second"} {
		link := filepath.Join(dir, "link.json")
		if content == "first" {
			if err := os.Symlink("target.json", link); err != nil {
				t.Skipf("no symbolic links here: %v", err)
			}
		}
		if err := Write(t.Context(), link, writing(content)); err != nil {
			t.Fatal(err)
		}
		want(t, filepath.Join(dir, "target.json"), content, "link.json")
		if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("the link is now %v, %v", info, err)
		}
	}
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), loop, writing("x")); err == nil {
		t.Error("wrote through a link to itself")
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "file"), "old", 0o644)
	for _, path := range []string{dir, filepath.Join(dir, "none", "x"), filepath.Join(dir, "file", "x"), ""} {
		var e *Error
		if _, err := Create(t.Context(), path); !errors.As(err, &e) || e.Path != path || strings.Contains(err.Error(), Prefix) {
			t.Errorf("%q: %v", path, err)
		}
		if err := Check(path); err == nil {
			t.Errorf("%q may be written", path)
		}
	}
	if err := Check(filepath.Join(dir, "new")); err != nil {
		t.Error(err)
	}
	want(t, filepath.Join(dir, "file"), "old")
}

// TestDiscard gives a file up twice, and once after it is in its place.
func TestDiscard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	put(t, path, "old", 0o644)
	f, err := Create(t.Context(), path)
	if err != nil || f.Fresh() {
		t.Fatal(f, err)
	}
	f.Discard()
	f.Discard()
	want(t, path, "old")
	if f, err = Create(context.Background(), path+".new"); err != nil || !f.Fresh() {
		t.Fatal(f, err)
	}
	if err := errors.Join(writing("new")(f), f.Commit()); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	want(t, path+".new", "new", "report.json")
	if len(pending.files) > 0 {
		t.Errorf("%d files are pending", len(pending.files))
	}
}
