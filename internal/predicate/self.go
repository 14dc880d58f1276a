package predicate

import "github.com/collide-go/collide/geom"

// SelfContact reports whether two triangles of one mesh are in contact beyond
// the corners they share. localP and localQ are their corners in the mesh's own
// coordinates, p and q the same corners in the world, in the same order.
//
// With S the set of distinct positions of corners common to both by local
// coordinates (−0 equals 0), triangles with equal corner sets are in contact;
// others iff their intersection in the world is not contained in the convex hull
// of S as posed. Exact for every finite input, degenerate triangles included.
func SelfContact(localP, localQ, p, q *geom.Triangle) bool {
	var t Tally
	return t.SelfContact(localP, localQ, p, q)
}

// SelfContact is the package's SelfContact, counted. A pair of neighbours in
// general position costs one plane: the four signs of two corners of each about
// the other's plane decide at a shared corner, one sign at a shared edge.
func (t *Tally) SelfContact(localP, localQ, p, q *geom.Triangle) bool {
	m := match(localP, localQ)
	switch {
	case m.none():
		return t.TriangleTriangle(p, q)
	case m.equal():
		return true
	}
	i, k := m.shared()
	if i < 0 {
		return t.beyond(&m, p, q)
	}
	if k < 0 {
		return t.sharedCorner(&m, i, p, q)
	}
	return t.sharedEdge(&m, i, k, p, q)
}

// matching holds, for each corner of p, a corner of q at the same local
// position, or −1, and which corners of q have a partner.
type matching struct {
	partner [3]int8
	taken   [3]bool
	// pairs is the number of equal pairs: with three distinct positions in each
	// triangle, the number of shared positions.
	pairs int8
}

func match(p, q *geom.Triangle) (m matching) {
	for i := range 3 {
		m.partner[i] = -1
		for j := range 3 {
			if p[i] == q[j] {
				m.partner[i], m.taken[j] = int8(j), true
				m.pairs++
			}
		}
	}
	return m
}

func (m *matching) none() bool { return m.pairs == 0 }

// equal reports whether the corner sets are equal.
func (m *matching) equal() bool {
	return m.partner[0] >= 0 && m.partner[1] >= 0 && m.partner[2] >= 0 &&
		m.taken[0] && m.taken[1] && m.taken[2]
}

// shared returns the one or two corners of p that are shared, −1 for the second
// where there is one. The first is −1 where a corner is repeated.
func (m *matching) shared() (i, k int) {
	i, k = -1, -1
	n := int8(0)
	for c, j := range m.partner {
		if j < 0 {
			continue
		}
		n++
		if i < 0 {
			i = c
		} else {
			k = c
		}
	}
	if n != m.pairs || n > 2 || k >= 0 && m.partner[i] == m.partner[k] {
		return -1, -1
	}
	return i, k
}

// sharedCorner decides where p[i] alone is shared. Call it v, the others p1, p2
// and q1, q2. Corners of one triangle strictly on one side of the other's plane
// leave v alone in common. Else, in different planes, each triangle covers an
// interval of the common line that starts at v; with nP = (p1−v)×(p2−v), nQ
// likewise, ri = nQ·(pi−v) and si = nP·(qi−v), that of p points along
// r1·p2−r2·p1 = ±nP×nQ with the sign of r1−r2, that of q along −nP×nQ with
// the sign of s1−s2. There is more than v in common iff they point the same way.
func (t *Tally) sharedCorner(m *matching, i int, p, q *geom.Triangle) bool {
	j := int(m.partner[i])
	v, p1, p2 := p[i], p[(i+1)%3], p[(i+2)%3]
	q1, q2 := q[(j+1)%3], q[(j+2)%3]
	if w := sharedPlane(p, q); w >= 0 {
		if t.orient(w, v, p1, p2) == 0 || t.orient(w, v, q1, q2) == 0 {
			return t.beyond(m, p, q)
		}
		return t.conesMeet(w, v, p1, p2, q1, q2)
	}
	s1, s2 := t.sides2(v, p1, p2, q1, q2)
	if s1*s2 > 0 {
		return false
	}
	if s1|s2 == 0 && !t.collinear(v, p1, p2) && !t.collinear(v, q1, q2) { // all in one plane
		return t.coplanarCones(v, p1, p2, q1, q2)
	}
	r1, r2 := t.sides2(v, q1, q2, p1, p2)
	if r1*r2 > 0 {
		return false
	}
	if s1|s2 != 0 && r1|r2 != 0 {
		return (r1-r2)*(s1-s2) < 0
	}
	if t.collinear(v, p1, p2) || t.collinear(v, q1, q2) {
		return t.beyond(m, p, q)
	}
	return t.coplanarCones(v, p1, p2, q1, q2)
}

