package simd

// FixMap turns coordinates into fixed-point numbers, by axis x, y, z:
// trunc(min(max((c − Origin)·Scale, 0), Limit)). Every step is monotone, so order is
// kept or becomes equality. Origin is finite; Scale is positive and finite, so that
// coordinates without bound make no NaN; Limit is at most 2^31 − 1.
type FixMap struct {
	Origin, Scale, Limit [3]float64
	// Sweep and Across are the axes in the order of a Fixed.
	Sweep  int
	Across [2]int
}

// Fixed is a box in fixed-point numbers: along the sweep, then along the two axes
// across it.
type Fixed struct {
	Lo, Hi, YLo, YHi, ZLo, ZHi int32
	_                          [2]int32 // to half a cache line
}

// fixTable is a FixMap as the kernels read it: the three axes of the lower corner,
// then of the upper one; Order states where the lanes of a Fixed come from.
type fixTable struct {
	origin, scale, limit [6]float64
	order                [8]int32
}

func (m *FixMap) table() (t fixTable) {
	for k := range 6 {
		t.origin[k], t.scale[k], t.limit[k] = m.Origin[k%3], m.Scale[k%3], m.Limit[k%3]
	}
	for k, axis := range [3]int{m.Sweep, m.Across[0], m.Across[1]} {
		t.order[2*k], t.order[2*k+1] = int32(axis), int32(axis+3)
	}
	t.order[6], t.order[7] = 6, 7 // zero
	return t
}

// Fix sets dst[k] to the box at order[k]; boxes are the lower corner, then the upper
// one. A box with a NaN becomes one whose Lo exceeds its Hi.
//
// The contract of the assembly is fixGo.
func (l Level) Fix(dst []Fixed, boxes [][6]float64, order []uint32, m *FixMap) {
	l.check()
	if len(order) != len(dst) {
		panic("simd: Fix needs as many places as boxes in the order")
	}
	if len(dst) == 0 {
		return
	}
	t := m.table()
	l.fix(dst, boxes, order, &t)
}

// fixGo is the contract of the fix kernels.
func fixGo(dst []Fixed, boxes [][6]float64, order []uint32, t *fixTable) {
	for k, i := range order {
		b := &boxes[i]
		var v [8]int32
		whole := true
		for c, x := range b {
			whole = whole && x == x
			v[c] = t.at(x, c)
		}
		if !whole {
			dst[k] = Fixed{Lo: 1}
			continue
		}
		o := &t.order
		dst[k] = Fixed{Lo: v[o[0]&7], Hi: v[o[1]&7], YLo: v[o[2]&7], YHi: v[o[3]&7], ZLo: v[o[4]&7], ZHi: v[o[5]&7]}
	}
}

func (t *fixTable) at(x float64, c int) int32 {
	v := (x - t.origin[c]) * t.scale[c]
	if !(v > 0) {
		return 0
	}
	if v > t.limit[c] {
		v = t.limit[c]
	}
	return int32(v)
}
