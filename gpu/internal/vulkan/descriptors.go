package vulkan

import (
	"runtime"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// descriptors hands out descriptor sets, a fresh one for each kernel run, and takes
// them all back when the batch starts again.
type descriptors struct {
	dev     *Device
	pools   []vk.DescriptorPool
	used    int // sets taken from the current pool
	pool    int // the current one
	current vk.DescriptorSet
	pin     runtime.Pinner
	own     *setWrites
}

// setWrites is memory that commands point into.
type setWrites struct {
	alloc  vk.DescriptorSetAllocateInfo
	layout vk.DescriptorSetLayout
	infos  [needBuffers]vk.DescriptorBufferInfo
	writes [needBuffers]vk.WriteDescriptorSet
}

const setsPerPool = 256

func (s *descriptors) init(d *Device) {
	s.dev, s.own = d, &setWrites{}
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

func (s *descriptors) reset() error {
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
