package world

import (
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/predicate"
)

// normals finds planes that have all common points of two bodies, and on whose two sides the bodies lie next to these.
type normals struct {
	tally   *predicate.Tally
	w       *World
	hulls   [2][]geom.Triangle // facets of a hull, none of a mesh
	one     [2][1]geom.Triangle
	tried   [2][]geom.Triangle
	shared  []geom.Vec      // at most three common points, not in one line
	plane   predicate.Plane // of three of them
	refuter int             // the contact that refuted a plane last
	left    int             // contacts that may still be looked at
}

// setNormals sets the normals of pieces of bodies that touch, and returns that of all of them together, 0 if there is none.
func (p *Pieces) setNormals(w *World, contacts []Contact, pieces []Piece) (n geom.Vec) {
	if len(contacts) == 0 {
		return n
	}
	a, b := int(contacts[0].BodyA), int(contacts[0].BodyB)
	if h, _ := w.halfOf(broad.Pair{A: int32(a), B: int32(b)}); w.bodies[h].half != nil {
		return setAll(pieces, w.normalOfHalf(h, int(h) == a))
	}
	if w.bodies[a].axial != nil || w.bodies[b].axial != nil {
		return n
	}
	f := &p.normals
	f.tally, f.w = &p.tally, w
	f.setHulls(a, b)
	f.shared = f.shared[:0]
	of := f.ofFaces
	if w.isBall(a) || w.isBall(b) {
		of = f.ofBall // touches each piece in a point of its own
	}
	if len(pieces) == 1 || !w.isBall(a) && !w.isBall(b) {
		n = of(contacts)
	}
	for i := range pieces {
		if pieces[i].Normal = n; n == (geom.Vec{}) && len(pieces) > 1 {
			pieces[i].Normal = of(pieces[i].Contacts)
		}
	}
	return n
}

// normalOfHalf returns the normal of a half space, towards the first body.
func (w *World) normalOfHalf(h int32, first bool) geom.Vec {
	n := way(geom.Vec{}, w.bodies[h].half.Normal)
	if first {
		return n.Scale(-1)
	}
	return n
}

func setAll(pieces []Piece, n geom.Vec) geom.Vec {
	for i := range pieces {
		pieces[i].Normal = n
	}
	return n
}

// isBall reports whether a body is a sphere.
func (w *World) isBall(i int) bool {
	b := &w.bodies[i]
	return b.model == nil && b.hull == nil && b.axial == nil && b.half == nil
}

func (f *normals) setHulls(a, b int) {
	for side, i := range [2]int{a, b} {
		f.hulls[side] = f.hulls[side][:0]
		if h := f.w.bodies[i].hull; h != nil {
			f.hulls[side] = f.tally.Facets(h, f.hulls[side])
		}
	}
}

// faces returns the triangles of a primitive of a contact.
func (f *normals) faces(c *Contact, side int) []geom.Triangle {
	if len(f.hulls[side]) > 0 {
		return f.hulls[side]
	}
	body, tri, other, otherTri := c.sides(false)
	if side == 1 {
		body, tri = other, otherTri
	}
	f.one[side][0] = f.w.Triangle(body, tri)
	return f.one[side][:]
}

// mostRefuted is how many contacts are looked at for each contact, and for each of 128 more that two boxes need, before the search for a plane is given up. Most planes are refuted by the
// contact that refuted the last one. It decides whether a normal is found and nothing else.
const mostRefuted = 64

