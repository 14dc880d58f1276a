package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// Features of triangles that touch are those that all pairs of features give, on lattices where corners
// and edges meet, at any scale, and most are known.
func TestTouchingFeatures(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 24))
	seen, touching := map[[2]string]int{}, 0
	for k := range require.Samples(6000, 500, 250) {
		p, q := latticeTriangle(r, 2+k%3), latticeTriangle(r, 2+k%3)
		scale := math.Ldexp(1, r.IntN(2000)-1050)
		for i := range p {
			p[i], q[i] = p[i].Scale(scale), q[i].Scale(scale)
		}
		if !TriangleTriangle(&p, &q) {
			continue
		}
		touching++
		var tally Tally
		a, b, ok := tally.touchingFeatures(&p, &q)
		if !ok {
			continue
		}
		var all featurePairs
		all.set(new(arena), &p, &q)
		all.all()
		if all.best.A != a || all.best.B != b {
			t.Fatalf("%v and %v: features %d, %d, but %d, %d are right", p, q, a, b, all.best.A, all.best.B)
		}
		var n Near
		on, x, e := tally.CommonPoint(&n, &p, &q)
		y1, y2, f := all.best.Points(&p, &q)
		if on != [2]Feature{a, b} || x != [2]geom.Vec{y1, y2} || e != f {
			t.Fatalf("%v and %v: ends %v and %v, %v", p, q, x, y1, y2)
		}
		seen[[2]string{a.String(), b.String()}]++
	}
	known := 0
	for _, f := range [][2]string{{"vertex", "vertex"}, {"vertex", "edge"}, {"edge", "vertex"}, {"edge", "face"}, {"face", "edge"}, {"edge", "edge"}} {
		if known += seen[f]; seen[f] < require.Cases(10, 3) {
			t.Errorf("%v: %d pairs of %d that touch: %v", f, seen[f], touching, seen)
		}
	}
	if known < touching*9/10 {
		t.Errorf("%d of %d pairs are known", known, touching)
	}
}

// Features that pierce each other are those that all pairs of features give, with the same points; most
// triangles that cross in general position have them, and none that only touch at a corner or edge.
func TestPiercingFeatures(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 23))
	seen, crossing := map[[2]string]int{}, 0
	cases := require.Samples(6000, 500, 250)
	for k := range cases {
		var p, q geom.Triangle
		switch scale := math.Ldexp(1, r.IntN(1900)-950); k % 3 {
		case 0:
			p, q = latticeTriangle(r, 4), latticeTriangle(r, 4)
		default:
			for i := range p {
				p[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(scale)
				q[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(scale)
			}
		}
		var tally Tally
		a, b, ok := tally.piercingFeatures(&p, &q)
		if touch := TriangleTriangle(&p, &q); !touch && ok {
			t.Fatalf("%v and %v: features %d, %d of triangles that are apart", p, q, a, b)
		} else if touch && k%3 != 0 {
			if crossing++; !ok {
				t.Fatalf("%v and %v cross, no features are known", p, q)
			}
		}
		if !ok {
			continue
		}
		var only, all featurePairs
		only.set(new(arena), &p, &q)
		only.only(a, b)
		all.set(new(arena), &p, &q)
		all.all()
		x, y := &only.best, &all.best
		if y.A != a || y.B != b || x.A != a || x.B != b || !x.Square.IsZero() {
			t.Fatalf("%v and %v: features %d, %d are proven, %d, %d are right", p, q, a, b, y.A, y.B)
		}
		x1, x2, e := x.Points(&p, &q)
		y1, y2, f := y.Points(&p, &q)
		if x1 != y1 || x2 != y2 || e != f {
			t.Fatalf("%v and %v: ends %v, %v and %v, %v", p, q, x1, x2, y1, y2)
		}
		seen[[2]string{a.String(), b.String()}]++
	}
	if seen[[2]string{"edge", "face"}] < cases/20 || seen[[2]string{"face", "edge"}] < cases/120 || crossing < cases/20 {
		t.Errorf("%d pairs cross, features proven: %v", crossing, seen)
	}
}
