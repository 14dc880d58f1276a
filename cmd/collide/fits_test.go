package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// fitsDir returns the folder of parts whose kinds, depths and distances are known. Scripts run this test binary as the command, in folders
// of their own: nothing may be looked for before a test runs.
func fitsDir() string { return require.Shared("fits") }

// TestFitsByRules writes, for every pair of the fits, a rule that it just keeps and one that it just breaks, and
// asks the command.
func TestFitsByRules(t *testing.T) {
	require.File(t, filepath.Join(fitsDir(), "truth.json"))
	var truth struct {
		Pairs []struct {
			A, B, Class     string
			Distance, Depth float64
			Equal           bool
		}
	}
	text, err := os.ReadFile(filepath.Join(fitsDir(), "truth.json"))
	if err == nil {
		err = json.Unmarshal(text, &truth)
	}
	if err != nil {
		t.Fatal(err)
	}
	var keep, broken bytes.Buffer
	fails := 0 // pairs that break the second file
	for _, p := range truth.Pairs {
		names := p.A + " " + p.B + " "
		fails++
		switch {
		case p.Equal:
			fmt.Fprintln(&keep, names+"ignore")
			fmt.Fprintln(&broken, names+"depth <= 100")
		case p.Class == "free":
			fmt.Fprintf(&keep, "%sclearance > %v\n", names, p.Distance*(1-1e-12))
			fmt.Fprintf(&broken, "%sclearance > %v\n", names, p.Distance*(1+1e-12))
		case p.Class == "touch":
			fmt.Fprintln(&keep, names+"touch")
			fmt.Fprintln(&broken, names+"inside, clearance > 0")
		case p.Class == "inside":
			fmt.Fprintln(&keep, names+"inside")
			fmt.Fprintf(&broken, "%sinside, depth <= %v\n", names, p.Depth*0.99)
		default:
			fmt.Fprintf(&keep, "%sdepth <= %v\n", names, p.Depth*3)
			fmt.Fprintf(&broken, "%sdepth <= %v\n", names, p.Depth*0.99)
		}
	}
	for i, rules := range []*bytes.Buffer{&keep, &broken} {
		file := filepath.Join(t.TempDir(), "fits.rules")
		if err := os.WriteFile(file, rules.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := runHere(context.Background(), nil, "check", filepath.Join(fitsDir(), "scene.json"), "--rules", file, "--format", "json")
		var report struct {
			Outcome string
			Pairs   []struct {
				A, B        int
				Status, Why string
			}
		}
		if err := json.Unmarshal([]byte(stdout), &report); err != nil {
			t.Fatal(err, stderr)
		}
		failed := 0
		for _, p := range report.Pairs {
			if p.Status != "allowed" {
				failed++
			}
			if p.Status == "undecided" || i == 0 && p.Status != "allowed" {
				t.Errorf("file %d, pair %d, %d: %s, %s", i, p.A, p.B, p.Status, p.Why)
			}
		}
		if code != i || i == 1 && failed != fails {
			t.Errorf("file %d: exit code %d, outcome %s, %d of %d pairs fail", i, code, report.Outcome, failed, fails)
		}
	}
}
