package impact

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// corners are those of a triangle in the world in the middle of an interval, how far they go in half
// its time, and by how much that is off. Around each point of the triangle there may be a ball or, around a
// segment, a cylinder or a cone with the base at its first corner.
type corners struct {
	at    geom.Triangle
	v     [3]geom.Vec
	slack float64
	round float64
	// form: of a cylinder or a cone only what lies between the planes through the ends counts. The segment goes from axis − turn to axis + turn,
	// as a unit vector within tilt of the line between the unit vectors at the two ends.
	form       Form
	axis, turn geom.Vec
	tilt       float64
	normal     geom.Vec // Body.Normal
}

func (m *mover) corners(i int32, h float64, c *corners) {
	t := m.Surface.Mesh.Triangle(int(i))
	s := &m.span
	for k, p := range t {
		c.at[k] = s.Pose.Apply(p)
		c.v[k] = s.Velocity.Add(s.Spin.Cross(c.at[k].Sub(s.Center))).Scale(h)
	}
	c.slack = s.Off + s.Turn*m.away(&t)
	c.round, c.form, c.normal = m.Radius, m.Form, m.Normal
	if m.Form != Round {
		c.tip()
	}
}

// away is how far the farthest corner of a triangle is from the centre, as geom.Length has it.
func (m *mover) away(t *geom.Triangle) float64 {
	p, q, r := t[0].Sub(m.center), t[1].Sub(m.center), t[2].Sub(m.center)
	if square := max(p.Dot(p), q.Dot(q), r.Dot(r)); square > 1e-280 && square < 1e280 {
		return math.Sqrt(square)
	}
	return max(geom.Length(p), geom.Length(q), geom.Length(r))
}

// tip sets how the axis of a cylinder or a cone turns.
//
// Let d(s) = axis + s·turn with |turn| ≤ |axis|/2, so that |d| ≥ |axis|/2. The second derivative of d/|d| is at most 3(|turn|/|d|)², and
// a curve is off the line between its ends at s = ±1 by at most half of that: 6(|turn|/|axis|)². The two ends of the
// segment are off by the slack each, which turns it by at most 2·slack/|axis| for an angle up to 1/2, times 1.1.
func (c *corners) tip() {
	c.axis, c.turn = c.at[1].Sub(c.at[0]), c.v[1].Sub(c.v[0])
	length := geom.Length(c.axis)
	turn := geom.Length(c.turn) / length
	c.tilt = 6*float64(turn*turn) + 2.2*(c.slack+0x1p-40*(c.at[0].MaxAbs()+c.at[1].MaxAbs()))/length
	if !(turn <= 0.5) {
		c.tilt = math.Inf(1)
	}
}

// bounds encloses the corners throughout, but for the slack and the balls.
func (c *corners) bounds() geom.AABB {
	p, q, r := &c.at[0], &c.at[1], &c.at[2]
	v, w, x := c.v[0].Abs(), c.v[1].Abs(), c.v[2].Abs()
	return geom.AABB{ // without branches, which nothing would predict
		Min: geom.Vec{X: min(p.X-v.X, q.X-w.X, r.X-x.X), Y: min(p.Y-v.Y, q.Y-w.Y, r.Y-x.Y), Z: min(p.Z-v.Z, q.Z-w.Z, r.Z-x.Z)},
		Max: geom.Vec{X: max(p.X+v.X, q.X+w.X, r.X+x.X), Y: max(p.Y+v.Y, q.Y+w.Y, r.Y+x.Y), Z: max(p.Z+v.Z, q.Z+w.Z, r.Z+x.Z)},
	}
}

// triangles drops a pair of triangles that is apart throughout, or keeps it.
//
// Each point of a triangle is a mean of its corners, and these go straight up to the slack. So the
// triangles are apart if the differences of all corners along a direction n exceed |n| times both
// slacks, and the girths along n, at both ends of the interval, which are straight lines' least values. What rounding adds
// is in the view's pad for triangles.
func (s *Search) triangles(e entry) {
	s.Worker.PrimitiveTests++
	v := &s.view
	x, y := s.kept[0].of(^e.a, v.h), s.kept[1].of(^e.b, v.h)
	slack := x.slack + y.slack + v.fine + v.apart
	if beyond(&x.box, &y.box, slack+(x.round+y.round)*(1+0x1p-40)) {
		return
	}
	share, way := x.apart(&y.corners, slack, v.shareUntil(s.until), s.way, s.last)
	if way != (geom.Vec{}) {
		s.way = way
	}
	if share < 1 {
		e.until = max(e.until, math.Nextafter(v.from+share*(v.to-v.from), -1))
		s.until = min(s.until, e.until)
		s.arena = append(s.arena, e)
		s.waits = s.waits || e.until < v.from+0.5*(v.to-v.from)
	}
}

// girth bounds how far the solid around the corners reaches beyond them along a direction of at most a length, at the start (−1)
// or the end (1) of the interval, and so that between the two it is below the line.
//
// A disc of radius r square to a unit vector d reaches r·|n × d|, a convex function of d: on the line between two d it is
// below the line of its values, and off that line by the tilt it grows by r·|n|·tilt at most. The cross product is off by
// 8u|n||a| and the quotient by 4u, which 2⁻⁴⁰ covers.
func (c *corners) girth(n *geom.Vec, length, end float64) float64 {
	whole := c.round * length
	if c.form == Round || !(c.tilt <= 0.5) {
		return whole
	}
	axis := c.axis.Add(c.turn.Scale(end))
	reach := geom.Length(n.Cross(axis))/geom.Length(axis) + length*(c.tilt+0x1p-40)
	return c.round * reach * (1 + 0x1p-40)
}

// shareOf returns for what share of an interval, from its start on, a gap that goes straight from one number
// to another, or is above that, is certainly above 0.
func shareOf(start, end float64) float64 {
	switch {
	case !(start > 0):
		return 0
	case end > 0:
		return 1
	}
	return start / (start - end) * (1 - 0x1p-20)
}

// least is the least of the solid along a direction of at most a length, at the start (−1) or the end (1) of the interval. Between the two it is above the line of
// the two values: corners go straight, and what the solid reaches beyond them is below a line. The least of such functions is above a line, too.
func (c *corners) least(n *geom.Vec, length, end float64) float64 {
	l, girth := math.Inf(1), c.girth(n, length, end)
	for k := range c.at {
		if l = min(l, n.Dot(c.at[k])+end*n.Dot(c.v[k])-girth); c.form == Pointed {
			girth = 0 // all corners but the first are the apex
		}
	}
	return l
}

func (c *corners) most(n *geom.Vec, length, end float64) float64 {
	m := geom.Vec{X: -n.X, Y: -n.Y, Z: -n.Z}
	return -c.least(&m, length, end)
}

// beyond reports whether two boxes are more than a distance apart along an axis.
func beyond(p, q *geom.AABB, d float64) bool {
	return p.Min.X-q.Max.X > d || q.Min.X-p.Max.X > d ||
		p.Min.Y-q.Max.Y > d || q.Min.Y-p.Max.Y > d ||
		p.Min.Z-q.Max.Z > d || q.Min.Z-p.Max.Z > d
}
