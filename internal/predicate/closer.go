package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// What the first filters leave open is mostly decided here, without
// expansions: coincident points, planes across an axis, data whose differences and
// products are exact (grids, CAD), and points off a plane by less than the first bound
// can tell.

// closerBound bounds, in units of the sum P of absolute terms, the error of
// orient3DCloser's evaluation with two float64 a number. With Q the sum of the
// absolute products of a minor: a difference is exact, its tail at most u times
// its head; a product p·q, of which the tail pt·qt is dropped, is off by
// 8u²|p||q| and has a tail of 3u|p||q|; a minor is off by 15u²·Q with a tail of
// 4u·Q; a term by 35u²|b|Q with a tail of 6u|b|Q; the sum of three by 62u²·P.
const closerBound = 128 * u * u

// orient3DCloser is Orient3D where the first filter fails; size is the computed
// P, within a few u of the true one.
func (t *Tally) orient3DCloser(a, b, c, d geom.Vec, size float64) int {
	if a == b || a == c || a == d || b == c || b == d || c == d {
		t.Exact++
		return 0
	}
	if !safeRange(a.X, a.Y, a.Z, b.X, b.Y, b.Z) || !safeRange(c.X, c.Y, c.Z, d.X, d.Y, d.Z) {
		t.Exact++
		return orient3DExact(a, b, c, d)
	}
	p, q, r := doubleDifference(b, a), doubleDifference(c, a), doubleDifference(d, a)
	x, y, z := minor(q.y, r.z, q.z, r.y), minor(q.z, r.x, q.x, r.z), minor(q.x, r.y, q.y, r.x)
	if p.exact() && x.exact && y.exact && z.exact {
		t.Exact++
		return signOfDot(p.x.hi, x.hi, p.y.hi, y.hi, p.z.hi, z.hi)
	}
	sum := p.dot(x.double, y.double, z.double)
	det := sum.hi + sum.lo     // of the same sign, if less exact
	if size >= orient3DLeast { // else the bound itself may underflow
		if bound := closerBound * size; det > bound {
			t.Adaptive++
			return 1
		} else if -det > bound {
			t.Adaptive++
			return -1
		}
	}
	t.Exact++
	return orient3DExact(a, b, c, d)
}

// shareCoordinate reports whether four points lie in one plane across an axis.
func shareCoordinate(a, b, c, d *geom.Vec) bool {
	return a.X == b.X && b.X == c.X && c.X == d.X ||
		a.Y == b.Y && b.Y == c.Y && c.Y == d.Y ||
		a.Z == b.Z && b.Z == c.Z && c.Z == d.Z
}

// double is the sum of two float64, lo being much smaller than hi.
type double struct{ hi, lo float64 }

type doubleVec struct{ x, y, z double }

// doubleDifference returns a−b exactly.
func doubleDifference(a, b geom.Vec) (d doubleVec) {
	d.x.hi, d.x.lo = twoSum(a.X, -b.X)
	d.y.hi, d.y.lo = twoSum(a.Y, -b.Y)
	d.z.hi, d.z.lo = twoSum(a.Z, -b.Z)
	return d
}

// dot returns d.x·x + d.y·y + d.z·z.
func (d *doubleVec) dot(x, y, z double) double {
	x, y, z = d.x.times(x), d.y.times(y), d.z.times(z)
	s, e := twoSum(x.hi, y.hi)
	s, f := twoSum(s, z.hi)
	return double{s, (e + f) + (x.lo + y.lo + z.lo)}
}

// exact reports whether the heads are all there is.
func (d *doubleVec) exact() bool { return d.x.lo == 0 && d.y.lo == 0 && d.z.lo == 0 }

func (a double) times(b double) double {
	h, l := twoProduct(a.hi, b.hi)
	return double{h, l + (float64(a.hi*b.lo) + float64(a.lo*b.hi))}
}

// minorValue is a minor, exact where its head alone is the true value.
type minorValue struct {
	double
	exact bool
}

// minor returns p·q − r·s.
func minor(p, q, r, s double) minorValue {
	m, n := p.times(q), r.times(s)
	h, e := twoSum(m.hi, -n.hi)
	// A product is exact when both factors have no tail and it has none: its lo
	// is then the rounding error 0.
	exact := p.lo == 0 && q.lo == 0 && r.lo == 0 && s.lo == 0 && m.lo == 0 && n.lo == 0 && e == 0
	return minorValue{double{h, e + (m.lo - n.lo)}, exact}
}

// signOfDot returns the sign of a·b + c·d + e·f, exactly in the safe range.
func signOfDot(a, b, c, d, e, f float64) int {
	p, pt := twoProduct(a, b)
	q, qt := twoProduct(c, d)
	r, rt := twoProduct(e, f)
	s, st := twoSum(p, q)
	if pt == 0 && qt == 0 && rt == 0 && st == 0 {
		return sign(s + r) // a rounded sum has the sign of the sum
	}
	var x, y, z [2]float64
	var sum [4]float64
	var all [6]float64
	pq := expansionSum(sum[:0], pair(x[:0], pt, p), pair(y[:0], qt, q))
	return signOf(expansionSum(all[:0], pq, pair(z[:0], rt, r)))
}

// pair is the expansion of a sum that is as small as it gets already.
func pair(dst []float64, lo, hi float64) []float64 {
	return appendNonzero(appendNonzero(dst, lo), hi)
}

// planarBound bounds, in units of the sum of the absolute products, the error of orient2DCloser's evaluation with two
// float64 a number: 15u² by the derivation at closerBound, which a rounded sum of head and tail and the rounding of the
// products' sum cannot double. In the safe range nothing underflows: heads and tails are whole multiples of 2⁻³⁵⁷.
const planarBound = 32 * u * u

// orient2DCloser decides where the products of the differences tell themselves apart with two float64 a number, and where
// they are equal because their factors are, as on diagonals, or because the differences are exact.
func orient2DCloser(ax, ay, bx, by, cx, cy float64) (s int, certain bool) {
	if !safeRange(ax, ay, bx, by, cx, cy) {
		return 0, false
	}
	var p, q, r, v double
	p.hi, p.lo = twoSum(ax, -cx)
	q.hi, q.lo = twoSum(by, -cy)
	r.hi, r.lo = twoSum(ay, -cy)
	v.hi, v.lo = twoSum(bx, -cx)
	if p.lo == 0 && q.lo == 0 && r.lo == 0 && v.lo == 0 {
		return signOfDifference(p.hi, q.hi, r.hi, v.hi), true
	}
	if p == r && q == v || p == v && q == r || p == r.negated() && q == v.negated() || p == v.negated() && q == r.negated() {
		return 0, true
	}
	m := minor(p, q, r, v)
	det, bound := m.hi+m.lo, planarBound*(math.Abs(float64(p.hi*q.hi))+math.Abs(float64(r.hi*v.hi)))
	return sign(det), math.Abs(det) > bound
}

func (a double) negated() double { return double{-a.hi, -a.lo} }

// signOfDifference returns the sign of p·q − r·s, exactly in the safe range.
func signOfDifference(p, q, r, s float64) int {
	l, lt := twoProduct(p, q)
	m, mt := twoProduct(r, s)
	if l != m { // rounding keeps order, so the true products cannot be the other way round
		return sign(l - m)
	}
	return sign(lt - mt)
}
