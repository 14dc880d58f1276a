//go:build !nogpu && !wasm

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// posesOnDevice writes a list of n poses of the knot, of which about half touch the ring, with a last line.
func posesOnDevice(t *testing.T, n int, last string) string {
	t.Helper()
	r := rand.New(rand.NewPCG(24, 6))
	var text strings.Builder
	for range n {
		axis := geom.Vec{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64()}
		m := geom.AxisAngle(axis, 3*r.Float64()).Matrix()
		at := [3]float64{8 * (r.Float64() - 0.5), 8 * (r.Float64() - 0.5), 4 * (r.Float64() - 0.5)}
		for row := range 3 {
			fmt.Fprintf(&text, "%v %v %v %v ", m[3*row], m[3*row+1], m[3*row+2], at[row])
		}
		text.WriteByte('\n')
	}
	file := filepath.Join(t.TempDir(), "poses.txt")
	if err := os.WriteFile(file, []byte(text.String()+last), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// times are what two runs of one sweep differ in.
var times = regexp.MustCompile(`in [\d.]+ [mµ]?s`)

var byDevice = regexp.MustCompile(`collide: (\d+) of (\d+) poses were judged by the device alone\n`)

// swept runs a sweep and returns its output, the lines on standard error without the one about the device, and how many poses the device judged.
func swept(t *testing.T, stdin string, args ...string) (out, errs string, judged int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), append([]string{"sweep", knot, ring}, args...), strings.NewReader(stdin), &stdout, &stderr)
	if m := byDevice.FindStringSubmatch(stderr.String()); m != nil {
		judged, _ = strconv.Atoi(m[1])
	}
	return fmt.Sprintf("%d\n%s", code, times.ReplaceAllString(stdout.String(), "in TIME")), byDevice.ReplaceAllString(stderr.String(), ""), judged
}

// TestSweepOnDevice: whatever is asked of the poses, a device that judges them changes no byte of the answer.
func TestSweepOnDevice(t *testing.T) {
	if _, err := gpu.Default(); err != nil {
		require.Missing(t, require.GPU, err)
	}
	good, bad := posesOnDevice(t, 300, ""), posesOnDevice(t, 300, "1 2 3\n")
	infinite := posesOnDevice(t, 300, "1 0 0 NaN 0 1 0 0 0 0 1 0\n")
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range []struct {
		name  string
		args  []string
		least int // poses that the device judges alone
	}{
		{"contacts", []string{"--poses", good}, 100},
		{"first as CSV", []string{"--poses", good, "--format", "csv", "--first", "--workers", "3"}, 280},
		{"distances", []string{"--poses", good, "--format", "csv", "--distance", "--clearance", "0.01"}, 100},
		{"standard input", []string{"--poses", "-", "--format", "json"}, 100},
		{"a bad line", []string{"--poses", bad, "--format", "json"}, 100},
		{"a bad number", []string{"--poses", infinite, "--format", "json"}, 100},
	} {
		if k%4 == 0 && !require.CI() {
			continue // the others have contacts, too, and a line that ends the sweep
		}
		t.Run(c.name, func(t *testing.T) {
			want, wantErrs, _ := swept(t, string(text), append(c.args, "--backend", "cpu")...)
			got, errs, judged := swept(t, string(text), append(c.args, "--backend", "gpu")...)
			if got != want || errs != wantErrs {
				t.Errorf("other answers on the device; on standard error %q, want %q", errs, wantErrs)
			}
			if judged < c.least {
				t.Errorf("%d poses were judged by the device, expected %d and more", judged, c.least)
			}
		})
	}
}

