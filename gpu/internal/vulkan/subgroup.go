package vulkan

import (
	"runtime"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// subgroups asks what threads in lockstep can do among themselves.
func (g *instance) subgroups(h vk.PhysicalDevice, l *Limits) {
	var pin runtime.Pinner
	defer pin.Unpin()
	s := &vk.PhysicalDeviceSubgroupProperties{SType: vk.StructureTypePhysicalDeviceSubgroupProperties}
	pin.Pin(s)
	p := &vk.PhysicalDeviceProperties2{SType: vk.StructureTypePhysicalDeviceProperties2, Next: unsafe.Pointer(s)}
	g.GetPhysicalDeviceProperties2(h, p)
	const needed = vk.SubgroupFeatureBasicBit | vk.SubgroupFeatureArithmeticBit | vk.SubgroupFeatureBallotBit
	l.Subgroup = s.SubgroupSize
	l.SubgroupSums = s.SupportedStages&vk.ShaderStageComputeBit != 0 && s.SupportedOperations&needed == needed
}
