package depth

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/round"
	"github.com/collide-go/collide/internal/tree"
)

// SetBall takes a ball, as Set does a mesh.
func (s *Solid) SetBall(b geom.Sphere, exponent int) bool {
	at := geom.Triangle{b.Center, {X: b.Radius}}
	if exponent != 0 && !scale(&at, exponent) {
		return false
	}
	s.version++
	s.slack, s.isBall, s.ball = 0, true, geom.Sphere{Center: at[0], Radius: at[1].X}
	bounds := s.ball.Bounds()
	s.nodes = append(s.nodes[:0], tree.Node{Box: bounds})
	s.triangles, s.outward, s.convex, s.axes = s.triangles[:0], s.outward[:0], false, geom.Identity.R
	s.reach = max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs())
	return true
}

// ballFoot is the foot on the surface of a ball. The difference is off by √3·u, the norm by 4u, and the place is wherever.
func (s *Solid) ballFoot(p geom.Vec) foot {
	d := p.Sub(s.ball.Center).Norm()
	pad := 16*u*(d+s.ball.Radius) + tiny
	x := s.ball.Radius - d
	f := foot{inside: x > 0, triangle: none, at: p}
	if !f.inside {
		x = -x
	}
	f.Lo, f.Hi = max(0, x-pad), x+pad
	return f
}

// addBall adds a ball as a face.
func (s *Search) addBall(side int, b *geom.Sphere) {
	s.faces = append(s.faces, face{solid: int8(side), center: b.Center, radius: b.Radius, supports: no})
}

// isBall reports whether a face is the surface of a ball.
func (f *face) isBall() bool { return f.n == 0 }

// beneath is the bound that a ball gives at a point: how far the point is beneath the plane that touches the ball at the end of a
// direction of length 1. The product is off by 3u, the length of the direction by 4u of at most four reaches.
func (s *Search) beneath(f *face, n, x geom.Vec) float64 {
	return f.radius - n.Dot(x.Sub(f.center)) + 64*s.unit
}

// depthWithBall starts the search for the depth of a ball and another solid. The points of the other surface are deepest
// where they are nearest to the middle of the ball. Those of the ball are in cells that its surface passes through.
func (s *Search) depthWithBall(ball int) {
	b, other := &s.solids[ball].ball, s.solids[1-ball]
	f := s.foot(other, b.Center)
	s.lo = max(0, round.Down(b.Radius-f.Hi))
	s.left = max(s.left, max(0, round.Up(b.Radius-f.Lo)))
	box := s.solids[ball].nodes[0].Box.Intersect(other.nodes[0].Box)
	// The nearest boundary point of a point in the box is at most so far from there.
	f = s.foot(other, box.Center())
	if s.stopped {
		s.left = inf
	}
	if box.IsEmpty() || s.stopped {
		return
	}
	size := box.Size()
	wide := box.Inflated((f.Hi + size.Norm()) * (1 + 16*u))
	if s.startCells(&wide, 1<<(1-ball)); s.stopped {
		s.left = inf
		return
	}
	s.pushCell(cell{box: box, last: int32(len(s.listed))}, inf, 1<<(1-ball), 0)
}

// onShell is the bound of the last game for those points of the cell that are on a ball's surface. Let p be the end of a radius
// along a direction n of length 1. A point x of the surface is r − |x−p|²/2r along n, and |x−p| is at most that of a corner of the
// cell. So what is linear and at least 0 there may be added to any bound, as often as one likes. Its roundings are less than 64 units.
func (s *Search) onShell(b *geom.Sphere) float64 {
	n := unitVector(s.box[0].Add(s.box[7]).Scale(0.5).Sub(b.Center))
	p := b.Center.Add(n.Scale(b.Radius))
	far := 0.0
	for _, x := range s.box {
		far = max(far, x.Sub(p).Norm())
	}
	best := inf
	for times := range 9 {
		most := 0.0
		for k, x := range s.box {
			v := float64(float64(times) / 8 * (n.Dot(x.Sub(b.Center)) - b.Radius + float64(far*far)/(2*b.Radius) + 64*s.unit))
			for i, share := range s.game.shares {
				v += float64(share * s.rows[i].at[k])
			}
			most = max(most, v)
		}
		best = min(best, most)
	}
	return best + 64*s.unit
}

// onBall reports whether a ball's surface may pass through a cell, all of which is within h of x.
func (s *Search) onBall(b *geom.Sphere, x geom.Vec, h float64) bool {
	d := x.Sub(b.Center).Norm() - b.Radius
	return max(d, -d) <= h+64*s.unit
}

// ontoBall returns a point within 64 units of the point of a ball's surface that is nearest to another.
func ontoBall(b *geom.Sphere, x geom.Vec) geom.Vec {
	n := unitVector(x.Sub(b.Center))
	if n == (geom.Vec{}) {
		n.X = 1
	}
	return b.Center.Add(n.Scale(b.Radius))
}
