//go:build !nogpu && !wasm

package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/require"
)

// TestBackendGPU: the command on a device gives the hash it gives without.
func TestBackendGPU(t *testing.T) {
	if _, err := gpu.Default(); err != nil {
		require.Missing(t, require.GPU, err)
	}
	hash := func(args ...string) string {
		var out, errs bytes.Buffer
		files := []string{"check", "../../testdata/example/knot.obj", "../../testdata/example/ring.obj", "--format", "json"}
		if code := run(context.Background(), append(files, args...), nil, &out, &errs); code != exitCollision {
			t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
		}
		_, after, _ := strings.Cut(out.String(), `"hash": "`)
		h, _, _ := strings.Cut(after, `"`)
		if want := args[len(args)-1]; !strings.Contains(out.String(), `"backend": "`+want+`"`) {
			t.Errorf("%v: not answered by %s", args, want)
		}
		return h
	}
	want := hash("--backend", "cpu")
	for _, args := range [][]string{{"--backend", "gpu"}, {"--method", "lbvh", "--backend", "gpu"}} {
		if got := hash(args...); got != want {
			t.Errorf("%v: %s, want %s", args, got, want)
		}
	}
}

// TestResolution: what recode does not take is refused, with a device or without.
func TestResolution(t *testing.T) {
	for _, bad := range []string{"-1", "2049"} {
		var out, errs bytes.Buffer
		args := []string{"check", "../../testdata/example/knot.obj", "../../testdata/example/ring.obj", "--method", "recode", "--option", "recode.resolution=" + bad}
		if code := run(context.Background(), args, nil, &out, &errs); code != exitBad || !strings.Contains(errs.String(), "a resolution of "+bad+" pixels; expected 1 to 2048, or 0 for 64") {
			t.Errorf("--resolution %s: exit code %d: %s", bad, code, errs.String())
		}
	}
}
