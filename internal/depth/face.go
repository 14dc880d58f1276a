package depth

import (
	"github.com/collide-go/collide/geom"
)

// face is a triangle of a boundary, or two that make a convex quadrilateral; a ball's surface has no parts.
type face struct {
	parts [2]geom.Triangle
	n     int8
	solid int8
	// supports is yes if the whole solid is beneath the face's plane, not known before that is asked.
	supports answer
	// gap is how far a point of the convex hull may be from the parts. The ends of the diagonals are those of two parts: the shared
	// edge comes first.
	gap       float64
	diagonals [4]geom.Vec
	// All corners are within radius of center.
	center geom.Vec
	radius float64
	normal geom.Vec // out of the solid, length 1; 0 where that is lost in rounding
}

type answer int8

const (
	unasked answer = iota
	yes
	no
)

// gatherMeeting collects the faces that either solid may have in the other.
func (s *Search) gatherMeeting() {
	s.faces, s.used = s.faces[:0], s.used[:0]
	if s.edges == nil {
		s.edges = map[[2]geom.Vec]int32{}
	}
	clear(s.edges)
	side := int8(0)
	for i := range s.meeting.parts {
		p := &s.meeting.parts[i]
		if p.solid != side {
			side = p.solid
			clear(s.edges)
		}
		of := s.solids[side]
		s.addTriangle(int(side), &of.triangles[p.triangle], of.normal(p.triangle))
	}
	for i := range s.faces {
		s.faces[i].enclose()
	}
}

// gather collects the faces that reach into a box, of the solids that against has a bit for.
func (s *Search) gather(box *geom.AABB, against uint8) {
	s.faces, s.used = s.faces[:0], s.used[:0]
	if s.edges == nil {
		s.edges = map[[2]geom.Vec]int32{}
	}
	for side, of := range s.solids {
		if against>>side&1 == 0 {
			continue
		}
		if of.isBall {
			s.addBall(side, &of.ball)
			continue
		}
		clear(s.edges)
		s.nodes = append(s.nodes[:0], 0)
		for len(s.nodes) > 0 {
			n := &of.nodes[s.nodes[len(s.nodes)-1]]
			s.nodes = s.nodes[:len(s.nodes)-1]
			if !n.Box.Overlaps(box) {
				continue
			}
			if !s.step() {
				return
			}
			if !n.IsLeaf() {
				s.nodes = append(s.nodes, n.Child+1, n.Child)
				continue
			}
			for i := n.First; i < n.First+n.Count; i++ {
				q := &of.triangles[i]
				if bounds := q.Bounds(); of.outward[i] != 0 && bounds.Overlaps(box) {
					s.addTriangle(side, q, of.normal(i))
				}
			}
		}
	}
	for i := range s.faces {
		if f := &s.faces[i]; !f.isBall() {
			f.enclose()
		}
	}
}

// addTriangle adds a triangle to a face that it completes, or as a face of its own.
func (s *Search) addTriangle(side int, q *geom.Triangle, normal geom.Vec) {
	for k := range 3 {
		i, known := s.edges[[2]geom.Vec{q[(k+1)%3], q[k]}]
		if !known || s.faces[i].n != 1 {
			continue
		}
		f := &s.faces[i]
		d := diagonals(q, k, &f.parts[0])
		if gap, ok := s.crossing(&d); ok {
			f.parts[1], f.n, f.gap, f.diagonals = *q, 2, gap, d
			return
		}
	}
	for k := range 3 {
		s.edges[[2]geom.Vec{q[k], q[(k+1)%3]}] = int32(len(s.faces))
	}
	s.faces = append(s.faces, face{parts: [2]geom.Triangle{*q}, n: 1, solid: int8(side), normal: normal})
}

// diagonals returns edge ab of a triangle abc, and its corner c and the other corner of another triangle with that
// edge.
func diagonals(q *geom.Triangle, k int, other *geom.Triangle) [4]geom.Vec {
	d := [4]geom.Vec{q[k], q[(k+1)%3], q[(k+2)%3], other[0]}
	for _, x := range other {
		if x != d[0] && x != d[1] {
			d[3] = x
		}
	}
	return d
}

