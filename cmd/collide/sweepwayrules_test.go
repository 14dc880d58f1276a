package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// TestRuledSweeps: what sweep says of motions between drawn poses under drawn rules is so at instants, as brute force judges them.
func TestRuledSweeps(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Clean(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	scene := func(name string, bodies ...string) {
		write(name, `{"version": 1, "unit": "m", "bodies": [`+strings.Join(bodies, ", ")+"]}")
	}
	body := func(i, shape int, pose string) string {
		return fmt.Sprintf(`{"name": "b%d", %s, "pose": %s}`, i, ruledShapes[shape], pose)
	}
	count, cases := map[string]int{}, require.Cases(300, 6)
	for k := range cases {
		r := rand.New(rand.NewPCG(34, uint64(k)))
		a, b := r.IntN(5), r.IntN(5)
		from, to, stays := drawRuledPose(t, r), drawRuledPose(t, r), drawRuledPose(t, r)
		scene("a.json", body(0, a, from))
		scene("b.json", body(1, b, stays))
		scene("from.json", body(0, a, from), body(1, b, stays))
		scene("to.json", body(0, a, to), body(1, b, stays))
		write("poses.txt", strings.NewReplacer("[", "", ",", " ", "]", "\n").Replace(from+to))
		rule := ""
		if c := conditions[r.IntN(len(conditions))]; c != "" {
			rule = "b0 b1 " + c + "\n"
		}
		write("x.rules", rule)
		code, out, errs := runHere(t.Context(), nil, "sweep", "a.json", "b.json", "--poses", "poses.txt", "--continuous", "straight", "--rules", "x.rules", "--format", "json", "--time-error", "1e-4", "--workers", []string{"1", "2", "8"}[k%3])
		if code == exitBad {
			t.Fatal(errs)
		}
		var got ruledLeg
		for line := range bytes.Lines([]byte(out)) {
			if !bytes.Contains(line, []byte(`"segment": 0`)) {
				continue
			}
			if err := json.Unmarshal(line, &got); err != nil {
				t.Fatal(err)
			}
		}
		if count[got.Outcome]++; (code == exitCollision) != (strings.Contains(out, `"outcome": "fail"`)) {
			t.Errorf("exit code %d:\n%s", code, out)
		}
		got.A, got.B = "b0", "b1" // sweep has no names
		if got.Near != nil {
			got.Near.A, got.Near.B = "b0", "b1"
		}
		for i := range got.Permitted {
			got.Permitted[i].A, got.Permitted[i].B = "b0", "b1"
		}
		newRuledMotion(t, "from.json", "to.json", "x.rules").confirm(t, fmt.Sprintf("case %d, shapes %d and %d, rule %q: %+v", k, a, b, rule, got), &got, r)
	}
	t.Log(count)
	if count["pass"] < cases/10 || count["fail"] < cases/10 || count["unknown"] > cases/2 {
		t.Errorf("of %d motions: %v; the test proves little", cases, count)
	}
}
