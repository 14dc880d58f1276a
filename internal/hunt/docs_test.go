package hunt

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocsHaveTheTables holds docs/bounds.md against the tables: every bound has a row with the
// part of it that the worst input found uses.
func TestDocsHaveTheTables(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "docs", "bounds.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, "|"); len(cells) > 3 {
			rows[strings.Trim(strings.TrimSpace(cells[1]), "`")] = strings.TrimSpace(cells[len(cells)-2])
		}
	}
	for _, dir := range []string{"internal/predicate", "internal/simd", "internal/volume", "internal/tree", "internal/narrow", "internal/ccd", "internal/depth", "internal/impact"} {
		files, err := filepath.Glob(filepath.Join(root, dir, "testdata", "worst*.txt"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no table (%v)", dir, err)
		}
		for _, file := range files {
			table, err := read(file)
			if err != nil {
				t.Fatal(err)
			}
			for name, r := range table {
				if want := fmt.Sprintf("%.2g", r.ratio); rows[name] != want {
					t.Errorf("docs/bounds.md has %q for %s, %s has %s", rows[name], name, file, want)
				}
			}
		}
	}
}
