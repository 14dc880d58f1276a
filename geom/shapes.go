package geom

import "github.com/collide-go/collide/internal/round"

// Triangle is three corners in order. Any three points are a triangle; a
// degenerate one is the segment or point it is.
type Triangle [3]Vec

// Bounds returns the exact bounding box.
func (t *Triangle) Bounds() AABB {
	return AABB{t[0].Min(t[1]).Min(t[2]), t[0].Max(t[1]).Max(t[2])}
}

// Normal returns (t1−t0)×(t2−t0), not normalised.
func (t *Triangle) Normal() Vec { return t[1].Sub(t[0]).Cross(t[2].Sub(t[0])) }

// Sphere is a closed ball.
type Sphere struct {
	Center Vec
	Radius float64
}

// Bounds returns a box around the ball, grown by rounding where needed:
// subtraction rounds to nearest, so each side is moved one unit outward.
func (s *Sphere) Bounds() AABB {
	r := Vec{s.Radius, s.Radius, s.Radius}
	lo, hi := s.Center.Sub(r), s.Center.Add(r)
	return AABB{Vec{round.Down(lo.X), round.Down(lo.Y), round.Down(lo.Z)}, Vec{round.Up(hi.X), round.Up(hi.Y), round.Up(hi.Z)}}
}
