package volume

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Slabs are the extents of a k-DOP along its k/2 directions, for k = 6, 14, 18, 24 and 26.
type Slabs interface {
	[3]float64 | [7]float64 | [9]float64 | [12]float64 | [13]float64
}

// KDOP is a k-DOP with k as a parameter, to compare values of k: KDOP[[9]float64] is an
// 18-DOP. DOP is the same for k = 18 alone, written out. The directions are the three axes;
// with k = 18, 24 and 26 the six diagonals of the axes' planes; with k = 14 and 26 the four
// diagonals of the octants, of which k = 24 has the three that are not (1, 1, 1).
//
// A sum of two coordinates is rounded once, which is monotone (see DOP). One of three is
// rounded twice: it is off by less than 2u·(1+u)·(|x|+|y|+|z|), u = 2⁻⁵³, so that extents
// along the octants' diagonals are widened by diagonalPad, 4u, of that sum on either side.
// What widening rounds itself is at most u of it. Sums of subnormals are exact.
type KDOP[S Slabs] struct{ Min, Max S }

// diagonalPad is the part of |x|+|y|+|z| that extents along octants' diagonals are widened by.
const diagonalPad = 0x1p-51

// octants are the diagonals of the octants, in the order of the slabs.
var octants = [4]geom.Vec{{X: 1, Y: 1, Z: -1}, {X: 1, Y: -1, Z: 1}, {X: -1, Y: 1, Z: 1}, {X: 1, Y: 1, Z: 1}}

// EmptyKDOP returns the volume that contains nothing.
func EmptyKDOP[S Slabs]() KDOP[S] {
	var d KDOP[S]
	for k := range len(d.Min) {
		d.Min[k], d.Max[k] = math.Inf(1), math.Inf(-1)
	}
	return d
}

// planes is the number of directions along the axes and the diagonals of their planes, of
// all n.
func planes(n int) int {
	if n < 9 {
		return 3
	}
	return 9
}

// slabsOf returns the extents of a point.
func slabsOf[S Slabs](p geom.Vec) (lo, hi S) {
	n := planes(len(lo))
	all := slabs(p)
	for k := range n {
		lo[k], hi[k] = all[k], all[k]
	}
	if n == len(lo) {
		return lo, hi
	}
	pad := diagonalPad * (math.Abs(p.X) + math.Abs(p.Y) + math.Abs(p.Z))
	sums := [4]float64{(p.X + p.Y) - p.Z, (p.X - p.Y) + p.Z, (p.Y - p.X) + p.Z, (p.X + p.Y) + p.Z}
	for k := n; k < len(lo); k++ {
		x := sums[k-n]
		lo[k], hi[k] = x-pad, x+pad
	}
	return lo, hi
}

// Extend grows d to contain p.
func (d *KDOP[S]) Extend(p geom.Vec) {
	lo, hi := slabsOf[S](p)
	for k := range len(lo) {
		if lo[k] < d.Min[k] {
			d.Min[k] = lo[k]
		}
		if hi[k] > d.Max[k] {
			d.Max[k] = hi[k]
		}
	}
}

// Include grows d to contain o.
func (d *KDOP[S]) Include(o *KDOP[S]) {
	for k := range len(d.Min) {
		if o.Min[k] < d.Min[k] {
			d.Min[k] = o.Min[k]
		}
		if o.Max[k] > d.Max[k] {
			d.Max[k] = o.Max[k]
		}
	}
}

// Contains reports whether the extents of p lie in the slabs.
func (d *KDOP[S]) Contains(p geom.Vec) bool {
	lo, hi := slabsOf[S](p)
	for k := range len(lo) {
		if lo[k] < d.Min[k] || hi[k] > d.Max[k] {
			return false
		}
	}
	return true
}

// Girth ranks DOPs by size: half the sum of the extents along the axes.
func (d *KDOP[S]) Girth() float64 {
	return 0.5 * ((d.Max[0] - d.Min[0]) + (d.Max[1] - d.Min[1]) + (d.Max[2] - d.Min[2]))
}

// Bounds returns the box of the first three slabs.
func (d *KDOP[S]) Bounds() geom.AABB {
	return geom.AABB{Min: geom.Vec{X: d.Min[0], Y: d.Min[1], Z: d.Min[2]}, Max: geom.Vec{X: d.Max[0], Y: d.Max[1], Z: d.Max[2]}}
}

// direction is the normal of slab k of n.
func direction(k, n int) geom.Vec {
	if p := planes(n); k >= p {
		return octants[k-p]
	}
	return Directions[k]
}

// Turn writes a DOP around d's box as seen after the rigid motion f, rounded.
func (d *KDOP[S]) Turn(f *geom.Pose, dst *KDOP[S]) {
	b := d.Bounds()
	h := b.Size().Scale(0.5)
	c := f.R.MulVec(b.Center()).Add(f.T)
	for k := range len(d.Min) {
		n := direction(k, len(d.Min))
		m, r := n.Dot(c), f.R.TMulVec(n).Abs().Dot(h)
		dst.Min[k], dst.Max[k] = m-r, m+r
	}
}

// Apart reports whether a direction separates the volumes by more than pad.
func (d *KDOP[S]) Apart(o *KDOP[S], pad float64) bool {
	for k := range len(d.Min) {
		if d.Min[k] > o.Max[k]+pad || o.Min[k] > d.Max[k]+pad {
			return true
		}
	}
	return false
}
