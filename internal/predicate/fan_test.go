package predicate

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// TestFansErrorFollowsTheLeaves: the error is Bound times the cube of the sum of the radii, or of the
// least sum where that is larger.
func TestFansErrorFollowsTheLeaves(t *testing.T) {
	t.Parallel()
	m := &simd.MakeMotions(1)[0]
	leaves := simd.MakeLeaves(2)
	SetLeafBounds(&m.Placement, 1)
	least := float64(m.Least)
	for _, c := range []struct{ a, b, rho float64 }{{3 * least, 5 * least, 8 * least}, {least / 8, least / 8, least}, {least / 2, least, 1.5 * least}} {
		leaves[0].Rho, leaves[1].Rho = float32(c.a), float32(c.b)
		f := newFan(m, &leaves[0], &leaves[1])
		want := float64(m.Bound) * c.rho * c.rho * c.rho
		if f.err < want || f.err > want*(1+0x1p-18) {
			t.Errorf("radii %g and %g, least %g: the error is %g, want %g", c.a, c.b, least, f.err, want)
		}
	}
}

// TestFansDecideBothWays: two triangles with a common corner, of which each crosses the other's plane, meet
// beyond it where they open to the same side, in any order of corners.
func TestFansDecideBothWays(t *testing.T) {
	t.Parallel()
	m := &simd.MakeMotions(1)[0]
	SetLeafBounds(&m.Placement, 0x1p-40)
	leaves := simd.MakeLeaves(2)
	p := geom.Triangle{{}, {X: 1, Y: 1}, {X: 1, Y: -1}}
	m.Set(&[9]float64{0: 1, 4: 1, 8: 1}, [3]float64{}, 1)
	for _, side := range []float64{1, -1} {
		q := geom.Triangle{{}, {X: side, Z: 1}, {X: side, Z: -1}}
		for _, orders := range [][2][3]int{{{0, 1, 2}, {0, 1, 2}}, {{1, 0, 2}, {0, 1, 2}}, {{0, 1, 2}, {2, 1, 0}}, {{2, 0, 1}, {1, 2, 0}}, {{0, 2, 1}, {0, 2, 1}}} {
			var a, b [simd.LeafTriangles]geom.Triangle
			var na, nb simd.Numbers
			for i := range a {
				for v := range 3 {
					k, l := orders[0][v], orders[1][v]
					a[i][v], b[i][v] = p[k], q[l]
					na[v][i], nb[v][i] = uint32(k), uint32(l)
					if l > 0 {
						nb[v][i] += 2
					}
				}
			}
			fillLeaf(&leaves[0], &a)
			fillLeaf(&leaves[1], &b)
			f := newFan(m, &leaves[0], &leaves[1])
			hit, apart := f.decide(&na, &nb, 1, 2)
			if want := side > 0; hit == 1 != want || apart == 1 == want {
				t.Errorf("opening to side %g, corners %v: hit %d, apart %d", side, orders, hit, apart)
			}
			// All sixteen pairs are the same, and no kernel decides such neighbours.
			hits, aparts := LeafSelf(simd.Go, m, &leaves[0], &leaves[1], &na, &nb)
			if hits != hit*0xffff || aparts != apart*0xffff {
				t.Errorf("opening to side %g, corners %v: hits %04x, apart %04x", side, orders, hits, aparts)
			}
		}
	}
}

// TestInOnePlane: leaves lie in a plane across an axis if no corner of any of their triangles is off it.
func TestInOnePlane(t *testing.T) {
	t.Parallel()
	for axis := range 3 {
		var leaves [2]simd.Corners
		x := 1.0
		for l := range leaves {
			for r := range leaves[l] {
				for i := range leaves[l][r] {
					x += 0.7
					leaves[l][r][i] = x
					if r%3 == axis {
						leaves[l][r][i] = 3
					}
				}
			}
		}
		if k, pairs := flatPairs(&leaves[0], &leaves[1], LevelsOf(&leaves[0]), LevelsOf(&leaves[1]), 0xffff); k != axis || pairs != 0xffff {
			t.Errorf("axis %d: %04x in a plane across axis %d", axis, pairs, k)
		}
		for l := range leaves {
			for v := range 3 {
				for i := range simd.LeafTriangles {
					off := leaves
					off[l][3*v+axis][i] = 4
					want := uint32(0xffff) &^ [2]uint32{0xf << (4 * i), 0x1111 << i}[l]
					if k, pairs := flatPairs(&off[0], &off[1], LevelsOf(&off[0]), LevelsOf(&off[1]), 0xffff); k != axis || pairs != want {
						t.Errorf("axis %d, leaf %d, corner %d of triangle %d is off the plane: %04x are in one across axis %d", axis, l, v, i, pairs, k)
					}
				}
			}
		}
	}
}

