package vulkan

import (
	"runtime"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// descriptors hands out descriptor sets. What was bound once is bound again by the same set, in
// later batches, too: a steady frame writes none. When buffers that grew have left many behind, all
// are taken back, and the next batch begins with none.
type descriptors struct {
	dev     *Device
	pools   []vk.DescriptorPool
	used    int // sets taken from the current pool
	pool    int // the current one
	known   map[bindings]vk.DescriptorSet
	current vk.DescriptorSet
	pin     runtime.Pinner
	own     *setWrites
}

// bindings are the buffers of a set: their number, and which they are.
type bindings struct {
	n   int
	ids [needBuffers]uint64
}

// mostSets is the number of sets after which all are taken back. A method has some dozens.
const mostSets = 1 << 10

// setWrites is memory that commands point into.
type setWrites struct {
	alloc  vk.DescriptorSetAllocateInfo
	layout vk.DescriptorSetLayout
	infos  [needBuffers]vk.DescriptorBufferInfo
	writes [needBuffers]vk.WriteDescriptorSet
}

const setsPerPool = 256

func (s *descriptors) init(d *Device) {
	s.dev, s.own, s.known = d, &setWrites{}, map[bindings]vk.DescriptorSet{}
	s.pin.Pin(s.own)
	o := s.own
	o.alloc = vk.DescriptorSetAllocateInfo{SType: vk.StructureTypeDescriptorSetAllocateInfo, DescriptorSetCount: 1, SetLayouts: &o.layout}
	for i := range o.writes {
		o.infos[i].Range = vk.WholeSize
		o.writes[i] = vk.WriteDescriptorSet{
			SType: vk.StructureTypeWriteDescriptorSet, DstBinding: uint32(i), DescriptorCount: 1,
			DescriptorType: vk.DescriptorTypeStorageBuffer, BufferInfo: &o.infos[i],
		}
	}
}

// take returns a set with the buffers bound; errors go to the batch.
func (s *descriptors) take(b *Batch, l vk.DescriptorSetLayout, buffers []*Buffer) vk.DescriptorSet {
	if b.err != nil {
		return 0
	}
	key := bindings{n: len(buffers)}
	for i, u := range buffers {
		key.ids[i] = u.id
	}
	if set, ok := s.known[key]; ok {
		return set
	}
	set := s.write(b, l, buffers)
	if b.err == nil {
		s.known[key] = set
	}
	return set
}

// write makes a set.
func (s *descriptors) write(b *Batch, l vk.DescriptorSetLayout, buffers []*Buffer) vk.DescriptorSet {
	if s.pool < len(s.pools) && s.used == setsPerPool {
		s.pool, s.used = s.pool+1, 0
	}
	if s.pool == len(s.pools) {
		b.fail(s.addPool())
	}
	if b.err != nil {
		return 0
	}
	o, d := s.own, s.dev
	o.layout, o.alloc.DescriptorPool = l, s.pools[s.pool]
	if err := failure(d.cmd.AllocateDescriptorSets(d.handle, &o.alloc, &s.current), "taking a descriptor set"); err != nil {
		b.fail(err)
		return 0
	}
	s.used++
	for i, u := range buffers {
		o.infos[i].Buffer, o.writes[i].DstSet = u.handle, s.current
	}
	d.cmd.UpdateDescriptorSets(d.handle, uint32(len(buffers)), &o.writes[0], 0, nil)
	return s.current
}

func (s *descriptors) addPool() error {
	var pin runtime.Pinner
	defer pin.Unpin()
	size := &vk.DescriptorPoolSize{Type: vk.DescriptorTypeStorageBuffer, DescriptorCount: setsPerPool * needBuffers}
	pin.Pin(size)
	info := &vk.DescriptorPoolCreateInfo{
		SType: vk.StructureTypeDescriptorPoolCreateInfo, MaxSets: setsPerPool, PoolSizeCount: 1, PoolSizes: size,
	}
	var p vk.DescriptorPool
	if err := failure(s.dev.cmd.CreateDescriptorPool(s.dev.handle, info, &p), "making a descriptor pool"); err != nil {
		return err
	}
	s.pools, s.used = append(s.pools, p), 0
	return nil
}

// tidy takes all sets back if they are many.
func (s *descriptors) tidy() error {
	if len(s.known) <= mostSets {
		return nil
	}
	clear(s.known)
	s.pool, s.used = 0, 0
	for _, p := range s.pools {
		if err := failure(s.dev.cmd.ResetDescriptorPool(s.dev.handle, p, 0), "resetting descriptors"); err != nil {
			return err
		}
	}
	return nil
}

func (s *descriptors) close() {
	for _, p := range s.pools {
		s.dev.cmd.DestroyDescriptorPool(s.dev.handle, p)
	}
	s.pools = nil
	s.pin.Unpin()
}
