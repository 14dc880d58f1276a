package cachefile

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestFolder: what was written is read, within the limit; no folder, no file and what is in the way are nothing.
func TestFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	ctx, data := t.Context(), []byte("12345678")
	if got := Read(ctx, folder, "x", 100); got != nil {
		t.Errorf("before: %q", got)
	}
	if !Write(ctx, folder, "x", []byte("first")) || !Write(ctx, folder, "x", data) {
		t.Fatal("not written")
	}
	if got := Read(ctx, folder, "x", len(data)); !bytes.Equal(got, data) {
		t.Errorf("%q, want %q", got, data)
	}
	if got := Read(ctx, folder, "x", len(data)-1); got != nil {
		t.Errorf("beyond the limit: %q", got)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the folder is %v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("%v in the folder, %v", entries, err)
	}
	for _, f := range []string{"", filepath.Join(folder, "x"), filepath.Join(folder, "x", "below")} {
		if Write(ctx, f, "y", data) || Read(ctx, f, "y", 100) != nil {
			t.Errorf("folder %q", f)
		}
	}
	if os.Mkdir(filepath.Join(folder, "z"), 0o700) != nil || Write(ctx, folder, "z", data) || Read(ctx, folder, "z", 100) != nil {
		t.Error("a folder in the file's place")
	}
}
