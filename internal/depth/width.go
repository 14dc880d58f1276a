package depth

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// cell is a part of space: a box along Search.axes.
type cell struct {
	box geom.AABB // in coordinates along the axes
	// The faces that may be the nearest to a point of the cell are those of Search.listed from first to last.
	first, last int32
	// within has a bit for each solid whose interior holds all of the cell.
	within uint8
}

// Width returns bounds of the width, as Depth does of the depth.
//
// Cells of space are split until their bounds are low enough. What both solids have in common is compact, so its
// extreme points are boundary points of one of the two, in the box that both boxes share: the first cell is
// around the faces there. The boundary point nearest to a common inner point is in that box, too, so that no other
// face is needed for a bound.
func (s *Search) Width(a, b *Solid, goal Goal) (Interval, bool) {
	goal.Absolute, goal.Limit = goal.Absolute/2, goal.Limit/2
	s.begin(a, b, goal)
	if a.isBall && b.isBall {
		return s.widthOfBalls(&a.ball, &b.ball), true
	}
	box := a.nodes[0].Box.Intersect(b.nodes[0].Box)
	if box.Min.X > box.Max.X || box.Min.Y > box.Max.Y || box.Min.Z > box.Max.Z {
		return Interval{}.widened(a, b), true
	}
	switch s.startCells(&box, 3); {
	case s.stopped:
		return Interval{0, inf}, false
	case len(s.faces) > 0: // else no boundary point is in the box, so no common inner point
		box, bound := s.confine(s.around(&box))
		s.pushCell(cell{box: box, last: int32(len(s.listed))}, bound, 3, 0)
	}
	r, ok := s.run()
	return Interval{2 * r.Lo, 2 * r.Hi}.widened(a, b), ok // doubling is exact: solids are scaled
}

// startCells collects the faces in a box, of the solids that against has a bit for, and chooses the axes of cells.
func (s *Search) startCells(box *geom.AABB, against uint8) {
	s.cells, s.listed, s.axes = s.cells[:0], s.listed[:0], geom.Identity.R
	if !s.solids[0].isBall && !s.solids[1].isBall {
		if s.meet() {
			s.gatherMeeting()
		}
	} else {
		s.gather(box, against)
	}
	for i := range s.faces {
		s.listed = append(s.listed, ref(2*i))
	}
	if !s.solids[0].isBall && !s.solids[1].isBall {
		s.turn()
	}
}

// pushCell pushes a cell, for the distances to the solids that against has a bit for.
func (s *Search) pushCell(c cell, bound float64, against, level uint8) {
	s.cells = append(s.cells, c)
	s.push(piece{bound: bound, n: 8, level: level, against: against, of: 1 - against>>1, c: [3]int32{int32(len(s.cells) - 1)}})
}

// turn chooses the axes along which the area of the faces is best aligned: those of space or of a
// solid's pose. The choice decides how long a search takes and nothing else.
func (s *Search) turn() {
	best := -1.0
	for _, m := range [3]geom.Mat{geom.Identity.R, s.solids[0].axes, s.solids[1].axes} {
		score := 0.0
		for i := range s.faces {
			n := s.faces[i].normal
			v := m.TMulVec(n)
			v = geom.Vec{X: v.X * v.X, Y: v.Y * v.Y, Z: v.Z * v.Z}
			score += float64(s.faces[i].radius * s.faces[i].radius * v.Dot(v))
		}
		if score > best*(1+0x1p-20) {
			best, s.axes = score, m
		}
	}
}

// around returns a box along the axes around what the two solids have in common: around the faces, and around the box that both boxes
// share. Columns of the axes are orthonormal within 2⁻⁴⁰ (Solid.setAxes), so coordinates along them are off by less than
// 2⁻³⁸ reaches.
func (s *Search) around(shared *geom.AABB) geom.AABB {
	if s.axes == geom.Identity.R {
		return *shared
	}
	faces, corners := geom.EmptyAABB(), geom.EmptyAABB()
	for i := range s.faces {
		f := &s.faces[i]
		for _, q := range f.parts[:f.n] {
			for _, x := range q {
				faces.Extend(s.axes.TMulVec(x))
			}
		}
	}
	for i := range 8 {
		corners.Extend(s.axes.TMulVec(shared.Corner(i)))
	}
	return faces.Intersect(corners).Inflated(0x1p-38 * max(s.solids[0].reach, s.solids[1].reach))
}

// cut is where to split a cell: across an axis, at a share of its length.
type cut struct {
	axis  int
	share float64
}

