package robot

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

// swingPart is the motion of a part during a swing. It implements motion.Path.
type swingPart struct {
	swing *swing
	part  *Part
	// anchor is the link that bounds are seen from, −1 for the world.
	anchor int
	// tilt is how far the matrix of the part's origin may be from a rotation: 0 of a shape of a link, whose origin is one but for
	// roundings.
	tilt float64
}

// Beside returns the motion of the part as seen from the last link that both parts hang on: what moves that link moves
// neither part against the other.
func (p *swingPart) Beside(other motion.Path) motion.Path {
	o, ok := other.(*swingPart)
	if !ok || o.swing != p.swing || p.anchor >= 0 {
		return p
	}
	s := p.swing
	link := s.common(p.part.Link, o.part.Link)
	if s.hinges[link].turns == 0 && s.hinges[link].slides == 0 {
		return p
	}
	key := anchored{p.part, link}
	seen, ok := s.seen[key]
	if !ok {
		seen = &swingPart{swing: s, part: p.part, anchor: link, tilt: p.tilt}
		s.seen[key] = seen
	}
	return seen
}

// anchored is a part seen from a link.
type anchored struct {
	part *Part
	link int
}

// forget drops what is known of a part that is held no more.
func (s *swing) forget(part *Part) {
	for k := range s.seen {
		if k.part == part {
			delete(s.seen, k)
		}
	}
}

// common returns the last link that two links hang on, which may be one of them.
func (s *swing) common(a, b int) int {
	for a != b {
		if s.depth(a) < s.depth(b) {
			a, b = b, a
		}
		a = s.hinges[a].parent
	}
	return a
}

func (s *swing) depth(link int) int {
	n := 0
	for ; s.hinges[link].parent >= 0; link = s.hinges[link].parent {
		n++
	}
	return n
}

// At implements motion.Path.
func (p *swingPart) At(t float64) geom.Pose {
	p.swing.goTo(t)
	return p.part.Pose(&p.swing.links[p.part.Link])
}

