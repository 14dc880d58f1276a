package collide_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// distanceLine is a line of shared/data/pairs/*.distance.txt.
type distanceLine struct {
	pose       int
	value      float64
	triA, triB int
}

func distanceLines(t *testing.T, path string) (list []distanceLine) {
	t.Helper()
	for _, line := range truth(t, path) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var l distanceLine
		var decimal string
		if _, err := fmt.Sscan(line, &l.pose, &l.value, &decimal, &l.triA, &l.triB); err != nil {
			t.Fatalf("%s: %q: %v", path, line, err)
		}
		list = append(list, l)
	}
	return list
}

// pairData returns the folder of a pair of meshes and its bodies.
func pairData(t *testing.T, pair string) (dir string, bodies []collide.Body) {
	t.Helper()
	dir = filepath.Join(sharedData, "pairs")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		require.Missing(t, require.Data, pair)
	}
	nameA, nameB, _ := strings.Cut(pair, "-")
	return dir, []collide.Body{
		{Name: nameA, Shape: sharedModel(t, filepath.Join(dir, nameA+".obj"))},
		{Name: nameB, Shape: sharedModel(t, filepath.Join(dir, nameB+".obj"))},
	}
}

// TestDistancesAgainstExactAnswers checks every line of the distance files.
func TestDistancesAgainstExactAnswers(t *testing.T) {
	t.Parallel()
	for _, pair := range []string{"rob-env", "gridcube-gridcube", "cow-homer", "bunny-bunny"} {
		t.Run(pair, func(t *testing.T) {
			t.Parallel()
			dir, bodies := pairData(t, pair)
			poses := posesOf(t, filepath.Join(dir, pair+".poses.txt"))
			lines := distanceLines(t, filepath.Join(dir, pair+".distance.txt"))
			for _, m := range measuring {
				if m == "brute" && pair != "rob-env" && !require.Long() {
					continue // billions of pairs of triangles
				}
				counts := []int{1, 2, 8}
				if slices.Contains(measuring[3:], m) {
					if counts = counts[:1]; pair == "bunny-bunny" && !require.Full() {
						continue // seconds for each hierarchy
					}
				}
				for _, workers := range counts {
					d := detector(t, bodies, collide.Options{Method: named(m), Workers: workers})
					for i := 0; i < len(lines); i += distanceStride(m, workers) {
						l := &lines[i]
						if err := d.SetPose(0, poses[l.pose]); err != nil {
							t.Fatal(err)
						}
						got, ok, err := d.Distance(context.Background())
						if err != nil || !ok {
							t.Fatalf("pose %d: %v, %v", l.pose, ok, err)
						}
						if got.Value != l.value || got.TriA != l.triA || got.TriB != l.triB {
							t.Errorf("%s, %d workers, pose %d: %v of %d and %d, want %v of %d and %d", m, workers, l.pose, got.Value, got.TriA, got.TriB, l.value, l.triA, l.triB)
						}
						checkEnds(t, &got)
					}
				}
			}
		})
	}
}

// distanceStride is how many lines a method skips.
func distanceStride(method string, workers int) int {
	if method != "auto" || workers > 1 {
		return require.Samples(20, 120, 480)
	}
	return require.Samples(1, 9, 30)
}

// checkEnds looks whether the points are as far apart as they should be.
func checkEnds(t *testing.T, d *collide.Distance) {
	t.Helper()
	apart := geom.Length(d.Points[0].Sub(d.Points[1]))
	if slack := 2*d.PointError + 16*0x1p-53*d.Value + math.SmallestNonzeroFloat64; math.Abs(apart-d.Value) > slack {
		t.Errorf("bodies %d and %d: the points %v are %v apart, the distance is %v", d.A, d.B, d.Points, apart, d.Value)
	}
}
