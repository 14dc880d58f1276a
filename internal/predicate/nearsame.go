package predicate

import "github.com/collide-go/collide/geom"

// Triangles of a mesh share corners and edges, so that dozens of pairs have the same nearest
// features: all pairs around two vertices. Their distance is measured once.
//
// Let n be the shortest way between two features, or a multiple of it. It is square to both,
// so planes across it through the features are as far apart as they are. If the other
// corners of two triangles with these features lie on or behind these planes, the triangles
// are no nearer. n is
//   - p−q for corners: each coordinate is off by u of itself;
//   - r·|e|² − (r·e)e, r being the way from a corner of the edge e to the other corner: terms
//     of at most |r||e|², each coordinate off by less than 16u of that, its length by 28u;
//   - e×f for edges, or a face with these: off by 7u·|e||f| in length.
//
// Its product with the way v to another corner, three products and two sums of coordinates
// each off by u, is off by 5u·|n||v| more, |n| being at most twice the size |p−q|, |r||e|² or
// |e||f|. sameBound, in units of size·|v|, is twice what is needed.
const sameBound = 96 * u

// sameLeast and sameMost are the range of sizes and lengths in which no product underflows or
// overflows: degrees are at most 8.
const (
	sameLeast = 0x1p-100
	sameMost  = 0x1p+100
)

// NoNearer reports whether a and b have the features at which n, the distance of p and q, is
// attained, and are certainly no nearer. False means nothing.
func (n *Near) NoNearer(p, q, a, b *geom.Triangle) bool {
	f, g := partOf(n.A, p), partOf(n.B, q)
	if !f.within(a) || !g.within(b) || n.A >= EdgeFeature && n.B == FaceFeature || n.B >= EdgeFeature && n.A == FaceFeature {
		return false
	}
	way, size := wayBetween(&f, &g)
	toA := f.at[0].Sub(g.at[0])
	if !farSide(way, size, toA) { // the sides are not known
		if way = way.Scale(-1); !farSide(way, size, toA) {
			return false
		}
	}
	return f.behind(way, size, a) && g.behind(way.Scale(-1), size, b)
}

// SharedFeatures proves of pairs of triangles that they are exactly as far apart as one pair, since they
// have the features at which that one is nearest, and their other corners lie behind them. The
// zero value proves nothing.
type SharedFeatures struct {
	state uint8
	a, b  part
	// way is a multiple of the shortest way, from b to a, off by a part of size.
	way  geom.Vec
	size float64
	p, q geom.Triangle
	at   [2]Feature
}

// The states of SharedFeatures: a pair was set, and its features are proven or cannot be.
const (
	unset = iota
	likely
	proven
	unproven
)

// Set makes s that of two triangles and the features that are likely nearest.
func (s *SharedFeatures) Set(p, q *geom.Triangle, a, b Feature) {
	s.p, s.q, s.at, s.state = *p, *q, [2]Feature{a, b}, likely
	s.a, s.b = partOf(a, p), partOf(b, q)
}

// AsFar reports whether two triangles are certainly as far apart as the pair. False means nothing.
func (s *SharedFeatures) AsFar(p, q *geom.Triangle) bool {
	if s.state == unset || s.state == unproven || !s.a.within(p) || !s.b.within(q) {
		return false
	}
	if s.state == likely {
		if s.state = proven; !s.prove(s.at[0], s.at[1], &s.p, &s.q) {
			s.state = unproven
			return false
		}
	}
	return s.a.behind(s.way, s.size, p) && s.b.behind(s.way.Scale(-1), s.size, q)
}

// part is a feature: its corners.
type part struct {
	at [3]geom.Vec
	n  int
}

func partOf(f Feature, t *geom.Triangle) part {
	switch {
	case f < EdgeFeature:
		return part{[3]geom.Vec{t[f]}, 1}
	case f < FaceFeature:
		i := f - EdgeFeature
		return part{[3]geom.Vec{t[i], t[next[i]]}, 2}
	}
	return part{*t, 3}
}

func (p *part) has(x geom.Vec) bool {
	for i := range p.n {
		if p.at[i] == x {
			return true
		}
	}
	return false
}

// within reports whether all corners of a feature are corners of a triangle.
func (p *part) within(t *geom.Triangle) bool {
	for i := range p.n {
		if x := p.at[i]; x != t[0] && x != t[1] && x != t[2] {
			return false
		}
	}
	return true
}

// behind reports whether the corners of t that are not p's are on the far side.
func (p *part) behind(way geom.Vec, size float64, t *geom.Triangle) bool {
	for i := range t {
		if !p.has(t[i]) && !farSide(way, size, t[i].Sub(p.at[0])) {
			return false
		}
	}
	return true
}

// farSide reports whether v certainly goes along way, which is off by a part of size.
func farSide(way geom.Vec, size float64, v geom.Vec) bool {
	l := v.Norm()
	return size >= sameLeast && size <= sameMost && l >= sameLeast && l <= sameMost && way.Dot(v) > sameBound*size*l
}

// wayBetween returns about a multiple of the shortest way between two features, on either side,
// and its size.
func wayBetween(f, g *part) (way geom.Vec, size float64) {
	switch {
	case f.n == 1 && g.n == 1:
		way = f.at[0].Sub(g.at[0])
		return way, way.Norm()
	case f.n == 1 && g.n == 2:
		return fromEdge(f.at[0], g)
	case f.n == 2 && g.n == 1:
		return fromEdge(g.at[0], f)
	case f.n == 2:
		return squareTo(f.at[1].Sub(f.at[0]), g.at[1].Sub(g.at[0]))
	case f.n == 3:
		return squareTo(f.at[1].Sub(f.at[0]), f.at[2].Sub(f.at[0]))
	}
	return squareTo(g.at[1].Sub(g.at[0]), g.at[2].Sub(g.at[0]))
}

func fromEdge(p geom.Vec, g *part) (way geom.Vec, size float64) {
	r, e := p.Sub(g.at[0]), g.at[1].Sub(g.at[0])
	ee := e.Dot(e)
	return r.Scale(ee).Sub(e.Scale(r.Dot(e))), r.Norm() * ee
}

func squareTo(e, f geom.Vec) (way geom.Vec, size float64) { return e.Cross(f), e.Norm() * f.Norm() }
