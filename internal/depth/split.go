package depth

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// split pushes the two halves of a triangle.
func (s *Search) split(p *piece) {
	a, b, share := s.cut(p)
	x, y := s.at(p, a), s.at(p, b)
	way := y.Sub(x)
	if a == b || way.MaxAbs() <= 64*s.unit {
		s.left = max(s.left, p.bound) // as small as numbers get
		return
	}
	middle := s.corner(x.Add(way.Scale(share)))
	// The difference and the product are off by 2u of the coordinates each and the sum by u, √3 of which is less than
	// five units. Any point of the piece is as near to the halves as the middle is to the edge.
	drift := p.drift
	if !isMiddle(s.corners[middle].at, x, y) {
		drift += 8 * s.unit
	}
	for _, i := range [2]int8{a, b} {
		half := *p
		half.c[i], half.drift, half.level = middle, drift, p.level+1
		s.push(half)
	}
}

// ridgeLevel is how often a piece is halved before it is split at ridges.
const ridgeLevel = 9

// cut chooses the edge to be split and where: the longest edge in the middle or, of small pieces except for every fourth time, one almost
// as long whose ends are nearest to two faces of a solid, where it is as far from one plane as from the other. Around
// a ridge the parts are then on one side each. Shorter edges, and places near an end, would make slivers. The choice
// decides how long a search takes and nothing else.
func (s *Search) cut(p *piece) (a, b int8, share float64) {
	longest, best, share := 0.0, 0.0, 0.5
	var ra, rb int8
	ridge := 0.5
	for i := range p.n {
		for k := range i {
			l := s.at(p, i).Sub(s.at(p, k)).Norm()
			if l > longest {
				a, b, longest = k, i, l
			}
			if p.level < ridgeLevel || p.level%4 == 3 || l <= best {
				continue
			}
			if t, ok := s.ridge(p, k, i); ok {
				ra, rb, best, ridge = k, i, l, t
			}
		}
	}
	if best > longest/1.5 {
		return ra, rb, ridge
	}
	return a, b, share
}

// ridge returns where an edge is equally far from the planes that its ends are nearest to.
func (s *Search) ridge(p *piece, i, k int8) (share float64, ok bool) {
	for of, solid := range s.solids {
		if p.against>>of&1 == 0 {
			continue
		}
		f, g := s.footAt(p, i, of).triangle, s.footAt(p, k, of).triangle
		if f == g || f == none || g == none {
			continue
		}
		x, y := s.at(p, i), s.at(p, k)
		fx, fy := solid.above(f, x), solid.above(f, y)
		gx, gy := solid.above(g, x), solid.above(g, y)
		dx, dy := fx-gx, fy-gy
		t := dx / (dx - dy)
		if t > 0.3 && t < 0.7 && math.Abs(dx-dy) > 0x1p-20*y.Sub(x).Norm() {
			return t, true
		}
	}
	return 0, false
}

// above returns about how far a point is above the plane of a triangle.
func (s *Solid) above(i int32, x geom.Vec) float64 {
	return s.normal(i).Dot(x.Sub(s.triangles[i][0]))
}
