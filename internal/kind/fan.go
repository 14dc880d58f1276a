package kind

import (
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// ray is a half plane that a face leaves at a line, seen along the line: a ray around a
// point. Turning left is counterclockwise.
type ray struct {
	of int // 0 or 1, the body
	to geom.Vec
	// left and right report whether the body's inside lies next to the face on that side.
	left, right bool
}

// fansMeet reports whether the interiors meet next to a segment that lies along an edge of
// one triangle or of both.
func (j *Judge) fansMeet(c Contact, p, q *geom.Triangle, edgeP, edgeQ int) bool {
	var a, b geom.Vec // the line
	if edgeP != predicate.Inner {
		a, b = p[edgeP], p[(edgeP+1)%3]
	} else {
		a, b = q[edgeQ], q[(edgeQ+1)%3]
	}
	j.fan = j.fan[:0]
	if !j.addFan(0, c.A, p, edgeP, a, b) || !j.addFan(1, c.B, q, edgeQ, a, b) {
		return false
	}
	first := j.fan[0].to
	slices.SortStableFunc(j.fan, func(x, y ray) int { return compareTurns(&j.Tally, a, b, first, x.to, y.to) })
	return j.sectorOfBoth(a, b)
}

// addFan appends the rays of a body next to a segment within triangle t, along its edge or
// through its inside.
func (j *Judge) addFan(of int, t uint32, q *geom.Triangle, edge int, a, b geom.Vec) bool {
	s := &j.sides[of]
	if edge == predicate.Inner {
		j.addFace(of, t, q, a, b)
		return true
	}
	e := s.Shells.edge[3*t+uint32(edge)]
	for _, other := range s.Shells.topology.Sides(int(e)) {
		u, k := other/3, other%3
		if s.Shells.isThin(u) {
			continue
		}
		var r geom.Triangle
		s.Surface.Triangle(u, &r)
		if predicate.Collinear(r[0], r[1], r[2]) {
			j.reason = "a triangle at an edge in contact has no area at this pose"
			return false
		}
		// With the edge the way of the line, the front of a triangle is to its left.
		forward := predicate.SameWay(a, b, r[k], r[(k+1)%3])
		j.fan = append(j.fan, ray{of, r[(k+2)%3], s.material(u, forward), s.material(u, !forward)})
	}
	return true
}

// addFace appends the two rays of a face that the line runs through.
func (j *Judge) addFace(of int, t uint32, q *geom.Triangle, a, b geom.Vec) {
	s := &j.sides[of]
	first := -1
	for k := range 3 {
		if predicate.Collinear(a, b, q[k]) {
			continue
		}
		if first >= 0 && j.Tally.Turn(a, b, q[first], q[k]) != predicate.TurnHalf {
			continue
		}
		front := j.Tally.FrontLeft(a, b, q[k], q)
		j.fan = append(j.fan, ray{of, q[k], s.material(t, front), s.material(t, !front)})
		if first >= 0 {
			return
		}
		first = k
	}
}

// compareTurns orders half planes of the line ab by how far they are turned left from the one
// that holds first.
func compareTurns(tally *predicate.Tally, a, b, first, x, y geom.Vec) int {
	s, t := tally.Turn(a, b, first, x), tally.Turn(a, b, first, y)
	if s != t {
		return int(s) - int(t)
	}
	if s == predicate.TurnNone || s == predicate.TurnHalf {
		return 0
	}
	switch tally.Turn(a, b, x, y) {
	case predicate.TurnLeft:
		return -1
	case predicate.TurnRight:
		return 1
	}
	return 0
}

// sectorOfBoth reports whether between two rays that follow each other both bodies have
// their inside. The rays are sorted.
func (j *Judge) sectorOfBoth(a, b geom.Vec) bool {
	var inside [2]bool // in the sector before the first ray
	for of := range inside {
		if i := slices.IndexFunc(j.fan, func(r ray) bool { return r.of == of }); i >= 0 {
			inside[of] = j.fan[i].right
		}
	}
	for i, r := range j.fan {
		if i > 0 && j.Tally.Turn(a, b, j.fan[i-1].to, r.to) != predicate.TurnNone && inside[0] && inside[1] {
			return true
		}
		inside[r.of] = r.left
	}
	// The sector before the first ray is the one after the last.
	return inside[0] && inside[1]
}
