package impact

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// view is two bodies during an interval of time, seen in a frame that stands still: that of B in
// the middle of the interval or, where a matrix is not rigid, the world's.
//
// Derivation. By motion.Span a point p of A's box is, s after the middle, within
// off(p) = Off + Turn·|p−c| of y + s(V + W×(y−y₀)). For p = q + d, q being the centre of the
// box and |d| at most half its diagonal r, that is y(q) + s·v(q) + R·d, off by s|W|r more: the box
// moves with its centre, by half the time h at most, and its points by
//
//	ρ = Off + Turn(|q−c| + r) + h|W|r
//
// from there. Likewise B's. Boxes moved that way are apart throughout if along some axis L, |L| ≤ 1,
// the distance of the centres exceeds the radii, h times the difference of the velocities, and both
// ρ: the tests of separate.
//
// Pad. Seen from B, lengths change by factors within 1 ± 2δ, δ ≤ 10⁻⁶ being the defect of
// the matrices, and A's axes are off orthonormal by less than 4δ + 16u: ρ is taken 1 + 10⁻⁴ times,
// and 64δW is added for radii and positions, W bounding all of them (size of mover). As in query's pad
// in package narrow, rounding takes less than 280u·W, and 32δ·W, for positions and radii, with |L|₁ ≤ 1.8.
// Velocities, at most 3W in half the time, are products of two roundings of these: 100u·W more.
type view struct {
	a, b    *mover
	h       float64
	inWorld bool     // B's boxes are those of the world
	m, n    geom.Mat // A's axes, and their absolute values
	t       geom.Vec // A's origin
	// Fields of velocity, times h: v + w × (y − y0).
	va, wa, ya geom.Vec
	vb, wb, yb geom.Vec
	turnA      float64 // h·|spin|
	turnB      float64
	pad        float64
}

// rigid is the defect up to which the boxes of a body at rest are compared in its frame: beyond it, pads
// would cost more than boxes of the world do. It decides no contact. Bodies that move are
// rotated within 10⁻⁶.
const rigid = 1e-9

func (v *view) set(a, b *mover, h float64) {
	*v = view{a: a, b: b, h: h, inWorld: b.rests && !(b.defect <= rigid)}
	w, defect := a.size+b.size, a.defect+b.defect
	frame, origin := geom.Identity.R, geom.Vec{}
	if !v.inWorld {
		frame, origin = b.span.Pose.R, b.span.Pose.T
	} else {
		defect = a.defect
	}
	v.pad = 768*u*w + 64*defect*w + 0x1p-1060
	v.m = frame.TMul(&a.span.Pose.R)
	v.n = v.m.Abs()
	v.t = frame.TMulVec(a.span.Pose.T.Sub(origin))
	v.va, v.wa, v.ya = frame.TMulVec(a.span.Velocity).Scale(h), frame.TMulVec(a.span.Spin).Scale(h), frame.TMulVec(a.span.Center.Sub(origin))
	v.vb, v.wb, v.yb = frame.TMulVec(b.span.Velocity).Scale(h), frame.TMulVec(b.span.Spin).Scale(h), frame.TMulVec(b.span.Center.Sub(origin))
	v.turnA, v.turnB = h*geom.Length(a.span.Spin)*(1+0x1p-40), h*geom.Length(b.span.Spin)*(1+0x1p-40)
}

// box is a box of a body with what its motion may add.
type box struct {
	center, half geom.Vec // along the body's axes
	at, v        geom.Vec // in the frame, and how far the centre goes in half the time
	radius       float64
	slack        float64 // ρ
	turn         float64 // of ρ the part that is in proportion to h
}

func (v *view) boxOfA(x *geom.AABB, r *box) {
	r.take(x)
	r.at = v.m.MulVec(r.center).Add(v.t)
	r.v = v.va.Add(v.wa.Cross(r.at.Sub(v.ya)))
	r.turn = v.turnA * r.radius
	r.slack = v.a.slack(r)
}

func (v *view) boxOfB(x *geom.AABB, r *box) {
	if v.inWorld {
		// The box of the world holds the posed, rounded corners as they are.
		world := v.b.Surface.WorldBox(x)
		r.take(&world)
		r.at, r.v, r.turn, r.slack = r.center, geom.Vec{}, 0, 0
		return
	}
	r.take(x)
	r.at = r.center
	r.v = v.vb.Add(v.wb.Cross(r.at.Sub(v.yb)))
	r.turn = v.turnB * r.radius
	r.slack = v.b.slack(r)
}

func (b *box) take(x *geom.AABB) {
	b.center, b.half = x.Center(), x.Size().Scale(0.5)
	b.radius = geom.Length(b.half)
}

// slack is ρ of a box of the body.
func (m *mover) slack(b *box) float64 {
	d := b.center.Sub(m.center)
	return m.span.Off + m.span.Turn*(geom.Length(d)+b.radius) + b.turn
}

// separate reports whether two boxes are certainly apart throughout the interval: the separating
// axes of Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996.
func (v *view) separate(x, y *box) bool {
	d, w := x.at.Sub(y.at), x.v.Sub(y.v)
	slack := (x.slack+y.slack)*(1+1e-4) + v.pad
	m, n, p, q := &v.m, &v.n, &x.half, &y.half
	if math.Abs(d.X) > n[0]*p.X+n[1]*p.Y+n[2]*p.Z+q.X+math.Abs(w.X)+slack ||
		math.Abs(d.Y) > n[3]*p.X+n[4]*p.Y+n[5]*p.Z+q.Y+math.Abs(w.Y)+slack ||
		math.Abs(d.Z) > n[6]*p.X+n[7]*p.Y+n[8]*p.Z+q.Z+math.Abs(w.Z)+slack {
		return true
	}
	e, f := m.TMulVec(d), m.TMulVec(w)
	if math.Abs(e.X) > p.X+n[0]*q.X+n[3]*q.Y+n[6]*q.Z+math.Abs(f.X)+slack ||
		math.Abs(e.Y) > p.Y+n[1]*q.X+n[4]*q.Y+n[7]*q.Z+math.Abs(f.Y)+slack ||
		math.Abs(e.Z) > p.Z+n[2]*q.X+n[5]*q.Y+n[8]*q.Z+math.Abs(f.Z)+slack {
		return true
	}
	return v.acrossEdges(&d, &w, p, q, slack)
}

// acrossEdges tries the cross products of an axis of B and one of A.
func (v *view) acrossEdges(d, w, p, q *geom.Vec, slack float64) bool {
	m, n := &v.m, &v.n
	half, other := [3]float64{p.X, p.Y, p.Z}, [3]float64{q.X, q.Y, q.Z}
	dd, ww := [3]float64{d.X, d.Y, d.Z}, [3]float64{w.X, w.Y, w.Z}
	for i := range 3 { // the axis of B
		j, k := (i+1)%3, (i+2)%3
		for c := range 3 { // that of A: L = eᵢ × m_c has −m_kc and m_jc at j and k
			g, h := (c+1)%3, (c+2)%3
			along := math.Abs(dd[k]*m[3*j+c] - dd[j]*m[3*k+c])
			moves := math.Abs(ww[k]*m[3*j+c] - ww[j]*m[3*k+c])
			if along > moves+half[g]*n[3*i+h]+half[h]*n[3*i+g]+other[j]*n[3*k+c]+other[k]*n[3*j+c]+slack {
				return true
			}
		}
	}
	return false
}
