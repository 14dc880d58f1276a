package lbvh

import (
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

var (
	mortonKernel   = &vulkan.Kernel{Shaders: shaders, Name: "morton", Access: "rww", Group: 256}
	karrasKernel   = &vulkan.Kernel{Shaders: shaders, Name: "karras", Access: "rww", Group: 256}
	fitKernel      = &vulkan.Kernel{Shaders: shaders, Name: "fit", Access: "rrrrww", Group: 256}
	traverseKernel = &vulkan.Kernel{Shaders: shaders, Name: "traverse", Access: "rrrrww", Group: 256}
)

// hierarchy is a linear bounding volume hierarchy, built each time: Morton
// codes, sort, Karras's tree, boxes from the leaves up. Buffers grow and stay.
type hierarchy struct {
	items                              *vulkan.Buffer // to be filled
	children, parents, nodes, arrivals *vulkan.Buffer
	sort                               *primitives.Sorter
	merge                              bool // sort by merging, not by radix
}

func newHierarchy(d *vulkan.Device) *hierarchy {
	return &hierarchy{
		items: d.NewBuffer("items"), children: d.NewBuffer("children"), parents: d.NewBuffer("parents"),
		nodes: d.NewBuffer("nodes"), arrivals: d.NewBuffer("arrivals"), sort: primitives.NewSorter(d),
	}
}

// grow makes room for a tree over n items; items has its own size.
func (h *hierarchy) grow(n int) error {
	for _, g := range []struct {
		b    *vulkan.Buffer
		size int
	}{{h.children, 8 * n}, {h.parents, 8 * n}, {h.nodes, 2 * models.ItemBytes * n}, {h.arrivals, 4 * n}} {
		if err := g.b.Grow(g.size); err != nil {
			return err
		}
	}
	return h.sort.Grow(n)
}

func (h *hierarchy) close() {
	for _, b := range []*vulkan.Buffer{h.items, h.children, h.parents, h.nodes, h.arrivals} {
		b.Close()
	}
	h.sort.Close()
}

// build records the building of a tree over n ≥ 2 items, whose groups are below
// 2^groupBits.
func (h *hierarchy) build(b *vulkan.Batch, n, groupBits int) {
	s := h.sort
	b.Call(mortonKernel, n, []uint32{uint32(n), uint32(groupBits)}, h.items, s.Keys, s.Payload)
	b.Mark("codes")
	if h.merge {
		s.Merge(b, n)
	} else {
		s.Radix(b, n, 64)
	}
	b.Mark("sort")
	b.Call(karrasKernel, n, []uint32{uint32(n)}, s.Keys, h.children, h.parents)
	b.Mark("tree")
	b.Fill(h.arrivals, 0, 4*n, 0)
	b.Call(fitKernel, n, []uint32{uint32(n)}, h.items, s.Payload, h.children, h.parents, h.nodes, h.arrivals)
	b.Mark("boxes")
}

// traverse records the search for all pairs of items whose boxes meet.
func (h *hierarchy) traverse(b *vulkan.Batch, n int, pairs *primitives.Appender) {
	pairs.Clear(b)
	b.Call(traverseKernel, n, []uint32{uint32(n), uint32(pairs.Capacity)},
		h.items, h.sort.Payload, h.children, h.nodes, pairs.Count, pairs.Data)
	b.Mark("pairs")
	pairs.Ask(b)
}
