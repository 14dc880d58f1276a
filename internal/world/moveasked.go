package world

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/impact"
)

// wholly stands for the number of a primitive where both bodies of a pair are solids, which have one.
const wholly = -1

// asked has what was found apart of a pair at one instant. The trees of solids leave facets, up to 12 × 12 of two boxes, but the
// exact question is about the solids, or about one and a triangle: it is the same for all of their facets. The search looks at
// the entries of a pair one after the other, so that one instant is enough to remember.
type asked struct {
	pair  impact.Pair
	a, b  geom.Pose
	apart map[int32]struct{} // primitives of the mesh, or wholly
}

// forget drops all answers.
func (q *asked) forget() {
	clear(q.apart)
	q.pair = impact.Pair{A: -1, B: -1}
}

// known reports whether the answer was no, under these very poses.
func (q *asked) known(p impact.Pair, a, b *geom.Pose, primitive int32) bool {
	if q.pair != p || q.a != *a || q.b != *b {
		return false
	}
	_, ok := q.apart[primitive]
	return ok
}

// note remembers that the answer is no.
func (q *asked) note(p impact.Pair, a, b *geom.Pose, primitive int32) {
	if q.pair != p || q.a != *a || q.b != *b {
		q.forget()
		q.pair, q.a, q.b = p, *a, *b
	}
	if q.apart == nil {
		q.apart = map[int32]struct{}{}
	}
	q.apart[primitive] = struct{}{}
}
