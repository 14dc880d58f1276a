package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPagesFollowFromTheirFigures: what docs/bench shows of an experiment, its page, tables and
// plots, is what its NAME.csv is judged to be today. A rule that changes changes the pages:
// collide bench --judge docs/bench/NAME.csv --out docs/bench writes them.
func TestPagesFollowFromTheirFigures(t *testing.T) {
	const pages = "../../docs/bench"
	var judged []string
	for _, b := range Benches() {
		file := filepath.Join(pages, b.Name+".csv")
		in, err := os.Open(file)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := Judge(t.Context(), in, file)
		_ = in.Close() // it was read
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		written, err := r.Files(t.Context(), t.TempDir(), "svg")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range written {
			again, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if was, err := os.ReadFile(filepath.Join(pages, filepath.Base(path))); err != nil || !bytes.Equal(was, again) {
				t.Errorf("docs/bench/%s is not what %s.csv says today (%v)", filepath.Base(path), b.Name, err)
			}
		}
		judged = append(judged, b.Name)
	}
	for _, name := range []string{"scd", "aabb-gpu", "lbvh", "oocda", "octree", "fire-drill"} {
		if !slices.Contains(judged, name) {
			t.Errorf("docs/bench has no %s.csv", name)
		}
	}
}
