package collide_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// checkBounds compares an interval with the exact distance.
func checkBounds(t *testing.T, got *collide.Distance, exact, allowed float64) {
	t.Helper()
	if !(got.Lo <= exact && exact <= got.Hi) || got.Value != got.Lo || got.Hi > got.Lo*(1+allowed)*(1+0x1p-50) || exact > 0 && got.Lo == 0 {
		t.Errorf("error %g: the distance of %d and %d is in [%v, %v], value %v, exactly %v", allowed, got.A, got.B, got.Lo, got.Hi, got.Value, exact)
	}
}

func TestDistanceBoundsHoldTheExactDistance(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(17, 10))
	for range require.Cases(60, 8) {
		bodies := few(r, 5)
		list, err := detector(t, bodies, collide.Options{}).Distances(ctx, math.Inf(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, allowed := range []float64{0x1p-52, 1e-3, 0.2, 1} {
			for _, m := range []string{"auto", "brute", "rapid", "scda"} {
				d := detector(t, bodies, collide.Options{Method: named(m), Error: allowed})
				got, err := d.Distances(ctx, math.Inf(1), nil)
				if err != nil || len(got) != len(list) {
					t.Fatalf("%d of %d distances, %v", len(got), len(list), err)
				}
				for i := range got {
					checkBounds(t, &got[i], list[i].Value, allowed)
				}
				near, ok, err := d.Distance(ctx)
				if err != nil || !ok {
					t.Fatal(ok, err)
				}
				checkBounds(t, &near, nearest(list).Value, allowed)
			}
		}
	}
}

func TestDistanceBoundsOfPairs(t *testing.T) {
	t.Parallel()
	const pair, allowed = "cow-homer", 0.1
	dir, bodies := pairData(t, pair)
	poses := posesOf(t, filepath.Join(dir, pair+".poses.txt"))
	d := detector(t, bodies, collide.Options{Error: allowed})
	for _, l := range distanceLines(t, filepath.Join(dir, pair+".distance.txt")) {
		if err := d.SetPose(0, poses[l.pose]); err != nil {
			t.Fatal(err)
		}
		got, ok, err := d.Distance(context.Background())
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		checkBounds(t, &got, l.value, allowed)
	}
}

// Two large triangles hardly apart: float64 knows nothing of their distance, and the bounds
// are as near as they should be all the same.
func TestDistanceBoundsOfHardTriangles(t *testing.T) {
	t.Parallel()
	bodies := few(rand.New(rand.NewPCG(1, 1)), 1)[:0]
	for _, z := range []float64{0, 0x1p-40} {
		m := cubeOf(1 << 12)
		m.Triangles = m.Triangles[:1]
		for i := range m.Vertices {
			m.Vertices[i].Z = z
		}
		bodies = append(bodies, collide.Body{Shape: collide.NewModel(m), Pose: geom.Identity})
	}
	d := detector(t, bodies, collide.Options{Error: 1e-3})
	got, ok, err := d.Distance(context.Background())
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	checkBounds(t, &got, 0x1p-40, 1e-3)
	for _, e := range []float64{-1, 2, math.NaN()} {
		if _, err := collide.NewDetector(bodies, collide.Options{Error: e}); !errors.Is(err, collide.ErrOption) {
			t.Errorf("an error of %v: %v", e, err)
		}
	}
}
