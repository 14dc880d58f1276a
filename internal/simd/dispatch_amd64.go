//go:build !noasm

package simd

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// detect asks for AVX2 and FMA next to AVX-512, so that every level includes those below.
func detect() Level {
	switch {
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL:
		return AVX512
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return AVX2
	}
	return Go
}

// The slices below are not empty and of matching lengths. The kernels are called by
// name, not through a table: a call through a variable would make every query escape.

func (l Level) overlap(mask []uint8, q *DOP, blocks []Block) {
	switch l {
	case AVX512:
		overlapAVX512(&mask[0], (*[Rows]float32)(q), &blocks[0][0][0], len(blocks))
	case AVX2:
		overlapAVX2(&mask[0], (*[Rows]float32)(q), &blocks[0][0][0], len(blocks))
	default:
		overlapGo(mask, q, blocks)
	}
}

func (l Level) merge(dst, a, b []Block) {
	switch l {
	case AVX512:
		mergeAVX512(&dst[0][0][0], &a[0][0][0], &b[0][0][0], len(dst))
	case AVX2:
		mergeAVX2(&dst[0][0][0], &a[0][0][0], &b[0][0][0], len(dst))
	default:
		mergeGo(dst, a, b)
	}
}

func (l Level) mergePairs(dst, src []Block) {
	switch l {
	case AVX512:
		mergePairsAVX512(&dst[0][0][0], &src[0][0][0], len(dst))
	case AVX2:
		mergePairsAVX2(&dst[0][0][0], &src[0][0][0], len(dst))
	default:
		mergePairsGo(dst, src)
	}
}

func (l Level) refit(dst []Block, src []Triangles, widen float32) {
	switch l {
	case AVX512:
		refitAVX512(&dst[0][0][0], &src[0][0][0], len(dst), widen)
	case AVX2:
		refitAVX2(&dst[0][0][0], &src[0][0][0], len(dst), widen)
	default:
		refitGo(dst, src, widen)
	}
}

func (l Level) carry(dst, src []Triangles, m *Affine) {
	if l == Go {
		carryGo(dst, src, m)
		return
	}
	carryAVX2(&dst[0][0][0], &src[0][0][0], &m[0], len(dst))
}

func (l Level) gap(dst *[Lanes]float32, a *Block, lane int, b *Block) uint8 {
	switch l {
	case AVX512:
		return gapAVX512(&dst[0], &a[0][lane], &b[0][0])
	case AVX2:
		return gapAVX2(&dst[0], &a[0][lane], &b[0][0])
	}
	return gapGo(dst, a, lane, b)
}

func (l Level) boxBox8(m *Motion, a *Node, lane int, b *Node) uint32 {
	lane &= Lanes - 1
	switch l {
	case AVX512:
		return boxBox8AVX512(&m.Col[0][0], &a.C[0][lane], &b.C[0][0])
	case AVX2:
		return boxBox8AVX2(&m.Col[0][0], &a.C[0][lane], &b.C[0][0])
	}
	return boxBox8Go(m, a, lane, b)
}

func (l Level) near8(m *Motion, a *Node, lane int, b *Node, dst *[Lanes]float32, most float32) uint32 {
	switch l {
	case AVX512:
		return near8AVX512(&m.Col[0][0], &a.C[0][lane], &b.C[0][0], &dst[0], most)
	case AVX2:
		return near8AVX2(&m.Col[0][0], &a.C[0][lane], &b.C[0][0], &dst[0], most)
	}
	return near8Go(m, a, lane, b, dst, most)
}

func (l Level) leafNear(m *Motion, a, b *Leaf, toward *[3]float32, limit float32) uint32 {
	switch l {
	case AVX512:
		return leafNearAVX512(&m.Col[0][0], &a.V[0][0], &b.V[0][0], &toward[0], limit)
	case AVX2:
		return leafNearAVX2(&m.Col[0][0], &a.V[0][0], &b.V[0][0], &toward[0], limit)
	}
	return leafNearGo(m, a, b, toward, limit)
}

func (l Level) leafEdges(m *Motion, a, b *Leaf, asked uint32, dst *[LeafPairs]float32, limit float32) uint32 {
	switch l {
	case AVX512:
		return leafEdgesAVX512(&m.Col[0][0], &a.V[0][0], &b.V[0][0], &dst[0], limit, asked)
	case AVX2:
		return leafEdgesAVX2(&m.Col[0][0], &a.V[0][0], &b.V[0][0], &dst[0], limit, asked)
	}
	return leafEdgesGo(m, a, b, asked, dst, limit)
}

func (l Level) leafLeaf(m *Motion, a, b *Leaf) uint32 {
	switch l {
	case AVX512:
		return leafLeafAVX512(&m.Col[0][0], &a.V[0][0], &b.V[0][0])
	case AVX2:
		return leafLeafAVX2(&m.Col[0][0], &a.V[0][0], &b.V[0][0])
	}
	return leafLeafGo(m, a, b, nil, nil)
}

func (l Level) leafSelf(m *Motion, a, b *Leaf, na, nb *Numbers) uint32 {
	switch l {
	case AVX512:
		return leafSelfAVX512(&m.Col[0][0], &a.V[0][0], &b.V[0][0], &na[0][0], &nb[0][0])
	case AVX2:
		return leafSelfAVX2(&m.Col[0][0], &a.V[0][0], &b.V[0][0], &na[0][0], &nb[0][0])
	}
	return leafLeafGo(m, a, b, na, nb)
}

func (l Level) grid(m *Motion, a, b *Corners, coarse, extent float64, asked uint32) uint32 {
	if l == Go {
		return gridGo(a, b, coarse, extent, asked)
	}
	return gridAVX2(&m.Col[0][0], &a[0][0], &b[0][0], coarse, extent, asked)
}