// crossing reports whether the diagonals ab and cd of two triangles abc and bad meet, about, so that the two are a flat convex
// quadrilateral, and how far a point of the hull of the four corners may be from the triangles: as far as the diagonals are apart. For let
// p on ab and q on cd be so near. The hull is that of abcq and abqd; a linear map that takes q to p and leaves the
// other corners moves no point farther, and takes it to one of the triangles.
//
// Places on edges are off by less than 2u of four reaches a coordinate, so less than 8 units in all for both.
func (s *Search) crossing(d *[4]geom.Vec) (gap float64, ok bool) {
	e, f, r := d[1].Sub(d[0]), d[3].Sub(d[2]), d[0].Sub(d[2])
	ee, ef, ff, er, fr := e.Dot(e), e.Dot(f), f.Dot(f), e.Dot(r), f.Dot(r)
	w := float64(ee*ff) - float64(ef*ef)
	t, v := (float64(ef*fr)-float64(er*ff))/w, (float64(ee*fr)-float64(ef*er))/w
	if !(t >= 0 && t <= 1 && v >= 0 && v <= 1) {
		return 0, false
	}
	gap = r.Add(e.Scale(t)).Sub(f.Scale(v)).Norm()*(1+8*u) + 16*s.unit
	return gap, gap <= flat*s.unit
}

// flat is how many units the corners of a quadrilateral may be out of one plane. It decides how tight bounds are, which
// have the gap in them, and nothing else.
const flat = 1 << 16

// enclose sets center and radius.
func (f *face) enclose() {
	b := geom.EmptyAABB()
	for _, q := range f.parts[:f.n] {
		for c := range 3 {
			b.Hold(&q[c])
		}
	}
	f.center = b.Center()
	for _, q := range f.parts[:f.n] {
		for _, x := range q {
			f.radius = max(f.radius, x.Sub(f.center).Norm())
		}
	}
	f.radius *= 1 + 8*u
}

// upper returns an upper bound of the distance of a point and a face. As Search.distance has it, the computed place is off by
// less than 33u·M, where no coordinate of a corner relative to the point is more than M: the distance and twice the radius.
// For a ball it is that with its sign; the computed one is off by less than 16u of the distances.
func (f *face) upper(p geom.Vec) float64 {
	if f.isBall() {
		d := p.Sub(f.center).Norm()
		return f.radius - d + 16*u*(f.radius+d) + tiny
	}
	d := inf
	for i := range f.parts[:f.n] {
		q := &f.parts[i]
		d = min(d, nearestPlace(&geom.Triangle{q[0].Sub(p), q[1].Sub(p), q[2].Sub(p)}).Norm())
	}
	return d + 64*u*(d+2*f.radius) + tiny
}

// ref is a face of Search.faces; the lowest bit is set where the face bears the cell.
type ref int32

func (r ref) bears() bool { return r&1 != 0 }

// scan keeps those faces of a cell that may have the least value at one of its points, and returns the one that has it in the middle, and
// the value. To leave out others makes a bound worse and never wrong.
func (s *Search) scan(c *cell, x geom.Vec, h float64) (least ref, d float64) {
	least, d = s.least(c, x)
	from := int32(len(s.listed))
	for k := c.first; k < c.last; k++ {
		r := s.listed[k]
		if f := &s.faces[r>>1]; s.isPlane(r) && s.height(f, x) <= d+2*h || !s.isPlane(r) && !f.isBeyond(x, d+2*h) && f.upper(x) <= d+2*h {
			s.listed = append(s.listed, r)
		}
	}
	c.first, c.last = from, int32(len(s.listed))
	return least, d
}

// least returns the face of a cell's that has the least value at a point.
func (s *Search) least(c *cell, x geom.Vec) (least ref, d float64) {
	d = inf
	for _, r := range s.listed[c.first:c.last] {
		f := &s.faces[r>>1]
		e := inf
		switch {
		case s.isPlane(r):
			e = s.height(f, x)
		case !f.isBeyond(x, d):
			e = f.upper(x)
		}
		if e < d {
			least, d = r, e
		}
	}
	return least, d
}

// isBeyond reports whether all of a face is farther from a point than a distance, about; no ball is.
func (f *face) isBeyond(x geom.Vec, d float64) bool {
	way, most := x.Sub(f.center), d+f.radius
	return !f.isBall() && d < inf && (most < 0 || way.Dot(way) > most*most)
}

