package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// spread is a plane's normal and offset over all lanes.
type spread struct {
	n [3]reg.VecVirtual
	d reg.VecVirtual
}

func (p plane) dup(l *lanes) spread {
	return spread{[3]reg.VecVirtual{l.dup(p.normal[0]), l.dup(p.normal[1]), l.dup(p.normal[2])}, l.dup(p.offset)}
}

func (p plane) expand(l *lanes) spread {
	return spread{[3]reg.VecVirtual{l.expand(p.normal[0]), l.expand(p.normal[1]), l.expand(p.normal[2])}, l.expand(p.offset)}
}

// sides are three corners about a plane; agree exceeds err where all, but for those
// shared, are certainly on one side. With self, all are the lanes where all are shared, any
// those where one is.
type sides struct {
	s        [3]Mem
	agree    Mem
	all, any reg.GPVirtual
}

// numbers returns the numbers of the vertices at the corners v of triangles.
type numbers func(n *neighbours, l *lanes, v int) reg.VecVirtual

func (l *lanes) sides(room *slots, p spread, corner func(v, k int) reg.VecVirtual, near *neighbours, of, other numbers) sides {
	var r sides
	if near != nil {
		r.all, r.any = GP32(), GP32()
	}
	var least, most reg.VecVirtual
	for v := range 3 {
		t := l.v()
		VMULPS(p.n[0], corner(v, 0), t)
		VFMADD231PS(p.n[1], corner(v, 1), t)
		VFMADD231PS(p.n[2], corner(v, 2), t)
		VSUBPS(p.d, t, t)
		r.s[v] = room.slot()
		VMOVUPS(t, r.s[v])
		low, high := t, t
		if near != nil {
			others := func(l *lanes, v int) reg.VecVirtual { return other(near, l, v) }
			low, high = near.except(l, t, of(near, l, v), others, &r, v == 0)
		}
		if v == 0 {
			least, most = low, high
		} else {
			least, most = l.min(low, least), l.max(high, most)
		}
	}
	r.agree = room.slot()
	VMOVUPS(l.max(least, l.negate(most)), r.agree)
	return r
}

// oneSide returns a bit for each lane in which the corners not shared, of which there are
// some, are certainly on one side.
func (l *lanes) oneSide(s *sides, err Mem) reg.GPVirtual {
	bits := l.above(l.load(s.agree), err)
	if s.all != nil {
		NOTL(s.all)
		ANDL(s.all, bits)
	}
	return bits
}

// edgePairs tests the edges of both triangles against the other one. hits exceeds err
// where one certainly pierces it, misses where all certainly pass it.
func (l *lanes) edgePairs(room *slots, ea, ma, eb, mb [3]row3, sa, sb *sides) (hits, misses reg.VecVirtual) {
	var products [3][3]Mem
	for i := range 3 {
		var e, m [3]reg.VecVirtual
		for k := range 3 {
			e[k], m[k] = l.expand(ea[i][k]), l.expand(ma[i][k])
		}
		for j := range 3 {
			t := l.v()
			for k := range 3 {
				if k == 0 {
					VMULPS(e[k], l.dup(mb[j][k]), t)
				} else {
					VFMADD231PS(e[k], l.dup(mb[j][k]), t)
				}
				VFMADD231PS(m[k], l.dup(eb[j][k]), t)
			}
			products[i][j] = room.slot()
			VMOVUPS(t, products[i][j])
		}
	}
	judge := func(s *sides, i int, x, y, z Mem) {
		k := l.load(x)
		least, most := l.min(y, k), l.max(y, k)
		least, most = l.min(z, least), l.max(z, most)
		start := l.load(s.s[i])
		low, high := l.min(s.s[(i+1)%3], start), l.max(s.s[(i+1)%3], start)
		agree, mixed := l.max(least, l.negate(most)), l.min(most, l.negate(least))
		same, opposite := l.max(low, l.negate(high)), l.min(high, l.negate(low))
		pierces, passes := l.min(agree, opposite), l.max(mixed, same)
		if hits == nil {
			hits, misses = pierces, passes
		} else {
			hits, misses = l.max(hits, pierces), l.min(misses, passes)
		}
	}
	for i := range 3 {
		judge(sa, i, products[i][0], products[i][1], products[i][2])
		judge(sb, i, products[0][i], products[1][i], products[2][i])
	}
	return hits, misses
}
