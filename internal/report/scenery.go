package report

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/raster"
)

// scenery is the bodies of a check, moved into the unit ball, and the curves in which they meet.
type scenery struct {
	check    *Check
	norm     raster.Normalizer
	surfaces [][]geom.Triangle
	oneSided []bool
	curves   [][]geom.Vec

	boxes   []geom.AABB
	normals [][][3]geom.Vec // nil where nothing has asked for them
	closed  []closedness
}

// closedness is what is known of a surface.
type closedness uint8

const (
	unseen closedness = iota
	openSurface
	closedSurface
)

// newScenery moves the surfaces, which it keeps.
func newScenery(c *Check, shapes Shapes) scenery {
	box := geom.EmptyAABB()
	for _, s := range shapes {
		for i := range s.Triangles {
			box = box.Union(s.Triangles[i].Bounds())
		}
	}
	v := scenery{check: c, norm: raster.NewNormalizer(box), normals: make([][][3]geom.Vec, len(shapes)), closed: make([]closedness, len(shapes))}
	for _, s := range shapes {
		around := geom.EmptyAABB()
		for i, t := range s.Triangles {
			s.Triangles[i] = geom.Triangle{v.norm.Apply(t[0]), v.norm.Apply(t[1]), v.norm.Apply(t[2])}
			around = around.Union(s.Triangles[i].Bounds())
		}
		v.surfaces, v.oneSided, v.boxes = append(v.surfaces, s.Triangles), append(v.oneSided, s.OneSided), append(v.boxes, around)
	}
	return v
}

// normalsOf returns the normals of a body's corners.
func (s *scenery) normalsOf(body int) [][3]geom.Vec {
	if s.normals[body] == nil {
		s.normals[body] = raster.Normals(s.surfaces[body])
	}
	return s.normals[body]
}

// shareable reports whether a picture shows what two bodies share: both are closed and have an end.
func (s *scenery) shareable(p *collide.Pair) bool {
	return p.A != p.B && p.Verdict == collide.InContact && s.isClosed(p.A) && s.isClosed(p.B)
}

// isClosed reports whether each edge of a surface has as many triangles in one direction as in the other.
func (s *scenery) isClosed(body int) bool {
	if s.closed[body] == unseen {
		s.closed[body] = openSurface
		if !s.oneSided[body] && isWatertight(s.surfaces[body]) {
			s.closed[body] = closedSurface
		}
	}
	return s.closed[body] == closedSurface
}

func isWatertight(tris []geom.Triangle) bool {
	ids := make(map[geom.Vec]uint64, len(tris)/2)
	edges := make(map[uint64]int32, 2*len(tris))
	for i := range tris {
		var id [3]uint64
		for k, v := range tris[i] {
			if _, ok := ids[v]; !ok {
				ids[v] = uint64(len(ids))
			}
			id[k] = ids[v]
		}
		for k, a := range id {
			switch b := id[(k+1)%3]; {
			case a < b:
				edges[a<<32|b]++
			case a > b:
				edges[b<<32|a]--
			}
		}
	}
	for _, n := range edges {
		if n != 0 {
			return false
		}
	}
	return len(tris) > 0
}
