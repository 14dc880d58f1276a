package predicate

import "github.com/collide-go/collide/geom"

// simplex is the convex hull of n affinely independent points: a point, a
// segment or a triangle that is not degenerate.
type simplex struct {
	n int
	v geom.Triangle
}

// reduce returns what a possibly degenerate triangle really is. On a line the
// lexicographic order is the order along the line, so a collinear triangle is
// the segment between its least and its greatest corner.
func (t *Tally) reduce(p *geom.Triangle) simplex {
	if !t.collinear(p[0], p[1], p[2]) {
		return simplex{3, *p}
	}
	return hullOnLine(p[0], p[1], p[2])
}

func hullOnLine(points ...geom.Vec) simplex {
	lo, hi := points[0], points[0]
	for _, v := range points[1:] {
		if v.Less(lo) {
			lo = v
		}
		if hi.Less(v) {
			hi = v
		}
	}
	if lo == hi {
		return simplex{1, geom.Triangle{lo}}
	}
	return simplex{2, geom.Triangle{lo, hi}}
}

// flat decides for coplanar or degenerate triangles.
func (t *Tally) flat(p, q *geom.Triangle) bool {
	a, b := t.reduce(p), t.reduce(q)
	return t.simplices(&a, &b)
}

// simplices reports whether two simplices share a point.
func (t *Tally) simplices(a, b *simplex) bool {
	if a.n > b.n {
		a, b = b, a
	}
	switch {
	case b.n == 3 && a.n == 3:
		return t.coplanarTriangles(&a.v, &b.v)
	case b.n == 3 && a.n == 2:
		return t.segmentTriangle(a.v[0], a.v[1], &b.v)
	case b.n == 3:
		return t.pointTriangle(a.v[0], &b.v)
	case b.n == 2 && a.n == 2:
		return t.segments(a.v[0], a.v[1], b.v[0], b.v[1])
	case b.n == 2:
		return t.pointSegment(a.v[0], b.v[0], b.v[1])
	}
	return a.v[0] == b.v[0]
}

// plane2 is the projection that drops one axis.
type plane2 int

// orient is Orient2D of the projections.
func (t *Tally) orient(w plane2, a, b, c geom.Vec) int {
	switch w {
	case 0:
		return t.Orient2D(a.Y, a.Z, b.Y, b.Z, c.Y, c.Z)
	case 1:
		return t.Orient2D(a.Z, a.X, b.Z, b.X, c.Z, c.X)
	}
	return t.Orient2D(a.X, a.Y, b.X, b.Y, c.X, c.Y)
}

// projection returns an axis to drop that keeps the triangle a triangle, and
// its orientation there. q must not be degenerate.
func (t *Tally) projection(q *geom.Triangle) (w plane2, orientation int) {
	for w = range plane2(3) {
		if o := t.orient(w, q[0], q[1], q[2]); o != 0 {
			return w, o
		}
	}
	panic("predicate: projection of a degenerate triangle")
}

// coplanarTriangles decides for two triangles in one plane: closed convex
// polygons are disjoint iff all of one lies strictly outside an edge of the other.
func (t *Tally) coplanarTriangles(p, q *geom.Triangle) bool {
	w, o := t.projection(p)
	if t.outsideAnEdge(w, o, p, q[:]) {
		return false
	}
	return !t.outsideAnEdge(w, t.orient(w, q[0], q[1], q[2]), q, p[:])
}

// outsideAnEdge reports whether all points lie strictly outside one edge of q,
// whose orientation in the projection w is o.
func (t *Tally) outsideAnEdge(w plane2, o int, q *geom.Triangle, points []geom.Vec) bool {
	for k := range 3 {
		outside := true
		for i := 0; i < len(points) && outside; i++ {
			outside = t.orient(w, q[k], q[(k+1)%3], points[i])*o < 0
		}
		if outside {
			return true
		}
	}
	return false
}
