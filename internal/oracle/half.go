package oracle

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// HalfSpaceMeets reports whether {x : normal·(x − at) ≤ 0} shares a point with all that are at most radius away
// from the convex hull of points.
func HalfSpaceMeets(at, normal geom.Vec, points []geom.Vec, radius float64) bool {
	n := rats(normal)
	for _, p := range points {
		if isLow(n, rats(p).minus(rats(at)).dot(n), new(big.Rat).Mul(rat(radius), rat(radius))) {
			return true
		}
	}
	return false
}

// isLow reports whether a height over |n| is at most the root of a square.
func isLow(n ratVec, height, square *big.Rat) bool {
	return height.Sign() <= 0 || height.Mul(height, height).Cmp(square.Mul(square, n.dot(n))) <= 0
}

// HalfSpaceMeetsCylinder is HalfSpaceMeets for the cylinder around ab. Its lowest point is on the rim, r·√(1−c²) below the
// axis, c being the cosine of the angle between the axis and the normal.
func HalfSpaceMeetsCylinder(at, normal, a, b geom.Vec, radius float64) bool {
	n, d := rats(normal), rats(b).minus(rats(a))
	along := d.dot(n)
	along.Mul(along, along)
	share := along.Quo(along, new(big.Rat).Mul(d.dot(d), n.dot(n)))
	reach := new(big.Rat).Mul(rat(radius), rat(radius))
	reach.Mul(reach, share.Sub(big.NewRat(1, 1), share))
	return isLow(n, rats(a).minus(rats(at)).dot(n), new(big.Rat).Set(reach)) || isLow(n, rats(b).minus(rats(at)).dot(n), reach)
}

// HalfSpacesMeet decides for two half spaces: by a common point of their planes, which there is unless the normals are parallel.
func HalfSpacesMeet(p, m, q, n geom.Vec) bool {
	a, b := rats(m), rats(n)
	if c := a.cross(b); c.dot(c).Sign() != 0 || a.dot(b).Sign() > 0 {
		return true
	}
	return rats(q).minus(rats(p)).dot(a).Sign() <= 0
}
