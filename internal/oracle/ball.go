package oracle

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// Reaches reports whether a closed ball and the convex hull of points share a point. The
// point of the hull nearest to the centre lies in the inside of one of its faces, where it
// is the foot of the centre on the face's plane or line; a hull of four and more points
// may also have the centre in it. A ball of negative radius is empty.
func Reaches(s *geom.Sphere, points []geom.Vec) bool {
	if s.Radius < 0 {
		return false
	}
	least := leastExponent(append([]geom.Vec{s.Center, {X: s.Radius}}, points...)...)
	v := integral(points, least)
	b := ball{integral([]geom.Vec{s.Center}, least)[0], scaled(s.Radius, least)}
	for i := range v {
		if b.corner(v[i]) {
			return true
		}
		for j := range i {
			if b.edge(v[i], v[j]) {
				return true
			}
			for k := range j {
				if b.face(v[i], v[j], v[k]) {
					return true
				}
			}
		}
	}
	return len(points) > 3 && Meet([]geom.Vec{s.Center}, points)
}

// BallsMeet reports whether two closed balls share a point.
func BallsMeet(a, b *geom.Sphere) bool {
	least := leastExponent(a.Center, b.Center, geom.Vec{X: a.Radius, Y: b.Radius})
	v := integral([]geom.Vec{a.Center, b.Center}, least)
	reach := new(big.Int).Add(scaled(a.Radius, least), scaled(b.Radius, least))
	return a.Radius >= 0 && b.Radius >= 0 && (&ball{v[0], reach}).corner(v[1])
}

// ball is a ball in integers.
type ball struct {
	center vector
	radius *big.Int
}

// within reports whether a distance of √(square/one) is at most the radius.
func (b *ball) within(square, one *big.Int) bool {
	r := new(big.Int).Mul(b.radius, b.radius)
	return square.Cmp(r.Mul(r, one)) <= 0
}

func (b *ball) corner(x vector) bool {
	d := minus(b.center, x)
	return b.within(dot(d, d), big.NewInt(1))
}

// edge reports whether the centre's foot on the line xy is between the two, and near.
func (b *ball) edge(x, y vector) bool {
	e, d := minus(y, x), minus(b.center, x)
	length, along := dot(e, e), dot(d, e)
	if along.Sign() <= 0 || along.Cmp(length) >= 0 {
		return false
	}
	n := cross(d, e)
	return b.within(dot(n, n), length)
}

// face reports whether the centre's foot on the plane xyz lies in the triangle, and near.
func (b *ball) face(x, y, z vector) bool {
	n := cross(minus(y, x), minus(z, x))
	if isZero(n) {
		return false
	}
	for _, e := range [3][2]vector{{x, y}, {y, z}, {z, x}} {
		if dot(cross(minus(e[1], e[0]), minus(b.center, e[0])), n).Sign() < 0 {
			return false
		}
	}
	height := dot(n, minus(b.center, x))
	return b.within(new(big.Int).Mul(height, height), dot(n, n))
}