// lookIn lowers the bound of a cell, and raises the lower one. It returns where to split the cell.
func (s *Search) lookIn(p *piece) (at cut) {
	c := &s.cells[p.c[0]]
	p.drift = s.place(c)
	x, h := s.middle(c)
	at = cut{s.longest(c), 0.5}
	if p.against != 3 && !s.onBall(&s.solids[p.of].ball, x, h) {
		p.bound = 0
		return at
	}
	s.sides(p, c, x, h)
	if s.stopped || p.bound <= s.enough() {
		return at
	}
	face, d := s.scan(c, x, h)
	floor := 0.0
	if face.bears() {
		d, floor = d+2*moved*s.unit, moved*s.unit
	}
	p.bound = min(p.bound, max(floor, d+h))
	s.rows, s.used, s.tangents, s.obstacles = s.rows[:0], s.used[:0], s.tangents[:0], s.obstacles[:0]
	target, next := x, face
	for range cellRounds {
		if p.bound <= s.enough() {
			return at
		}
		s.addFace(c, next, target)
		p.bound = min(p.bound, max(s.game.value(s.rows, 8), moved*s.unit)+p.drift)
		if p.against != 3 {
			p.bound = min(p.bound, max(s.onShell(&s.solids[p.of].ball), moved*s.unit))
		}
		target = s.target()
		face, d = s.least(c, target)
		if d > s.lo {
			s.raise(p, target)
		}
		if s.stopped {
			return at
		}
		next = face
		if s.isUsed(face) || d+s.goal.leeway(s.lo)/2 >= p.bound {
			r, ok := s.beyond(c, target)
			if !ok {
				break
			}
			next = r
		}
	}
	if s.settle(p, s.box[:]); p.bound > s.enough() && !s.stopped {
		at = s.where(p, c, target, face)
	}
	return at
}

// beyond returns the face nearest to a point, of those that have no row yet and whose planes the point is above, if it bears the cell: the
// distance to it is much more than what its plane gives then.
func (s *Search) beyond(c *cell, x geom.Vec) (nearest ref, ok bool) {
	d := inf
	for _, r := range s.listed[c.first:c.last] {
		f := &s.faces[r>>1]
		if f.isBall() || s.isPlane(r) || s.isUsed(r) || f.isBeyond(x, d) || s.height(f, x) >= 0 {
			continue
		}
		if e := f.upper(x); e < d {
			nearest, d, ok = r, e, true
		}
	}
	if ok && s.bearsHere(&s.faces[nearest>>1]) {
		return s.bearing(c, nearest), true
	}
	return nearest, false
}

// bearing notes that a face bears a cell.
func (s *Search) bearing(c *cell, r ref) ref {
	for k := c.first; k < c.last; k++ {
		if s.listed[k] == r {
			s.listed[k] |= 1
		}
	}
	return r | 1
}

// cellRounds is how many faces bound a cell at most before it is split.
const cellRounds = 6

// place computes the corners of a cell and returns how far a point of the cell may be from their hull. With v along the
// axes each product is off by u and each of two sums by 2u of √3 reaches at most, in each coordinate by less than 16u reaches: √3 times that is
// less than 16 units.
func (s *Search) place(c *cell) (drift float64) {
	for i := range s.box {
		s.box[i] = c.box.Corner(i)
	}
	if s.axes == geom.Identity.R {
		return 0
	}
	for i, v := range s.box {
		s.box[i] = s.axes.MulVec(v)
	}
	return 16 * s.unit
}

// middle returns about the middle of a cell and how far a point of the cell is from there at most.
func (s *Search) middle(c *cell) (x geom.Vec, h float64) {
	x = c.box.Center()
	if s.axes != geom.Identity.R {
		x = s.axes.MulVec(x)
	}
	for _, v := range s.box {
		h = max(h, v.Sub(x).Norm())
	}
	return x, float64(h*(1+8*u)) + 16*s.unit
}

// sides bounds the function by its value in the middle, for solids that are not known to hold
// all of a cell.
func (s *Search) sides(p *piece, c *cell, x geom.Vec, h float64) {
	for i, of := range s.solids {
		if (c.within|^p.against)>>i&1 != 0 {
			continue
		}
		f := s.foot(of, x)
		if s.stopped {
			return
		}
		d := f.signed()
		p.bound = min(p.bound, max(0, d.Hi+h))
		if p.bound <= s.enough() {
			return
		}
		g := s.regionOf()
		if d.Lo <= h && (f.Lo <= 0 || !s.misses(of, &g)) { // the surface may pass through the cell
			continue
		}
		if !f.inside {
			p.bound = 0
			return
		}
		c.within |= 1 << i
	}
}

// target is the point at which the last game has about its value.
func (s *Search) target() (x geom.Vec) {
	for i, v := range s.box {
		x = x.Add(v.Scale(s.game.corners[i]))
	}
	return x
}

// raise raises the lower bound to the value at a point, or of the point of a ball's surface next to it.
func (s *Search) raise(p *piece, x geom.Vec) {
	value, slack := inf, 0.0
	if p.against != 3 {
		x, slack = ontoBall(&s.solids[p.of].ball, x), 64*s.unit
	}
	for i, of := range s.solids {
		if p.against>>i&1 == 0 {
			continue
		}
		f := s.foot(of, x)
		if s.stopped {
			return
		}
		if value = min(value, f.signed().Lo-slack); value <= s.lo {
			return
		}
	}
	s.lo = value
}

// longest returns the axis along which a cell is longest.
func (s *Search) longest(c *cell) int {
	size, axis := c.box.Size(), 0
	for i := range 3 {
		if size.At(i) > size.At(axis) {
			axis = i
		}
	}
	return axis
}

