package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoticesOfABinaryAlone: the licences in an archive are those of its binary, whichever
// binaries are released with it. The modules of the GPU methods are not in the static one.
func TestNoticesOfABinaryAlone(t *testing.T) {
	const gpu = "github.com/ebitengine/purego"
	full, static := target{"linux", "amd64", false}, target{"linux", "amd64", true}
	both := sourceRelease(t, full, static)
	alone := sourceRelease(t, static)
	texts := map[string]string{"full": notices(t, both, full), "static": notices(t, both, static), "alone": notices(t, alone, static)}
	if texts["static"] != texts["alone"] {
		t.Errorf("the notices of the static binary are %d bytes beside another, %d alone", len(texts["static"]), len(texts["alone"]))
	}
	if !strings.Contains(texts["full"], gpu) || strings.Contains(texts["static"], gpu) {
		t.Errorf("%s: want it in the notices of the binary with the GPU methods alone", gpu)
	}
	if !strings.Contains(texts["static"], "github.com/spf13/cobra") || !strings.Contains(texts["static"], "Go standard library") {
		t.Error("the notices lack a module of the static binary, or the standard library")
	}
}

// sourceRelease returns a release with binaries of this checkout and their notices.
func sourceRelease(t *testing.T, targets ...target) *release {
	t.Helper()
	source, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	r := &release{version: "v0.0.0", source: source, out: t.TempDir()}
	for _, to := range targets {
		args := []string{"build", "-o", r.binary(to)}
		if to.static {
			args = append(args, "-tags", "nogpu")
		}
		c := exec.Command("go", append(args, "./cmd/collide")...)
		c.Dir = source
		if text, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	if err := r.notices(targets); err != nil {
		t.Fatal(err)
	}
	return r
}

func notices(t *testing.T, r *release, of target) string {
	t.Helper()
	files, err := r.contents(of)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.name == "NOTICES" {
			return string(f.data)
		}
	}
	t.Fatal("an archive has no NOTICES")
	return ""
}
