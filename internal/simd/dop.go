package simd

import (
	"math"
	"unsafe"
)

const (
	// Rows is the number of bounds of an 18-DOP: two for each of its nine slabs.
	Rows = 18
	// Lanes is the number of volumes in a Block.
	Lanes = 8
)

// DOP is an 18-DOP: the points p with DOP[2k] ≤ d_k·p and DOP[2k+1] ≤ −d_k·p, where
// d_0 … d_8 are x, y, z, x+y, x+z, y+z, x−y, x−z, y−z. All 18 bounds are lower
// bounds: the union of two volumes is 18 minima, and rounding outward is always
// rounding down. A NaN bounds nothing.
type DOP [Rows]float32

// Block holds eight 18-DOPs, one a lane: row r of lane i is bound r of volume i. The
// two rows of a slab fill one cache line when the block is aligned to 64 bytes, as
// those of Make are.
type Block [Rows][Lanes]float32

// Triangles holds eight triangles, one a lane; row 3v+a is coordinate a of vertex v.
type Triangles [9][Lanes]float32

// Empty returns the volume without points, the neutral element of Union. It
// overlaps no volume all of whose bounds are above −Inf.
func Empty() DOP {
	var d DOP
	for i := range d {
		d[i] = float32(math.Inf(1))
	}
	return d
}

// Union returns the least 18-DOP around both, NaN where one of the two is.
func (d *DOP) Union(o *DOP) DOP {
	var u DOP
	for i := range u {
		u[i] = min(d[i], o[i])
	}
	return u
}

// Overlaps reports whether no slab separates d from o. Unordered bounds separate
// nothing. It is the scalar twin of Overlap for volumes that lie alone.
func (d *DOP) Overlaps(o *DOP) bool {
	for k := 0; k < Rows; k += 2 {
		if d[k] > -o[k+1] || o[k] > -d[k+1] {
			return false
		}
	}
	return true
}

// Set stores d in a lane.
func (b *Block) Set(lane int, d *DOP) {
	for r := range b {
		b[r][lane] = d[r]
	}
}

// At returns the volume of a lane.
func (b *Block) At(lane int) DOP {
	var d DOP
	for r := range b {
		d[r] = b[r][lane]
	}
	return d
}

// Clear empties all lanes.
func (b *Block) Clear() {
	e := Empty()
	for i := range Lanes {
		b.Set(i, &e)
	}
}

// Set stores a triangle in a lane.
func (t *Triangles) Set(lane int, p, q, r [3]float32) {
	for a := range 3 {
		t[a][lane], t[3+a][lane], t[6+a][lane] = p[a], q[a], r[a]
	}
}

// Make returns n empty blocks aligned to 64 bytes. Kernels accept any blocks, also
// those inside larger nodes; aligned ones are faster.
func Make(n int) []Block {
	const line = 64
	if n == 0 {
		return nil
	}
	// One block more than asked for leaves room to start at a multiple of 64.
	room := make([]Block, n+1)
	at := uintptr(unsafe.Pointer(&room[0]))
	skip := int(-at&(line-1)) / int(unsafe.Sizeof(room[0][0][0]))
	flat := unsafe.Slice(&room[0][0][0], (n+1)*Rows*Lanes)
	blocks := unsafe.Slice((*Block)(unsafe.Pointer(&flat[skip])), n)
	for i := range blocks {
		blocks[i].Clear()
	}
	return blocks
}
