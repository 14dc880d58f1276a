package simd

// BoxBox8 tests box lane of a, carried by m, against the eight boxes of b on the 15
// separating axes (Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996). What a clear
// bit of near proves, and under which conditions, is derived in package narrow (wide.go);
// it holds for any order of the float32 operations and whether or not they are fused, so
// the levels may differ where boxes are apart by less than the bound.
func (l Level) BoxBox8(m *Motion, a *Node, lane int, b *Node) Boxes {
	return Boxes(l.boxBox8(m, a, lane, b))
}

// Boxes is what BoxBox8 and AlignedBox8 find of the eight boxes of b.
type Boxes uint32

// Near has a bit for each box that may touch that of a.
func (r Boxes) Near() uint32 { return uint32(r) & 0xff }

// AtLeast reports whether box i is no smaller than that of a, stretched, by Area, where
// Near is not 0.
func (r Boxes) AtLeast(i uint32) bool { return r>>(8+i&31)&1 == 1 }

// Larger is AtLeast without equality.
func (r Boxes) Larger(i uint32) bool { return r>>(16+i&31)&1 == 1 }

// posedBox is a box of A as B sees it.
type posedBox struct {
	c, h [3]float32
	w    [3][3]float32 // axes
	sum  float32       // of the half sizes
}

func (p *posedBox) set(m *Motion, a *Node, lane int) {
	x, y, z := a.C[0][lane], a.C[1][lane], a.C[2][lane]
	for r := range 3 {
		p.c[r] = m.Col[3][r] + float32(m.Col[0][r]*x) + float32(m.Col[1][r]*y) + float32(m.Col[2][r]*z)
	}
	for i := range 3 {
		p.h[i] = float32(a.H[i][lane]*m.Stretch) + m.Grow
		x, y, z := a.Q[3*i][lane], a.Q[3*i+1][lane], a.Q[3*i+2][lane]
		for r := range 3 {
			p.w[i][r] = float32(m.Turn[0][r]*x) + float32(m.Turn[1][r]*y) + float32(m.Turn[2][r]*z)
		}
	}
	p.sum = p.h[0] + p.h[1] + p.h[2]
}

// boxBox8Go is the contract of the kernels, box by box with an early end.
func boxBox8Go(m *Motion, a *Node, lane int, b *Node) (r uint32) {
	var p posedBox
	lane &= Lanes - 1
	p.set(m, a, lane)
	for i := range Lanes {
		if b.H[0][i] >= 0 && p.mayTouch(m.Slack, b, i) {
			r |= 1 << i
		}
	}
	if r == 0 {
		return 0
	}
	x, y, z := float32(a.H[0][lane]*m.Stretch), float32(a.H[1][lane]*m.Stretch), float32(a.H[2][lane]*m.Stretch)
	return r | sizes(areaOf(x, y, z), b)
}

// sizes compares the boxes' areas with one.
func sizes(area float32, b *Node) (r uint32) {
	for i := range Lanes {
		if x := b.Area(i); x > area {
			r |= 0x10100 << i
		} else if x == area {
			r |= 0x100 << i
		}
	}
	return r
}

func (p *posedBox) mayTouch(slack float32, b *Node, i int) bool {
	hb := [3]float32{b.H[0][i], b.H[1][i], b.H[2][i]}
	e := slack * (p.sum + hb[0] + hb[1] + hb[2])
	d0, d1, d2 := p.c[0]-b.C[0][i], p.c[1]-b.C[1][i], p.c[2]-b.C[2][i]
	var x [3]float32       // the vector between the centres along B's axes
	var c, d [3][3]float32 // A's axes along B's, and their absolute values
	for j := range 3 {
		q0, q1, q2 := b.Q[3*j][i], b.Q[3*j+1][i], b.Q[3*j+2][i]
		x[j] = float32(d0*q0) + float32(d1*q1) + float32(d2*q2)
		r := hb[j] + e
		for k := range 3 {
			t := float32(p.w[k][0]*q0) + float32(p.w[k][1]*q1) + float32(p.w[k][2]*q2)
			c[k][j], d[k][j] = t, abs(t)
			r += float32(p.h[k] * d[k][j])
		}
		if abs(x[j]) > r {
			return false
		}
	}
	for k := range 3 {
		t := float32(x[0]*c[k][0]) + float32(x[1]*c[k][1]) + float32(x[2]*c[k][2])
		if abs(t) > p.h[k]+e+float32(hb[0]*d[k][0])+float32(hb[1]*d[k][1])+float32(hb[2]*d[k][2]) {
			return false
		}
	}
	for k := range 3 {
		k1, k2 := next[k], next[k+1]
		for j := range 3 {
			j1, j2 := next[j], next[j+1]
			t := float32(x[j1]*c[k][j2]) - float32(x[j2]*c[k][j1])
			r := float32(p.h[k1]*d[k2][j]) + float32(p.h[k2]*d[k1][j]) + float32(hb[j1]*d[k][j2]) + float32(hb[j2]*d[k][j1]) + e
			if abs(t) > r {
				return false
			}
		}
	}
	return true
}

// next[i] is the axis or corner after i, next[i+1] the one after that.
var next = [4]int{1, 2, 0, 1}
