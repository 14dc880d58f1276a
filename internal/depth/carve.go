package depth

import (
	"slices"

	"github.com/collide-go/collide/geom"
)

// What is spent on cutting a part. It decides how long a search takes and nothing else.
const (
	mostPlanes = 8
	mostCarved = 32
	isLong     = 8 // edges per depth
)

// pushCarved pushes the bases of a solid, which are the parts, cut at the planes of the triangles that touch them. Each piece is on one side of
// those planes then, so that one row often bounds all of it: without the cuts a long facet that reaches into the other solid along two of its
// edges, as a shaft in a hole does, takes many halvings before its pieces do not bridge the gap. A part that nothing cuts is pushed as its triangle.
func (s *Search) pushCarved(side int8) {
	list := s.meeting.touches[side]
	for i := range s.bases[0] {
		b := &s.bases[0][i]
		for len(list) > 0 && list[0].triangle < b.triangle {
			list = list[1:]
		}
		n := 0
		for n < len(list) && list[n].triangle == b.triangle {
			n++
		}
		cuts := 0
		if q := &s.solids[side].triangles[b.triangle]; longestSquare(q) > float64(isLong*isLong*s.lo*s.lo) {
			cuts = s.carve(side, b, list[:n])
		}
		if cuts == 0 {
			s.pushTriangle(&s.solids[side].triangles[b.triangle], side, inf, 0)
		} else {
			for _, c := range s.carved {
				s.pushPolygon(c, side, inf, (b.drift+float64(cutDrift*cuts))*s.unit)
			}
		}
	}
}

// carve sets Search.carved to what planes cut a base into, and returns how many cuts that takes one piece at most, 0 if there are none or too many.
func (s *Search) carve(side int8, b *base, touches []touch) (cuts int) {
	s.carved, s.planes = append(s.carved[:0], b.corners), s.planes[:0]
	for _, t := range touches {
		if !s.isNewPlane(side, b.triangle, t.other) {
			continue
		}
		p := &s.planes[len(s.planes)-1]
		if before := len(s.carved); len(s.planes) > mostPlanes || before > mostCarved {
			return 0
		} else if s.carveAll(p.d, p.reach.Lo); len(s.carved) > before {
			cuts++
		}
	}
	return cuts
}

// isNewPlane lists the plane of a touching triangle unless it is listed, or is about that of the touched one.
func (s *Search) isNewPlane(side int8, triangle, other int32) bool {
	of := s.solids[1-side]
	d, same := of.normal(other), 0x1p-30*of.reach
	at := d.Dot(of.triangles[other][0])
	if c := d.Dot(s.solids[side].normal(triangle)); d == (geom.Vec{}) || c > almost || c < -almost {
		return false
	}
	for i := range s.planes {
		if p := &s.planes[i]; p.d.Dot(d) > almost && max(p.reach.Lo-at, at-p.reach.Lo) < same {
			return false
		}
	}
	s.planes = append(s.planes, plane{d, Interval{at, at}})
	return true
}

// carveAll cuts what Search.carved has at a plane.
func (s *Search) carveAll(n geom.Vec, at float64) {
	for i := range s.carved {
		c := s.carved[i]
		above, beneath := s.halfOf(c, n, -at), s.halfOf(c, n.Scale(-1), at)
		if len(above) > 2 && len(beneath) > 2 {
			s.carved[i] = above
			s.carved = append(s.carved, beneath)
		}
	}
}

// halfOf returns a copy of that part of a convex polygon where n·x + at is at least 0.
func (s *Search) halfOf(c []geom.Vec, n geom.Vec, at float64) []geom.Vec {
	s.polygon = append(s.polygon[:0], c...)
	s.polygon = s.trim(s.polygon, n, at)
	first := len(s.kept)
	s.kept = append(s.kept, s.polygon...)
	return slices.Clip(s.kept[first:])
}
