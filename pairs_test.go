package collide_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

// sharedData holds what is too large or not ours to redistribute.
var sharedData = require.Shared("")

func model(t testing.TB, path string) *collide.Model {
	t.Helper()
	m, err := meshio.ReadFile(context.Background(), path, meshio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return collide.NewModel(m)
}

// pairModels are the models of files that many tests read and none changes.
var pairModels sync.Map

// sharedModel returns the model of a file, the same to all tests, with what others have built for it.
func sharedModel(t testing.TB, path string) *collide.Model {
	t.Helper()
	m, ok := pairModels.Load(path)
	if !ok {
		m, _ = pairModels.LoadOrStore(path, model(t, path))
	}
	return m.(*collide.Model)
}

func posesOf(t testing.TB, path string) []geom.Pose {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	poses, err := scene.ReadPoses(f, path)
	if err != nil {
		t.Fatal(err)
	}
	return poses
}

// truth reads "pose count hash" lines.
func truth(t testing.TB, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// TestPairsAgainstCGAL asks for every pose of every pair at hand and expects
// CGAL's answer, from every method and number of workers; see stride for samples.
// Without the word full in COLLIDE_REQUIRE the numbers of workers share the poses out, and a third of the
// methods but auto and bvh build what they need for the largest mesh.
func TestPairsAgainstCGAL(t *testing.T) {
	t.Parallel()
	for _, pair := range []string{"rob-env", "gridcube-gridcube", "cow-homer", "bunny-bunny"} {
		t.Run(pair, func(t *testing.T) {
			t.Parallel()
			dir := "testdata/pairs"
			if _, err := os.Stat(filepath.Join(dir, pair+".poses.txt")); err != nil {
				dir = filepath.Join(sharedData, "pairs")
			}
			if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
				require.Missing(t, require.Data, pair)
			}
			nameA, nameB, _ := strings.Cut(pair, "-")
			bodies := []collide.Body{
				{Name: nameA, Shape: sharedModel(t, filepath.Join(dir, nameA+".obj"))},
				{Name: nameB, Shape: sharedModel(t, filepath.Join(dir, nameB+".obj"))},
			}
			poses := posesOf(t, filepath.Join(dir, pair+".poses.txt"))
			want := truth(t, filepath.Join(dir, pair+".hash.txt"))
			for i, m := range table {
				if pair == "bunny-bunny" && i > 1 && i%3 > 0 && !require.Full() {
					continue
				}
				every := stride(pair, nameOf(m))
				for k, workers := range conformance.WorkerCounts {
					start, step := every-1, every
					if n := len(conformance.WorkerCounts); !require.Full() {
						start, step = start+k*every, n*every
					}
					if err := compare(bodies, poses, want, start, step, collide.Options{Method: m, Workers: workers}); err != nil {
						t.Errorf("%s, %d workers: %v", nameOf(m), workers, err)
					}
				}
			}
		})
	}
}

// stride is how many poses a method skips, so that the test stays fast: brute
// force most, bvh none, the published comparators some; COLLIDE_LONG asks for more.
func stride(pair, method string) int {
	every := 1
	switch method {
	case "auto", "bvh":
	case "brute":
		every = map[string]int{"rob-env": 5, "gridcube-gridcube": 71, "cow-homer": 331, "bunny-bunny": 10000}[pair]
	default:
		every = map[string]int{"rob-env": 9, "gridcube-gridcube": 25, "cow-homer": 40, "bunny-bunny": 250}[pair]
	}
	if require.Long() {
		return max(every/30, 1)
	}
	return every * require.Samples(1, 12, 40)
}

func compare(bodies []collide.Body, poses []geom.Pose, want []string, start, step int, opt collide.Options) error {
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // nothing is lost with it
	opt.First = true
	first, err := collide.NewDetector(bodies, opt)
	if err != nil {
		return err
	}
	defer func() { _ = first.Close() }()
	for i := start; i < len(poses); i += step {
		r, err := detectAt(d, poses[i])
		if err != nil {
			return err
		}
		if got := fmt.Sprintf("%d %d %s", i, len(r.Contacts), r.Hash()); got != want[i] {
			return fmt.Errorf("got %s, CGAL says %s", got, want[i])
		}
		b, err := detectAt(first, poses[i])
		if err != nil {
			return err
		}
		if (b.Verdict == collide.InContact) != (len(r.Contacts) > 0) {
			return fmt.Errorf("pose %d: the boolean query says %v", i, b.Verdict)
		}
	}
	return nil
}

func detectAt(d *collide.Detector, p geom.Pose) (*collide.Result, error) {
	if err := d.SetPose(0, p); err != nil {
		return nil, err
	}
	return d.Detect(context.Background())
}

func TestSelfContactsAgainstCGAL(t *testing.T) {
	path := filepath.Join(sharedData, "pairs", "bunny_def.obj")
	require.File(t, path)
	want := truth(t, filepath.Join(sharedData, "pairs", "bunny_def.self.hash.txt"))[0]
	m := model(t, path)
	for _, workers := range []int{1, 2, 8} {
		d, err := collide.NewDetector([]collide.Body{{Name: "bunny", Shape: m}}, collide.Options{Self: true, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Detect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("0 %d %s", len(r.Contacts), r.Hash()); got != want {
			t.Errorf("%d workers: got %s, CGAL says %s", workers, got, want)
		}
	}
}

// The truth files list the pairs themselves; the hashes above must be of them.
func TestHashOfListedPairs(t *testing.T) {
	path := filepath.Join(sharedData, "pairs", "cow-homer.truth.txt")
	f, err := os.Open(path)
	if err != nil {
		require.Missing(t, require.Data, err)
	}
	defer f.Close()
	want := truth(t, filepath.Join(sharedData, "pairs", "cow-homer.hash.txt"))
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		var pose, n int
		line := strings.NewReader(sc.Text())
		if _, err := fmt.Fscan(line, &pose, &n); err != nil {
			continue
		}
		contacts := make([]collide.Contact, n)
		for i := range contacts {
			contacts[i].BodyB = 1
			if _, err := fmt.Fscan(line, &contacts[i].TriA, &contacts[i].TriB); err != nil {
				t.Fatal(err)
			}
		}
		if got := fmt.Sprintf("%d %d %s", pose, n, (&collide.Result{Contacts: contacts}).Hash()); got != want[pose] {
			t.Fatalf("got %s, want %s", got, want[pose])
		}
	}
}
