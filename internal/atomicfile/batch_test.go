package atomicfile

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestBatchShowsAllOrNone: a file that cannot be written, as on a full disk, leaves those before it as they were.
func TestBatchShowsAllOrNone(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	if err := os.WriteFile(one, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	holds := func(want ...string) {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != len(want)/2 {
			t.Fatalf("%v, %v; expected %q", entries, err, want)
		}
		for i, e := range entries {
			if got, err := os.ReadFile(filepath.Join(dir, e.Name())); err != nil || e.Name() != want[2*i] || string(got) != want[2*i+1] {
				t.Errorf("%s holds %q, %v; expected %q", e.Name(), got, err, want)
			}
		}
	}
	var b Batch
	full := errors.New("no space left on device")
	if err := b.Write(context.Background(), one, text("new")); err != nil {
		t.Fatal(err)
	}
	if err := b.Write(context.Background(), two, func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return full }); !errors.Is(err, full) {
		t.Fatalf("error %v", err)
	}
	b.Discard()
	holds("one", "old")

	if err := errors.Join(b.Write(context.Background(), one, text("new")), b.Write(context.Background(), two, text("new, too"))); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(one); err != nil || string(got) != "old" {
		t.Errorf("before Commit: %q, %v", got, err)
	}
	if err := b.Commit(); err != nil {
		t.Fatal(err)
	}
	holds("one", "new", "two", "new, too")
}
