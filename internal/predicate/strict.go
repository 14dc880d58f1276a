package predicate

import "github.com/collide-go/collide/geom"

// Tests of the insides of balls and hulls, without their boundaries. A ball of radius 0 and a
// hull that is not solid have none.

// BallHolds reports whether p lies in the inside of a ball. Exact for every finite input.
func (t *Tally) BallHolds(s *geom.Sphere, p geom.Vec) bool {
	return s.Radius > 0 && t.compareDistance(s.Center, p, s.Radius, 0) < 0
}

// BallEntered reports whether a triangle has a point in the inside of a ball. Exact for every
// finite input, degenerate triangles included.
func (t *Tally) BallEntered(s *geom.Sphere, q *geom.Triangle) bool {
	if !(s.Radius > 0) {
		return false
	}
	if v := ballFilter(s, q); v != unsure { // its "yes" is a distance below the radius
		return v == sureYes
	}
	t.Exact++
	return sphereTriangleExact(s, q) < 0
}

// BallsOverlap reports whether the insides of two balls share a point.
func (t *Tally) BallsOverlap(a, b *geom.Sphere) bool {
	return a.Radius > 0 && b.Radius > 0 && t.compareDistance(a.Center, b.Center, a.Radius, b.Radius) < 0
}

// BallHoldsBall reports whether the closed ball b lies in the inside of a.
func (t *Tally) BallHoldsBall(a, b *geom.Sphere) bool {
	return a.Radius > b.Radius && t.compareDistance(a.Center, b.Center, a.Radius, -b.Radius) < 0
}

// HullSolid reports whether a hull has an inside: whether its points lie in no plane.
func (t *Tally) HullSolid(h *Hull) bool {
	var room facets
	return h.n > 0 && t.facets(h, 0, &room).solid
}

// HullHolds reports whether p lies in the inside of a hull. Exact for finite input.
func (t *Tally) HullHolds(h *Hull, p geom.Vec) bool {
	var room facets
	return h.n > 0 && t.holds(t.facets(h, 0, &room), p)
}

func (t *Tally) holds(f *facets, p geom.Vec) bool {
	for i := range f.n {
		if t.Orient3D(f.at(i)[0], f.at(i)[1], f.at(i)[2], p) >= 0 {
			return false
		}
	}
	return f.solid
}

// HullHoldsBall reports whether a closed ball lies in the inside of a hull.
func (t *Tally) HullHoldsBall(h *Hull, s *geom.Sphere) bool {
	var room facets
	if h.n == 0 {
		return false
	}
	f := t.facets(h, 0, &room)
	for i := range f.n {
		if t.SphereTriangle(s, f.at(i)) {
			return false
		}
	}
	return t.holds(f, s.Center)
}

// HullBallOverlap reports whether the insides of a hull and a ball share a point.
func (t *Tally) HullBallOverlap(h *Hull, s *geom.Sphere) bool {
	var room facets
	if !(s.Radius > 0) || h.n == 0 {
		return false
	}
	f := t.facets(h, 0, &room)
	for i := range f.n {
		if f.solid && t.BallEntered(s, f.at(i)) {
			return true
		}
	}
	return t.holds(f, s.Center)
}

// HullEntered reports whether a triangle has a point in the inside of a hull. Exact for finite
// input, degenerate triangles included.
//
// The triangle Q and the hull H share a point. Q misses the inside of H if and only if 0 is not in
// the inside of H−Q, whose facets are sums of a facet of H and a corner of Q, of a corner of H and Q, or
// of an edge each. So one of their planes separates the two, not strictly; since they share a
// point it holds a facet of H, or Q, or an edge of each. In the last case it is the plane of the
// edge of Q and of one end of the other that is not on its line.
func (t *Tally) HullEntered(h *Hull, q *geom.Triangle) bool {
	if !t.HullTriangle(h, q) {
		return false
	}
	var room facets
	f := t.facets(h, 0, &room)
	if !f.solid || t.facetSeparates(f, q[:]) || t.separates(q[0], q[1], q[2], h.Points(), q[:]) {
		return false
	}
	if h.large != nil {
		return !t.tangentSeparates(q[0], q[1], h, q) && !t.tangentSeparates(q[1], q[2], h, q) && !t.tangentSeparates(q[2], q[0], h, q)
	}
	return !t.edgesSeparate(q[:], h.Points())
}