// coplanarCones reports whether two triangles in one plane with the common
// corner v meet beyond it: whether a side of one at v points into the other.
func (t *Tally) coplanarCones(v, p1, p2, q1, q2 geom.Vec) bool {
	w, _ := t.projection(&geom.Triangle{v, p1, p2})
	return t.conesMeet(w, v, p1, p2, q1, q2)
}

// conesMeet is coplanarCones in a projection that keeps the plane a plane.
func (t *Tally) conesMeet(w plane2, v, p1, p2, q1, q2 geom.Vec) bool {
	o := t.orient(w, v, p1, p2)
	if t.inCone(w, o, v, p1, p2, q1) || t.inCone(w, o, v, p1, p2, q2) {
		return true
	}
	o = t.orient(w, v, q1, q2)
	return t.inCone(w, o, v, q1, q2, p1) || t.inCone(w, o, v, q1, q2, p2)
}

// inCone reports whether x lies in the closed cone at v between a and b, whose
// orientation is o ≠ 0.
func (t *Tally) inCone(w plane2, o int, v, a, b, x geom.Vec) bool {
	return t.orient(w, v, a, x)*o >= 0 && t.orient(w, v, x, b)*o >= 0
}

// sharedEdge decides where p[i] and p[k] alone are shared. Off each other's
// plane the triangles have exactly that edge in common; in one plane they
// overlap beyond it iff they lie on the same side.
func (t *Tally) sharedEdge(m *matching, i, k int, p, q *geom.Triangle) bool {
	a, b, c := p[i], p[k], p[3-i-k]
	d := q[3-m.partner[i]-m.partner[k]]
	if w := sharedPlane(p, q); w >= 0 {
		o, r := t.orient(w, a, b, c), t.orient(w, a, b, d)
		if o == 0 || r == 0 {
			return t.beyond(m, p, q)
		}
		return o == r
	}
	if t.Orient3D(a, b, c, d) != 0 {
		return false
	}
	if t.collinear(a, b, c) || t.collinear(a, b, d) {
		return t.beyond(m, p, q)
	}
	w, o := t.projection(&geom.Triangle{a, b, c})
	return t.orient(w, a, b, d) == o
}

// beyond decides by the definition: whether an extreme point of the intersection
// lies outside the hull of the shared corners. The corner sets being different,
// at most two positions are shared.
func (t *Tally) beyond(m *matching, p, q *geom.Triangle) bool {
	var posed [3]geom.Vec
	n := 0
	for i, j := range m.partner {
		if j >= 0 {
			posed[n] = p[i]
			n++
		}
	}
	s := hullOnLine(posed[:n]...)
	var room [6]ratPoint
	for _, x := range t.extremes(p, q, room[:0]) {
		if !x.inSegment(s.v[0], s.v[s.n-1]) {
			return true
		}
	}
	return false
}

// sides2 returns on which side of the plane vab the points x and y lie. Like
// sides, it writes the filter out.
func (t *Tally) sides2(v, a, b, x, y geom.Vec) (sx, sy int) {
	e, f, g, h := a.Sub(v), b.Sub(v), x.Sub(v), y.Sub(v)
	n := e.Cross(f)
	dx, dy := n.Dot(g), n.Dot(h)
	size := filterSize(e.Dot(e), f.Dot(f))
	if float64(dx*dx) > float64(size*g.Dot(g))+planeUnderflow &&
		float64(dy*dy) > float64(size*h.Dot(h))+planeUnderflow {
		return signOfNonzero(dx), signOfNonzero(dy)
	}
	filter, plane := planeFilter{v, n, size}, geom.Triangle{v, a, b}
	return t.side(&filter, &plane, x), t.side(&filter, &plane, y)
}
