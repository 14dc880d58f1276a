package predicate

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestDistancesByCGAL compares distances of random and degenerate triangles with those that CGAL finds in
// rational numbers, rounded correctly: testdata/cgal.txt, or more in the file that COLLIDE_CGAL names.
func TestDistancesByCGAL(t *testing.T) {
	t.Parallel()
	path := "testdata/cgal.txt"
	if more := os.Getenv("COLLIDE_CGAL"); more != "" {
		path = more
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	lines, zero := 0, 0
	var tally Tally
	var n Near
	for in := bufio.NewScanner(f); in.Scan(); lines++ {
		p, q, want, err := cgalLine(in.Text())
		if err != nil {
			t.Fatalf("%s:%d: %v", path, lines+1, err)
		}
		if want == 0 {
			zero++
		}
		for range 3 {
			p, q = geom.Triangle{p[1], p[2], p[0]}, geom.Triangle{q[2], q[0], q[1]}
			if tally.Measure(&n, &p, &q); n.Square.Root() != want {
				t.Fatalf("%s:%d: %v and %v are %v apart, CGAL has %v", path, lines+1, p, q, n.Square.Root(), want)
			}
			if tally.Measure(&n, &q, &p); n.Square.Root() != want {
				t.Fatalf("%s:%d: %v and %v are %v apart, CGAL has %v", path, lines+1, q, p, n.Square.Root(), want)
			}
		}
	}
	t.Logf("%d pairs, %d of them touch", lines, zero)
	if lines < 200 || zero < lines/20 || zero > lines/2 {
		t.Errorf("%d pairs, %d of them touch: the sample proves little", lines, zero)
	}
}

// cgalLine reads 18 coordinates and a distance.
func cgalLine(text string) (p, q geom.Triangle, distance float64, err error) {
	fields := strings.Fields(text)
	if len(fields) != 19 {
		return p, q, 0, fmt.Errorf("%d numbers, expected 19", len(fields))
	}
	var x [19]float64
	for k, s := range fields {
		if x[k], err = strconv.ParseFloat(s, 64); err != nil {
			return p, q, 0, err
		}
	}
	for i := range 3 {
		p[i] = geom.Vec{X: x[3*i], Y: x[3*i+1], Z: x[3*i+2]}
		q[i] = geom.Vec{X: x[9+3*i], Y: x[10+3*i], Z: x[11+3*i]}
	}
	return p, q, x[18], nil
}
