package viewer

import (
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/volume"
)

// dopEdges appends the edges of an 18-DOP, two points each, for looks only: what a
// large square on each of its planes keeps when it is cut by all others.
func dopEdges(dst []geom.Vec, d *volume.DOP) []geom.Vec {
	box := d.Bounds()
	size := box.Size().MaxAbs()
	from := len(dst)
	var face, cut []geom.Vec
	for i := range 2 * len(volume.Directions) {
		n, m := dopPlane(d, i)
		face = append(face[:0], square(n, m, box.Center(), 4*size)...)
		for j := 0; j < 2*len(volume.Directions) && len(face) > 0; j++ {
			if j != i {
				o, most := dopPlane(d, j)
				cut = below(cut[:0], face, o, most+1e-6*size)
				face, cut = cut, face
			}
		}
		face = corners(face, 1e-5*size)
		for k, p := range face {
			dst = addEdge(dst, from, p, face[(k+1)%len(face)], 1e-5*size)
		}
	}
	return dst
}

// dopPlane is one of the 18: points p of the volume have n·p ≤ m.
func dopPlane(d *volume.DOP, i int) (n geom.Vec, m float64) {
	k := i / 2
	if i%2 == 0 {
		return volume.Directions[k], d.Max[k]
	}
	return volume.Directions[k].Scale(-1), -d.Min[k]
}

// square has its middle on the plane n·p = m, near a point.
func square(n geom.Vec, m float64, near geom.Vec, half float64) []geom.Vec {
	n, m = n.Scale(1/n.Norm()), m/n.Norm()
	c := near.Add(n.Scale(m - n.Dot(near)))
	u := geom.Vec{Z: 1}
	if n.Z != 0 {
		u = geom.Vec{X: n.Y - n.Z, Y: n.Z - n.X, Z: n.X - n.Y}
	}
	u = unit(u).Scale(half)
	v := n.Cross(u)
	return []geom.Vec{c.Add(u), c.Add(v), c.Sub(u), c.Sub(v)}
}

// below appends what of a convex polygon lies where n·p ≤ m.
func below(dst, face []geom.Vec, n geom.Vec, m float64) []geom.Vec {
	last := face[len(face)-1]
	over := n.Dot(last) - m
	for _, p := range face {
		o := n.Dot(p) - m
		if (over > 0) != (o > 0) {
			dst = append(dst, last.Add(p.Sub(last).Scale(over/(over-o))))
		}
		if o <= 0 {
			dst = append(dst, p)
		}
		last, over = p, o
	}
	return dst
}

// corners drops those of a polygon that are less than eps from the one before or from
// the line between their neighbours; of one without width it leaves none.
func corners(face []geom.Vec, eps float64) []geom.Vec {
	for k := 0; k < len(face); {
		a, p, b := face[(k+len(face)-1)%len(face)], face[k], face[(k+1)%len(face)]
		across := b.Sub(a)
		if p.Sub(a).MaxAbs() > eps && p.Sub(a).Cross(across).Norm() > eps*across.Norm() {
			k++
			continue
		}
		face, k = slices.Delete(face, k, k+1), max(k-1, 0) // its neighbours have others now
	}
	return face
}

// addEdge appends an edge that is not there yet, in either sense.
func addEdge(dst []geom.Vec, from int, p, q geom.Vec, eps float64) []geom.Vec {
	near := func(a, b geom.Vec) bool { return a.Sub(b).MaxAbs() <= eps }
	for i := from; i < len(dst); i += 2 {
		if near(dst[i], p) && near(dst[i+1], q) || near(dst[i], q) && near(dst[i+1], p) {
			return dst
		}
	}
	return append(dst, p, q)
}
