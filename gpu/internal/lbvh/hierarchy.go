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

// Hierarchy is a linear bounding volume hierarchy, built each time: Morton
// codes, sort, Karras's tree, boxes from the leaves up. Buffers grow and stay.
type Hierarchy struct {
	Items                       *vulkan.Buffer // to be filled
	Children, Parents, Arrivals *vulkan.Buffer
	nodes                       *vulkan.Buffer
	Sort                        *primitives.Sorter
	order                       func(s *primitives.Sorter, b *vulkan.Batch, n int)
}

// NewHierarchy makes a hierarchy without memory.
func NewHierarchy(d *vulkan.Device) *Hierarchy {
	return &Hierarchy{
		Items: d.NewBuffer("items"), Children: d.NewBuffer("children"), Parents: d.NewBuffer("parents"),
		nodes: d.NewBuffer("nodes"), Arrivals: d.NewBuffer("arrivals"), Sort: primitives.NewSorter(d),
		order: (*primitives.Sorter).Sort,
	}
}

// Grow makes room for a tree over n items; items has its own size.
func (h *Hierarchy) Grow(n int) error {
	for _, g := range []struct {
		b    *vulkan.Buffer
		size int
	}{{h.Children, 8 * n}, {h.Parents, 8 * n}, {h.nodes, 2 * models.ItemBytes * n}, {h.Arrivals, 4 * n}} {
		if err := g.b.Grow(g.size); err != nil {
			return err
		}
	}
	return h.Sort.Grow(n)
}

// Close frees what it has on the device.
func (h *Hierarchy) Close() {
	for _, b := range []*vulkan.Buffer{h.Items, h.Children, h.Parents, h.nodes, h.Arrivals} {
		b.Close()
	}
	h.Sort.Close()
}

// Build records the building of a tree over n ≥ 2 items, whose groups are below
// 2^groupBits.
func (h *Hierarchy) Build(b *vulkan.Batch, n, groupBits int) {
	s := h.Sort
	h.codes(b, n, groupBits)
	h.order(s, b, n)
	b.Mark("sort")
	b.Call(karrasKernel, n, []uint32{uint32(n)}, s.Keys, h.Children, h.Parents)
	b.Mark("tree")
	b.Fill(h.Arrivals, 0, 4*n, 0)
	b.Call(fitKernel, n, []uint32{uint32(n)}, h.Items, s.Payload, h.Children, h.Parents, h.nodes, h.Arrivals)
	b.Mark("boxes")
}

// codes records the Morton codes of n items.
func (h *Hierarchy) codes(b *vulkan.Batch, n, groupBits int) {
	b.Call(mortonKernel, n, []uint32{uint32(n), uint32(groupBits)}, h.Items, h.Sort.Keys, h.Sort.Payload)
	b.Mark("codes")
}

// Traverse records the search for all pairs of items whose boxes meet, which are to be asked for.
func (h *Hierarchy) Traverse(b *vulkan.Batch, n int, pairs *primitives.Appender) {
	pairs.Clear(b)
	b.Call(traverseKernel, n, []uint32{uint32(n), uint32(pairs.Capacity)},
		h.Items, h.Sort.Payload, h.Children, h.nodes, pairs.Count, pairs.Data)
	b.Mark("pairs")
}
