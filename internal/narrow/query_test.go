package narrow

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
)

// axes are the fifteen directions that can separate a box turned by m from one along the
// coordinates: the axes of both, and their cross products.
func axes(m *geom.Mat) (all [15]geom.Vec) {
	unit := [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	for i := range 3 {
		all[i], all[3+i] = unit[i], m.Col(i)
		for j := range 3 {
			all[6+3*i+j] = unit[i].Cross(m.Col(j))
		}
	}
	return all
}

// farthest is how far a box's corners lie along a direction, its half sizes being h along the
// columns of m.
func farthest(along geom.Vec, m *geom.Mat, h geom.Vec) float64 {
	most := math.Inf(-1)
	for k := range 8 {
		c := geom.Vec{X: h.X * float64(2*(k&1)-1), Y: h.Y * float64(k&2-1), Z: h.Z * float64(k>>1&2-1)}
		most = max(most, along.Dot(m.MulVec(c)))
	}
	return most
}

// boxes returns a query and two boxes of half sizes a and b, A's being at d from B's as B sees it.
func boxes(m *geom.Mat, d, a, b geom.Vec, pad float64) (q query, x, y geom.AABB) {
	own, at := geom.Vec{X: -4, Y: 6, Z: 11}, geom.Vec{X: 3, Y: -5, Z: 2}
	q = query{kind: turned, m: *m, n: m.Abs(), pad: pad, t: d.Add(at).Sub(m.MulVec(own))}
	return q, geom.AABB{Min: own.Sub(a), Max: own.Add(a)}, geom.AABB{Min: at.Sub(b), Max: at.Add(b)}
}

func (q *query) turnedApart(x, y *geom.AABB) bool {
	var t turnedBox
	q.turn(x, &t)
	return q.apartTurned(&t, y)
}

// TestEveryAxisSeparates moves two boxes apart in random directions until the first of the fifteen
// axes separates them by the pad: a little farther they are apart, a little nearer they are not.
func TestEveryAxisSeparates(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(61, 1))
	var first [15]int
	for range 20000 {
		m := rotation(r)
		size := func() float64 { return math.Exp(r.NormFloat64()) }
		a, b := geom.Vec{X: size(), Y: size(), Z: size()}, geom.Vec{X: size(), Y: size(), Z: size()}
		pad := 0.05 * r.Float64()
		way := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
		least, at := math.Inf(1), 0
		for i, l := range axes(&m) {
			reach := farthest(l, &m, a) + farthest(l, &geom.Identity.R, b) + pad
			if s := reach / math.Abs(l.Dot(way)); s < least {
				least, at = s, i
			}
		}
		first[at]++
		for _, f := range []float64{1 - 1e-9, 1 + 1e-9} {
			q, x, y := boxes(&m, way.Scale(least*f), a, b, pad)
			if got := q.turnedApart(&x, &y); got != (f > 1) {
				t.Fatalf("at %.10f of the distance at which axis %d separates: apart is %v (%v, %v, %v)", f, at, got, m, a, b)
			}
		}
	}
	for i, n := range first {
		if n < 50 {
			t.Errorf("axis %d is the first to separate in %d of 20000 cases", i, n)
		}
	}
}

// TestTouchingByThePadIsNotApart: a gap as large as the pad separates along none of the axes,
// turned or shifted, where all numbers are exact.
func TestTouchingByThePadIsNotApart(t *testing.T) {
	t.Parallel()
	a, b := geom.Vec{X: 2, Y: 3, Z: 5}, geom.Vec{X: 7, Y: 1, Z: 4}
	turns := quarterTurns()
	if len(turns) != 24 {
		t.Fatalf("%d rotations take axes to axes", len(turns))
	}
	for _, m := range turns {
		half := m.Abs()
		reach := half.MulVec(a).Add(b).Add(geom.Vec{X: 1, Y: 1, Z: 1})
		for k := range 6 {
			d := [3]geom.Vec{{X: reach.X}, {Y: reach.Y}, {Z: reach.Z}}[k%3].Scale(float64(1 - k/3*2))
			for _, far := range []float64{1, 1 + 0x1p-40} {
				q, x, y := boxes(&m, d.Scale(far), a, b, 1)
				if got := q.turnedApart(&x, &y); got != (far > 1) {
					t.Errorf("%v at %v, turned by %v: apart is %v", a, d.Scale(far), m, got)
				}
				if m == geom.Identity.R {
					if got := q.apartShifted(&x, &y); got != (far > 1) {
						t.Errorf("%v at %v: apart is %v", a, d.Scale(far), got)
					}
				}
			}
		}
	}
}

// quarterTurns are the rotations that take axes to axes.
func quarterTurns() (all []geom.Mat) {
	for k := range 216 {
		var m geom.Mat
		for i, n := 0, k; i < 3; i, n = i+1, n/6 {
			m[3*i+n%6/2] = float64(1 - n%2*2)
		}
		if x, y := m.Row(0), m.Row(1); x.Cross(y) == m.Row(2) {
			all = append(all, m)
		}
	}
	return all
}
