//go:build !nogpu && !wasm

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/backend"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
)

// choosing runs the command with a device of which a measurement says how many times slower than the CPU it is. It returns the exit code,
// standard output and how often the device was measured.
func choosing(t *testing.T, ratio float64, fails error, args ...string) (code int, out string, measured int) {
	t.Helper()
	row := backend.Row{N: 1, CPU: backend.Times{First: time.Second, Next: time.Second}}
	slow := time.Duration(ratio * float64(time.Second))
	row.Device = backend.Times{First: slow, Next: slow}
	var stdout, stderr bytes.Buffer
	a := &app{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr}
	a.chooser = func(*collide.Options, *progress) *backend.Chooser {
		return &backend.Chooser{
			Least: 1, Find: func() (backend.Device, error) { return backend.Device{Name: "fake"}, nil },
			Measure: func(context.Context) (*backend.Measurement, error) {
				measured++
				return &backend.Measurement{Balls: []backend.Row{row}, Sheets: []backend.Row{row}}, fails
			},
		}
	}
	code = a.run(t.Context(), args)
	if strings.Contains(stderr.String(), "collide: ") {
		t.Errorf("%v: %s", args, &stderr)
	}
	return code, stdout.String(), measured
}

const (
	knot = "../../testdata/example/knot.obj"
	ring = "../../testdata/example/ring.obj"
)

// TestBackendIsChosen: check and sim go where the measurement says, and say so; the answers are the same.
func TestBackendIsChosen(t *testing.T) {
	if _, err := gpu.Default(); err != nil {
		require.Missing(t, require.GPU, err)
	}
	tian := filepath.Join(t.TempDir(), "tian.txt")
	if code := run(t.Context(), []string{"gen", "tian", "-n", "128", "--seed", "1", "--out", tian}, nil, io.Discard, io.Discard); code != exitFree {
		t.Fatal(code)
	}
	verbs := map[string][]string{
		"check": {"check", knot, ring, "--format", "json"}, "check text": {"check", knot, ring},
		"sim": {"sim", tian, "--frames", "3"},
	}
	for name, args := range verbs {
		codes := map[bool]int{}
		for onDevice, ratio := range map[bool]float64{true: 0.5, false: 2} {
			code, out, measured := choosing(t, ratio, nil, args...)
			codes[onDevice] = code
			side := map[bool]string{true: "gpu", false: "cpu"}[onDevice]
			says := strings.Contains(out, "on "+side) && strings.Contains(out, "chosen "+side+": ")
			if name == "check" {
				says = strings.Contains(out, `"backend": "`+side+`"`) && strings.Contains(out, `"backendReason": "`+side+`: `)
			}
			if !says || measured != 1 {
				t.Errorf("%s, ratio %v: measured %d times, exit code %d\n%s", name, ratio, measured, code, out)
			}
		}
		if codes[true] != codes[false] {
			t.Errorf("%s: exit codes %v", name, codes)
		}
	}
}

// TestBackendThatIsNamed: where a flag says where or how to run, and where a budget is short, nothing is measured.
func TestBackendThatIsNamed(t *testing.T) {
	for _, flags := range [][]string{{"--backend", "cpu"}, {"--method", "brute"}, {"--budget", "10s"}, {"--budget", "100000000steps"}} {
		_, out, measured := choosing(t, 0.5, nil, append([]string{"check", knot, ring}, flags...)...)
		if measured > 0 || strings.Contains(out, "chosen") {
			t.Errorf("%v: measured %d times\n%s", flags, measured, out)
		}
	}
}

// TestBackendFails: a device that cannot be measured leaves the answer to the CPU.
func TestBackendFails(t *testing.T) {
	code, out, _ := choosing(t, 0.5, errors.New("no result within 20s"), "check", knot, ring)
	if code > exitCollision || !strings.Contains(out, "chosen cpu: fake could not be measured: no result within 20s") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// TestChosenDeviceFails: what a device that nobody asked for cannot do, the CPU does, and says so.
func TestChosenDeviceFails(t *testing.T) {
	for _, e := range []error{gpu.ErrNoDevice, gpu.ErrLimit, gpu.ErrOutOfMemory, gpu.ErrFaulty, collide.ErrDeviceLost} {
		if !deviceFailed(fmt.Errorf("%w: %w", collide.ErrIncomplete, e)) && !errors.Is(e, gpu.ErrNoDevice) {
			t.Errorf("%v is not taken for an error of a device", e)
		}
	}
	a := &app{stderr: io.Discard, limits: scene.Limits{Bodies: 9, Triangles: 1 << 20}}
	in, err := a.load(t.Context(), new(input.Files), []string{knot, ring}, "", &progress{})
	if err != nil {
		t.Fatal(err)
	}
	table := gpu.Table(func() (*gpu.Device, error) { return nil, gpu.ErrFaulty })
	why := "gpu: faster"
	det, r, err := a.search(t.Context(), &in, collide.Options{Method: table[0]}, &why, new(account))
	if err != nil || r.Backend != collide.CPU || len(r.Contacts) == 0 || !strings.HasPrefix(why, "cpu: ") {
		t.Fatalf("%+v, %v, %q", r, err, why)
	}
	_ = det.Close()
	why = ""
	if _, _, err := a.search(t.Context(), &in, collide.Options{Method: table[0]}, &why, new(account)); !errors.Is(err, collide.ErrNoBackend) {
		t.Errorf("a device that was asked for: %v", err)
	}
}
