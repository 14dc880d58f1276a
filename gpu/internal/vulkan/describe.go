package vulkan

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

func (g *instance) candidates() ([]candidate, error) {
	var n uint32
	if err := failure(g.EnumeratePhysicalDevices(g.handle, &n, nil), "listing devices"); err != nil || n == 0 {
		return nil, err
	}
	handles := make([]vk.PhysicalDevice, n)
	if err := failure(g.EnumeratePhysicalDevices(g.handle, &n, &handles[0]), "listing devices"); err != nil {
		return nil, err
	}
	var list []candidate
	for i, h := range handles[:n] {
		list = append(list, g.describe(i, h))
	}
	return list, nil
}

var kinds = map[vk.PhysicalDeviceType]Kind{
	vk.PhysicalDeviceTypeCpu: Software, vk.PhysicalDeviceTypeVirtualGpu: Virtual,
	vk.PhysicalDeviceTypeIntegratedGpu: Integrated, vk.PhysicalDeviceTypeDiscreteGpu: Discrete,
}

var vendors = map[uint32]string{
	0x1002: "AMD", 0x10de: "NVIDIA", 0x8086: "Intel", 0x106b: "Apple", 0x13b5: "Arm", 0x5143: "Qualcomm", 0x10005: "Mesa",
}

func (g *instance) describe(index int, h vk.PhysicalDevice) candidate {
	var p vk.PhysicalDeviceProperties
	g.GetPhysicalDeviceProperties(h, &p)
	c := candidate{handle: h, Info: Info{
		Index: index, Name: vk.GoString(&p.DeviceName[0]), Kind: kinds[p.DeviceType], Vendor: vendors[p.VendorID],
		Version: fmt.Sprintf("%d.%d.%d", p.ApiVersion>>22&0x7f, p.ApiVersion>>12&0x3ff, p.ApiVersion&0xfff), Driver: p.DriverVersion,
	}}
	if c.Vendor == "" {
		c.Vendor = fmt.Sprintf("%#x", p.VendorID)
	}
	l := &p.Limits
	c.Limits = Limits{
		Memory: g.localMemory(h), Buffer: uint64(l.MaxStorageBufferRange), Allocations: l.MaxMemoryAllocationCount,
		Buffers: min(l.MaxPerStageDescriptorStorageBuffers, l.MaxDescriptorSetStorageBuffers), Shared: l.MaxComputeSharedMemorySize,
		GroupSize: min(l.MaxComputeWorkGroupInvocations, l.MaxComputeWorkGroupSize[0]),
		Groups:    min(l.MaxComputeWorkGroupCount[0], l.MaxComputeWorkGroupCount[1]),
		Push:      l.MaxPushConstantsSize,
	}
	var has vk.PhysicalDeviceFeatures
	g.GetPhysicalDeviceFeatures(h, &has)
	c.Doubles = has.ShaderFloat64 != 0
	if p.ApiVersion < vk.Version(1, 1, 0) {
		c.Unfit = "it has Vulkan " + c.Version + ", needed is 1.1"
		return c
	}
	g.subgroups(h, &c.Limits)
	if !g.chooseFamily(h, &c) {
		c.Unfit = "it has no queue for compute and graphics"
		return c
	}
	if c.stampBits > 0 {
		c.Limits.Tick = float64(l.TimestampPeriod)
	}
	c.Unfit = c.Limits.unfit()
	return c
}

func (g *instance) localMemory(h vk.PhysicalDevice) uint64 {
	var m vk.PhysicalDeviceMemoryProperties
	g.GetPhysicalDeviceMemoryProperties(h, &m)
	var most uint64
	for _, heap := range m.MemoryHeaps[:m.MemoryHeapCount] {
		if heap.Flags&vk.MemoryHeapDeviceLocalBit != 0 {
			most = max(most, heap.Size)
		}
	}
	return most
}

// chooseFamily takes the first queue family with compute, preferring one that
// draws as well.
func (g *instance) chooseFamily(h vk.PhysicalDevice, c *candidate) bool {
	var n uint32
	g.GetPhysicalDeviceQueueFamilyProperties(h, &n, nil)
	if n == 0 {
		return false
	}
	list := make([]vk.QueueFamilyProperties, n)
	g.GetPhysicalDeviceQueueFamilyProperties(h, &n, &list[0])
	for _, need := range []vk.QueueFlags{vk.QueueComputeBit | vk.QueueGraphicsBit, vk.QueueComputeBit} {
		for i := range list {
			if list[i].QueueFlags&need == need {
				c.family, c.stampBits = uint32(i), list[i].TimestampValidBits
				return true
			}
		}
	}
	return false
}

// candidate is a device that could be opened.
type candidate struct {
	Info
	handle    vk.PhysicalDevice
	family    uint32
	stampBits uint32
}

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
