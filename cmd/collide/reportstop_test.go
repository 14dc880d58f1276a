//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

// flushBoxes writes two boxes of many triangles that touch in one side: a check of
// milliseconds, a list of contacts of seconds.
func flushBoxes(t *testing.T, dir string) (a, b string) {
	t.Helper()
	s, c := geom.Sincos(0.3)
	turn := geom.Pose{R: geom.Mat{c, -s, 0, s, c, 0, 0, 0, 1}}
	var files [2]string
	for i := range files {
		p := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 1, Y: 1, Z: 1}, Detail: 120}
		m := p.Mesh()
		pose := geom.Pose{R: turn.R, T: turn.Apply(geom.Vec{X: float64(i)})}
		for k, v := range m.Vertices {
			m.Vertices[k] = pose.Apply(v)
		}
		files[i] = filepath.Join(dir, []string{"a.ply", "b.ply"}[i])
		if err := meshio.WriteFile(files[i], m); err != nil {
			t.Fatal(err)
		}
	}
	return files[0], files[1]
}

// TestInterruptedReport sends a signal while a report is written: the program ends at
// once with 1, since a contact was found, and neither a file nor a part of one is left.
func TestInterruptedReport(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), t.TempDir()
	a, b := flushBoxes(t, dir)
	cmd := exec.Command("collide", "check", a, b, "--format", "csv", "--out", filepath.Join(out, "contacts.csv"))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); !begun(t, out) && time.Since(start) < 20*time.Second; {
		time.Sleep(time.Millisecond)
	}
	sent := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()                                       // the exit code is looked at below
	if took := time.Since(sent); took > 20*time.Second { // TestRandomMoments holds ends to a second, by load
		t.Errorf("it took %v to end", took)
	}
	if code := cmd.ProcessState.ExitCode(); code != exitCollision || errs.String() != "collide: interrupted\n" {
		t.Errorf("exit code %d, stderr %q", code, errs.String())
	}
	entries, err := os.ReadDir(out)
	if err != nil || len(entries) > 0 {
		t.Errorf("%v is left, %v", entries, err)
	}
}

// begun reports whether a temporary file in a folder holds something.
func begun(t *testing.T, dir string) bool {
	t.Helper()
	for _, name := range temporaries(t, dir) {
		if info, err := os.Stat(name); err == nil && info.Size() > 0 {
			return true
		}
	}
	return false
}
