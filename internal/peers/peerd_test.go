package harness

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// realServers is the folder of the built C++ servers; the test is skipped where
// the one it needs is not built.
func realServers(t *testing.T, library string) string {
	t.Helper()
	dir := filepath.Join("..", "..", "bench", "peers", "cpp", "bin")
	if _, err := os.Stat(serverPath(dir, library)); err != nil {
		t.Skipf("peerd-%s is not built (make -C bench/peers/cpp): %v", library, err)
	}
	return dir
}

// TestRealPeers runs every peer on contacts in general position, where all but
// Bullet are right.
func TestRealPeers(t *testing.T) {
	data := writeCubes(t)
	for _, info := range pairPeers() {
		t.Run(info.name, func(t *testing.T) {
			servers := realServers(t, info.server)
			records := runCSV(t, "-data", data, "-servers", servers, "-engines", info.name, "-rounds", "1")
			r := records[len(records)-1]
			if r["engine"] != info.name || r["false_positive"] != "0" || r["false_negative"] != "0" {
				t.Errorf("booleans: %v", r)
			}
			if r["bytes"] == "0" || r["bool_mean_us"] == "0.0000" {
				t.Errorf("not measured: %v", r)
			}
			if info.partial != (r["all_mean_us"] == "") {
				t.Errorf("all contacts took %q µs, partial is %v", r["all_mean_us"], info.partial)
			}
			if info.server != "bullet" && r["wrong_poses"] != "0" {
				t.Errorf("contacts: %v", r)
			}
		})
	}
}

func TestRealBoxPeers(t *testing.T) {
	for _, info := range boxPeers() {
		t.Run(info.name, func(t *testing.T) {
			servers := realServers(t, info.server)
			records := runCSV(t, "-workload", "boxes", "-bodies", "300", "-steps", "4", "-servers", servers, "-engines", info.name, "-rounds", "1")
			r := records[len(records)-1]
			if r["engine"] != info.name || r["missing"] != "0" || r["extra"] != "0" {
				t.Errorf("%v", r)
			}
		})
	}
}

func TestRealSelfPeers(t *testing.T) {
	data := require.Shared("pairs")
	require.File(t, filepath.Join(data, "bunny_def"+selfSuffix))
	for _, info := range selfPeers() {
		t.Run(info.name, func(t *testing.T) {
			servers := realServers(t, info.server)
			records := runCSV(t, "-workload", "self", "-pairs", "bunny_def", "-data", data, "-servers", servers, "-engines", info.name, "-rounds", "1")
			for _, r := range records {
				if r["contacts"] != "1670" || r["missing"] != "0" || r["extra"] != "0" {
					t.Errorf("%v", r)
				}
			}
		})
	}
}

// TestRealRefusals: what a server refuses leaves the stream in step, and what
// loses the stream ends the process.
func TestRealRefusals(t *testing.T) {
	for _, library := range []string{"fcl", "cgal", "embree", "bullet", "ode"} {
		t.Run(library, func(t *testing.T) {
			srv, err := startServer(context.Background(), serverPath(realServers(t, library), library), 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct {
				line, want string
				arrays     []any
			}{
				{line: "bool", want: "query before build"},
				{line: "build none", want: "no engine none here"},
				{line: "mesh a 1 1", arrays: []any{make([]float64, 3), []uint32{0, 0, 1}}, want: "triangle index out of range"},
				{line: "mesh a 1 0", arrays: []any{make([]float64, 3)}, want: "mesh without triangles"},
				{line: "mesh c 1 1", arrays: []any{make([]float64, 3), make([]uint32, 3)}, want: "mesh a or b expected"},
			} {
				if _, err := srv.request(c.line, c.arrays...); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: %v, expected %q", c.line, err, c.want)
				}
			}
			if _, err := srv.request("mesh a many few"); err == nil {
				t.Error("a count that is none was accepted")
			}
			if err := srv.close(); err == nil {
				t.Error("the server outlived a lost stream")
			}
		})
	}
}

func TestNoServer(t *testing.T) {
	if _, err := startServer(context.Background(), filepath.Join(t.TempDir(), "peerd-none"), 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, expected one that wraps os.ErrNotExist", err)
	}
}
