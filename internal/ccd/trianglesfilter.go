package ccd

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// window returns when the boxes around the triangles may overlap: outside of it the two are apart. apart reports that they are so throughout.
func (t *Triangles) window() (o overlap, apart bool) {
	p, q, x, y := t.Start[0].Bounds(), t.Start[1].Bounds(), t.End[0].Bounds(), t.End[1].Bounds()
	if sameSide(&p, &q, &x, &y) {
		return overlap{}, true
	}
	o = overlapOf(&p, &q, &x, &y)
	return overlap{max(0, o.from-timeError), min(1, o.to+timeError)}, o.isEmpty()
}

// Apart reports that two things are apart throughout that go straight, and are in the boxes p and q at the start, x and y at the end. Each is in
// the box whose sides go straight from one to the other, and along an axis two such boxes overlap from one time to another. Either one
// is below the other at both ends of the motion, which nothing rounds, or no time is one of all three axes.
//
// A gap g₀ > 0 that closes to g₁ ≤ 0, or the other way round, is 0 at g₀/(g₀ − g₁). In float64 each gap has a relative error of u = 2⁻⁵³ at
// most, their difference, of numbers of different signs, 2u + u², and the quotient, which is at most 1, less than 5u and what underflows, 2⁻¹⁰⁷⁵. Two such times
// that are more than 2⁻⁴⁷ = 64u apart are in that order. What overflows ends nothing.
func Apart(p, q, x, y *geom.AABB) bool {
	if sameSide(p, q, x, y) {
		return true
	}
	o := overlapOf(p, q, x, y)
	return o.isEmpty()
}

// overlapOf returns when two boxes of Apart may overlap that are not on one side of each other at both ends.
func overlapOf(p, q, x, y *geom.AABB) overlap {
	o := overlap{0, 1}
	o.clip(q.Min.X-p.Max.X, y.Min.X-x.Max.X)
	o.clip(p.Min.X-q.Max.X, x.Min.X-y.Max.X)
	o.clip(q.Min.Y-p.Max.Y, y.Min.Y-x.Max.Y)
	o.clip(p.Min.Y-q.Max.Y, x.Min.Y-y.Max.Y)
	o.clip(q.Min.Z-p.Max.Z, y.Min.Z-x.Max.Z)
	o.clip(p.Min.Z-q.Max.Z, x.Min.Z-y.Max.Z)
	return o
}

// timeError is derived at Apart.
const timeError = 0x1p-47

// overlap is from when to when two boxes may overlap, up to timeError.
type overlap struct{ from, to float64 }

func (o *overlap) isEmpty() bool { return o.from > o.to+timeError }

// clip takes away the time while a gap that goes from g0 to g1 is open.
func (o *overlap) clip(g0, g1 float64) {
	if g0 > 0 == (g1 > 0) {
		return
	}
	d := g0 - g1
	switch {
	case !(math.Abs(d) <= math.MaxFloat64):
	case g0 > 0:
		o.from = max(o.from, g0/d)
	default:
		o.to = min(o.to, g0/d)
	}
}

// sameSide reports that one is below the other along an axis at the start and at the end.
func sameSide(p, q, x, y *geom.AABB) bool {
	return p.Max.X < q.Min.X && x.Max.X < y.Min.X || q.Max.X < p.Min.X && y.Max.X < x.Min.X ||
		p.Max.Y < q.Min.Y && x.Max.Y < y.Min.Y || q.Max.Y < p.Min.Y && y.Max.Y < x.Min.Y ||
		p.Max.Z < q.Min.Z && x.Max.Z < y.Min.Z || q.Max.Z < p.Min.Z && y.Max.Z < x.Min.Z
}

// mostLooks is the number of times that prove looks at, and briefest the least time from one to the next.
const (
	mostLooks = 24
	briefest  = 0x1p-16
)

// prove returns what float64 proves of two triangles, which are apart outside of a window: never where they are so for one interval of time after the other, along the way between
// them at its beginning, for as long as that parts them. With contacts it may find a time at which they pass through each other, most likely in the middle of
// the window.
//
// The bound is apartBound, whose derivation holds for the differences of any corners and for any direction whose largest coordinate is 1: then
// what underflows, some 2⁻¹⁰⁷⁴, is nothing next to 21u·M for M ≥ smallest.
func (t *Triangles) prove(in overlap, contacts bool) answer {
	m := t.size()
	if !(m >= smallest && m <= largest) {
		return unproven
	}
	from := in.from
	if contacts && t.crossing(from+(in.to-from)/2, m) {
		return touches
	}
	for range mostLooks {
		p, q := t.at(0, from), t.at(1, from)
		d := predicate.DistanceBounds(&p, &q, math.Inf(1)).Way
		most := d.MaxAbs()
		if !(most > 0 && most <= math.MaxFloat64) {
			break // they meet here, about
		}
		d = geom.Vec{X: d.X / most, Y: d.Y / most, Z: d.Z / most}
		limit := apartBound * m * (math.Abs(d.X) + math.Abs(d.Y) + math.Abs(d.Z))
		if !(gapOf(&p, &q, &d) > limit) {
			break
		}
		to := t.partedUntil(from, &d, limit)
		if to >= in.to {
			return never
		}
		if !(to > from+briefest) {
			break
		}
		from = to
	}
	if contacts && t.passes(from, m) {
		return touches
	}
	return unproven
}

