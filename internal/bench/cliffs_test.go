package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/methods"
)

func TestCliffsFindAWrongMethod(t *testing.T) {
	table := []collide.Method{lying{methods.BVH(), "auto"}, methods.BVH()}
	if _, err := runCliffs(context.Background(), &Options{quick: true, Table: table}); !errors.Is(err, ErrDisagree) {
		t.Errorf("error %v, want %v", err, ErrDisagree)
	}
	if _, err := runCliffs(context.Background(), &Options{quick: true, Table: table[1:]}); err == nil {
		t.Error("a report without auto")
	}
}

func TestWorkloadsFollowTheSeed(t *testing.T) {
	t.Parallel()
	a, b, c := workloads(1, 3), workloads(1, 3), workloads(2, 3)
	if len(a) < 40 {
		t.Errorf("%d workloads, want at least 40", len(a))
	}
	for i := range a {
		w := &a[i]
		if !(w.value >= w.from && w.value <= w.to) || w.to/w.from < 30 && w.parameter != "decimals" && w.parameter != "triangles" {
			t.Errorf("%s: %g of %g to %g", w.name, w.value, w.from, w.to)
		}
		if w.value != b[i].value || w.poses[0] != b[i].poses[0] || w.value == c[i].value {
			t.Errorf("%s: %g, again %g, of another seed %g", w.name, w.value, b[i].value, c[i].value)
		}
	}
}

// ceilings is the file of the counts of auto: a family, boolean or all, boxes, pairs of triangles, those
// left open by float32, those decided neither on a lattice nor by one or two float64, pairs given to bvh.
const ceilings = "testdata/cliffs.txt"

// TestAutoStaysBelowItsCeilings holds the counts of auto on the workloads of seed 1 to those recorded.
// COLLIDE_CLIFFS=update rewrites the file. Kernels of different levels may disagree about boxes that
// touch by less than the bound, hence a hundredth more is let pass.
func TestAutoStaysBelowItsCeilings(t *testing.T) {
	o := &Options{quick: true, Table: []collide.Method{methods.Auto()}}
	var lines []string
	counts := map[string][5]float64{}
	for _, first := range []bool{true, false} {
		for _, w := range workloads(1, 2) {
			all, err := o.contestants(&w, first)
			if err != nil {
				t.Fatal(err)
			}
			c := all[0]
			if err := c.answer(context.Background(), &w, 0); err != nil {
				t.Fatal(err)
			}
			s := &c.stats
			open := s.PrimitiveTests - s.Certain
			n := [5]float64{float64(s.BVTests), float64(s.PrimitiveTests), float64(open), float64(open - s.OnLattice - s.Doubled), float64(s.Unlike)}
			key := fmt.Sprintf("%s/%.4g/first=%v", strings.ReplaceAll(w.name, " ", "-"), w.value, first)
			counts[key] = n
			lines = append(lines, fmt.Sprint(key, " ", n[0], " ", n[1], " ", n[2], " ", n[3], " ", n[4]))
		}
	}
	if os.Getenv("COLLIDE_CLIFFS") == "update" {
		if err := os.WriteFile(ceilings, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compareCeilings(t, counts)
}

func compareCeilings(t *testing.T, counts map[string][5]float64) {
	t.Helper()
	f, err := os.Open(ceilings)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // read only
	seen := 0
	for lines := bufio.NewScanner(f); lines.Scan(); seen++ {
		var key string
		var most [5]float64
		if _, err := fmt.Sscan(lines.Text(), &key, &most[0], &most[1], &most[2], &most[3], &most[4]); err != nil {
			t.Fatal(err)
		}
		got, ok := counts[key]
		if !ok {
			t.Errorf("%s is not drawn any more", key)
		}
		for i, name := range [5]string{"boxes", "pairs", "open", "undecided", "unlike"} {
			if got[i] > most[i]*1.01+8 {
				t.Errorf("%s: %g %s, recorded %g", key, got[i], name, most[i])
			}
		}
	}
	if seen != len(counts) {
		t.Errorf("%d ceilings for %d workloads", seen, len(counts))
	}
}
