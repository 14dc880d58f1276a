package broad

import (
	"math/bits"
	"slices"

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

	plan    plan
	planned int // boxes the plan was made for
	age     int // calls since
	sound   float64
	scratch [3 * samples]float64

	boxes  []geom.AABB
	fixed  []fixedBox
	parts  []gridPart
	order  [2][]uint64
	strip  simd.Strip
	ids    []uint32
	chunks []segment
	work   work
	stage  func(g *Grid, part int)
	run    func(worker, lo, hi int)
}

// fixedBox is a box in a plan's fixed-point numbers.
type fixedBox struct {
	lo, hi   uint32 // along the sweep
	yLo, yHi uint32
	zLo, zHi uint32
}

// gridPart is what one goroutine owns.
type gridPart struct {
	items  []uint64 // key<<32 | box
	counts [1 << 12]uint32
	large  []int32
	hits   [256]simd.Hits
	pairs  []Pair
	work   work
}

// segment is where a chunk's pairs lie among those of its part.
type segment struct{ part, lo, hi int32 }

// work says what a call cost.
type work struct{ items, blocks, pairs, large int }

func (w *work) add(o work) {
	w.items, w.blocks = w.items+o.items, w.blocks+o.blocks
	w.pairs, w.large = w.pairs+o.pairs, w.large+o.large
}

// cost is the measured counterpart of plan.cost, for all boxes.
func (w *work) cost() float64 { return float64(w.items)*itemCost + float64(w.blocks)*blockCost }

const (
	// mostRows is in how many rows a box may lie.
	mostRows = 64
	// chunkItems is what a worker claims of the sweep.
	chunkItems = 2048
	// manyBoxes is from how many on several goroutines pay.
	manyBoxes = 1 << 13
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
	g.each((*Grid).cut)
	g.sort()
	g.each((*Grid).gather)
	dst = g.sweep(dst)
	dst = g.meetLarge(dst)
	g.finish()
	return dst
}

// begin makes a plan where there is none that serves.
func (g *Grid) begin(boxes []geom.AABB) {
	g.boxes = boxes
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
	g.boxes = nil
	g.age++
	if cost := g.work.cost(); g.sound == 0 {
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
	p.items, p.large = p.items[:0], p.large[:0]
	digits := p.counts[:1<<(g.plan.sortBits/2)]
	clear(digits)
	mask := uint32(len(digits) - 1)
	lo, hi := g.share(part, len(g.boxes))
	keyBits, zBits := g.plan.keyBits, g.plan.rowBits[1]
	for i := lo; i < hi; i++ {
		if i&0xfff == 0 && g.Stop != nil && g.Stop() {
			return
		}
		f := &g.fixed[i]
		if !g.plan.fixBox(f, &g.boxes[i]) {
			continue
		}
		y0, y1, z0, z1 := f.yLo>>subBits, f.yHi>>subBits, f.zLo>>subBits, f.zHi>>subBits
		if (y1-y0+1)*(z1-z0+1) > mostRows {
			p.large = append(p.large, int32(i))
			continue
		}
		for y := y0; y <= y1; y++ {
			for z := z0; z <= z1; z++ {
				key := (y<<zBits|z)<<keyBits | f.lo
				digits[key&mask]++
				p.items = append(p.items, uint64(key)<<32|uint64(i))
			}
		}
	}
	p.work.items, p.work.large = len(p.items), len(p.large)
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
		key, box := uint32(items[i]>>32), uint32(items[i])
		f := &g.fixed[box]
		row := key >> keyBits
		y, z := row>>zBits<<subBits, row&(1<<zBits-1)<<subBits
		yLo, yBefore := from(f.yLo, y)
		zLo, zBefore := from(f.zLo, z)
		s.Key[i], s.High[i] = int32(key), int32(row<<keyBits|f.hi)
		s.YLo[i], s.YHi[i] = yLo, upTo(f.yHi, y)
		s.ZLo[i], s.ZHi[i] = zLo, upTo(f.zHi, z)
		g.ids[i] = box | yBefore<<idBits | zBefore<<(idBits+1)
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
	if g.Stop != nil && g.Stop() {
		return dst
	}
	level, from := simd.Best(), len(dst)
	at := simd.SweepState{I: lo, End: hi}
	for at.I < at.End {
		n := level.Sweep(&g.strip, &at, p.hits[:])
		dst = g.confirm(p.hits[:n], dst)
	}
	p.work.blocks += at.Blocks
	p.work.pairs += len(dst) - from
	return dst
}

// confirm appends the hits whose boxes overlap in float64, unless another row lists
// them.
func (g *Grid) confirm(hits []simd.Hits, dst []Pair) []Pair {
	for k := range hits {
		h := &hits[k]
		a := g.ids[h.I]
		box := &g.boxes[a&boxMask]
		for m := h.Mask; m != 0; m &= m - 1 {
			b := g.ids[int(h.J)+bits.TrailingZeros32(m)>>1]
			if a&b>>idBits == 0 && box.Overlaps(&g.boxes[b&boxMask]) {
				dst = append(dst, pairOf(a&boxMask, b&boxMask))
			}
		}
	}
	return dst
}

func pairOf(a, b uint32) Pair { return Pair{int32(min(a, b)), int32(max(a, b))} }

// meetLarge compares the boxes of too many rows with all others.
func (g *Grid) meetLarge(dst []Pair) []Pair {
	for i := range g.parts {
		for _, a := range g.parts[i].large {
			if g.Stop != nil && g.Stop() {
				return dst
			}
			dst = g.meetAll(a, dst)
		}
	}
	return dst
}

// meetAll pairs a with every box that is not large, and with the large ones behind it.
func (g *Grid) meetAll(a int32, dst []Pair) []Pair {
	box := &g.boxes[a]
	for i := range g.boxes {
		if box.Overlaps(&g.boxes[i]) && (int32(i) > a || int32(i) < a && !g.isLarge(i)) {
			dst = append(dst, pairOf(uint32(a), uint32(i)))
		}
	}
	return dst
}

func (g *Grid) isLarge(i int) bool {
	for k := range g.parts {
		if _, found := slices.BinarySearch(g.parts[k].large, int32(i)); found {
			return true
		}
	}
	return false
}

// sized returns s with n elements, which may be anything.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
