package tree

import "github.com/collide-go/collide/geom"

// RefitOBB recomputes every box after vertices moved: the axes stay, centre and
// half sizes are made anew around all triangles of the node, so that boxes are as
// tight as their axes allow. O(n · depth).
func RefitOBB(t *Of[geom.OBB], s *Soup) {
	first, count := t.spans()
	for i := range t.Nodes {
		o := &t.Nodes[i].Volume
		prims := t.Order[first[i] : first[i]+count[i]]
		box := s.bounds(prims)
		o.Center = box.Center()
		if size := box.Size().MaxAbs(); size > leastFit && size < mostFit {
			o.Center = s.middle(prims, o)
		}
		o.SetHalf(func(f func(geom.Vec)) { s.each(prims, f) })
	}
}

// spans returns which part of Order lies below each node.
func (t *Of[V]) spans() (first, count []int32) {
	first, count = make([]int32, len(t.Nodes)), make([]int32, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		if first[i], count[i] = n.First, n.Count; !n.IsLeaf() {
			first[i], count[i] = first[n.Child], count[n.Child]+count[n.Child+1]
		}
	}
	return first, count
}
