// Package depth bounds how deep two solids reach into each other. Package predicate decides what is
// inside; the rest is intervals, rounded outward.
//
// Let s be the distance from a point to the surface of a solid, with the sign + inside and − outside. The depth
// of two solids is the greatest s of either on the surface of the other, and their width is twice the greatest of the
// lesser s of the two over all points of space; both are 0 where that is negative. So both are a maximum, found
// by branch and bound over simplices: triangles of a surface, and tetrahedra that fill the box that both
// solids share.
//
// A value of s anywhere bounds the maximum from below. From above a simplex is bounded in two ways.
// First, s changes by no more than one moves. Second, let a map that is linear on the simplex take each of its points
// to one that is not inside the solid: to the nearest point of one triangle's plane, say, a little beyond
// it. Then s at a point is at most the way that the point is taken, and that way is a convex function, at most what is
// interpolated between the corners: a row of one number for each corner. The image of the simplex is itself a
// simplex; exact predicates show that the surface does not touch it and that one corner is outside. Of several rows every
// mixture is a bound, and the best one is the value of a matrix game. For the flat faces of parts it is exact on large simplices, at
// ridges between them, too, so that few are split.
package depth

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
)

// Interval holds a number: Lo ≤ it ≤ Hi.
type Interval struct{ Lo, Hi float64 }

// Goal is how narrow an interval has to be: at most the larger of a share of Hi and a length.
type Goal struct{ Relative, Absolute float64 }

// leeway is how far from lo a bound may be.
func (g Goal) leeway(lo float64) float64 { return max(float64(g.Relative*lo), g.Absolute) }

// Search finds depths and widths of two solids in one coordinate system. The zero value is
// ready once Worker.Control is set and Worker.Begin has been called; its memory is reused.
type Search struct {
	Worker narrow.Worker
	// Patience is the number of pieces that a search may look at, 0 for 32768.
	Patience int

	goal    Goal
	solids  [2]*Solid
	stopped bool
	looks   int
	// unit is one unit in the last place of the largest coordinate.
	unit float64
	// lo is a proven lower bound, left an upper bound of what was laid aside.
	lo, left float64
	heap     []piece
	corners  []vertex
	nodes    []int32
	near     []nearNode
	rows     []row
	game     game
	image    image
	planes   []plane
	doubtful []int32
}

// Looks returns the number of pieces that the last search looked at.
func (s *Search) Looks() int { return s.looks }

// Depth returns bounds of the depth, and whether they are as narrow as the goal wants.
func (s *Search) Depth(a, b *Solid, goal Goal) (Interval, bool) {
	s.begin(a, b, goal)
	for of := range s.solids {
		s.push(piece{bound: inf, node: 0, against: uint8(1 << (1 - of)), of: uint8(of)})
	}
	return s.run()
}

// Width returns bounds of the width, as Depth does of the depth.
func (s *Search) Width(a, b *Solid, goal Goal) (Interval, bool) {
	s.begin(a, b, Goal{goal.Relative, goal.Absolute / 2})
	box := a.nodes[0].Box.Intersect(b.nodes[0].Box)
	if box.Min.X > box.Max.X || box.Min.Y > box.Max.Y || box.Min.Z > box.Max.Z {
		return Interval{}, true
	}
	for _, order := range [6][3]int{{1, 2, 4}, {1, 4, 2}, {2, 1, 4}, {2, 4, 1}, {4, 1, 2}, {4, 2, 1}} {
		p := piece{bound: inf, node: none, n: 4, against: 3}
		at := 0
		p.c[0] = s.corner(corner(&box, at))
		for i, axis := range order {
			at |= axis
			p.c[i+1] = s.corner(corner(&box, at))
		}
		s.push(p)
	}
	r, ok := s.run()
	return Interval{2 * r.Lo, 2 * r.Hi}, ok // doubling is exact: solids are scaled
}

// corner returns a corner of a box; the bits of i choose between Min and Max.
func corner(b *geom.AABB, i int) geom.Vec {
	v := b.Min
	if i&1 != 0 {
		v.X = b.Max.X
	}
	if i&2 != 0 {
		v.Y = b.Max.Y
	}
	if i&4 != 0 {
		v.Z = b.Max.Z
	}
	return v
}
