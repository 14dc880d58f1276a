package ccd

import "github.com/collide-go/collide/geom"

// answer is what float64 proves of a query on an interval of time.
type answer uint8

const (
	unproven answer = iota
	never           // no contact
	touches         // a contact at some time
)

// sureBound is the error of the products below, in units of Dᵈ for products of d vectors; u = 2⁻⁵³. D is the largest coordinate of the points as
// seen from point 0, at the start and at the end.
//
// A point as seen from point 0 is off by uD at the start and at the end, and so is any mean of the two. The difference of the
// two is rounded by 2uD, its product with t ≤ 1 by 2uD, and the sum by uD: below 6.1uD, at most D(1+7u) in each coordinate. A
// determinant is 6 products of three coordinates. What the coordinates are off by changes each by 18.4uD³, and 5 roundings by
// 5.1uD³: below 142uD³. The mean of three determinants is off by as much, and 3 roundings of 18uD³ or less: below 200uD³.
// A difference of two points is at most 2D(1+8u) and off by 14.3uD. A coordinate of a cross product is two products of such
// differences. What they are off by changes each by 57.3uD², and 2 roundings by 8.1uD²: below 131uD². The mean of
// two is off by as much and by 2 roundings of 8uD²: below 150uD². All that is below 256u, of which the rounding of the bound itself takes 4u.
//
// What underflows is 2⁻¹⁰⁷⁴ in each of some fifty operations, nothing next to 256u·D³ for D ≥ smallest; nothing overflows for D ≤ largest.
const sureBound = 256 * 0x1p-53

// sureLooks is the number of intervals of a query that are looked at before the exact stage. It decides how long an answer takes and nothing else.
const sureLooks = 48

// briefestLook is the length of the shortest interval looked at. It leaves looks for what is later than a time about which nothing can be proven.
const briefestLook = 0x1p-12

// sure looks for a proof in float64 on one interval of time after the other, the earlier ones first.
//
// Four points that touch lie in one plane: where the determinant of three of them as seen from the fourth has one sign throughout there is no contact. The
// points go straight, so the determinant is a cubic in time, and lies between the least and the largest of its Bernstein coefficients
// (Farouki, "The Bernstein polynomial basis: a centennial retrospective", 2012). Where its signs at the two ends of an interval
// differ, there is a time in between at which all four lie in one plane. Seen along an axis, let the vertex lie strictly within the triangle throughout the
// interval: then the plane is not seen edge-on at that time, and the vertex, which is in it, lies in the triangle. Likewise
// two edges that cross when seen so. Conversely nothing touches while the vertex is seen strictly outside, or the ends of one edge
// strictly on one side of the line of the other. The side of a line on which a point is seen is the sign of a quadratic in time, which has Bernstein coefficients, too.
type sure struct {
	kind       Kind
	start, end [4]geom.Vec // as seen from point 0
	area       float64     // sureBound·D²
	volume     float64     // sureBound·D³
	looks      int
}

// surely returns what float64 proves of the query.
func (q *Query) surely() answer {
	s, ok := newSure(q)
	if !ok {
		return unproven
	}
	return s.within(0, 1, &s.start, &s.end)
}

// newSure sees a query from its point 0; not where products might overflow or underflow.
func newSure(q *Query) (s sure, ok bool) {
	s.kind = q.Kind
	d := 0.0
	for i := 1; i < 4; i++ {
		s.start[i], s.end[i] = q.Start[i].Sub(q.Start[0]), q.End[i].Sub(q.End[0])
		d = max(d, s.start[i].MaxAbs(), s.end[i].MaxAbs())
	}
	s.area = sureBound * d * d
	s.volume = s.area * d
	return s, d >= smallest && d <= largest
}

// within is surely for an interval of time, given the points at both ends of it.
func (s *sure) within(a, b float64, p, q *[4]geom.Vec) answer {
	if s.looks++; s.looks > sureLooks || b-a < briefestLook {
		return unproven
	}
	first, last, one := s.volumes(p, q)
	if one {
		return never
	}
	switch sides := s.sides(p, q); {
	case sides == never:
		return never
	case sides == touches && (first < -s.volume && last > s.volume || first > s.volume && last < -s.volume):
		return touches
	}
	m := a + (b-a)/2
	var r [4]geom.Vec
	for i := 1; i < 4; i++ {
		r[i] = between01(&s.start[i], &s.end[i], m)
	}
	early := s.within(a, m, p, &r)
	if early == touches {
		return touches
	}
	if late := s.within(m, b, &r, q); late == touches || early == never {
		return late
	}
	return unproven
}

