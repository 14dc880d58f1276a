package narrow

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// NodePair is a pair of nodes still to be visited.
type NodePair struct{ A, B int32 }

// query holds what one descent over two surfaces needs: A's boxes are seen in
// B's frame as d = M·cA + t, or both boxes in the world.
//
// Derivation of pad. Let W = reach(A) + reach(B) and δ the sum of the defects, each of which
// is off by up to 4u itself. If world triangles share a point y, y is within 4.1u·W per
// coordinate of R_A·a + T_A and of R_B·b + T_B for points a, b of the local node boxes. Applied
// to R_Bᵀ (rows of 1-norm ≤ 1.8): |M·a + t − b| ≤ 1.8·8.2u·W + 3(δ + 8u)·W for the exact
// M = R_Bᵀ·R_A, t = R_Bᵀ·(T_A − T_B); computing them rounded adds at most 30u·W
// and 8u·W. So |M̂·a + t̂ − b|∞ ≤ e = 80u·W + 4δ·W.
//
// A separating axis L with |L|₁ ≤ 1.8 then rejects safely when |L·d| exceeds the
// two radii by 1.8e, by the non-orthonormality of M̂ in the radii ((δ + 8u)·3W), and by
// the rounding of d and the radii, fewer than 24 operations on values up to 4W.
// Everything together is below 280u·W + 12δ·W, little more than half of pad.
type query struct {
	kind queryKind
	m, n geom.Mat // M and |M|
	t    geom.Vec
	pad  float64
}

type queryKind uint8

const (
	// shifted: the frames differ by a translation; boxes are compared directly.
	shifted queryKind = iota
	// turned: the frames differ by a rigid motion; separating axes.
	turned
	// world: a matrix is not rigid; world boxes are compared.
	world
)

// rigidDefect is the defect up to which the descent works in B's frame; beyond
// it, pads would cost more than world boxes do. It decides no contact.
const rigidDefect = 1e-9

// most bounds the coordinates for which no step of a filter can overflow.
var most = math.Ldexp(1, 500)

func (q *query) set(a, b *Surface) {
	w, defect := a.reach+b.reach, a.defect+b.defect
	*q = query{pad: 512*u*w + 32*defect*w + tiny}
	switch {
	case a.identity && b.identity:
		q.kind, q.pad = shifted, 0
	case !(w <= most) || !(defect <= rigidDefect):
		q.kind = world
	default:
		q.m = b.pose.R.TMul(&a.pose.R)
		q.n = q.m.Abs()
		q.t = b.pose.R.TMulVec(a.pose.T.Sub(b.pose.T))
		q.kind = turned
		if a.pose.R == b.pose.R { // M̂ is the identity up to the defect, which pad holds
			q.kind = shifted
		}
	}
}

// apart reports whether no point of A's box can touch one of B's.
func (q *query) apart(a, b *Surface, x, y *geom.AABB) bool {
	switch q.kind {
	case shifted:
		return q.apartShifted(x, y)
	case turned:
		var t turnedBox
		q.turn(x, &t)
		return q.apartTurned(&t, y)
	}
	p, r := a.WorldBox(x), b.WorldBox(y)
	return !p.Overlaps(&r)
}

func (q *query) apartShifted(x, y *geom.AABB) bool {
	return x.Min.X+q.t.X > y.Max.X+q.pad || y.Min.X > x.Max.X+q.t.X+q.pad ||
		x.Min.Y+q.t.Y > y.Max.Y+q.pad || y.Min.Y > x.Max.Y+q.t.Y+q.pad ||
		x.Min.Z+q.t.Z > y.Max.Z+q.pad || y.Min.Z > x.Max.Z+q.t.Z+q.pad
}

// turnedBox is a box of A as B sees it: its centre, its half sizes along its own
// axes, and the pad plus half its extents along B's.
type turnedBox struct{ center, half, extent geom.Vec }

