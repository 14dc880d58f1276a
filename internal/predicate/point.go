package predicate

import "github.com/collide-go/collide/geom"

// TrianglePoint reports whether p is a point of a closed triangle. Exact for finite input,
// degenerate triangles included.
func (t *Tally) TrianglePoint(q *geom.Triangle, p geom.Vec) bool {
	if b := q.Bounds(); !b.Contains(p) {
		return false
	}
	return t.TriangleTriangle(&geom.Triangle{p, p, p}, q)
}
