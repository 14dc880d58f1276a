package narrow

import (
	"math/bits"

	"github.com/collide-go/collide/internal/simd"
)

// WideEnd is a pair of boxes of two wide trees at which a descent ended: a node's
// index times 8 and a lane, each.
type WideEnd struct{ A, B uint32 }

// wideTrail is what Follow keeps for its memory.
type wideTrail struct{ now, next []WideEnd }

// Follow adds to t what Run would do from the roots, breadth first, and appends the
// ends to dst until that holds t.Most; t.Ends stays as it is. Unlike Run's, its
// counts leave out lanes that hold no box.
func (d *WideDescent) Follow(s *Wide, t *Trail, dst []WideEnd) []WideEnd {
	if s.far { // the balls around everything
		t.count(0, 1, 1)
		return dst
	}
	d.Begin(s)
	if !s.self {
		t.count(0, 1, 0)
	}
	now, next := d.trail.now[:0], d.trail.next
	now = append(now, WideEnd{})
	for depth := 1; len(now) > 0; depth++ {
		next = next[:0]
		var all Level
		for _, p := range now {
			n := len(next)
			var l Level
			if next, l = d.below(s, p, next); len(next) == n {
				if len(dst) < t.Most {
					dst = append(dst, p)
				} else {
					t.Cut = true
				}
			}
			all.Tested += l.Tested
			all.Culled += l.Culled
		}
		t.count(depth, all.Tested, all.Culled)
		now, next = next, now
	}
	d.trail.now, d.trail.next = now, next
	return dst
}

// below appends the pairs of boxes that a pair is taken apart into.
func (d *WideDescent) below(s *Wide, p WideEnd, dst []WideEnd) ([]WideEnd, Level) {
	a, b := &s.treeA.Nodes[p.A>>3], &s.treeB.Nodes[p.B>>3]
	la, lb := p.A&7, p.B&7
	if (s.self || s.twins) && p.A == p.B {
		return d.belowItself(s, a.Child[la], dst)
	}
	var l Level
	switch q := s.plan(BoxPair{}, a.Child[la], b.Child[lb], s.noLarger(a, b, int(la), int(lb))); {
	case q.next == twoLeaves:
	case q.next >= 0:
		n := &s.treeB.Nodes[q.next]
		m := d.near(s, d.forth, a, int(la), n).Near()
		l = laneCount(n, m)
		for ; m != 0; m &= m - 1 {
			dst = append(dst, WideEnd{p.A, uint32(q.next)<<3 | uint32(bits.TrailingZeros32(m))})
		}
	default:
		n := &s.treeA.Nodes[^q.next]
		m := d.near(s, d.back, b, int(lb), n).Near()
		l = laneCount(n, m)
		for ; m != 0; m &= m - 1 {
			dst = append(dst, WideEnd{uint32(^q.next)<<3 | uint32(bits.TrailingZeros32(m)), p.B})
		}
	}
	return dst, l
}

// belowItself takes apart a box of a surface that is searched for self contacts, as
// withItself does.
func (d *WideDescent) belowItself(s *Wide, child int32, dst []WideEnd) ([]WideEnd, Level) {
	var l Level
	if child < 0 {
		return dst, l
	}
	n := &s.treeA.Nodes[child]
	used := lanesOf(n)
	for i := range used {
		at := uint32(child)<<3 | uint32(i)
		dst = append(dst, WideEnd{at, at})
		m := d.near(s, d.forth, n, i, n).Near() & (^uint32(1) << i)
		l.Tested += int64(used - 1 - i)
		l.Culled += int64(used - 1 - i - bits.OnesCount32(m))
		for ; m != 0; m &= m - 1 {
			dst = append(dst, WideEnd{at, uint32(child)<<3 | uint32(bits.TrailingZeros32(m))})
		}
	}
	return dst, l
}

// laneCount counts a test of all boxes of a node, with m those that are not apart.
func laneCount(n *simd.Node, m uint32) Level {
	used := int64(lanesOf(n))
	return Level{Tested: used, Culled: used - int64(bits.OnesCount32(m))}
}

// lanesOf is how many boxes a node holds, in its first lanes.
func lanesOf(n *simd.Node) int {
	used := 0
	for used < simd.Lanes && n.H[0][used] >= 0 {
		used++
	}
	return used
}
