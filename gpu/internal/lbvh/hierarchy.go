package lbvh

import (
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

var (
	mortonKernel   = &vulkan.Kernel{Shaders: shaders, Name: "morton", Access: "rrww", Group: 256}
	karrasKernel   = &vulkan.Kernel{Shaders: shaders, Name: "karras", Access: "rrww", Group: 256}
	fitKernel      = &vulkan.Kernel{Shaders: shaders, Name: "fit", Access: "rrrrrww", Group: 256}
	traverseKernel = &vulkan.Kernel{Shaders: shaders, Name: "traverse", Access: "rrrrrww", Group: 256}
)

// Hierarchy is a linear bounding volume hierarchy, built each time: Morton
// codes, sort, Karras's tree, boxes from the leaves up. Buffers grow and stay.
type Hierarchy struct {
	Items                       *vulkan.Buffer // to be filled
	Children, Parents, Arrivals *vulkan.Buffer
	nodes                       *vulkan.Buffer
	// number is how many items there are, counted where the kernels that list them count; own is for trees that the host sizes.
	number, own *vulkan.Buffer
	Sort        *primitives.Sorter
	order       func(s *primitives.Sorter, b *vulkan.Batch, number *vulkan.Buffer, n int, mask uint64)
}

// NewHierarchy makes a hierarchy without memory.
func NewHierarchy(d *vulkan.Device) *Hierarchy {
	return &Hierarchy{
		Items: d.NewBuffer("items"), Children: d.NewBuffer("children"), Parents: d.NewBuffer("parents"),
		nodes: d.NewBuffer("nodes"), own: d.NewBuffer("number of items"), Arrivals: d.NewBuffer("arrivals"), Sort: primitives.NewSorter(d),
		order: (*primitives.Sorter).Sort,
	}
}

// Grow makes room for a tree over n items; items has its own size.
func (h *Hierarchy) Grow(n int) error {
	for _, g := range []struct {
		b    *vulkan.Buffer
		size int
	}{{h.Children, 8 * n}, {h.Parents, 8 * n}, {h.nodes, 2 * models.ItemBytes * n}, {h.Arrivals, 4 * n}, {h.own, 4}} {
		if err := g.b.Grow(g.size); err != nil {
			return err
		}
	}
	return h.Sort.Grow(n)
}

// Close frees what it has on the device.
func (h *Hierarchy) Close() {
	for _, b := range []*vulkan.Buffer{h.Items, h.Children, h.Parents, h.nodes, h.Arrivals, h.own} {
		b.Close()
	}
	h.Sort.Close()
}

// Build records the building of a tree over n ≥ 2 items, whose groups are below
// 2^groupBits.
func (h *Hierarchy) Build(b *vulkan.Batch, n, groupBits int) {
	b.Fill(h.own, 0, 4, uint32(n))
	h.BuildCounted(b, h.own, n, groupBits)
}

// BuildCounted is Build over as many items as the first word of number says when the device comes there, of which most have a place in
// the tree: the others are left out, as all are where there are fewer than two.
func (h *Hierarchy) BuildCounted(b *vulkan.Batch, number *vulkan.Buffer, most, groupBits int) {
	s, push := h.Sort, []uint32{uint32(most)}
	h.codes(b, number, most, groupBits)
	h.order(s, b, number, most, codeBits)
	b.Mark("sort")
	b.Call(karrasKernel, most, push, s.Keys, number, h.Children, h.Parents)
	b.Mark("tree")
	b.Fill(h.Arrivals, 0, 4*most, 0)
	b.Call(fitKernel, most, push, h.Items, number, s.Payload, h.Children, h.Parents, h.nodes, h.Arrivals)
	b.Mark("boxes")
	h.number = number
}

// codeBits are the bits of a code with its group.
const codeBits = 1<<63 - 1

// codes records the Morton codes of the items.
func (h *Hierarchy) codes(b *vulkan.Batch, number *vulkan.Buffer, most, groupBits int) {
	b.Call(mortonKernel, most, []uint32{uint32(most), uint32(groupBits)}, h.Items, number, h.Sort.Keys, h.Sort.Payload)
	b.Mark("codes")
}

// Traverse records the search for all pairs of items whose boxes meet, which are to be asked for. The tree was built over at most most.
func (h *Hierarchy) Traverse(b *vulkan.Batch, most int, pairs *primitives.Appender) {
	pairs.Clear(b)
	b.Call(traverseKernel, most, []uint32{uint32(most), uint32(pairs.Capacity)},
		h.Items, h.number, h.Sort.Payload, h.Children, h.nodes, pairs.Count, pairs.Data)
	b.Mark("pairs")
}
