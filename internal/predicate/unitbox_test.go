package predicate

import (
	"testing"

	"github.com/collide-go/collide/geom"
)

// These tests stand where the errors of a triangle next to the unit cube end, as those of frameends_test.go do.

// everyWay calls f with the coordinates exchanged, mirrored and the corners turned.
func everyWay(v [3][3]float64, f func(v [3][3]float64)) {
	for shift := range 3 {
		for mirror := range 8 {
			for turn := range 6 {
				var w [3][3]float64
				for k := range 3 {
					to := (k + turn) % 3
					if turn >= 3 {
						to = (5 - k - turn%3) % 3
					}
					for i := range 3 {
						w[to][(i+shift)%3] = v[k][i] * float64(1-2*(mirror>>i&1))
					}
				}
				f(w)
			}
		}
	}
}

func unitBoxOf(v [3][3]float64) *unitBox {
	t := &unitBox{v: v, in: [3]float64{1, 1, 1}, out: [3]float64{1, 1, 1}}
	for _, c := range v {
		t.far = max(t.far, c[0], c[1], c[2], -c[0], -c[1], -c[2])
	}
	return t
}

// TestUnitBoxEnds: a plane before the cube's corner is apart from 128·(1 + 3)·6·6 units of n·p on, where
// edges are 6 long and n·p is 27; an edge before the cube's edge from 32·(1 + 3)·4 units of 4 on.
func TestUnitBoxEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		plane, edge float64 // beyond, in units of 2⁻⁵³
		want        verdict
	}{{760, 150, sureNo}, {600, 110, unsure}, {-600, -110, unsure}, {-760, -150, sureYes}} {
		x := 3 * (1 + c.plane*unit)
		y := 2 * (1 + c.edge*unit)
		for name, v := range map[string][3][3]float64{"plane": {{x}, {0, x}, {0, 0, x}}, "edge": {{y}, {0, y}, {3, 3}}} {
			everyWay(v, func(v [3][3]float64) {
				if got := unitBoxOf(v).meets(); got != c.want {
					t.Errorf("a %s at %v: %d, want %d", name, v, got, c.want)
				}
			})
		}
	}
}

// TestUnitBoxOfTinyEdges: an axis that is too short to be tested, and is not 0, leaves a contact open.
func TestUnitBoxOfTinyEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x, y float64
		want verdict
	}{{0, 0, sureYes}, {0x1p-300, 0x1p-300, unsure}, {0x1p-300, 0, unsure}, {0x1p-20, 0x1p-20, sureYes}} {
		everyWay([3][3]float64{{0, 0, 5}, {c.x, c.y, -5}, {2, 1, 0}}, func(v [3][3]float64) {
			if got := unitBoxOf(v).meets(); got != c.want {
				t.Errorf("%v: %d, want %d", v, got, c.want)
			}
		})
	}
}

// TestUnitBoxOfAPoint: a triangle without a plane is left open, though no axis separates it.
func TestUnitBoxOfAPoint(t *testing.T) {
	t.Parallel()
	everyWay([3][3]float64{{2, 0.5, 0.25}, {2, 0.5, 0.25}, {-2, 0.125, 0.5}}, func(v [3][3]float64) {
		if got := unitBoxOf(v).meets(); got != unsure {
			t.Errorf("%v: %d", v, got)
		}
	})
}

// TestUnitTriangleEnds: a triangle along a face is apart from 2·(1 + X)·e·(1 + 2⁻¹⁰) beyond it on.
func TestUnitTriangleEnds(t *testing.T) {
	t.Parallel()
	f := literal()
	const e = 0x1p-20
	for _, c := range []struct {
		beyond float64 // times 2·(1 + 3)·e
		want   verdict
	}{{1 + 1.1*0x1p-10, sureNo}, {1 + 0.9*0x1p-10, unsure}, {0, unsure}, {-1 - 0.9*0x1p-10, unsure}, {-1 - 1.1*0x1p-10, sureYes}} {
		x := 1 + 8*e*c.beyond
		everyWay([3][3]float64{{x, 3, 3}, {x, -3, 3}, {x, 0, -3}}, func(v [3][3]float64) {
			if got := f.unitTriangle(&v, e); got != c.want {
				t.Errorf("%v: %d, want %d", v, got, c.want)
			}
		})
	}
}

// TestUnitTriangleKnowsItsRange: errors below half of the cube, coordinates up to 2⁴⁰.
func TestUnitTriangleKnowsItsRange(t *testing.T) {
	t.Parallel()
	f := literal()
	for _, c := range []struct {
		x, y, e float64
		want    verdict
	}{
		{3, 0, 0.49 / 8 * (1 - 0x1p-10), sureNo}, {3, 0, 0.51 / 8, unsure},
		{0x1p40, 0, 0x1p-60, sureNo}, {above(0x1p40), 0, 0x1p-60, unsure}, {3, 0x1p40, 0x1p-60, sureNo}, {3, above(0x1p40), 0x1p-60, unsure},
	} {
		everyWay([3][3]float64{{c.x, c.y, 1}, {c.x, -c.y, 1}, {c.x, 0, -1}}, func(v [3][3]float64) {
			if got := f.unitTriangle(&v, c.e); got != c.want {
				t.Errorf("%v, error %g: %d, want %d", v, c.e, got, c.want)
			}
		})
	}
}

// TestTrianglesErrorIsThatOfTheFarthestCorner: an edge next to the cube is no better known than the corner that
// is far away.
func TestTrianglesErrorIsThatOfTheFarthestCorner(t *testing.T) {
	t.Parallel()
	f := literal()
	for _, c := range []struct {
		far  float64
		want verdict
	}{{3, sureNo}, {0x1p20, unsure}} {
		x := 2 * (1 + 0x1p-15)
		everyWay([3][3]float64{{x}, {0, x}, {c.far, c.far}}, func(v [3][3]float64) {
			var q geom.Triangle
			for k, p := range v {
				q[k] = geom.Vec{X: p[0], Y: p[1], Z: p[2]}
			}
			if got := f.meetsTriangle(&q); got != c.want {
				t.Errorf("%v: %d, want %d", q, got, c.want)
			}
		})
	}
}

// TestUnitBoxesApart: a triangle that only its face, edge or plane keeps from the inner box, and none from the
// outer one, is left open.
func TestUnitBoxesApart(t *testing.T) {
	t.Parallel()
	for name, v := range map[string][3][3]float64{
		"face": {{1, 3, 3}, {1, -3, 3}, {1, 0, -3}}, "edge": {{2}, {0, 2}, {3, 3}}, "plane": {{10, -3.5, -3.5}, {-3.5, 10, -3.5}, {-3.5, -3.5, 10}},
	} {
		everyWay(v, func(v [3][3]float64) {
			box := unitBoxOf(v)
			box.in, box.out = [3]float64{0.5, 0.5, 0.5}, [3]float64{1.5, 1.5, 1.5}
			if got := box.meets(); got != unsure {
				t.Errorf("%s at %v: %d", name, v, got)
			}
		})
	}
}
