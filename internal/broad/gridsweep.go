package broad

import (
	"math/bits"
	"slices"

	"github.com/collide-go/collide/internal/simd"
)

// stopListed is the number of pairs that a part lists between two calls of stop: boxes may all be in one place.
const stopListed = 1 << 16

// sweepRange finds the pairs of a range of the strip with those that follow.
func (g *Grid) sweepRange(worker, lo, hi int, dst []Pair) []Pair {
	p := &g.parts[worker]
	if g.over(p) {
		return dst
	}
	level, from := simd.Best(), len(dst)
	at, next := simd.SweepState{I: lo, End: hi}, from+stopListed
	for at.I < at.End {
		n := level.Sweep(&g.strip, &at, p.hits[:])
		if dst = g.confirm(p, p.hits[:n], dst); len(dst) < next {
			continue
		}
		if g.stopped(p.work.pairs + len(dst) - from) {
			break
		}
		next = len(dst) + stopListed
	}
	p.work.blocks += at.Blocks
	p.work.pairs += len(dst) - from
	return dst
}

// confirm appends the hits that overlap, unless another row lists them.
func (g *Grid) confirm(p *gridPart, hits []simd.Hits, dst []Pair) []Pair {
	for k := range hits {
		h := &hits[k]
		a := g.ids[h.I]
		for m := h.Mask; m != 0; m &= m - 1 {
			j := int(h.J) + bits.TrailingZeros32(m)>>1
			b := g.ids[j]
			if a&b>>idBits != 0 {
				continue
			}
			a, b := a&boxMask, b&boxMask
			if !g.surely(int(h.I), j) {
				p.work.doubts++
				if !g.boxes[a].Overlaps(&g.boxes[b]) {
					continue
				}
			}
			dst = append(dst, pairOf(a, b))
		}
	}
	return dst
}

// surely reports whether the fixed-point boxes overlap without equal ends: numbers
// that monotone maps make different were in that order before, so the boxes overlap.
// It avoids most reads of the float64 boxes, which are scattered in memory.
func (g *Grid) surely(i, j int) bool {
	s := &g.strip
	return s.Key[j] < s.High[i] && s.Key[i] < s.High[j] &&
		s.YLo[j] < s.YHi[i] && s.YLo[i] < s.YHi[j] && s.ZLo[j] < s.ZHi[i] && s.ZLo[i] < s.ZHi[j]
}

func pairOf(a, b uint32) Pair { return Pair{int32(min(a, b)), int32(max(a, b))} }

// meetLarge compares the boxes of too many rows with all others.
func (g *Grid) meetLarge(dst []Pair) []Pair {
	g.large = g.large[:0]
	for i := range g.parts {
		for _, r := range g.parts[i].rest {
			if r.large {
				g.large = append(g.large, int32(r.box))
			}
		}
	}
	slices.Sort(g.large)
	for _, a := range g.large {
		if g.stopped(len(dst)) {
			return dst
		}
		box := &g.boxes[a]
		for i := range g.boxes {
			if box.Overlaps(&g.boxes[i]) && int32(i) != a && (int32(i) > a || !g.isLarge(int32(i))) {
				dst = append(dst, pairOf(uint32(a), uint32(i)))
			}
		}
	}
	return dst
}

func (g *Grid) isLarge(i int32) bool {
	_, found := slices.BinarySearch(g.large, i)
	return found
}

// reorder makes perm the order of the sweep, each box where it begins.
func (g *Grid) reorder() {
	next := g.spare[:0]
	for _, id := range g.ids[:g.strip.Len()] {
		if id>>idBits == 0 {
			next = append(next, id)
		}
	}
	for i := range g.parts {
		for _, r := range g.parts[i].rest {
			next = append(next, r.box)
		}
	}
	g.perm, g.spare = next, g.perm
}
