package tree

import "github.com/collide-go/collide/internal/volume"

// DOPOptions configures BuildDOP; zero fields take the defaults in brackets.
//
// A node is a leaf when P = Depth·(depth/MaxDepth) + Count·(LeafSize/count)
// reaches 1: the weighted sum of how much of the depth is used up and how nearly
// the count is down to its limit.
type DOPOptions struct {
	// MaxDepth is the depth aimed at [64], LeafSize the count aimed at [2].
	MaxDepth, LeafSize int
	// DepthWeight [0.5] and CountWeight [1] are the weights.
	DepthWeight, CountWeight float64
}

func (o *DOPOptions) fill() {
	if o.MaxDepth <= 0 {
		o.MaxDepth = 64
	}
	if o.LeafSize <= 0 {
		o.LeafSize = 2
	}
	if o.DepthWeight <= 0 {
		o.DepthWeight = 0.5
	}
	if o.CountWeight <= 0 {
		o.CountWeight = 1
	}
}

func (o *DOPOptions) enough(depth, count int) bool {
	p := float64(o.DepthWeight*float64(depth)/float64(o.MaxDepth)) + float64(o.CountWeight*float64(o.LeafSize)/float64(count))
	return p >= 1
}

// BuildDOP builds a hierarchy of 18-DOPs top-down: along the longest axis the
// least and the greatest centroid are two centres, every triangle goes to the
// nearer one, ties to the group that has fewer.
func BuildDOP(s *Soup, opt DOPOptions) *Of[volume.DOP] {
	opt.fill()
	right := make([]uint32, 0, len(s.Triangles))
	return topDown(len(s.Triangles), s.fitDOP, func(_ *volume.DOP, prims []uint32, depth int) int {
		if opt.enough(depth, len(prims)) {
			return 0
		}
		return s.splitNearer(prims, right)
	})
}

func (s *Soup) fitDOP(prims []uint32) volume.DOP {
	d := volume.EmptyDOP()
	s.each(prims, d.Extend)
	return d
}

// splitNearer groups the triangles around the extreme centroids; room is scratch.
func (s *Soup) splitNearer(prims, room []uint32) int {
	b := s.centers(prims)
	d := b.Size()
	axis := 0
	for k := 1; k < 3; k++ {
		if d.At(k) > d.At(axis) {
			axis = k
		}
	}
	lo, hi := b.Min.At(axis), b.Max.At(axis)
	left, right, ties := 0, room[:0], 0
	for _, t := range prims {
		switch x := s.centroid(t).At(axis); {
		case x-lo < hi-x:
			prims[left] = t
			left++
		case x-lo > hi-x:
			right = append(right, t)
		default:
			ties++
			right = append(right, t)
		}
	}
	if ties > 0 {
		left, right = s.deal(prims, right, left, ties, axis, lo, hi)
	}
	copy(prims[left:], right)
	return left
}

// deal moves ties among right to the left as long as that group has fewer.
func (s *Soup) deal(prims, right []uint32, left, ties, axis int, lo, hi float64) (int, []uint32) {
	kept, firm := right[:0], len(right)-ties
	for _, t := range right {
		x := s.centroid(t).At(axis)
		tie := !(x-lo < hi-x) && !(x-lo > hi-x)
		switch {
		case tie && left <= firm:
			prims[left] = t
			left++
		case tie:
			firm++
			kept = append(kept, t)
		default:
			kept = append(kept, t)
		}
	}
	return left, kept
}

// RefitDOP recomputes every volume from the posed or deformed vertices, indexed
// as when the tree was built, into t's own nodes: O(n), no allocation. This is
// how DOPs follow a rotation, too: their slabs keep their directions.
func RefitDOP(t *Of[volume.DOP], s *Soup) {
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		if n.IsLeaf() {
			d := volume.EmptyDOP()
			for _, p := range t.Order[n.First : n.First+n.Count] {
				c := &s.Triangles[p]
				d.Extend(s.Vertices[c[0]])
				d.Extend(s.Vertices[c[1]])
				d.Extend(s.Vertices[c[2]])
			}
			n.Volume = d
		} else {
			n.Volume = t.Nodes[n.Child].Volume
			n.Volume.Include(&t.Nodes[n.Child+1].Volume)
		}
	}
}

// BuildKDOP is BuildDOP for k-DOPs of any k; the trees differ in their volumes alone.
func BuildKDOP[S volume.Slabs](s *Soup, opt DOPOptions) *Of[volume.KDOP[S]] {
	opt.fill()
	right := make([]uint32, 0, len(s.Triangles))
	fit := func(prims []uint32) volume.KDOP[S] {
		d := volume.EmptyKDOP[S]()
		s.each(prims, d.Extend)
		return d
	}
	return topDown(len(s.Triangles), fit, func(_ *volume.KDOP[S], prims []uint32, depth int) int {
		if opt.enough(depth, len(prims)) {
			return 0
		}
		return s.splitNearer(prims, right)
	})
}

// RefitKDOP is RefitDOP for k-DOPs of any k.
func RefitKDOP[S volume.Slabs](t *Of[volume.KDOP[S]], s *Soup) {
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		if !n.IsLeaf() {
			n.Volume = t.Nodes[n.Child].Volume
			n.Volume.Include(&t.Nodes[n.Child+1].Volume)
			continue
		}
		d := volume.EmptyKDOP[S]()
		for _, p := range t.Order[n.First : n.First+n.Count] {
			for _, c := range s.Triangles[p] {
				d.Extend(s.Vertices[c])
			}
		}
		n.Volume = d
	}
}
