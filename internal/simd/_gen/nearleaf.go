package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const nearLeafSignature = "func(m *float32, a *float32, b *float32, toward *float32, limit float32) uint32"

// facing is what one side of LeafNear knows of four triangles, a lane each.
type facing struct {
	corners [3]row3
	normal  row3
	// low and high are the ends of the triangle along its normal, square is that of the normal.
	low, high, square Mem
	sum               row3 // of the corners
	end               Mem  // along toward
}

// nearLeaf writes one form of LeafNear. What concerns one triangle is computed four lanes at a
// time and spread afterwards.
func nearLeaf(name string, width int) {
	controls, least := expandControls(name, width), nearLeast(name)
	kernel(name, nearLeafSignature, "bounds the distances of 4 triangles to 4.")
	m, a, b, toward := pointer("m"), pointer("a"), pointer("b"), pointer("toward")
	q := &quads{slots{base: m, next: moveScratch, width: lane4, end: moveWide}}
	cornersA := q.moved(m, a, originDistance(m, a, b))
	var w [3]reg.VecVirtual
	for k := range w {
		w[k] = XMM()
		VBROADCASTSS(at(toward, 4*k), w[k])
	}
	square := q.slot()
	VMOVUPS(dotX(w, w), square)
	sideA, sideB := q.facing(cornersA, w, true), q.facing(rowsAt(b, 0), w, false)
	far := GP32()
	for h := range lane16 / width {
		l := &lanes{width: width}
		l.control, l.zero = l.load(controls.Offset(h*width)), l.v()
		VXORPS(l.zero.AsX(), l.zero.AsX(), l.zero.AsX())
		gather(far, l.isFar(sideA, sideB, square, least), h, h == 0)
	}
	XORL(U32(0xffff), far)
	VZEROUPPER()
	Store(far, ReturnIndex(0))
	RET()
}

// dotX is a dot product of four lanes.
func dotX(a, b [3]reg.VecVirtual) reg.VecVirtual {
	t := XMM()
	VMULPS(a[0], b[0], t)
	VFMADD231PS(a[1], b[1], t)
	VFMADD231PS(a[2], b[2], t)
	return t
}

// ends stores the least and the greatest product of the corners with a vector.
func (q *quads) ends(corners [3]row3, n [3]reg.VecVirtual) (low, high Mem) {
	lo, hi := XMM(), XMM()
	for v := range 3 {
		t := dotX(fetch(corners[v]), n)
		if v == 0 {
			VMOVAPS(t, lo)
			VMOVAPS(t, hi)
			continue
		}
		VMINPS(t, lo, lo)
		VMAXPS(t, hi, hi)
	}
	low, high = q.slot(), q.slot()
	VMOVUPS(lo, low)
	VMOVUPS(hi, high)
	return low, high
}

func (q *quads) facing(corners [3]row3, toward [3]reg.VecVirtual, lower bool) (f facing) {
	f.corners, f.normal, f.sum, f.square = corners, q.row(), q.row(), q.slot()
	n := cross(difference(corners[1], corners[0]), difference(corners[2], corners[1]))
	store(f.normal, n)
	VMOVUPS(dotX(n, n), f.square)
	f.low, f.high = q.ends(corners, n)
	low, high := q.ends(corners, toward)
	if f.end = high; lower {
		f.end = low
	}
	sum := fetch(corners[0])
	for v := 1; v < 3; v++ {
		for k, x := range sum {
			VADDPS(corners[v][k], x, x)
		}
	}
	store(f.sum, sum)
	return f
}

// isFar returns a bit for each lane in which one of four directions keeps triangles farther
// apart than the limit.
func (l *lanes) isFar(a, b facing, toward, least Mem) reg.GPVirtual {
	g := l.expand(a.end)
	VSUBPS(l.dup(b.end), g, g)
	bits := l.beyond(g, l.dup(toward), least)

	var n [3]reg.VecVirtual
	for k := range n {
		n[k] = l.expand(a.sum[k])
		VSUBPS(l.dup(b.sum[k]), n[k], n[k])
	}
	low, _ := l.products(a.corners, n, l.expand)
	_, high := l.products(b.corners, n, l.dup)
	VSUBPS(high, low, low)
	ORL(l.beyond(low, l.dot(n, n), least), bits)

	for k := range n {
		n[k] = l.expand(a.normal[k])
	}
	low, high = l.products(b.corners, n, l.dup)
	ORL(l.beyond(l.gap(low, high, l.expand(a.low), l.expand(a.high)), l.expand(a.square), least), bits)
	for k := range n {
		n[k] = l.dup(b.normal[k])
	}
	low, high = l.products(a.corners, n, l.expand)
	ORL(l.beyond(l.gap(low, high, l.dup(b.low), l.dup(b.high)), l.dup(b.square), least), bits)
	return bits
}

func (l *lanes) dot(a, b [3]reg.VecVirtual) reg.VecVirtual {
	t := l.v()
	VMULPS(a[0], b[0], t)
	VFMADD231PS(a[1], b[1], t)
	VFMADD231PS(a[2], b[2], t)
	return t
}

// products returns the least and the greatest product of the corners with a vector.
func (l *lanes) products(corners [3]row3, n [3]reg.VecVirtual, spread func(Mem) reg.VecVirtual) (low, high reg.VecVirtual) {
	for v := range 3 {
		t := l.v()
		VMULPS(spread(corners[v][0]), n[0], t)
		VFMADD231PS(spread(corners[v][1]), n[1], t)
		VFMADD231PS(spread(corners[v][2]), n[2], t)
		if v == 0 {
			low, high = t, t
		} else {
			low, high = l.min(t, low), l.max(t, high)
		}
	}
	return low, high
}

// gap returns how far two intervals are apart.
func (l *lanes) gap(low, high, from, to reg.VecVirtual) reg.VecVirtual {
	VSUBPS(to, low, low)
	VSUBPS(high, from, from)
	return l.max(low, from)
}

// beyond returns a bit for each lane in which g > 0 and g² > limit·square.
func (l *lanes) beyond(g, square reg.VecVirtual, least Mem) reg.GPVirtual {
	floor, bits := l.v(), GP32()
	VMAXPS(l.zero, g, g)
	VMULPS(g, g, g)
	VBROADCASTSS(least, floor)
	VMAXPS(floor, square, floor)
	VMULPS(broadcastParameter(l.v(), "limit"), floor, floor)
	if l.width == lane16 {
		k := K()
		VCMPPS(Imm(greaterOrdered), floor, g, k)
		KMOVW(k, bits)
		return bits
	}
	VCMPPS(Imm(greaterOrdered), floor, g, g)
	VMOVMSKPS(g, bits)
	return bits
}
