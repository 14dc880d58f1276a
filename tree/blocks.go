package tree

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
)

// Blocks is the shape of a hierarchy of 18-DOPs up to eight wide: the nodes below
// one node are the lanes of a simd.Block and are tested together. It is immutable;
// bodies that share a mesh share it, each with volumes of its own. A node is named
// by its lane, lane i of block b being 8·b + i. Block 0 holds the root alone, in
// lane 0.
//
// Blocks lie by height, the highest first, so that a parent's lane comes before
// its block and blocks of triangles come last: a refit goes through the volumes
// once.
type Blocks struct {
	// Child[lane] is the block below a lane, ^t for triangle t, 0 for an empty lane.
	Child []int32
	// Parent[block] is the lane above a block, −1 for block 0.
	Parent []int32
	// Lanes[block] is how many of its lanes, the first ones, are in use.
	Lanes []uint8
	// Girth[lane] ranks nodes by size in the mesh's own coordinates.
	Girth []float32
	// heights[h] is the first block of height h, that of triangles being 0.
	heights []int32
}

// group is a node of the binary tree, or part of a leaf (node −1): the triangles
// [lo, hi) of its order.
type group struct{ node, lo, hi int32 }

func (g group) count() int32 { return g.hi - g.lo }

// draft is a block before its place is known: groups, or triangles when height is
// 0, and the drafts below.
type draft struct {
	groups []group
	below  []int32
	parent int32 // draft·8 + lane
	height int32
}

// BuildBlocks widens a binary hierarchy to nodes of up to width ≤ 8 children: the
// group with most triangles is opened until there are enough, and those of at most
// width triangles become blocks of triangles. O(n).
func BuildBlocks(t *Of[geom.DOP], width int) *Blocks {
	if width < 2 || width > simd.Lanes {
		panic(fmt.Sprintf("tree: blocks of width %d", width))
	}
	spans := t.spans()
	drafts := []draft{{groups: []group{{0, 0, int32(len(t.Order))}}, parent: -1}}
	for i := 0; i < len(drafts); i++ {
		for lane, g := range drafts[i].groups {
			if g.node == trianglesOnly {
				break
			}
			d := draft{parent: int32(simd.Lanes*i + lane), groups: open(t, g, int32(width), spans)}
			drafts[i].below = append(drafts[i].below, int32(len(drafts)))
			drafts = append(drafts, d)
		}
	}
	return lay(t, drafts)
}

// trianglesOnly marks groups that are single triangles of a block of them.
const trianglesOnly = -2

// spans returns the triangles below each node.
func (t *Of[V]) spans() []group {
	s := make([]group, len(t.Nodes))
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		if n := &t.Nodes[i]; n.IsLeaf() {
			s[i] = group{int32(i), n.First, n.First + n.Count}
		} else {
			s[i] = group{int32(i), s[n.Child].lo, s[n.Child+1].hi}
		}
	}
	return s
}

// open returns what a block below g holds.
func open(t *Of[geom.DOP], g group, width int32, spans []group) []group {
	var parts []group
	if g.count() <= width {
		for k := g.lo; k < g.hi; k++ {
			parts = append(parts, group{trianglesOnly, k, k + 1})
		}
		return parts
	}
	parts = halves(t, g, spans)
	for int32(len(parts)) < width {
		most := 0
		for i := range parts {
			if parts[i].count() > parts[most].count() {
				most = i
			}
		}
		if parts[most].count() <= width {
			break
		}
		h := halves(t, parts[most], spans)
		parts = slices.Replace(parts, most, most+1, h...)
	}
	return parts
}

// halves returns the two parts of a group: the node's children, or halves of what
// the binary tree did not split.
func halves(t *Of[geom.DOP], g group, spans []group) []group {
	if g.node >= 0 && !t.Nodes[g.node].IsLeaf() {
		c := t.Nodes[g.node].Child
		return []group{spans[c], spans[c+1]}
	}
	mid := (g.lo + g.hi) / 2
	return []group{{-1, g.lo, mid}, {-1, mid, g.hi}}
}

