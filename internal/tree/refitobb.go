package tree

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/volume"
)

// RefitOBB recomputes every box after vertices moved: the axes stay, centre and
// half sizes are computed again around all triangles of the node, so that boxes are as
// tight as their axes allow. O(n · depth).
func RefitOBB(t *Of[volume.OBB], s *Soup) {
	for i, g := range t.spans() {
		o := &t.Nodes[i].Volume
		prims := t.Order[g.lo:g.hi]
		box := s.bounds(prims)
		o.Center = box.Center()
		if size := box.Size().MaxAbs(); size > minFitSize && size < maxFitSize {
			o.Center = s.middle(prims, o)
		}
		o.SetHalf(func(f func(geom.Vec)) { s.each(prims, f) })
	}
}
