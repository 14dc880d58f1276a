package meshio

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/collide-go/collide/geom"
)

// stlWelder finds equal corners by an open-addressing table over the twelve bytes
// of their coordinates. Welding, not reading, is what binary STL costs, and the
// table's cache misses are what welding costs; so each slot holds the key itself
// (a lookup touches one cache line).
type stlWelder struct {
	vertices  []geom.Vec
	triangles [][3]uint32
	slots     []stlSlot
	shift     uint8  // 64 − log2(len(slots))
	seed      uint64 // differs between runs, so that no file can aim at one slot
	touched   uint32 // keeps the compiler from dropping the touches
}

// stlSlot is a vertex by the bits of its coordinates; vertex counts from 1, 0 is
// an empty slot.
type stlSlot struct{ x, y, z, vertex uint32 }

// newSTLWelder makes room for a number of triangles, and more when needed.
func newSTLWelder(triangles int) *stlWelder {
	w := &stlWelder{
		vertices:  make([]geom.Vec, 0, triangles/2+3), // half as many on a closed surface
		triangles: make([][3]uint32, 0, triangles),
		seed:      rand.Uint64(),
	}
	w.resize(max(10, bits.Len(uint(triangles))))
	return w
}

func (w *stlWelder) resize(log2 int) {
	old := w.slots
	w.slots = make([]stlSlot, 1<<log2)
	w.shift = uint8(64 - log2)
	for _, s := range old {
		if s.vertex != 0 {
			*w.find(s.x, s.y, s.z, uint32(w.hash(s.x, s.y, s.z)>>w.shift)) = s
		}
	}
}

// hash is two rounds of multiply and fold, which spread the few bits in which
// neighbouring float32 coordinates differ.
func (w *stlWelder) hash(x, y, z uint32) uint64 {
	h := (uint64(x) | uint64(y)<<32) ^ w.seed
	hi, lo := bits.Mul64(h, 0x9e3779b97f4a7c15)
	h = (hi ^ lo) + uint64(z)
	hi, lo = bits.Mul64(h, 0xd6e8feb86659fd93)
	return hi ^ lo
}

// find returns the slot of a key with its home slot, the empty one where it
// belongs if it is new.
func (w *stlWelder) find(x, y, z uint32, home uint32) *stlSlot {
	slots := w.slots
	for i := int(home); ; i++ {
		s := &slots[i&(len(slots)-1)]
		if s.vertex == 0 || s.x == x && s.y == y && s.z == z {
			return s
		}
	}
}

// stlBatch is how many triangles are looked up together (16 to 64 are as fast).
const stlBatch = 32

// stlCorner is a corner on its way to its vertex.
type stlCorner struct{ x, y, z, home uint32 }

// add takes whole records. It returns the offset of the first coordinate that is
// not finite, -1 when there is none.
//
// It works in batches: first every corner's home slot is touched, then they are
// looked up. The touches do not depend on each other, so the processor has many
// cache misses under way at once, where lookups alone would wait for each in turn.
func (w *stlWelder) add(records []byte) (bad int) {
	var batch [3 * stlBatch]stlCorner
	for at := 0; at < len(records); at += stlRecord * stlBatch {
		n := min(stlBatch, (len(records)-at)/stlRecord)
		w.reserve(n)
		w.touch(batch[:3*n], records[at:])
		if corner := w.resolve(batch[:3*n]); corner >= 0 {
			c := batch[corner]
			return at + stlRecord*(corner/3) + 12 + 12*(corner%3) + 4*notFinite(c.x, c.y, c.z)
		}
	}
	return -1
}

// reserve makes room for n triangles, so that the table stays at most half full.
func (w *stlWelder) reserve(n int) {
	for 2*(len(w.vertices)+3*n) > len(w.slots) {
		w.resize(bits.Len(uint(len(w.slots))))
	}
	w.triangles = slices.Grow(w.triangles, n)
}

// touch decodes corners, finds their home slots and brings those into the cache.
func (w *stlWelder) touch(batch []stlCorner, records []byte) {
	for i := 0; i+2 < len(batch); i += 3 {
		r := (*[stlRecord]byte)(records)
		records = records[stlRecord:]
		for c := range 3 {
			b := r[12+12*c:]
			x, y, z := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
			home := uint32(w.hash(plusZero(x), plusZero(y), plusZero(z)) >> w.shift)
			batch[i+c] = stlCorner{x, y, z, home}
		}
	}
	slots, sum := w.slots, uint32(0)
	for i := range batch {
		sum += slots[int(batch[i].home)&(len(slots)-1)].vertex
	}
	w.touched += sum
}

// resolve appends the triangles of a batch. It returns the first corner that is
// not finite, -1 when there is none.
func (w *stlWelder) resolve(batch []stlCorner) (bad int) {
	for i := 0; i < len(batch); i += 3 {
		var t [3]uint32
		for k := range t {
			c := &batch[i+k]
			x, y, z := plusZero(c.x), plusZero(c.y), plusZero(c.z)
			s := w.find(x, y, z, c.home)
			if s.vertex == 0 {
				if notFinite(c.x, c.y, c.z) >= 0 {
					return i + k
				}
				w.vertices = append(w.vertices, c.vec())
				*s = stlSlot{x, y, z, uint32(len(w.vertices))}
			}
			t[k] = s.vertex - 1
		}
		w.triangles = append(w.triangles, t)
	}
	return -1
}

func (c *stlCorner) vec() geom.Vec {
	return geom.Vec{
		X: float64(math.Float32frombits(c.x)),
		Y: float64(math.Float32frombits(c.y)),
		Z: float64(math.Float32frombits(c.z)),
	}
}

// plusZero maps −0 to 0 and keeps all other bits.
func plusZero(b uint32) uint32 {
	if b == 1<<31 {
		return 0
	}
	return b
}

// notFinite returns which coordinate is infinite or NaN, -1 for none.
func notFinite(x, y, z uint32) int {
	const exponent = 0x7f800000
	for i, b := range [3]uint32{x, y, z} {
		if b&exponent == exponent {
			return i
		}
	}
	return -1
}