// TestSweepNotOnDevice: what asks for more than whether surfaces touch goes to detectors, and so does all about bodies that are no meshes.
func TestSweepNotOnDevice(t *testing.T) {
	mesh, ball := scene.Placed{}, scene.Placed{}
	mesh.Shape, ball.Shape = collide.NewModel(scene.Torus("torus", 1, 0.3, 8, 8)), shape.Sphere{Radius: 1}
	plain := sweepFlags{queryFlags: queryFlags{method: "auto", backend: "gpu"}}
	for name, c := range map[string]struct {
		set  func(f *sweepFlags)
		b    scene.Placed
		want bool
	}{
		"plain": {func(*sweepFlags) {}, mesh, true}, "a ball": {func(*sweepFlags) {}, ball, false},
		"first": {func(f *sweepFlags) { f.first = true }, mesh, true}, "distance": {func(f *sweepFlags) { f.distance = true }, mesh, true},
		"solid": {func(f *sweepFlags) { f.solid = true }, mesh, false}, "kinds": {func(f *sweepFlags) { f.kinds = true }, mesh, false},
		"rules": {func(f *sweepFlags) { f.rules = "r" }, mesh, false}, "proof": {func(f *sweepFlags) { f.proof = "p" }, mesh, false},
		"budget": {func(f *sweepFlags) { f.budget = "1s" }, mesh, false}, "continuous": {func(f *sweepFlags) { f.motion.continuous = "straight" }, mesh, false},
		"cpu": {func(f *sweepFlags) { f.backend = "cpu" }, mesh, false}, "auto": {func(f *sweepFlags) { f.backend = "auto" }, mesh, false},
		"a method": {func(f *sweepFlags) { f.method = "lbvh" }, mesh, false}, "an option": {func(f *sweepFlags) { f.options = []string{"auto.x=1"} }, mesh, false},
	} {
		f := plain
		c.set(&f)
		if got := f.onDevice(&inputs{placed: []scene.Placed{mesh, c.b}}); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestShardsOnDevice: shards that a device judged are merged to what the CPU says of the whole list.
func TestShardsOnDevice(t *testing.T) {
	if _, err := gpu.Default(); err != nil {
		require.Missing(t, require.GPU, err)
	}
	poses, dir := posesOnDevice(t, 600, ""), t.TempDir()
	args := []string{"merge", "--out", filepath.Join(dir, "merged.csv")}
	for k := range 2 {
		part := filepath.Join(dir, strconv.Itoa(k))
		if _, errs, judged := swept(t, "", "--poses", poses, "--format", "csv", "--first", "--backend", "gpu", "--shard", fmt.Sprintf("%d/2", k), "--out", part); judged < leastJudged {
			t.Fatalf("the device judged %d poses of shard %d: %s", judged, k, errs)
		}
		args = append(args, part)
	}
	if code := run(t.Context(), args, nil, io.Discard, io.Discard); code != exitCollision {
		t.Fatal(code)
	}
	want, _, _ := swept(t, "", "--poses", poses, "--format", "csv", "--first", "--backend", "cpu")
	got, err := os.ReadFile(args[2])
	if err != nil || "1\n"+string(got) != want {
		t.Errorf("other answers, %v", err)
	}
}

// stopped is the error of a query whose context has ended.
func stopped() error {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return collide.Interrupted(ctx)
}

// TestSweepDeviceFails: a device that fails ends the sweep as a detector on it would; one that was stopped leaves poses unknown.
func TestSweepDeviceFails(t *testing.T) {
	poses := make([]geom.Pose, 2*leastJudged)
	batches := func() []*batch {
		var list []*batch
		for i := 0; i < len(poses); i += 64 {
			list = append(list, &batch{poses: poses[i : i+64]})
		}
		return list
	}
	for _, e := range []error{gpu.ErrLimit, collide.ErrDeviceLost, stopped(), errors.New("pose 3: not finite")} {
		group := batches()
		s := &sweepRun{device: func(_ context.Context, _, _ collide.Body, poses []geom.Pose) ([]collide.Verdict, error) {
			verdicts := make([]collide.Verdict, len(poses))
			verdicts[64] = collide.Free
			return verdicts, e
		}}
		s.judgeGroup(t.Context(), group)
		failed := errors.Is(e, gpu.ErrLimit) || errors.Is(e, collide.ErrDeviceLost)
		cut := errors.Is(e, collide.ErrIncomplete) && !failed
		if (group[0].failed != nil) != failed || (group[1].judged(0) == collide.Free) != cut || group[1].judged(1) != collide.Unknown {
			t.Errorf("%v: failed %v, verdict %v", e, group[0].failed, group[1].judged(0))
		}
	}
}
