package depth

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// chordDirections is the largest number of directions along which the chords of a pair are sought. It decides how long a search takes and nothing else.
const chordDirections = 3

// confine shrinks the first cell to where chords are long enough, and returns a bound there. What is taken away has its bound in Search.left.
func (s *Search) confine(whole geom.AABB) (box geom.AABB, bound float64) {
	box, bound = whole, inf
	m := &s.meeting
	if s.solids[0].isBall || s.solids[1].isBall || len(m.parts) > mostShadows {
		return box, bound
	}
	if m.way != (geom.Vec{}) {
		s.raise(&piece{against: 3}, m.deepest.Add(m.way.Scale(m.depth/2)))
	}
	d, _ := s.across()
	for i := 0; i < chordDirections && d != (geom.Vec{}) && !s.stopped && bound > s.enough() && volume(&box) >= volume(&whole)/8; i++ {
		longest, ok := s.chords(d, 2*s.enough())
		if !ok {
			break
		}
		longest, next := s.probe(longest, d)
		if bound = min(bound, longest/2); !s.stopped {
			box = box.Intersect(s.longChords(d))
		}
		d = next
	}
	if !s.stopped && bound > s.enough() && s.clumped() {
		bound = min(bound, s.clumpChords())
	}
	switch {
	case s.stopped || bound <= s.enough() || volume(&box) > volume(&whole)/2:
		return whole, bound
	case box.IsEmpty():
		return whole, s.enough()
	case s.goal.Decide: // on the corners of the whole cell, which lie on faces, a limit may be decided without rounding
		return whole, bound
	}
	s.left = max(s.left, s.enough())
	return box, bound
}

func volume(b *geom.AABB) float64 {
	d := b.Size()
	return max(0, d.X) * max(0, d.Y) * max(0, d.Z)
}

// across returns roughly the direction from the part of one solid that is in the other to the part of the other that is in the first. oneWay reports whether there is one:
// around a shaft in its hole normals cancel each other out.
func (s *Search) across() (d geom.Vec, oneWay bool) { return s.acrossOf(s.everyPart()) }

func (s *Search) acrossOf(parts []int32) (d geom.Vec, oneWay bool) {
	area := 0.0
	for _, i := range parts {
		p := &s.meeting.parts[i]
		of, twice := s.solids[p.solid], areaOf(s.meeting.corners[p.first:p.last])
		d = d.Add(of.normal(p.triangle).Scale(twice * float64(2*p.solid-1)))
		area += twice
	}
	return unitVector(d), d.Norm() > area/32
}

// areaOf is about twice the area of a convex polygon.
func areaOf(c []geom.Vec) (area float64) {
	for k := 2; k < len(c); k++ {
		area += (&geom.Triangle{c[0], c[k-1], c[k]}).Normal().Norm()
	}
	return area
}

// probe raises the lower bound to the value in the middle of the longest chord. It returns the length of that, if it is more than a bound, and the direction
// from one foot of the middle to the other.
func (s *Search) probe(longest float64, d geom.Vec) (length float64, next geom.Vec) {
	var c *chord
	for i := range s.chord {
		if s.chord[i].length > longest {
			c, longest = &s.chord[i], s.chord[i].length
		}
	}
	if c == nil {
		return longest, next
	}
	to := &s.shadows[c.to]
	at, way := geom.Vec{}, -inf
	for _, x := range s.outline[c.first:c.last] {
		if w := to.way(x); w > way {
			at, way = x, w
		}
	}
	x := at.Add(d.Scale(longest / 2))
	a, b := s.foot(s.solids[0], x), s.foot(s.solids[1], x)
	if s.stopped {
		return longest, next
	}
	s.lo = max(s.lo, min(a.signed().Lo, b.signed().Lo))
	return longest, unitVector(b.at.Sub(a.at))
}

// longChords returns a box, in coordinates along the axes, around all points between whose chord's ends there is room for more than the bound is.
// Over an outline these points lie between two functions, the least and what the way leaves, linear but where the way becomes more than the chord
// is long: the box holds their corners.
func (s *Search) longChords(d geom.Vec) geom.AABB {
	box := geom.EmptyAABB()
	least := s.enough()
	for i := range s.chord {
		c := &s.chord[i]
		if c.length <= 2*least {
			continue
		}
		p, to := s.longPart(c, 2*least), &s.shadows[c.to]
		pad := (c.drift + 4*cutDrift) * s.unit
		extend := func(x geom.Vec, way, off float64) {
			room := geom.Vec{X: off, Y: off, Z: off}
			for _, t := range [2]float64{least - pad, max(least, way-least) + pad} {
				y := s.axes.TMulVec(x.Add(d.Scale(t)))
				box.Extend(y.Sub(room))
				box.Extend(y.Add(room))
			}
		}
		for k, x := range p {
			extend(x, min(to.way(x), c.length), 0)
			if z, off, ok := to.crease(x, p[(k+1)%len(p)], c.length); ok {
				extend(z, c.length, off)
			}
		}
	}
	return box.Inflated(0x1p-38 * max(s.solids[0].reach, s.solids[1].reach))
}

// crease returns where on an edge the way becomes more than a length, and how far along any axis the corner of the lesser of the two may be from
// there. The ways of the ends round by less than 8u of their terms, and so does the fraction of their difference: along the edge a point is off by
// that over the slope, and the corner of a function with that slope by that.
func (w *shadow) crease(x, y geom.Vec, length float64) (z geom.Vec, off float64, ok bool) {
	a, b := w.way(x)-length, w.way(y)-length
	if !(a < 0 && b > 0 || a > 0 && b < 0) || math.IsInf(a, 0) || math.IsInf(b, 0) {
		return z, 0, false
	}
	terms := w.slope.Norm()*(x.Norm()+y.Norm()) + math.Abs(w.start) + length
	return x.Add(y.Sub(x).Scale(a / (a - b))), 32 * u * terms, true
}

// longPart returns the part of a chord's outline where chords may be longer than a bound.
func (s *Search) longPart(c *chord, bound float64) []geom.Vec {
	s.polygon = append(s.polygon[:0], s.outline[c.first:c.last]...)
	p, to := s.polygon, &s.shadows[c.to]
	if to.hasWay {
		p = s.trim(p, to.slope, to.start-bound*(1-8*u))
	}
	s.polygon = p
	return p
}
