package gpu

var (
	mortonKernel   = &kernel{name: "morton", access: "rww", group: 256}
	karrasKernel   = &kernel{name: "karras", access: "rww", group: 256}
	fitKernel      = &kernel{name: "fit", access: "rrrrww", group: 256}
	traverseKernel = &kernel{name: "traverse", access: "rrrrww", group: 256}
)

// item is a box on the device: shaders/item.glsl. Tag is a number of the caller's
// choice, groupMask the group times 4 plus the mask.
type item struct {
	lo        [3]float32
	tag       uint32
	hi        [3]float32
	groupMask uint32
}

const itemBytes = 32

// The masks: items of one body, those of the other, items that all meet each other.
const (
	maskA    = 1
	maskB    = 2
	maskBoth = 3
)

// hierarchy is a linear bounding volume hierarchy, built anew each time: Morton
// codes, sort, Karras's tree, boxes from the leaves up. Buffers grow and stay.
type hierarchy struct {
	items                              *buffer // to be filled
	children, parents, nodes, arrivals *buffer
	sort                               *sorter
	merge                              bool // sort by merging, not by radix
}

func (d *Device) newHierarchy() *hierarchy {
	return &hierarchy{
		items: d.newBuffer("items"), children: d.newBuffer("children"), parents: d.newBuffer("parents"),
		nodes: d.newBuffer("nodes"), arrivals: d.newBuffer("arrivals"), sort: d.newSorter(),
	}
}

// grow makes room for a tree over n items; items has its own size.
func (h *hierarchy) grow(n int) error {
	for _, g := range []struct {
		b    *buffer
		size int
	}{{h.children, 8 * n}, {h.parents, 8 * n}, {h.nodes, 2 * itemBytes * n}, {h.arrivals, 4 * n}} {
		if err := g.b.grow(g.size); err != nil {
			return err
		}
	}
	return h.sort.grow(n)
}

func (h *hierarchy) close() {
	for _, b := range []*buffer{h.items, h.children, h.parents, h.nodes, h.arrivals} {
		b.close()
	}
	h.sort.close()
}

// build records the building of a tree over n ≥ 2 items, whose groups are below
// 2^groupBits.
func (h *hierarchy) build(b *batch, n, groupBits int) {
	s := h.sort
	b.call(mortonKernel, n, []uint32{uint32(n), uint32(groupBits)}, h.items, s.keys, s.payload)
	b.mark("codes")
	if h.merge {
		s.merge(b, n)
	} else {
		s.radix(b, n, 64)
	}
	b.mark("sort")
	b.call(karrasKernel, n, []uint32{uint32(n)}, s.keys, h.children, h.parents)
	b.mark("tree")
	b.fill(h.arrivals, 0, 4*n, 0)
	b.call(fitKernel, n, []uint32{uint32(n)}, h.items, s.payload, h.children, h.parents, h.nodes, h.arrivals)
	b.mark("boxes")
}

// traverse records the search for all pairs of items whose boxes meet.
func (h *hierarchy) traverse(b *batch, n int, pairs *appender) {
	pairs.clear(b)
	b.call(traverseKernel, n, []uint32{uint32(n), uint32(pairs.capacity)},
		h.items, h.sort.payload, h.children, h.nodes, pairs.count, pairs.data)
	b.mark("pairs")
	pairs.ask(b)
}
