package predicate

import "github.com/collide-go/collide/geom"

// facets is the boundary of a hull as triangles: all triples of its points that
// have every other point on one closed side of their plane. Where several points
// share a face, the triples cover it more than once. A flat hull is the union
// of all its triples (Carathéodory), which the same rule yields; one on a line is
// one degenerate triangle.
type facets struct {
	n int
	// solid hulls have an inside; their triangles then turn outward.
	solid bool
	tri   [56]geom.Triangle
}

// facets finds the boundary of h, which must not be empty: at most 280 signs.
func (t *Tally) facets(h *Hull) (f facets) {
	v := h.points[:h.n]
	for i := range v {
		for j := i + 1; j < len(v); j++ {
			for k := j + 1; k < len(v); k++ {
				t.addFacet(&f, v, i, j, k)
			}
		}
	}
	if f.n == 0 { // all on a line, or fewer than three points
		s := hullOnLine(v...)
		f.tri[0], f.n = geom.Triangle{s.v[0], s.v[s.n-1], s.v[s.n-1]}, 1
	}
	return f
}

// addFacet adds the triangle ijk if it lies on the boundary.
func (t *Tally) addFacet(f *facets, v []geom.Vec, i, j, k int) {
	above, below := false, false
	for l := range v {
		if l == i || l == j || l == k {
			continue
		}
		switch t.Orient3D(v[i], v[j], v[k], v[l]) {
		case 1:
			above = true
		case -1:
			below = true
		}
		if above && below {
			return
		}
	}
	if !above && !below && t.collinear(v[i], v[j], v[k]) {
		return
	}
	f.solid = f.solid || above || below
	if above {
		j, k = k, j
	}
	f.tri[f.n] = geom.Triangle{v[i], v[j], v[k]}
	f.n++
}

// Facets appends triangles that cover the boundary of h, which must not be empty; those of
// a flat hull cover all of it. Their order follows from that of the points.
func (t *Tally) Facets(h *Hull, dst []geom.Triangle) []geom.Triangle {
	f := t.facets(h)
	return append(dst, f.tri[:f.n]...)
}

// inside reports whether p lies in a solid hull.
func (t *Tally) inside(f *facets, p geom.Vec) bool {
	for i := range f.n {
		if t.Orient3D(f.tri[i][0], f.tri[i][1], f.tri[i][2], p) > 0 {
			return false
		}
	}
	return true
}

// meets reports whether the boundary meets q.
func (t *Tally) meets(f *facets, q *geom.Triangle) bool {
	b := q.Bounds()
	for i := range f.n {
		if c := f.tri[i].Bounds(); c.Overlaps(&b) && t.TriangleTriangle(&f.tri[i], q) {
			return true
		}
	}
	return false
}

// hullHullExact decides by the boundaries: where they do not meet, either hull
// lies in the other with all its points or they are apart.
func (t *Tally) hullHullExact(a, b *Hull) bool {
	f, g := t.facets(a), t.facets(b)
	for i := range g.n {
		if t.meets(&f, &g.tri[i]) {
			return true
		}
	}
	return f.solid && t.inside(&f, b.points[0]) || g.solid && t.inside(&g, a.points[0])
}

func (t *Tally) hullTriangleExact(h *Hull, q *geom.Triangle) bool {
	f := t.facets(h)
	return t.meets(&f, q) || f.solid && t.inside(&f, q[0])
}

func (t *Tally) hullSphereExact(h *Hull, s *geom.Sphere) bool {
	f := t.facets(h)
	for i := range f.n {
		if t.SphereTriangle(s, &f.tri[i]) {
			return true
		}
	}
	return f.solid && t.inside(&f, s.Center)
}