// tangentSeparates reports whether a plane through the line pq, an edge of a triangle, and a point of a solid hull separates the two: what
// edgesSeparate does, in time linear in the points, where the plane of the triangle does not. Such a plane supports the hull, and of all
// planes through the line it is the first or the last that holds a point beside the line. Either will do: seen along the line the hull spans
// the angles from α to β, and the triangle is at an angle γ. Since its plane does not separate, γ + π is between α and β, so that γ is
// between β and α + 2π, and at most π from each.
func (t *Tally) tangentSeparates(p, q geom.Vec, h *Hull, tri *geom.Triangle) bool {
	r, ok := t.lastAround(p, q, h.Points())
	return ok && t.separates(p, q, r, h.Points(), tri[:])
}

// lastAround returns the point that a half plane, bounded by the line pq, reaches last as it turns over the points. It returns false if all
// points are on the line. If the line does not enter the hull of the points, they span at most half a turn, seen along the line: a sign
// says which of two points is turned further. It is 0 for two points half a turn apart, so a second round compares all points with
// the last one of the first. If the line enters the hull, any point may be returned.
func (t *Tally) lastAround(p, q geom.Vec, points []geom.Vec) (last geom.Vec, ok bool) {
	for range 2 {
		for _, x := range points {
			if !ok && !t.collinear(p, q, x) {
				last, ok = x, true
			} else if ok && t.Orient3D(p, q, last, x) > 0 {
				last = x
			}
		}
	}
	return last, ok
}

// HullsOverlap reports whether the insides of two hulls share a point: as HullEntered does,
// with facets of both. Pairs of edges of hulls of many points are too many: there a facet of a enters b, or else b, whose inside the
// boundary of a does not meet, lies in a.
func (t *Tally) HullsOverlap(a, b *Hull) bool {
	if !t.HullHull(a, b) {
		return false
	}
	var roomA, roomB facets
	f, g := t.facets(a, 0, &roomA), t.facets(b, 1, &roomB)
	if !f.solid || !g.solid || t.facetSeparates(f, b.Points()) || t.facetSeparates(g, a.Points()) {
		return false
	}
	p, q := a.Points(), b.Points()
	for i := range max(len(p), len(q)) {
		if i < len(p) && t.holds(g, p[i]) || i < len(q) && t.holds(f, q[i]) {
			return true
		}
	}
	if a.large == nil && b.large == nil {
		return !t.edgesSeparate(p, q)
	}
	if t.holdsAll(f, q) {
		return true
	}
	for i := range f.n {
		if t.HullEntered(b, f.at(i)) {
			return true
		}
	}
	return false
}

// holdsAll reports whether all points lie in a solid hull or on its boundary.
func (t *Tally) holdsAll(f *facets, points []geom.Vec) bool {
	for _, p := range points {
		if !t.inside(f, p) {
			return false
		}
	}
	return true
}

// SameHull reports whether two hulls are the same set of points: whether each holds the points of the other.
func (t *Tally) SameHull(a, b *Hull) bool {
	return a.bounds == b.bounds && t.contains(a, b) && t.contains(b, a)
}

// contains reports whether a holds the points of b.
func (t *Tally) contains(a, b *Hull) bool {
	for _, p := range b.Points() {
		if !t.HullContains(a, p) {
			return false
		}
	}
	return true
}

// facetSeparates reports whether all points lie on a facet's plane or outside it.
func (t *Tally) facetSeparates(f *facets, points []geom.Vec) bool {
	for i := range f.n {
		beyond := true
		for _, p := range points {
			if t.Orient3D(f.at(i)[0], f.at(i)[1], f.at(i)[2], p) < 0 {
				beyond = false
				break
			}
		}
		if beyond {
			return true
		}
	}
	return false
}

// edgesSeparate reports whether a plane through two points of a and one of b, which do not lie
// in one plane, separates them.
func (t *Tally) edgesSeparate(a, b []geom.Vec) bool {
	for i, p := range a {
		for _, q := range a[:i] {
			for _, r := range b {
				if t.separates(p, q, r, b, a) {
					return true
				}
			}
		}
	}
	return false
}

// separates reports whether the plane through p, q and r has a, which do not lie in one plane, on
// one side and b on the other; points on it count for both. Three points on a line have no plane.
func (t *Tally) separates(p, q, r geom.Vec, a, b []geom.Vec) bool {
	side := 0
	for _, x := range a {
		s := t.Orient3D(p, q, r, x)
		if s*side < 0 {
			return false
		}
		if s != 0 {
			side = s
		}
	}
	for _, x := range b {
		if t.Orient3D(p, q, r, x)*side > 0 {
			return false
		}
	}
	return side != 0
}
