package oracle

import (
	"math/big"

	"github.com/collide-go/collide/geom"
)

// ConeMeets reports whether the cone from the disc of a radius around a, square to ab, to the apex b shares a point with the convex hull of points. It
// does if the hull has a point of its axis, a segment between two of the points comes into it, or what the hull has in the plane of the base comes into the
// base. Otherwise a face of the hull would hold a whole section of the cone in its inside. Its plane does not cut the axis, so the rim has points on the other
// side, and the section is a part of the base, too.
func ConeMeets(a, b geom.Vec, radius float64, points []geom.Vec) bool {
	return coneMeets(rats(b).minus(rats(a)), radius, from(a, points))
}

func coneMeets(d ratVec, radius float64, corners []ratVec) bool {
	if meetRats([]ratVec{d.times(new(big.Rat)), d}, corners) {
		return true
	}
	return coneMeetsSegments(d, rat(radius), corners) || coneMeetsSegments(d, rat(radius), inBase(d, corners))
}

// coneMeetsSegments reports whether a segment between two of the points, which may be one, comes into the cone.
func coneMeetsSegments(d ratVec, radius *big.Rat, points []ratVec) bool {
	for i := range points {
		for j := range i + 1 {
			if coneMeetsSegment(d, radius, points[i], points[j]) {
				return true
			}
		}
	}
	return false
}

// inBase returns where segments between two of the points cross the plane through 0 square to d: their hull is what the hull of all has in it.
func inBase(d ratVec, points []ratVec) (in []ratVec) {
	for i, p := range points {
		h := p.dot(d)
		if h.Sign() == 0 {
			in = append(in, p)
		}
		for _, q := range points[:i] {
			if k := q.dot(d); h.Sign()*k.Sign() < 0 {
				in = append(in, p.toward(q, new(big.Rat).Quo(h, new(big.Rat).Sub(h, k))))
			}
		}
	}
	return in
}

// coneMeetsSegment evaluates (r·s)² − |off|² at the ends of what lies between the planes and where it is greatest. With the share s = 1 − h/dd of the height
// below the apex a point is in the cone where |off|² ≤ (r·s)².
func coneMeetsSegment(d ratVec, radius *big.Rat, p, q ratVec) bool {
	dd := d.dot(d)
	height := func(v ratVec) *big.Rat { h := v.dot(d); return h.Quo(h, dd) }
	lo, hi := new(big.Rat), big.NewRat(1, 1)
	h0, step := height(p), height(q.minus(p))
	one := big.NewRat(1, 1)
	for _, k := range [2]struct{ at, slope *big.Rat }{{h0, step}, {new(big.Rat).Sub(one, h0), new(big.Rat).Neg(step)}} {
		if k.slope.Sign() == 0 {
			if k.at.Sign() < 0 {
				return false
			}
			continue
		}
		t := new(big.Rat).Quo(k.at, k.slope)
		if t.Neg(t); k.slope.Sign() > 0 && t.Cmp(lo) > 0 {
			lo = t
		} else if k.slope.Sign() < 0 && t.Cmp(hi) < 0 {
			hi = t
		}
	}
	if lo.Cmp(hi) > 0 {
		return false
	}
	within := func(t *big.Rat) *big.Rat {
		x := p.toward(q, t)
		h := height(x)
		off := x.minus(d.times(h))
		r := new(big.Rat).Mul(radius, h.Sub(one, h))
		return r.Sub(r.Mul(r, r), off.dot(off))
	}
	best := []*big.Rat{lo, hi}
	// The quadratic through three values has its greatest at this t.
	f0, f1, f2 := within(new(big.Rat)), within(one), within(big.NewRat(2, 1))
	second := new(big.Rat).Add(f0, f2)
	second.Sub(second, new(big.Rat).Add(f1, f1)) // 2·c2
	if second.Sign() < 0 {
		first := new(big.Rat).Sub(f1, f0)
		first.Sub(first, new(big.Rat).Quo(second, big.NewRat(2, 1)))
		t := first.Quo(first.Neg(first), second)
		if t.Cmp(lo) > 0 && t.Cmp(hi) < 0 {
			best = append(best, t)
		}
	}
	for _, t := range best {
		if within(t).Sign() >= 0 {
			return true
		}
	}
	return false
}

// ConeMeetsBall is ConeMeets for a ball. Seen by height and distance from the axis the cone is a triangle; roots are computed to
// far more bits than two that differ can have in common.
func ConeMeetsBall(a, b geom.Vec, radius float64, s *geom.Sphere) bool {
	return coneMeetsBall(a, b, radius, s, rat(s.Radius))
}

func coneMeetsBall(a, b geom.Vec, radius float64, s *geom.Sphere, reach *big.Rat) bool {
	d, p := rats(b).minus(rats(a)), rats(s.Center).minus(rats(a))
	dd, t := d.dot(d), p.dot(d)
	off := p.minus(d.times(new(big.Rat).Quo(t, dd)))
	rho, length := root(off.dot(off)), root(dd)
	z := new(big.Float).SetPrec(rootBits).Quo(float(t), length)
	r, origin := float(rat(radius)), float(new(big.Rat))
	n := func() *big.Float { return new(big.Float).SetPrec(rootBits) }
	over := n().Sub(n().Add(n().Mul(rho, length), n().Mul(z, r)), n().Mul(r, length))
	if z.Sign() >= 0 && over.Sign() <= 0 {
		return true
	}
	least := segmentSquare(rho, z, origin, origin, r, origin)
	if side := segmentSquare(rho, z, r, origin, origin, length); side.Cmp(least) < 0 {
		least = side
	}
	limit := float(new(big.Rat).Mul(reach, reach))
	gap := n().Sub(least, limit)
	limit.Add(limit, least)
	limit.Add(limit, float(dd)).Add(limit, n().Mul(r, r))
	return gap.Sign() <= 0 || gap.MantExp(nil) < limit.MantExp(nil)-rootBits/2
}

// segmentSquare is the squared distance of a point from a segment in the plane.
func segmentSquare(x, y, ax, ay, bx, by *big.Float) *big.Float {
	n := func() *big.Float { return new(big.Float).SetPrec(rootBits) }
	ex, ey, vx, vy := n().Sub(bx, ax), n().Sub(by, ay), n().Sub(x, ax), n().Sub(y, ay)
	dot := n().Add(n().Mul(ex, vx), n().Mul(ey, vy))
	long := n().Add(n().Mul(ex, ex), n().Mul(ey, ey))
	if dot.Sign() > 0 && long.Sign() > 0 {
		t := n().Quo(dot, long)
		if t.Cmp(big.NewFloat(1)) > 0 {
			t.SetInt64(1)
		}
		vx.Sub(vx, n().Mul(t, ex))
		vy.Sub(vy, n().Mul(t, ey))
	}
	return n().Add(n().Mul(vx, vx), n().Mul(vy, vy))
}

// HalfSpaceMeetsCone is HalfSpaceMeets for a cone: its lowest point is the apex or on the rim.
func HalfSpaceMeetsCone(at, normal, a, b geom.Vec, radius float64) bool {
	if HalfSpaceMeets(at, normal, []geom.Vec{a, b}, 0) {
		return true
	}
	n, d := rats(normal), rats(b).minus(rats(a))
	cross := n.cross(d)
	// r·|n×d|/|d| against the height over A, as squares.
	h := rats(a).minus(rats(at)).dot(n)
	h.Mul(h, h).Mul(h, d.dot(d))
	reach := new(big.Rat).Mul(rat(radius), rat(radius))
	return h.Cmp(reach.Mul(reach, cross.dot(cross))) <= 0
}
