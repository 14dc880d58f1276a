package mesh

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/collide-go/collide/geom"
)

// Welded reports which vertices have equal coordinates (−0 = 0).
type Welded struct {
	// Vertex maps every vertex to the first one equal to it.
	Vertex []uint32
	// Distinct is the number of different vertices.
	Distinct int
}

// Weld finds equal vertices in linear expected time. It keeps 4 bytes a vertex
// and needs 16 to 32 more while it runs.
func Weld(m *Mesh) *Welded {
	w := &Welded{Vertex: make([]uint32, len(m.Vertices))}
	table := newVertexTable(len(m.Vertices))
	for i, v := range m.Vertices {
		first, slot, hash := table.find(m.Vertices, v)
		if slot != nil {
			first = uint32(i)
			*slot = packSlot(hash, first)
			w.Distinct++
		}
		w.Vertex[i] = first
	}
	return w
}

// Corners returns the welded corners of a triangle.
func (w *Welded) Corners(t [3]uint32) [3]uint32 {
	return [3]uint32{w.Vertex[t[0]], w.Vertex[t[1]], w.Vertex[t[2]]}
}

// Welder gathers distinct vertices one by one. The zero value is ready for use.
type Welder struct {
	vertices []geom.Vec
	table    vertexTable
}

// Add returns the index of the vertex equal to v (−0 = 0), which is v itself,
// with its own signs of zero, when there was none. v must be finite, and there is
// room for 2³²−1 vertices. Constant expected time, amortised.
func (w *Welder) Add(v geom.Vec) uint32 {
	if 2*(len(w.vertices)+1) > len(w.table.slots) {
		w.table.grow()
	}
	i, slot, hash := w.table.find(w.vertices, v)
	if slot != nil {
		i = uint32(len(w.vertices))
		*slot = packSlot(hash, i)
		w.vertices = append(w.vertices, v)
	}
	return i
}

// Len returns how many distinct vertices were added.
func (w *Welder) Len() int { return len(w.vertices) }

// Vertices returns the distinct vertices in the order they were first added. The
// slice is the welder's own.
func (w *Welder) Vertices() []geom.Vec { return w.vertices }

// vertexTable is an open-addressing table of vertex indices, at most half full.
// A slot holds 32 bits of the hash next to the index, so that vertices are looked
// at only when they are almost certainly equal.
type vertexTable struct {
	slots []uint64 // hash<<32 | index+1; 0 is empty
	seed  uint64   // differs between runs, so that no file can aim at one slot
}

func newVertexTable(n int) *vertexTable {
	return &vertexTable{slots: make([]uint64, 1<<bits.Len(uint(2*n))), seed: rand.Uint64()}
}

func packSlot(hash, index uint32) uint64 { return uint64(hash)<<32 | uint64(index+1) }

// find returns the index of the vertex equal to v, or the slot and the hash to
// enter it with.
func (t *vertexTable) find(vertices []geom.Vec, v geom.Vec) (index uint32, empty *uint64, hash uint32) {
	hash = t.hash(v)
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return 0, &t.slots[i], hash
		}
		if uint32(s>>32) == hash && vertices[uint32(s)-1] == v {
			return uint32(s) - 1, nil, hash
		}
	}
}

// hash spreads the bits of a vertex; adding 0 makes −0 and 0 the same.
func (t *vertexTable) hash(v geom.Vec) uint32 {
	h := t.seed
	for _, x := range [3]float64{v.X, v.Y, v.Z} {
		hi, lo := bits.Mul64(math.Float64bits(x+0)^h, 0x9e3779b97f4a7c15)
		h = hi ^ lo
	}
	hi, lo := bits.Mul64(h, 0xd6e8feb86659fd93)
	return uint32(hi ^ lo)
}

// grow doubles the table. Slots keep their hash, so no vertex is looked at.
func (t *vertexTable) grow() {
	old := t.slots
	*t = vertexTable{slots: make([]uint64, max(64, 2*len(old))), seed: t.seed}
	if t.seed == 0 {
		t.seed = rand.Uint64()
	}
	mask := uint32(len(t.slots) - 1)
	for _, s := range old {
		if s == 0 {
			continue
		}
		i := uint32(s>>32) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}
