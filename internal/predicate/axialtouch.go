package predicate

import "github.com/collide-go/collide/geom"

// Planes that two of cylinder and cone touch from either side. Most directions across such a plane are no vectors of float64, but where the two have a flat end or a known
// point on it they are whole numbers in some units.

// touchAlong reports whether two solids have no inside in common by a plane square to an axis or to both, or by one at an end of an axis.
func (t *Tally) touchAlong(a, b *Axial) bool {
	x, y := a.exactly(b.A, b.B, geom.Vec{X: b.Radius}), b.exactly(a.A, a.B, geom.Vec{X: a.Radius})
	across := x.d.cross(&y.d)
	for _, n := range [3]*bigVec{&x.d, &y.d, &across} {
		if a.touches(b, n) || a.touches(b, n.turned()) {
			return true
		}
	}
	return t.touchAt(a, b, a.A) || t.touchAt(a, b, a.B) || t.touchAt(a, b, b.A) || t.touchAt(a, b, b.B)
}

// touches reports whether a plane square to n that both may touch has b beyond a.
func (a *Axial) touches(b *Axial, n *bigVec) bool {
	return n.dot(n).Sign() > 0 && a.partedExact(b, n, true)
}

// touchAt reports whether two solids that have a point have no inside in common by the plane that touches the side of either there.
func (t *Tally) touchAt(a, b *Axial, p geom.Vec) bool {
	if !t.both(a, b, p, false) {
		return false
	}
	x, y := a.exactly(b.A, b.B, p, geom.Vec{X: b.Radius}), b.exactly(a.A, a.B, p, geom.Vec{X: a.Radius})
	m, n := x.sideNormal(p), y.sideNormal(p)
	return a.touches(b, &m) || a.touches(b, n.turned())
}

// sideNormal returns a multiple of the outward normal of the side at one of its points: the way from the axis for a cylinder. With e that way, times dd, and ρ = r·f/dd
// it is e·dd + d·r²·f for a cone.
func (x *exactAxial) sideNormal(p geom.Vec) (n bigVec) {
	v := x.u.difference(p, x.from)
	h := v.dot(&x.d)
	up := mul(x.square, sub(x.dd, h))
	for k := range n {
		n[k] = sub(mul(v[k], x.dd), mul(x.d[k], h))
		if x.pointed {
			n[k] = mul(n[k], x.dd)
			n[k].Add(n[k], mul(x.d[k], up))
		}
	}
	return n
}

// turned returns −v.
func (v *bigVec) turned() *bigVec {
	return &bigVec{sub(zero, v[0]), sub(zero, v[1]), sub(zero, v[2])}
}
