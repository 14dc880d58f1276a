//go:build !amd64 || noasm

package simd

import "unsafe"

func detect() Level { return Go }

func (Level) overlap(mask []uint8, q *DOP, blocks []Block) { overlapGo(mask, q, blocks) }

func (Level) merge(dst, a, b []Block) { mergeGo(dst, a, b) }

func (Level) mergePairs(dst, src []Block) { mergePairsGo(dst, src) }

func (Level) refit(dst []Block, src []Triangles, widen float32) { refitGo(dst, src, widen) }

func (Level) carry(dst, src []Triangles, m *Affine) { carryGo(dst, src, m) }

func (Level) gap(dst *[Lanes]float32, a *Block, lane int, b *Block) uint8 {
	return gapGo(dst, a, lane, b)
}

func (Level) boxBox8(m *Motion, a *Node, lane int, b *Node) uint32 { return boxBox8Go(m, a, lane, b) }

func (Level) near8(m *Motion, a *Node, lane int, b *Node, dst *[Lanes]float32, most float32) uint32 {
	return near8Go(m, a, lane, b, dst, most)
}

func (Level) leafNear(m *Motion, a, b *Leaf, toward *[3]float32, limit float32) uint32 {
	return leafNearGo(m, a, b, toward, limit)
}

func (Level) leafEdges(m *Motion, a, b *Leaf, asked uint32, dst *[LeafPairs]float32, limit float32) uint32 {
	return leafEdgesGo(m, a, b, asked, dst, limit)
}

func (Level) leafLeaf(m *Motion, a, b *Leaf) uint32 { return leafLeafGo(m, a, b, nil, nil) }

func (Level) leafSelf(m *Motion, a, b *Leaf, na, nb *Numbers) uint32 {
	return leafLeafGo(m, a, b, na, nb)
}

func (Level) grid(_ *Motion, a, b *Corners, coarse, extent float64, asked uint32) uint32 {
	return gridGo(a, b, coarse, extent, asked)
}

func (Level) double(_ *Motion, a, b *Corners, err, extent float64, asked uint32) uint32 {
	return doubleGo(a, b, err, extent, asked)
}

func (Level) float(_ *Motion, a, b *Corners, err, extent float64, asked uint32) uint32 {
	return floatGo(a, b, err, extent, asked)
}

func (Level) flat(_ *Motion, a, b *Corners, x, y int, err, extent float64, asked uint32) uint32 {
	return flatGo(a, b, x, y, err, extent, asked)
}

func (Level) place(dst *Corners, leaf *Leaf, vertices [][3]float64, triangles [][3]uint32, p *Affine64) {
	placeGo(dst, leaf, vertices, triangles, p)
}

func (Level) part(boxes []Box, axis int, origin, scale, bound float32) int {
	return partGo(boxes, axis, origin, scale, bound)
}

func (Level) spread(s *Slabs, points []float32, f *Frames) { spreadGo(s, points, f) }

func (Level) bin(s *BinSet, boxes []Box, g *Grid) { binGo(s, boxes, g) }

func (Level) enclose(union, centers *Box, boxes []Box) { encloseGo(union, centers, boxes) }

func (Level) sweep8(s *Sweep, b *Oriented) uint32 { return sweep8Go(s, b) }

func (Level) reached(marks *[Lanes]float32, x float32) uint8 { return reachedGo(marks, x) }

func (Level) fill(leaf *Leaf, vertices [][3]float64, triangles [][3]uint32, s *Space) float64 {
	return fillGo(leaf, vertices, triangles, s)
}

func (Level) reachLeaf(r *Reach, n *Node, lane int, leaf *Leaf) { reachLeafGo(r, n, lane, leaf) }

func (Level) reachNode(r *Reach, n *Node, lane int, below *Node) { reachNodeGo(r, n, lane, below) }

func (Level) bound(n *Node, r *Reach, least float32) { boundGo(n, r, least) }

func (Level) triangleBoxes(boxes []Box, first int, vertices [][3]float64, triangles [][3]uint32, s *Space) {
	triangleBoxesGo(boxes, first, vertices, triangles, s)
}

func (Level) runAreas(areas []float32, boxes []Box, most int) { runAreasGo(areas, boxes, most) }

func (Level) alignedBox8(m *Motion, a *Node, lane int, b *Node) uint32 {
	return alignedBox8Go(m, a, lane, b)
}

func (Level) least(s *Slabs) int { return leastGo(s) }

func prefetchLines(unsafe.Pointer, int) {}
