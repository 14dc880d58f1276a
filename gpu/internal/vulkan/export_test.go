package vulkan

import (
	"encoding/binary"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// NeedBuffers is needBuffers.
const NeedBuffers = needBuffers

// SetGroups changes the limit of groups along an axis.
func (d *Device) SetGroups(n uint32) { d.info.Limits.Groups = n }

// Forget makes a buffer look as if no command had used it.
func (b *Buffer) Forget() { b.user = nil }

// SetMemory has the device take its memory for another.
func (d *Device) SetMemory(m vk.PhysicalDeviceMemoryProperties) { d.memory = m }

// Sets is the number of descriptor sets that the batch keeps.
func (b *Batch) Sets() int { return len(b.sets.known) }

// ParseCache is pipelineCache.parse of a file, for a device with a stamp, whose driver's data begins as own does.
func ParseCache(stamp, file, own []byte) []byte {
	var head cacheHeader
	if _, err := binary.Decode(own, binary.LittleEndian, &head); err != nil {
		panic(err)
	}
	return (&pipelineCache{stamp: stamp}).parse(file, head)
}
