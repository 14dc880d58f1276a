package collide_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// clearanceLine is a line of shared/data/pairs/*.clearance.txt.
type clearanceLine struct {
	pose  int
	d     float64
	count int
	hash  string
}

func clearanceLines(t *testing.T, path string) (list []clearanceLine) {
	t.Helper()
	for _, line := range truth(t, path) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var l clearanceLine
		var percent, decimal string
		if _, err := fmt.Sscan(line, &l.pose, &percent, &l.d, &decimal, &l.count, &l.hash); err != nil {
			t.Fatalf("%s: %q: %v", path, line, err)
		}
		list = append(list, l)
	}
	return list
}

// TestClearanceAgainstExactAnswers checks the lines of the clearance files.
func TestClearanceAgainstExactAnswers(t *testing.T) {
	t.Parallel()
	for _, pair := range []string{"rob-env", "gridcube-gridcube", "cow-homer", "bunny-bunny"} {
		t.Run(pair, func(t *testing.T) {
			t.Parallel()
			dir, bodies := pairData(t, pair)
			poses := posesOf(t, filepath.Join(dir, pair+".poses.txt"))
			lines := clearanceLines(t, filepath.Join(dir, pair+".clearance.txt"))
			for _, c := range []struct {
				method         string
				workers, every int
			}{{"auto", 1, require.Samples(1, 19, 57)}, {"auto", 2, require.Cases(17, 170)}, {"auto", 8, require.Cases(13, 130)}, {"bvh", 1, require.Cases(19, 190)}} {
				opt := collide.Options{Method: named(c.method), Workers: c.workers}
				d := detector(t, bodies, opt)
				opt.First = true
				first := detector(t, bodies, opt)
				for i := 0; i < len(lines); i += c.every {
					checkClearance(t, d, first, &lines[i], poses)
				}
			}
		})
	}
}

func checkClearance(t *testing.T, d, first *collide.Detector, l *clearanceLine, poses []geom.Pose) {
	t.Helper()
	for _, x := range []*collide.Detector{d, first} {
		if err := x.SetPose(0, poses[l.pose]); err != nil {
			t.Fatal(err)
		}
	}
	got, err := d.Within(context.Background(), l.d)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Contacts) != l.count || got.Hash() != l.hash || (got.Verdict == collide.InContact) != (l.count > 0) {
		t.Errorf("pose %d within %v: %d pairs, %s, %v; want %d, %s", l.pose, l.d, len(got.Contacts), got.Hash(), got.Verdict, l.count, l.hash)
	}
	one, err := first.Within(context.Background(), l.d)
	if err != nil || (one.Verdict == collide.InContact) != (l.count > 0) || len(one.Contacts) > 1 {
		t.Errorf("pose %d within %v: the boolean query says %v, %v; want %d pairs", l.pose, l.d, one.Verdict, err, l.count)
	}
}

// Within a distance of 0 is contact, with the same hash, by every method.
func TestClearanceOfZeroIsContact(t *testing.T) {
	t.Parallel()
	bodies := smallTori(2)
	for _, m := range table {
		d := detector(t, bodies, collide.Options{Method: m, Workers: 2})
		r, err := d.Detect(context.Background())
		if errors.Is(err, collide.ErrUnsupported) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		want, n := r.Hash(), len(r.Contacts)
		c, err := d.Within(context.Background(), 0)
		if err != nil || c.Hash() != want || len(c.Contacts) != n || n == 0 {
			t.Errorf("%s: %d contacts within 0, %v, want %d", nameOf(m), len(c.Contacts), err, n)
		}
		_ = d.Close()
	}
}

// within(d) ⇔ distance ≤ d, for d at the distance and at the doubles next to it, for all
// shapes and by all methods that measure.
func TestClearanceAtTheDistance(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 8))
	ctx := context.Background()
	for range require.Cases(60, 10) {
		bodies := few(r, 3)
		for _, name := range []string{"auto", "brute"} {
			d := detector(t, bodies, collide.Options{Method: named(name), Workers: 2})
			list, err := d.Distances(ctx, math.Inf(1), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range list {
				for _, x := range []float64{at.Value, math.Nextafter(at.Value, 0), math.Nextafter(at.Value, 99)} {
					checkPairsWithin(t, d, list, x)
				}
			}
		}
	}
}

// checkPairsWithin compares the pairs of bodies within x with a list of distances; x is
// among them or next to one, so rounded distances tell except where they are x.
func checkPairsWithin(t *testing.T, d *collide.Detector, list []collide.Distance, x float64) {
	t.Helper()
	c, err := d.Within(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	near := map[[2]int]bool{}
	for _, p := range c.Pairs {
		near[[2]int{p.A, p.B}] = true
	}
	exact, err := d.Distances(context.Background(), x, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(exact) != len(near) {
		t.Fatalf("within %v: %d pairs of bodies, distances %+v", x, len(near), exact)
	}
	for _, p := range list {
		if in := near[[2]int{p.A, p.B}]; p.Value < x && !in || p.Value > x && in {
			t.Fatalf("within %v: %v, distance %+v", x, in, p)
		}
	}
}

func TestClearanceFailsClosed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	bodies := tori(9)
	for _, steps := range []int64{1, 300} {
		d := detector(t, bodies, collide.Options{Workers: 1, Budget: collide.Budget{Steps: steps}})
		c, err := d.Within(ctx, 9)
		if c == nil || c.Verdict == collide.Free || c.Rest != collide.Unknown || !errors.Is(err, collide.ErrBudget) || !errors.Is(err, collide.ErrIncomplete) {
			t.Errorf("%d steps: %+v, %v", steps, c, err)
		}
	}
	d := detector(t, bodies, collide.Options{Self: true})
	if c, err := d.Within(ctx, 1); c != nil || !errors.Is(err, collide.ErrOption) {
		t.Errorf("with Self: %v, %v", c, err)
	}
	d = detector(t, bodies, collide.Options{Method: named("i-collide")})
	if c, err := d.Within(ctx, 1); c != nil || !errors.Is(err, collide.ErrUnsupported) {
		t.Errorf("rapid: %v, %v", c, err)
	}
	for _, x := range []float64{-1, math.NaN(), math.Inf(1)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Within %v does not panic", x)
				}
			}()
			_, _ = d.Within(ctx, x)
		}()
	}
}