// Over implements motion.Path.
//
// Let h be half the time, Ω the sum of the greatest rates at which the joints turn, from the root to the link, σ that at which they
// slide. E, D and S are matrix, place and reach of the part: those of its link, and what the shape's origin adds.
// Of a body that a link holds, the origin is the pose in the link, the real motion that of the nearest rotation, and E has how far that
// is, tilt. All poses at all times are off by E and D from the real motion, by the derivation at hang, and so a point p
// by D + E|p|. E is at least 256u a joint and a shape, so that E covers the roundings of sums over joints.
//
// Velocity. That of p is the sum of turnᵢ·aᵢ × (x − oᵢ) over the joints, aᵢ being the axes and oᵢ points on them, and of
// the slides. The spin is off by 2ΩE. The velocity of the link's origin sums products with the spins over a way of at most S: it
// is off by 3ΩES for these, 2ΩD for the points and 2σE for the slides. That at p adds 2ΩE|p| for the spin, Ω(2D + E|p|) for
// the points and less than ΩE|c| for rounding Center. For at most half a unit of time that is Ω(2D + 2E(S + |c| + |p|)) + σE.
//
// Curvature. The second derivative of x in two joint values is aᵢ × (aⱼ × (x − oⱼ)), joint j being the one farther
// out; aᵢ × sⱼ if j slides; 0 if i slides. So the acceleration is at most
//
//	Σⱼ |turnⱼ|·rⱼ·(|turnⱼ| + 2Ωⱼ) + |turnⱼ′|·rⱼ + |slideⱼ|·2Ωⱼ + |slideⱼ′|,
//
// rⱼ being the distance of x from axis j, Ωⱼ the sum of the rates before joint j, and turnⱼ′ the rate at which a rate changes, each the
// greatest between a and b. At other times than the middle rⱼ is
// larger by at most h times the speed of x seen from link j: the same sum over the joints farther out. For p it
// is larger by |p − c|, and all of these sum up to (Ω² + Σ|turnⱼ′|)·|p − c|. Computed, rⱼ is off by 2D + 4E(S + |c|).
//
// Anchor. Seen from a link that moves rigidly, frozen where it is in the middle, the joints up to that link count
// neither in the velocity nor in the curvature. The velocity of the anchor at x is subtracted, which has the same errors as
// that of the part: they count twice.
//
// Together. Off has 2D + 2E|c| for the position at the time and in the middle, 13u(|c| + S) for Pose.Apply, and
// the velocity's: below (1 + Ω)(3D + 5E(S + |c|)) + 2σE, with an anchor 1 + 2Ω. Turn likewise.
func (p *swingPart) Over(a, b float64, c geom.Vec) motion.Span {
	m, h := a+(b-a)/2, (b-a)/2
	r := motion.Span{Pose: p.At(m)}
	joint := &p.swing.hinges[p.part.Link]
	r.Center = r.Pose.R.MulVec(c).Add(r.Pose.T)
	r.Spin = joint.spin
	r.Velocity = joint.velocity.Add(joint.spin.Cross(r.Center.Sub(p.swing.links[p.part.Link].T)))
	turns, bends, rates := joint.turns, joint.bends, 1+joint.turns
	if p.anchor >= 0 {
		a := &p.swing.hinges[p.anchor]
		r.Velocity = r.Velocity.Sub(a.velocity.Add(a.spin.Cross(r.Center.Sub(p.swing.links[p.anchor].T))))
		r.Spin = r.Spin.Sub(a.spin)
		turns, bends, rates = turns-a.turns+16*u*turns, bends-a.bends+16*u*bends, rates+joint.turns
	}

	origin, size := geom.Length(p.part.Geometry.Origin.T), geom.Length(c)
	e, reach := joint.matrix+matrixError+p.tilt, joint.reach+origin
	d := joint.place + float64(e*origin) + float64(placeError*reach)
	far := float64(e * (reach + size))
	half := 0.5 * float64(h*h) * (1 + 0x1p-20)
	r.Off = float64(half*p.bend(&r.Center, h, 2*d+4*far)) + float64(rates*(3*d+5*far)) + float64(2*joint.slides*e) + least
	r.Turn = float64(half*(float64(turns*turns)+bends)) + float64(rates*5*e)
	if !(e <= mostMatrixError) {
		r.Off = math.Inf(1) // the derivation neglects squares of e
	}
	return r
}

// least covers what underflows, and mostMatrixError is the error of a matrix up to which the bounds hold: that of the
// root may be as large as the caller has it.
const (
	least           = 0x1p-1060
	mostMatrixError = 1e-5
)

// bend bounds the acceleration of the point that is at x in the middle of the interval, from the outermost joint inward. off bounds
// the error of a distance from an axis.
func (p *swingPart) bend(x *geom.Vec, h, off float64) float64 {
	s := p.swing
	bend, speed := 0.0, 0.0 // speed of x, seen from the link
	still := 0.0            // the rates that do not count
	if p.anchor >= 0 {
		still = s.hinges[p.anchor].turns
	}
	for link := p.part.Link; link != p.anchor && s.hinges[link].parent >= 0; {
		j := &s.hinges[link]
		before := 2 * (s.hinges[j.parent].turns - still + 16*u*still)
		if j.turnMost > 0 {
			rate := min(j.turnMost, math.Abs(j.turn)*(1+rateDoubt)+float64(h*j.turnBend)+float64(rateDoubt*j.turnMost))
			away := geom.Length(j.axis.Cross(x.Sub(s.links[link].T))) + off + float64(h*speed)
			bend += float64(away * (float64(rate*(rate+before)) + j.turnBend))
			speed += float64(rate * away)
		}
		if j.slideMost > 0 {
			bend += float64(j.slideMost*before) + j.slideBend
			speed += j.slideMost
		}
		link = j.parent
	}
	return bend
}
