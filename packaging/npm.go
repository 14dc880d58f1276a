package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// npmOnly is what -only says for the npm package alone, which runs on every platform.
const npmOnly = "npm"

// npm writes the npm package, if the release has it. It needs Node.js and npm, which compile its types; they install what the
// lock file of npm/ names into folders that git ignores.
func (r *release) npm([]target) error {
	if !r.withNPM {
		return nil
	}
	source, content := filepath.Join(r.source, "npm"), r.path("build", "npm")
	if err := os.RemoveAll(filepath.Join(source, "dist")); err != nil { // of scripts that are no more
		return err
	}
	for _, c := range []struct {
		dir  string
		args []string
	}{
		{source, []string{"npm", "ci", "--silent", "--no-audit", "--no-fund"}},
		{source, []string{"npm", "run", "--silent", "build"}},
		{r.source, []string{"go", "run", "./internal/npm/build", "-source", source, "-out", content, "-version", r.version}},
		{content, []string{"npm", "pack", "--silent", "--pack-destination", r.out}},
	} {
		cmd := exec.Command(c.args[0], c.args[1:]...)
		cmd.Dir = c.dir
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("npm package: %s: %w\n%s", c.args[:2], err, text)
		}
	}
	fmt.Println("built the npm package")
	return nil
}
