package oracle

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// CapsuleMeets reports whether the solid of all points at most radius away from the segment
// ab shares a point with all that are at most s away from the convex hull of points.
func CapsuleMeets(a, b geom.Vec, radius float64, points []geom.Vec, s float64) bool {
	reach := new(big.Rat).Add(rat(radius), rat(s))
	return SquaredDistance([]geom.Vec{a, b}, points).Cmp(reach.Mul(reach, reach)) <= 0
}

// CylinderMeets reports whether the cylinder around ab shares a point with the convex hull of
// points. What two planes leave of a hull is the hull of the points between them and of those where
// segments between two points meet a plane; seen along the axis it is a polygon, whose distance
// from the axis is that of one of the segments between its corners unless the axis is in one
// of the triangles.
func CylinderMeets(a, b geom.Vec, radius float64, points []geom.Vec) bool {
	return cylinderMeets(rats(b).minus(rats(a)), radius, from(a, points))
}

// from returns points relative to the first one.
func from(a geom.Vec, points []geom.Vec) (all []ratVec) {
	for _, p := range points {
		all = append(all, rats(p).minus(rats(a)))
	}
	return all
}

func cylinderMeets(d ratVec, radius float64, all []ratVec) bool {
	points := all
	for _, h := range [2]*big.Rat{new(big.Rat), d.dot(d)} {
		n := len(points)
		for i := range n {
			for j := range i {
				p, q := all[i].dot(d), all[j].dot(d)
				p.Sub(p, h)
				if q.Sub(q, h); p.Sign()*q.Sign() < 0 {
					all = append(all, all[i].toward(all[j], new(big.Rat).Quo(p, new(big.Rat).Sub(p, q))))
				}
			}
		}
	}
	var seen []ratVec // from the axis, square to it
	for _, p := range all {
		t := p.dot(d)
		if t.Sign() >= 0 && t.Cmp(d.dot(d)) <= 0 {
			seen = append(seen, p.minus(d.times(t.Quo(t, d.dot(d)))))
		}
	}
	most := rat(radius)
	return holdsOrigin(seen, d, most.Mul(most, most))
}

// holdsOrigin reports whether the hull of points in a plane through the origin comes within a distance of
// it, given its square.
func holdsOrigin(p []ratVec, normal ratVec, most *big.Rat) bool {
	turn := make([][]int, len(p))
	for i := range p {
		for j := range p {
			turn[i] = append(turn[i], p[i].cross(p[j]).dot(normal).Sign())
		}
	}
	for i := range p {
		for j := range i + 1 {
			e := p[j].minus(p[i])
			x := p[i]
			if l := e.dot(e); l.Sign() > 0 {
				s := p[i].dot(e)
				s.Quo(s.Neg(s), l)
				if s.Sign() < 0 {
					s.SetInt64(0)
				} else if s.Cmp(big.NewRat(1, 1)) > 0 {
					s.SetInt64(1)
				}
				x = p[i].toward(p[j], s)
			}
			if x.dot(x).Cmp(most) <= 0 {
				return true
			}
			for k := range j {
				if u := turn[i][j]; u != 0 && turn[j][k] == u && turn[k][i] == u {
					return true
				}
			}
		}
	}
	return false
}

// CylinderMeetsBall reports whether the cylinder around ab shares a point with a ball. Roots are computed to
// far more bits than two that differ can have in common.
func CylinderMeetsBall(a, b geom.Vec, radius float64, s *geom.Sphere) bool {
	return cylinderMeetsBall(a, b, radius, s, rat(s.Radius))
}

func cylinderMeetsBall(a, b geom.Vec, radius float64, s *geom.Sphere, reach *big.Rat) bool {
	d, p := rats(b).minus(rats(a)), rats(s.Center).minus(rats(a))
	dd, t := d.dot(d), p.dot(d)
	off := p.minus(d.times(new(big.Rat).Quo(t, dd)))
	beyond := new(big.Rat) // squared
	if t.Sign() < 0 {
		beyond.Quo(new(big.Rat).Mul(t, t), dd)
	} else if t.Cmp(dd) > 0 {
		t.Sub(t, dd)
		beyond.Quo(t.Mul(t, t), dd)
	}
	rho := root(off.dot(off))
	rho.Sub(rho, float(rat(radius)))
	if rho.Sign() < 0 {
		rho.SetInt64(0)
	}
	rho.Mul(rho, rho)
	rho.Add(rho, float(beyond))
	limit := float(new(big.Rat).Mul(reach, reach))
	if rho.Sub(rho, limit); rho.Sign() <= 0 {
		return true
	}
	limit.Add(limit, float(beyond)).Add(limit, float(off.dot(off)))
	return rho.MantExp(nil) < limit.MantExp(nil)-rootBits/2
}

// rootBits is the number of bits of roots: more than the exponents of float64 span, eight times over.
const rootBits = 40_000

func float(x *big.Rat) *big.Float { return new(big.Float).SetPrec(rootBits).SetRat(x) }

func root(x *big.Rat) *big.Float { return new(big.Float).SetPrec(rootBits).Sqrt(float(x)) }

// ratVec is a vector of rational numbers.
type ratVec [3]*big.Rat

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func rats(v geom.Vec) ratVec { return ratVec{rat(v.X), rat(v.Y), rat(v.Z)} }

func (a ratVec) minus(b ratVec) (c ratVec) {
	for k := range c {
		c[k] = new(big.Rat).Sub(a[k], b[k])
	}
	return c
}

func (a ratVec) times(s *big.Rat) (c ratVec) {
	for k := range c {
		c[k] = new(big.Rat).Mul(a[k], s)
	}
	return c
}

// toward returns the point of ab at the share s.
func (a ratVec) toward(b ratVec, s *big.Rat) ratVec {
	e := b.minus(a).times(s)
	for k := range e {
		e[k].Add(e[k], a[k])
	}
	return e
}

func (a ratVec) dot(b ratVec) *big.Rat {
	sum := new(big.Rat)
	for k := range a {
		sum.Add(sum, new(big.Rat).Mul(a[k], b[k]))
	}
	return sum
}

func (a ratVec) cross(b ratVec) (c ratVec) {
	for k := range c {
		i, j := (k+1)%3, (k+2)%3
		c[k] = new(big.Rat).Mul(a[i], b[j])
		c[k].Sub(c[k], new(big.Rat).Mul(a[j], b[i]))
	}
	return c
}
