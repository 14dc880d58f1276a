package simd

import (
	"math"
	"testing"
	"unsafe"
)

// margin is the number of float32 on either side of a guarded buffer: more than a
// kernel could reach by one block too many.
const margin = 2 * Rows * Lanes

// guarded is a buffer between margins of NaN: a kernel that reads them spoils its
// result, one that writes them is seen.
type guarded struct{ room []float32 }

// newGuarded has room for n floats, shift·4 bytes off the allocation.
func newGuarded(n, shift int) guarded {
	g := guarded{make([]float32, 2*margin+shift+n)[shift:]}
	for i := range g.room {
		g.room[i] = marked
	}
	return g
}

// marked is a NaN that no arithmetic makes.
var marked = math.Float32frombits(0x7fc5a5a5)

func (g guarded) floats() []float32 { return g.room[margin : len(g.room)-margin] }

func (g guarded) blocks() []Block {
	f := g.floats()
	return unsafe.Slice((*Block)(unsafe.Pointer(&g.room[margin])), len(f)/(Rows*Lanes))
}

func (g guarded) triangles() []Triangles {
	f := g.floats()
	return unsafe.Slice((*Triangles)(unsafe.Pointer(&g.room[margin])), len(f)/(9*Lanes))
}

func (g guarded) check(t *testing.T, what string) {
	t.Helper()
	for i, x := range g.room {
		if (i < margin || i >= len(g.room)-margin) && math.Float32bits(x) != math.Float32bits(marked) {
			t.Fatalf("%s: float %d outside of the buffer was written", what, i-margin)
		}
	}
}

// guardedMask returns n bytes between margins of marks and a check of these.
func guardedMask(n int) (mask []uint8, check func(t *testing.T, what string)) {
	const side, mark = 64, 0x5a
	room := make([]uint8, n+2*side)
	for i := range room {
		room[i] = mark
	}
	return room[side : side+n], func(t *testing.T, what string) {
		t.Helper()
		for i, x := range room {
			if (i < side || i >= side+n) && x != mark {
				t.Fatalf("%s: mask byte %d outside of the buffer was written", what, i-side)
			}
		}
	}
}

// same compares bits; all NaN are one value.
func same(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}
