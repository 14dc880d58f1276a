package narrow

import "github.com/collide-go/collide/geom"

// PosedLeaves is a surface in world coordinates: its vertices, and the boxes of its
// triangles in the order of a tree's leaves, which makes a leaf one piece of memory.
// The caller owns it.
type PosedLeaves struct {
	boxes    []geom.AABB
	vertices []geom.Vec
}

// Load computes p from the surface's current pose: O(n), each vertex once.
func (p *PosedLeaves) Load(s *Surface, order []uint32) {
	p.vertices = p.vertices[:0]
	for _, v := range s.Mesh.Vertices {
		if !s.identity {
			v = s.pose.Apply(v)
		}
		p.vertices = append(p.vertices, v)
	}
	p.boxes = p.boxes[:0]
	for _, i := range order {
		c := &s.Mesh.Triangles[i]
		x, y, z := &p.vertices[c[0]], &p.vertices[c[1]], &p.vertices[c[2]]
		p.boxes = append(p.boxes, geom.AABB{
			Min: geom.Vec{X: min(x.X, y.X, z.X), Y: min(x.Y, y.Y, z.Y), Z: min(x.Z, y.Z, z.Z)},
			Max: geom.Vec{X: max(x.X, y.X, z.X), Y: max(x.Y, y.Y, z.Y), Z: max(x.Z, y.Z, z.Z)},
		})
	}
}

// boxedLeaf is the triangles of a leaf: their boxes, and either themselves or the
// posed vertices of the whole surface.
type boxedLeaf struct {
	order     []uint32
	boxes     []geom.AABB
	triangles []geom.Triangle
	corners   [][3]uint32
	vertices  []geom.Vec
}

// triangle writes the k-th in world coordinates.
func (l *boxedLeaf) triangle(k int, dst *geom.Triangle) {
	if l.triangles != nil {
		*dst = l.triangles[k]
		return
	}
	c := &l.corners[l.order[k]]
	dst[0], dst[1], dst[2] = l.vertices[c[0]], l.vertices[c[1]], l.vertices[c[2]]
}

// boxCache keeps the leaf visited last, posed, of a surface without PosedLeaves.
type boxCache struct {
	leafCache
	boxes []geom.AABB
}

// leaf returns the leaf of p that begins at first, or poses it if p is nil.
func (c *boxCache) leaf(p *PosedLeaves, s *Surface, order []uint32, first int32) boxedLeaf {
	if p != nil {
		last := int(first) + len(order)
		return boxedLeaf{order: order, boxes: p.boxes[first:last], corners: s.Mesh.Triangles, vertices: p.vertices}
	}
	known := c.of == s && c.leafCache.leaf == &order[0]
	l := boxedLeaf{order: order, triangles: c.load(s, order, nil)}
	if !known {
		c.boxes = c.boxes[:0]
		for i := range l.triangles {
			c.boxes = append(c.boxes, l.triangles[i].Bounds())
		}
	}
	l.boxes = c.boxes
	return l
}

// boxedTriangles is triangles with exact boxes first, as brute force has them.
func (w *Worker) boxedTriangles(s *Search, a, b *boxedLeaf, same bool, dst []Pair) []Pair {
	var p, q geom.Triangle
	for i := range a.boxes {
		a.triangle(i, &p)
		box, from := &a.boxes[i], 0
		if same {
			from = i + 1
		}
		w.steps -= len(b.boxes) - from
		for j := from; j < len(b.boxes); j++ {
			if !box.Overlaps(&b.boxes[j]) {
				continue
			}
			w.PrimitiveTests++
			b.triangle(j, &q)
			if !w.touch(s, a.order[i], b.order[j], &p, &q) {
				continue
			}
			dst = append(dst, s.ordered(a.order[i], b.order[j]))
			if !w.Found() {
				return dst
			}
		}
	}
	return dst
}
