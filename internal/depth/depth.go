// Package depth bounds how deep two solids reach into each other. Package predicate decides what is
// inside; the rest is intervals, rounded outward.
//
// Let s be the distance from a point to the surface of a solid, with the sign + inside and − outside. The depth
// of two solids is the greatest s of either on the surface of the other, and their width is twice the greatest of the
// lesser s of the two over all points of space; both are 0 where that is negative. So both are a maximum, found
// by branch and bound: over triangles of a surface, and over cells of space, boxes.
//
// Only the parts of either surface that may be in the other solid matter: triangles that may touch the other surface, clipped, and what is joined to
// them within. A first pass bounds both numbers by chords, the ways straight through what is common to both, between two parts along one
// direction. It leaves branch and bound with the places where chords are long.
//
// A value of s anywhere bounds the maximum from below. From above there are several bounds on a triangle or a cell.
// First, s changes by no more than one moves. Second, inside s is at most the distance to any set of points of the
// boundary. To a convex set, a face, that is a convex function, at most what is interpolated between the corners of the
// triangle or cell: a row of one number for each corner. Where all of a solid is beneath a plane, so is the way to the plane.
// Third, let a map that is linear on a triangle take each of its points to one that is not inside the solid: to the
// nearest point of one face's plane, say, a little beyond it. Then s at a point is at most the way that the point is
// taken, convex again. The image is itself a triangle; exact predicates show that the surface does not touch it and that
// one corner is outside. Of several rows every mixture is a bound, and the best one is the value of a matrix game. For
// the flat faces of parts it is exact on large pieces, at ridges between them, too, so that few are split.
package depth

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/narrow"
)

// Interval holds a number: Lo ≤ it ≤ Hi.
type Interval struct{ Lo, Hi float64 }

// Goal is how narrow an interval has to be: at most the larger of a share of Hi and a length. With Decide, the
// interval has to be on one side of Limit instead: Hi ≤ Limit or Lo > Limit.
type Goal struct {
	Relative, Absolute float64
	Decide             bool
	Limit              float64
}

// leeway is how far from lo a bound may be.
func (g *Goal) leeway(lo float64) float64 {
	if g.Decide {
		return max(0, g.Limit-lo)
	}
	return max(float64(g.Relative*lo), g.Absolute)
}

// enough is the bound from which on nothing is left to do.
func (g *Goal) enough(lo float64) float64 {
	if g.Decide {
		return max(lo, g.Limit)
	}
	return lo + g.leeway(lo)
}

// isOver reports whether the limit is exceeded, whatever the upper bound is.
func (g *Goal) isOver(lo float64) bool { return g.Decide && lo > g.Limit }

// Search finds depths and widths of two solids in one coordinate system. The zero value is
// ready once Worker.Control is set and Worker.Begin has been called; its memory is reused.
type Search struct {
	Worker narrow.Worker
	// Patience is the number of pieces that a search may look at, 0 for 32768.
	Patience int
	// Exhaustive makes it look at all triangles for distances and winding numbers: the contract of what it finds down trees.
	Exhaustive bool

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

	// What follows is what either boundary has in the other solid, and chords of it.
	meeting meeting
	shadows []shadow
	leaving []int32
	chord   []chord
	outline []geom.Vec
	polygon []geom.Vec // of which there is no other use, and the next one
	spare   []geom.Vec
	points  []geom.Vec
	cuts    int // that trim has made
	walls   []wall
	frame   [3]geom.Vec // two directions and the one along which shadows are seen, square to each other
	bases   [2][]base   // those there are, and a list for the next ones
	kept    []geom.Vec  // their corners
	carved  [][]geom.Vec
	clumps  []clump
	follows []int32 // the part that follows each one in its clump
	among   []int32 // the parts that are looked at

	// What follows serves Width. Cells lie along the axes, the columns of a matrix.
	axes      geom.Mat
	faces     []face
	edges     map[[2]geom.Vec]int32
	cells     []cell
	listed    []ref
	used      []ref           // faces that have a row
	obstacles []geom.Triangle // what keeps faces of rows from bearing the cell
	obstacle  geom.Triangle
	settled   int         // pieces that settle has looked at
	tangents  []geom.Vec  // directions of the planes of rows of balls
	box       [8]geom.Vec // the corners of the cell that is looked at
}

// Looks returns the number of pieces that the last search looked at.
func (s *Search) Looks() int { return s.looks }

// Depth returns bounds of the depth, and whether they are as narrow as the goal wants.
func (s *Search) Depth(a, b *Solid, goal Goal) (Interval, bool) {
	s.begin(a, b, goal)
	switch {
	case a.isBall && b.isBall:
		return s.depthOfRounds(a.round(), b.round()), true
	case a.isBall:
		s.depthWithBall(0)
	case b.isBall:
		s.depthWithBall(1)
	case !s.meet():
		return Interval{0, inf}, false
	default:
		s.startPieces()
	}
	r, ok := s.run()
	return r.widened(a, b, 1), ok
}
