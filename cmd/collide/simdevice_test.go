//go:build !nogpu

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
	file := "../../../shared/data/tian/collidables.txt"
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
