package impact

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// nearness is the distance that the bodies of a pair are to keep.
type nearness struct {
	distance float64
	// most is what bounds ask for instead. They compare sums of it with others: each rounds by less than 8u of it, which 2⁻⁴⁰ covers.
	// For boxes it is enlarged as all lengths there are, for matrices that are not quite rotations: see view.
	most  float64
	exact predicate.Near // the memory of an exact distance
}

func (n *nearness) set(distance float64) {
	n.distance, n.most = distance, distance*(1+0x1p-40)
}

// holds decides whether two triangles are at most the distance apart: by bounds where these suffice, else exactly.
func (n *nearness) holds(t *predicate.Tally, p, q *geom.Triangle) bool {
	if n.distance == 0 {
		return t.TriangleTriangle(p, q)
	}
	switch b := predicate.DistanceBounds(p, q, n.distance); {
	case b.Lo > n.distance:
		return false
	case b.Hi <= n.distance:
		return true
	}
	t.Measure(&n.exact, p, q)
	return n.exact.Square.CompareDistance(n.distance) <= 0
}