// addFace adds the row of a face: the distance to it, a convex function, or the height beneath its plane where the solid is
// beneath it, everywhere or in the cell. For a ball it is the plane that touches it nearest to a point.
func (s *Search) addFace(c *cell, r ref, at geom.Vec) {
	f := &s.faces[r>>1]
	var n geom.Vec
	if f.isBall() {
		n = unitVector(at.Sub(f.center))
	}
	s.obstacle = f.parts[0]
	if !s.isPlane(r) && s.bearsHere(f) {
		r = s.bearing(c, r)
	}
	var v row
	for k, x := range s.box {
		v.at[k] = s.value(r, n, x)
	}
	s.rows, s.used, s.tangents = append(s.rows, v), append(s.used, r), append(s.tangents, n)
	s.obstacles = append(s.obstacles, s.obstacle)
}

// value is the bound that a face gives for a point; n is that of the touching plane of a ball.
//
// The nearest point of the parts is at most the gap farther than that of their hull, to which the distance is convex.
func (s *Search) value(r ref, n, x geom.Vec) float64 {
	f := &s.faces[r>>1]
	switch {
	case f.isBall():
		return s.beneath(f, n, x)
	case r.bears():
		return s.height(f, x) + 2*moved*s.unit
	case s.isPlane(r):
		return s.height(f, x)
	}
	return f.upper(x) + f.gap
}

// isPlane reports whether the height beneath a face's plane is a bound, everywhere or in the cell that it is listed for.
func (s *Search) isPlane(r ref) bool { return r.bears() || s.isSupport(&s.faces[r>>1]) }

// height is how far a point is beneath a plane that is a little above that of a face.
//
// If all of a solid is less than t above a plane, then a point at height h is, inside, at most t−h from the boundary and, outside, at least h−t from the
// solid: its distance with its sign is at most t−h. Where that holds for a cell and its shadow, common inner points in the cell are at most t−h from
// the boundary. The computed height is off by 8 units, the length of the normal by 8u of four reaches, which is 16 units, and t is at most
// four times separates with its roundings.
func (s *Search) height(f *face, x geom.Vec) float64 {
	return f.normal.Dot(f.parts[0][0].Sub(x)) + 4*separates*s.unit
}

// isSupport reports whether all of a face's solid is beneath its plane, up to 40 units: 32 as computed and 8 for roundings.
func (s *Search) isSupport(f *face) bool {
	if f.supports == unasked {
		f.supports = no
		if f.normal != (geom.Vec{}) && s.isBeneath(s.solids[f.solid], f.normal, f.normal.Dot(f.parts[0][0])+16*s.unit) {
			f.supports = yes
		}
	}
	return f.supports == yes
}

// isBeneath reports whether no box of a tree's leaves reaches farther along a direction than to a place, up to 16 units: a
// triangle is looked at where its box does.
func (s *Search) isBeneath(of *Solid, n geom.Vec, most float64) bool {
	s.nodes = append(s.nodes[:0], 0)
	for len(s.nodes) > 0 {
		node := &of.nodes[s.nodes[len(s.nodes)-1]]
		s.nodes = s.nodes[:len(s.nodes)-1]
		if !s.step() {
			return false
		}
		if n.Dot(node.Box.Center())+n.Abs().Dot(node.Box.Size())/2 <= most {
			continue
		}
		if !node.IsLeaf() {
			s.nodes = append(s.nodes, node.Child+1, node.Child)
			continue
		}
		for i := node.First; i < node.First+node.Count; i++ {
			q := &of.triangles[i]
			if max(n.Dot(q[0]), n.Dot(q[1]), n.Dot(q[2])) > most {
				return false
			}
		}
	}
	return true
}

// isUsed reports whether a face has a row already; a ball may have several.
func (s *Search) isUsed(r ref) bool {
	for _, x := range s.used {
		if x>>1 == r>>1 {
			return !s.faces[r>>1].isBall()
		}
	}
	return false
}

// mixed is the mixture of rows of the last game at a point, about.
func (s *Search) mixed(x geom.Vec) (v float64) {
	for k, r := range s.used {
		if w := s.game.shares[k]; w > 0 {
			v += float64(w * s.value(r, s.tangents[k], x))
		}
	}
	return v
}
