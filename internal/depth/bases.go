package depth

import (
	"slices"

	"github.com/collide-go/collide/geom"
)

// base is a flat convex polygon in a triangle of a boundary, and a bound of the depth on it.
type base struct {
	triangle int32
	corners  []geom.Vec
	bound    float64
	drift    float64 // as that of a shadow
}

// What is spent on the bases of a pair. It decides how long a search takes and nothing else.
const (
	baseDirections = 6
	mostBases      = 1 << 10
)

// startPieces pushes what either boundary may have in the other solid: where chords are long, along a few directions, unless that is most of it.
func (s *Search) startPieces() {
	m := &s.meeting
	m.way, m.depth, s.kept = geom.Vec{}, 0, s.kept[:0]
	across, oneWay := s.across()
	s.soundCorners()
	for side := range int8(2) {
		s.setBases(side)
		if s.goal.Decide || s.stopped {
			s.pushTriangles(side)
			continue
		}
		all := s.areaOfBases()
		if oneWay {
			s.narrow(side, across.Scale(float64(1-2*side)))
		}
		if s.areaOfBases() > all/2 {
			s.setBases(side)
			s.pushCarved(side)
			continue
		}
		s.pushBases(side)
	}
}

// setBases takes the parts of a solid.
func (s *Search) setBases(side int8) {
	s.bases[0] = s.bases[0][:0]
	for i := range s.meeting.parts {
		if p := &s.meeting.parts[i]; p.solid == side {
			s.bases[0] = append(s.bases[0], base{p.triangle, s.meeting.corners[p.first:p.last], inf, partDrift})
		}
	}
}

func (s *Search) areaOfBases() (area float64) {
	for i := range s.bases[0] {
		area += areaOf(s.bases[0][i].corners)
	}
	return area
}

// pushTriangles pushes the triangles of the bases, which are no more than the parts. A limit may be decided on them without rounding.
func (s *Search) pushTriangles(side int8) {
	for i := range s.bases[0] {
		s.pushTriangle(&s.solids[side].triangles[s.bases[0][i].triangle], side, inf, 0)
	}
}

// pushBases pushes the bases.
func (s *Search) pushBases(side int8) {
	for i := range s.bases[0] {
		b := &s.bases[0][i]
		s.pushPolygon(b.corners, side, b.bound, b.drift*s.unit)
	}
}

// pushPolygon pushes a convex polygon, triangle by triangle.
func (s *Search) pushPolygon(c []geom.Vec, side int8, bound, drift float64) {
	for k := min(2, len(c)-1); k < len(c); k++ {
		s.pushTriangle(&geom.Triangle{c[0], c[max(0, k-1)], c[k]}, side, bound, drift)
	}
}

func (s *Search) pushTriangle(q *geom.Triangle, side int8, bound, drift float64) {
	s.push(piece{bound: bound, drift: drift, n: 3, c: [3]int32{s.corner(q[0]), s.corner(q[1]), s.corner(q[2])}, against: uint8(1 << (1 - side)), of: uint8(side)})
}

// narrow reduces the bases of a solid to what chords along a few directions do not bound closely enough.
func (s *Search) narrow(side int8, d geom.Vec) {
	for range baseDirections {
		if d == (geom.Vec{}) || len(s.meeting.parts) > mostShadows || !s.narrowAlong(side, d) {
			return
		}
		worst := -1
		for i := range s.bases[0] {
			if worst < 0 || s.bases[0][i].bound > s.bases[0][worst].bound {
				worst = i
			}
		}
		if worst < 0 {
			return
		}
		if d = s.sound(side, &s.bases[0][worst]); s.stopped {
			return
		}
	}
}

// mostSounded is the largest number of corners of a solid that are sounded. It decides how long a search takes and nothing else.
const mostSounded = 16

// soundCorners sounds corners of parts that are in the other solid.
func (s *Search) soundCorners() {
	for side, of := range s.solids {
		corners := s.points[:0]
		for i := range s.meeting.parts {
			p := &s.meeting.parts[i]
			if int(p.solid) != side {
				continue
			}
			for _, x := range s.meeting.corners[p.first:p.last] {
				if q := &of.triangles[p.triangle]; (x == q[0] || x == q[1] || x == q[2]) && !slices.Contains(corners, x) && len(corners) < 4*mostSounded {
					corners = append(corners, x)
				}
			}
		}
		s.points = corners
		step := max(1, (len(corners)+mostSounded-1)/mostSounded)
		for i := 0; i < len(corners) && !s.stopped; i += step {
			s.soundAt(int8(side), corners[i])
		}
	}
}

// sound raises the lower bound to the depth of the middle of a base, and returns the direction from there to the other boundary.
func (s *Search) sound(side int8, b *base) geom.Vec {
	var x geom.Vec
	for _, c := range b.corners {
		x = x.Add(c.Scale(1 / float64(len(b.corners))))
	}
	return s.soundAt(side, x)
}

// soundAt is sound for a point.
func (s *Search) soundAt(side int8, x geom.Vec) geom.Vec {
	f := s.foot(s.solids[1-side], x)
	if s.stopped || !f.inside || f.Lo <= 0 {
		return geom.Vec{}
	}
	d, m := unitVector(f.at.Sub(x)), &s.meeting
	if f.Lo > m.depth {
		m.deepest, m.way, m.depth = x, d, f.Lo
	}
	s.lo = max(s.lo, f.Lo-(mostDrift+2*cutDrift)*s.unit)
	return d
}

// narrowAlong narrows the bases along one direction. It returns false, and leaves the bases, if there are too many chords.
func (s *Search) narrowAlong(side int8, d geom.Vec) bool {
	s.see(s.everyPart(), d)
	s.outline = s.outline[:0]
	next := s.bases[1][:0]
	var bounds [2]float64
	bounds[1-side] = s.enough()
	for i := range s.bases[0] {
		b := &s.bases[0][i]
		from := s.shadowOf(side, b.triangle, b.corners, b.drift)
		if !from.enters || from.leaves || b.drift > mostDrift/2 {
			next = append(next, *b)
			continue
		}
		if !s.step() {
			return false
		}
		s.chord = s.chord[:0]
		left := s.chordsFrom(&from, d, bounds)
		s.left = max(s.left, min(left, s.enough(), b.bound))
		for k := range s.chord {
			c := &s.chord[k]
			corners, bound := s.outline[c.first:c.last], b.bound
			if s.shadows[c.to].solid != side {
				corners, bound = s.longPart(c, s.enough()), min(bound, c.length)
				s.left = max(s.left, min(bound, s.enough()))
			}
			if n := len(s.kept); len(corners) > 0 {
				s.kept = append(s.kept, corners...)
				next = append(next, base{b.triangle, s.kept[n:len(s.kept):len(s.kept)], bound, c.drift + cutDrift})
			}
		}
		if len(next) > mostBases {
			return false
		}
	}
	s.bases[0], s.bases[1] = next, s.bases[0]
	return true
}
