package broad

import (
	"math/bits"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/par"
)

// Grid cuts space into rows along one axis and sweeps each row, 16 boxes at a time:
// sweep-and-prune within the cells of a coarse grid (Tracy, Buss and Woods,
// "Efficient Large-Scale Sweep and Prune Methods with AABB Insertion and Removal",
// IEEE VR 2009; Capannini and Larsson, "Adaptive Collision Culling for Massive
// Simulations by a Parallel and Context-Aware Sweep and Prune Algorithm", IEEE TVCG
// 24(7), 2018). All rows are sorted at once, by radix, under keys that begin with
// the row's number. A box lies in every row it meets; of a pair that meets in
// several, the row that holds the least corner of what both have in common lists it
// (Dittrich and Seeger, "Data Redundancy and Duplicate Detection in Spatial Join
// Processing", ICDE 2000). Boxes of more than mostRows rows are compared with all.
//
// O(n + k) time where sizes are alike and density is; it is rebuilt by every call
// but for the choice of the rows, which is kept while it serves. Pairs come in an
// order that depends on this and earlier calls alone, not on Workers. The zero value
// is ready; a call by one worker allocates nothing once its buffers have grown.
type Grid struct {
	// Workers is the number of goroutines for many boxes, 0 for 1.
	Workers int
	// Stop ends a call early when it returns true; then pairs are missing. It may be
	// nil, and is asked now and then, by several goroutines.
	Stop func() bool

	// budget is what a call may cost before it gives up, as work.cost counts it, 0 for
	// whatever it takes; gaveUp tells that it did, and that pairs are missing.
	budget float64
	gaveUp atomic.Bool

	plan    plan
	planned int // boxes the plan was made for
	age     int // calls since
	sound   float64
	scratch [3 * samples]float64

	boxes []geom.AABB
	// perm is the order in which boxes are worked on: near each other in space, near
	// each other in memory. fixed follows it.
	perm, spare []uint32
	reordered   int // calls until perm is brought up to date
	fixed       []simd.Fixed
	large       []int32
	parts       []gridPart
	order       [2][]uint64
	strip       simd.Strip
	ids         []uint32
	chunks      []segment
	work        work
	stage       func(g *Grid, part int)
	run         func(worker, lo, hi int)
}

// gridPart is what one goroutine owns.
type gridPart struct {
	items  []uint64 // key<<32 | place in perm
	counts [1 << 12]uint32
	// rest are the boxes that lie in no row: large ones, and those that are empty or
	// hold a NaN, as a Large of false tells.
	rest  []restBox
	hits  [256]simd.Hits
	pairs []Pair
	work  work
}

type restBox struct {
	box   uint32
	large bool
}

// segment is where a chunk's pairs lie among those of its part.
type segment struct{ part, lo, hi int32 }

// work says what a call cost.
type work struct {
	items, blocks, pairs, large int
	doubts                      int // hits that only float64 could decide
}

func (w *work) add(o work) {
	w.doubts += o.doubts
	w.items, w.blocks = w.items+o.items, w.blocks+o.blocks
	w.pairs, w.large = w.pairs+o.pairs, w.large+o.large
}

// cost is the measured counterpart of plan.cost for n boxes. Pairs come on top
// whatever finds them.
func (w *work) cost(n int) float64 {
	return float64(w.items)*itemCost + float64(w.blocks)*blockCost + float64(w.doubts)*doubtCost + float64(w.large)*float64(n)*largeCost
}

// over tells all parts to give up when one has used its share of the budget. A block
// that yields a pair is well spent.
func (g *Grid) over(p *gridPart) bool {
	if w := p.work; g.budget > 0 {
		w.blocks = max(w.blocks-w.pairs, 0)
		if w.cost(len(g.boxes)) > g.budget/float64(len(g.parts)) {
			g.gaveUp.Store(true)
		}
	}
	return g.gaveUp.Load() || g.Stop != nil && g.Stop()
}

const (
	// mostRows is in how many rows a box may lie.
	mostRows = 64
	// chunkItems is what a worker claims of the sweep.
	chunkItems = 2048
	// manyBoxes is from how many on several goroutines pay.
	manyBoxes = 1 << 13
	// reorderEvery is after how many calls perm is brought up to date; that costs a
	// tenth of a call, and boxes move little between.
	reorderEvery = 16
	// ordered is from how many boxes on that pays: fewer stay in the cache.
	ordered = 1 << 12
	// oldPlan is after how many calls a plan is made anew, whatever it costs.
	oldPlan = 128
)

// Bits 30 and 31 of an id tell that the box began in a row before, by axis across.
const (
	idBits  = 30
	boxMask = 1<<idBits - 1
)

