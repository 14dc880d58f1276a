package report

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/predicate"
)

// region is where two bodies meet.
type region struct {
	// box encloses the intersections.
	box geom.AABB
	// trianglesA and trianglesB count the primitives of each that take part.
	trianglesA, trianglesB int
}

// regionOf looks at every contact of a pair once.
func regionOf(w World, p *collide.Pair) region {
	r := region{box: geom.EmptyAABB()}
	seen := make(map[uint32]struct{}, len(p.Contacts))
	for i, c := range p.Contacts {
		if i == 0 || c.TriA != p.Contacts[i-1].TriA {
			r.trianglesA++
		}
		seen[c.TriB] = struct{}{}
		x := w.Witness(c)
		for _, v := range x.Points[:x.N] {
			r.box.Extend(v)
		}
	}
	r.trianglesB = len(seen)
	return r
}

// middle returns the mean of the points of an intersection.
func middle(x *predicate.Intersection) geom.Vec {
	var v geom.Vec
	for _, p := range x.Points[:x.N] {
		v = v.Add(p.Scale(1 / float64(x.N)))
	}
	return v
}
