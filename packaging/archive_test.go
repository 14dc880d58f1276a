package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestArchivesDependOnTheirContentsAlone(t *testing.T) {
	files := []file{{"collide", 0o755, []byte("binary")}, {"LICENSE", 0o644, []byte("text")}}
	for name, pack := range map[string]func([]file, time.Time) ([]byte, error){"tar.gz": compressed, "zip": zipped} {
		utc := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
		a, err := pack(files, utc)
		if err != nil {
			t.Fatal(err)
		}
		b, err := pack(files, utc.In(time.FixedZone("elsewhere", 3600)).UTC())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two archives of the same files differ", name)
		}
		other, err := pack([]file{{"collide", 0o755, []byte("binarx")}, files[1]}, utc)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(a, other) {
			t.Errorf("%s: archives of other files are equal", name)
		}
	}
}

func TestVersions(t *testing.T) {
	for v, want := range map[string]bool{"v0.1.0": true, "v1.2.3-rc.1": true, "0.1.0": false, "v1": false, "v1.2.3;rm": false} {
		if got := semver.MatchString(v); got != want {
			t.Errorf("%q is a version: %v, want %v", v, got, want)
		}
	}
}

func TestPlatforms(t *testing.T) {
	all, err := choose("")
	if err != nil || len(all) != 12 {
		t.Errorf("%d targets, %v; want 12", len(all), err)
	}
	if _, err := choose("plan9/amd64"); err == nil || !strings.Contains(err.Error(), "expected") {
		t.Errorf("an unknown platform gives %v", err)
	}
}

// TestPrepareRefusesForeignFolders: the folder of a release is emptied, so it must be one.
func TestPrepareRefusesForeignFolders(t *testing.T) {
	dir := t.TempDir()
	if err := prepare(dir); err != nil {
		t.Fatal(err)
	}
	if err := prepare(dir); err != nil {
		t.Errorf("a folder of releases is refused: %v", err)
	}
	if err := prepare(".."); err == nil {
		t.Fatal("the checkout would have been emptied")
	}
}