// where returns where to split a cell whose bound is about attained at a point, where a face has the least value. If the face does not
// bear the cell, that is between the point and what of the solid is in the way; else it is the middle, across the axis along which the mixture
// of rows grows most from the middle. The choice decides how long a search takes and nothing else.
func (s *Search) where(p *piece, c *cell, x geom.Vec, face ref) cut {
	if p.against != 3 {
		return cut{s.longest(c), 0.5} // what a ball's surface bounds is no wider than deep
	}
	if at, ok := s.away(p, c, x); ok {
		return at
	}
	for pass := range 2 {
		for k, r := range s.used {
			if (r>>1 == face>>1 || pass == 1 && s.game.shares[k] > 0) && !s.isPlane(r) && !s.faces[r>>1].isBall() {
				if at, ok := s.between(x, &s.obstacles[k]); ok {
					return at
				}
			}
		}
	}
	return cut{s.steepest(c), 0.5}
}

// away returns where a cut takes the surface of a solid from a point that is outside of the solid.
func (s *Search) away(p *piece, c *cell, x geom.Vec) (at cut, ok bool) {
	for i, of := range s.solids {
		if (c.within|^p.against)>>i&1 != 0 || of.isBall {
			continue
		}
		f := s.foot(of, x)
		if f.inside || f.Lo <= 0 {
			continue
		}
		if at, ok = s.between(x, &of.triangles[f.triangle]); ok {
			return at, ok
		}
		if g := s.regionOf(); !s.misses(of, &g) {
			if at, ok = s.between(x, &s.obstacle); ok {
				return at, ok
			}
		}
	}
	return at, false
}

// between returns where a cut takes a triangle from a point, as far from the point as there is one.
func (s *Search) between(x geom.Vec, q *geom.Triangle) (at cut, ok bool) {
	g := s.regionOf()
	most := 0.0
	for axis, half := range g.half {
		hh := half.Dot(half)
		place := func(v geom.Vec) float64 { return 0.5 + half.Dot(v.Sub(g.center))/hh/2 }
		a, b, c, p := place(q[0]), place(q[1]), place(q[2]), place(x)
		lo, hi := min(a, b, c), max(a, b, c)
		for _, share := range [2]float64{lo, hi} {
			if gap := max(lo-p, p-hi); float64(gap*half.Norm()) > most && share > 0x1p-20 && share < 1-0x1p-20 && (share-p)*(lo-p) > 0 && max(share-p, p-share) <= gap {
				most, at = float64(gap*half.Norm()), cut{axis, share + float64((p-share)*0x1p-16)} // not on the triangle
			}
		}
	}
	return at, most > 0
}

// steepest returns the axis along which the mixture of rows that bounds a cell grows most from the middle, where the cell is not too
// short along it.
func (s *Search) steepest(c *cell) int {
	x, _ := s.middle(c)
	size, axis := c.box.Size(), s.longest(c)
	least, best := size.At(axis)*0x1p-20, -inf
	for i := range 3 {
		if size.At(i) < least {
			continue
		}
		way := s.box[1<<i].Sub(s.box[0]).Scale(0.5)
		g := max(s.mixed(x.Add(way)), s.mixed(x.Sub(way)))
		if g > best {
			best, axis = g, i
		}
	}
	return axis
}

// thinnest is the least thickness of a cell as a share of its length. It decides how long a search takes and nothing else.
const thinnest = 0x1p-24

// cleave pushes the two parts of a cell.
func (s *Search) cleave(p *piece, where cut) {
	c := s.cells[p.c[0]]
	size, longest := c.box.Size(), s.longest(&c)
	if p.level%4 == 3 && size.At(where.axis) < size.At(longest)/16 || float64(size.At(where.axis)*min(where.share, 1-where.share)) < float64(size.At(longest)*thinnest) {
		where = cut{longest, 0.5}
	}
	lo, hi := c.box.Min.At(where.axis), c.box.Max.At(where.axis)
	at := lo + float64((hi-lo)*where.share)
	if hi-lo <= 64*s.unit || at <= lo || at >= hi {
		s.left = max(s.left, p.bound) // as small as numbers get
		return
	}
	for side := range 2 {
		half := c
		if side == 0 {
			set(&half.box.Max, where.axis, at)
		} else {
			set(&half.box.Min, where.axis, at)
		}
		s.pushCell(half, p.bound, p.against, p.level+1)
	}
}

// set changes one coordinate.
func set(v *geom.Vec, axis int, x float64) {
	*[3]*float64{&v.X, &v.Y, &v.Z}[axis] = x
}

// setAxes takes the axes of a pose, those of space where they are not orthonormal.
func (s *Solid) setAxes(m *geom.Mat) {
	s.axes = geom.Identity.R
	var columns geom.Mat
	for i := range 3 {
		v := unitVector(m.Col(i))
		columns[i], columns[3+i], columns[6+i] = v.X, v.Y, v.Z
	}
	square := columns.TMul(&columns)
	for i, x := range square {
		if !(math.Abs(x-geom.Identity.R[i]) <= 0x1p-42) {
			return
		}
	}
	s.axes = columns
}
