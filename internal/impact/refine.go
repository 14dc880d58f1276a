package impact

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// see sets the view to a pair between two times.
func (s *Search) see(pair int32, a, b float64) {
	p := s.pairs[pair]
	x, y := &s.bodies[p.A], &s.bodies[p.B]
	x.at(a, b)
	y.at(a, b)
	s.view.set(x, y, a, b)
	s.nodeA = -1
}

// refine appends to the arena what of the entries from a place on, up to its end, may touch
// between two times, as finely as boxes of the size of the motion have it. Once something waits for shorter
// intervals triangles are no longer looked at.
func (s *Search) refine(a, b float64, from int) {
	at := int32(-1)
	s.waits = false
	for i, end := from, len(s.arena); i < end; i++ {
		e := s.arena[i]
		if e.until >= b {
			continue
		}
		if e.pair != at {
			s.see(e.pair, a, b)
			at = e.pair
		}
		for s.stack = append(s.stack[:0], e); len(s.stack) > 0; {
			if !s.Worker.Step() {
				s.stopped = true
				return
			}
			e := s.stack[len(s.stack)-1]
			s.stack = s.stack[:len(s.stack)-1]
			switch {
			case e.a >= 0:
				s.boxes(e)
			case s.waits:
				s.arena = append(s.arena, e)
			default:
				s.triangles(e)
			}
		}
	}
}

// Boxes wait for a shorter interval if they move farther than a share of the larger one's half diagonal: patience,
// or hurry once something waits and the interval is not to be proven. Measured: from 0.25 to 1, and from 0.1
// to 0.35, it makes little difference.
const patience, hurry = 0.5, 0.2

func (s *Search) patience() float64 {
	if s.waits {
		return hurry
	}
	return patience
}

// boxes drops a pair of boxes, replaces it by smaller ones or keeps it for shorter intervals.
func (s *Search) boxes(e entry) {
	s.Worker.BVTests++
	v := &s.view
	ta, tb := v.a.Tree, v.b.Tree
	na, nb := &ta.Nodes[e.a], &tb.Nodes[e.b]
	x, y := &s.boxA, &s.boxB
	if s.nodeA != e.a { // mostly the children of B's node come one after the other
		v.boxOfA(e.a, x)
		s.nodeA = e.a
	}
	v.boxOfB(e.b, y)
	share := v.separate(x, y)
	if share < 1 {
		e.until = max(e.until, v.from+share*(v.to-v.from))
	}
	switch {
	case share == 1:
	case v.h > 0 && x.v.Sub(y.v).Norm()+x.turn+y.turn > s.patience()*max(x.radius, y.radius):
		s.wait(e)
	case na.IsLeaf() && nb.IsLeaf():
		for _, i := range ta.Order[na.First : na.First+na.Count] {
			for _, j := range tb.Order[nb.First : nb.First+nb.Count] {
				s.stack = append(s.stack, entry{e.pair, ^int32(i), ^int32(j), e.until})
			}
		}
	case nb.IsLeaf() || !na.IsLeaf() && x.radius > y.radius:
		s.stack = append(s.stack, entry{e.pair, na.Child + 1, e.b, e.until}, entry{e.pair, na.Child, e.b, e.until})
	default:
		s.stack = append(s.stack, entry{e.pair, e.a, nb.Child + 1, e.until}, entry{e.pair, e.a, nb.Child, e.until})
	}
}

// corners are those of a triangle in the world in the middle of an interval, how far they go in half
// its time, and by how much that is off.
type corners struct {
	at    geom.Triangle
	v     [3]geom.Vec
	slack float64
}

func (m *mover) corners(i int32, h float64, c *corners) {
	t := m.Surface.Mesh.Triangle(int(i))
	s := &m.span
	away := 0.0
	for k, p := range t {
		c.at[k] = s.Pose.Apply(p)
		c.v[k] = s.Velocity.Add(s.Spin.Cross(c.at[k].Sub(s.Center))).Scale(h)
		away = max(away, geom.Length(p.Sub(m.center)))
	}
	c.slack = s.Off + s.Turn*away
}

// bounds encloses the triangle throughout, but for the slack.
func (c *corners) bounds() geom.AABB {
	b := geom.EmptyAABB()
	for k := range c.at {
		w := c.v[k].Abs()
		lo, hi := c.at[k].Sub(w), c.at[k].Add(w)
		b.Hold(&lo)
		b.Hold(&hi)
	}
	return b
}

