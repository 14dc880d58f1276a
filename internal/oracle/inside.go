package oracle

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// The inside of a convex solid is the union of all that the solid becomes when it shrinks toward a point of it. What is closed meets the inside if it
// meets the solid shrunk by next to nothing: numbers of 53 bits in the few operations of these questions do not come nearer to each other than that.
var nothing = new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 500))

// CylinderEntered reports whether the inside of the cylinder around ab shares a point with the convex hull of points.
func CylinderEntered(a, b geom.Vec, radius float64, points []geom.Vec) bool {
	return radius > 0 && cylinderMeets(rats(b).minus(rats(a)), radius, grown(a, b, points))
}

// ConeEntered reports whether the inside of the cone over the disc around a with the apex b does.
func ConeEntered(a, b geom.Vec, radius float64, points []geom.Vec) bool {
	return radius > 0 && coneMeets(rats(b).minus(rats(a)), radius, grown(a, b, points))
}

// CylinderOverlapsBall reports whether the insides of a cylinder and a ball share a point.
func CylinderOverlapsBall(a, b geom.Vec, radius float64, s *geom.Sphere) bool {
	return radius > 0 && s.Radius > 0 && cylinderMeetsBall(a, b, radius, s, shrunk(s.Radius))
}

// ConeOverlapsBall reports that about a cone.
func ConeOverlapsBall(a, b geom.Vec, radius float64, s *geom.Sphere) bool {
	return radius > 0 && s.Radius > 0 && coneMeetsBall(a, b, radius, s, shrunk(s.Radius))
}

func shrunk(radius float64) *big.Rat {
	r := rat(radius)
	return r.Sub(r, new(big.Rat).Mul(r, nothing))
}

// grown returns points relative to a, moved away from the middle of ab, in place of a solid that shrinks.
func grown(a, b geom.Vec, points []geom.Vec) []ratVec {
	middle := rats(b).minus(rats(a)).times(big.NewRat(1, 2))
	all := from(a, points)
	for i, p := range all {
		all[i] = p.minus(middle.minus(p).times(nothing))
	}
	return all
}

// meetRats is Meet for rational points.
func meetRats(p, q []ratVec) bool {
	scale := big.NewInt(1)
	for _, v := range append(append([]ratVec(nil), p...), q...) {
		for _, x := range v {
			divisor := new(big.Int).GCD(nil, nil, scale, x.Denom())
			scale.Mul(scale, new(big.Int).Quo(x.Denom(), divisor))
		}
	}
	whole := func(of []ratVec) (all []vector) {
		for _, v := range of {
			var w vector
			for k, x := range v {
				w[k] = new(big.Int).Mul(x.Num(), new(big.Int).Quo(scale, x.Denom()))
			}
			all = append(all, w)
		}
		return all
	}
	return common(whole(p), whole(q)).feasible()
}
