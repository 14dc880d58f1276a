package simd

import "math"

// Box is an axis-aligned box as its greatest −x, −y, −z and its greatest x, y, z, in
// the lanes 0–2 and 4–6: a union is eight maxima. Lane 3 is 0, lane 7 free.
type Box [8]float32

// Directions is how many orientations Spread tries at once.
const Directions = 16

// Frames holds 16 orientations: Frames[3j+k][i] is component k of axis j of number i.
type Frames [9][Directions]float32

// Slabs are bounds along the three axes of 16 orientations.
type Slabs struct{ Lo, Hi [3][Directions]float32 }

// Spread sets s to the least and the greatest dot product of the points with every
// axis. points holds x, y, z of one point after another, at least one. Each
// product is rounded at most five times.
func (l Level) Spread(s *Slabs, points []float32, f *Frames) {
	if len(points) < 3 || len(points)%3 != 0 {
		panic("simd: Spread needs x, y, z of at least one point")
	}
	l.spread(s, points, f)
}

// spreadGo is the contract of the kernels.
func spreadGo(s *Slabs, points []float32, f *Frames) {
	for j := range 3 {
		for i := range Directions {
			qx, qy, qz := f[3*j][i], f[3*j+1][i], f[3*j+2][i]
			d := float32(qx*points[0]) + float32(qy*points[1]) + float32(qz*points[2])
			least, most := d, d
			for k := 3; k+2 < len(points); k += 3 {
				d := float32(qx*points[k]) + float32(qy*points[k+1]) + float32(qz*points[k+2])
				least, most = min(least, d), max(most, d)
			}
			s.Lo[j][i], s.Hi[j][i] = least, most
		}
	}
}

// Bins is how many slabs along each axis Bin sorts boxes into.
const Bins = 16

// BinSet is what lies in each slab: BinSet.Box[a][i] is the union of the boxes in slab
// i of axis a, Count[a][i] their number.
type BinSet struct {
	Box   [3][Bins]Box
	Count [3][Bins]int32
}

// Grid maps twice the centres of boxes to slabs: (max + min − Origin)·Scale, cut to a
// whole number in [0, Bins), for each axis; the fourth lanes are 0.
type Grid struct{ Origin, Scale [4]float32 }

// SlabOf returns a box's slab on axis a.
func (g *Grid) SlabOf(b *Box, a int) int {
	x := (b[4+a] - b[a] - g.Origin[a]) * g.Scale[a]
	return int(min(max(x, 0), Bins-1))
}

// Bin adds the boxes to the set.
func (l Level) Bin(s *BinSet, boxes []Box, g *Grid) {
	if len(boxes) > 0 {
		l.bin(s, boxes, g)
	}
}

func binGo(s *BinSet, boxes []Box, g *Grid) {
	for k := range boxes {
		b := &boxes[k]
		for a := range 3 {
			i := g.SlabOf(b, a)
			u := &s.Box[a][i]
			for lane := range u {
				u[lane] = max(u[lane], b[lane])
			}
			s.Count[a][i]++
		}
	}
}

// Part puts the boxes first whose place on the axis, (twice the centre − origin)·scale, is below
// bound and returns their number. Every level leaves the same order.
func (l Level) Part(boxes []Box, axis int, origin, scale, bound float32) int {
	if len(boxes) == 0 || axis < 0 || axis > 2 {
		panic("simd: Part needs a box and an axis of 0 to 2")
	}
	return l.part(boxes, axis, origin, scale, bound)
}

// partGo moves every box, so that nothing is left to be mispredicted.
func partGo(boxes []Box, axis int, origin, scale, bound float32) (n int) {
	for j := range boxes {
		b := boxes[j]
		x := (b[(4+axis)&7] - b[axis&7] - origin) * scale
		boxes[j] = boxes[n]
		boxes[n] = b
		if x < bound {
			n++
		}
	}
	return n
}

// Enclose returns the union of the boxes and the box of twice their centres.
func (l Level) Enclose(boxes []Box) (union, centers Box) {
	if len(boxes) == 0 {
		panic("simd: Enclose of no boxes")
	}
	l.enclose(&union, &centers, boxes)
	return union, centers
}

func encloseGo(union, centers *Box, boxes []Box) {
	low := float32(math.Inf(-1))
	*union, *centers = Box{low, low, low, 0, low, low, low, 0}, Box{low, low, low, 0, low, low, low, 0}
	for k := range boxes {
		b := &boxes[k]
		for i := range 3 {
			c := b[4+i] - b[i]
			union[i], union[4+i] = max(union[i], b[i]), max(union[4+i], b[4+i])
			centers[i], centers[4+i] = max(centers[i], -c), max(centers[4+i], c)
		}
	}
}