// Pairs implements Phase.
func (g *Grid) Pairs(boxes []geom.AABB, dst []Pair) []Pair {
	if len(boxes) > boxMask {
		panic("broad: Grid of more than 2^30 boxes")
	}
	if len(boxes) <= few {
		return Brute{}.Pairs(boxes, dst)
	}
	g.begin(boxes)
	if g.each((*Grid).cut); !g.gaveUp.Load() {
		g.sort()
		g.each((*Grid).gather)
		dst = g.sweep(dst)
		dst = g.meetLarge(dst)
	}
	g.finish()
	return dst
}

// begin makes a plan where there is none that serves.
func (g *Grid) begin(boxes []geom.AABB) {
	g.boxes = boxes
	g.gaveUp.Store(false)
	if g.run == nil {
		g.run = func(_, lo, hi int) {
			for part := lo; part < hi; part++ {
				g.stage(g, part)
			}
		}
	}
	if n := len(boxes); n != g.planned || g.age >= oldPlan {
		g.plan, g.planned, g.age, g.sound = makePlan(boxes, g.scratch[:]), n, 0, 0
	}
	if len(g.perm) != len(boxes) {
		g.perm = sized(g.perm, len(boxes))
		for i := range g.perm {
			g.perm[i] = uint32(i)
		}
		g.reordered = 0
	}
	g.fixed = sized(g.fixed, len(boxes))
	parts := 1
	if len(boxes) >= manyBoxes {
		parts = max(g.Workers, 1)
	}
	for len(g.parts) < parts {
		g.parts = append(g.parts, gridPart{})
	}
	g.parts = g.parts[:parts]
}

// each runs a stage for every part.
func (g *Grid) each(stage func(g *Grid, part int)) {
	g.stage = stage
	par.For(len(g.parts), len(g.parts), 1, g.run)
}

// finish asks for a new plan when this one has come to cost much more than it did
// at first.
func (g *Grid) finish() {
	g.work = work{}
	for i := range g.parts {
		g.work.add(g.parts[i].work)
	}
	n := len(g.boxes)
	g.boxes = nil
	if g.gaveUp.Load() || g.Stop != nil && g.Stop() {
		g.planned = 0
		return
	}
	if g.reordered--; g.reordered < 0 && n >= ordered {
		g.reorder()
		g.reordered = reorderEvery
	}
	g.age++
	if cost := g.work.cost(n); g.sound == 0 {
		g.sound = cost
	} else if cost > 1.25*g.sound {
		g.planned = 0
	}
}

// share is the part's range of n things.
func (g *Grid) share(part, n int) (lo, hi int) {
	return n * part / len(g.parts), n * (part + 1) / len(g.parts)
}

// cut puts a part of the boxes into their rows and counts the low digits of keys.
func (g *Grid) cut(part int) {
	p := &g.parts[part]
	p.work = work{}
	p.items, p.rest = p.items[:0], p.rest[:0]
	clear(p.counts[:1<<(g.plan.sortBits/2)])
	lo, hi := g.share(part, len(g.boxes))
	for ; lo < hi; lo += chunkItems {
		if g.over(p) {
			return
		}
		end := min(lo+chunkItems, hi)
		simd.Best().Fix(g.fixed[lo:end], corners(g.boxes), g.perm[lo:end], &g.plan.fix)
		g.cutRange(p, lo, end)
		p.work.items, p.work.large = len(p.items), len(p.rest)
	}
}

// corners sees boxes as the kernels do: an AABB is six float64 in this order.
func corners(boxes []geom.AABB) [][6]float64 {
	return unsafe.Slice((*[6]float64)(unsafe.Pointer(unsafe.SliceData(boxes))), len(boxes))
}

func (g *Grid) cutRange(p *gridPart, lo, hi int) {
	keyBits, zBits := g.plan.keyBits, g.plan.rowBits[1]
	mask := uint32(1)<<(g.plan.sortBits/2) - 1
	for k := lo; k < hi; k++ {
		f := &g.fixed[k]
		y0, y1 := uint32(f.YLo)>>subBits, uint32(f.YHi)>>subBits
		z0, z1 := uint32(f.ZLo)>>subBits, uint32(f.ZHi)>>subBits
		if f.Lo > f.Hi || f.YLo > f.YHi || f.ZLo > f.ZHi || (y1-y0+1)*(z1-z0+1) > mostRows {
			b := &g.boxes[g.perm[k]]
			p.rest = append(p.rest, restBox{g.perm[k], f.Lo <= f.Hi && !b.IsEmpty()})
			continue
		}
		for y := y0; y <= y1; y++ {
			for z := z0; z <= z1; z++ {
				key := (y<<zBits|z)<<keyBits | uint32(f.Lo)
				p.counts[key&mask&(1<<12-1)]++
				p.items = append(p.items, uint64(key)<<32|uint64(k))
			}
		}
	}
}

