package depth

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// turn chooses the axes along which the area of the faces is best aligned: those of space, of a solid's pose, or of the faces: along
// the normal of the largest one, and along what it has in common with another large one, the ridges of a shaft, say. The choice
// decides how long a search takes and nothing else.
func (s *Search) turn() {
	best := -1.0
	take := func(m geom.Mat) {
		if score := s.alignment(&m); score > best*(1+0x1p-20) {
			best, s.axes = score, m
		}
	}
	take(geom.Identity.R)
	take(s.solids[0].axes)
	take(s.solids[1].axes)
	large := s.largest()
	for _, i := range large[1:] {
		if i == none {
			return
		}
		if m, ok := axesOf(s.faces[large[0]].normal, s.faces[i].normal); ok {
			take(m)
		}
	}
}

// alignment is how well the area of the faces is aligned with the columns of a matrix.
func (s *Search) alignment(m *geom.Mat) (score float64) {
	for i := range s.faces {
		v := m.TMulVec(s.faces[i].normal)
		v = geom.Vec{X: v.X * v.X, Y: v.Y * v.Y, Z: v.Z * v.Z}
		score += float64(s.faces[i].radius * s.faces[i].radius * v.Dot(v))
	}
	return score
}

// around returns a box along the axes around what the two solids have in common: around the faces, around the box that both boxes
// share, and around what both solids reach along the axes. No point x of it is more than √3 reaches away, and neither are its coordinates v along the
// axes, about: x is M·v, with MᵀM = 1+E. Entries of E are at most 2⁻⁴⁸ (orthonormal) and 4u, so |E| is less than 2⁻⁴⁶, and Mᵀx is off from v by less
// than 1.75·2⁻⁴⁶ reaches, computed by 6u more. That is less than outer, which in turn is so much less than shrunk that a face at the end of the box
// does not keep others from bearing a cell there.
func (s *Search) around(shared *geom.AABB) geom.AABB {
	if s.axes == geom.Identity.R {
		return *shared
	}
	faces, box := geom.EmptyAABB(), geom.EmptyAABB()
	for i := range s.faces {
		f := &s.faces[i]
		for _, q := range f.parts[:f.n] {
			for _, x := range q {
				faces.Extend(s.axes.TMulVec(x))
			}
		}
	}
	for i := range 8 {
		box.Extend(s.axes.TMulVec(shared.Corner(i)))
	}
	box = box.Intersect(faces)
	for _, of := range s.solids {
		var reach geom.AABB
		for axis := range 3 {
			set(&reach.Max, axis, s.farthest(of, s.axes.Col(axis)))
			set(&reach.Min, axis, -s.farthest(of, s.axes.Col(axis).Scale(-1)))
		}
		box = box.Intersect(reach)
	}
	return box.Inflated(outer * max(s.solids[0].reach, s.solids[1].reach))
}

// farthest returns how far a solid reaches along a direction, as computed: boxes of nodes may be off by 16 units from what is in them.
func (s *Search) farthest(of *Solid, n geom.Vec) (most float64) {
	most = -inf
	s.nodes = append(s.nodes[:0], 0)
	for len(s.nodes) > 0 {
		node := &of.nodes[s.nodes[len(s.nodes)-1]]
		s.nodes = s.nodes[:len(s.nodes)-1]
		if !s.step() {
			return inf
		}
		if n.Dot(node.Box.Center())+n.Abs().Dot(node.Box.Size())/2+16*s.unit <= most {
			continue
		}
		if !node.IsLeaf() {
			s.nodes = append(s.nodes, node.Child+1, node.Child)
			continue
		}
		for i := range of.triangles[node.First : node.First+node.Count] {
			most = max(most, reachAlong(&of.triangles[int(node.First)+i], n).Hi)
		}
	}
	return most
}

const outer = 0x1p-45 // 128 units

// mostAxes is the number of faces whose normals are candidates for axes. It decides how long a search takes and nothing else.
const mostAxes = 8

// largest returns the faces that are largest, the first of equal ones first.
func (s *Search) largest() (large [mostAxes]int32) {
	for i := range large {
		large[i] = none
	}
	for i := range s.faces {
		next := int32(i)
		for k, other := range large {
			if other == none || s.faces[next].radius > s.faces[other].radius {
				large[k], next = next, other
			}
			if next == none {
				break
			}
		}
	}
	return large
}

// axesOf returns orthonormal columns, the first along a normal and the last square to two normals. Where these are nearly the same there are none.
func axesOf(n, other geom.Vec) (m geom.Mat, ok bool) {
	z := n.Cross(other)
	if !(z.Norm() > 0x1p-10) {
		return m, false
	}
	z = unitVector(z)
	y := unitVector(z.Cross(n))
	return orthonormal(geom.Mat{n.X, y.X, z.X, n.Y, y.Y, z.Y, n.Z, y.Z, z.Z})
}

// orthonormal returns the columns of a matrix at length 1, and whether they are square to each other within 2⁻⁴⁸.
func orthonormal(m geom.Mat) (columns geom.Mat, ok bool) {
	for i := range 3 {
		v := unitVector(m.Col(i))
		columns[i], columns[3+i], columns[6+i] = v.X, v.Y, v.Z
	}
	square := columns.TMul(&columns)
	for i, x := range square {
		if !(math.Abs(x-geom.Identity.R[i]) <= 0x1p-48) {
			return columns, false
		}
	}
	return columns, true
}

// setAxes takes the axes of a pose, those of space where they are not orthonormal.
func (s *Solid) setAxes(m *geom.Mat) {
	s.axes = geom.Identity.R
	if columns, ok := orthonormal(*m); ok {
		s.axes = columns
	}
}
