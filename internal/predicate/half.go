package predicate

import (
	"cmp"
	"math/big"

	"github.com/collide-go/collide/geom"
)

// HalfSpace is the solid of all points x with Normal·(x − Point) ≤ 0. The normal is not 0 and need
// not have length 1.
//
// The height of a point x is Normal·(x − Point): its distance from the plane times |Normal|, at most 0 in the solid.
type HalfSpace struct{ Point, Normal geom.Vec }

// heightBound is the error of a computed height in units of the sum m of its terms' magnitudes. A term has one rounded
// difference and one product, and two sums follow: four roundings, (1+u)⁴−1 < 4.1u of the true terms, whose sum is at most
// (1+4.1u)·m. That is below 5u·m; 8u·m also covers the rounding of the bound and of a comparison.
//
// What underflows in three products and in the bound is below 2⁻¹⁰⁷², which heightLeast covers. Where something
// overflows, m is infinite or not a number, and nothing is sure.
const (
	heightBound = 8 * u
	heightLeast = 0x1p-1070
)

// height returns about the height of a point and a bound of its error.
func (h *HalfSpace) height(x geom.Vec) (s, e float64) {
	d := x.Sub(h.Point)
	a, b, c := float64(h.Normal.X*d.X), float64(h.Normal.Y*d.Y), float64(h.Normal.Z*d.Z)
	m := abs(a) + abs(b) + abs(c)
	return a + b + c, float64(heightBound*m) + heightLeast
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

// HeightSign returns the sign of a point's height. Exact for every finite input.
func (t *Tally) HeightSign(h *HalfSpace, x geom.Vec) int {
	if s := h.filter(x, 0); s != 0 {
		return s
	}
	t.Exact++
	n, p := h.Normal, h.Point
	if !safeRange(n.X, n.Y, n.Z, p.X, p.Y, p.Z) || !safeRange(x.X, x.Y, x.Z, 0, 0, 0) {
		v, _ := h.exactly(x)
		return v.Sign()
	}
	var a, b, c, d [2]float64
	var l, m, r [4]float64
	var two [8]float64
	var all [12]float64
	left := product(l[:0], difference(a[:0], x.X, p.X), difference(d[:0], n.X, 0))
	middle := product(m[:0], difference(b[:0], x.Y, p.Y), difference(d[:0], n.Y, 0))
	right := product(r[:0], difference(c[:0], x.Z, p.Z), difference(d[:0], n.Z, 0))
	return signOf(expansionSum(all[:0], expansionSum(two[:0], left, middle), right))
}

// exactly returns the height of a point in integers: those of the normal in units of its own, times u.
func (h *HalfSpace) exactly(x geom.Vec, lengths ...float64) (height *big.Int, in exactHalf) {
	in = exactHalf{n: h.normal()}
	of := []*geom.Vec{&h.Point, &x}
	for i := range lengths {
		of = append(of, &geom.Vec{X: lengths[i]})
	}
	in.u = commonUnits(of...)
	d := in.u.difference(x, h.Point)
	return in.n.dot(&d), in
}

// exactHalf is the normal in integers, and the units of points.
type exactHalf struct {
	u units
	n bigVec
}

func (h *HalfSpace) normal() bigVec {
	u := commonUnits(&h.Normal)
	return u.difference(h.Normal, geom.Vec{})
}

// CompareHeight returns the sign of the height of a point less (r+s)·|Normal|: of its distance from the plane, below 0 in the
// solid, less r+s, either of which may be below 0. Exact for every finite input.
//
// The length of a normal between 2⁻⁴⁰⁰ and 2⁴⁰⁰ is computed within 4u, hence its product with the rounded sum within 6u and
// what underflows; the difference of the two heights is rounded once more.
func (t *Tally) CompareHeight(h *HalfSpace, x geom.Vec, r, s float64) int {
	if r == 0 && s == 0 {
		return t.HeightSign(h, x)
	}
	if c := h.filter(x, r+s); c != 0 {
		return c
	}
	t.Exact++
	v, in := h.exactly(x, r, s)
	sum := in.u.of(r)
	return compareLength(v, sum.Add(sum, in.u.of(s)), in.n.dot(&in.n))
}

// compareLength returns the sign of v − r·√nn.
func compareLength(v, r, nn *big.Int) int {
	if s := cmp.Compare(v.Sign(), r.Sign()); s != 0 {
		return s
	}
	c := mul(v, v).Cmp(mul(mul(r, r), nn))
	if v.Sign() < 0 {
		return -c
	}
	return c
}

// filter returns the sign of CompareHeight for r+s, rounded once, or 0 where it is not sure.
func (h *HalfSpace) filter(x geom.Vec, by float64) int {
	m := h.Normal.MaxAbs()
	if by != 0 && !(m >= 0x1p-400 && m <= 0x1p400) {
		return 0
	}
	v, e := h.height(x)
	if by != 0 {
		far := float64(by * h.Normal.Norm())
		v, e = v-far, e+float64(heightBound*(abs(far)+abs(v)))+heightLeast
	}
	switch {
	case v > e:
		return 1
	case v < -e:
		return -1
	}
	return 0
}

// IsAbove reports whether a box is certainly farther from a half space than a length of at least 0.
func (h *HalfSpace) IsAbove(box *geom.AABB, by float64) bool { return h.filter(h.lowest(box), by) > 0 }

// IsLower reports whether a box seems to begin lower than another one: a guess that orders a search.
func (h *HalfSpace) IsLower(a, b *geom.AABB) bool {
	x, _ := h.height(h.lowest(a))
	y, _ := h.height(h.lowest(b))
	return x < y
}

// lowest returns the corner of a box that is lowest over the plane.
func (h *HalfSpace) lowest(box *geom.AABB) geom.Vec {
	x := box.Max
	if h.Normal.X > 0 {
		x.X = box.Min.X
	}
	if h.Normal.Y > 0 {
		x.Y = box.Min.Y
	}
	if h.Normal.Z > 0 {
		x.Z = box.Min.Z
	}
	return x
}

// HalfSpaceTriangle reports whether a half space shares a point with a triangle.
func (t *Tally) HalfSpaceTriangle(h *HalfSpace, q *geom.Triangle) bool {
	return t.HeightSign(h, q[0]) <= 0 || t.HeightSign(h, q[1]) <= 0 || t.HeightSign(h, q[2]) <= 0
}

// Lowest returns the first of several points of which none is lower over the plane; −1 for no points.
func (t *Tally) Lowest(h *HalfSpace, points []geom.Vec) int {
	at := -1
	for i := range points {
		if at < 0 || t.HeightSign(&HalfSpace{Point: points[at], Normal: h.Normal}, points[i]) < 0 {
			at = i
		}
	}
	return at
}

// HalfSpaceHull reports whether a half space shares a point with a hull, which is empty without points.
func (t *Tally) HalfSpaceHull(h *HalfSpace, hull *Hull) bool {
	for _, x := range hull.Points() {
		if t.HeightSign(h, x) <= 0 {
			return true
		}
	}
	return false
}

// HalfSpaceSphere reports whether a half space shares a point with a closed ball.
func (t *Tally) HalfSpaceSphere(h *HalfSpace, s *geom.Sphere) bool {
	return s.Radius >= 0 && t.CompareHeight(h, s.Center, s.Radius, 0) <= 0
}

// HalfSpaceAxial reports whether a half space shares a point with a capsule, a cylinder or a cone. Exact for every finite input.
func (t *Tally) HalfSpaceAxial(h *HalfSpace, a *Axial) bool { return t.AxialHeightSign(h, a) <= 0 }

// AxialHeightSign returns the sign of the height of the lowest point of a capsule, a cylinder or a cone. Exact for every finite input.
//
// A disc of radius r square to d reaches r·|n×d|/|d| below its centre, times |n|.
func (t *Tally) AxialHeightSign(h *HalfSpace, a *Axial) int {
	ends := [2]geom.Vec{a.A, a.B}
	low := ends[t.Lowest(h, ends[:])]
	if s := t.CompareHeight(h, low, a.Radius, 0); !a.Flat || s > 0 {
		return s // a cylinder or a cone lies in the capsule with its numbers
	}
	least := t.HeightSign(h, low)
	if least < 0 {
		return least
	}
	if a.Pointed {
		low = a.A // nothing else reaches below the axis
	}
	t.Exact++
	v, in := h.exactly(low, a.Radius)
	x := a.exactly()
	across := in.n.cross(&x.d)
	r := in.u.of(a.Radius)
	return min(least, mul(mul(v, v), x.dd).Cmp(mul(mul(r, r), across.dot(&across))))
}

// HalfSpaceHoldsAxial reports whether the inside of a half space has all of a capsule, a cylinder or a cone: whether its highest point is
// below the plane.
func (t *Tally) HalfSpaceHoldsAxial(h *HalfSpace, a *Axial) bool {
	return t.AxialHeightSign(&HalfSpace{Point: h.Point, Normal: h.Normal.Scale(-1)}, a) > 0
}

// HalfSpacesMeet reports whether two half spaces share a point: all do but those that look away from each other.
func (t *Tally) HalfSpacesMeet(a, b *HalfSpace) bool {
	return !isOpposite(a, b) || t.HeightSign(a, b.Point) <= 0
}

// HalfSpacesOverlap reports whether the insides of two half spaces share a point.
func (t *Tally) HalfSpacesOverlap(a, b *HalfSpace) bool {
	return !isOpposite(a, b) || t.HeightSign(a, b.Point) < 0
}

// HalfSpaceHolds reports whether the inside of half space a has all of b.
func (t *Tally) HalfSpaceHolds(a, b *HalfSpace) bool {
	parallel, along := parallel(a, b)
	return parallel && along > 0 && t.HeightSign(a, b.Point) < 0
}

// SameHalfSpace reports whether two half spaces are one set of points.
func (t *Tally) SameHalfSpace(a, b *HalfSpace) bool {
	parallel, along := parallel(a, b)
	return parallel && along > 0 && t.HeightSign(a, b.Point) == 0
}

// isOpposite reports whether normals have opposite directions.
func isOpposite(a, b *HalfSpace) bool {
	parallel, along := parallel(a, b)
	return parallel && along < 0
}

// parallel reports whether normals are, and the sign of their product.
func parallel(a, b *HalfSpace) (bool, int) {
	m, n := a.normal(), b.normal()
	c := m.cross(&n)
	return c.dot(&c).Sign() == 0, m.dot(&n).Sign()
}

// HeightSquare returns the square of the distance of a point above the plane from the plane.
func (t *Tally) HeightSquare(h *HalfSpace, x geom.Vec) Square {
	t.Exact++
	v, in := h.exactly(x)
	return Square{num: mul(v, v), den: in.n.dot(&in.n), u: in.u}
}

// Foot returns the point of the plane that is nearest to x, each coordinate rounded once.
func (h *HalfSpace) Foot(x geom.Vec) geom.Vec {
	v, in := h.exactly(x)
	return in.moved(x, &in.n, v.Neg(v), in.n.dot(&in.n))
}

// moved returns x + d·(v/w), w > 0, each coordinate rounded once. d·v/w is in the units of x.
func (e *exactHalf) moved(x geom.Vec, d *bigVec, v, w *big.Int) geom.Vec {
	at := e.u.difference(x, geom.Vec{})
	p := ratPoint{w: w, u: e.u}
	for k := range 3 {
		p.v[k] = mul(at[k], w)
		p.v[k].Add(p.v[k], mul(d[k], v))
	}
	return p.vec()
}

// CommonOf returns a common point of two half spaces that have one, each coordinate rounded once, and whether it is exact.
//
// Where neither has the other's point, the normals m and n are not parallel. From a's point, w = m·(m·n) − n·(m·m) leads along
// a's plane, and n·w = −|m×n|².
func (t *Tally) CommonOf(a, b *HalfSpace) (x geom.Vec, exact bool) {
	switch {
	case t.HeightSign(b, a.Point) <= 0:
		return a.Point, true
	case t.HeightSign(a, b.Point) <= 0:
		return b.Point, true
	}
	v, in := b.exactly(a.Point)
	m := a.normal()
	c := m.cross(&in.n)
	mn, mm := m.dot(&in.n), m.dot(&m)
	var w bigVec
	for k := range 3 {
		w[k] = sub(mul(m[k], mn), mul(in.n[k], mm))
	}
	return in.moved(a.Point, &w, v, c.dot(&c)), false
}
