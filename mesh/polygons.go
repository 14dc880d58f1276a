package mesh

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/predicate"
)

func polygonDefects(m *Mesh, d *Defects) {
	var corners []geom.Vec
	for i, p := range m.Polygons {
		corners = m.corners(corners[:0], p)
		plane, ok := planeOf(corners)
		switch {
		case !ok: // on a line: its triangles are degenerate and counted as such
		case !plane.containsAll(corners):
			d.NonPlanarPolygons.add(uint32(i))
		case !plane.isConvex(corners):
			d.ConcavePolygons.add(uint32(i))
		}
	}
}

// corners appends the corners of a polygon of the mesh, in file order.
func (m *Mesh) corners(dst []geom.Vec, p Polygon) []geom.Vec {
	fan := m.Triangles[p.First : p.First+p.Count]
	dst = append(dst, m.Vertices[fan[0][0]], m.Vertices[fan[0][1]])
	for _, t := range fan {
		dst = append(dst, m.Vertices[t[2]])
	}
	return dst
}

// plane is three points that lie on no line, and one next to their plane.
type plane struct {
	a, b, c, above geom.Vec
	sign           int // Orient3D of the four
}

// planeOf spans a plane by the first corners that do; ok is false when all
// corners lie on a line.
func planeOf(corners []geom.Vec) (p plane, ok bool) {
	p.a = corners[0]
	j := 1
	for j < len(corners) && corners[j] == p.a {
		j++
	}
	for k := j + 1; k < len(corners); k++ {
		if !predicate.Collinear(p.a, corners[j], corners[k]) {
			p.b, p.c = corners[j], corners[k]
			p.leave()
			return p, true
		}
	}
	return p, false
}

// leave finds a point next to the plane by moving a along an axis, by any amount
// but none: one of the three axes leaves the plane.
func (p *plane) leave() {
	for axis := range 3 {
		p.above = p.a
		x := [3]*float64{&p.above.X, &p.above.Y, &p.above.Z}[axis]
		if *x == 0 {
			*x = 1
		} else {
			*x = 0
		}
		if p.sign = predicate.Orient3D(p.a, p.b, p.c, p.above); p.sign != 0 {
			return
		}
	}
}

func (p *plane) containsAll(corners []geom.Vec) bool {
	for _, v := range corners {
		if predicate.Orient3D(p.a, p.b, p.c, v) != 0 {
			return false
		}
	}
	return true
}

// turn returns the sense of rotation of three points of the plane.
func (p *plane) turn(a, b, c geom.Vec) int {
	return p.sign * predicate.Orient3D(a, b, c, p.above)
}

// isConvex reports whether a polygon in the plane is convex: no two turns, and
// no two triangles of its fan, of opposite sense (the turns alone would pass a
// pentagram, which winds twice), and no corner where it runs back on itself.
// Corners within straight edges and repeated corners are allowed.
func (p *plane) isConvex(corners []geom.Vec) bool {
	n, sense := len(corners), 0
	agrees := func(s int) bool {
		if sense == 0 {
			sense = s
		}
		return s == 0 || s == sense
	}
	for i, v := range corners {
		before, after := corners[(i+n-1)%n], corners[(i+1)%n]
		s := p.turn(before, v, after)
		if !agrees(s) || s == 0 && !between(before, v, after) {
			return false
		}
		if i >= 2 && !agrees(p.turn(corners[0], corners[i-1], v)) {
			return false
		}
	}
	return true
}

// between reports whether v, on a line with a and b, does not lie beyond them.
func between(a, v, b geom.Vec) bool {
	box := geom.BoundsOf([]geom.Vec{a, b})
	return box.Contains(v)
}
