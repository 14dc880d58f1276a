//go:build !nogpu && !wasm

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/require"
)

// TestStatesOnADevice: bodies with masses have the same states, frame by frame, when
// their contacts are found on a device: the original scene, where it is at hand, for
// 10,000 steps under COLLIDE_LONG=1.
func TestStatesOnADevice(t *testing.T) {
	if _, err := gpu.Default(); err != nil {
		require.Missing(t, require.GPU, err)
	}
	frames := 20
	if require.Long() {
		frames = 10001
	}
	file := require.Shared("tian/collidables.txt")
	do := func(args ...string) string {
		var out, errs bytes.Buffer
		if code := run(context.Background(), args, nil, &out, &errs); code != exitFree {
			t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
		}
		return out.String()
	}
	if _, err := os.Stat(file); err != nil {
		file = filepath.Join(t.TempDir(), "tian.txt")
		do("gen", "tian", "-n", "64", "--seed", "1", "--out", file)
	}
	states := func(method, workers string) string {
		return do("sim", file, "--frames", strconv.Itoa(frames), "--format", "json", "--method", method, "--workers", workers)
	}
	want := states("bvh", "1")
	if !strings.Contains(want, fmt.Sprintf(`"frame": %d, `, frames-1)) || !strings.Contains(want, `"state": "sha256:`) {
		t.Fatalf("no states in\n%s", want)
	}
	for _, m := range []string{"lbvh"} {
		for _, workers := range []string{"1", "8"} {
			if got := states(m, workers); got != want {
				t.Errorf("%s, %s workers: other frames than bvh", m, workers)
			}
		}
	}
}

// TestBodiesOnADevice: a run whose bodies live on the device gives the same recording twice,
// which plays back bit for bit; the summary states which step ran where.
func TestBodiesOnADevice(t *testing.T) {
	if _, err := gpu.Default(); err != nil {
		require.Missing(t, require.GPU, err)
	}
	dir := t.TempDir()
	do := func(want int, args ...string) (string, string) {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(context.Background(), args, nil, &out, &errs); code != want {
			t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
		}
		return out.String(), errs.String()
	}
	file := filepath.Join(dir, "tian.txt")
	do(exitFree, "gen", "tian", "-n", "64", "--seed", "1", "--out", file)
	var recordings, frames [2]string
	for i := range recordings {
		clr := filepath.Join(dir, strconv.Itoa(i)+".clr")
		out, summary := do(exitFree, "sim", file, "--backend", "gpu", "--frames", "8", "--format", "json", "--record", clr)
		if where := "on the device, in float"; !strings.Contains(summary, where) || !strings.Contains(summary, "on the CPU: contacts in doubt") {
			t.Fatalf("the summary lacks %q:\n%s", where, summary)
		}
		bytes, err := os.ReadFile(clr)
		if err != nil {
			t.Fatal(err)
		}
		played, _ := do(exitFree, "sim", clr, "--format", "json")
		if played != out {
			t.Error("the recording plays other frames")
		}
		recordings[i], frames[i] = string(bytes), out
	}
	if recordings[0] != recordings[1] || frames[0] != frames[1] || strings.Count(frames[0], "\n") < 8 {
		t.Error("two runs differ")
	}
	if _, errs := do(exitBad, "sim", file, "--backend", "gpu", "--budget", "1s"); !strings.Contains(errs, "--budget") {
		t.Errorf("a budget: %q", errs)
	}
	meshes := filepath.Join(dir, "meshes.json")
	text := `{"version": 1, "bodies": [{"name": "floor", "mesh": {"shape": "torus", "ring": 1, "tube": 0.2, "around": 8, "section": 4}},
  {"name": "ball", "sphere": {"radius": 1, "center": [0, 0, 9]}, "mass": 1}]}`
	if err := os.WriteFile(meshes, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errs := do(exitBad, "sim", meshes, "--backend", "gpu"); !strings.Contains(errs, "body floor: a mesh") || !strings.Contains(errs, "--method lbvh") {
		t.Errorf("a mesh: %q", errs)
	}
}
