package ccd

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// throughBound bounds the error of a determinant of three differences of corners that Triangles.at computes, in units of M·D²: M is the largest
// coordinate at the start and at the end, D at least the largest of a difference as computed, u = 2⁻⁵³.
//
// A corner is off by 6.1uM (see apartBound), so a difference by 12.2uM and uD ≤ 2.1uM for its rounding: 14.4uM. A determinant is 6 products of three differences.
// What these are off by changes each by 43.3uMD², and 5 roundings, of products of which each factor is at most 2.1M, by 10.8uMD²: below 325uMD², doubled since D is
// rounded, too. What underflows is nothing for M·D² ≥ leastThrough.
const (
	throughBound = 650 * 0x1p-53
	leastThrough = 0x1p-900
)

// through reports that two triangles whose corners are off by no more than those that Triangles.at computes certainly touch: an edge of one has its ends on
// different sides of the plane of the other one, and passes on one side of all edges of that.
func through(p, q *geom.Triangle, most float64) bool {
	d := spreadOf(p, q)
	size := most * d * d
	if !(size >= leastThrough && size <= math.MaxFloat64) {
		return false
	}
	limit := throughBound * size
	return pierces(p, q, limit) || pierces(q, p, limit)
}

// spreadOf returns at least the largest difference of two corners: two of one triangle go by one of the ways that are measured and another, two of
// different ones by a third.
func spreadOf(p, q *geom.Triangle) float64 {
	d := 0.0
	for i := range p {
		d = max(d, p[i].Sub(q[0]).MaxAbs(), q[i].Sub(p[0]).MaxAbs())
	}
	return 3 * d
}

// pierces reports that an edge of p certainly passes through the inside of q.
func pierces(p, q *geom.Triangle, limit float64) bool {
	n := q[1].Sub(q[0]).Cross(q[2].Sub(q[0]))
	var at [3]float64
	for i := range p {
		at[i] = p[i].Sub(q[0]).Dot(n)
	}
	for i := range p {
		k := (i + 1) % 3
		if (at[i] > limit && at[k] < -limit || at[i] < -limit && at[k] > limit) && inside(&p[i], &p[k], q, limit) {
			return true
		}
	}
	return false
}

// inside reports that the line through two points certainly passes through the inside of a triangle.
func inside(a, b *geom.Vec, q *geom.Triangle, limit float64) bool {
	u, v, w, way := q[0].Sub(*a), q[1].Sub(*a), q[2].Sub(*a), b.Sub(*a)
	x, y, z := u.Cross(v).Dot(way), v.Cross(w).Dot(way), w.Cross(u).Dot(way)
	return x > limit && y > limit && z > limit || x < -limit && y < -limit && z < -limit
}
