package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBudgetOfTheWholeCheck: the search for contacts and the measuring share one budget of steps.
func TestBudgetOfTheWholeCheck(t *testing.T) {
	t.Parallel()
	scene := filepath.Join(t.TempDir(), "cell.json")
	const torus = `{"name": "%s", "mesh": {"shape": "torus", "ring": 1, "tube": 0.3, "around": 40, "section": 20}, "pose": [%s]}`
	text := `{"version": 1, "bodies": [` + fmt.Sprintf(torus, "a", "1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0") + "," +
		fmt.Sprintf(torus, "b", "1, 0, 0, 1, 0, 0, -1, 0, 0, 1, 0, 0") + "]}" // two links of a chain
	if err := os.WriteFile(scene, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	check := func(budget int64) (code int, complete bool, steps int64) {
		args := []string{"check", scene, "--clearance", "0.05", "--workers", "1", "--format", "json"}
		if budget > 0 {
			args = append(args, "--budget", fmt.Sprintf("%dsteps", budget))
		}
		code, out, _ := runHere(t.Context(), nil, args...)
		var r struct {
			Complete bool
			Reason   string
			Stats    struct{ BVTests, PrimitiveTests int64 }
		}
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("budget of %d steps used up", budget); !r.Complete && r.Reason != want {
			t.Errorf("reason %q, expected %q", r.Reason, want)
		}
		return code, r.Complete, r.Stats.BVTests + r.Stats.PrimitiveTests
	}
	code, complete, search := check(0)
	if code != exitFree || !complete || search < 1 {
		t.Fatalf("without a budget: exit code %d, complete %v, %d steps", code, complete, search)
	}
	cut := 0
	for budget := search; budget < search+1<<20; budget *= 2 {
		if code, complete, _ := check(budget); complete {
			if code != exitFree || cut == 0 {
				t.Errorf("with %d steps: exit code %d, after %d budgets that cut", budget, code, cut)
			}
			return
		} else if code != exitIncomplete {
			t.Errorf("with %d steps: exit code %d", budget, code)
		}
		cut++
	}
	t.Error("no budget is enough")
}

// TestBudgetOfASweep: all poses share one budget of steps, with what is asked about each.
func TestBudgetOfASweep(t *testing.T) {
	t.Parallel()
	poses := strings.Repeat("1 0 0 4 0 1 0 0 0 0 1 0\n1 0 0 5 0 1 0 0 0 0 1 0\n", 1000)
	const knot, ring = "../../testdata/example/knot.obj", "../../testdata/example/ring.obj"
	code, out, _ := runHere(t.Context(), strings.NewReader(poses), "sweep", knot, ring, "--poses", "-",
		"--distance", "--clearance", "0.001", "--budget", "100000steps", "--workers", "2", "--format", "json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	want := fmt.Sprintf(`"complete": false, "reason": "budget of 100000 steps used up", "poses": %d}`, len(lines)-1)
	if code != exitIncomplete || len(lines) < 2 || len(lines) > 1999 || !strings.HasSuffix(lines[len(lines)-1], want) {
		t.Errorf("exit code %d, %d lines, the last %s; expected %s", code, len(lines), lines[len(lines)-1], want)
	}
}
