package predicate

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// fan decides pairs of triangles of two leaves of one mesh that share one corner, as
// Tally.sharedCorner does: where the other corners of each lie strictly on both sides of
// the other's plane, four signs tell whether the intervals they cut out of the planes'
// common line, both of which begin at the corner, point the same way. These are
// determinants of a corner of one about the plane of the other, so the filter's bound
// holds for them, the more as they are computed in float64 here.
type fan struct {
	a, b *simd.Leaf
	// between leads from B's local origin to A's.
	between geom.Vec
	err     float64
}

func newFan(m *simd.Motion, a, b *simd.Leaf) fan {
	rho := float64(max(a.Rho+b.Rho, m.Least))
	return fan{a, b, geom.Vec{X: a.C[0] - b.C[0], Y: a.C[1] - b.C[1], Z: a.C[2] - b.C[2]},
		float64(m.Bound) * rho * rho * rho * (1 + 0x1p-20)}
}

// decide returns 1 for a certain contact of triangles i and j, or for certainly none.
func (f *fan) decide(na, nb *simd.Numbers, i, j int) (hit, apart uint32) {
	v, w := oneShared(na, nb, i, j)
	if v < 0 {
		return 0, 0
	}
	p0, p1, p2 := leafCorner(f.a, i, v).Add(f.between), leafCorner(f.a, i, next[v]).Add(f.between), leafCorner(f.a, i, next[v+1]).Add(f.between)
	q0, q1, q2 := leafCorner(f.b, j, w), leafCorner(f.b, j, next[w]), leafCorner(f.b, j, next[w+1])
	s := f.across(p0, p1, p2, q1, q2)
	if s == 0 {
		return 0, 0
	}
	r := f.across(q0, q1, q2, p1, p2)
	switch r {
	case 0:
		return 0, 0
	case s:
		return 0, 1
	}
	return 1, 0
}

// across returns the sign of the side of the plane v, a, b that x lies on if y certainly
// lies on the other, else 0.
func (f *fan) across(v, a, b, x, y geom.Vec) int {
	n := a.Sub(v).Cross(b.Sub(v))
	dx, dy := n.Dot(x.Sub(v)), n.Dot(y.Sub(v))
	switch {
	case dx > f.err && dy < -f.err:
		return 1
	case dx < -f.err && dy > f.err:
		return -1
	}
	return 0
}

// oneShared returns the corners with equal numbers of two triangles if there is one
// such pair of corners, else −1.
func oneShared(na, nb *simd.Numbers, i, j int) (v, w int) {
	v = -1
	for k := range 3 {
		for l := range 3 {
			if na[k][i] == nb[l][j] {
				if v >= 0 {
					return -1, -1
				}
				v, w = k, l
			}
		}
	}
	return v, w
}

// leafCorner is corner v of triangle i about the leaf's local origin.
func leafCorner(l *simd.Leaf, i, v int) geom.Vec {
	return geom.Vec{X: float64(l.V[3*v][i]), Y: float64(l.V[3*v+1][i]), Z: float64(l.V[3*v+2][i])}
}