// lay gives the drafts their places by height.
func lay(t *Of[geom.DOP], drafts []draft) *Blocks {
	for i := len(drafts) - 1; i > 0; i-- {
		p := &drafts[drafts[i].parent/simd.Lanes]
		p.height = max(p.height, drafts[i].height+1)
	}
	order := make([]int32, len(drafts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int { return int(drafts[y].height - drafts[x].height) })
	place := make([]int32, len(drafts))
	b := &Blocks{
		Child: make([]int32, simd.Lanes*len(drafts)), Girth: make([]float32, simd.Lanes*len(drafts)),
		Parent: make([]int32, len(drafts)), Lanes: make([]uint8, len(drafts)),
		heights: make([]int32, drafts[0].height+1),
	}
	for i, d := range order {
		place[d] = int32(i)
	}
	for i := len(order) - 1; i >= 0; i-- {
		d := &drafts[order[i]]
		b.heights[d.height] = int32(i)
		b.Lanes[i] = uint8(len(d.groups))
		b.Parent[i] = -1
		if d.parent >= 0 {
			b.Parent[i] = place[d.parent/simd.Lanes]*simd.Lanes + d.parent%simd.Lanes
		}
		b.fill(t, i, d, place)
	}
	return b
}

// fill writes the lanes of block i.
func (b *Blocks) fill(t *Of[geom.DOP], i int, d *draft, place []int32) {
	for lane, g := range d.groups {
		at := simd.Lanes*i + lane
		if g.node == trianglesOnly {
			b.Child[at] = ^int32(t.Order[g.lo])
			continue
		}
		b.Child[at] = place[d.below[lane]]
		if g.node >= 0 {
			b.Girth[at] = float32(t.Nodes[g.node].Volume.Girth())
		}
	}
}

// Len returns the number of blocks.
func (b *Blocks) Len() int { return len(b.Parent) }

// Refitter holds the scratch of refits, for one goroutine. The zero value is ready.
type Refitter struct {
	triangles []simd.Triangles
	merged    [3][]simd.Block
}

// Refit sets the volumes of a body, one block each, from its vertices, which are
// rounded to float32 relative to origin; largest bounds their distance from it on
// each axis. A volume encloses the exact triangles below it, moved by −origin. O(n),
// no allocation once the scratch has grown.
//
// Subtracting loses 2^-53 of the difference, converting 2^-24 of it or 2^-150.
func (b *Blocks) Refit(level simd.Level, r *Refitter, volumes []simd.Block, s *Soup, origin geom.Vec, largest float64) {
	leaves := volumes[b.heights[0]:]
	r.triangles = slices.Grow(r.triangles[:0], len(leaves))[:len(leaves)]
	for i := range leaves {
		b.load(&r.triangles[i], int(b.heights[0])+i, s, origin)
	}
	level.Refit(leaves, r.triangles, simd.Slack(largest*(1+0x1p-20)))
	end := len(volumes)
	for h := range len(b.heights) - 1 {
		first := int(b.heights[h])
		b.raise(level, r, volumes, first, end)
		end = first
	}
}

// load converts the triangles of a block; empty lanes repeat the first, so that
// they change no union.
func (b *Blocks) load(dst *simd.Triangles, block int, s *Soup, origin geom.Vec) {
	lanes := int(b.Lanes[block])
	for i := range simd.Lanes {
		at := simd.Lanes * block
		if i < lanes {
			at += i
		}
		c := &s.Triangles[^b.Child[at]]
		p, q, r := &s.Vertices[c[0]], &s.Vertices[c[1]], &s.Vertices[c[2]]
		dst[0][i], dst[1][i], dst[2][i] = float32(p.X-origin.X), float32(p.Y-origin.Y), float32(p.Z-origin.Z)
		dst[3][i], dst[4][i], dst[5][i] = float32(q.X-origin.X), float32(q.Y-origin.Y), float32(q.Z-origin.Z)
		dst[6][i], dst[7][i], dst[8][i] = float32(r.X-origin.X), float32(r.Y-origin.Y), float32(r.Z-origin.Z)
	}
}

// raise sets the lanes above the blocks [first, end) to their unions: three
// times the neighbouring lanes are merged, then every lane is the union of a block.
func (b *Blocks) raise(level simd.Level, r *Refitter, volumes []simd.Block, first, end int) {
	src := volumes[first:end]
	for i := range r.merged {
		n := (len(src) + 1) / 2
		r.merged[i] = slices.Grow(r.merged[i][:0], n)[:n]
		level.MergePairs(r.merged[i], src)
		src = r.merged[i]
	}
	for i := range end - first {
		from, up := &src[i/simd.Lanes], b.Parent[first+i]
		to, lane, at := &volumes[up/simd.Lanes], i%simd.Lanes, up%simd.Lanes
		for row := range to {
			to[row][at] = from[row][lane]
		}
	}
}

// Validate proves the shape right for n triangles and, when volumes are given,
// that they enclose the triangles of s moved by −origin. O(n · depth).
func (b *Blocks) Validate(n int, volumes []simd.Block, s *Soup, origin geom.Vec) error {
	seen := make([]bool, n)
	for i := range b.Parent {
		for lane := range simd.Lanes {
			at := int32(simd.Lanes*i + lane)
			switch c := b.Child[at]; {
			case lane >= int(b.Lanes[i]) && c != 0:
				return fmt.Errorf("block %d: lane %d is not empty", i, lane)
			case c > 0 && (int(c) <= i || b.Parent[c] != at):
				return fmt.Errorf("block %d: lane %d above block %d, whose parent is lane %d", i, lane, c, b.Parent[c])
			case c < 0 && (int(^c) >= n || seen[^c]):
				return fmt.Errorf("block %d: triangle %d out of range or there twice", i, ^c)
			case c < 0:
				seen[^c] = true
				if volumes != nil && !b.encloses(volumes, s, at, origin) {
					return fmt.Errorf("block %d: triangle %d sticks out of a volume above it", i, ^c)
				}
			case c == 0 && lane < int(b.Lanes[i]):
				return fmt.Errorf("block %d: lane %d is empty", i, lane)
			}
		}
	}
	if i := slices.Index(seen, false); i >= 0 {
		return fmt.Errorf("triangle %d is in no block", i)
	}
	return nil
}

// encloses looks at the triangle's lane and all above it.
func (b *Blocks) encloses(volumes []simd.Block, s *Soup, at int32, origin geom.Vec) bool {
	corners := s.Triangles[^b.Child[at]]
	for ; at >= 0; at = b.Parent[at/simd.Lanes] {
		v := volumes[at/simd.Lanes].At(int(at % simd.Lanes))
		for _, c := range corners {
			p := s.Vertices[c].Sub(origin)
			for k, d := range geom.Directions {
				if x := d.Dot(p); float64(v[2*k]) > x || float64(v[2*k+1]) > -x {
					return false
				}
			}
		}
	}
	return true
}
