package collide_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/oracle"
	"github.com/collide-go/collide/internal/require"
)

// reportedDistance is a wrong distance of another library, or wrong nearest points, with the
// exact distance. Square is the square of the distance of the cores as a fraction: of the
// triangles, hulls of corners, and centres. It is empty where only the rounded value is proven.
type reportedDistance struct {
	ID, Source, What string
	Bodies           []json.RawMessage
	Solid            bool
	Expect           struct {
		Distance float64
		Square   string
	}
	Answered, Wrong, Provenance, Note string
}

func reportedDistances(t *testing.T) (list []reportedDistance) {
	t.Helper()
	files, err := filepath.Glob("testdata/reported/distances/*/case.json")
	if err != nil || len(files) < 21 {
		t.Fatalf("%d distances, expected 21 (%v)", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c reportedDistance
		if err := json.Unmarshal(data, &c); err != nil || c.ID != filepath.Base(filepath.Dir(file)) {
			t.Fatalf("%s: %q, %v", file, c.ID, err)
		}
		list = append(list, c)
	}
	return list
}

// TestReportedDistances measures what other libraries got wrong, by every method that
// measures and in both orders of the bodies.
func TestReportedDistances(t *testing.T) {
	t.Parallel()
	for _, c := range reportedDistances(t) {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func (c *reportedDistance) run(t *testing.T) {
	dir := filepath.Join("testdata/reported/distances", c.ID)
	var bodies []collide.Body
	for _, raw := range c.Bodies {
		bodies = append(bodies, reportedBody(t, dir, raw))
	}
	var first collide.Distance
	measured := 0
	for k, m := range table {
		opt := collide.Options{Method: m, Solid: c.Solid, Workers: 2}
		d, ok := distanceBy(t, bodies, opt)
		if !ok {
			continue
		}
		if measured++; measured == 1 {
			first = d
			c.check(t, bodies, &d)
		}
		if d != first {
			t.Errorf("%s: %+v, another method has %+v", nameOf(m), d, first)
		}
		if (k+len(c.ID))%require.Samples(1, 3, 6) > 0 {
			continue // methods share out the exchanges
		}
		swapped := slices.Clone(bodies)
		slices.Reverse(swapped)
		if e, _ := distanceBy(t, swapped, opt); e.Value != d.Value {
			t.Errorf("%s: %v, with the bodies exchanged %v", nameOf(m), d.Value, e.Value)
		}
	}
	if measured < 3 {
		t.Errorf("%d methods measured", measured)
	}
}

// distanceBy measures two bodies. It returns false for a method that does not.
func distanceBy(t *testing.T, bodies []collide.Body, opt collide.Options) (collide.Distance, bool) {
	t.Helper()
	det, err := collide.NewDetector(bodies, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = det.Close() }() // nothing is lost with it
	d, ok, err := det.Distance(context.Background())
	if errors.Is(err, collide.ErrUnsupported) {
		return d, false
	}
	if err != nil || !ok {
		t.Fatalf("%s: %v, %v", nameOf(opt.Method), ok, err)
	}
	return d, true
}

// check compares an answer with what is known, and what is known with package oracle.
func (c *reportedDistance) check(t *testing.T, bodies []collide.Body, d *collide.Distance) {
	if d.Value != c.Expect.Distance {
		t.Errorf("%v, expected %v", d.Value, c.Expect.Distance)
	}
	checkEnds(t, d)
	if c.Expect.Square == "" {
		return // more pairs of triangles than the oracle can take
	}
	square, ok := new(big.Rat).SetString(c.Expect.Square)
	if !ok {
		t.Fatalf("%q is no fraction", c.Expect.Square)
	}
	det := detector(t, bodies, collide.Options{})
	a, ra := hulls(det, bodies, 0)
	b, rb := hulls(det, bodies, 1)
	least := oracle.SquaredDistance(a[d.TriA], b[d.TriB])
	if least.Cmp(square) != 0 {
		t.Errorf("the square of the distance of %d and %d is %v, expected %v", d.TriA, d.TriB, least, square)
	}
	for _, p := range a {
		for _, q := range b {
			if isFar(p, q, square) {
				continue
			}
			if s := oracle.SquaredDistance(p, q); s.Cmp(square) < 0 {
				t.Fatalf("there is a square %v below %v", s, square)
			}
		}
	}
	if v := rooted(square, ra+rb); v != c.Expect.Distance {
		t.Errorf("the root of %v less %v is %v, expected %v", square, ra+rb, v, c.Expect.Distance)
	}
}

// rooted is the root of a square less a radius, rounded to float64, 0 at least.
func rooted(square *big.Rat, radius float64) float64 {
	x := new(big.Float).SetPrec(2000).SetRat(square)
	x.Sub(x.Sqrt(x), big.NewFloat(radius))
	v, _ := x.Float64()
	return max(v, 0)
}

// TestReportedContactsHaveDistanceZero asks for the distance in the reported cases of contacts: 0
// exactly where there is one, and that of package oracle elsewhere. Without the word full in
// COLLIDE_REQUIRE the methods but auto share the cases out.
func TestReportedContactsHaveDistanceZero(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/reported/cases/*/case.json")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for i, file := range files {
		if c := readReportedCase(t, file); c.Query != "self" && len(c.Bodies) == 2 {
			asked++
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				c.distance(t, filepath.Dir(file), i%require.Samples(3, 3, 6))
			})
		}
	}
	if asked < 120 {
		t.Errorf("only %d cases", asked)
	}
}

// distance asks auto, and the other methods whose turn it is, 0 to 2.
func (c *reportedCase) distance(t *testing.T, dir string, turn int) {
	var bodies []collide.Body
	for _, raw := range c.Bodies {
		bodies = append(bodies, reportedBody(t, dir, raw))
	}
	det := detector(t, bodies, collide.Options{})
	a, ra := hulls(det, bodies, 0)
	b, rb := hulls(det, bodies, 1)
	value, i, j := slowDistance(a, b, ra+rb)
	for k, m := range table {
		if k > 0 && k%require.Samples(3, 3, 6) != turn && !require.Full() {
			continue
		}
		d, ok := distanceBy(t, bodies, collide.Options{Method: m, Solid: c.Query == "solid", Workers: 1})
		switch {
		case !ok:
		case !c.Lastbit && (d.Value == 0) != c.Expect.Colliding:
			t.Errorf("%s: %+v, contact %v", nameOf(m), d, c.Expect.Colliding)
		case d.Inside != collide.NotInside:
		case d.Value != value, d.TriA != i, d.TriB != j:
			t.Errorf("%s: %+v, expected %v of %d and %d", nameOf(m), d, value, i, j)
		}
	}
}
