package primitives

import (
	"embed"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

//go:embed shaders/*.spv
var shaders embed.FS

// Iota fills a buffer with an arithmetic sequence: count, first, step.
var Iota = &vulkan.Kernel{Shaders: shaders, Name: "iota", Access: "w", Group: 256}

var indirectKernel = &vulkan.Kernel{Shaders: shaders, Name: "indirect", Access: "rw", Group: 1}

// GroupsFor records the arguments of an indirect run: groups for as many items as the word
// slot of counts has, at most capacity.
func GroupsFor(b *vulkan.Batch, capacity, slot int, counts, args *vulkan.Buffer) {
	GroupsOf(b, 256, capacity, slot, counts, args)
}

// GroupsOf is GroupsFor with groups of each items.
func GroupsOf(b *vulkan.Batch, each, capacity, slot int, counts, args *vulkan.Buffer) {
	b.Call(indirectKernel, 1, []uint32{uint32(capacity), b.Device().Info().Limits.Groups, uint32(slot), uint32(each)}, counts, args)
}
