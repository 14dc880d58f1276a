package tree

import (
	"fmt"
	"math"
	"slices"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/simd"
	"github.com/collide-go/collide/internal/volume"
)

// Blocks is the shape of a hierarchy of 18-DOPs up to eight wide: the nodes below
// one node are the lanes of a simd.Block and are tested together. It is immutable;
// bodies that share a mesh share it, each with volumes of its own. A node is named
// by its lane, lane i of block b being 8·b + i. Block 0 holds only the root, in
// lane 0.
//
// Blocks lie breadth first and the lanes of a block by height, the highest first. So
// the blocks below a block lie side by side, after it, and those of triangles in
// few runs.
type Blocks struct {
	// Child[lane] is the block below a lane, ^t for triangle t, 0 for an empty lane.
	Child []int32
	// Parent[block] is the lane above a block, −1 for block 0.
	Parent []int32
	// Lanes[block] is the number of lanes in use, which are the first ones.
	Lanes []uint8
	// Girth[lane] ranks nodes by size in the mesh's own coordinates.
	Girth []float32
	// Leaf[block] counts the blocks of triangles, −1 for one of nodes.
	Leaf []int32
	// runs are the blocks of triangles, [lo, hi) each.
	runs           [][2]int32
	triangleBlocks int
}

// group is a node of the binary tree, or part of a leaf (node −1): the triangles
// [lo, hi) of its order.
type group struct{ node, lo, hi int32 }

func (g group) count() int32 { return g.hi - g.lo }

// draft is a block before its place is known: the groups it consists of, or
// triangles, and the drafts below.
type draft struct {
	groups []group
	below  []int32
	height int
}

// BuildBlocks widens a binary hierarchy to nodes of up to width ≤ 8 children: the
// group with most triangles is opened until there are enough, and those of at most
// width triangles become blocks of triangles. O(n).
func BuildBlocks(t *Of[volume.DOP], width int) *Blocks {
	if width < 2 || width > simd.Lanes {
		panic(fmt.Sprintf("tree: blocks of width %d", width))
	}
	spans := t.spans()
	drafts := []draft{{groups: []group{{0, 0, int32(len(t.Order))}}}}
	for i := 0; i < len(drafts); i++ {
		for _, g := range drafts[i].groups {
			if g.node == trianglesOnly {
				break
			}
			drafts[i].below = append(drafts[i].below, int32(len(drafts)))
			drafts = append(drafts, draft{groups: open(t, g, int32(width), spans)})
		}
	}
	sortLanes(drafts)
	return lay(t, drafts)
}

// sortLanes puts the higher groups of each draft first.
func sortLanes(drafts []draft) {
	for i := len(drafts) - 1; i >= 0; i-- {
		d := &drafts[i]
		type pair struct {
			g     group
			below int32
		}
		var lanes []pair
		for k, c := range d.below {
			d.height = max(d.height, drafts[c].height+1)
			lanes = append(lanes, pair{d.groups[k], c})
		}
		slices.SortStableFunc(lanes, func(x, y pair) int { return drafts[y.below].height - drafts[x.below].height })
		for k, l := range lanes {
			d.groups[k], d.below[k] = l.g, l.below
		}
	}
}

