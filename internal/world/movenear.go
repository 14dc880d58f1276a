package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/internal/round"
)

// solidsNear decides whether two solids, which stand where they are to be tested, are at most so far apart.
func (m *Moves) solidsNear(x, y int32, gap float64) bool {
	a, b := &m.world.bodies[x], &m.world.bodies[y]
	if touch, _ := solidsTouch(&m.worker.Tally, a, b); touch || gap == 0 {
		return touch
	}
	switch {
	case a.half != nil:
		return m.nearHalf(a.half, y, gap)
	case b.half != nil:
		return m.nearHalf(b.half, x, gap)
	case m.world.isFlat(x) && m.world.isFlat(y):
		return m.step() && m.worker.Tally.GapAxials(a.axial, b.axial).Hi <= gap
	case m.world.isFlat(x):
		m.partsOf(1, y)
		return m.cylinderNear(a.axial, m.world.radius(y), gap)
	case m.world.isFlat(y):
		m.partsOf(1, x)
		return m.cylinderNear(b.axial, m.world.radius(x), gap)
	}
	m.partsOf(0, x)
	m.partsOf(1, y)
	return m.partsNear(m.world.radius(x), m.world.radius(y), gap)
}

// nearHalf decides for a solid that does not move by itself and a half space.
func (m *Moves) nearHalf(h *predicate.HalfSpace, solid int32, gap float64) bool {
	b, t := &m.world.bodies[solid], &m.worker.Tally
	points := []geom.Vec{b.sphere.Center}
	switch {
	case m.world.isFlat(solid):
		return t.GapHalf(b.axial, h).Hi <= gap
	case b.axial != nil:
		points = []geom.Vec{b.axial.A, b.axial.B}
	case b.hull != nil:
		points = b.hull.Points()
	}
	low := points[t.Lowest(h, points)]
	return t.CompareHeight(h, low, m.world.radius(solid), gap) <= 0
}

// triangleNear decides for a solid, which stands where it is to be tested, and a posed triangle.
func (m *Moves) triangleNear(solid int32, p *geom.Triangle, gap float64) bool {
	s, t := m.world.Primitive(solid), &m.worker.Tally
	if touch := s.Touches(t, p); touch || gap == 0 {
		return touch
	}
	if s.Half != nil {
		return t.CompareHeight(s.Half, p[t.Lowest(s.Half, p[:])], 0, gap) <= 0
	}
	m.parts[1] = append(m.parts[1][:0], *p)
	if s.Axial != nil && s.Axial.Flat {
		return m.cylinderNear(s.Axial, 0, gap)
	}
	m.partsOf(0, solid)
	return m.partsNear(m.world.radius(solid), 0, gap)
}

// cylinderNear reports whether it is proven that a cylinder or a cone is at most so far apart from what is at most a radius away from the triangles of
// the second parts. Where the bounds of the distance leave that open, it is not: the search has no proof of the contrary either.
func (m *Moves) cylinderNear(a *predicate.Axial, radius, gap float64) bool {
	for i := range m.parts[1] {
		if !m.step() {
			return false
		}
		p := &m.parts[1][i]
		switch lo, hi := a.RoughGapTriangle(p, radius); {
		case lo > gap:
			continue
		case hi <= gap:
			return true
		}
		if !m.step() {
			return false
		}
		if m.worker.Tally.GapTriangle(a, p, radius).Hi <= gap {
			return true
		}
	}
	return false
}

// partsOf sets the triangles of a solid: the facets of a hull, or what a radius is around.
func (m *Moves) partsOf(k int, solid int32) {
	b, dst := &m.world.bodies[solid], m.parts[k][:0]
	switch {
	case b.hull != nil:
		dst = m.worker.Tally.Facets(b.hull, dst)
	case b.axial != nil:
		dst = append(dst, b.axial.Core())
	default:
		dst = append(dst, geom.Triangle{b.sphere.Center, b.sphere.Center, b.sphere.Center})
	}
	m.parts[k] = dst
}

// partsNear decides for two bodies that share no point, of the triangles that parts has and these radii around them. Each pair
// of triangles is a step, and so is each that is measured. Without steps left it returns false; the search has stopped then.
func (m *Moves) partsNear(r, s, gap float64) bool {
	limit, sure := gap, gap
	if r+s > 0 {
		limit, sure = round.Up(gap+round.Up(r+s)), round.Down(gap+round.Down(r+s))
	}
	for i := range m.parts[0] {
		for j := range m.parts[1] {
			if !m.step() {
				return false
			}
			p, q := &m.parts[0][i], &m.parts[1][j]
			b := predicate.DistanceBounds(p, q, limit)
			if b.Lo > limit {
				continue
			}
			if b.Hi <= sure {
				return true
			}
			if !m.step() {
				return false
			}
			m.worker.Tally.Measure(&m.exact, p, q)
			if reach := (predicate.Reach{Square: m.exact.Square, R: r, S: s}); reach.CompareDistance(gap) <= 0 {
				return true
			}
		}
	}
	return false
}

// step takes a step and counts it.
func (m *Moves) step() bool {
	m.worker.PrimitiveTests++
	return m.worker.Step()
}
