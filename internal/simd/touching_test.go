package simd

import (
	"testing"
	"unsafe"
)

// boxesAt is a node of seven boxes of half sizes h about c, along the coordinates, and an unused one.
func boxesAt(c, h [3]float32) *Node {
	n := &MakeNodes(1)[0]
	for k := range 3 {
		for i := range Lanes {
			n.C[k][i], n.H[k][i], n.Q[4*k][i] = c[k], h[k], 1
		}
		n.H[k][Lanes-1] = Unused
	}
	return n
}

// TestTouchingBoxes: boxes whose ends are equal are not apart, those with no extent along some or all
// axes included, where nothing is added for rounding; a unit in the last place beyond they are.
func TestTouchingBoxes(t *testing.T) {
	t.Parallel()
	m := &MakeMotions(1)[0]
	m.Set(&[9]float64{0: 1, 4: 1, 8: 1}, [3]float64{}, 1)
	const used = 1<<(Lanes-1) - 1
	for flat := range 64 {
		var ha, hb [3]float32
		for k := range 3 {
			ha[k], hb[k] = float32(1-flat>>k&1), float32(2-2*(flat>>(3+k)&1))
		}
		a := boxesAt([3]float32{4, 5, 6}, ha)
		for side := range 6 {
			k, sign := side%3, float32(2*(side/3)-1)
			for _, apart := range []bool{false, true} {
				at := [3]float32{4, 5, 6}
				if at[k] += sign * (ha[k] + hb[k]); apart {
					at[k] += sign * 0x1p-20
				}
				b := boxesAt(at, hb)
				for _, l := range Levels() {
					if got := l.AlignedBox8(m, a, 2, b).Near(); got != used && !apart || got != 0 && apart {
						t.Errorf("%v: half sizes %v and %v, axis %d, apart %v: aligned boxes %08b are near", l, ha, hb, k, apart, got)
					}
					if got := l.BoxBox8(m, a, 2, b).Near(); got != used && !apart || got != 0 && apart {
						t.Errorf("%v: half sizes %v and %v, axis %d, apart %v: boxes %08b are near", l, ha, hb, k, apart, got)
					}
				}
			}
		}
	}
}

// TestBoxesOfOneSize: a box as large as the other is no larger.
func TestBoxesOfOneSize(t *testing.T) {
	t.Parallel()
	m := &MakeMotions(1)[0]
	m.Set(&[9]float64{0: 1, 4: 1, 8: 1}, [3]float64{}, 1)
	a := boxesAt([3]float32{}, [3]float32{1, 2, 4})
	for i, c := range []struct {
		b               *Node
		atLeast, larger bool
	}{{a, true, false}, {boxesAt([3]float32{}, [3]float32{1, 2, 4.5}), true, true}, {boxesAt([3]float32{}, [3]float32{1, 2, 3.5}), false, false}} {
		for _, l := range Levels() {
			for _, r := range []Boxes{l.AlignedBox8(m, a, 1, c.b), l.BoxBox8(m, a, 1, c.b)} {
				if r.AtLeast(3) != c.atLeast || r.Larger(3) != c.larger {
					t.Errorf("%v, case %d: at least as large %v, larger %v", l, i, r.AtLeast(3), r.Larger(3))
				}
			}
		}
	}
}

// TestTriangleBoxesKnowTheVertices: the last vertex may be a corner, the one after it is refused.
func TestTriangleBoxesKnowTheVertices(t *testing.T) {
	t.Parallel()
	s := Space{Scale: [4]float64{1, 1, 1}}
	for _, l := range Levels() {
		for corner := range 3 {
			triangle := [][3]uint32{{}}
			triangle[0][corner] = 4
			l.TriangleBoxes(make([]Box, 1), 0, make([][3]float64, 5), triangle, &s)
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%v: corner %d, beyond the vertices, was read", l, corner)
					}
				}()
				l.TriangleBoxes(make([]Box, 1), 0, make([][3]float64, 4), triangle, &s)
			}()
		}
	}
}

// TestBoundOfNewBoxes: boxes in use, whose sizes are 0 before they are set, get sizes; others none.
func TestBoundOfNewBoxes(t *testing.T) {
	t.Parallel()
	for _, l := range Levels() {
		n := boxesAt([3]float32{}, [3]float32{})
		var r Reach
		for k := range 3 {
			for i := range Lanes {
				r.Lo[k][i], r.Hi[k][i] = 1, 2
			}
		}
		l.Bound(n, &r, 0x1p-10)
		for k := range 3 {
			for i := range Lanes {
				if used := i < Lanes-1; used && (n.H[k][i] < 0.5 || n.C[k][i] != 1.5) || !used && n.H[k][i] != Unused {
					t.Errorf("%v: lane %d is %g ± %g along axis %d", l, i, n.C[k][i], n.H[k][i], k)
				}
			}
		}
	}
}

// TestMadeForCacheLines: nodes, leaves and motions begin with a cache line.
func TestMadeForCacheLines(t *testing.T) {
	t.Parallel()
	for n := 1; n < 40; n++ {
		for _, p := range []unsafe.Pointer{unsafe.Pointer(&MakeNodes(n)[0]), unsafe.Pointer(&MakeLeaves(n)[0]), unsafe.Pointer(&MakeMotions(n)[0])} {
			if uintptr(p)%64 != 0 {
				t.Fatalf("%d of them begin at %p", n, p)
			}
		}
	}
}

// TestFillFitsTheLeaf: a leaf's radius is that of its corners about its origin, in whatever unit.
func TestFillFitsTheLeaf(t *testing.T) {
	t.Parallel()
	vertices, triangle := [][3]float64{{1, 2, 3}, {7, 2, 3}, {1, 10, 3}}, [][3]uint32{{0, 1, 2}}
	for _, scale := range []float64{0x1p-20, 1, 0x1p20} {
		s := Space{Scale: [4]float64{scale, scale, scale}}
		for _, l := range Levels() {
			var leaf Leaf
			l.Fill(&leaf, vertices, triangle, &s)
			// The corners lie at the ends of a box of 6 by 8.
			if got := float64(leaf.Rho) / scale; got < 5 || got > 5*(1+0x1p-19) {
				t.Errorf("%v: in units of %g the radius is %g", l, 1/scale, got)
			}
		}
	}
}
