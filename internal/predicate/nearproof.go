package predicate

import "github.com/collide-go/collide/geom"

// Which features the distance of two triangles is attained at, proven in float64. Let n be a
// multiple of the way between two features whose feet are inside both, strictly. If all other
// corners of either triangle lie strictly behind the planes across n through the features, these
// are where the triangles are nearest, and nowhere else: the triangles are convex, and points
// as near lie in both planes, hence on the features, which have but one common perpendicular.
// No other pair of features then has its feet at these ends.
//
// The sides are those of NoNearer, within sameBound. A foot is
//   - on an edge e at (r·e)/|e|²: with r and e off by u of themselves in each coordinate, products
//     and two sums: off by 5u·|r||e|;
//   - on two edges at s and t over |e|²|f|² − (e·f)², the products of two products each of
//     5u: 11u, and their difference 24u of |e||f|²|r|, |e|²|f||r| or |e|²|f|²;
//   - inside a face with edges e and f if (e×f × g)·r > 0 for each edge g, r being the way from
//     its beginning: e×f is off by 7u·|e||f| in length, its product with g by 7u + 6u of
//     |e||f||g|, that with r by 5u more: 18u·|e||f||g||r|.
//
// footBound, in units of these sizes, is twice what is needed. No degree is above 4, and lengths are
// in the range of NoNearer, so that nothing under- or overflows.
const footBound = 48 * u

// provenFeatures returns the features of two triangles that are nearest, if float64 arithmetic can
// prove them. They have no point in common then.
func provenFeatures(p, q *geom.Triangle) (a, b Feature, ok bool) {
	a, b = likelyFeatures(p, q)
	var s SharedFeatures
	return a, b, s.prove(a, b, p, q)
}

// prove sets s to features of two triangles, if float64 arithmetic can prove them to be nearest.
func (s *SharedFeatures) prove(a, b Feature, p, q *geom.Triangle) bool {
	if a >= EdgeFeature && b == FaceFeature || b >= EdgeFeature && a == FaceFeature || !feetInside(a, b, p, q) {
		return false
	}
	s.a, s.b = partOf(a, p), partOf(b, q)
	s.way, s.size = wayBetween(&s.a, &s.b)
	toA := s.a.at[0].Sub(s.b.at[0])
	if !farSide(s.way, s.size, toA) {
		if s.way = s.way.Scale(-1); !farSide(s.way, s.size, toA) {
			return false
		}
	}
	return isAlone(a, p, s.way, s.size) && isAlone(b, q, s.way.Scale(-1), s.size)
}

// isAlone reports whether the corners of t beyond a feature are certainly on the far side.
func isAlone(f Feature, t *geom.Triangle, way geom.Vec, size float64) bool {
	far := func(i Feature) bool { return farSide(way, size, t[i].Sub(t[f%EdgeFeature])) }
	switch {
	case f < EdgeFeature:
		return far((f+1)%3) && far((f+2)%3)
	case f < FaceFeature:
		return far((f - EdgeFeature + 2) % 3)
	}
	return true
}

// likelyFeatures returns the features at which nearest finds the shortest way.
func likelyFeatures(p, q *geom.Triangle) (a, b Feature) {
	c := cornersOf(p, q)
	if !(c.m >= nearLeast && c.m <= nearMost) {
		return CornerFeature, CornerFeature
	}
	c.nearest()
	return c.at[0], c.at[1]
}

// feetInside reports whether the ends of the shortest way between two features certainly lie inside
// them.
func feetInside(a, b Feature, p, q *geom.Triangle) bool {
	switch i, j := a%EdgeFeature, b%EdgeFeature; {
	case b == FaceFeature:
		return isAboveFace(q, p[i])
	case a == FaceFeature:
		return isAboveFace(p, q[j])
	case a >= EdgeFeature && b >= EdgeFeature:
		return haveFeet(p[i].Sub(q[j]), edgeOf(p, i), edgeOf(q, j))
	case a >= EdgeFeature:
		return hasFoot(q[j].Sub(p[i]), edgeOf(p, i))
	case b >= EdgeFeature:
		return hasFoot(p[i].Sub(q[j]), edgeOf(q, j))
	}
	return true
}

func edgeOf(t *geom.Triangle, i Feature) geom.Vec { return t[next[i]].Sub(t[i]) }

// isSafe reports whether products of lengths neither under- nor overflow.
func isSafe(lengths ...float64) bool {
	for _, l := range lengths {
		if !(l >= sameLeast && l <= sameMost) {
			return false
		}
	}
	return true
}

// hasFoot reports whether the foot of r on an edge from 0 to e is certainly inside it.
func hasFoot(r, e geom.Vec) bool {
	along, length, l, m := r.Dot(e), e.Dot(e), r.Norm(), e.Norm()
	return isSafe(l, m) && along > footBound*(l*m) && length-along > footBound*(l+m)*m
}

// haveFeet reports whether the ends of the shortest way between lines of the edges from r to r+e
// and from 0 to f are certainly inside both.
func haveFeet(r, e, f geom.Vec) bool {
	l, x, y := r.Norm(), e.Norm(), f.Norm()
	s, t, den := edgeNumerators(r, e, f)
	ofS, ofT, ofDen := footBound*(l*x*(y*y)), footBound*(l*y*(x*x)), footBound*((x*x)*(y*y))
	return isSafe(l, x, y) && s > ofS && t > ofT && den-s > ofS+ofDen && den-t > ofT+ofDen
}

// edgeNumerators returns where along two edges the shortest way between their lines ends, as
// numerators over den.
func edgeNumerators(r, e, f geom.Vec) (s, t, den float64) {
	ee, ff, ef, er, fr := e.Dot(e), f.Dot(f), e.Dot(f), e.Dot(r), f.Dot(r)
	return float64(ef*fr) - float64(ff*er), float64(ee*fr) - float64(ef*er), float64(ee*ff) - float64(ef*ef)
}

// isAboveFace reports whether the foot of a point on the plane of t is certainly inside t.
func isAboveFace(t *geom.Triangle, x geom.Vec) bool {
	e, f := edgeOf(t, 0), edgeOf(t, 1)
	normal, l := e.Cross(f), e.Norm()*f.Norm()
	for i := range Feature(3) {
		g, r := edgeOf(t, i), x.Sub(t[i])
		m, n := g.Norm(), r.Norm()
		if !isSafe(m, n) || !(normal.Cross(g).Dot(r) > footBound*(l*m*n)) {
			return false
		}
	}
	return true
}

// cornersOf returns two triangles about a corner of the second one.
func cornersOf(p, q *geom.Triangle) (c corners6) {
	o := q[0]
	for i := range 3 {
		c.a[i], c.b[i] = p[i].Sub(o), q[i].Sub(o)
		c.m = max(c.m, c.a[i].MaxAbs(), c.b[i].MaxAbs())
	}
	return c
}

// edgeFeature returns the feature on which the point lies that is a share along edge i.
func edgeFeature(i int, share float64) Feature {
	switch {
	case !(share > 0):
		return CornerFeature + Feature(i)
	case share >= 1:
		return CornerFeature + Feature(next[i])
	}
	return EdgeFeature + Feature(i)
}
