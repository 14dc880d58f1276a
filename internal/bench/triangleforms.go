package bench

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// The two forms of a test of two triangles, in float64 and without a filter, to be compared
// with each other: both begin with the sides of the corners about the other's plane, and
// both report false for triangles in one plane. Neither decides anything here.

// vectorForm decides by signs of determinants alone, without a division: two more of them say
// whether the intervals of the triangles on the line of their planes overlap (Guigue and
// Devillers, Journal of Graphics Tools 8(1), 2003).
func vectorForm(p, q *geom.Triangle) bool {
	var x, y planeSides
	if !sidesOf(p, q, &x, &y) {
		return false
	}
	p0, p1, p2 := x.ordered(p)
	q0, q1, q2 := y.ordered(q)
	if x.flip {
		q1, q2 = q2, q1
	}
	if y.flip {
		p1, p2 = p2, p1
	}
	return volumeOf(p0, p1, q0, q1) <= 0 && volumeOf(p0, p2, q2, q0) <= 0
}

// volumeOf is six times the signed volume of a tetrahedron.
func volumeOf(a, b, c, d geom.Vec) float64 {
	return b.Sub(a).Cross(c.Sub(a)).Dot(d.Sub(a))
}

// scalarForm computes the intervals of the triangles on the line of their planes, by
// divisions, and compares them (Möller, Journal of Graphics Tools 2(2), 1997).
func scalarForm(p, q *geom.Triangle) bool {
	var x, y planeSides
	if !sidesOf(p, q, &x, &y) {
		return false
	}
	line := x.normal.Cross(y.normal).Abs()
	axis := 0
	if line.Y > line.At(axis) {
		axis = 1
	}
	if line.Z > line.At(axis) {
		axis = 2
	}
	a, b := x.interval(p, axis)
	c, d := y.interval(q, axis)
	return a <= d && c <= b
}

// planeSides are the distances of a triangle's corners from the plane of another one, and the
// corner that lies alone on its side; flip reports that this is the side below.
type planeSides struct {
	normal   geom.Vec // of the triangle itself
	distance [3]float64
	alone    int
	flip     bool
}

// sidesOf reports false where a plane has all corners of the other triangle on one side, or
// where the planes are one.
func sidesOf(p, q *geom.Triangle, x, y *planeSides) bool {
	x.normal = p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
	y.normal = q[1].Sub(q[0]).Cross(q[2].Sub(q[0]))
	return x.measure(p, q[0], y.normal) && y.measure(q, p[0], x.normal)
}

// measure finds the distances from a plane and the corner alone on its side.
func (s *planeSides) measure(p *geom.Triangle, at, normal geom.Vec) bool {
	for i := range p {
		s.distance[i] = normal.Dot(p[i].Sub(at))
	}
	a, b, c := s.distance[0], s.distance[1], s.distance[2]
	if a > 0 && b > 0 && c > 0 || a < 0 && b < 0 && c < 0 || a == 0 && b == 0 && c == 0 {
		return false
	}
	for i := range 3 {
		x, y, z := s.distance[i], s.distance[(i+1)%3], s.distance[(i+2)%3]
		if above := x >= 0 && y <= 0 && z <= 0; above || x <= 0 && y >= 0 && z >= 0 {
			s.alone, s.flip = i, !above
			return true
		}
	}
	return false // a distance that is no number
}

// ordered are the corners from the one that is alone on.
func (s *planeSides) ordered(p *geom.Triangle) (lone, next, last geom.Vec) {
	return p[s.alone], p[(s.alone+1)%3], p[(s.alone+2)%3]
}

// interval is what the triangle covers of the line, by the coordinate that changes most
// along it.
func (s *planeSides) interval(p *geom.Triangle, axis int) (lo, hi float64) {
	i, j, k := s.alone, (s.alone+1)%3, (s.alone+2)%3
	x := p[i].At(axis)
	u := x + (p[j].At(axis)-x)*s.distance[i]/(s.distance[i]-s.distance[j])
	v := x + (p[k].At(axis)-x)*s.distance[i]/(s.distance[i]-s.distance[k])
	return math.Min(u, v), math.Max(u, v)
}
