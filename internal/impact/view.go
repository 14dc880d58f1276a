package impact

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/volume"
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
// Pads. Seen from B, lengths change by factors within 1 ± 2δ, δ ≤ 10⁻⁶ being the defect of
// the matrices: ρ is taken 1 + 10⁻⁴ times. Let W bound all positions and motions (size of mover). The
// margin of Volumes in package narrow, 4096u·W + 64δ·W, is twice what boxes turned with
// rounding and compared so are off by; velocities, at most 3W in half the time, are products of two
// roundings of positions and add 200u·W. Triangles are compared in the world: corners are off by 8u·W,
// velocities by 24u·W, differences of the two by 8u·W more, products with a direction by
// 8u·W|n|: less than 64u·W, of which trianglePad is the double.
type view struct {
	a, b     *mover
	from, to float64
	h        float64   // half the time
	inWorld  bool      // B's boxes are those of the world
	motion   geom.Pose // carries A into the frame
	// Fields of velocity, times h: v + w × (y − y0).
	va, wa, ya geom.Vec
	vb, wb, yb geom.Vec
	turnA      float64 // h·|spin|
	turnB      float64
	apart      float64 // how far boxes must be from each other
	pad        float64 // for boxes
	fine       float64 // for triangles
}

const boxPad, trianglePad = 4096 * u, 128 * u

// rigid is the defect up to which the boxes of a body at rest are compared in its frame: beyond it, pads
// would cost more than boxes of the world do. It decides no contact. Bodies that move are
// rotated within 10⁻⁶.
const rigid = 1e-9

func (v *view) set(a, b *mover, from, to float64) {
	h := (to - from) / 2
	*v = view{a: a, b: b, from: from, to: to, h: h, inWorld: b.rests && !(b.defect <= rigid)}
	w, defect := a.size+b.size, a.defect+b.defect
	frame, origin := geom.Identity.R, geom.Vec{}
	if !v.inWorld {
		frame, origin = b.span.Pose.R, b.span.Pose.T
	} else {
		defect = a.defect
	}
	v.pad, v.fine = boxPad*w+64*defect*w+0x1p-1060, trianglePad*w+0x1p-1060
	v.motion = geom.Pose{R: frame.TMul(&a.span.Pose.R), T: frame.TMulVec(a.span.Pose.T.Sub(origin))}
	v.va, v.wa, v.ya = frame.TMulVec(a.span.Velocity).Scale(h), frame.TMulVec(a.span.Spin).Scale(h), frame.TMulVec(a.span.Center.Sub(origin))
	v.vb, v.wb, v.yb = frame.TMulVec(b.span.Velocity).Scale(h), frame.TMulVec(b.span.Spin).Scale(h), frame.TMulVec(b.span.Center.Sub(origin))
	v.turnA, v.turnB = h*geom.Length(a.span.Spin)*(1+0x1p-40), h*geom.Length(b.span.Spin)*(1+0x1p-40)
}

// shareUntil is the share of the interval that a time ends, 1 for an instant.
func (v *view) shareUntil(t float64) float64 {
	if !(v.to > v.from) {
		return 1
	}
	return (t - v.from) / (v.to - v.from)
}

// box is a box of a body as the frame has it, with what its motion may add.
type box struct {
	volume.OBB
	v      geom.Vec // how far the centre goes in half the time
	radius float64
	round  float64 // of the ball around each point of a solid
	slack  float64 // ρ
	turn   float64 // of ρ the part that is in proportion to h
}

func (v *view) boxOfA(node int32, r *box) {
	o := &v.a.Tree.Nodes[node].Volume
	o.Turn(&v.motion, &r.OBB)
	r.radius, r.round = o.Radius(), v.a.Radius
	r.v = v.va.Add(v.wa.Cross(r.Center.Sub(v.ya)))
	r.turn = v.turnA * r.radius
	r.slack = v.a.slack(o, r)
}

