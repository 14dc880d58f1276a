package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSiftedTrajectories: with --first alone states are looked at side by side. What is written is that of states looked at one by one, as with a budget of steps: of states that
// are free, in contact and wrong, by any number of workers.
func TestSiftedTrajectories(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	table := write("table.json", `{"version": 1, "unit": "m", "bodies": [{"name": "table", "immovable": true, "box": {"center": [0, 0, -0.1], "size": [2, 2, 0.1]}}]}`)
	r := rand.New(rand.NewPCG(4, 20))
	rows := "shoulder,upper_arm,forearm,wrist_1,wrist_2,wrist_3\n"
	for range 700 {
		values := make([]string, 6)
		for k := range values {
			values[k] = fmt.Sprint(6*r.Float64() - 3)
		}
		rows += strings.Join(values, ",") + "\n"
	}
	ur5 := filepath.Join("..", "..", "testdata", "ur5")
	times := regexp.MustCompile(`[0-9.]+ (µs|ms|s)\n`)
	for _, states := range []string{write("good.csv", rows), write("bad.csv", rows+"1,2,3,4,5,nothing\n")} {
		want := ""
		for i, more := range [][]string{{"--budget", "1000000000000steps"}, {}, {"--workers", "1"}, {"--workers", "3"}} {
			args := append([]string{"trajectory", filepath.Join(ur5, "ur5.urdf"), table, "--srdf", filepath.Join(ur5, "ur5.srdf"), "--states", states, "--first", "--format", "json"}, more...)
			code, out, errs := runHere(t.Context(), nil, args...)
			if out = times.ReplaceAllString(out, "\n"); i == 0 {
				want = fmt.Sprint(code, out)
			} else if fmt.Sprint(code, out) != want {
				t.Errorf("%v: exit code %d, other than one by one (%s)", more, code, errs)
			}
			if free, contact := strings.Count(out, "free"), strings.Count(out, "contact"); free < 100 || contact < 100 {
				t.Errorf("%d free, %d in contact: the states prove little", free, contact)
			}
		}
	}
}
