package aabb

import (
	"fmt"
	"math"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// buildTree builds the tree of model i: breadth first, by the surface-area heuristic,
// nodes of the queue being split at the same time and their children squeezed into
// the next queue (Zhang, Kim 2007, and the patent that this follows). The queues' lengths
// stay on the device, which sizes its own next run. The host sees them once a batch of levels:
// of one as long as there may be nodes that all threads must split, then of levelsABatch.
func (t *Trees) buildTree(b *vulkan.Batch, i int) error {
	m, d, s := &t.Of[i], &t.geometry.Models[i], t.build
	n := d.Triangles
	for _, g := range s.named() {
		if err := (*g.at).Grow(g.perTriangle*n + g.fixed); err != nil {
			return err
		}
	}
	if err := s.compactor.Grow(n); err != nil {
		return err
	}
	root := 2 * d.FirstTriangle
	m.built = false // until it ends, which a stop or an error may prevent
	m.Levels = append(m.Levels[:0], root)
	t.plant(b, d, root)
	for waiting, first := 1, root; waiting > 0; {
		levels := levelsABatch
		if len(s.large) > 0 {
			levels = 1
		}
		t.levels(b, d, waiting, first, levels)
		if err := b.Run(); err != nil {
			return err
		}
		before := len(m.Levels)
		for l := 0; l < levels && s.read[l][0] > 0; l++ {
			first = int(s.read[l][1]) + int(s.read[l][0])
			if m.Levels = append(m.Levels, first); first > root+2*n || int(s.read[l][1]) < root {
				return fmt.Errorf("%w: a tree over %d triangles has nodes from %d to %d", vulkan.ErrFaulty, n, s.read[l][1], first-1)
			}
		}
		waiting = int(s.read[levels][0])
		if waiting > 0 && len(m.Levels) == before { // the loop would not end
			return fmt.Errorf("%w: a tree over %d triangles has an empty level before %d nodes", vulkan.ErrFaulty, n, waiting)
		}
		if first+waiting > root+2*n {
			return fmt.Errorf("%w: a tree over %d triangles has %d nodes and more", vulkan.ErrFaulty, n, first+waiting-root)
		}
		if err := t.listLarge(b, waiting); err != nil {
			return err
		}
		b.Start()
	}
	b.Copy(t.Order, 4*d.FirstTriangle, s.order, 0, 4*n)
	b.Mark("build")
	t.refit(b, i)
	t.measure(b, i)
	b.Mark("refit")
	if err := b.Run(); err != nil {
		return err
	}
	m.now = t.weighed(i)
	m.cost, m.built = m.now, true
	m.Builds++
	return nil
}

// levelsABatch is the number of levels that are built without the host: eight, since the scans are
// sized by what a level may have at most, twice the one before.
const levelsABatch = 8

// plant starts a batch with the root in the queue.
func (t *Trees) plant(b *vulkan.Batch, d *models.Model, root int) {
	s, n := t.build, d.Triangles
	entry := [4]uint32{uint32(root), 0, uint32(n), 0}
	s.large = s.large[:0]
	if n > t.many {
		s.large = append(s.large, entry)
	}
	b.Start()
	b.Call(triBoxes, n, []uint32{uint32(n), uint32(d.FirstTriangle)}, t.geometry.Vertices, t.geometry.Triangles, s.boxes)
	b.Call(primitives.Iota, n, []uint32{uint32(n), uint32(d.FirstTriangle), 1}, s.order)
	b.Write(s.queue, 0, vulkan.BytesOf([][4]uint32{entry}))
	middle := [2]uint32{}
	if n > fewTriangles && n <= t.many {
		middle[0] = 1
	}
	b.Write(s.middle, 0, vulkan.BytesOf(middle[:]))
}

// levels records the splitting of the waiting nodes, from first on, and of their children, over
// a number of levels, and has the heads read back.
func (t *Trees) levels(b *vulkan.Batch, d *models.Model, waiting, first, levels int) {
	s := t.build
	for k, e := range s.large {
		if int(e[2]) > t.many {
			t.splitLarge(b, d, k, int(e[1]), int(e[2]))
		}
	}
	b.Fill(s.heads, 0, 8*(levels+1), 0)
	b.Write(s.heads, 0, vulkan.BytesOf([]uint32{uint32(waiting), uint32(first)}))
	for l := range levels {
		t.level(b, d, l, min(waiting<<l, d.Triangles))
		s.queue, s.next = s.next, s.queue
	}
	b.Read(vulkan.BytesOf(s.read[:levels+1]), s.heads, 0)
	b.Mark("build")
}

// level records the splitting of the nodes of level l of the batch, most at most.
func (t *Trees) level(b *vulkan.Batch, d *models.Model, l, most int) {
	s := t.build
	primitives.GroupsFor(b, most, 2*l, s.heads, s.args)
	primitives.GroupsOf(b, 1, most, 0, s.middle, s.groupArgs)
	buffers := []*vulkan.Buffer{s.boxes, s.order, s.sorted, s.queue, s.cuts, s.ranks, s.work}
	b.CallIndirect(sahThread, s.args, 0, t.push(d, 0, l, 0, fewTriangles), append(buffers[:7:7], s.heads)...)
	b.CallIndirect(sahGroup, s.groupArgs, 0, t.push(d, 0, 0, fewTriangles+1, t.many), append(buffers[:7:7], s.middle)...)
	b.Fill(s.middle, 0, 4, 0)
	s.compactor.Scanner.Scan(b, s.ranks, most)
	b.CallIndirect(sahChildren, s.args, 0, []uint32{uint32(l), uint32(d.FirstTriangle), fewTriangles, uint32(t.many)},
		s.queue, s.cuts, s.ranks, t.Nodes, s.next, t.parents, s.middle, s.heads)
}

// splitLarge records the splitting of one node by all threads.
func (t *Trees) splitLarge(b *vulkan.Batch, d *models.Model, k, first, count int) {
	s := t.build
	b.Write(s.work, 0, vulkan.BytesOf(s.clear))
	run := func(mode, items int, splits *vulkan.Buffer) {
		b.Call(sahLarge, items, t.push(d, count, k, 0, mode), s.boxes, s.order, s.sorted, s.queue, s.cuts, splits, s.work)
	}
	run(0, count, s.ranks)
	run(1, count, s.ranks)
	run(2, 1, s.ranks)
	run(3, count, s.flags)
	s.compactor.Split(b, s.flags, s.order, s.sorted, first, count)
	b.Copy(s.order, 4*first, s.sorted, 4*first, 4*count)
}

// push is what the splitting kernels take.
func (t *Trees) push(d *models.Model, n, k, least, most int) []uint32 {
	a := axesOf(d)
	return []uint32{
		uint32(n), uint32(k), uint32(least), uint32(most), math.Float32bits(visitCost), math.Float32bits(triangleCost), uint32(t.Opt.LeafTriangles),
		a[0], a[1], a[2], uint32(d.FirstTriangle),
	}
}

// listLarge looks at the queue for nodes that all threads must split, as long as
// there may be any: their parents were such nodes.
func (t *Trees) listLarge(b *vulkan.Batch, waiting int) error {
	s := t.build
	more := false
	for _, e := range s.large {
		more = more || int(e[2]) > t.many
	}
	s.large = s.large[:0]
	if !more || waiting == 0 {
		return nil
	}
	s.entries = append(s.entries[:0], make([][4]uint32, waiting)...)
	b.Start()
	b.Read(vulkan.BytesOf(s.entries), s.queue, 0)
	if err := b.Run(); err != nil {
		return err
	}
	s.large = append(s.large, s.entries...)
	return nil
}
