package report

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
	"github.com/collide-go/collide/predicate"
)

// trace adds the intersection behind a contact to the curves: a point, a segment
// or a closed polygon.
func (v *view) trace(c collide.Contact, x *predicate.Intersection) {
	if x.N == 0 {
		return // left out
	}
	if x.Kind == predicate.Overlap {
		v.traceSolids(c, geom.AABB{Min: v.norm.Apply(x.Points[0]), Max: v.norm.Apply(x.Points[1])})
		return
	}
	points := make([]geom.Vec, x.N)
	for i := range points {
		points[i] = v.norm.Apply(x.Points[i])
	}
	v.curves = append(v.curves, points)
}

// traceSolids draws where a sphere or box cuts another body's surface, for which
// the surfaces of the picture are near enough. common is the box of both.
func (v *view) traceSolids(c collide.Contact, common geom.AABB) {
	common = common.Inflated(1e-9)
	near := func(body, tri uint32) []geom.Triangle {
		all := v.surfaces[body]
		if v.check.Bodies[body].Triangles > 0 {
			all = all[tri : tri+1]
		}
		var list []geom.Triangle
		for _, t := range all {
			if b := t.Bounds(); b.Overlaps(&common) {
				list = append(list, t)
			}
		}
		return list
	}
	before := len(v.curves)
	listB := near(c.BodyB, c.TriB)
	for _, p := range near(c.BodyA, c.TriA) {
		box := p.Bounds()
		for _, q := range listB {
			if b := q.Bounds(); !b.Overlaps(&box) {
				continue
			}
			if x := predicate.Intersect(&p, &q); x.N > 0 {
				v.curves = append(v.curves, append([]geom.Vec(nil), x.Points[:x.N]...))
			}
		}
	}
	if len(v.curves) == before && !v.isBeneath(c) { // one inside the other
		v.curves = append(v.curves, []geom.Vec{common.Center()})
	}
}

// isBeneath reports whether a contact is that of a mesh with a half space: of what lies beneath the plane the triangles are lit,
// which are too many for a mark each.
func (v *view) isBeneath(c collide.Contact) bool {
	meshes := v.check.Bodies[c.BodyA].Triangles + v.check.Bodies[c.BodyB].Triangles
	return meshes > 0 && (v.oneSided[c.BodyA] || v.oneSided[c.BodyB])
}

func drawCurve(p *raster.Picture, points []geom.Vec) {
	const width = 2.2
	switch n := len(points); n {
	case 0:
	case 1:
		p.Dot(points[0], 3*width, curveColor)
	case 2:
		p.Line(points[0], points[1], width, curveColor)
	default:
		for i, a := range points {
			p.Line(a, points[(i+1)%n], width, curveColor)
		}
	}
}
