package kind

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// flatFansMeet is fansMeet where both surfaces lie in one plane across an axis next to the segment, as those of parts that are flush
// do: then each body is above the plane or beneath it. It reports whether that is so. Exhaustive judges do without it.
func (j *Judge) flatFansMeet(c Contact, edgeP, edgeQ int) (shared, known bool) {
	axis := predicate.SharedAxis(&j.p, &j.q)
	if axis < 0 || j.Exhaustive {
		return false, false
	}
	aboveA, belowA, flatA := j.flatFan(0, c.A, &j.p, edgeP, axis)
	if !flatA {
		return false, false
	}
	aboveB, belowB, flatB := j.flatFan(1, c.B, &j.q, edgeQ, axis)
	return aboveA && aboveB || belowA && belowB, flatB
}

// flatFan reports where the material of a body is next to a segment within triangle t, which lies in a plane across an axis, and whether
// all of the surface next to the segment lies in this plane: triangle t, or the two triangles at its edge.
func (j *Judge) flatFan(of int, t uint32, q *geom.Triangle, edge, axis int) (above, below, flat bool) {
	s := &j.sides[of]
	up := j.Tally.FacesUp(axis, q) > 0
	above, below = s.material(t, up), s.material(t, !up)
	if edge == predicate.Inner {
		return above, below, true
	}
	sides := s.Shells.topology.Sides(int(s.Shells.edge[3*t+uint32(edge)]))
	if len(sides) != 2 {
		return above, below, false
	}
	u := sides[0] / 3
	if u == t {
		u = sides[1] / 3
	}
	var r geom.Triangle
	s.Surface.Triangle(u, &r)
	if s.Shells.isThin(u) || predicate.SharedAxis(q, &r) != axis {
		return above, below, false
	}
	faces := j.Tally.FacesUp(axis, &r)
	if faces == 0 || !j.faceEachOther(q, edge, &r, axis) {
		return above, below, false
	}
	up = faces > 0
	return above, below, s.material(u, up) == above && s.material(u, !up) == below
}

// faceEachOther reports whether no corner of r is strictly on the side of an edge of q on which q is.
func (j *Judge) faceEachOther(q *geom.Triangle, edge int, r *geom.Triangle, axis int) bool {
	a, b, up := q[edge], q[(edge+1)%3], j.Tally.FacesUp(axis, q)
	for _, v := range r {
		if j.Tally.FacesUp(axis, &geom.Triangle{a, b, v})*up > 0 {
			return false
		}
	}
	return true
}
