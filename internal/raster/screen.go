package raster

import "github.com/collide-go/collide/geom"

// screenGroup is how many triangles of a Screen are passed over at once where none of them is near, 32.
const screenGroup = 32

// Screen is a surface that may hide something from cameras.
type Screen struct {
	tris   []geom.Triangle
	balls  []ball // around the triangles
	groups []ball // around screenGroup triangles each
}

// NewScreen returns the screen of triangles of the unit ball and of what is around it.
func NewScreen(tris []geom.Triangle) *Screen {
	s := &Screen{tris: tris, balls: make([]ball, len(tris))}
	for i := range tris {
		s.balls[i] = ballOf(tris[i][:])
	}
	for i := 0; i < len(tris); i += screenGroup {
		s.groups = append(s.groups, ballAround(s.balls[i:min(i+screenGroup, len(tris))]))
	}
	return s
}

// ball is all points within a radius.
type ball struct {
	center geom.Vec
	radius float64
}

// ballOf returns a ball around points, not the least one.
func ballOf(points []geom.Vec) (b ball) {
	box := geom.BoundsOf(points)
	b.center = box.Center()
	for _, p := range points {
		b.radius = max(b.radius, p.Sub(b.center).Norm())
	}
	return b
}

// ballAround returns a ball around balls.
func ballAround(balls []ball) (b ball) {
	box := geom.EmptyAABB()
	for i := range balls {
		box.Extend(balls[i].center)
	}
	b.center = box.Center()
	for i := range balls {
		b.radius = max(b.radius, balls[i].center.Sub(b.center).Norm()+balls[i].radius)
	}
	return b
}
