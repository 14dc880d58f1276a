package predicate

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Two oracles that share nothing with the code under test: math/big alone.
//
// separated looks for a separating plane among all normals that can be facets of
// the Minkowski difference, in whatever dimension that has. signsOnly decides by
// six segment/triangle tests on signs of big determinants.

func bigPoints(p, q *geom.Triangle) (r [6]bigVec) {
	for i := range 3 {
		r[i] = integerDifference(p[i], geom.Vec{})
		r[3+i] = integerDifference(q[i], geom.Vec{})
	}
	return r
}

func minus(a, b *bigVec) bigVec {
	return bigVec{sub(a[0], b[0]), sub(a[1], b[1]), sub(a[2], b[2])}
}

func oracleApart(p, q *geom.Triangle) bool {
	v := bigPoints(p, q)
	d := []bigVec{
		minus(&v[1], &v[0]), minus(&v[2], &v[0]), minus(&v[2], &v[1]),
		minus(&v[4], &v[3]), minus(&v[5], &v[3]), minus(&v[5], &v[4]),
		minus(&v[3], &v[0]),
	}
	for i := range d {
		if separates(&d[i], &v) {
			return true
		}
		for j := range i {
			n := d[i].cross(&d[j])
			if separates(&n, &v) {
				return true
			}
			for k := range d {
				m := n.cross(&d[k])
				if separates(&m, &v) {
					return true
				}
			}
		}
	}
	return false
}

func separates(n *bigVec, v *[6]bigVec) bool {
	if n[0].Sign() == 0 && n[1].Sign() == 0 && n[2].Sign() == 0 {
		return false
	}
	loP, hiP := rangeOn(n, v[:3])
	loQ, hiQ := rangeOn(n, v[3:])
	return hiP.Cmp(loQ) < 0 || hiQ.Cmp(loP) < 0
}

func rangeOn(n *bigVec, v []bigVec) (lo, hi *big.Int) {
	for i := range v {
		d := n.dot(&v[i])
		if lo == nil || d.Cmp(lo) < 0 {
			lo = d
		}
		if hi == nil || d.Cmp(hi) > 0 {
			hi = d
		}
	}
	return lo, hi
}

// signsOnly needs triangles that are not degenerate.
func signsOnly(p, q *geom.Triangle) bool {
	for k := range 3 {
		if bigSegmentTriangle(p[k], p[(k+1)%3], q) || bigSegmentTriangle(q[k], q[(k+1)%3], p) {
			return true
		}
	}
	return false
}

func bigSegmentTriangle(a, b geom.Vec, q *geom.Triangle) bool {
	sa, sb := orient3DScaled(q[0], q[1], q[2], a), orient3DScaled(q[0], q[1], q[2], b)
	if sa*sb > 0 {
		return false
	}
	if sa == 0 && sb == 0 {
		w := [3]geom.Vec{}
		for i := range w {
			n := integerDifference(q[1], q[0])
			m := integerDifference(q[2], q[0])
			c := n.cross(&m)
			w[i] = q[i].Add(geom.Vec{X: float64(c[0].Sign()), Y: float64(c[1].Sign()), Z: float64(c[2].Sign())})
		}
		// Coplanar: meet iff no plane through an edge, or through the segment, and
		// an apex off the plane separates. The apex must be exact: callers keep
		// coordinates small integers.
		apex := w[0]
		for k := range 3 {
			in := orient3DScaled(q[k], q[(k+1)%3], apex, q[(k+2)%3])
			if orient3DScaled(q[k], q[(k+1)%3], apex, a)*in < 0 && orient3DScaled(q[k], q[(k+1)%3], apex, b)*in < 0 {
				return false
			}
		}
		if a == b {
			return true
		}
		s0 := orient3DScaled(a, b, apex, q[0])
		return s0*orient3DScaled(a, b, apex, q[1]) <= 0 || s0*orient3DScaled(a, b, apex, q[2]) <= 0
	}
	pos, neg := false, false
	for k := range 3 {
		s := orient3DScaled(a, b, q[k], q[(k+1)%3])
		pos, neg = pos || s > 0, neg || s < 0
	}
	return !pos || !neg
}
