package harness

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/broad"
)

func TestMeshFilesWithDashes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"robot-arm.obj", "a-b.obj"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, b, err := meshFiles(dir, "robot-arm-a-b")
	if err != nil || filepath.Base(a) != "robot-arm.obj" || filepath.Base(b) != "a-b.obj" {
		t.Errorf("%s, %s, %v", a, b, err)
	}
	if _, _, err := meshFiles(dir, "robot-arm"); err == nil {
		t.Error("a pair without meshes was found")
	}
}

func TestLoadPair(t *testing.T) {
	dir := writeCubes(t)
	in, err := loadPair(context.Background(), dir, "cube-block", 4)
	if err != nil {
		t.Fatal(err)
	}
	if len(in.a.Triangles) != 12 || len(in.b.Triangles) != 12 || in.a == in.b || len(in.poses) != 4 {
		t.Errorf("%d, %d triangles, %d poses", len(in.a.Triangles), len(in.b.Triangles), len(in.poses))
	}
	bad := filepath.Join(dir, "cube-block"+poseSuffix)
	if err := os.WriteFile(bad, []byte("# none\n1 2 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadPair(context.Background(), dir, "cube-block", 0); err == nil || !strings.Contains(err.Error(), poseSuffix) {
		t.Errorf("a line of three numbers: %v", err)
	}
	if err := os.WriteFile(bad, []byte("# none\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadPair(context.Background(), dir, "cube-block", 0); err == nil || !strings.Contains(err.Error(), "no poses") {
		t.Errorf("no poses: %v", err)
	}
}

// TestMotion: boxes stay in their cube, keep their size, move, and give our
// phases the pairs brute force finds.
func TestMotion(t *testing.T) {
	const n, steps = 200, 60
	m := makeMotion(findMotion("drift"), n, steps)
	side := 1.3 * 5.85 // 200 is above 5.84³
	for s, state := range m.steps {
		for i := range n {
			for k := range 3 {
				x, h := state[6*i+k], state[6*i+3+k]
				if x < 0 || x > side || h != m.steps[0][6*i+3+k] || h < 0.25 || h > 0.75 {
					t.Fatalf("step %d: box %d is at %v, half %v", s, i, x, h)
				}
			}
		}
		if s > 0 && state[0] == m.steps[s-1][0] {
			t.Fatalf("step %d: nothing moved", s)
		}
	}
	want := m.ours(new(broad.Brute))
	for _, p := range ourPhases() {
		if v := judgeContacts(m.ours(p.make()).pairs, want.pairs); v.total() > 0 {
			t.Errorf("%s: %v", p.name, v)
		}
	}
	if len(want.pairs) != steps || len(want.pairs[0]) == 0 {
		t.Errorf("%d steps, %d pairs in the first", len(want.pairs), len(want.pairs[0]))
	}
}

// TestMotions: each kind has about as many pairs a box as the first, and ours are
// those of brute force.
func TestMotions(t *testing.T) {
	for _, kind := range motionKinds() {
		const n, steps = 1500, 4
		m := makeMotion(&kind, n, steps)
		want := m.ours(new(broad.Brute))
		for _, p := range ourPhases() {
			if v := judgeContacts(m.ours(p.make()).pairs, want.pairs); v.total() > 0 {
				t.Errorf("%s, %s: %v", kind.name, p.name, v)
			}
		}
		if k := len(want.pairs[0]); k < n || k > 4*n {
			t.Errorf("%s: %d pairs of %d boxes", kind.name, k, n)
		}
		moved := 0.0
		for i := range n {
			moved = max(moved, math.Abs(m.steps[1][6*i]-m.steps[0][6*i]))
		}
		if jumps := moved > 1; jumps != kind.jumps {
			t.Errorf("%s: a box moved by %g in a step", kind.name, moved)
		}
	}
}
