package narrow

import "github.com/collide-go/collide/geom"

// Brute tries every triangle pair of two surfaces: exact boxes of the world
// triangles first, then the predicate. It is the reference every method is
// compared with. The caller owns the posed triangles.

// Posed is every triangle of a surface in world coordinates, with its box.
type Posed struct {
	Triangles []geom.Triangle
	Boxes     []geom.AABB
}

// Load computes p from the surface's current pose.
func (p *Posed) Load(s *Surface) {
	p.Triangles, p.Boxes = p.Triangles[:0], p.Boxes[:0]
	for i := range s.Mesh.Triangles {
		var t geom.Triangle
		s.Triangle(uint32(i), &t)
		p.Triangles = append(p.Triangles, t)
		p.Boxes = append(p.Boxes, t.Bounds())
	}
}

// Row appends the partners of triangle i of A among the triangles of B; within
// one surface only those after i.
func (w *Worker) Row(s *Search, a, b *Posed, i int, dst []Pair) []Pair {
	from := 0
	if s.self {
		from = i + 1
	}
	box := &a.Boxes[i]
	for j := from; j < len(b.Boxes) && w.Step(); j++ {
		if !box.Overlaps(&b.Boxes[j]) {
			continue
		}
		w.PrimitiveTests++
		if w.touch(s, uint32(i), uint32(j), &a.Triangles[i], &b.Triangles[j]) {
			dst = append(dst, Pair{uint32(i), uint32(j)})
			if !w.Found() {
				return dst
			}
		}
	}
	return dst
}