func (l Level) double(m *Motion, a, b *Corners, err, extent float64, asked uint32) uint32 {
	if l == Go {
		return doubleGo(a, b, err, extent, asked)
	}
	return doubleAVX2(&m.Col[0][0], &a[0][0], &b[0][0], err, extent, asked)
}

func (l Level) float(m *Motion, a, b *Corners, err, extent float64, asked uint32) uint32 {
	if l == Go {
		return floatGo(a, b, err, extent, asked)
	}
	return floatAVX2(&m.Col[0][0], &a[0][0], &b[0][0], err, extent, asked)
}

func (l Level) flat(m *Motion, a, b *Corners, x, y int, err, extent float64, asked uint32) uint32 {
	if l == Go {
		return flatGo(a, b, x, y, err, extent, asked)
	}
	return flatAVX2(&m.Col[0][0], &a[x][0], &a[y][0], &b[x][0], &b[y][0], err, extent, asked)
}

func (l Level) place(dst *Corners, leaf *Leaf, vertices [][3]float64, triangles [][3]uint32, p *Affine64) {
	if l == Go {
		placeGo(dst, leaf, vertices, triangles, p)
	} else {
		placeAVX2(&dst[0][0], &leaf.V[0][0], &vertices[0][0], &triangles[0][0], (*float64)(unsafe.Pointer(p)))
	}
}

func (l Level) part(boxes []Box, axis int, origin, scale, bound float32) int {
	if l == Go {
		return partGo(boxes, axis, origin, scale, bound)
	}
	return partAVX2(&boxes[0][0], len(boxes), axis, origin, scale, bound)
}

func (l Level) spread(s *Slabs, points []float32, f *Frames) {
	switch l {
	case AVX512:
		spreadAVX512(&s.Lo[0][0], &s.Hi[0][0], &points[0], len(points)/3, &f[0][0])
	case AVX2:
		spreadAVX2(&s.Lo[0][0], &s.Hi[0][0], &points[0], len(points)/3, &f[0][0])
	default:
		spreadGo(s, points, f)
	}
}

func (l Level) bin(s *BinSet, boxes []Box, g *Grid) {
	if l == Go {
		binGo(s, boxes, g)
	} else {
		binAVX2(&s.Box[0][0][0], &boxes[0][0], len(boxes), &g.Origin[0])
	}
}

func (l Level) enclose(union, centers *Box, boxes []Box) {
	if l == Go {
		encloseGo(union, centers, boxes)
	} else {
		encloseAVX2(&union[0], &centers[0], &boxes[0][0], len(boxes))
	}
}

func (l Level) reached(marks *[Lanes]float32, x float32) uint8 {
	if l == Go {
		return reachedGo(marks, x)
	}
	return reachedAVX2(&marks[0], x)
}

func (l Level) fill(leaf *Leaf, vertices [][3]float64, triangles [][3]uint32, s *Space) float64 {
	if l == Go {
		return fillGo(leaf, vertices, triangles, s)
	}
	return fillAVX2(&leaf.V[0][0], &vertices[0][0], &triangles[0][0], &s.Origin[0])
}

func (l Level) reachLeaf(r *Reach, n *Node, lane int, leaf *Leaf) {
	if l == Go {
		reachLeafGo(r, n, lane, leaf)
	} else {
		reachLeafAVX2(&r.Lo[0][lane], &r.Hi[0][lane], &n.Q[0][lane], &leaf.V[0][0])
	}
}

func (l Level) reachNode(r *Reach, n *Node, lane int, below *Node) {
	if l == Go {
		reachNodeGo(r, n, lane, below)
	} else {
		reachNodeAVX2(&r.Lo[0][lane], &r.Hi[0][lane], &n.Q[0][lane], &below.C[0][0])
	}
}

func (l Level) bound(n *Node, r *Reach, least float32) {
	if l == Go {
		boundGo(n, r, least)
	} else {
		boundAVX2(&n.C[0][0], &r.Lo[0][0], &r.Hi[0][0], least)
	}
}

func (l Level) triangleBoxes(boxes []Box, first int, vertices [][3]float64, triangles [][3]uint32, s *Space) {
	if l == Go {
		triangleBoxesGo(boxes, first, vertices, triangles, s)
	} else {
		triangleBoxesAVX2(&boxes[0][0], first, &vertices[0][0], &triangles[0][0], len(boxes), &s.Origin[0])
	}
}

func (l Level) runAreas(areas []float32, boxes []Box, most int) {
	if l == Go {
		runAreasGo(areas, boxes, most)
	} else {
		runAreasAVX2(&areas[0], &boxes[0][0], len(areas)/most, most)
	}
}

func (l Level) alignedBox8(m *Motion, a *Node, lane int, b *Node) uint32 {
	lane &= Lanes - 1
	if l == Go {
		return alignedBox8Go(m, a, lane, b)
	}
	return alignedBox8AVX2(&m.Col[0][0], &a.C[0][lane], &b.C[0][0])
}

func (l Level) sweep8(s *Sweep, b *Oriented) uint32 {
	switch l {
	case AVX512:
		return sweep8AVX512(&s.C[0], &b.C[0][0])
	case AVX2:
		return sweep8AVX2(&s.C[0], &b.C[0][0])
	}
	return sweep8Go(s, b)
}

func (l Level) least(s *Slabs) int {
	if l == Go {
		return leastGo(s)
	}
	return leastAVX2(&s.Lo[0][0])
}

func prefetchLines(p unsafe.Pointer, lines int) { prefetch((*byte)(p), lines) }
