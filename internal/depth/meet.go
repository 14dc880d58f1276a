package depth

import (
	"github.com/collide-go/collide/geom"
)

// What is known of a triangle beside the other solid.
const (
	unknown  = uint8(iota)
	touching // it may share a point with the other boundary
	within   // it is in the interior of the other solid
	outside  // it has no point of the other solid
)

// meeting is what either boundary may have in the other solid.
type meeting struct {
	solids   [2]*Solid
	versions [2]uint64
	parts    []part // those of the first solid first
	corners  []geom.Vec
	known    [2][]uint8
	touches  [2][]touch // in the order of the first triangle
	inside   map[geom.Vec]bool
	pairs    [][2]int32
	flooded  []uint32
	shells   []bool // that have a touching triangle
	// deepest is a point of one boundary, depth beneath the other's, and way the direction from there. It has a length of 1, or 0 for none.
	deepest, way geom.Vec
	depth        float64
}

// part is a flat convex polygon, around what a triangle has in the other solid.
type part struct {
	solid       int8
	triangle    int32
	first, last int32 // in meeting.corners
}

// touch is a triangle of one solid and one of the other that may share a point.
type touch struct{ triangle, other int32 }

// meet finds the parts of either boundary in the other solid, unless they are known.
//
// Triangles that may share a point with the other boundary are found down both trees. What edges join of the others has no point of that boundary, so that
// it is all inside the other solid or all outside, and one corner decides. A shell is joined by edges.
func (s *Search) meet() bool {
	m := &s.meeting
	now := [2]uint64{s.solids[0].version, s.solids[1].version}
	if m.solids == s.solids && m.versions == now {
		return true
	}
	m.solids, m.way = [2]*Solid{}, geom.Vec{} // until it is done
	m.parts, m.corners = m.parts[:0], m.corners[:0]
	for side, of := range s.solids {
		m.known[side] = append(m.known[side][:0], make([]uint8, len(of.triangles))...)
		m.touches[side] = m.touches[side][:0]
	}
	s.touchAll()
	for side := range s.solids {
		s.flood(side)
		s.outlineParts(side)
	}
	if !s.stopped {
		m.solids, m.versions = s.solids, now
	}
	return !s.stopped
}

// touchAll finds the triangles that may share a point with the other boundary.
func (s *Search) touchAll() {
	a, b, m := s.solids[0], s.solids[1], &s.meeting
	if s.Exhaustive {
		for i := range a.triangles {
			if !s.step() {
				return
			}
			for k := range b.triangles {
				s.touchTwo(int32(i), int32(k))
			}
		}
		return
	}
	m.pairs = append(m.pairs[:0], [2]int32{})
	for len(m.pairs) > 0 && s.step() {
		at := m.pairs[len(m.pairs)-1]
		m.pairs = m.pairs[:len(m.pairs)-1]
		p, q := &a.nodes[at[0]], &b.nodes[at[1]]
		switch {
		case p.IsLeaf() && q.IsLeaf():
			for i := p.First; i < p.First+p.Count; i++ {
				for k := q.First; k < q.First+q.Count; k++ {
					s.touchTwo(i, k)
				}
			}
		case q.IsLeaf() || !p.IsLeaf() && len(m.pairs)%2 == 0:
			s.touchBelow([2]int32{p.Child, at[1]})
			s.touchBelow([2]int32{p.Child + 1, at[1]})
		default:
			s.touchBelow([2]int32{at[0], q.Child})
			s.touchBelow([2]int32{at[0], q.Child + 1})
		}
	}
}

// touchBelow lays two nodes aside unless their boxes are apart.
func (s *Search) touchBelow(at [2]int32) {
	if s.solids[0].nodes[at[0]].Box.Overlaps(&s.solids[1].nodes[at[1]].Box) {
		s.meeting.pairs = append(s.meeting.pairs, at)
	}
}

// touchTwo notes two triangles unless their boxes or their planes part them.
func (s *Search) touchTwo(i, k int32) {
	a, b, m := s.solids[0], s.solids[1], &s.meeting
	p, q := &a.triangles[i], &b.triangles[k]
	if a.outward[i] == 0 && b.outward[k] == 0 || !overlap(p, q) {
		return
	}
	s.Worker.PrimitiveTests++
	if s.isAside(p, q) || s.isAside(q, p) {
		return
	}
	if b.outward[k] != 0 {
		m.known[0][i] = touching
		m.touches[0] = append(m.touches[0], touch{i, k})
	}
	if a.outward[i] != 0 {
		m.known[1][k] = touching
		m.touches[1] = append(m.touches[1], touch{k, i})
	}
}

func overlap(p, q *geom.Triangle) bool {
	for i := range 3 {
		if max(p[0].At(i), p[1].At(i), p[2].At(i)) < min(q[0].At(i), q[1].At(i), q[2].At(i)) || max(q[0].At(i), q[1].At(i), q[2].At(i)) < min(p[0].At(i), p[1].At(i), p[2].At(i)) {
			return false
		}
	}
	return true
}

// isAside reports whether a triangle is on one side of another's plane.
func (s *Search) isAside(q, of *geom.Triangle) bool {
	d := unitVector(of.Normal())
	return s.separated(q, d, reachAlong(of, d))
}

// flood marks what is in the other solid.
func (s *Search) flood(side int) {
	of, m := s.solids[side], &s.meeting
	if m.inside == nil {
		m.inside = map[geom.Vec]bool{}
	}
	clear(m.inside)
	known := m.known[side]
	if of.shells == nil {
		for i := range known {
			if known[i] == unknown && s.isInside(side, of.triangles[i][0]) {
				known[i] = within
			}
		}
		return
	}
	m.shells = append(m.shells[:0], make([]bool, of.shells.Shells())...)
	for i, t := range of.order {
		shell, proper := of.shells.Of(t)
		if known[i] != touching || !proper {
			continue
		}
		m.shells[shell] = true
		for k := range 3 {
			of.shells.Along(t, k, func(t uint32) { s.classify(side, t) })
		}
	}
	for shell, touches := range m.shells {
		if !touches {
			s.classify(side, of.shells.Shell(shell)[0])
		}
	}
}

// isInside reports whether the other solid has a corner of a solid in its interior. It means nothing on its boundary.
func (s *Search) isInside(side int, x geom.Vec) bool {
	in, known := s.meeting.inside[x]
	if !known {
		in = s.winding(s.solids[1-side], x) != 0
		s.meeting.inside[x] = in
	}
	return in
}

// classify finds out where a triangle is of which nothing is known, and marks all that edges join to it if that is in the other solid.
func (s *Search) classify(side int, t uint32) {
	of, m := s.solids[side], &s.meeting
	known := m.known[side]
	i := of.place[t]
	if known[i] != unknown || s.stopped {
		return
	}
	known[i] = outside
	if !s.isInside(side, of.triangles[i][0]) {
		return
	}
	known[i] = within
	m.flooded = append(m.flooded[:0], t)
	for len(m.flooded) > 0 {
		t = m.flooded[len(m.flooded)-1]
		m.flooded = m.flooded[:len(m.flooded)-1]
		for k := range 3 {
			of.shells.Along(t, k, func(t uint32) {
				if known[of.place[t]] == unknown {
					known[of.place[t]] = within
					m.flooded = append(m.flooded, t)
				}
			})
		}
	}
}
