package narrow

import "github.com/collide-go/collide/geom"

// vertexPair is a vertex of each surface and the vector between them, a point of
// the hulls' Minkowski difference.
type vertexPair struct {
	at   geom.Vec
	a, b uint32
}

// simplex is up to four points of the Minkowski difference around the part of it
// that is nearest to the origin. It only proposes directions, so its rounding
// needs no bound.
type simplex struct {
	p [4]vertexPair
	n int
}

// toward adds a point, drops those that do not carry the point nearest to the
// origin and returns that point. False means that the origin lies inside, or that
// the new point brings nothing.
func (x *simplex) toward(p vertexPair) (geom.Vec, bool) {
	for _, q := range x.p[:x.n] {
		if q.a == p.a && q.b == p.b {
			return geom.Vec{}, false
		}
	}
	x.p[x.n] = p
	x.n++
	switch x.n {
	case 1:
		return p.at, true
	case 2:
		return x.segment(), true
	case 3:
		return x.triangle(), true
	}
	return x.tetrahedron()
}

// keep reduces the simplex to the points listed.
func (x *simplex) keep(p ...vertexPair) {
	x.n = copy(x.p[:], p)
}

// segment returns the point of p0 p1 nearest to the origin.
func (x *simplex) segment() geom.Vec {
	a, b := x.p[0], x.p[1]
	ab := b.at.Sub(a.at)
	t := -a.at.Dot(ab)
	switch d := ab.Dot(ab); {
	case !(t > 0):
		x.keep(a)
		return a.at
	case t >= d:
		x.keep(b)
		return b.at
	default:
		return a.at.Add(ab.Scale(t / d))
	}
}

// triangle is segment for three points: by the region of the triangle the origin
// projects to (Ericson, "Real-Time Collision Detection", 2005, section 5.1.5).
func (x *simplex) triangle() geom.Vec {
	a, b, c := x.p[0], x.p[1], x.p[2]
	n := b.at.Sub(a.at).Cross(c.at.Sub(a.at))
	u := n.Dot(b.at.Cross(c.at)) // of the origin's barycentric coordinates, times n·n
	v := n.Dot(c.at.Cross(a.at))
	w := n.Dot(a.at.Cross(b.at))
	if u > 0 && v > 0 && w > 0 {
		return n.Scale(a.at.Dot(n) / n.Dot(n))
	}
	// The nearest point is on an edge: the best of those the origin lies beyond.
	best, nearest := *x, a.at
	least := a.at.Dot(a.at)
	best.keep(a)
	for _, e := range [3][2]vertexPair{{a, b}, {b, c}, {c, a}} {
		var s simplex
		s.p[0], s.p[1], s.n = e[0], e[1], 2
		if p := s.segment(); p.Dot(p) < least {
			best, nearest, least = s, p, p.Dot(p)
		}
	}
	*x = best
	return nearest
}

// tetrahedron finds the nearest face the origin lies beyond; false means inside.
func (x *simplex) tetrahedron() (geom.Vec, bool) {
	var best simplex
	var nearest geom.Vec
	var least float64
	for k := range 4 { // the face without point k
		var f simplex
		for i := 1; i < 4; i++ {
			f.p[i-1] = x.p[(k+i)%4]
		}
		f.n = 3
		a := f.p[0].at
		n := f.p[1].at.Sub(a).Cross(f.p[2].at.Sub(a))
		// Beyond: the origin and point k lie on different sides of the face.
		if inner, origin := n.Dot(x.p[k].at.Sub(a)), -n.Dot(a); inner > 0 && origin > 0 || inner < 0 && origin < 0 {
			continue
		}
		if p := f.triangle(); best.n == 0 || p.Dot(p) < least {
			best, nearest, least = f, p, p.Dot(p)
		}
	}
	*x = best
	return nearest, best.n > 0
}
