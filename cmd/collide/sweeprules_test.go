package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ruledLine is what check and sweep report about the two bodies under a pose.
type ruledLine struct {
	Verdict, Outcome, Hash, Kind, Rule, Why string
	Contacts                                int
	Allowed                                 bool
}

const cubeOFF = "OFF\n8 12 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n" +
	"3 0 2 3\n3 0 3 1\n3 4 5 7\n3 4 7 6\n3 0 1 5\n3 0 5 4\n3 2 6 7\n3 2 7 3\n3 0 4 6\n3 0 6 2\n3 1 3 7\n3 1 7 5\n"

// TestSweepRulesAgreesWithCheck holds each line of sweep --rules to check --rules of a scene with that pose: verdict,
// outcome, hash, kind, rule and reason.
func TestSweepRulesAgreesWithCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Clean(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("cube.off", cubeOFF)
	write("block.off", cubeOFF)
	write("open.off", strings.Replace(strings.Replace(cubeOFF, "8 12 0", "8 11 0", 1), "3 0 2 3\n", "", 1))
	write("cell.rules", "cube * depth <= 0.25, clearance > 0.25\nopen * touch, clearance > 0.5\ndeviation cube 0.125\n")
	rng, poses := rand.New(rand.NewPCG(1, 2)), []string{}
	for range 40 { // eighths, so that faces are often flush and limits are met
		at := func() float64 { return float64(rng.IntN(21)-10) / 8 }
		poses = append(poses, fmt.Sprintf("1, 0, 0, %v, 0, 1, 0, %v, 0, 0, 1, %v", at(), at(), at()))
	}
	write("poses.txt", strings.ReplaceAll(strings.Join(poses, "\n"), ",", ""))
	outcomes := map[string]int{}
	for _, body := range []string{"cube", "open"} {
		_, out, _ := runHere(context.Background(), nil, "sweep", body+".off", "block.off", "--poses", "poses.txt", "--rules", "cell.rules", "--format", "json")
		lines := strings.Split(out, "\n")
		for i, pose := range poses {
			write("cell.json", fmt.Sprintf(`{"version": 1, "bodies": [{"name": %q, "mesh": "%s.off", "pose": [%s]}, {"name": "block", "mesh": "block.off"}]}`, body, body, pose))
			_, checked, stderr := runHere(context.Background(), nil, "check", "cell.json", "--rules", "cell.rules", "--format", "json")
			var c struct {
				Verdict, Outcome, Hash string
				Pairs                  []ruledLine
			}
			if err := json.Unmarshal([]byte(checked), &c); err != nil {
				t.Fatal(err, stderr)
			}
			var got, want ruledLine
			if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
				t.Fatal(err)
			}
			if len(c.Pairs) > 0 {
				want = c.Pairs[0]
			}
			want.Verdict, want.Outcome, want.Hash = c.Verdict, c.Outcome, c.Hash
			if got != want {
				t.Errorf("%s under %s:\n%+v\nwant\n%+v", body, pose, got, want)
			}
			outcomes[got.Outcome]++
		}
	}
	if len(outcomes) != 3 {
		t.Errorf("outcomes %v; expected pass, fail and unknown", outcomes)
	}
}
