package tree

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/volume"
)

// SphereOptions configures BuildSphere.
type SphereOptions struct {
	// LeafSize is the largest number of triangles in a leaf, 0 for 1.
	LeafSize int
}

// BuildSphere builds a hierarchy of balls top-down: split at the mean along the
// longest side of the centroids' box, every ball around its triangles' corners
// (the sphere trees of Palmer and Grimsdale, "Collision Detection for Animation
// using Sphere-Trees", Computer Graphics Forum 14(2), 1995, over a binary tree).
func BuildSphere(s *Soup, opt SphereOptions) *Of[volume.Ball] {
	return topDown(len(s.Triangles), s.fitSphere, func(_ *volume.Ball, prims []uint32, _ int) int {
		if len(prims) <= opt.LeafSize {
			return 0
		}
		b := s.centers(prims)
		d := b.Size()
		return s.splitBest(prims, &geom.Identity.R, [3]float64{d.X, d.Y, d.Z})
	})
}

// fitSphere centres a ball on the box or where Ritter's growing ball ends
// ("An Efficient Bounding Sphere", Graphics Gems, 1990), whichever is smaller.
func (s *Soup) fitSphere(prims []uint32) volume.Ball {
	each := func(f func(geom.Vec)) { s.each(prims, f) }
	box := s.bounds(prims)
	a := volume.Ball{Center: box.Center()}
	a.SetRadius(each)
	b := s.ritter(prims)
	b.SetRadius(each)
	if b.Radius < a.Radius {
		return b
	}
	return a
}

// ritter grows a ball from a far pair of corners, point by point.
func (s *Soup) ritter(prims []uint32) volume.Ball {
	p := s.farthest(prims, s.Vertices[s.Triangles[prims[0]][0]])
	q := s.farthest(prims, p)
	b := volume.Ball{Center: p.Scale(0.5).Add(q.Scale(0.5))}
	b.Radius = geom.Length(p.Sub(b.Center))
	s.each(prims, func(x geom.Vec) {
		d := x.Sub(b.Center)
		if l := geom.Length(d); l > b.Radius {
			b.Center = b.Center.Add(d.Scale((l - b.Radius) / 2 / l))
			b.Radius = b.Radius/2 + l/2
		}
	})
	if !b.Center.IsFinite() {
		return volume.Ball{Center: p}
	}
	return b
}

func (s *Soup) farthest(prims []uint32, from geom.Vec) geom.Vec {
	best, most := from, -1.0
	s.each(prims, func(x geom.Vec) {
		if l := geom.Length(x.Sub(from)); l > most {
			best, most = x, l
		}
	})
	return best
}

// RefitSphere recomputes every ball after vertices moved, bottom-up: O(n). Inner
// balls then enclose their children's balls, hence are looser than built ones.
func RefitSphere(t *Of[volume.Ball], s *Soup) {
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		if n.IsLeaf() {
			n.Volume = s.fitSphere(t.Order[n.First : n.First+n.Count])
		} else {
			n.Volume = t.Nodes[n.Child].Volume.Join(t.Nodes[n.Child+1].Volume)
		}
	}
}
