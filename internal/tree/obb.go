package tree

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/volume"
)

// OBBOptions configures BuildOBB and BuildSphereOBB.
type OBBOptions struct {
	// LeafSize is the largest number of triangles in a leaf, 0 for 1 as in RAPID.
	LeafSize int
}

// BuildOBB builds a hierarchy of oriented boxes top-down as Gottschalk, Lin and
// Manocha do (OBBTree, SIGGRAPH 1996): axes from the covariance of the surface,
// not of the vertices, so that tessellation does not matter; split at the mean
// along the longest axis that separates anything. O(n log n) on balanced splits.
func BuildOBB(s *Soup, opt OBBOptions) *Of[volume.OBB] {
	return topDown(len(s.Triangles), s.fitOBB, func(o *volume.OBB, prims []uint32, _ int) int {
		if len(prims) <= opt.LeafSize {
			return 0
		}
		return s.splitBest(prims, &o.Axes, o.Half)
	})
}

// BuildSphereOBB builds the hybrid hierarchy of Sphere-OBB nodes: BuildOBB's
// boxes, each with the least ball around the box's centre.
func BuildSphereOBB(s *Soup, opt OBBOptions) *Of[volume.SphereOBB] {
	fit := func(prims []uint32) volume.SphereOBB {
		h := volume.SphereOBB{OBB: s.fitOBB(prims)}
		h.Fit(func(f func(geom.Vec)) { s.each(prims, f) })
		return h
	}
	return topDown(len(s.Triangles), fit, func(h *volume.SphereOBB, prims []uint32, _ int) int {
		if len(prims) <= opt.LeafSize {
			return 0
		}
		return s.splitBest(prims, &h.Axes, h.Half)
	})
}

// minFitSize and maxFitSize bound the sizes of boxes whose covariances neither overflow nor
// vanish, in the mesh's unit. A box of another size stays along the axes.
const (
	minFitSize = 0x1p-300
	maxFitSize = 0x1p300
)

// fitOBB returns a box along the principal axes of the triangles' surface.
func (s *Soup) fitOBB(prims []uint32) volume.OBB {
	box := s.bounds(prims)
	o := volume.OBB{Center: box.Center(), Axes: geom.Identity.R}
	if size := box.Size().MaxAbs(); size > minFitSize && size < maxFitSize {
		o.Axes = volume.Eigenvectors(s.covariance(prims, o.Center, 2/size))
		o.Center = s.middle(prims, &o)
	}
	o.SetHalf(func(f func(geom.Vec)) { s.each(prims, f) })
	return o
}

// middle returns the centre of the least box along o's axes.
func (s *Soup) middle(prims []uint32, o *volume.OBB) geom.Vec {
	b := geom.EmptyAABB()
	s.each(prims, func(p geom.Vec) { b.Extend(o.Axes.MulVec(p.Sub(o.Center))) })
	return o.Center.Add(o.Axes.TMulVec(b.Center()))
}

// covariance is that of the surface, in coordinates relative to origin and scaled:
// ∫xxᵀ over a triangle of area A with corners p, q, r and centroid m is
// A/12·(9mmᵀ + ppᵀ + qqᵀ + rrᵀ). Triangles without area count by their corners
// when all are such.
func (s *Soup) covariance(prims []uint32, origin geom.Vec, scale float64) geom.Mat {
	c, mean, total := s.moments(prims, origin, scale, false)
	if !(total > 1e-30) {
		c, mean, total = s.moments(prims, origin, scale, true)
	}
	mean = mean.Scale(1 / total)
	for i := range 3 {
		for j := range 3 {
			c[3*i+j] = c[3*i+j]/total - float64(mean.At(i)*mean.At(j))
		}
	}
	return c
}

func (s *Soup) moments(prims []uint32, origin geom.Vec, scale float64, equal bool) (c geom.Mat, mean geom.Vec, total float64) {
	for _, t := range prims {
		var p geom.Triangle
		for k, v := range s.Triangles[t] {
			p[k] = s.Vertices[v].Sub(origin).Scale(scale)
		}
		m := p[0].Add(p[1]).Add(p[2]).Scale(1.0 / 3)
		area := 1.0
		if !equal {
			area = p.Normal().Norm() / 2
		}
		total += area
		mean = mean.Add(m.Scale(area))
		addOuter(&c, m, 9*area/12)
		for _, x := range p {
			addOuter(&c, x, area/12)
		}
	}
	return c, mean, total
}

// addOuter adds w·x·xᵀ.
func addOuter(c *geom.Mat, x geom.Vec, w float64) {
	for i := range 3 {
		for j := range 3 {
			c[3*i+j] += float64(w * float64(x.At(i)*x.At(j)))
		}
	}
}