func (v *view) boxOfB(node int32, r *box) {
	o := &v.b.Tree.Nodes[node].Volume
	r.radius, r.round = o.Radius(), v.b.Radius
	if v.inWorld {
		// The box of the world holds the posed, rounded corners as they are.
		around := o.Bounds()
		around = v.b.Surface.WorldBox(&around)
		h := around.Size().Scale(0.5)
		r.OBB = volume.OBB{Center: around.Center(), Axes: geom.Identity.R, Half: [3]float64{h.X, h.Y, h.Z}}
		r.v, r.turn, r.slack = geom.Vec{}, 0, 0
		return
	}
	r.OBB = *o
	r.v = v.vb.Add(v.wb.Cross(r.Center.Sub(v.yb)))
	r.turn = v.turnB * r.radius
	r.slack = v.b.slack(o, r)
}

// slack is ρ of a box of the body.
func (m *mover) slack(o *volume.OBB, b *box) float64 {
	return m.span.Off + m.span.Turn*(geom.Length(o.Center.Sub(m.center))+b.radius) + b.turn
}

// separate returns for what share of the interval, from its start on, two boxes are certainly apart: 1 for
// all of it. The axes are those of volume.OBB; a box that moves is as large along an axis as one
// that rests.
func (v *view) separate(p, o *box) float64 {
	d, w := p.Center.Sub(o.Center), p.v.Sub(o.v)
	slack := (p.slack+o.slack+p.round+o.round+v.apart)*(1+1e-4) + v.pad
	best := 0.0
	var t, s [3]float64    // the distance and the motion along o's axes
	var r, n [3][3]float64 // p's axes along o's, and their absolute values
	for i := range 3 {
		a := geom.Vec{X: o.Axes[3*i], Y: o.Axes[3*i+1], Z: o.Axes[3*i+2]}
		t[i], s[i] = a.Dot(d), a.Dot(w)
		for j := range 3 {
			r[i][j] = float64(a.X*p.Axes[3*j]) + float64(a.Y*p.Axes[3*j+1]) + float64(a.Z*p.Axes[3*j+2])
			n[i][j] = math.Abs(r[i][j])
		}
		size := o.Half[i] + float64(p.Half[0]*n[i][0]) + float64(p.Half[1]*n[i][1]) + float64(p.Half[2]*n[i][2])
		if best = max(best, along(t[i], s[i], size+slack)); best == 1 {
			return 1
		}
	}
	for j := range 3 {
		at := float64(t[0]*r[0][j]) + float64(t[1]*r[1][j]) + float64(t[2]*r[2][j])
		moves := float64(s[0]*r[0][j]) + float64(s[1]*r[1][j]) + float64(s[2]*r[2][j])
		size := p.Half[j] + float64(o.Half[0]*n[0][j]) + float64(o.Half[1]*n[1][j]) + float64(o.Half[2]*n[2][j])
		if best = max(best, along(at, moves, size+slack)); best == 1 {
			return 1
		}
	}
	for i := range 3 { // axis i of o × axis j of p
		k, l := (i+1)%3, (i+2)%3
		for j := range 3 {
			g, h := (j+1)%3, (j+2)%3
			at := float64(t[l]*r[k][j]) - float64(t[k]*r[l][j])
			moves := float64(s[l]*r[k][j]) - float64(s[k]*r[l][j])
			size := float64(o.Half[k]*n[l][j]) + float64(o.Half[l]*n[k][j]) + float64(p.Half[g]*n[i][h]) + float64(p.Half[h]*n[i][g])
			if best = max(best, along(at, moves, size+slack)); best == 1 {
				return 1
			}
		}
	}
	return best
}

// along is separate for one axis: the distance of the centres in the middle, how far they go until the end, and
// the radii.
func along(at, moves, size float64) float64 {
	start, end := at-moves, at+moves
	if start < 0 {
		start, end = -start, -end
	}
	return shareOf(start-size, end-size)
}
