package kind

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

// plainAndInverted is a mesh posed as it is, and turned inside out: the normals of its triangles point in.
func plainAndInverted(t *testing.T, a geom.Vec, edge float64) [2]*Body {
	t.Helper()
	m := box("box", a, a.Add(vec(edge, edge, edge)))
	return [2]*Body{posed(t, m, geom.Identity), posed(t, inverted(m), geom.Identity)}
}

// TestProvenPenetrations: boxes that cross by a corner or an edge, however little down to 2^-10 of their edges, have a common point that
// winding numbers prove, wherever they are and whichever way their triangles face. Without a crossing, too near the surfaces, and where normals
// leave the range of float64, none is proven.
func TestProvenPenetrations(t *testing.T) {
	t.Parallel()
	corner := vec(8, -16, 32)
	for _, c := range []struct {
		by    geom.Vec
		scale float64
		want  bool
	}{
		{vec(0.5, 0.25, 0.375), 1, true}, {vec(0.9375, 0.875, 0.75), 1, true}, {vec(-0.5, 0.75, -0.25), 1, true},
		{vec(1-0x1p-10, 0.25, 0.25), 1, true}, {vec(1-0x1p-10, 1-0x1p-10, 0.25), 1, true}, {vec(0.25, 0.25, -1+0x1p-10), 1, true},
		{vec(0.5, 0.25, 0.375), 0x1p200, true}, {vec(1-0x1p-10, 0.25, 0.25), 0x1p-200, true}, {vec(1-0x1p-10, 1-0x1p-10, 0.25), 0x1p200, true},
		{vec(1-0x1p-16, 1-0x1p-16, 0.25), 1, false}, {vec(0.5, 0, 0), 1, false}, {vec(1, 0.5, 0.25), 1, false}, {vec(0.5, 0.25, 0.375), 0x1p1010, false},
	} {
		for i, a := range plainAndInverted(t, corner.Scale(c.scale), c.scale) {
			for k, b := range plainAndInverted(t, corner.Add(c.by).Scale(c.scale), c.scale) {
				var j Judge
				got, why := j.Of(a, b, contacts(a, b))
				if touch := c.by.X == 1; (got == Touch) != touch || j.Proven() != c.want {
					t.Errorf("boxes %v apart, scale %g, inverted %d and %d: kind %d (%s), proven %v, want %v", c.by, c.scale, i, k, got, why, j.Proven(), c.want)
				}
			}
		}
	}
}

// TestNoPointBetweenTouchingBoxes: next to no pair of triangles of two boxes that touch, or of one in the cavity of the other, a point is in both.
func TestNoPointBetweenTouchingBoxes(t *testing.T) {
	t.Parallel()
	hollow := posed(t, joined("hollow", box("outer", vec(4, 4, 4), vec(10, 10, 10)), inverted(box("inner", vec(6, 6, 6), vec(8, 8, 8)))), geom.Identity)
	fills := plainAndInverted(t, vec(6, 6, 6), 2)
	beside := plainAndInverted(t, vec(10, 5, 4.5), 1)
	for _, b := range []*Body{fills[0], fills[1], beside[0], beside[1]} {
		for _, c := range contacts(hollow, b) {
			for _, swapped := range []bool{false, true} {
				var j Judge
				hollow.Surface.Triangle(c.A, &j.p)
				b.Surface.Triangle(c.B, &j.q)
				x, y := hollow.Surface, b.Surface
				if swapped {
					j.p, j.q, x, y = j.q, j.p, y, x
				}
				if j.commonPoint(x, y) {
					t.Errorf("triangles %d and %d, swapped %v: a common point of boxes that touch", c.A, c.B, swapped)
				}
			}
		}
	}
}

// TestProvenPointsOfSolids: a ball whose middle is outside of a box and that enters it by 2^-10 next to a corner of a triangle has a point in common with the
// box that is proven; one that enters by too little has none.
func TestProvenPointsOfSolids(t *testing.T) {
	t.Parallel()
	for i, b := range plainAndInverted(t, vec(3, 5, -7), 1) {
		middle := vec(3.5, 5.5, -6.5)
		for tri := range uint32(len(b.Surface.Mesh.Triangles)) {
			var q geom.Triangle
			b.Surface.Triangle(tri, &q)
			out := step(&q)
			out = out.Scale(1 / out.Norm())
			if out.Dot(q[0].Sub(middle)) < 0 {
				out = out.Scale(-1)
			}
			for k := range q {
				place := q[k].Scale(0.875).Add(q[0].Add(q[1]).Scale(0.25 * 0.125)).Add(q[2].Scale(0.5 * 0.125))
				for depth, want := range map[float64]bool{0x1p-10: true, 0x1p-20: false} {
					s := ball(place.Add(out.Scale(0.125)), 0.125+depth)
					var j Judge
					got, why := j.OfSolid(s, b, touching(s, b))
					if got != Penetrate || j.Proven() != want {
						t.Errorf("box %d, triangle %d, corner %d, %g deep: kind %d (%s), proven %v, want %v", i, tri, k, depth, got, why, j.Proven(), want)
					}
				}
			}
		}
	}
	var j Judge
	b := plainAndInverted(t, vec(3, 5, -7), 1)[0]
	within, without := ball(vec(3.25, 5.5, -6.5), 0.25), ball(vec(2.75, 5.5, -6.5), 0.25)
	if got, why := j.OfSolid(within, b, touching(within, b)); got != Penetrate || !j.Proven() {
		t.Errorf("a ball that touches a face from within: kind %d (%s), proven %v", got, why, j.Proven())
	}
	if got, why := j.OfSolid(without, b, touching(without, b)); got != Touch || j.Proven() {
		t.Errorf("a ball that touches a face from without: kind %d (%s), proven %v", got, why, j.Proven())
	}
	far := plainAndInverted(t, vec(0, 0, 0), math.MaxFloat64)[0]
	s := ball(vec(-0.5, 1, 2), 1)
	if got, why := j.OfSolid(s, far, touching(s, far)); got != Penetrate || j.Proven() {
		t.Errorf("a ball at a face of the largest box: kind %d (%s), proven %v", got, why, j.Proven())
	}
}

// TestPointsOfSolidsAllocateNothing: not even where all points are tried and none is common.
func TestPointsOfSolidsAllocateNothing(t *testing.T) {
	var j Judge
	b := plainAndInverted(t, vec(3, 5, -7), 1)[0]
	s := ball(vec(2.875, 5.25, -6.625), 0.125+0x1p-20)
	list := touching(s, b)
	n := testing.AllocsPerRun(2, func() { j.OfSolid(s, b, list) })
	if n > 0 || j.Proven() {
		t.Errorf("%v allocations, proven %v", n, j.Proven())
	}
}
