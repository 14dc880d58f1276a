// Package require decides what a test does on a machine that lacks what the test needs:
// skip and say why, or fail. The environment variable COLLIDE_REQUIRE lists, separated by
// commas, the needs whose absence is a failure; the word full among them has tests that
// otherwise run a sample of their cases run all of them, and the word ci a larger sample of
// some. Tests alone import the package.
package require

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// gcPercent is how much the heap of a test binary may grow, in per cent of what is live, before it is collected: 400. Most have heaps of some
// megabytes, and collected up to a fifth of their time; those that measure memory collect first.
const gcPercent = 400

func init() { debug.SetGCPercent(gcPercent) }

// Need is something that a machine may lack.
type Need string

// The needs there are.
const (
	GPU        Need = "gpu"        // a Vulkan device; a software driver counts
	Validation Need = "validation" // the Vulkan validation layer
	Browser    Need = "browser"    // Chromium, Node.js and the packages of internal/viewer/web
	Data       Need = "data"       // ../shared/data, which is not in the repository
)

// Words in the list that ask for more cases: full for all, ci for the samples that CI runs.
const (
	full Need = "full"
	ci   Need = "ci"
)

// Full reports whether COLLIDE_REQUIRE asks for all cases of tests that run a sample
// otherwise, so that 'go test ./...' takes a minute.
func Full() bool { return Listed(full) }

// CI reports whether COLLIDE_REQUIRE asks for the samples that CI runs, or for all cases.
func CI() bool { return Listed(ci) || Full() }

// Cases returns how many cases a test runs: all where COLLIDE_REQUIRE asks for them, else
// the sample.
func Cases(all, sample int) int {
	if Full() {
		return all
	}
	return sample
}

// Samples is Cases for tests of which CI runs a larger sample than 'go test ./...' does, the few.
func Samples(all, sample, few int) int {
	if CI() {
		return Cases(all, sample)
	}
	return few
}

// Listed reports whether COLLIDE_REQUIRE lists the need. A word there that is not a need
// fails the program, since a misspelt requirement would require nothing.
func Listed(n Need) bool {
	listed, err := parse(os.Getenv("COLLIDE_REQUIRE"))
	if err != nil {
		panic(err)
	}
	return slices.Contains(listed, n)
}

func parse(list string) ([]Need, error) {
	var needs []Need
	for word := range strings.SplitSeq(list, ",") {
		switch n := Need(strings.TrimSpace(word)); n {
		case GPU, Validation, Browser, Data, full, ci:
			needs = append(needs, n)
		case "":
		default:
			return nil, fmt.Errorf("COLLIDE_REQUIRE: %q is not a need; expected %s, %s, %s, %s, %s or %s", n, GPU, Validation, Browser, Data, ci, full)
		}
	}
	return needs, nil
}

// Missing skips the test for lack of a need, or fails it if COLLIDE_REQUIRE lists the need.
func Missing(t testing.TB, n Need, why any) {
	t.Helper()
	if Listed(n) {
		t.Fatalf("COLLIDE_REQUIRE lists %s: %v", n, why)
	}
	t.Skipf("without %s: %v", n, why)
}

// Shared returns the path of a file or folder of Data, by its slash-separated name there, from a test of whichever package: the
// data lie next to the module's root, the nearest folder above with a go.mod.
func Shared(name string) string {
	root := "."
	for range 16 {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return filepath.Join(root, "..", "shared", "data", filepath.FromSlash(name))
		}
		root = filepath.Join("..", root)
	}
	panic("require: no go.mod above the test's folder; go test runs each test in its package's folder")
}

// File skips or fails, as Missing does for Data, if the file is absent.
func File(t testing.TB, path string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		Missing(t, Data, err)
	}
}

// Long reports whether COLLIDE_LONG asks for the long form of tests that have one.
func Long() bool { return os.Getenv("COLLIDE_LONG") != "" }
