package simd

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// Kernels that agree with each other may still be handed the wrong lane, and hand back the wrong number.

// TestScaleMultipliesBoxesInUse: centres and half sizes are multiplied, the mark of unused boxes stays.
func TestScaleMultipliesBoxesInUse(t *testing.T) {
	t.Parallel()
	n := boxesAt([3]float32{1, -2, 3}, [3]float32{4, 0, 5})
	n.Scale(8)
	want := boxesAt([3]float32{8, -16, 24}, [3]float32{32, 0, 40})
	for k := range 3 {
		if n.H[k] != want.H[k] || n.C[k][0] != want.C[k][0] {
			t.Errorf("axis %d: centres %v, half sizes %v", k, n.C[k], n.H[k])
		}
	}
}

// TestAlignedWhereTheAllocatorIsNot: the first value begins with a cache line also where memory of its size
// does not.
func TestAlignedWhereTheAllocatorIsNot(t *testing.T) {
	t.Parallel()
	for range 100 {
		if p := unsafe.Pointer(&aligned[[17]byte](1)[0]); uintptr(p)%64 != 0 {
			t.Fatalf("begins at %p", p)
		}
	}
}

// TestReachWritesItsLane: one lane is set, to what the corners and boxes are.
func TestReachWritesItsLane(t *testing.T) {
	t.Parallel()
	n, below := boxesAt([3]float32{}, [3]float32{1, 1, 1}), boxesAt([3]float32{1, 2, 3}, [3]float32{4, 5, 6})
	var leaf Leaf
	for v := range 3 {
		for i := range LeafTriangles {
			leaf.V[3*v][i], leaf.V[3*v+1][i], leaf.V[3*v+2][i] = float32(v), float32(-i), 2
		}
	}
	leaf.C = [3]float64{10, 20, 30}
	for lane := range Lanes {
		for _, l := range Levels() {
			var byLeaf, byNode, want Reach
			l.ReachLeaf(&byLeaf, n, lane, &leaf)
			want.Lo[0][lane], want.Lo[1][lane], want.Lo[2][lane] = 10, 17, 32
			want.Hi[0][lane], want.Hi[1][lane], want.Hi[2][lane] = 12, 20, 32
			if byLeaf != want {
				t.Errorf("%v, lane %d: a leaf reaches %v, want %v", l, lane, byLeaf, want)
			}
			for i := range Lanes { // the unused box would reach nowhere
				below.H[0][i], below.H[1][i], below.H[2][i] = 4, 5, 6
			}
			l.ReachNode(&byNode, n, lane, below)
			want.Lo[0][lane], want.Lo[1][lane], want.Lo[2][lane] = -3, -3, -3
			want.Hi[0][lane], want.Hi[1][lane], want.Hi[2][lane] = 5, 7, 9
			if byNode != want {
				t.Errorf("%v, lane %d: a node reaches %v, want %v", l, lane, byNode, want)
			}
		}
	}
}

// TestLeastIsTheFirst: the orientation of least area, of all it may be.
func TestLeastIsTheFirst(t *testing.T) {
	t.Parallel()
	for want := range Directions {
		var s Slabs
		for i := range Directions {
			for k := range 3 {
				s.Hi[k][i] = 2
				if i >= want {
					s.Hi[k][i] = 1
				}
			}
		}
		for _, l := range Levels() {
			if got := l.Least(&s); got != want {
				t.Errorf("%v: the least is %d, want %d", l, got, want)
			}
		}
	}
}

// TestSlabsEnd: places before the first slab and behind the last one belong to these.
func TestSlabsEnd(t *testing.T) {
	t.Parallel()
	var g Grid
	for axis := range 3 {
		g.Origin[axis], g.Scale[axis] = 2, 1
		for _, c := range []struct {
			center float32
			want   int
		}{{-5, 0}, {1, 0}, {1.6, 1}, {(Bins + 1) / 2.0, Bins - 1}, {Bins, Bins - 1}, {100 * Bins, Bins - 1}} {
			var b Box
			b[axis], b[4+axis] = -c.center, c.center
			if got := g.SlabOf(&b, axis); got != c.want {
				t.Errorf("axis %d: a box about %g is in slab %d, want %d", axis, c.center, got, c.want)
			}
		}
	}
}

// TestPairsOf: as many rows as A has triangles, as many columns as B.
func TestPairsOf(t *testing.T) {
	t.Parallel()
	for na := range int32(LeafTriangles) {
		for nb := range int32(LeafTriangles) {
			got := PairsOf(&Leaf{N: na + 1}, &Leaf{N: nb + 1})
			for k := range int32(4 * LeafTriangles) {
				if want := k/4 <= na && k%4 <= nb; got>>k&1 == 1 != want {
					t.Errorf("%d and %d triangles: %04x", na+1, nb+1, got)
				}
			}
		}
	}
}

// TestGapOfNothing: volumes that touch are not apart, and their gap is 0, not −0.
func TestGapOfNothing(t *testing.T) {
	t.Parallel()
	a, b := &Make(1)[0], &Make(1)[0]
	for r := range Rows {
		for i := range Lanes {
			a[r][i], b[r][i] = float32(math.Copysign(0, -1)), float32(math.Copysign(0, -1))
		}
	}
	for _, l := range Levels() {
		var gaps [Lanes]float32
		if apart := l.Gap(&gaps, a, 3, b); apart != 0 {
			t.Errorf("%v: %08b are apart", l, apart)
		}
		for i, g := range gaps {
			if g != 0 || math.Signbit(float64(g)) {
				t.Errorf("%v: gap %d is %g", l, i, g)
			}
		}
	}
}

// TestStripsKnowTheirLength, which those who sweep them ask for.
func TestStripsKnowTheirLength(t *testing.T) {
	t.Parallel()
	var s Strip
	for _, n := range []int{0, 1, 17, 5} {
		if s.Resize(n); s.Len() != n {
			t.Errorf("a strip of %d boxes has %d", n, s.Len())
		}
	}
}

// TestFillSeesTheFarthestCorner: Fill returns the square of its distance from the origin.
func TestFillSeesTheFarthestCorner(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 1))
	s := Space{Scale: [4]float64{1, 1, 1}}
	for range 50 {
		vertices := [][3]float64{{}, {}, {}}
		want := 0.0
		for i := range vertices {
			for k := range 3 {
				vertices[i][k] = float64(r.IntN(200) - 100)
			}
			want = max(want, square(&vertices[i]))
		}
		for _, l := range Levels() {
			var leaf Leaf
			if got := l.Fill(&leaf, vertices, [][3]uint32{{0, 1, 2}}, &s); got != want {
				t.Errorf("%v: %g, want %g", l, got, want)
			}
		}
	}
}

// TestPlacementsTurn: Turn is the matrix without its stretch.
func TestPlacementsTurn(t *testing.T) {
	t.Parallel()
	var p Placement
	p.Set(&[9]float64{2, 4, 6, 8, 10, 12, 14, 16, 18}, [3]float64{1, 2, 3}, 2)
	for k := range 3 {
		for r := range 3 {
			if want := float32(3*r + k + 1); p.Turn[k][r] != want || p.Col[k][r] != 2*want || p.Col64[k][r] != 2*float64(want) {
				t.Errorf("row %d, column %d: %g, %g, %g", r, k, p.Turn[k][r], p.Col[k][r], p.Col64[k][r])
			}
		}
		if p.Col[3][k] != float32(k+1) || p.Col64[3][k] != float64(k+1) {
			t.Errorf("shift %d is %g, %g", k, p.Col[3][k], p.Col64[3][k])
		}
	}
}
