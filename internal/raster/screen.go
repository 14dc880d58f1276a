package raster

import (
	"math"

	"github.com/collide-go/collide/geom"
)

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

// Distance returns how far a point is from the surface, rounded, and +Inf for one without triangles.
func (s *Screen) Distance(p geom.Vec) float64 {
	least := math.Inf(1)
	for i := range s.groups {
		least = min(least, p.Sub(s.groups[i].center).Norm()+s.groups[i].radius)
	}
	for g := range s.groups {
		if s.groups[g].beyond(p, least) {
			continue
		}
		for i := g * screenGroup; i < min((g+1)*screenGroup, len(s.tris)); i++ {
			if !s.balls[i].beyond(p, least) {
				least = min(least, distanceTo(&s.tris[i], p))
			}
		}
	}
	return least
}

// beyond reports whether all of a ball is farther than a distance from a point.
func (b *ball) beyond(p geom.Vec, distance float64) bool {
	r := distance + b.radius
	d := p.Sub(b.center)
	return d.Dot(d) > r*r
}

// distanceTo returns how far a point is from a triangle, rounded.
func distanceTo(t *geom.Triangle, p geom.Vec) float64 {
	n := t.Normal()
	inside, least := n.Dot(n) > 0, math.Inf(1)
	for k, a := range t {
		edge, to := t[(k+1)%3].Sub(a), p.Sub(a)
		inside = inside && n.Dot(edge.Cross(to)) >= 0
		s := 0.0
		if length := edge.Dot(edge); length > 0 {
			s = min(1, max(0, to.Dot(edge)/length))
		}
		least = min(least, to.Sub(edge.Scale(s)).Norm())
	}
	if inside {
		return math.Abs(p.Sub(t[0]).Dot(n)) / n.Norm()
	}
	return least
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