// triangles drops a pair of triangles that is apart throughout, or keeps it.
//
// Each point of a triangle is a mean of its corners, and these go straight up to the slack. So the
// triangles are apart if the differences of all corners along a direction n exceed |n| times both
// slacks at both ends of the interval, which are straight lines' least values. What rounding adds
// is in the view's pad for triangles.
func (s *Search) triangles(e entry) {
	s.Worker.PrimitiveTests++
	v := &s.view
	var x, y corners
	v.a.corners(^e.a, v.h, &x)
	v.b.corners(^e.b, v.h, &y)
	slack := x.slack + y.slack + v.fine
	p, q := x.bounds(), y.bounds()
	if beyond(&p, &q, slack) {
		return
	}
	if share := x.apart(&y, slack); share < 1 {
		e.until = max(e.until, v.from+share*(v.to-v.from))
		s.wait(e)
	}
}

// wait keeps an entry for shorter intervals. The interval at hand is not to be proven then.
func (s *Search) wait(e entry) {
	s.arena = append(s.arena, e)
	s.waits = true
}

// beyond reports whether two boxes are more than a distance apart along an axis.
func beyond(p, q *geom.AABB, d float64) bool {
	return p.Min.X-q.Max.X > d || q.Min.X-p.Max.X > d ||
		p.Min.Y-q.Max.Y > d || q.Min.Y-p.Max.Y > d ||
		p.Min.Z-q.Max.Z > d || q.Min.Z-p.Max.Z > d
}

// apart tries the direction between the nearest points in the middle of the interval. It returns
// for what share of the interval, from its start on, the triangles are certainly apart along it.
func (c *corners) apart(o *corners, slack float64) float64 {
	n := predicate.DistanceBounds(&c.at, &o.at, math.Inf(1)).Way
	most := n.MaxAbs()
	if !(most > 0 && most <= math.MaxFloat64) {
		return 0
	}
	n = geom.Vec{X: n.X / most, Y: n.Y / most, Z: n.Z / most}
	limit := n.Norm() * (1 + 0x1p-40) * slack
	return shareOf(c.least(&n, -1)-o.most(&n, -1)-limit, c.least(&n, 1)-o.most(&n, 1)-limit)
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

// least is the least corner along a direction at the start (−1) or the end (1) of the interval.
func (c *corners) least(n *geom.Vec, end float64) float64 {
	l := math.Inf(1)
	for k := range c.at {
		l = min(l, n.Dot(c.at[k])+end*n.Dot(c.v[k]))
	}
	return l
}

func (c *corners) most(n *geom.Vec, end float64) float64 {
	m := geom.Vec{X: -n.X, Y: -n.Y, Z: -n.Z}
	return -c.least(&m, end)
}

// touchAt reports whether something in the arena from a place on touches at a time, by the exact test
// of the corners posed there. It then sets the answer.
func (s *Search) touchAt(t float64, from int) bool {
	at := int32(-1)
	for i := from; i < len(s.arena); i++ {
		e := s.arena[i]
		if e.pair != at {
			s.see(e.pair, t, t)
			at = e.pair
		}
		for s.stack = append(s.stack[:0], e); len(s.stack) > 0; {
			if !s.Worker.Step() {
				s.stopped = true
				return false
			}
			e := s.stack[len(s.stack)-1]
			s.stack = s.stack[:len(s.stack)-1]
			if e.a >= 0 {
				s.boxes(e)
			} else if s.touch(e) {
				s.answer = Answer{Outcome: Contact, T0: t, T1: t, Pair: s.pairs[e.pair]}
				s.answer.Primitives.A, s.answer.Primitives.B = uint32(^e.a), uint32(^e.b)
				return true
			}
		}
	}
	return false
}

// touch decides for two triangles at the time of the view.
func (s *Search) touch(e entry) bool {
	s.Worker.PrimitiveTests++
	a, b := s.view.a, s.view.b
	p, q := a.posed(^e.a), b.posed(^e.b)
	return s.Worker.Tally.TriangleTriangle(&p, &q)
}

// posed is a triangle under the pose of the span, rounded as everywhere.
func (m *mover) posed(i int32) geom.Triangle {
	t := m.Surface.Mesh.Triangle(int(i))
	for k := range t {
		t[k] = m.span.Pose.Apply(t[k])
	}
	return t
}