// between01 is a point that goes straight, at a time.
func between01(p, q *geom.Vec, t float64) geom.Vec {
	return geom.Vec{X: p.X + float64((q.X-p.X)*t), Y: p.Y + float64((q.Y-p.Y)*t), Z: p.Z + float64((q.Z-p.Z)*t)}
}

// volumes returns the determinant at both ends of an interval, and whether it certainly has one sign throughout.
func (s *sure) volumes(p, q *[4]geom.Vec) (first, last float64, one bool) {
	first, last = p[1].Cross(p[2]).Dot(p[3]), q[1].Cross(q[2]).Dot(q[3])
	if !(first > s.volume && last > s.volume || first < -s.volume && last < -s.volume) {
		return first, last, false
	}
	early, late := volumeBetween(p, q), volumeBetween(q, p)
	if first > 0 {
		return first, last, early > s.volume && late > s.volume
	}
	return first, last, early < -s.volume && late < -s.volume
}

// volumeBetween is the Bernstein coefficient of the determinant that is next to that of the first end.
func volumeBetween(p, q *[4]geom.Vec) float64 {
	return (p[1].Cross(p[2]).Dot(q[3]) + p[1].Cross(q[2]).Dot(p[3]) + q[1].Cross(p[2]).Dot(p[3])) / 3
}

// sides looks along the axis along which most of the plane is seen. Here touches means that the primitives touch at any time at which their points lie in one plane.
func (s *sure) sides(p, q *[4]geom.Vec) answer {
	i, j, k, l := 1, 2, 1, 3 // the plane is that of the vectors from i to j and from k to l
	if s.kind == EdgeEdge {
		i, j, k, l = 0, 1, 2, 3
	}
	early, late := p[j].Sub(p[i]).Cross(p[l].Sub(p[k])), q[j].Sub(q[i]).Cross(q[l].Sub(q[k]))
	n := early.Add(late).Abs()
	y, z := 1, 2
	switch {
	case n.Y >= n.X && n.Y >= n.Z:
		y, z = 2, 0
	case n.Z >= n.X:
		y, z = 0, 1
	}
	if s.kind == EdgeEdge {
		return s.edgeEdge(p, q, y, z)
	}
	return s.vertexFace(p, q, y, z)
}

// vertexFace: strictly on one side of all edges is within the triangle, and on different sides of two of them it is not, whatever the orientation.
func (s *sure) vertexFace(p, q *[4]geom.Vec, y, z int) answer {
	c, d, e := s.side(p, q, 1, 2, 0, y, z), s.side(p, q, 2, 3, 0, y, z), s.side(p, q, 3, 1, 0, y, z)
	switch {
	case c*d == -1 || d*e == -1 || e*c == -1:
		return never
	case c*d == 1 && d*e == 1:
		return touches
	}
	return unproven
}

func (s *sure) edgeEdge(p, q *[4]geom.Vec, y, z int) answer {
	c := s.side(p, q, 0, 1, 2, y, z) * s.side(p, q, 0, 1, 3, y, z)
	if c == 1 {
		return never
	}
	a := s.side(p, q, 2, 3, 0, y, z) * s.side(p, q, 2, 3, 1, y, z)
	switch {
	case a == 1:
		return never
	case a == -1 && c == -1:
		return touches
	}
	return unproven
}

// side returns the sign of the side of the line from point i to point j on which point k is seen along an axis throughout an interval, 0 if that is not certain.
func (s *sure) side(p, q *[4]geom.Vec, i, j, k, y, z int) int {
	c := sideCoefficients(p, q, i, j, k, y, z)
	switch {
	case c[0] > s.area && c[1] > s.area && c[2] > s.area:
		return 1
	case c[0] < -s.area && c[1] < -s.area && c[2] < -s.area:
		return -1
	}
	return 0
}

// sideCoefficients are the Bernstein coefficients of twice the area of the triangle of three points, seen along an axis.
func sideCoefficients(p, q *[4]geom.Vec, i, j, k, y, z int) [3]float64 {
	uy, uz, vy, vz := p[j].At(y)-p[i].At(y), p[j].At(z)-p[i].At(z), p[k].At(y)-p[i].At(y), p[k].At(z)-p[i].At(z)
	ry, rz, sy, sz := q[j].At(y)-q[i].At(y), q[j].At(z)-q[i].At(z), q[k].At(y)-q[i].At(y), q[k].At(z)-q[i].At(z)
	return [3]float64{
		float64(uy*vz) - float64(uz*vy),
		(float64(uy*sz) - float64(uz*sy) + (float64(ry*vz) - float64(rz*vy))) / 2,
		float64(ry*sz) - float64(rz*sy),
	}
}
