package depth

import (
	"github.com/collide-go/collide/geom"
)

// region is a cell or, with up set, what is above a plane within the shadow that the cell casts on it: the shadow along up, from the
// plane to a height.
type region struct {
	center geom.Vec
	half   [3]geom.Vec
	up     geom.Vec // length 1
	plane  float64  // place along up
	height float64
	axes   [4]geom.Vec // that may separate it, with how far it reaches along them
	reach  [4]Interval
	bounds geom.AABB
}

// regionOf is the cell whose corners are in s.box.
func (s *Search) regionOf() (g region) {
	g.center = s.box[0].Add(s.box[7]).Scale(0.5)
	for i := range g.half {
		g.half[i] = s.box[1<<i].Sub(s.box[0]).Scale(0.5)
	}
	return g
}

// above turns a cell into the region above a plane.
func (s *Search) above(g *region, up geom.Vec, plane float64) {
	top := -inf
	for _, x := range s.box {
		top = max(top, up.Dot(x))
	}
	g.up, g.plane, g.height = up, plane, max(0, top-plane)+4*separates*s.unit
}

// measure sets how far the region reaches.
func (g *region) measure(s *Search) {
	for i, v := range g.half {
		g.axes[i] = unitVector(v)
	}
	g.axes[3] = g.up
	for i, d := range g.axes {
		g.reach[i] = g.extent(d)
	}
	x, y, z := g.extent(geom.Vec{X: 1}), g.extent(geom.Vec{Y: 1}), g.extent(geom.Vec{Z: 1})
	g.bounds = geom.AABB{Min: geom.Vec{X: x.Lo, Y: y.Lo, Z: z.Lo}, Max: geom.Vec{X: x.Hi, Y: y.Hi, Z: z.Hi}}
	g.bounds = g.bounds.Inflated(separates * s.unit)
}

// extent returns how far the region reaches along a direction, about: of a shadow the part along up is that of the plane.
func (g *region) extent(d geom.Vec) Interval {
	rise := g.up.Dot(d)
	flat := d.Sub(g.up.Scale(rise))
	m, r := flat.Dot(g.center)+float64(rise*g.plane), 0.0
	for _, v := range g.half {
		x := flat.Dot(v)
		r += max(x, -x)
	}
	return Interval{m - r + min(0, rise*g.height), m + r + max(0, rise*g.height)}
}

// misses reports whether a region is proven to have no boundary point of a solid, which no ball is. Coordinates are at most those that images have, so that
// computed places are off by as little.
func (s *Search) misses(of *Solid, g *region) bool {
	if of.isBall {
		return false
	}
	g.measure(s)
	return s.descend(of, &g.bounds, func(b *geom.AABB) bool { return s.partsBox(g, b) }, func(i int32, tests int) bool {
		if tests <= mostParted && s.parts(g, &of.triangles[i]) {
			return true
		}
		s.obstacle = of.triangles[i]
		return false
	})
}

// mostParted is the number of triangles that one region is tested against before it is given up: around a long cell askew to the axes of space boxes
// of many overlap it. It decides how long a search takes and nothing else.
const mostParted = 1024

// descend calls leaf with each triangle of a solid's boundary, and how many that makes, if no box around it misses bounds or is apart. It
// stops where leaf returns false, and reports whether all were seen.
func (s *Search) descend(of *Solid, bounds *geom.AABB, apart func(b *geom.AABB) bool, leaf func(i int32, tests int) bool) bool {
	tests := 0
	s.nodes = append(s.nodes[:0], 0)
	for len(s.nodes) > 0 {
		node := &of.nodes[s.nodes[len(s.nodes)-1]]
		s.nodes = s.nodes[:len(s.nodes)-1]
		if !node.Box.Overlaps(bounds) || apart(&node.Box) {
			continue
		}
		if !s.step() {
			return false
		}
		if !node.IsLeaf() {
			s.nodes = append(s.nodes, node.Child+1, node.Child)
			continue
		}
		for i := node.First; i < node.First+node.Count; i++ {
			if of.outward[i] == 0 {
				continue
			}
			if tests++; !leaf(i, tests) {
				return false
			}
		}
	}
	return true
}

// parts reports whether a triangle and a region are apart along an axis of the region, the triangle's normal, or a direction square to an
// axis and an edge.
func (s *Search) parts(g *region, q *geom.Triangle) bool {
	s.Worker.PrimitiveTests++
	for i, d := range g.axes {
		if s.separated(q, d, g.reach[i]) {
			return true
		}
	}
	d := unitVector(q.Normal())
	if s.separated(q, d, g.extent(d)) {
		return true
	}
	for k := range 3 {
		edge := q[(k+1)%3].Sub(q[k])
		for _, axis := range g.axes {
			d := unitVector(axis.Cross(edge))
			if s.separated(q, d, g.extent(d)) {
				return true
			}
		}
	}
	return false
}

// partsBox is parts for a box around triangles.
func (s *Search) partsBox(g *region, b *geom.AABB) bool {
	center, half, pad := b.Center(), b.Size().Scale(0.5), separates*s.unit
	for i, d := range g.axes {
		c, h := d.Dot(center), d.Abs().Dot(half)
		if c-h > g.reach[i].Hi+pad || c+h < g.reach[i].Lo-pad {
			return true
		}
	}
	return false
}

// bearsHere reports whether a face bears a cell: the part of its solid in the cell is beneath the face's plane, and what is between there
// and the plane ends at the plane at the latest. That is so if the shadow of the cell on a plane that is a little higher has nothing of
// the solid above it, up to the top of the cell.
func (s *Search) bearsHere(f *face) bool {
	if f.isBall() || f.normal == (geom.Vec{}) {
		return false
	}
	of := s.solids[f.solid]
	g := s.regionOf()
	s.above(&g, f.normal, f.normal.Dot(f.parts[0][0])+2*separates*s.unit)
	missed := s.misses(of, &g)
	if !missed && !s.stopped { // the cell may touch the solid, as where a head rests on a plate
		missed = s.missesWithin(of, &g)
	}
	if !missed {
		return false
	}
	inner := g.center.Add(g.up.Scale(g.plane + g.height/2 - g.up.Dot(g.center)))
	return s.winding(of, inner) == 0 && !s.stopped
}

// missesWithin is misses for a region without its rim, once what is in the way of all of it is known. It shrinks the region.
func (s *Search) missesWithin(of *Solid, g *region) bool {
	if of.isBall {
		return false
	}
	g.shrink(shrunk * s.unit)
	g.measure(s)
	return s.parts(g, &s.obstacle) && s.misses(of, g)
}

// shrunk is how much a half axis of a cell is shortened at most before a face bears it, in units: enough for what touches the cell to be apart
// from it, which takes separates. No point x of the cell is farther than √3 of that from a point y of the shorter one, which is less than moved.
// Let x be a common inner point. If y is above the plane, it is in the region, so not inside: x is at most moved from the boundary, the least
// bound that Search.lookIn gives. Else y is at most t−h from the boundary, and x at most that and twice moved, with h at x.
const (
	shrunk = 2 * separates
	moved  = 4 * separates
)

// shrink shortens the half axes.
func (g *region) shrink(by float64) {
	for i, v := range g.half {
		l := v.Norm()
		if l <= by {
			g.half[i] = geom.Vec{}
			continue
		}
		g.half[i] = v.Scale(1 - by/l)
	}
}
