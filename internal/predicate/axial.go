package predicate

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
)

// Axial is a solid around the segment from A to B, which differ: all points at most Radius away
// from the segment, a capsule; or, if Flat, those of them that lie between the planes through A
// and B square to it, a cylinder; or, if Flat and Pointed, the hull of the cylinder's disc at A and of B, a cone.
// A negative radius is a misuse, and so is a capsule that is pointed.
type Axial struct {
	A, B          geom.Vec
	Radius        float64
	Flat, Pointed bool
}

// Core returns the segment as a triangle: the distance from it decides about a capsule.
func (a *Axial) Core() geom.Triangle { return geom.Triangle{a.A, a.B, a.B} }

// Ball returns the ball at an end, 0 or 1, of a capsule, which is the hull of both.
func (a *Axial) Ball(end int) geom.Sphere {
	return geom.Sphere{Center: [2]geom.Vec{a.A, a.B}[end], Radius: a.Radius}
}

// axialGirth covers the roundings of a cylinder's extent: 5 operations of one unit each.
const axialGirth = 1 + 16*u

// Bounds returns a box around the solid, rounded outward.
//
// A disc of radius r square to d reaches r·√((dy²+dz²)/(d·d)) along x, which has no cancellation.
// What underflow takes from a square is below 2⁻¹⁰⁷⁰; with d·d ≥ 2⁻⁶⁰⁰ it is below 2⁻²³⁵ of r.
func (a *Axial) Bounds() geom.AABB {
	d := a.B.Sub(a.A)
	xx, yy, zz := float64(d.X*d.X), float64(d.Y*d.Y), float64(d.Z*d.Z)
	reach := geom.Vec{X: a.Radius, Y: a.Radius, Z: a.Radius}
	if dd := xx + yy + zz; a.Flat && dd >= 0x1p-600 && dd <= 0x1p600 {
		reach = geom.Vec{X: disc(a.Radius, yy+zz, dd), Y: disc(a.Radius, xx+zz, dd), Z: disc(a.Radius, xx+yy, dd)}
	}
	lo, hi := a.A.Sub(reach), a.A.Add(reach)
	if a.Pointed {
		lo, hi = lo.Min(a.B), hi.Max(a.B)
	} else {
		lo, hi = lo.Min(a.B.Sub(reach)), hi.Max(a.B.Add(reach))
	}
	return geom.AABB{
		Min: geom.Vec{X: round.Down(lo.X), Y: round.Down(lo.Y), Z: round.Down(lo.Z)},
		Max: geom.Vec{X: round.Up(hi.X), Y: round.Up(hi.Y), Z: round.Up(hi.Z)},
	}
}

// disc bounds r·√(part/whole).
func disc(r, part, whole float64) float64 {
	return min(r, round.Up(float64(r*(math.Sqrt(part/whole)*axialGirth+0x1p-200))))
}

// CompareReach returns the sign of the distance of two triangles less r+s, of which the sum
// is at least 0. Exact for every finite input.
func (t *Tally) CompareReach(p, q *geom.Triangle, r, s float64) int {
	most := round.Up(r + s)
	b := DistanceBounds(p, q, most)
	switch {
	case b.Lo > most:
		return 1
	case b.Hi < round.Down(r+s):
		return -1
	}
	n := t.Distance(p, q) // counts
	reach := Reach{Square: n.Square, R: r, S: s}
	return reach.sign()
}

// point is a point as a triangle.
func point(p geom.Vec) geom.Triangle { return geom.Triangle{p, p, p} }

// AxialTriangle reports whether a capsule, a cylinder or a cone shares a point with a triangle. Exact for
// every finite input, degenerate triangles included.
func (t *Tally) AxialTriangle(a *Axial, q *geom.Triangle) bool {
	c := a.Core()
	if !a.Flat {
		return t.CompareReach(&c, q, a.Radius, 0) <= 0
	}
	if v := a.filter(q); v != unsure {
		return v == sureYes
	}
	t.Exact++
	return a.meetsExact(q)
}

// AxialContains reports whether a capsule, a cylinder or a cone has a point. Exact for every finite input.
func (t *Tally) AxialContains(a *Axial, p geom.Vec) bool {
	q := point(p)
	return t.AxialTriangle(a, &q)
}

// AxialSphere reports whether a capsule, a cylinder or a cone shares a point with a closed ball. Exact for
// every finite input.
func (t *Tally) AxialSphere(a *Axial, s *geom.Sphere) bool {
	if s.Radius < 0 {
		return false
	}
	c, p := a.Core(), point(s.Center)
	if !a.Flat {
		return t.CompareReach(&c, &p, a.Radius, s.Radius) <= 0
	}
	// A cylinder and a cone hold their axis and lie in the capsule.
	most := round.Up(a.Radius + s.Radius)
	switch b := DistanceBounds(&c, &p, most); {
	case b.Lo > most:
		return false
	case b.Hi <= s.Radius:
		return true
	}
	t.Exact++
	return a.meetsBallExact(s)
}

// HullAxial reports whether a hull shares a point with a capsule, a cylinder or a cone. Exact for finite
// input.
func (t *Tally) HullAxial(h *Hull, a *Axial) bool {
	b := a.Bounds()
	if !h.bounds.Overlaps(&b) {
		return false
	}
	if v := h.frame.meetsAxial(a); v != unsure {
		return v == sureYes
	}
	var room facets
	f := t.facets(h, 0, &room)
	for i := range f.n {
		if f.box(i).Overlaps(&b) && t.AxialTriangle(a, f.at(i)) {
			return true
		}
	}
	return f.solid && t.inside(f, a.A)
}

// AxialsMeet reports whether two solids share a point, and whether that is decided. All pairs with a capsule are, and so are cylinders and
// cones with parallel axes. Other cylinders and cones are decided by a proof: a common point or a plane
// between them. Where neither was found, meets is false. Whether it is decided does not depend on the order of
// the two and of the ends of a cylinder.
func (t *Tally) AxialsMeet(a, b *Axial) (meets, decided bool) {
	p, q := a.Core(), b.Core()
	if s := t.CompareReach(&p, &q, a.Radius, b.Radius); s > 0 || !a.Flat && !b.Flat {
		return s <= 0, true // a cylinder or a cone lies in the capsule with its numbers
	}
	if !a.Flat {
		a, b, p, q = b, a, q, p
	}
	t.Exact++
	if meets, parallel := a.meetsParallel(b, false); parallel {
		return meets, true
	}
	switch {
	case t.AxialTriangle(a, &q) || t.AxialTriangle(b, &p):
		return true, true
	case a.Radius == 0 || b.Radius == 0:
		return false, true // it is its axis
	case !b.Flat:
		return t.meetsCapsule(a, b), true
	}
	return t.proven(a, b, false)
}
