package vulkan

import (
	"errors"
	"fmt"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// memoryTypes lists types of memory among those that bits allows, the better first: the first that has all of must and prefer, and
// the first that has must.
func (d *Device) memoryTypes(bits uint32, must, prefer vk.MemoryPropertyFlags) (types []uint32) {
	for _, flags := range []vk.MemoryPropertyFlags{must | prefer, must} {
		for i := range d.memory.MemoryTypeCount {
			if bits>>i&1 == 0 || d.memory.MemoryTypes[i].PropertyFlags&flags != flags {
				continue
			}
			if len(types) == 0 || types[0] != i {
				types = append(types, i)
			}
			break
		}
	}
	return types
}

// sendingMemory is what memory is preferred for what the host sends: the device's own where the host sees all of that (resizable BAR, or one
// memory for both), so that what copies it from there does not wait for the bus. A window of 256 MB on a large memory is
// for whoever needs it.
func (d *Device) sendingMemory() vk.MemoryPropertyFlags {
	const both = vk.MemoryPropertyDeviceLocalBit | vk.MemoryPropertyHostVisibleBit | vk.MemoryPropertyHostCoherentBit
	var local, seen uint64
	for _, t := range d.memory.MemoryTypes[:d.memory.MemoryTypeCount] {
		size := d.memory.MemoryHeaps[t.HeapIndex].Size
		if t.PropertyFlags&vk.MemoryPropertyDeviceLocalBit != 0 {
			local = max(local, size)
		}
		if t.PropertyFlags&both == both {
			seen = max(seen, size)
		}
	}
	if seen == 0 || seen < local {
		return 0
	}
	return vk.MemoryPropertyDeviceLocalBit
}

var errNoMemoryType = fmt.Errorf("%w: no memory of a fitting type", ErrOutOfMemory)

// allocate makes a Vulkan buffer with room in memory: of the better type, or of the other where that has no more.
func (d *Device) allocate(size uint64, usage vk.BufferUsageFlags, must, prefer vk.MemoryPropertyFlags) (b vk.Buffer, r room, err error) {
	info := &vk.BufferCreateInfo{SType: vk.StructureTypeBufferCreateInfo, Size: size, Usage: usage}
	if err := failure(d.cmd.CreateBuffer(d.handle, info, &b), "making a buffer"); err != nil {
		return 0, room{}, err
	}
	defer func() {
		if err != nil {
			d.free(b, r)
		}
	}()
	var need vk.MemoryRequirements
	d.cmd.GetBufferMemoryRequirements(d.handle, b, &need)
	err = errNoMemoryType
	for _, t := range d.memoryTypes(need.MemoryTypeBits, must, prefer) {
		if r, err = d.reserve(&need, t); !errors.Is(err, ErrOutOfMemory) {
			break
		}
	}
	if err != nil {
		return b, room{}, err
	}
	return b, r, failure(d.cmd.BindBufferMemory(d.handle, b, r.handle, r.offset), "binding memory")
}
