package predicate

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

// TestAxialFiltersKnowTheirRange: a triangle and a box that are far apart from a solid, or deep in it, are decided within the range of
// frames, and left to integers at once beyond either end.
func TestAxialFiltersKnowTheirRange(t *testing.T) {
	t.Parallel()
	away := geom.Triangle{{X: 4, Y: 4}, {X: 4, Y: 4, Z: 1}, {X: 5, Y: 4}}
	within := geom.Triangle{{Z: 0.5}, {X: 0.25, Z: 0.5}, {Y: 0.25, Z: 0.5}}
	for _, c := range []struct {
		q     geom.Triangle
		want  verdict
		scale float64
	}{
		{away, sureNo, 1}, {away, sureNo, 0x1p196}, {away, unsure, 0x1p197}, {away, unsure, 0x1p201}, {away, sureNo, 0x1p-200}, {away, unsure, 0x1p-201},
		{within, sureYes, 1}, {within, sureYes, 0x1p198}, {within, unsure, 0x1p199}, {within, sureYes, 0x1p-200}, {within, unsure, 0x1p-201},
	} {
		for _, kind := range []Axial{{Flat: true}, {Flat: true, Pointed: true}} {
			kind.B.Z, kind.Radius = c.scale, c.scale
			q := geom.Triangle{c.q[0].Scale(c.scale), c.q[1].Scale(c.scale), c.q[2].Scale(c.scale)}
			if got := kind.filter(&q); got != c.want {
				t.Errorf("%+v and %v: %v, want %v", kind, q, got, c.want)
			}
		}
	}
}

// TestBoxesBesideSolidsKnowTheirRange is that of a box.
func TestBoxesBesideSolidsKnowTheirRange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scale float64
		sure  bool
	}{{1, true}, {0x1p195, true}, {0x1p200, false}, {0x1p-199, true}, {0x1p-201, false}} {
		for want, x := range map[verdict]float64{sureNo: 6, sureYes: 0.5} {
			a := Axial{B: geom.Vec{Z: c.scale}, Radius: c.scale, Flat: true}
			a.A.X, a.B.X = x*c.scale, x*c.scale
			f := frameOfBox(geom.AABB{Min: geom.Vec{X: -c.scale, Y: -c.scale, Z: -c.scale}, Max: geom.Vec{X: c.scale, Y: c.scale, Z: c.scale}})
			if !c.sure {
				want = unsure
			}
			if got := f.meetsAxial(&a); got != want {
				t.Errorf("at %g times %g: %v, want %v", x, c.scale, got, want)
			}
		}
	}
}

// TestDirectionsHaveALeastLength: products with a shorter one may underflow, so it separates nothing.
func TestDirectionsHaveALeastLength(t *testing.T) {
	t.Parallel()
	a := Axial{B: geom.Vec{Z: 1}, Radius: 1, Flat: true}
	f := frameOfBox(geom.AABB{Min: geom.Vec{X: -4, Y: -1, Z: -1}, Max: geom.Vec{X: -2, Y: 1, Z: 1}})
	const least = frameLeast * 0x1p-100
	for size, want := range map[float64]bool{1: true, least: true, math.Nextafter(least, 0): false, least / 2: false} {
		n := geom.Vec{X: size}
		if got := a.apart(n, a.B, []geom.Vec{{X: 2}}, 0x1p-20); got != want {
			t.Errorf("apart along %g is %v", size, got)
		}
		if got := f.beside(n, f.center.Scale(-1), a.B, &a, 0x1p-20); got != want {
			t.Errorf("beside along %g is %v", size, got)
		}
	}
}

// frameOfBox is that of a box along the axes.
func frameOfBox(b geom.AABB) (f frame) {
	var v [8]geom.Vec
	for i := range v {
		v[i] = b.Corner(i)
	}
	f.set(v[:], &b)
	return f
}

// TestReachCountsEitherSide: a solid reaches as far on either side of a box.
func TestReachCountsEitherSide(t *testing.T) {
	t.Parallel()
	f := frameOfBox(geom.AABB{Max: geom.Vec{X: 1, Y: 2, Z: 3}})
	a := Axial{Radius: 0.5}
	want := f.size + 4 + 5 + 6 + 2*3 + 0.5
	for k := range 8 {
		at := geom.Vec{X: 4 - 8*float64(k&1), Y: 5 - 5*float64(k&2), Z: 6 - 3*float64(k&4)}
		if got := f.reachOf(at, geom.Vec{Y: -3}, &a); got != want {
			t.Errorf("reach at %v is %g, want %g", at, got, want)
		}
	}
}
