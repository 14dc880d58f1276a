package vulkan

import (
	"fmt"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Work counts what batches have the device do, for those who add it up and begin again.
type Work struct {
	// Submits counts the batches that ran, Barriers the pipeline barriers recorded in them,
	// Dispatches their kernels and draws.
	Submits, Barriers, Dispatches int64
	// Sent and Received are the bytes that went to the device through staging memory and
	// came back.
	Sent, Received int64
}

// Allocations counts the blocks of memory taken from the device so far, by all that was made
// from it, whether given back or not.
func (d *Device) Allocations() int64 { return d.allocations.Load() }

// take takes a block of memory of a type from the device.
func (d *Device) take(size uint64, kind uint32) (m vk.DeviceMemory, err error) {
	info := &vk.MemoryAllocateInfo{SType: vk.StructureTypeMemoryAllocateInfo, AllocationSize: size, MemoryTypeIndex: kind}
	if err := failure(d.cmd.AllocateMemory(d.handle, info, &m), fmt.Sprintf("allocating %d bytes", size)); err != nil {
		return 0, err
	}
	d.allocations.Add(1)
	return m, nil
}