// partedUntil returns a time until which two triangles that are apart by more than a limit along a direction at a time are so, that time at least. The gap is
// the least of linear functions of time, so it is above the limit between two times at which it is.
func (t *Triangles) partedUntil(from float64, d *geom.Vec, limit float64) float64 {
	to := 1.0
	for i := range 3 {
		for j := range 3 {
			s, e := t.Start[0][i].Sub(t.Start[1][j]).Dot(*d)-limit, t.End[0][i].Sub(t.End[1][j]).Dot(*d)-limit
			if e <= 0 {
				to = min(to, from+(s/(s-e)-from)*(1-0x1p-6))
			}
		}
	}
	if p, q := t.at(0, to), t.at(1, to); to > from && gapOf(&p, &q, d) > limit {
		return to
	}
	return from
}

// passes reports that two triangles certainly pass through each other soon after a time. The coordinates are at most most.
func (t *Triangles) passes(from, most float64) bool {
	for _, after := range [...]float64{0x1p-14, 0x1p-10, 0x1p-6} {
		if t.crossing(min(from+after, 1), most) {
			return true
		}
	}
	return false
}

// crossing reports that the two certainly pass through each other at a time.
func (t *Triangles) crossing(at, most float64) bool {
	p, q := t.at(0, at), t.at(1, at)
	return through(&p, &q, most)
}

// size is the largest coordinate.
func (t *Triangles) size() float64 {
	m := 0.0
	for k := range 2 {
		for i := range 3 {
			m = max(m, t.Start[k][i].MaxAbs(), t.End[k][i].MaxAbs())
		}
	}
	return m
}

// at computes a triangle at a time.
func (t *Triangles) at(k int, s float64) (p geom.Triangle) {
	for i := range p {
		a, b := &t.Start[k][i], &t.End[k][i]
		p[i] = geom.Vec{X: a.X + float64((b.X-a.X)*s), Y: a.Y + float64((b.Y-a.Y)*s), Z: a.Z + float64((b.Z-a.Z)*s)}
	}
	return p
}

// gapOf is the least difference along d of a corner of the first and one of the second.
func gapOf(p, q *geom.Triangle, d *geom.Vec) float64 {
	g := math.Inf(1)
	for i := range p {
		for j := range q {
			g = min(g, p[i].Sub(q[j]).Dot(*d))
		}
	}
	return g
}

// fanned reports that two triangles with one corner in common have certainly nothing else in common throughout: the others of the first are above
// that corner along a direction, and those of the second below it, at t = 0 and at t = 1. The direction parts the two in
// the middle; the bound is apartBound, for differences of corners.
func (t *Triangles) fanned(s *sharing) bool {
	if s.odd {
		return false
	}
	m := t.size()
	if !(m >= smallest && m <= largest) {
		return false
	}
	i, j := s.shared(0), s.shared(1)
	p, q := t.at(0, 0.5), t.at(1, 0.5)
	d := bisector(&p, i).Sub(bisector(&q, j))
	most := d.MaxAbs()
	if !(most > 0) {
		return false
	}
	d = geom.Vec{X: d.X / most, Y: d.Y / most, Z: d.Z / most}
	limit := apartBound * m * (math.Abs(d.X) + math.Abs(d.Y) + math.Abs(d.Z))
	for _, at := range [2]*[2]geom.Triangle{&t.Start, &t.End} {
		for k := 1; k < 3; k++ {
			up, down := at[0][(i+k)%3].Sub(at[0][i]), at[1][(j+k)%3].Sub(at[1][j])
			if !(up.Dot(d) > limit && down.Dot(d) < -limit) {
				return false
			}
		}
	}
	return true
}

// bisector is the sum of the unit vectors from a corner to the others, about.
func bisector(p *geom.Triangle, i int) geom.Vec {
	a, b := p[(i+1)%3].Sub(p[i]), p[(i+2)%3].Sub(p[i])
	return a.Scale(1 / geom.Length(a)).Add(b.Scale(1 / geom.Length(b)))
}
