package predicate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// extremePoints drops repeats and points between others from corners of a convex
// polygon, segment or point.
func extremePoints(points []ov) (out []ov) {
	var distinct []ov
next:
	for _, x := range points {
		for _, y := range distinct {
			if x.equal(y) {
				continue next
			}
		}
		distinct = append(distinct, x)
	}
	for i, x := range distinct {
		if !isBetween(x, i, distinct) {
			out = append(out, x)
		}
	}
	return out
}

// isBetween reports whether x lies strictly between two other points.
func isBetween(x ov, i int, points []ov) bool {
	for j, a := range points {
		for k, b := range points {
			if i == j || i == k || j == k {
				continue
			}
			d, e := a.minus(x), b.minus(x)
			if d.cross(e).isZero() && d.dot(e).Sign() < 0 {
				return true
			}
		}
	}
	return false
}

func (a ov) rounded() geom.Vec {
	x, _ := a[0].Float64()
	y, _ := a[1].Float64()
	z, _ := a[2].Float64()
	return geom.Vec{X: x, Y: y, Z: z}
}

// checkIntersection compares Intersect with clipping; tolerance bounds the
// distance of its points from the true ones per axis, 0 asking for equality.
func checkIntersection(t *testing.T, p, q *geom.Triangle, tolerance float64) Kind {
	t.Helper()
	want := extremePoints(oracleCommon(p, q))
	got := Intersect(p, q)
	if kind := min(Kind(len(want)), Polygon); got.Kind != kind || got.N != len(want) {
		t.Fatalf("Intersect(%v, %v) is a %v of %d points, want %v of %d", *p, *q, got.Kind, got.N, kind, len(want))
	}
	for _, w := range want {
		found := false
		for _, g := range got.Points[:got.N] {
			found = found || g.Sub(w.rounded()).MaxAbs() <= tolerance
		}
		if !found {
			t.Fatalf("Intersect(%v, %v) = %v lacks %v", *p, *q, got.Points[:got.N], w.rounded())
		}
	}
	return got.Kind
}

// checkRing wants a polygon to be strictly convex and to turn like p. Its corners
// are rounded, so it is meant for lattices, where turns are far from zero.
func checkRing(t *testing.T, p, q *geom.Triangle) {
	t.Helper()
	r := Intersect(p, q)
	if r.Kind != Polygon {
		return
	}
	n := p.Normal()
	for i := range r.N {
		a, b, c := r.Points[i], r.Points[(i+1)%r.N], r.Points[(i+2)%r.N]
		if b.Sub(a).Cross(c.Sub(b)).Dot(n) <= 0 {
			t.Fatalf("polygon %v does not turn like %v", r.Points[:r.N], *p)
		}
	}
}

func TestIntersectOnTheLattice(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var kinds [5]int
	cases := require.Samples(4000, 500, 250)
	for range cases {
		n := 2 + r.IntN(4)
		p, q := latticeTriangle(r, n), latticeTriangle(r, n)
		if r.IntN(3) == 0 { // coplanar
			for i := range 3 {
				p[i].Z, q[i].Z = p[i].X, q[i].X
			}
		}
		kinds[checkIntersection(t, &p, &q, 0x1p-27)]++
		checkRing(t, &p, &q)
	}
	for k, n := range kinds[:Overlap] {
		if n < cases/80 {
			t.Errorf("only %d of %d lattice pairs are a %v", n, cases, Kind(k))
		}
	}
}

func TestIntersectInGeneralPosition(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	var kinds [5]int
	cases := require.Samples(2000, 200, 100)
	for range cases {
		p, q := normalTriangle(r), normalTriangle(r)
		kinds[checkIntersection(t, &p, &q, 16*0x1p-29)]++
	}
	if kinds[Segment] < cases/7 || kinds[Apart] < cases/7 {
		t.Errorf("kinds %v do not exercise both answers", kinds)
	}
}

// The hexagon of two opposite triangles, with corners that float64 holds.
func TestIntersectHexagon(t *testing.T) {
	p := geom.Triangle{{X: 0, Y: 0, Z: 1}, {X: 6, Y: 0, Z: 1}, {X: 3, Y: 6, Z: 1}}
	q := geom.Triangle{{X: 0, Y: 4, Z: 1}, {X: 6, Y: 4, Z: 1}, {X: 3, Y: -2, Z: 1}}
	got := Intersect(&p, &q)
	if got.Kind != Polygon || got.N != 6 {
		t.Fatalf("got a %v of %d points, want a polygon of 6", got.Kind, got.N)
	}
	checkIntersection(t, &p, &q, 0)
	checkRing(t, &p, &q)
}

// Beyond the range of expansions the rational path still rounds correctly.
func TestIntersectAtExtremes(t *testing.T) {
	p := geom.Triangle{{X: 0, Y: 0, Z: 1}, {X: 6, Y: 0, Z: 1}, {X: 3, Y: 6, Z: 1}}
	q := geom.Triangle{{X: 0, Y: 4, Z: 1}, {X: 6, Y: 4, Z: 1}, {X: 3, Y: -2, Z: 1}}
	for _, e := range []int{-1074, -1000, -500, 500, 1000, 1021} {
		a, b := p, q
		for i := range 3 {
			a[i], b[i] = p[i].Scale(math.Ldexp(1, e)), q[i].Scale(math.Ldexp(1, e))
		}
		checkIntersection(t, &a, &b, 0)
	}
}

func TestKindString(t *testing.T) {
	for k, want := range map[Kind]string{Apart: "apart", Point: "point", Segment: "segment", Polygon: "polygon", Overlap: "overlap", 5: "invalid", 9: "invalid"} {
		if got := k.String(); got != want {
			t.Errorf("Kind(%d) is %q, want %q", k, got, want)
		}
	}
}

func normalTriangle(r *rand.Rand) (t geom.Triangle) {
	for i := range t {
		t[i] = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	}
	return t
}
