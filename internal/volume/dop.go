package volume

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// DOP is an 18-DOP: nine slabs, across the three axes and the six diagonals of
// the axes' planes (Klosowski and others, "Efficient Collision Detection Using
// Bounding Volume Hierarchies of k-DOPs", IEEE TVCG 4(1), 1998). Slab k holds the
// rounded products of Directions[k] with points.
//
// Rounding to nearest is monotone: if two sets share a point, their exact slabs
// overlap, hence so do the rounded ones. Slabs in the same coordinates are
// therefore compared without a margin.
type DOP struct{ Min, Max [9]float64 }

// Directions are the normals of a DOP's slabs.
var Directions = [9]geom.Vec{
	{X: 1}, {Y: 1}, {Z: 1},
	{X: 1, Y: 1}, {X: 1, Z: 1}, {Y: 1, Z: 1}, {X: 1, Y: -1}, {X: 1, Z: -1}, {Y: 1, Z: -1},
}

// EmptyDOP returns the volume that contains nothing.
func EmptyDOP() DOP {
	var d DOP
	for k := range d.Min {
		d.Min[k], d.Max[k] = math.Inf(1), math.Inf(-1)
	}
	return d
}

func slabs(p geom.Vec) [9]float64 {
	return [9]float64{p.X, p.Y, p.Z, p.X + p.Y, p.X + p.Z, p.Y + p.Z, p.X - p.Y, p.X - p.Z, p.Y - p.Z}
}

// Extend grows d to contain p.
func (d *DOP) Extend(p geom.Vec) {
	for k, x := range slabs(p) {
		if x < d.Min[k] {
			d.Min[k] = x
		}
		if x > d.Max[k] {
			d.Max[k] = x
		}
	}
}

// Include grows d to contain o.
func (d *DOP) Include(o *DOP) {
	for k := range d.Min {
		if o.Min[k] < d.Min[k] {
			d.Min[k] = o.Min[k]
		}
		if o.Max[k] > d.Max[k] {
			d.Max[k] = o.Max[k]
		}
	}
}

// Contains reports whether the rounded products of p lie in the slabs.
func (d *DOP) Contains(p geom.Vec) bool {
	for k, x := range slabs(p) {
		if x < d.Min[k] || x > d.Max[k] {
			return false
		}
	}
	return true
}

// Girth ranks DOPs by size: half the sum of the extents along the axes.
func (d *DOP) Girth() float64 {
	return 0.5 * ((d.Max[0] - d.Min[0]) + (d.Max[1] - d.Min[1]) + (d.Max[2] - d.Min[2]))
}

// Bounds returns the box of the first three slabs.
func (d *DOP) Bounds() geom.AABB {
	return geom.AABB{Min: geom.Vec{X: d.Min[0], Y: d.Min[1], Z: d.Min[2]}, Max: geom.Vec{X: d.Max[0], Y: d.Max[1], Z: d.Max[2]}}
}

// Turn writes a DOP around d's box as seen after the rigid motion f, rounded: a
// rotated DOP's own slabs are no longer across the directions, and bounding its
// box costs nine products of three.
func (d *DOP) Turn(f *geom.Pose, dst *DOP) {
	b := d.Bounds()
	h := b.Size().Scale(0.5)
	c := f.R.MulVec(b.Center()).Add(f.T)
	x, y, z := f.R.Row(0), f.R.Row(1), f.R.Row(2)
	for k, w := range [9]geom.Vec{x, y, z, x.Add(y), x.Add(z), y.Add(z), x.Sub(y), x.Sub(z), y.Sub(z)} {
		m, r := Directions[k].Dot(c), w.Abs().Dot(h)
		dst.Min[k], dst.Max[k] = m-r, m+r
	}
}

// Apart reports whether a direction separates the volumes by more than pad.
func (d *DOP) Apart(o *DOP, pad float64) bool {
	for k := range d.Min {
		if d.Min[k] > o.Max[k]+pad || o.Min[k] > d.Max[k]+pad {
			return true
		}
	}
	return false
}
