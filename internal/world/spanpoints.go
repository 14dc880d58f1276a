package world

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/predicate"
)

// roundBound is the error of a point on a sphere, 16u, in units of the radius: with v the
// way from the centre to the other end, v̂ is off by u·|v| in each coordinate, which turns the
// radius by 2√3u of itself; the length of v̂, its inverse and two products are off by 8u, and
// the other end by its own error, at most twice since the radius is no longer than v.
const roundBound = 16 * 0x1p-53

// outward moves the ends from the centres of balls to their surfaces. The balls are apart
// from what is at the other end.
func (s *spanner) outward(r *Span) {
	from := r.Points
	bound := r.PointError
	for k := range from {
		if radius := s.sides[k].Radius; radius > 0 {
			r.Points[k] = from[k].Add(way(from[k], from[1-k]).Scale(radius))
			r.PointError = max(r.PointError, 2*bound+roundBound*radius+lastPlaces(r.Points[k]))
		}
	}
}

// way returns the unit vector from a point to another one.
func way(from, to geom.Vec) geom.Vec {
	v := to.Sub(from)
	switch m := v.MaxAbs(); {
	case !(m <= 0x1p1000):
		v = to.Scale(0x1p-3).Sub(from.Scale(0x1p-3)) // some 2⁻¹⁰²⁴ are lost of 2⁹⁹⁷
	case m < 0x1p-900:
		v = v.Scale(0x1p200)
	}
	return v.Scale(1 / geom.Length(v))
}

// lastPlaces bounds what rounding a vector to x may have moved, underflow included.
func lastPlaces(x geom.Vec) float64 {
	m := x.MaxAbs()
	return 2*(m-math.Nextafter(m, 0)) + 16*math.SmallestNonzeroFloat64
}

// touch returns the span of a pair of primitives that touch, with one of their common
// points, which follows from the primitives alone.
func (s *spanner) touch(p broad.Pair, c *narrow.NearPair) Span {
	r := Span{Pair: p, Primitives: c.Pair, Reach: predicate.Reach{Square: predicate.ZeroSquare()}}
	a, b := s.near.Triangles(c)
	if s.sides[0].Surface != nil && s.sides[1].Surface != nil {
		r.Features, r.Points, r.PointError = s.worker.Tally.CommonPoint(&s.best, &a, &b)
		return r
	}
	s.parts[0], s.parts[1] = s.partsOf(0, a), s.partsOf(1, b)
	if s.meeting(&r) || s.cornerWithin(&r) {
		return r
	}
	s.nearestParts(&r)
	switch {
	case s.sides[0].Radius > 0 && s.sides[1].Radius > 0:
		s.between(&r)
	case s.sides[0].Radius > 0:
		r.Points[0] = r.Points[1]
	default:
		r.Points[1] = r.Points[0]
	}
	return r
}

// partsOf returns all triangles of a primitive: those of a hull, or the one at hand.
func (s *spanner) partsOf(k int, t geom.Triangle) []geom.Triangle {
	if s.sides[k].Hull != nil {
		return append(s.parts[k][:0], s.sides[k].Triangles...)
	}
	return append(s.parts[k][:0], t)
}

// meeting takes the first triangles that share a point.
func (s *spanner) meeting(r *Span) bool {
	for i := range s.parts[0] {
		for j := range s.parts[1] {
			if p, q := &s.parts[0][i], &s.parts[1][j]; s.worker.Tally.TriangleTriangle(p, q) {
				r.Features, r.Points, r.PointError = s.worker.Tally.CommonPoint(&s.best, p, q)
				return true
			}
		}
	}
	return false
}

// nearestParts takes the first triangles that are nearest.
func (s *spanner) nearestParts(r *Span) {
	var x, y *geom.Triangle
	for i := range s.parts[0] {
		for j := range s.parts[1] {
			p, q := &s.parts[0][i], &s.parts[1][j]
			s.worker.Tally.Measure(&s.next, p, q)
			if x == nil || s.next.Square.Compare(&s.best.Square) < 0 {
				x, y = p, q
				s.best, s.next = s.next, s.best
			}
		}
	}
	r.ends(&s.best, x, y)
}

// ends fills in where the shortest segment of two triangles ends.
func (r *Span) ends(d *predicate.Near, p, q *geom.Triangle) {
	r.Features = [2]predicate.Feature{d.A, d.B}
	r.Points[0], r.Points[1], r.PointError = d.Points(p, q)
}

// cornerWithin takes the first corner that lies in the hull that the other body is.
func (s *spanner) cornerWithin(r *Span) bool {
	for k := range s.parts {
		h := s.sides[1-k].Hull
		for i := 0; h != nil && i < 3*len(s.parts[k]); i++ {
			if x := s.parts[k][i/3][i%3]; s.worker.Tally.HullContains(h, x) {
				r.Points, r.PointError = [2]geom.Vec{x, x}, 0
				r.Features[k], r.Features[1-k] = predicate.CornerFeature+predicate.Feature(i%3), predicate.FaceFeature
				return true
			}
		}
	}
	return false
}

// between takes a point on the line of two centres, in both balls: the second centre, or the
// end of the first radius before it.
func (s *spanner) between(r *Span) {
	x, y := r.Points[0], r.Points[1]
	radius := s.sides[0].Radius
	if c := (predicate.Reach{Square: s.worker.Tally.PointDistance(x, y), R: radius}); c.IsZero() {
		r.Points[0], r.PointError = y, 0
		return
	}
	at := x.Add(way(x, y).Scale(radius))
	r.Points, r.PointError = [2]geom.Vec{at, at}, roundBound*radius+lastPlaces(at)
}
