package broad

import (
	"unsafe"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

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
		if f.Lo > f.Hi || f.YLo > f.YHi || f.ZLo > f.ZHi || (y1-y0+1)*(z1-z0+1) > maxRows {
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
