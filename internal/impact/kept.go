package impact

import "github.com/collide-go/collide/geom"

// places is how many triangles of each body are kept.
const places = 64

// keptCorners are those of some triangles of a body during the interval of a view: most triangles are compared with several of the other
// body. A triangle has one place, which it shares with others.
type keptCorners struct {
	body   *mover
	views  uint32 // the number of views; those of a body at rest that follow each other count as one
	places []place
}

// place holds a triangle as a view has it.
type place struct {
	corners
	box  geom.AABB // around the corners throughout, without the slack and the radii of balls
	of   int32
	view uint32 // in which it was set
}

// begin forgets what another view has, and what has changed.
func (k *keptCorners) begin(m *mover) {
	if k.body == m && m.rests {
		return
	}
	k.body = m
	if k.views++; k.views == 0 || k.places == nil { // after 2³² views what is kept might be taken for new
		k.places, k.views = make([]place, places), 1
	}
}

// of returns the corners of a triangle. They are valid until the next one is asked for.
func (k *keptCorners) of(i int32, h float64) *place {
	p := &k.places[uint32(i)%places]
	if p.view != k.views || p.of != i {
		p.view, p.of = k.views, i
		k.body.corners(i, h, &p.corners)
		p.box = p.bounds()
	}
	return p
}
