package report

import (
	"math"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
	"github.com/collide-go/collide/predicate"
)

// trace returns the intersection behind a contact: a point, a segment
// or a closed polygon, or several of them for a solid.
func (s *scenery) trace(c collide.Contact, x *predicate.Intersection) [][]geom.Vec {
	if x.N == 0 {
		return nil // left out
	}
	if x.Kind == predicate.Overlap {
		return s.traceSolids(c, geom.AABB{Min: s.norm.Apply(x.Points[0]), Max: s.norm.Apply(x.Points[1])})
	}
	points := make([]geom.Vec, x.N)
	for i := range points {
		points[i] = s.norm.Apply(x.Points[i])
	}
	return [][]geom.Vec{points}
}

// traceSolids returns where a sphere or box cuts another body's surface, for which
// the surfaces of the picture are near enough. common is the box of both.
func (s *scenery) traceSolids(c collide.Contact, common geom.AABB) (curves [][]geom.Vec) {
	common = common.Inflated(1e-9)
	listB := s.within(c.BodyB, c.TriB, &common)
	for _, p := range s.within(c.BodyA, c.TriA, &common) {
		box := p.Bounds()
		for _, q := range listB {
			if b := q.Bounds(); !b.Overlaps(&box) {
				continue
			}
			if x := predicate.Intersect(&p, &q); x.N > 0 {
				curves = append(curves, append([]geom.Vec(nil), x.Points[:x.N]...))
			}
		}
	}
	if len(curves) == 0 && !s.isBeneath(c) { // one inside the other
		curves = append(curves, []geom.Vec{common.Center()})
	}
	return curves
}

// within returns a primitive's triangles whose boxes overlap a box.
func (s *scenery) within(body, tri uint32, common *geom.AABB) []geom.Triangle {
	all := s.surfaces[body]
	if s.check.Bodies[body].Triangles > 0 {
		all = all[tri : tri+1]
	}
	var list []geom.Triangle
	for _, t := range all {
		if b := t.Bounds(); b.Overlaps(common) {
			list = append(list, t)
		}
	}
	return list
}

// isBeneath reports whether a contact is that of a mesh with a half space: of what lies beneath the plane the triangles are lit,
// which are too many for a mark each.
func (s *scenery) isBeneath(c collide.Contact) bool {
	meshes := s.check.Bodies[c.BodyA].Triangles + s.check.Bodies[c.BodyB].Triangles
	return meshes > 0 && (s.oneSided[c.BodyA] || s.oneSided[c.BodyB])
}

// side names a side of a polygon whichever way it runs. Ends count as equal when they are in one cell of 2⁻³⁰: coordinates are those of a scene of about the size 1.
type side [2][3]int64

func sideOf(a, b geom.Vec) side {
	of := func(v geom.Vec) [3]int64 {
		const n = 1 << 30
		return [3]int64{int64(math.Round(v.X * n)), int64(math.Round(v.Y * n)), int64(math.Round(v.Z * n))}
	}
	s := side{of(a), of(b)}
	if slices.Compare(s[0][:], s[1][:]) > 0 {
		s[0], s[1] = s[1], s[0]
	}
	return s
}

// Outline returns the rim of polygons that lie in one plane, the sides that two of them share left out, and of other curves what is
// no side or corner.
func Outline(rings, others [][]geom.Vec) (curves [][]geom.Vec) {
	count := map[side]int{}
	for _, ring := range rings {
		for i, a := range ring {
			count[sideOf(a, ring[(i+1)%len(ring)])]++
			count[sideOf(a, a)]++
		}
	}
	for _, ring := range rings {
		for i, a := range ring {
			if b := ring[(i+1)%len(ring)]; count[sideOf(a, b)] == 1 {
				curves = append(curves, []geom.Vec{a, b})
			}
		}
	}
	for _, c := range others {
		// A point of a face's corner counts as a side without length.
		if last := c[len(c)-1]; len(c) > 2 || count[sideOf(c[0], last)] == 0 {
			curves = append(curves, c)
		}
	}
	return curves
}

// dotSize is how large the points are that a picture draws: large where nothing but points is drawn.
type dotSize uint8

const (
	largeDots dotSize = iota
	smallDots
)

// dotOf returns the size of points beside a curve of n points.
func dotOf(n int) dotSize {
	if n > 1 {
		return smallDots
	}
	return largeDots
}

// drawCurve draws a point, a segment or a polygon.
func drawCurve(p *raster.Picture, points []geom.Vec, c raster.Color, dots dotSize) {
	const width = 2.2
	switch n := len(points); n {
	case 0:
	case 1:
		size := 3.0
		if dots == smallDots {
			size = 1.2
		}
		p.Dot(points[0], size*width, c)
	case 2:
		p.Line(points[0], points[1], width, c)
	default:
		for i, a := range points {
			p.Line(a, points[(i+1)%n], width, c)
		}
	}
}
