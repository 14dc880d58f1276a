package collide_test

import (
	"go/build"
	"path"
	"strings"
	"testing"
)

// compiled are the platforms that .ci/run compiles for, and leftOut those that only the workflow does, in a job of its own.
var (
	compiled = []string{"linux/amd64", "linux/arm64", "windows/amd64", "darwin/arm64", "js/wasm", "wasip1/wasm"}
	leftOut  = []string{"windows/arm64", "darwin/amd64"}
)

// TestPlatformsLeftOut: .ci/run compiles every file that a platform has which it leaves out.
func TestPlatformsLeftOut(t *testing.T) {
	t.Parallel()
	has := func(platform, file string) bool {
		c := build.Default
		c.GOOS, c.GOARCH, _ = strings.Cut(platform, "/")
		c.CgoEnabled = false
		ok, err := c.MatchFile(path.Dir(file), path.Base(file))
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	files := 0
	sources(t, func(file string) {
		files++
		for _, left := range leftOut {
			found := !has(left, file)
			for i := 0; i < len(compiled) && !found; i++ {
				found = has(compiled[i], file)
			}
			if !found {
				t.Errorf("%s is compiled for %s, and for none of %v", file, left, compiled)
			}
		}
	})
	if files < 500 {
		t.Errorf("%d files", files)
	}
}
