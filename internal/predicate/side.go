package predicate

import "github.com/collide-go/collide/geom"

// Plane is the plane of a triangle, prepared for many questions about points and other triangles.
type Plane struct {
	triangle geom.Triangle
	filter   planeFilter
	axis     plane2  // the plane lies across it, −1 for none
	at       float64 // the coordinate along the axis
	// seen is an axis along which the triangle is seen as one, and up its orientation there: 0 without an area.
	seen plane2
	up   int
	// normal is that of the triangle if exact says that it is float64, which is found out where tried.
	normal       geom.Vec
	tried, exact bool
}

// PlaneOf returns the plane of a triangle.
func (t *Tally) PlaneOf(q *geom.Triangle) (p Plane) {
	p.set(t, q)
	return p
}

func (p *Plane) set(t *Tally, q *geom.Triangle) {
	p.triangle, p.axis, p.tried = *q, sharedPlane(q, q), false
	if p.axis >= 0 {
		p.at, p.seen, p.up = at(q[0], int(p.axis)), p.axis, t.orient(p.axis, q[0], q[1], q[2])
		return
	}
	p.filter = filterOf(q[0], q[1], q[2])
	for p.seen, p.up = 0, 0; p.up == 0 && p.seen < 3; {
		if p.up = t.orient(p.seen, q[0], q[1], q[2]); p.up == 0 {
			p.seen++
		}
	}
}

// Side returns the sign of Orient3D of the triangle's corners and a point: 1 in front of the plane, 0 in it or if the triangle has no area.
func (p *Plane) Side(t *Tally, x geom.Vec) int {
	if p.axis >= 0 {
		switch along := at(x, int(p.axis)); {
		case along > p.at:
			return p.up
		case along < p.at:
			return -p.up
		}
		return 0
	}
	d, bound := p.filter.distance(x)
	if float64(d*d) > bound {
		return signOfNonzero(d)
	}
	if s, certain := p.exactSide(t, x); certain {
		return s
	}
	return t.orient3DDynamic(p.triangle[0], p.triangle[1], p.triangle[2], x)
}

// exactSide is Side where the normal of the triangle and the way from its first corner to the point are float64, as on grids.
func (p *Plane) exactSide(t *Tally, x geom.Vec) (s int, certain bool) {
	if !p.tried {
		p.tried, p.exact = true, p.findNormal()
	}
	if !p.exact || t.Plain || !safeRange(x.X, x.Y, x.Z, 0, 0, 0) {
		return 0, false
	}
	d := doubleDifference(x, p.triangle[0])
	if !d.exact() {
		return 0, false
	}
	t.Exact++
	return signOfDot(p.normal.X, d.x.hi, p.normal.Y, d.y.hi, p.normal.Z, d.z.hi), true
}

// findNormal reports whether the normal is float64, and sets it.
func (p *Plane) findNormal() bool {
	a, b, c := p.triangle[0], p.triangle[1], p.triangle[2]
	if !safeRange(a.X, a.Y, a.Z, b.X, b.Y, b.Z) || !safeRange(c.X, c.Y, c.Z, 0, 0, 0) {
		return false
	}
	e, f := doubleDifference(b, a), doubleDifference(c, a)
	x, y, z := minor(e.y, f.z, e.z, f.y), minor(e.z, f.x, e.x, f.z), minor(e.x, f.y, e.y, f.x)
	if !x.exact || !y.exact || !z.exact {
		return false
	}
	p.normal = geom.Vec{X: x.hi, Y: y.hi, Z: z.hi}
	return true
}

// sides is Side of the corners of a triangle.
func (p *Plane) sides(t *Tally, q *geom.Triangle) sides3 {
	return sides3(9*p.Side(t, q[0]) + 3*p.Side(t, q[1]) + p.Side(t, q[2]))
}
