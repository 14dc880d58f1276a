package predicate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

// turnOf is the sign of the turn of three points in rationals.
func turnOf(a, b, c [2]*big.Rat) int {
	return rsub(rmul(rsub(a[0], c[0]), rsub(b[1], c[1])), rmul(rsub(a[1], c[1]), rsub(b[0], c[0]))).Sign()
}

// crossingOf is the definition of RayCrossing, with numbers for ε that are small next to a lattice.
func crossingOf(p geom.Vec, q *geom.Triangle) int {
	eps := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 100))
	at := [2]*big.Rat{radd(rat(p.Y), eps), radd(rat(p.Z), rmul(eps, eps))}
	var c [3][2]*big.Rat
	for i, v := range q {
		c[i] = [2]*big.Rat{rat(v.Y), rat(v.Z)}
	}
	o := turnOf(c[0], c[1], at)
	if o == 0 || turnOf(c[1], c[2], at) != o || turnOf(c[2], c[0], at) != o {
		return 0
	}
	// The ray meets the plane where n·(p + x·X − q₀) = 0, ahead of p for x > 0; n_X has the sign o.
	e, f, g := q[1].Sub(q[0]), q[2].Sub(q[0]), p.Sub(q[0])
	if side := sign(e.Cross(f).Dot(g)); side*o < 0 {
		return o
	}
	return 0
}

// TestRayCrossingAgainstItsDefinition asks for points and triangles on a lattice, where rays meet corners and
// edges all the time. Points in a triangle's plane are left out: they may lie on it.
func TestRayCrossingAgainstItsDefinition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(41, 1))
	v := func() geom.Vec { return geom.Vec{X: float64(r.IntN(4)), Y: float64(r.IntN(4)), Z: float64(r.IntN(4))} }
	counts := map[int]int{}
	cases := require.Samples(40000, 2000, 1000)
	for range cases {
		p, q := v(), geom.Triangle{v(), v(), v()}
		if Orient3D(q[0], q[1], q[2], p) == 0 {
			continue
		}
		var tally Tally
		got, want := tally.RayCrossing(p, &q), crossingOf(p, &q)
		if got != want {
			t.Fatalf("the ray from %v crosses %v by %d, want %d", p, q, got, want)
		}
		counts[want]++
	}
	if min(counts[-1], counts[0], counts[1]) < cases/130 {
		t.Errorf("crossings: %v", counts)
	}
}

// TestSidesOfTheTiny: points in a plane lie in it, and points off it on their side, however small all is.
func TestSidesOfTheTiny(t *testing.T) {
	t.Parallel()
	for e := -300; e <= -100; e++ {
		s := geom.Vec{X: 1, Y: 1, Z: 1}.Scale(math.Ldexp(1, e))
		v, a, b := geom.Vec{}, geom.Vec{X: s.X}, geom.Vec{Y: s.Y}
		points := map[int]geom.Vec{0: {X: s.X, Y: s.Y}, 1: {Z: s.Z}, -1: {X: s.X, Z: -s.Z}}
		for wantX, x := range points {
			for wantY, y := range points {
				var tally Tally
				if sx, sy := tally.sides2(v, a, b, x, y); sx != wantX || sy != wantY {
					t.Errorf("2^%d: %v and %v on the sides %d and %d", e, x, y, sx, sy)
				}
				plane, q := geom.Triangle{v, a, b}, geom.Triangle{x, y, v}
				if got, want := tally.sides(&plane, &q), sides3(9*wantX+3*wantY); got != want {
					t.Errorf("2^%d: %v on the sides %d, want %d", e, q, got, want)
				}
			}
		}
	}
}

// TestSidesNearThePlane: a point that is off a plane by 2⁻⁵¹ of its distance is left open by the filter,
// in whatever unit, and whichever of the points it is.
func TestSidesNearThePlane(t *testing.T) {
	t.Parallel()
	for _, s := range []float64{1, 0x1p-20, 0x1p20} {
		v, a, b := geom.Vec{}, geom.Vec{X: s}, geom.Vec{Y: s}
		near, far := geom.Vec{X: s, Y: s, Z: s * 0x1p-51}, geom.Vec{X: s, Z: s}
		for k := range 4 {
			x := [3]geom.Vec{far, far, far}
			want := byFilter
			if k < 3 {
				x[k], want = near, byAdaptive
			}
			var two, three Tally
			two.sides2(v, a, b, x[0], x[1])
			three.sides(&geom.Triangle{v, a, b}, (*geom.Triangle)(&x))
			if got := stageOf(&three); got != want {
				t.Errorf("unit %g, point %d of three near the plane: by the %s stage", s, k, got)
			}
			if got := stageOf(&two); k != 2 && got != want {
				t.Errorf("unit %g, point %d of two near the plane: by the %s stage", s, k, got)
			}
		}
	}
}

// TestFacetsOfAFlatHull: all triples of eight points in a plane are its facets, and there are no more.
func TestFacetsOfAFlatHull(t *testing.T) {
	t.Parallel()
	var h Hull
	h.Set([]geom.Vec{{X: 1, Z: 3}, {X: 2, Z: 3}, {X: 3, Y: 1, Z: 3}, {X: 3, Y: 2, Z: 3}, {X: 2, Y: 3, Z: 3}, {X: 1, Y: 3, Z: 3}, {Y: 2, Z: 3}, {Y: 1, Z: 3}})
	var f facets
	if f.find(&h); f.n != 56 || f.solid {
		t.Errorf("%d facets, solid %v", f.n, f.solid)
	}
}

// TestKeptFacetsAreOfTheirHull: facets that are kept are those of the hull asked for, also where another one
// begins with the same points.
func TestKeptFacetsAreOfTheirHull(t *testing.T) {
	t.Parallel()
	points := block(1).Points()
	var h Hull
	var kept Tally
	kept.Keep()
	for _, n := range []int{8, 5, 4, 8, 3} {
		h.Set(points[:n])
		var want facets
		want.find(&h)
		for range 2 {
			var room facets
			if got := kept.facets(&h, 0, &room); got.n != want.n || got.solid != want.solid || got.tri != want.tri && n == 8 {
				t.Errorf("%d points: %d facets, want %d", n, got.n, want.n)
			}
		}
		if kept.Keep(); kept.kept[0].n != n {
			t.Errorf("%d points: nothing is kept", n)
		}
	}
}
