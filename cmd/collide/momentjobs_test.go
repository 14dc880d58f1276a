//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

// momentJob is a command that takes long enough to be interrupted. OUT in its
// arguments stands for a folder of the run's own.
type momentJob struct {
	args []string
	// codes are the right exit codes; without a signal in time the job may also end
	// with one of these.
	codes []int
	// gpu marks a job that needs a device, long one of the long test alone.
	gpu, long bool
}

func (j momentJob) String() string { return strings.Join(j.args, " ") }

// output returns the files of a job's outputs.
func (j momentJob) outputs(dir string) []string {
	var paths []string
	for _, a := range j.args {
		if name, ok := strings.CutPrefix(a, "OUT/"); ok {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	return paths
}

// momentInputs writes what the jobs read into a folder; detail is the number of steps
// along the largest mesh.
func momentInputs(t *testing.T, dir string, detail int) {
	t.Helper()
	files := map[string]string{
		"poses.txt": strings.Repeat("1 0 0 50 0 1 0 0 0 0 1 0\n1 0 0 0.01 0 1 0 0 0 0 1 0\n", 20*detail),
		// All over in contact: reports are long.
		"same.json": `{"version": 1, "bodies": [{"name": "a", "mesh": "big.ply"}, {"name": "b", "mesh": "big.ply"}]}`,
		// Boxes overlap, surfaces do not touch: searches are long.
		"apart.json": `{"version": 1, "bodies": [{"name": "a", "mesh": "big.ply"}, {"name": "b", "mesh": "thin.ply"}]}`,
		"balls.json": fmt.Sprintf(`{"version": 1, "bodies": [
			{"name": "a", "mesh": {"shape": "icosphere", "radius": 1, "detail": %d}},
			{"name": "b", "mesh": {"shape": "icosphere", "radius": 1, "detail": %[1]d}, "pose": [1, 0, 0, 0.1, 0, 1, 0, 0, 0, 0, 1, 0]}]}`, detail/10),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, tube := range map[string]float64{"big.ply": 0.22, "thin.ply": 0.1} {
		if err := meshio.WriteFile(filepath.Join(dir, name), scene.Knot(name, 2, 3, 1, tube, detail, 20)); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"gen", "motion", "-n", "400", "--facets", "40000", "--out", filepath.Join(dir, "crowd.json")},
		{"gen", "tian", "-n", "500", "--out", filepath.Join(dir, "tian.txt")},
		{"sim", filepath.Join(dir, "tian.txt"), "--frames", "20", "--record", filepath.Join(dir, "run.clr")},
	} {
		if code, _, stderr := runHere(t.Context(), nil, args...); code != 0 {
			t.Fatalf("%v: exit code %d, %s", args, code, stderr)
		}
	}
}

// momentJobs lists a job for every verb, method, report and output.
func momentJobs() []momentJob {
	query := []int{exitFree, exitCollision, exitIncomplete}
	other := []int{exitFree, exitIncomplete}
	jobs := []momentJob{
		{args: []string{"check", "apart.json", "--method", "brute", "--solid", "--image", "OUT/x.png"}, codes: query},
		{args: []string{"check", "big.ply", "thin.ply", "--self", "--solid", "--format", "json", "--out", "OUT/x.json"}, codes: query},
		{args: []string{"check", "big.ply", "--self", "--method", "bvh"}, codes: query},
		{args: []string{"check", "same.json", "--format", "csv", "--image", "OUT/x.png"}, codes: query, long: true},
		{args: []string{"sweep", "big.ply", "thin.ply", "--poses", "poses.txt", "--format", "json", "--out", "OUT/x.json"}, codes: query},
		{args: []string{"sweep", "thin.ply", "big.ply", "--poses", "-"}, codes: query},
		{args: []string{"sim", "crowd.json", "--frames", "1000000", "--out", "OUT/x.txt", "--record", "OUT/x.clr"}, codes: other},
		{args: []string{"sim", "tian.txt", "--frames", "1000000", "--format", "json", "--record", "OUT/x.clr"}, codes: other},
		{args: []string{"sim", "run.clr", "--method", "bvh", "--format", "csv", "--out", "OUT/x.csv"}, codes: other},
		{args: []string{"sim", "fire-drill", "--frames", "1000000"}, codes: other},
		{args: []string{"convert", "big.ply", "OUT/x.obj"}, codes: other},
		{args: []string{"convert", "--ascii", "big.ply", "OUT/x.stl"}, codes: other},
		{args: []string{"info", "big.ply", "--format", "json"}, codes: other},
		{args: []string{"gen", "motion", "-n", "20000", "--facets", "2000000", "--out", "OUT/x.json"}, codes: other},
		{args: []string{"gen", "tian", "-n", "200000", "--out", "OUT/x.txt"}, codes: other},
		{args: []string{"gen", "streams", "--preset", "000-3", "--out", "OUT/x.json"}, codes: other},
		{args: []string{"bench", "oocda", "--out", "OUT/bench"}, codes: other},
		{args: []string{"bench", "octree", "growth"}, codes: other},
		{args: []string{"view", "--no-open", "crowd.json"}, codes: other},
		{args: []string{"view", "--no-open", "big.ply", "thin.ply", "--solid"}, codes: other},
		{args: []string{"methods"}, codes: other},
		{args: []string{"devices"}, codes: other},
	}
	formats := namesOf(checkFormats())
	for _, format := range formats {
		jobs = append(jobs, momentJob{args: []string{"check", "same.json", "--format", format, "--out", "OUT/x." + format}, codes: query, long: true})
	}
	jobs = append(jobs, momentJob{args: []string{"check", "same.json", "--format", strings.Join(formats, ","), "--out-dir", "OUT/reports"}, codes: query, long: true})
	for _, m := range listed() {
		onCPU := slices.Contains(m.Backends, collide.CPU)
		input := "apart.json"
		if m.Name == "recode" {
			input = "balls.json"
		}
		jobs = append(jobs,
			momentJob{args: []string{"check", input, "--method", m.Name}, codes: query, gpu: !onCPU},
			momentJob{args: []string{"sim", "crowd.json", "--frames", "1000000", "--method", m.Name}, codes: other, gpu: !onCPU})
		if onCPU && slices.Contains(m.Backends, collide.GPU) {
			jobs = append(jobs, momentJob{args: []string{"check", input, "--method", m.Name, "--backend", "gpu"}, codes: query, gpu: true})
		}
	}
	// recode refuses meshes that are not convex.
	return slices.DeleteFunc(jobs, func(j momentJob) bool { return j.args[0] == "sim" && slices.Contains(j.args, "recode") })
}
