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
// the next queue (Zhang, Kim 2007, and the patent that this follows). The host sees
// the queue's length after each level.
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
	m.Levels = append(m.Levels[:0], root)
	s.large = s.large[:0]
	entry := [4]uint32{uint32(root), 0, uint32(n), 0}
	if n > t.many {
		s.large = append(s.large, entry)
	}
	b.Start()
	b.Call(triBoxes, n, []uint32{uint32(n), uint32(d.FirstTriangle)}, t.geometry.Vertices, t.geometry.Triangles, s.boxes)
	b.Call(primitives.Iota, n, []uint32{uint32(n), uint32(d.FirstTriangle), 1}, s.order)
	b.Write(s.queue, 0, vulkan.BytesOf([][4]uint32{entry}))
	s.groups[0] = 0
	if n > fewTriangles && n <= t.many {
		s.groups[0] = 1
	}
	b.Write(s.middle, 0, vulkan.BytesOf([]uint32{s.groups[0], 0}))
	for waiting, next := 1, root+1; waiting > 0; {
		t.level(b, d, waiting, next)
		if err := b.Run(); err != nil {
			return err
		}
		m.Levels = append(m.Levels, next)
		waiting = 2 * int(s.lastRank[0])
		if s.lastCut[0] != 0 {
			waiting += 2
		}
		if next += waiting; next > root+2*n {
			return fmt.Errorf("%w: a tree over %d triangles has %d nodes and more", vulkan.ErrFaulty, n, next-root)
		}
		s.queue, s.next = s.next, s.queue
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

// level records the splitting of the waiting nodes; children begin at next.
func (t *Trees) level(b *vulkan.Batch, d *models.Model, waiting, next int) {
	s := t.build
	for k, e := range s.large {
		if int(e[2]) > t.many {
			t.splitLarge(b, d, k, int(e[1]), int(e[2]))
		}
	}
	buffers := []*vulkan.Buffer{s.boxes, s.order, s.sorted, s.queue, s.cuts, s.ranks, s.work}
	b.Call(sahThread, waiting, t.push(d, waiting, 0, 0, fewTriangles), buffers...)
	b.Call(sahGroup, int(s.groups[0]), t.push(d, int(s.groups[0]), 0, fewTriangles+1, t.many), append(buffers, s.middle)...)
	b.Fill(s.middle, 0, 4, 0)
	s.compactor.Scanner.Scan(b, s.ranks, waiting)
	b.Call(sahChildren, waiting, []uint32{uint32(waiting), uint32(next), uint32(d.FirstTriangle), fewTriangles, uint32(t.many)},
		s.queue, s.cuts, s.ranks, t.Nodes, s.next, t.parents, s.middle)
	b.Read(vulkan.BytesOf(s.groups[:]), s.middle, 0)
	b.Read(vulkan.BytesOf(s.lastCut[:]), s.cuts, 4*(waiting-1))
	b.Read(vulkan.BytesOf(s.lastRank[:]), s.ranks, 4*(waiting-1))
	b.Mark("build")
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
