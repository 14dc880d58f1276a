package simd

import "testing"

// TestCornersDecide: a triangle that pierces another touches it, and one next to it does not, on the grid and in
// one and two float64 a number, at every level there is.
func TestCornersDecide(t *testing.T) {
	t.Parallel()
	var a, b Corners
	for i := range LeafTriangles {
		at := [2][9]float64{{0, 0, 0, 4, 0, 0, 0, 4, 0}, {1, 1, -1, 1, 1, 2, 2, 1, 2}}
		for r := range 9 {
			a[r][i], b[r][i] = at[0][r], at[1][r]
			if i >= 2 && r%3 == 2 { // the last two of B lie above
				b[r][i] += 5
			}
		}
	}
	const want = 0x3333
	m := &MakeMotions(1)[0]
	for _, l := range Levels() {
		touch, open, fits := l.TouchOnGrid(m, &a, &b, 1, 16, 0xffff)
		if touch != want || open != 0 || !fits {
			t.Errorf("%v: touch %04x, open %04x, fits %v", l, touch, open, fits)
		}
		if _, _, fits := l.TouchOnGrid(m, &a, &b, 1, 6, 0xffff); fits {
			t.Errorf("%v: corners 7 away fit into 6", l)
		}
		hit, apart := l.TouchInDouble(m, &a, &b, 0x1p-40, 16, 0xffff)
		if hit != want || apart != 0xffff&^want {
			t.Errorf("%v: hit %04x, apart %04x", l, hit, apart)
		}
		hit, apart = l.TouchInFloat64(m, &a, &b, 0x1p-20, 16, 0xffff)
		if hit != want || apart != 0xffff&^want {
			t.Errorf("%v: in float64 hit %04x, apart %04x", l, hit, apart)
		}
	}
}

// TestPlaneDecides: triangles in a plane across any axis that overlap touch, others are apart, and what
// merely shares an edge or has no area is neither, at every level there is.
func TestPlaneDecides(t *testing.T) {
	t.Parallel()
	for axis := range 3 {
		var a, b Corners
		for i := range LeafTriangles {
			p := [6]float64{0, 0, 4, 0, 0, 4}
			q := [4][6]float64{{1, 1, 5, 1, 1, 5}, {9, 9, 9, 8, 8, 9}, {0, 0, 4, 0, 4, -4}, {1, 1, 2, 2, 1, 1}}[i]
			if i == 1 { // turned over
				p = [6]float64{0, 0, 0, 4, 4, 0}
			}
			for v := range 3 {
				a[3*v+axis][i], b[3*v+axis][i] = 7, 7
				for k := range 2 {
					a[3*v+(axis+1+k)%3][i], b[3*v+(axis+1+k)%3][i] = p[2*v+k], q[2*v+k]
				}
			}
		}
		m := &MakeMotions(1)[0]
		for _, l := range Levels() {
			for _, asked := range []uint32{0xffff, 0x0f00, 0x1248} {
				hit, apart := l.TouchInPlane(m, &a, &b, axis, 0x1p-20, 16, asked)
				if hit != 0x1111&asked || apart != 0x2222&asked {
					t.Errorf("%v, axis %d, asked %04x: hit %04x, apart %04x", l, axis, asked, hit, apart)
				}
			}
		}
	}
}

// TestNeighbours: corners are shared by number.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	na, nb := Numbers{{7, 1}, {8, 2}, {9, 3}}, Numbers{{4, 3}, {9, 5}, {6, 1}}
	for i := range int32(2) {
		for j := range int32(2) {
			got := neighboursOf(&na, &nb, i, j)
			for v := range 3 {
				var inA, inB bool
				for w := range 3 {
					inA = inA || na[v][i] == nb[w][j]
					inB = inB || nb[v][j] == na[w][i]
				}
				if got.a[v] != inA || got.b[v] != inB {
					t.Errorf("triangles %d and %d: %+v", i, j, got)
				}
			}
		}
	}
}

// TestReached: a mark is reached unless x is below it, NaN included.
func TestReached(t *testing.T) {
	t.Parallel()
	nan := float32(0)
	nan /= nan
	marks := [Lanes]float32{1, 2, 3, 4, -5, 2.5, nan, 2}
	for _, l := range Levels() {
		if got := l.Reached(&marks, 2); got != 0b11010011 {
			t.Errorf("%v: %08b are reached", l, got)
		}
	}
}