// trianglesOnly marks groups that are single triangles of a block of triangles.
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
func open(t *Of[volume.DOP], g group, width int32, spans []group) []group {
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
func halves(t *Of[volume.DOP], g group, spans []group) []group {
	if g.node >= 0 && !t.Nodes[g.node].IsLeaf() {
		c := t.Nodes[g.node].Child
		return []group{spans[c], spans[c+1]}
	}
	mid := (g.lo + g.hi) / 2
	return []group{{-1, g.lo, mid}, {-1, mid, g.hi}}
}

// lay gives the drafts their places, breadth first.
func lay(t *Of[volume.DOP], drafts []draft) *Blocks {
	n := len(drafts)
	b := &Blocks{
		Child: make([]int32, simd.Lanes*n), Girth: make([]float32, simd.Lanes*n),
		Parent: make([]int32, n), Lanes: make([]uint8, n),
	}
	b.Parent[0] = -1
	order := []int32{0} // the draft of each block
	for i := 0; i < len(order); i++ {
		d := &drafts[order[i]]
		b.Lanes[i] = uint8(len(d.groups))
		b.fill(t, i, d, len(order))
		for lane := range d.below {
			b.Parent[len(order)+lane] = int32(simd.Lanes*i + lane)
		}
		order = append(order, d.below...)
	}
	b.Leaf = make([]int32, n)
	for i := range int32(n) {
		if b.Leaf[i] = -1; b.IsTriangles(i) {
			b.Leaf[i] = int32(b.triangleBlocks)
			b.triangleBlocks++
		}
		switch last := len(b.runs) - 1; {
		case !b.IsTriangles(i):
		case last >= 0 && b.runs[last][1] == i:
			b.runs[last][1]++
		default:
			b.runs = append(b.runs, [2]int32{i, i + 1})
		}
	}
	return b
}

// fill writes the lanes of block i, the blocks below which begin at next.
func (b *Blocks) fill(t *Of[volume.DOP], i int, d *draft, next int) {
	for lane, g := range d.groups {
		at := simd.Lanes*i + lane
		if g.node == trianglesOnly {
			b.Child[at] = ^int32(t.Order[g.lo])
			continue
		}
		b.Child[at] = int32(next + lane)
		if g.node >= 0 {
			b.Girth[at] = float32(t.Nodes[g.node].Volume.Girth())
		}
	}
}

// Len returns the number of blocks.
func (b *Blocks) Len() int { return len(b.Parent) }

// IsTriangles reports whether a block holds triangles, not nodes.
func (b *Blocks) IsTriangles(block int32) bool { return b.Child[simd.Lanes*block] < 0 }

// Depth returns the number of lanes above a lane.
func (b *Blocks) Depth(lane int32) (depth int) {
	for up := b.Parent[lane/simd.Lanes]; up >= 0; up = b.Parent[up/simd.Lanes] {
		depth++
	}
	return depth
}

// Nodes returns the number of lanes in use.
func (b *Blocks) Nodes() int {
	n := 0
	for _, l := range b.Lanes {
		n += int(l)
	}
	return n
}

// Refitter holds the scratch of refits, for one goroutine. The zero value is ready.
type Refitter struct {
	to        simd.Affine
	triangles [16]simd.Triangles
	half      [simd.Lanes / 2]simd.Block
	quarter   [simd.Lanes / 4]simd.Block
}

// Volumes returns room for the volumes of a body: a block for each, and one more
// where an odd number of blocks is merged in pairs.
func (b *Blocks) Volumes() []simd.Block { return simd.Make(b.Len() + 1) }

// Refit sets the volumes of a body, made by Volumes, around its triangles under a
// pose, moved by −origin: a volume encloses the triangles below it as the exact test
// sees them, with vertices rounded to float64. O(n); allocates nothing.
func (b *Blocks) Refit(level simd.Level, r *Refitter, volumes []simd.Block, c *Corners, p *geom.Pose, origin geom.Vec) {
	slack := r.aim(c, p, origin)
	corners := c.blocks
	for _, run := range b.runs {
		for lo, hi := int(run[0]), int(run[1]); lo < hi; {
			n := min(hi-lo, len(r.triangles))
			level.Carry(r.triangles[:n], corners[:n], &r.to)
			level.Refit(volumes[lo:lo+n], r.triangles[:n], slack)
			lo, corners = lo+n, corners[n:]
		}
	}
	for block := b.Len() - 1; block >= 0; block-- {
		if !b.IsTriangles(int32(block)) {
			b.raise(level, r, volumes, block)
		}
	}
}

// raise sets the lanes of a block of nodes to the unions of the blocks below, which
// lie side by side: three times the neighbouring lanes of all of them are merged.
// Blocks after them in memory are merged, too, but only into lanes that are emptied.
func (b *Blocks) raise(level simd.Level, r *Refitter, volumes []simd.Block, block int) {
	n, first := int(b.Lanes[block]), int(b.Child[simd.Lanes*block])
	half, quarter := (n+1)/2, (n+3)/4
	level.MergePairs(r.half[:half], volumes[first:first+2*half])
	level.MergePairs(r.quarter[:quarter], r.half[:2*quarter])
	level.MergePairs(volumes[block:block+1], r.quarter[:])
	if block == 0 {
		return // nothing reads the other lanes of the root's block
	}
	dst := &volumes[block]
	for row := range dst {
		for lane := n; lane < simd.Lanes; lane++ {
			dst[row][lane] = float32(math.Inf(1))
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

// encloses reports whether the triangle's lane and all lanes above it enclose the
// triangle.
func (b *Blocks) encloses(volumes []simd.Block, s *Soup, at int32, origin geom.Vec) bool {
	corners := s.Triangles[^b.Child[at]]
	for ; at >= 0; at = b.Parent[at/simd.Lanes] {
		v := volumes[at/simd.Lanes].At(int(at % simd.Lanes))
		for _, c := range corners {
			p := s.Vertices[c].Sub(origin)
			for k, d := range volume.Directions {
				if x := d.Dot(p); float64(v[2*k]) > x || float64(v[2*k+1]) > -x {
					return false
				}
			}
		}
	}
	return true
}
