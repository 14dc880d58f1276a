package depth

import (
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
		return s.widthOfRounds(a.round(), b.round()), true
	}
	box := a.nodes[0].Box.Intersect(b.nodes[0].Box)
	if box.Min.X > box.Max.X || box.Min.Y > box.Max.Y || box.Min.Z > box.Max.Z {
		return Interval{}.widened(a, b, 2), true
	}
	switch s.startCells(&box, 3); {
	case s.stopped:
		return Interval{0, inf}, false
	case len(s.faces) > 0: // else no boundary point is in the box, so no common inner point
		box, bound := s.confine(s.around(&box))
		s.pushCell(cell{box: box, last: int32(len(s.listed))}, bound, 3, 0)
	}
	r, ok := s.run()
	return Interval{2 * r.Lo, 2 * r.Hi}.widened(a, b, 2), ok // doubling is exact: solids are scaled
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
			if f.Lo > 0 && !f.inside && !s.stopped && s.missesWithin(of, &g) { // except for a rim, which moved bounds
				p.bound = min(p.bound, moved*s.unit)
				return
			}
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
