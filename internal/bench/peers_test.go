package bench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	harness "github.com/collide-go/collide/internal/peers"
)

func TestPeersReport(t *testing.T) {
	pairs, err := peerPairs(context.Background(), &Options{quick: true})
	if err != nil || len(pairs) != 3 {
		t.Fatalf("%d pairs, %v", len(pairs), err)
	}
	found := &harness.Outcome{Engines: []string{"a", "b"}, Skipped: []string{"ode-trimesh"}}
	for range pairs {
		found.Lines = append(found.Lines, []harness.Line{
			{Engine: "collide-auto", Build: 2, Boolean: [4]float64{1, 2, 3, 2}, All: [4]float64{2, 2, 2, 2}},
			{Engine: "half", Build: 1, Boolean: [4]float64{8, 8, 8, 8}, Wrong: 2},
		})
	}
	r := peersReport(pairs, found)
	if len(r.Tables) != 4 || !strings.Contains(strings.Join(r.Notes, "\n"), "not built: ode-trimesh.") {
		t.Fatalf("%d tables, notes %v", len(r.Tables), r.Notes)
	}
	means := r.Tables[3].Rows[1]
	for i, want := range []string{"half", "0.500", "4", "–", "6"} {
		if means[i].String() != want {
			t.Errorf("means of the second engine: %v, want %q in column %d", means, want, i)
		}
	}
}

func TestPeersTellWhatToInstall(t *testing.T) {
	_, err := runPeers(context.Background(), &Options{quick: true, Servers: t.TempDir()})
	if !errors.Is(err, harness.ErrNoServers) || !strings.Contains(err.Error(), "libfcl-dev") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := runPeers(ctx, &Options{quick: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after an interruption", err)
	}
}

// The libraries that are built answer, Bullet aside exactly, where nothing is coplanar.
func TestPeersAnswer(t *testing.T) {
	servers := filepath.Join("..", "..", "bench", "peers", "cpp", "bin")
	if _, err := os.Stat(filepath.Join(servers, "peerd-fcl")); err != nil {
		t.Skipf("the servers are not built (make -C bench/peers/cpp): %v", err)
	}
	r, err := runPeers(context.Background(), &Options{quick: true, Servers: servers})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Tables[0].Rows {
		if wrong := row[len(row)-1]; wrong.value != 0 && !strings.HasPrefix(row[0].text, "bullet") {
			t.Errorf("%v", row)
		}
	}
}
