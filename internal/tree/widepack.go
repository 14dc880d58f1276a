package tree

import (
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/par"
	"github.com/collide-go/collide/internal/simd"
)

// PackWide builds the hierarchy bottom-up in a fraction of BuildWide's time: triangles are
// sorted along Hilbert's curve (Kamel, Faloutsos, "On Packing R-trees", Conference on
// Information and Knowledge Management, 1993), and runs of them become leaves, runs of
// leaves nodes, runs of those the nodes above, until there is one. Runs are cut where it costs
// least, not where they are full. Boxes have the axes of the coordinates (Aligned): within
// one surface neighbours touch whatever the boxes, and those along one frame are tested
// faster; other surfaces meet far more of them. O(n) time, about 75 bytes a triangle while building and as many
// afterwards. Otherwise as BuildWide.
func PackWide(s *Soup, opt WideOptions) *Wide {
	t, box := newWide(s, opt.Level)
	if !t.Usable() {
		return t
	}
	p := &packer{soup: s, tree: t, workers: par.Workers(opt.Workers)}
	p.sort(&box)
	p.pack()
	p.fill()
	p.raise()
	t.built = t.cost()
	return t
}

// packer holds a build.
type packer struct {
	soup    *Soup
	tree    *Wide
	workers int
	// boxes are the triangles' in the order of the curve.
	boxes []simd.Box
	// levels are the leaves, the nodes above them, and so on up to one.
	levels []runs
}

// idBits is the number of bits of a triangle's number in a key, below the triangle's place
// on the curve: see maxTriangles.
const idBits = 27

// sort orders the triangles' boxes by the places of their centres on the curve through
// the box around all.
func (p *packer) sort(around *geom.AABB) {
	boxes := p.tree.triangleBoxes(p.soup, p.workers)
	keys := make([]uint64, len(boxes))
	g := newCurveGrid(p.tree, around)
	par.For(len(keys), p.workers, 1<<12, func(_, from, to int) {
		for i := from; i < to; i++ {
			keys[i] = uint64(g.place(&boxes[i]))<<idBits | uint64(i)
		}
	})
	keys = sortPlaces(keys)
	p.boxes = make([]simd.Box, len(boxes))
	par.For(len(keys), p.workers, 1<<12, func(_, from, to int) {
		for i := from; i < to; i++ {
			p.boxes[i] = boxes[keys[i]&(1<<idBits-1)]
		}
	})
}

// curveGrid maps twice the centres of boxes to cubes of a grid.
type curveGrid struct{ shift, scale float32 }

func newCurveGrid(t *Wide, around *geom.AABB) (g curveGrid) {
	size := around.Size()
	if width := float32(max(size.X, size.Y, size.Z) * t.Scale()); width > 0 {
		g = curveGrid{width, (1 << hilbertBits) / (2 * width)}
	}
	return g
}

// place returns a box's place on the curve.
func (g *curveGrid) place(b *simd.Box) uint32 {
	return hilbertIndex(g.cell(b[4]-b[0]), g.cell(b[5]-b[1]), g.cell(b[6]-b[2]))
}

func (g *curveGrid) cell(x float32) uint32 {
	return uint32(min(max(int32((x+g.shift)*g.scale), 0), 1<<hilbertBits-1))
}

// sortPlaces sorts keys by their bits above idBits, in three passes of hilbertBits each.
func sortPlaces(keys []uint64) []uint64 {
	const mask = 1<<hilbertBits - 1
	other := make([]uint64, len(keys))
	var count [3][mask + 1]int32 // of each value of each part of the key
	for _, k := range keys {
		k >>= idBits
		count[0][k&mask]++
		count[1][k>>hilbertBits&mask]++
		count[2][k>>(2*hilbertBits)&mask]++
	}
	for pass := range count {
		at := &count[pass]
		sum := int32(0)
		for i, n := range at {
			at[i], sum = sum, sum+n
		}
		shift := idBits + hilbertBits*pass
		for _, k := range keys {
			i := k >> shift & mask
			other[at[i]] = k
			at[i]++
		}
		keys, other = other, keys
	}
	return keys
}

// pack cuts the triangles into leaves, the leaves into nodes and so on.
func (p *packer) pack() {
	below, most := p.boxes, simd.LeafTriangles
	for len(p.levels) == 0 || len(below) > 1 {
		r := cutRuns(p.tree.level, below, most, p.workers)
		p.levels = append(p.levels, r)
		below, most = r.boxes, simd.Lanes
	}
}

// fill fills the leaves.
func (p *packer) fill() {
	t, first := p.tree, p.levels[0].first
	t.Leaves = simd.MakeLeaves(len(first) - 1)
	name := func(i int, l *simd.Leaf) { nameTriangles(l, p.boxes[first[i]:first[i+1]]) }
	t.finish(t.fillLeaves(p.soup, p.workers, name, nil))
}

// raise makes the nodes from the runs, the root first in memory, each level in the order
// of the curve.
func (p *packer) raise() {
	total := int32(1)
	for _, l := range p.levels[1:] {
		total += int32(len(l.boxes))
	}
	p.tree.Nodes, p.tree.Aligned = simd.MakeNodes(int(total)), true
	below := ^int32(0) // where the first thing below a level is
	for i, l := range p.levels[1:] {
		total -= int32(len(l.boxes))
		p.raiseLevel(p.tree.Nodes[total:][:len(l.boxes)], p.levels[i].boxes, l.first, below)
		below = total
	}
	top := p.levels[len(p.levels)-1].boxes
	p.raiseLevel(p.tree.Nodes[:1], top, []int32{0, 1}, below)
}

// raiseLevel makes nodes around runs of boxes; what these enclose lies in memory from
// below on, leaves being counted backwards.
func (p *packer) raiseLevel(nodes []simd.Node, boxes []simd.Box, first []int32, below int32) {
	par.For(len(nodes), p.workers, 1<<8, func(_, from, to int) {
		var r simd.Reach
		for i := from; i < to; i++ {
			n := &nodes[i]
			n.Clear()
			for k := first[i]; k < first[i+1]; k++ {
				lane := (k - first[i]) & (simd.Lanes - 1)
				if n.Child[lane] = below + k; below < 0 {
					n.Child[lane] = below - k
				}
				for j := range 3 {
					r.Lo[j][lane], r.Hi[j][lane] = -boxes[k][j], boxes[k][4+j]
					n.Q[4*j][lane], n.H[j][lane] = 1, 0
				}
			}
			p.tree.bound(n, &r)
		}
	})
}
