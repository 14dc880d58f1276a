package viewer

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEveryMethodIsExplained holds the page's sentences against the methods that have a page
// in docs/methods: each of them has a sentence, and no other.
func TestEveryMethodIsExplained(t *testing.T) {
	text, err := os.ReadFile("web/src/explain.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "const methods: Record<string, string> = {\n")
	table, _, _ = strings.Cut(table, "\n}")
	explained := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  '([a-z0-9-]+)': '\S.{40,}\.',$`).FindAllStringSubmatch(table, -1) {
		explained[m[1]] = true
	}
	pages, err := filepath.Glob("../../docs/methods/*.md")
	if err != nil || len(pages) < 19 {
		t.Fatalf("%d pages, error %v", len(pages), err)
	}
	for _, p := range pages {
		name := strings.TrimSuffix(filepath.Base(p), ".md")
		if !explained[name] {
			t.Errorf("%s has a page, but no sentence in the viewer", name)
		}
		delete(explained, name)
	}
	for name := range explained {
		t.Errorf("%s has a sentence in the viewer, but no page", name)
	}
}