// ofFaces tries the planes of the triangles in contact, then those through an edge of one body and a corner of the other: where
// edges cross in a point, both lie in one.
func (f *normals) ofFaces(contacts []Contact) (n geom.Vec) {
	f.refuter, f.left = 0, mostRefuted*(len(contacts)+128)
	if f.share(contacts) {
		return n
	}
	for side := range 2 {
		last := -1
		for i := range contacts {
			_, tri, _, _ := contacts[i].sides(side == 1)
			if tri == last || f.left <= 0 {
				continue
			}
			last = tri
			f.tried[side] = append(f.tried[side][:0], f.faces(&contacts[i], side)...)
			for k := range f.tried[side] {
				if n, ok := f.across(&f.tried[side][k], contacts); ok {
					return n
				}
			}
		}
	}
	for i := range contacts {
		if n, ok := f.ofEdges(&contacts[i], contacts); ok || f.left <= 0 {
			return n
		}
	}
	return n
}

// ofEdges tries the planes through an edge of one primitive of a contact and a corner of the other.
func (f *normals) ofEdges(c *Contact, contacts []Contact) (n geom.Vec, ok bool) {
	for side := range 2 {
		f.tried[side] = append(f.tried[side][:0], f.faces(c, side)...)
	}
	for side := range 2 {
		for _, p := range f.tried[side] {
			for _, q := range f.tried[1-side] {
				for k := range 9 {
					if n, ok := f.across(&geom.Triangle{p[k/3], p[(k/3+1)%3], q[k%3]}, contacts); ok || f.left <= 0 {
						return n, ok
					}
				}
			}
		}
	}
	return n, false
}

// across returns the normal of the plane of a triangle towards the first body if the plane is one that is sought.
func (f *normals) across(q *geom.Triangle, contacts []Contact) (n geom.Vec, ok bool) {
	above := f.splits(q, contacts)
	if above == 0 {
		return n, false
	}
	n = normalOf(q)
	return n.Scale(float64(above)), n != (geom.Vec{})
}

// ofBall returns the normal where a ball touches a body in a point: to or from the centre. It is 0 where the radius is so small that
// rounding may turn the way there by 2⁻²⁰.
func (f *normals) ofBall(contacts []Contact) (n geom.Vec) {
	c := &contacts[0]
	a, b := int(c.BodyA), int(c.BodyB)
	if f.w.isBall(a) && f.w.isBall(b) {
		return unitOf(wayOf(f.w.bodies[b].sphere.Center, f.w.bodies[a].sphere.Center))
	}
	ball, side, sign := a, 1, -1.0
	if f.w.isBall(b) {
		ball, side, sign = b, 0, 1
	}
	s := f.w.bodies[ball].sphere
	for _, q := range f.faces(c, side) {
		if !f.tally.SphereTriangle(&s, &q) {
			continue
		}
		center := geom.Triangle{s.Center, s.Center, s.Center}
		near := f.tally.Distance(&center, &q)
		if _, at, off := near.Points(&center, &q); off <= sharp*s.Radius {
			return unitOf(wayOf(s.Center, at)).Scale(sign)
		}
	}
	return n
}

// sharp is the least sine of a triangle's angle from which on its normal is computed. The computed product of two edges is off by
// less than 16u of their lengths, so the normal by 2⁻²⁹ and its sign is right.
const sharp = 0x1p-20

// normalOf returns the direction to which a triangle is turned left, 0 for a sliver.
func normalOf(q *geom.Triangle) geom.Vec {
	e, f := wayOf(q[0], q[1]), wayOf(q[0], q[2])
	n := e.Cross(f)
	if !(n.Norm() > sharp*e.Norm()*f.Norm()) {
		return geom.Vec{}
	}
	return unitOf(n)
}

// unitOf returns a vector with length 1.
func unitOf(v geom.Vec) geom.Vec { return v.Scale(1 / v.Norm()) }

// wayOf returns the way from a to b, scaled so that its largest coordinate is 1.
func wayOf(a, b geom.Vec) geom.Vec {
	if max(a.MaxAbs(), b.MaxAbs()) > math.MaxFloat64/4 {
		a, b = a.Scale(0.25), b.Scale(0.25)
	}
	v := b.Sub(a)
	m := v.MaxAbs()
	return geom.Vec{X: v.X / m, Y: v.Y / m, Z: v.Z / m}
}
