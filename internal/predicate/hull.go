package predicate

import (
	"slices"

	"github.com/collide-go/collide/geom"
)

// Hull is the convex hull of points, solid: a box, a prism, a
// pyramid, or something flat. The zero value is the empty set. Set prepares it;
// after that any number of goroutines may test it.
type Hull struct {
	points [8]geom.Vec
	n      int
	bounds geom.AABB
	// axial hulls are exactly their bounds.
	axial bool
	frame frame
	// large is the boundary of the hull of more points than eight; n is then that of the first ones.
	large *polytope
}

// Set makes h the hull of points, in any order, repeats allowed; none make
// the empty set. It copies the points and allocates nothing for up to eight; for more it finds the
// boundary, in O(n²). Boxes are fastest with the bits 0, 1, 2 of a corner's index
// choosing its side on the first, second and third axis.
func (h *Hull) Set(points []geom.Vec) {
	h.n, h.large = copy(h.points[:], points), nil
	if len(points) > len(h.points) {
		h.large = new(polytope)
		h.large.set(slices.Clone(points)) // a copy, so that the points of a box need not be on the heap
	}
	h.bounds = geom.BoundsOf(points)
	h.axial = h.isAxial()
	if h.frame.valid = false; h.large == nil {
		h.frame.set(h.points[:h.n], &h.bounds)
	}
}

// Bounds returns the least axis-aligned box around h.
func (h *Hull) Bounds() geom.AABB { return h.bounds }

// Points returns the points that were set; they belong to h.
func (h *Hull) Points() []geom.Vec {
	if h.large != nil {
		return h.large.points
	}
	return h.points[:h.n]
}

// isAxial reports whether the points are exactly the corners of their bounds.
func (h *Hull) isAxial() bool {
	if h.large != nil {
		return false
	}
	lo, hi := h.bounds.Min, h.bounds.Max
	seen := 0
	for _, p := range h.points[:h.n] {
		x, okX := endsOf(p.X, lo.X, hi.X)
		y, okY := endsOf(p.Y, lo.Y, hi.Y)
		z, okZ := endsOf(p.Z, lo.Z, hi.Z)
		if !okX || !okY || !okZ {
			return false
		}
		seen |= corners(x, y, z)
	}
	return seen == 0xff
}

// endsOf returns a mask of the ends that x is: 1 for lo, 2 for hi.
func endsOf(x, lo, hi float64) (mask int, ok bool) {
	if x == lo {
		mask = 1
	}
	if x == hi {
		mask |= 2
	}
	return mask, mask != 0
}

// corners spreads three masks of ends to a mask of the eight corners.
func corners(x, y, z int) int {
	const loX, hiX, loY, hiY, loZ, hiZ = 0x55, 0xaa, 0x33, 0xcc, 0x0f, 0xf0
	pick := func(m, lo, hi int) int { return m&1*lo | m>>1*hi }
	return pick(x, loX, hiX) & pick(y, loY, hiY) & pick(z, loZ, hiZ)
}

// HullHull reports whether two hulls share a point. Exact for finite points.
func HullHull(a, b *Hull) bool {
	var t Tally
	return t.HullHull(a, b)
}

// HullHull is the package's HullHull, counted.
func (t *Tally) HullHull(a, b *Hull) bool {
	if !a.bounds.Overlaps(&b.bounds) {
		return false
	}
	if a.axial && b.axial {
		return true
	}
	if s := a.frame.meetsFrame(&b.frame); s != unsure {
		return s == sureYes
	}
	return t.hullHullExact(a, b)
}

// HullSphere reports whether a hull and a closed ball share a point. Exact for
// finite input.
func HullSphere(h *Hull, s *geom.Sphere) bool {
	var t Tally
	return t.HullSphere(h, s)
}

// HullSphere is the package's HullSphere, counted.
func (t *Tally) HullSphere(h *Hull, s *geom.Sphere) bool {
	b := s.Bounds()
	if s.Radius < 0 || !h.bounds.Overlaps(&b) {
		return false
	}
	if m := h.frame.meetsBall(s); m != unsure {
		return m == sureYes
	}
	return t.hullSphereExact(h, s)
}

// HullTriangle reports whether a hull and a closed triangle share a point.
// Exact for finite input.
func HullTriangle(h *Hull, q *geom.Triangle) bool {
	var t Tally
	return t.HullTriangle(h, q)
}

// HullTriangle is the package's HullTriangle, counted.
func (t *Tally) HullTriangle(h *Hull, q *geom.Triangle) bool {
	b := q.Bounds()
	if !h.bounds.Overlaps(&b) {
		return false
	}
	if m := h.frame.meetsTriangle(q); m != unsure {
		return m == sureYes
	}
	return t.hullTriangleExact(h, q)
}

// HullContains reports whether p lies in the closed hull. Exact for finite input.
func HullContains(h *Hull, p geom.Vec) bool {
	var t Tally
	return t.HullContains(h, p)
}

// HullContains is the package's HullContains, counted.
func (t *Tally) HullContains(h *Hull, p geom.Vec) bool {
	if !h.bounds.Contains(p) {
		return false
	}
	if h.axial {
		return true
	}
	if m := h.frame.contains(p); m != unsure {
		return m == sureYes
	}
	var room facets
	f := t.facets(h, 0, &room)
	if f.solid {
		return t.inside(f, p)
	}
	return t.meets(f, &geom.Triangle{p, p, p})
}