// TestSignOfDotKeepsTails: what rounding takes from a product or a sum decides where the rest cancels.
func TestSignOfDotKeepsTails(t *testing.T) {
	t.Parallel()
	const e = 0x1p-30
	for _, c := range [][6]float64{
		{1 + e, 1 + e, -1 - 2*e, 1, 0, 0}, {0, 0, 1 + e, 1 + e, -1 - 2*e, 1}, {-1 - 2*e, 1, 0, 0, 1 + e, 1 + e},
		{1, 1, e, e * e, -1, 1}, {e, e * e, -1, 1, 1, 1}, {3, 1, 5, 1, -7, 1},
		{1 + e, 1 + e, 1 - e, 1 - e, -2, 1}, {1 + e, 1 + e, e, e * e, -1 - 2*e, 1},
	} {
		want := radd(radd(rmul(rat(c[0]), rat(c[1])), rmul(rat(c[2]), rat(c[3]))), rmul(rat(c[4]), rat(c[5]))).Sign()
		if got := signOfDot(c[0], c[1], c[2], c[3], c[4], c[5]); got != want {
			t.Errorf("signOfDot(%v) = %d, want %d", c, got, want)
		}
		if got := signOfDot(-c[0], c[1], -c[2], c[3], -c[4], c[5]); got != -want {
			t.Errorf("less %v: %d, want %d", c, got, -want)
		}
	}
}

// TestCornersHaveNoNegativeZero: 0 is written in one way.
func TestCornersHaveNoNegativeZero(t *testing.T) {
	t.Parallel()
	zero := math.Copysign(0, -1)
	p := units(0).point(geom.Vec{X: zero, Y: zero, Z: zero})
	for k, x := range [3]float64{p.vec().X, p.vec().Y, p.vec().Z} {
		if math.Signbit(x) {
			t.Errorf("coordinate %d is −0", k)
		}
	}
}

// TestAcrossIsCertain: points are on different sides of a plane where both are off it by more than the error.
func TestAcrossIsCertain(t *testing.T) {
	t.Parallel()
	f := fan{err: 2}
	for _, x := range []float64{-3, -2, 0, 2, 3} {
		for _, y := range []float64{-3, -2, 0, 2, 3} {
			want := 0
			if x*y < -6 {
				want = sign(x)
			}
			if got := f.across(geom.Vec{}, geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: x}, geom.Vec{X: 5, Z: y}); got != want {
				t.Errorf("points %g and %g off a plane: %d, want %d", x, y, got, want)
			}
		}
	}
}

// TestExactBallsAreCounted: a ball that touches a triangle to the last bit is one exact test.
func TestExactBallsAreCounted(t *testing.T) {
	t.Parallel()
	var tally Tally
	q := geom.Triangle{{X: 3, Y: 4}, {X: 3, Y: 9}, {X: 8, Y: 4}}
	for n := int64(1); n < 4; n++ {
		if !tally.SphereTriangle(&geom.Sphere{Radius: 5}, &q) || tally.Exact != n {
			t.Errorf("%d exact tests after %d", tally.Exact, n)
		}
	}
}

// TestTransversalDecidesTheClear: triangles that cross in general position have two points in float64.
func TestTransversalDecidesTheClear(t *testing.T) {
	t.Parallel()
	p, q := geom.Triangle{{X: -1, Y: -1.1}, {X: 2, Y: 0.1}, {X: -1, Y: 1.2}}, geom.Triangle{{X: 0.1, Z: -1}, {X: 0.3, Y: 0.2, Z: 1}, {X: 3, Y: 0.3, Z: 1.1}}
	var tally Tally
	if r, decided := tally.transversal(&p, &q); !decided || r.N != 2 || r.Kind != Segment {
		t.Errorf("%+v, decided %v", r, decided)
	}
}

// TestSharedCorners names the corners shared, and none where one is repeated or all are.
func TestSharedCorners(t *testing.T) {
	t.Parallel()
	a, b, c, d, e := geom.Vec{}, geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1}, geom.Vec{X: 2}
	for _, x := range []struct {
		p, q geom.Triangle
		i, k int
	}{
		{geom.Triangle{a, b, c}, geom.Triangle{d, b, e}, 1, -1}, {geom.Triangle{a, b, c}, geom.Triangle{c, a, e}, 0, 2},
		{geom.Triangle{a, a, c}, geom.Triangle{d, a, e}, -1, -1}, {geom.Triangle{a, b, c}, geom.Triangle{b, b, e}, -1, -1}, {geom.Triangle{a, b, c}, geom.Triangle{b, c, a}, -1, -1},
	} {
		m := match(&x.p, &x.q)
		if i, k := m.shared(); i != x.i || i >= 0 && k != x.k {
			t.Errorf("%v and %v share %d and %d, want %d and %d", x.p, x.q, i, k, x.i, x.k)
		}
	}
}
