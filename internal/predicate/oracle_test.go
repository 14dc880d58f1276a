package predicate

import (
	"math"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Oracles that share nothing with the code under test: math/big alone, and
// other algorithms.
//
// clip cuts a polygon by the half-spaces whose intersection another simplex is;
// what is left is the intersection itself. apart looks for a separating plane
// among all normals that can be facets of the Minkowski difference, in whatever
// dimension that has. bigMeet decides by segment/triangle tests on signs of
// integer determinants, which is quick.

// ov is a vector of integers or rationals.
type ov [3]*big.Rat

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func ovOf(v geom.Vec) ov { return ov{rat(v.X), rat(v.Y), rat(v.Z)} }

func radd(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func rsub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func rmul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func (a ov) minus(b ov) ov        { return ov{rsub(a[0], b[0]), rsub(a[1], b[1]), rsub(a[2], b[2])} }
func (a ov) dot(b ov) *big.Rat {
	return radd(radd(rmul(a[0], b[0]), rmul(a[1], b[1])), rmul(a[2], b[2]))
}
func (a ov) cross(b ov) ov {
	return ov{
		rsub(rmul(a[1], b[2]), rmul(a[2], b[1])),
		rsub(rmul(a[2], b[0]), rmul(a[0], b[2])),
		rsub(rmul(a[0], b[1]), rmul(a[1], b[0])),
	}
}
func (a ov) isZero() bool { return a[0].Sign() == 0 && a[1].Sign() == 0 && a[2].Sign() == 0 }
func (a ov) equal(b ov) bool {
	return a.minus(b).isZero()
}

// halfSpace is all x with n·(x−o) ≥ 0.
type halfSpace struct{ n, o ov }

// plane appends both sides of a plane.
func (h halfSpace) plane(dst []halfSpace) []halfSpace {
	zero := ov{new(big.Rat), new(big.Rat), new(big.Rat)}
	return append(dst, h, halfSpace{zero.minus(h.n), h.o})
}

// halfSpaces returns half-spaces whose intersection is the hull of t.
func halfSpaces(t *geom.Triangle) []halfSpace {
	return halfSpacesOf(ovOf(t[0]), ovOf(t[1]), ovOf(t[2]))
}

func halfSpacesOf(a, b, c ov) (h []halfSpace) {
	n := b.minus(a).cross(c.minus(a))
	if !n.isZero() {
		h = halfSpace{n, a}.plane(h)
		return append(h,
			halfSpace{n.cross(b.minus(a)), a}, halfSpace{n.cross(c.minus(b)), b}, halfSpace{n.cross(a.minus(c)), c})
	}
	// A segment: the ends are the corners farthest apart.
	for _, e := range [][2]ov{{b, c}, {c, a}} {
		d := e[1].minus(e[0])
		l := b.minus(a)
		if d.dot(d).Cmp(l.dot(l)) > 0 {
			a, b = e[0], e[1]
		}
	}
	d := b.minus(a)
	for k := range 3 {
		axis := ov{new(big.Rat), new(big.Rat), new(big.Rat)}
		axis[k] = big.NewRat(1, 1)
		if d.isZero() {
			h = halfSpace{axis, a}.plane(h)
		} else {
			h = halfSpace{d.cross(axis), a}.plane(h)
		}
	}
	return append(h, halfSpace{d, a}, halfSpace{a.minus(b), b})
}

// clip returns the corners of the part of a convex polygon (or segment or
// point) inside all half-spaces, perhaps with repeats.
func clip(poly []ov, hs []halfSpace) []ov {
	for _, h := range hs {
		var kept []ov
		for i, x := range poly {
			y := poly[(i+1)%len(poly)]
			dx, dy := h.n.dot(x.minus(h.o)), h.n.dot(y.minus(h.o))
			if dx.Sign() >= 0 {
				kept = append(kept, x)
			}
			if dx.Sign()*dy.Sign() < 0 {
				s := new(big.Rat).Quo(dx, rsub(dx, dy))
				d := y.minus(x)
				kept = append(kept, ov{radd(x[0], rmul(d[0], s)), radd(x[1], rmul(d[1], s)), radd(x[2], rmul(d[2], s))})
			}
		}
		if poly = kept; len(poly) == 0 {
			return nil
		}
	}
	return poly
}

// oracleCommon returns the corners of the intersection, perhaps with repeats and
// with points on edges.
func oracleCommon(p, q *geom.Triangle) []ov {
	return clip([]ov{ovOf(p[0]), ovOf(p[1]), ovOf(p[2])}, halfSpaces(q))
}

// oracleMeet reports whether two triangles share a point.
func oracleMeet(p, q *geom.Triangle) bool { return len(oracleCommon(p, q)) > 0 }

// iv is a vector of integers, all coordinates of one problem scaled alike.
type iv [3]*big.Int

func isub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
func imul(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
func (a iv) minus(b iv) iv        { return iv{isub(a[0], b[0]), isub(a[1], b[1]), isub(a[2], b[2])} }
func (a iv) cross(b iv) iv {
	return iv{
		isub(imul(a[1], b[2]), imul(a[2], b[1])),
		isub(imul(a[2], b[0]), imul(a[0], b[2])),
		isub(imul(a[0], b[1]), imul(a[1], b[0])),
	}
}
func (a iv) dot(b iv) *big.Int {
	s := imul(a[0], b[0])
	s.Add(s, imul(a[1], b[1]))
	return s.Add(s, imul(a[2], b[2]))
}
func (a iv) isZero() bool { return a[0].Sign() == 0 && a[1].Sign() == 0 && a[2].Sign() == 0 }

// scaledUp multiplies all coordinates by the least power of two that makes them
// integers.
func scaledUp(points ...geom.Vec) []iv {
	least := 0
	for _, p := range points {
		for k := range 3 {
			if f, e := math.Frexp(p.At(k)); f != 0 {
				for f != math.Trunc(f) {
					f *= 2
					e--
				}
				least = min(least, e)
			}
		}
	}
	out := make([]iv, len(points))
	for i, p := range points {
		for k := range 3 {
			f := new(big.Float).SetFloat64(p.At(k))
			out[i][k], _ = f.SetMantExp(f, -least).Int(nil)
		}
	}
	return out
}

// integral is scaledUp as rationals without denominators, which are quicker.
func integral(points ...geom.Vec) []ov {
	out := make([]ov, len(points))
	for i, v := range scaledUp(points...) {
		for k := range v {
			out[i][k] = new(big.Rat).SetInt(v[k])
		}
	}
	return out
}

// oracleApart reports whether the hulls of v[:n] and v[n:] are disjoint.
func oracleApart(points []geom.Vec, n int) bool {
	v := scaledUp(points...)
	var d []iv
	for i := range v {
		for j := range i {
			if i < n == (j < n) {
				d = append(d, v[i].minus(v[j]))
			}
		}
	}
	d = append(d, v[n].minus(v[0]))
	var plane iv // a normal of the common plane, if everything lies in one
	for i := range d {
		if separates(d[i], v, n) {
			return true
		}
		for j := range i {
			m := d[i].cross(d[j])
			if separates(m, v, n) {
				return true
			}
			if !m.isZero() {
				plane = m
			}
		}
	}
	for k := range d {
		if plane[0] != nil && separates(plane.cross(d[k]), v, n) {
			return true
		}
	}
	return false
}

func separates(n iv, v []iv, split int) bool {
	if n.isZero() {
		return false
	}
	loP, hiP := rangeOn(n, v[:split])
	loQ, hiQ := rangeOn(n, v[split:])
	return hiP.Cmp(loQ) < 0 || hiQ.Cmp(loP) < 0
}

func rangeOn(n iv, v []iv) (lo, hi *big.Int) {
	for i := range v {
		d := n.dot(v[i])
		if lo == nil || d.Cmp(lo) < 0 {
			lo = d
		}
		if hi == nil || d.Cmp(hi) > 0 {
			hi = d
		}
	}
	return lo, hi
}

// bigMeet decides by edges: if two triangles share a point, an edge of one meets
// the other.
func bigMeet(p, q *geom.Triangle) bool {
	v := scaledUp(p[0], p[1], p[2], q[0], q[1], q[2])
	for k := range 3 {
		l := (k + 1) % 3
		if bigSegmentTriangle(v[k], v[l], v[3:]) || bigSegmentTriangle(v[3+k], v[3+l], v[:3]) {
			return true
		}
	}
	return false
}

func bigSegmentTriangle(a, b iv, q []iv) bool {
	n := q[1].minus(q[0]).cross(q[2].minus(q[0]))
	if n.isZero() {
		return bigSegmentEdges(a, b, q)
	}
	sa, sb := n.dot(a.minus(q[0])).Sign(), n.dot(b.minus(q[0])).Sign()
	if sa*sb > 0 {
		return false
	}
	if sa == 0 && sb == 0 {
		inside := true
		for k := range 3 {
			edge := q[(k+1)%3].minus(q[k])
			inside = inside && n.cross(edge).dot(a.minus(q[k])).Sign() >= 0
		}
		return inside || bigSegmentEdges(a, b, q)
	}
	left, right := false, false
	ab := b.minus(a)
	for k := range 3 {
		o := ab.cross(q[k].minus(a)).dot(q[(k+1)%3].minus(a)).Sign()
		left, right = left || o > 0, right || o < 0
	}
	return !left || !right
}

func bigSegmentEdges(a, b iv, q []iv) bool {
	return bigSegments(a, b, q[0], q[1]) || bigSegments(a, b, q[1], q[2]) || bigSegments(a, b, q[2], q[0])
}

func bigSegments(a, b, c, d iv) bool {
	e, f, w := b.minus(a), d.minus(c), c.minus(a)
	n := e.cross(f)
	if !n.isZero() {
		if w.dot(n).Sign() != 0 {
			return false
		}
		s, t, one := w.cross(f).dot(n), w.cross(e).dot(n), n.dot(n)
		return s.Sign() >= 0 && t.Sign() >= 0 && s.Cmp(one) <= 0 && t.Cmp(one) <= 0
	}
	if e.isZero() {
		e, w, f = f, a.minus(c), e // now a point, or two, against e from its start
		if e.isZero() {
			return w.isZero()
		}
	}
	if !w.cross(e).isZero() {
		return false
	}
	from, to, end := w.dot(e), w.dot(e), e.dot(e)
	to = new(big.Int).Add(to, f.dot(e))
	if from.Cmp(to) > 0 {
		from, to = to, from
	}
	return to.Sign() >= 0 && from.Cmp(end) <= 0
}
