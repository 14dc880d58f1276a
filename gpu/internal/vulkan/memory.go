package vulkan

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// memory hands out parts of a few blocks: a driver need not have more than 4,096 allocations, for
// all programs of a device together, and each takes long.
type memory struct {
	mu     sync.Mutex
	blocks [vk.MaxMemoryTypes][]*block
	taken  atomic.Int64 // blocks, also those given back
}

// block is one allocation of the driver.
type block struct {
	handle vk.DeviceMemory
	kind   uint32
	size   uint64
	free   []span // by offset; no two touch
	bytes  []byte // nil unless it was mapped
}

// span is a range of bytes.
type span struct{ offset, size uint64 }

// room is a part of a block.
type room struct {
	*block
	span
}

// Sizes of blocks in bytes: a block has as much as those before it together, within these bounds.
// What is larger than largeBlock gets a block of its own size.
const (
	smallBlock = 1 << 22
	largeBlock = 1 << 26
)

// reserve finds room in memory of a type.
func (d *Device) reserve(need *vk.MemoryRequirements, kind uint32) (room, error) {
	m, size := &d.rooms, need.Size
	m.mu.Lock()
	defer m.mu.Unlock()
	all := uint64(0)
	for _, k := range m.blocks[kind] {
		if s, ok := k.take(size, need.Alignment); ok {
			return room{k, s}, nil
		}
		all += k.size
	}
	k, err := d.newBlock(max(size, min(max(all, smallBlock), largeBlock)), size, kind)
	if err != nil {
		return room{}, err
	}
	m.blocks[kind] = append(m.blocks[kind], k)
	s, _ := k.take(size, need.Alignment)
	return room{k, s}, nil
}

// newBlock takes a block of a size from the driver, or of the least size where there is no more.
func (d *Device) newBlock(size, least uint64, kind uint32) (*block, error) {
	handle, err := d.take(size, kind)
	if errors.Is(err, ErrOutOfMemory) && size > least {
		size = least
		handle, err = d.take(size, kind)
	}
	if err != nil {
		return nil, err
	}
	return &block{handle: handle, kind: kind, size: size, free: []span{{0, size}}}, nil
}

// take cuts a range off the first free one that has room for it.
func (k *block) take(size, align uint64) (span, bool) {
	for i, f := range k.free {
		at := (f.offset + align - 1) / align * align
		if at+size > f.offset+f.size {
			continue
		}
		var rest []span
		if at > f.offset {
			rest = append(rest, span{f.offset, at - f.offset})
		}
		if end := f.offset + f.size; at+size < end {
			rest = append(rest, span{at + size, end - at - size})
		}
		k.free = slices.Replace(k.free, i, i+1, rest...)
		return span{at, size}, true
	}
	return span{}, false
}

// give makes a range free again.
func (k *block) give(s span) {
	i, _ := slices.BinarySearchFunc(k.free, s.offset, func(f span, at uint64) int {
		if f.offset < at {
			return -1
		}
		return 1
	})
	k.free = slices.Insert(k.free, i, s)
	if i+1 < len(k.free) && s.offset+s.size == k.free[i+1].offset {
		k.free[i].size += k.free[i+1].size
		k.free = slices.Delete(k.free, i+1, i+2)
	}
	if i > 0 && k.free[i-1].offset+k.free[i-1].size == s.offset {
		k.free[i-1].size += k.free[i].size
		k.free = slices.Delete(k.free, i, i+1)
	}
}

// release gives room back, and the block to the driver where that was all of it that was in use.
func (d *Device) release(r room) {
	k := r.block
	if k == nil {
		return
	}
	m := &d.rooms
	m.mu.Lock()
	defer m.mu.Unlock()
	if k.give(r.span); len(k.free) == 1 && k.free[0].size == k.size {
		d.cmd.FreeMemory(d.handle, k.handle) // which unmaps it
		m.blocks[k.kind] = slices.DeleteFunc(m.blocks[k.kind], func(o *block) bool { return o == k })
	}
}

// hostBytes makes room that the host sees addressable.
func (d *Device) hostBytes(r room) ([]byte, error) {
	k, m := r.block, &d.rooms
	m.mu.Lock()
	defer m.mu.Unlock()
	if k.bytes == nil {
		var p unsafe.Pointer
		if err := failure(d.cmd.MapMemory(d.handle, k.handle, 0, vk.WholeSize, 0, &p), "mapping memory"); err != nil {
			return nil, err
		}
		k.bytes = unsafe.Slice((*byte)(p), k.size)
	}
	return k.bytes[r.offset : r.offset+r.span.size : r.offset+r.span.size], nil
}

// take takes a block of memory of a type from the device.
func (d *Device) take(size uint64, kind uint32) (m vk.DeviceMemory, err error) {
	info := &vk.MemoryAllocateInfo{SType: vk.StructureTypeMemoryAllocateInfo, AllocationSize: size, MemoryTypeIndex: kind}
	if err := failure(d.cmd.AllocateMemory(d.handle, info, &m), fmt.Sprintf("allocating %d bytes", size)); err != nil {
		return 0, err
	}
	d.rooms.taken.Add(1)
	return m, nil
}

// Allocations counts the blocks of memory taken from the device so far, by all that was made
// from it, whether given back or not.
func (d *Device) Allocations() int64 { return d.rooms.taken.Load() }
