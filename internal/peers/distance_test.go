package harness

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDistancesAgainstABlindPeer: a peer for which everything touches and nothing is near is wrong in
// all poses that are apart and in all that are near; ours is measured and right.
func TestDistancesAgainstABlindPeer(t *testing.T) {
	servers := fakeServers(t, "blind", "fcl")
	records := runCSV(t, "-workload", "distance", "-data", writeCubes(t), "-servers", servers, "-engines", "fcl-rss", "-rounds", "2")
	if len(records) != 2 {
		t.Fatalf("%d lines, expected ours and the peer", len(records))
	}
	if r := records[0]; r["engine"] != "collide-auto" || r["wrong"] != "0" || r["rounded"] != "0" || r["poses"] != "9" || r["distance_mean_us"] == "0.0000" {
		t.Errorf("ours: %v", r)
	}
	if r := records[1]; r["wrong"] != "9" || r["distance_mean_us"] != "1.0000" || r["within_touching_us"] != "1.0000" {
		t.Errorf("the peer: %v", r)
	}
}

// TestDistancesRoundedWrongly: one unit in the last place is counted.
func TestDistancesRoundedWrongly(t *testing.T) {
	exact := rangeLog{engine: &ourRange{}, value: []float64{0, 1, 2, 4}, near: make([]bool, 4)}
	other := rangeLog{engine: &ourRange{}, value: []float64{0, 1, math.Nextafter(2, 3), 3}, near: []bool{false, true, false, false}}
	if r := other.row(&exact); r.rounded != 2 || r.worst != 0.25 || r.wrong != 1 {
		t.Errorf("%d rounded wrongly, %g at worst, %d wrong; expected 2, 0.25 and 1", r.rounded, r.worst, r.wrong)
	}
}

// TestAWrongDistanceIsRefused: a table never rests on a distance that a file contradicts.
func TestAWrongDistanceIsRefused(t *testing.T) {
	dir := writeCubes(t)
	if err := os.WriteFile(filepath.Join(dir, "cube-block.distance.txt"), []byte("# pose\n2 0x0p+0 0 3 4\n1 0x1p-3 0.125 3 4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	args := []string{"peers", "-workload", "distance", "-data", dir, "-servers", t.TempDir(), "-rounds", "1"}
	if code := Command(context.Background(), args, io.Discard, &stderr); code != 1 || !strings.Contains(stderr.String(), "cube-block.distance.txt:3: the distance of pose 1 is 0.125, ours is ") {
		t.Errorf("exit %d, stderr %q", code, stderr.String())
	}
}

// TestRealDistances asks the real servers about cubes.
func TestRealDistances(t *testing.T) {
	for _, info := range distancePeers() {
		t.Run(info.name, func(t *testing.T) {
			servers := realServers(t, info.server)
			records := runCSV(t, "-workload", "distance", "-data", writeCubes(t), "-servers", servers, "-engines", info.name, "-rounds", "1")
			if r := records[1]; r["engine"] != info.name || r["wrong"] != "0" || r["distance_mean_us"] == "0.0000" {
				t.Errorf("%v", r)
			}
		})
	}
}

func TestDistancePage(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"peers", "-workload", "distance", "-data", writeCubes(t), "-servers", t.TempDir(), "-rounds", "1"}
	if code := Command(context.Background(), args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	for _, want := range []string{"# Peers: how far meshes are apart", "## cube-block", "| collide-auto |", "not built:** pqp, fcl-rss", "judged by our exact answers."} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, stdout.String())
		}
	}
}
