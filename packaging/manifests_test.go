package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// written makes the manifests of a release whose archives are made up.
func written(t *testing.T) *release {
	t.Helper()
	r := &release{version: "v1.2.3", commit: "0123", when: time.Unix(1, 0), out: t.TempDir()}
	targets, err := choose("")
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		if err := os.WriteFile(r.archive(target), []byte(target.stem(r.version)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []func([]target) error{r.formula, r.scoop, r.checksums} {
		if err := step(targets); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// TestManifestsNameTheArchives: every address ends in the name of an archive of the release,
// and the sum next to it is that archive's.
func TestManifestsNameTheArchives(t *testing.T) {
	r := written(t)
	for _, name := range []string{"collide.rb", "collide.json"} {
		text, err := os.ReadFile(r.path(name))
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`"(https://[^"$]+)",?\s+(?:sha256|"hash":) "([0-9a-f]+)"`).FindAllStringSubmatch(string(text), -1)
		if want := map[string]int{"collide.rb": 4, "collide.json": 2}[name]; len(found) != want {
			t.Errorf("%s: %d addresses, want %d", name, len(found), want)
		}
		for _, m := range found {
			sum, err := r.sum(r.path(filepath.Base(m[1])))
			if err != nil || sum != m[2] || !strings.HasPrefix(m[1], download+"v1.2.3/") {
				t.Errorf("%s: %s with %s; %v", name, m[1], m[2], err)
			}
		}
	}
}

// TestScoopManifest holds the fields that Scoop demands.
func TestScoopManifest(t *testing.T) {
	text, err := os.ReadFile(written(t).path("collide.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Version, Description, Homepage, License, Bin string
		Architecture                                 map[string]struct{ URL, Hash string }
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	if m.Version != "1.2.3" || m.Homepage == "" || m.License == "" || m.Bin != "collide.exe" || len(m.Architecture) != 2 {
		t.Errorf("manifest %+v", m)
	}
}

// TestFormulaIsRuby asks Ruby's own parser, where there is one.
func TestFormulaIsRuby(t *testing.T) {
	ruby, err := exec.LookPath("ruby")
	if err != nil {
		t.Skip("no Ruby to parse the formula with")
	}
	if text, err := exec.Command(ruby, "-wc", written(t).path("collide.rb")).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
