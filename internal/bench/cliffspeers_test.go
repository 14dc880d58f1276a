package bench

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/methods"

	harness "github.com/collide-go/collide/internal/peers"
)

// TestPeersGetTheSameQuestion: a workload has the same contacts as the pair that other libraries are
// given.
func TestPeersGetTheSameQuestion(t *testing.T) {
	t.Parallel()
	pairs, touching := 0, 0
	for _, w := range workloads(3, 1) {
		p, ok := w.asPair()
		if !ok || w.triangles > 10_000 {
			continue
		}
		pairs++
		bodies := []collide.Body{{Shape: collide.NewModel(p.A)}, {Shape: collide.NewModel(p.B)}}
		var hashes [2]string
		for i, set := range [2][]collide.Body{w.bodies, bodies} {
			d, err := collide.NewDetector(set, collide.Options{Method: methods.Auto(), Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.SetPose(0, w.poses[0]); err != nil {
				t.Fatal(err)
			}
			r, err := d.Detect(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			hashes[i] = r.Hash()
			touching += len(r.Contacts)
		}
		if hashes[0] != hashes[1] {
			t.Errorf("%s: other contacts", w.name)
		}
	}
	if pairs < 8 || touching == 0 {
		t.Errorf("%d pairs, %d contacts", pairs, touching)
	}
	one := workload{family: &families[0], bodies: []collide.Body{{}}, poses: []geom.Pose{geom.Identity}}
	if _, ok := one.asPair(); ok {
		t.Error("one body is a pair")
	}
}

// TestFastestRightPeer: libraries with wrong answers, or none, do not count; those with wrong lists do for
// the boolean query.
func TestFastestRightPeer(t *testing.T) {
	t.Parallel()
	lines := []harness.Line{
		{Engine: "collide-auto", Boolean: [4]float64{3: 2}, All: [4]float64{3: 4}},
		{Engine: "quick", Boolean: [4]float64{3: 1}, All: [4]float64{3: 1}, Wrong: 3},
		{Engine: "liar", Boolean: [4]float64{3: 0.5}, All: [4]float64{3: 1}, Wrong: 3, WrongBooleans: 3},
		{Engine: "half", Boolean: [4]float64{3: 3}},
		{Engine: "right", Boolean: [4]float64{3: 8}, All: [4]float64{3: 16}},
		{Engine: "late", Overdue: true},
	}
	if name, best := fastestRight(lines, true); name != "quick" || best != 1 {
		t.Errorf("boolean: %s, %g", name, best)
	}
	if name, best := fastestRight(lines, false); name != "right" || best != 16 {
		t.Errorf("all contacts: %s, %g", name, best)
	}
	if name, best := fastestRight(lines[:1], true); name != "–" || !math.IsInf(best, 1) {
		t.Errorf("nobody: %s, %g", name, best)
	}
	w := &workload{family: &families[0], value: 5}
	r, table := newReport("x", "x", "x"), &Table{Columns: make([]string, 10)}
	c := cliffClaim{means: [2]map[string][]float64{{}, {}}}
	c.add(table, w, lines)
	c.conclude(r, table)
	if got := r.Claims[0]; got.Verdict != Partly || !strings.Contains(got.Why, "boolean: 0.500 of quick") || strings.Contains(got.Why, "right") {
		t.Errorf("the claim is %+v", got)
	}
	if row := table.Rows[0]; row[8].String() != "quick 3, liar 3" || row[7].String() != "4" || row[9].String() != "late" {
		t.Errorf("the row is %v", row)
	}
}

// TestCliffsWithPeers asks the libraries that are built, or says that there are none.
func TestCliffsWithPeers(t *testing.T) {
	list := workloads(1, 1)[:1]
	r := newReport("cliffs", "", "")
	if err := (&Options{quick: true, Servers: t.TempDir()}).cliffPeers(t.Context(), r, list); err != nil || len(r.Tables) != 0 || !strings.Contains(strings.Join(r.Notes, ""), "bench/peers/README.md") {
		t.Errorf("without servers: %v, %d tables, notes %q", err, len(r.Tables), r.Notes)
	}
	servers := filepath.Join("..", "..", "bench", "peers", "cpp", "bin")
	if _, err := os.Stat(filepath.Join(servers, "peerd-fcl")); err != nil {
		t.Skipf("the servers are not built (make -C bench/peers/cpp): %v", err)
	}
	r = newReport("cliffs", "", "")
	if err := (&Options{quick: true, Servers: servers}).cliffPeers(t.Context(), r, list); err != nil || len(r.Tables) != 1 || len(r.Tables[0].Rows) != 1 {
		t.Errorf("with servers: %v, %v", err, r.Tables)
	}
}
