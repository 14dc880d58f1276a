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
	boxes [56]geom.AABB
	// more has the triangles of a hull of more than eight points instead, each once.
	more *polytope
}

// all returns the triangles.
func (f *facets) all() []geom.Triangle {
	if f.more != nil {
		return f.more.tri
	}
	return f.tri[:f.n]
}

func (f *facets) at(i int) *geom.Triangle {
	if f.more != nil {
		return &f.more.tri[i]
	}
	return &f.tri[i]
}

func (f *facets) box(i int) *geom.AABB {
	if f.more != nil {
		return &f.more.boxes[i]
	}
	return &f.boxes[i]
}

// keptFacets are those of the hulls asked about last, the first and the second of a pair.
type keptFacets [2]struct {
	points [8]geom.Vec
	n      int
	facets
}

// Keep makes t keep the facets of hulls between questions: several about one hull then find them
// once. It allocates 14 KB the first time.
func (t *Tally) Keep() {
	if t.kept == nil {
		t.kept = new(keptFacets)
	}
}

// Reset sets the counts to 0 and keeps what Keep asked for.
func (t *Tally) Reset() { *t = Tally{kept: t.kept} }

// facets returns the boundary of h, which must not be empty: that kept in a place, 0 or 1, or in room.
func (t *Tally) facets(h *Hull, place int, room *facets) *facets {
	if h.large != nil {
		room.n, room.solid, room.more = len(h.large.tri), h.large.solid, h.large
		return room
	}
	if t.kept == nil {
		room.find(h)
		return room
	}
	k := &t.kept[place]
	if k.n != h.n || k.points != h.points {
		k.find(h)
		k.points, k.n = h.points, h.n
	}
	return &k.facets
}

// find sets f to the boundary of h: at most 280 signs. They are not counted, as it depends on the
// number of workers how often a boundary is found.
func (f *facets) find(h *Hull) {
	var t Tally
	f.n, f.solid = 0, false
	v := h.points[:h.n]
	for i := range v {
		for j := i + 1; j < len(v); j++ {
			for k := j + 1; k < len(v); k++ {
				t.addFacet(f, v, i, j, k)
			}
		}
	}
	if f.n == 0 { // all on a line, or fewer than three points
		s := hullOnLine(v...)
		f.tri[0], f.n = geom.Triangle{s.v[0], s.v[s.n-1], s.v[s.n-1]}, 1
	}
	for i := range f.n {
		f.boxes[i] = f.tri[i].Bounds()
	}
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
	var room facets
	f := t.facets(h, 0, &room)
	return append(dst, f.all()...)
}

// inside reports whether p lies in a solid hull.
func (t *Tally) inside(f *facets, p geom.Vec) bool {
	for i := range f.n {
		if t.Orient3D(f.at(i)[0], f.at(i)[1], f.at(i)[2], p) > 0 {
			return false
		}
	}
	return true
}

// meets reports whether the boundary meets q.
func (t *Tally) meets(f *facets, q *geom.Triangle) bool {
	b := q.Bounds()
	for i := range f.n {
		if f.box(i).Overlaps(&b) && t.TriangleTriangle(f.at(i), q) {
			return true
		}
	}
	return false
}

// hullHullExact decides by the boundaries: where they do not meet, either hull
// lies in the other with all its points or they are apart.
func (t *Tally) hullHullExact(a, b *Hull) bool {
	var roomA, roomB facets
	f, g := t.facets(a, 0, &roomA), t.facets(b, 1, &roomB)
	for i := range g.n {
		if t.meets(f, g.at(i)) {
			return true
		}
	}
	return f.solid && t.inside(f, b.Points()[0]) || g.solid && t.inside(g, a.Points()[0])
}

func (t *Tally) hullTriangleExact(h *Hull, q *geom.Triangle) bool {
	var room facets
	f := t.facets(h, 0, &room)
	return t.meets(f, q) || f.solid && t.inside(f, q[0])
}

func (t *Tally) hullSphereExact(h *Hull, s *geom.Sphere) bool {
	var room facets
	f := t.facets(h, 0, &room)
	for i := range f.n {
		if t.SphereTriangle(s, f.at(i)) {
			return true
		}
	}
	return f.solid && t.inside(f, s.Center)
}
