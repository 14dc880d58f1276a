package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// drawNear draws two triangles: in general position, on a lattice, with a common plane or
// edges that are parallel.
func drawNear(r *rand.Rand, k int) (p, q geom.Triangle) {
	if k%3 == 0 {
		p, q = latticeTriangle(r, 4), latticeTriangle(r, 4)
		for i := range q {
			q[i].Z += 5
		}
		return p, q
	}
	gap := math.Exp2(-20 * r.Float64())
	for i := range p {
		p[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		q[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64() + 3}
		if k%3 == 1 {
			p[i].Z, q[i].Z = 0.1*gap*r.NormFloat64(), gap
		}
	}
	return p, q
}

// Features that are proven are those that all pairs of features give, with the same numbers, and
// most are proven.
func TestProvenFeatures(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 21))
	seen, proven := map[[2]string]int{}, 0
	rounds := require.Samples(6000, 200, 100)
	for k := range rounds {
		p, q := drawNear(r, k)
		a, b, ok := provenFeatures(&p, &q)
		if !ok {
			continue
		}
		proven++
		var only, all featurePairs
		only.set(new(arena), &p, &q)
		only.only(a, b)
		all.set(new(arena), &p, &q)
		all.all()
		x, y := &only.best, &all.best
		if y.A != a || y.B != b || x.A != a || x.B != b {
			t.Fatalf("%v and %v: features %d, %d are proven, %d, %d are right", p, q, a, b, y.A, y.B)
		}
		if x.Square.Compare(&y.Square) != 0 || x.Square.IsZero() {
			t.Fatalf("%v and %v: the squares differ: %v and %v", p, q, x.Square.rat(), y.Square.rat())
		}
		x1, x2, e := x.Points(&p, &q)
		y1, y2, f := y.Points(&p, &q)
		if x1 != y1 || x2 != y2 || e != f {
			t.Fatalf("%v and %v: ends %v, %v and %v, %v", p, q, x1, x2, y1, y2)
		}
		seen[[2]string{a.String(), b.String()}]++
	}
	for _, f := range [][2]string{{"vertex", "vertex"}, {"vertex", "edge"}, {"edge", "vertex"}, {"edge", "edge"}, {"vertex", "face"}, {"face", "vertex"}} {
		if seen[f] < rounds/300 {
			t.Errorf("%v is proven %d times: %v", f, seen[f], seen)
		}
	}
	if proven < rounds/2 {
		t.Errorf("%d of %d pairs are proven", proven, rounds)
	}
}

// Memory is used again: the same Near measures pairs without allocating, and its answers are
// those of a fresh one.
func TestMeasureKeepsItsMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 22))
	var pairs [30][2]geom.Triangle
	for k := range pairs {
		pairs[k][0], pairs[k][1] = drawNear(r, k)
	}
	var tally Tally
	var n, least Near
	var kept Squares
	run := func() {
		kept.Reset()
		for k := range pairs {
			p, q := &pairs[k][0], &pairs[k][1]
			tally.Measure(&n, p, q)
			if k == 0 || n.Square.Compare(&least.Square) < 0 {
				n, least = least, n
				s := kept.Keep(&least.Square)
				s.Root()
				least.Points(p, q)
			}
			least.NoNearer(p, q, p, q)
		}
	}
	run()
	if allocs := testing.AllocsPerRun(20, run); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
	for k := range pairs {
		p, q := &pairs[k][0], &pairs[k][1]
		tally.Measure(&n, p, q)
		fresh := tally.Distance(p, q)
		if n.Square.Compare(&fresh.Square) != 0 || n.A != fresh.A || n.B != fresh.B || n.Square.Root() != fresh.Square.Root() {
			t.Errorf("%v and %v: measured again, the distance is another one", p, q)
		}
		x, y, _ := n.Points(p, q)
		if u, v, _ := fresh.Points(p, q); x != u || y != v {
			t.Errorf("%v and %v: ends %v, %v and %v, %v", p, q, x, y, u, v)
		}
	}
}