// sort orders the items of all parts by key, in two passes over half the bits each.
func (g *Grid) sort() {
	total := 0
	for i := range g.parts {
		total += len(g.parts[i].items)
	}
	for k := range g.order {
		g.order[k] = sized(g.order[k], total)
	}
	g.strip.Resize(total)
	g.ids = sized(g.ids, total+simd.StripLanes)
	g.prefix()
	g.each(func(g *Grid, part int) {
		p := &g.parts[part]
		scatter(g.order[0], p.items, &p.counts, 32, g.plan.sortBits/2)
	})
	g.each(func(g *Grid, part int) {
		p := &g.parts[part]
		width := g.plan.sortBits / 2
		clear(p.counts[:1<<width])
		lo, hi := g.share(part, len(g.order[0]))
		for _, it := range g.order[0][lo:hi] {
			p.counts[it>>(32+width)&(1<<width-1)]++
		}
	})
	g.prefix()
	g.each(func(g *Grid, part int) {
		p := &g.parts[part]
		width := g.plan.sortBits / 2
		lo, hi := g.share(part, len(g.order[0]))
		scatter(g.order[1], g.order[0][lo:hi], &p.counts, 32+width, width)
	})
}

// prefix turns the parts' counts into places: by digit, then by part.
func (g *Grid) prefix() {
	sum := uint32(0)
	for d := range 1 << (g.plan.sortBits / 2) {
		for i := range g.parts {
			c := &g.parts[i].counts[d]
			*c, sum = sum, sum+*c
		}
	}
}

func scatter(dst, src []uint64, place *[1 << 12]uint32, shift, width uint) {
	mask := uint64(1)<<width - 1
	for _, it := range src {
		d := it >> shift & mask & (1<<12 - 1)
		dst[place[d]] = it
		place[d]++
	}
}

// gather fills a part of the strip from the sorted items.
func (g *Grid) gather(part int) {
	s, keyBits, zBits := &g.strip, g.plan.keyBits, g.plan.rowBits[1]
	lo, hi := g.share(part, len(g.order[1]))
	items := g.order[1]
	for i := lo; i < hi; i++ {
		key, k := uint32(items[i]>>32), uint32(items[i])
		f := &g.fixed[k]
		row := key >> keyBits
		y, z := row>>zBits<<subBits, row&(1<<zBits-1)<<subBits
		yLo, yBefore := from(uint32(f.YLo), y)
		zLo, zBefore := from(uint32(f.ZLo), z)
		s.Key[i], s.High[i] = int32(key), int32(row<<keyBits|uint32(f.Hi))
		s.YLo[i], s.YHi[i] = yLo, upTo(uint32(f.YHi), y)
		s.ZLo[i], s.ZHi[i] = zLo, upTo(uint32(f.ZHi), z)
		g.ids[i] = g.perm[k] | yBefore<<idBits | zBefore<<(idBits+1)
	}
}

// from returns where a box begins in a row, and 1 if that was before it.
func from(lo, row uint32) (at int16, before uint32) {
	if lo < row {
		return -1 << 15, 1
	}
	return int16(int32(lo-row) - 1<<15), 0
}

// upTo returns where a box ends in a row that it reaches.
func upTo(hi, row uint32) int16 { return int16(int32(min(hi-row, 1<<subBits-1)) - 1<<15) }

// sweep finds the pairs in all rows, chunk by chunk; joined in the order of the
// chunks they do not depend on who took which.
func (g *Grid) sweep(dst []Pair) []Pair {
	for i := range g.parts {
		g.parts[i].pairs = g.parts[i].pairs[:0]
	}
	n := g.strip.Len()
	if len(g.parts) == 1 {
		p := &g.parts[0]
		for lo := 0; lo < n; lo += chunkItems {
			dst = g.sweepChunk(p, lo, min(lo+chunkItems, n), dst)
		}
		return dst
	}
	g.chunks = sized(g.chunks, (n+chunkItems-1)/chunkItems)
	par.For(n, len(g.parts), chunkItems, func(worker, lo, hi int) {
		p := &g.parts[worker]
		from := len(p.pairs)
		p.pairs = g.sweepChunk(p, lo, hi, p.pairs)
		g.chunks[lo/chunkItems] = segment{int32(worker), int32(from), int32(len(p.pairs))}
	})
	for _, c := range g.chunks {
		dst = append(dst, g.parts[c.part].pairs[c.lo:c.hi]...)
	}
	return dst
}

func (g *Grid) sweepChunk(p *gridPart, lo, hi int, dst []Pair) []Pair {
	if g.over(p) {
		return dst
	}
	level, from := simd.Best(), len(dst)
	at := simd.SweepState{I: lo, End: hi}
	for at.I < at.End {
		n := level.Sweep(&g.strip, &at, p.hits[:])
		dst = g.confirm(p, p.hits[:n], dst)
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
// It saves most looks at boxes that lie anywhere in memory.
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
		if g.Stop != nil && g.Stop() {
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

// sized returns s with n elements, which may be anything.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
