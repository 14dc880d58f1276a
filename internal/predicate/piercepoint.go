package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// CommonPoint returns the first common point of two triangles that touch in the order of Measure, as the end on
// each of them, rounded, with their features and a bound on the distance of each from its exact place. n is memory.
func (t *Tally) CommonPoint(n *Near, p, q *geom.Triangle) (on [2]Feature, at [2]geom.Vec, bound float64) {
	a, b, ok := t.touchingFeatures(p, q)
	if ok {
		if x, certain := pointOf(a, b, p, q); certain {
			if a >= EdgeFeature || b >= EdgeFeature {
				bound = roundingOf(x)
			}
			return [2]Feature{a, b}, [2]geom.Vec{x, x}, bound
		}
	}
	t.measure(n, p, q, a, b, ok)
	at[0], at[1], bound = n.Points(p, q)
	return [2]Feature{n.A, n.B}, at, bound
}

// pointOf returns the common point of two features: a corner, where an edge pierces a face, or where edges cross.
func pointOf(a, b Feature, p, q *geom.Triangle) (x geom.Vec, certain bool) {
	switch zero := (geom.Vec{}); {
	case a < EdgeFeature:
		return p[a].Add(zero), true // −0 is 0
	case b < EdgeFeature:
		return q[b].Add(zero), true
	}
	return piercedPoint(a, b, p, q)
}

// piercedPoint returns the point in which an edge pierces a face, or in which two edges cross, each coordinate rounded
// to nearest, if two float64 a number show which float64 that is. Edges cross where either of them meets the
// plane of the other triangle, unless it lies in it.
func piercedPoint(a, b Feature, p, q *geom.Triangle) (x geom.Vec, certain bool) {
	if a < FaceFeature {
		x, certain = throughPlane(q, p, a)
	}
	if !certain && b < FaceFeature {
		x, certain = throughPlane(p, q, b)
	}
	return x, certain
}

// shareMost bounds the relative error of a quotient of determinants of which onward may make use: it takes twice the sum of
// the relative errors e of the dividend and f of the divisor for (e + f)/(1 − f). An edge in the plane has a divisor of 0,
// of which an error that is found is at least 1.
const shareMost = 0.5

// throughPlane returns where edge i of p meets the plane of a triangle.
func throughPlane(face, p *geom.Triangle, i Feature) (x geom.Vec, certain bool) {
	from, to := p[i-EdgeFeature], p[next[i-EdgeFeature]]
	d := doubleDifference(to, from)
	share, lo, off := doublesThrough(face, from, &d)
	if !(off <= shareMost) { // or NaN
		return x, false
	}
	var ok [3]bool
	x.X, ok[0] = onward(from.X, share, lo, off, d.x)
	x.Y, ok[1] = onward(from.Y, share, lo, off, d.y)
	x.Z, ok[2] = onward(from.Z, share, lo, off, d.z)
	return x, ok[0] && ok[1] && ok[2]
}

// onwardBound bounds the error of onward, in units of |x| + |t·d|, if t and d are exact. With h = fl(q·d.hi) and |lo| ≤
// 3u·|q|, |d.lo| ≤ u·|d.hi|: the two products left are at most 4u·|h| and are rounded three times, 12u²·|h|;
// lo·d.lo is left out, 3u²·|h|; adding them to the tail of h, 6u²·|h|, and to that of x + h, u²·(|x| + 8|h|);
// adding or subtracting the slack, 8u²·(|x| + |h|). The sum is below 38u², with twice the room.
const onwardBound = 64 * u * u

// onward returns x + t·d rounded to nearest for t = q + lo with a relative error of off, if that is certain.
func onward(x, q, lo, off float64, d double) (y float64, certain bool) {
	if d.hi == 0 {
		return x + 0, true // −0 is 0
	}
	s, tail, slack := onwardDoubles(x, q, lo, off, d)
	y = s + (tail - slack)
	return y, y == s+(tail+slack) // false for NaN
}

// onwardDoubles returns x + t·d as a sum s + tail, and a bound on its error.
func onwardDoubles(x, q, lo, off float64, d double) (s, tail, slack float64) {
	h, e := twoProduct(q, d.hi)
	s, r := twoSum(x, h)
	tail = r + (e + (float64(q*d.lo) + float64(lo*d.hi)))
	return s, tail, float64(onwardBound*(math.Abs(x)+math.Abs(h))) + float64(2*off*math.Abs(h)) + 16*math.SmallestNonzeroFloat64
}