func (q *query) turn(x *geom.AABB, t *turnedBox) {
	m, n := &q.m, &q.n
	cx, cy, cz := 0.5*(x.Max.X+x.Min.X), 0.5*(x.Max.Y+x.Min.Y), 0.5*(x.Max.Z+x.Min.Z)
	ax, ay, az := 0.5*(x.Max.X-x.Min.X), 0.5*(x.Max.Y-x.Min.Y), 0.5*(x.Max.Z-x.Min.Z)
	t.half = geom.Vec{X: ax, Y: ay, Z: az}
	t.center = geom.Vec{
		X: float64(m[0]*cx) + float64(m[1]*cy) + float64(m[2]*cz) + q.t.X,
		Y: float64(m[3]*cx) + float64(m[4]*cy) + float64(m[5]*cz) + q.t.Y,
		Z: float64(m[6]*cx) + float64(m[7]*cy) + float64(m[8]*cz) + q.t.Z,
	}
	t.extent = geom.Vec{
		X: float64(n[0]*ax) + float64(n[1]*ay) + float64(n[2]*az) + q.pad,
		Y: float64(n[3]*ax) + float64(n[4]*ay) + float64(n[5]*az) + q.pad,
		Z: float64(n[6]*ax) + float64(n[7]*ay) + float64(n[8]*az) + q.pad,
	}
}

// apartTurned is the separating axis test of two boxes under a rotation, after
// Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996: the three axes of B, the
// three of A, the nine cross products.
func (q *query) apartTurned(t *turnedBox, y *geom.AABB) bool {
	dx := t.center.X - 0.5*(y.Max.X+y.Min.X)
	bx := 0.5 * (y.Max.X - y.Min.X)
	if math.Abs(dx) > bx+t.extent.X {
		return true
	}
	dy := t.center.Y - 0.5*(y.Max.Y+y.Min.Y)
	by := 0.5 * (y.Max.Y - y.Min.Y)
	if math.Abs(dy) > by+t.extent.Y {
		return true
	}
	dz := t.center.Z - 0.5*(y.Max.Z+y.Min.Z)
	bz := 0.5 * (y.Max.Z - y.Min.Z)
	if math.Abs(dz) > bz+t.extent.Z {
		return true
	}
	m, n, pad := &q.m, &q.n, q.pad
	ax, ay, az := t.half.X, t.half.Y, t.half.Z
	if math.Abs(float64(dx*m[0])+float64(dy*m[3])+float64(dz*m[6])) > ax+float64(n[0]*bx)+float64(n[3]*by)+float64(n[6]*bz)+pad ||
		math.Abs(float64(dx*m[1])+float64(dy*m[4])+float64(dz*m[7])) > ay+float64(n[1]*bx)+float64(n[4]*by)+float64(n[7]*bz)+pad ||
		math.Abs(float64(dx*m[2])+float64(dy*m[5])+float64(dz*m[8])) > az+float64(n[2]*bx)+float64(n[5]*by)+float64(n[8]*bz)+pad {
		return true
	}
	// e_i × M_j for i = X, Y, Z.
	return math.Abs(float64(dz*m[3])-float64(dy*m[6])) > float64(n[2]*ay)+float64(n[1]*az)+float64(n[6]*by)+float64(n[3]*bz)+pad ||
		math.Abs(float64(dz*m[4])-float64(dy*m[7])) > float64(n[2]*ax)+float64(n[0]*az)+float64(n[7]*by)+float64(n[4]*bz)+pad ||
		math.Abs(float64(dz*m[5])-float64(dy*m[8])) > float64(n[1]*ax)+float64(n[0]*ay)+float64(n[8]*by)+float64(n[5]*bz)+pad ||
		math.Abs(float64(dx*m[6])-float64(dz*m[0])) > float64(n[5]*ay)+float64(n[4]*az)+float64(n[6]*bx)+float64(n[0]*bz)+pad ||
		math.Abs(float64(dx*m[7])-float64(dz*m[1])) > float64(n[5]*ax)+float64(n[3]*az)+float64(n[7]*bx)+float64(n[1]*bz)+pad ||
		math.Abs(float64(dx*m[8])-float64(dz*m[2])) > float64(n[4]*ax)+float64(n[3]*ay)+float64(n[8]*bx)+float64(n[2]*bz)+pad ||
		math.Abs(float64(dy*m[0])-float64(dx*m[3])) > float64(n[8]*ay)+float64(n[7]*az)+float64(n[3]*bx)+float64(n[0]*by)+pad ||
		math.Abs(float64(dy*m[1])-float64(dx*m[4])) > float64(n[8]*ax)+float64(n[6]*az)+float64(n[4]*bx)+float64(n[1]*by)+pad ||
		math.Abs(float64(dy*m[2])-float64(dx*m[5])) > float64(n[7]*ax)+float64(n[6]*ay)+float64(n[5]*bx)+float64(n[2]*by)+pad
}
