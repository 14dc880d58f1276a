package harness

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeCubes fills a folder with the pair cube-block: A the unit cube as 12
// triangles, B the same, under three poses a regime each. Those that touch do so
// in general position.
func writeCubes(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var obj strings.Builder
	for i := range 8 {
		fmt.Fprintln(&obj, "v", i&1, i>>1&1, i>>2&1)
	}
	for _, q := range []string{"1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"} {
		fmt.Fprintln(&obj, "f", q)
	}
	const tilt = "0.36 0.48 -0.8 %g -0.8 0.6 0 %g 0.48 0.64 0.6 %g\n"
	var poses strings.Builder
	poses.WriteString("# far, close, touching\n")
	for i := range 3 {
		d := 0.01 * float64(i)
		fmt.Fprintf(&poses, tilt, 50+d, 40.0, 30.0)
		fmt.Fprintf(&poses, tilt, 1.9+d, 0.4, 0.0)
		fmt.Fprintf(&poses, tilt, 0.61+d, 0.47, 0.33)
	}
	for name, text := range map[string]string{"cube.obj": obj.String(), "block.obj": obj.String(), "cube-block.poses.txt": poses.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// fakeServers fills a folder with this test binary under the name of a server.
func fakeServers(t *testing.T, mode, library string) string {
	t.Helper()
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(serverPath(dir, library), self, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv(fakeMode, mode)
	return dir
}

// runCSV runs the command and returns its CSV as one map a line.
func runCSV(t *testing.T, args ...string) []map[string]string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.csv")
	var stderr bytes.Buffer
	if code := Command(context.Background(), append([]string{"peers", "-out", out}, args...), io.Discard, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var records []map[string]string
	for _, line := range lines[1:] {
		record := map[string]string{}
		for i, key := range lines[0] {
			record[key] = line[i]
		}
		records = append(records, record)
	}
	return records
}

func TestPairsAgainstABlindPeer(t *testing.T) {
	servers := fakeServers(t, "blind", "fcl")
	records := runCSV(t, "-data", writeCubes(t), "-servers", servers, "-engines", "fcl-obb", "-rounds", "2")
	if len(records) != 4 {
		t.Fatalf("%d lines, expected bvh, auto, auto deforming and the peer", len(records))
	}
	for _, r := range records[:3] {
		if r["false_negative"] != "0" || r["missing"] != "0" || r["extra"] != "0" || r["poses"] != "9" {
			t.Errorf("ours judged by ourselves: %v", r)
		}
	}
	blind := records[3]
	if blind["false_negative"] != "3" || blind["wrong_poses"] != "3" || blind["extra"] != "0" || blind["missing"] == "0" {
		t.Errorf("a peer that finds nothing was judged %v", blind)
	}
	if blind["bool_mean_us"] != "1.0000" || blind["all_touching_us"] != "1.0000" || blind["build_ms"] != "5.0000" {
		t.Errorf("its times are %v", blind)
	}
}

func TestBrokenServersAreNamed(t *testing.T) {
	for mode, want := range map[string]string{
		"stranger": `speaks protocol "7", expected "1"`,
		"refusing": "build: out of patience",
		"babbling": `reply "well, ok", expected ok or error`,
		"short":    "answered 8 poses of 9",
		"dying":    "reading an array of 9",
		"surplus":  "1 pairs belong to no list",
	} {
		t.Run(mode, func(t *testing.T) {
			servers := fakeServers(t, mode, "fcl")
			var stderr bytes.Buffer
			code := Command(context.Background(),
				[]string{"peers", "-data", writeCubes(t), "-servers", servers, "-engines", "fcl-obb"}, io.Discard, &stderr)
			if code != 1 || !strings.Contains(stderr.String(), want) || !strings.Contains(stderr.String(), "peerd-fcl") && mode != "short" {
				t.Errorf("exit %d, stderr %q, expected %q", code, stderr.String(), want)
			}
		})
	}
}

func TestMissingServersAreListed(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"peers", "-data", writeCubes(t), "-servers", t.TempDir(), "-rounds", "1"}
	if code := Command(context.Background(), args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	if want := "**Not run, their servers are not built:** fcl-obbrss, fcl-obb"; !strings.Contains(stdout.String(), want) {
		t.Errorf("page lacks %q:\n%s", want, stdout.String())
	}
	if code := Command(context.Background(), append(args, "-engines", "ode-trimesh"), io.Discard, &stderr); code != 1 {
		t.Errorf("exit %d for a peer named and not built", code)
	}
}

func TestAWrongReferenceIsRefused(t *testing.T) {
	dir := writeCubes(t)
	wrong := []byte("0 0 sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n1 4 sha256:00\n")
	if err := os.WriteFile(filepath.Join(dir, "cube-block.hash.txt"), wrong, 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	code := Command(context.Background(), []string{"peers", "-data", dir, "-servers", dir}, io.Discard, &stderr)
	if want := "cube-block.hash.txt:2: pose 1 has 4 contacts"; code != 1 || !strings.Contains(stderr.String(), want) {
		t.Errorf("exit %d, stderr %q, expected %q", code, stderr.String(), want)
	}
}

func TestBadUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"stray", `unexpected argument "stray"`},
		{"-rounds 0", "-rounds 0"},
		{"-poses -1", "-poses -1"},
		{"-steps 0", "-steps 0"},
		{"-bodies 10,0", `-bodies "0"`},
		{"-workload chess", `-workload "chess", expected one of pairs, distance, self, boxes`},
		{"-nonsense", "not defined: -nonsense"},
	} {
		var stderr bytes.Buffer
		code := Command(context.Background(), append([]string{"peers"}, strings.Fields(c.args)...), io.Discard, &stderr)
		if code != 2 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: exit %d, stderr %q, expected 2 and %q", c.args, code, stderr.String(), c.want)
		}
	}
}

func TestUnknownNames(t *testing.T) {
	dir := writeCubes(t)
	for _, c := range []struct{ args, want string }{
		{"-engines magic", `no engine "magic" for -workload pairs`},
		{"-base magic", `no engine "magic" for -workload pairs`},
		{"-pairs cube-ball", "no cube-ball.poses.txt"},
		{"-workload self", "no *.self.hash.txt"},
		{"-workload boxes -engines fcl-obb", `no engine "fcl-obb" for -workload boxes`},
	} {
		var stderr bytes.Buffer
		args := append([]string{"peers", "-data", dir, "-servers", dir}, strings.Fields(c.args)...)
		if code := Command(context.Background(), args, io.Discard, &stderr); code != 1 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: exit %d, stderr %q, expected 1 and %q", c.args, code, stderr.String(), c.want)
		}
	}
}

func TestInterruption(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := writeCubes(t)
	if code := Command(ctx, []string{"peers", "-data", dir, "-servers", dir}, io.Discard, io.Discard); code != 1 {
		t.Errorf("exit %d after an interruption, expected 1", code)
	}
}
