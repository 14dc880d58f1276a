package vulkan

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Kind is what a device is; better ones are greater.
type Kind int

// The kinds.
const (
	OtherKind Kind = iota
	Software
	Virtual
	Integrated
	Discrete
)

// String returns the kind as the command prints it.
func (k Kind) String() string {
	return [...]string{"other", "cpu", "virtual", "integrated", "discrete"}[k]
}

// Info describes a device.
type Info struct {
	// Index is the place in the loader's list, for COLLIDE_GPU.
	Index  int
	Name   string
	Kind   Kind
	Vendor string
	// Version is that of the Vulkan interface, Driver the driver's own number.
	Version string
	Driver  uint32
	Limits  Limits
	// Unfit is why the device cannot be used, "" if it can.
	Unfit string
	// Chosen is set on the device that Open would open.
	Chosen bool
}

// Limits are those that the kernels meet.
type Limits struct {
	// Memory is the size of the largest device-local heap, Buffer the most a kernel
	// sees of one buffer, Allocations the number of buffers; bytes.
	Memory      uint64
	Buffer      uint64
	Allocations uint32
	// Buffers is how many buffers one kernel binds.
	Buffers uint32
	// GroupSize is the most threads of a work group, Groups the most groups along
	// an axis, Shared a group's memory in bytes, Push that of push constants.
	GroupSize uint32
	Groups    uint32
	Shared    uint32
	Push      uint32
	// Subgroup is the number of threads in lockstep, SubgroupSums whether they add
	// up among themselves.
	Subgroup     uint32
	SubgroupSums bool
	// Tick is the unit of time stamps in nanoseconds, 0 where there are none.
	Tick float64
}

// What every kernel counts on. Vulkan guarantees less for the first two, yet all
// drivers of the last ten years have them.
const (
	needGroupSize = 256
	needBuffers   = 12
	needShared    = 16 << 10
	needPush      = 128
)

// unfit returns why the kernels cannot run, "" if they can.
func (l *Limits) unfit() string {
	for _, n := range []struct {
		what       string
		has, needs uint64
	}{
		{"threads in a work group", uint64(l.GroupSize), needGroupSize},
		{"buffers bound to a kernel", uint64(l.Buffers), needBuffers},
		{"bytes of shared memory", uint64(l.Shared), needShared},
		{"bytes of push constants", uint64(l.Push), needPush},
	} {
		if n.has < n.needs {
			return fmt.Sprintf("it allows %d %s, the kernels need %d", n.has, n.what, n.needs)
		}
	}
	return ""
}

// candidate is a device that could be opened.
type candidate struct {
	Info
	handle    vk.PhysicalDevice
	family    uint32
	stampBits uint32
}

// Devices lists the devices, unfit ones included, in the loader's order. The error
// wraps ErrNoDevice where there is no loader.
func Devices() ([]Info, error) {
	g, err := newInstance(nil)
	if err != nil {
		return nil, err
	}
	defer g.close()
	list, err := g.candidates()
	if c, err := choose(list); err == nil {
		c.Chosen = true
	}
	infos := []Info{}
	for i := range list {
		infos = append(infos, list[i].Info)
	}
	return infos, err
}

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

// choose picks the device that COLLIDE_GPU names, else the best kind, the first of
// equals.
func choose(list []candidate) (*candidate, error) {
	want := os.Getenv(DeviceVariable)
	var fit []*candidate
	for i := range list {
		if c := &list[i]; matches(&c.Info, want) {
			fit = append(fit, c)
		}
	}
	if len(fit) == 0 {
		if want != "" {
			return nil, fmt.Errorf("%w: none of %d is what %s=%s asks for", ErrNoDevice, len(list), DeviceVariable, want)
		}
		return nil, fmt.Errorf("%w: the Vulkan loader finds none", ErrNoDevice)
	}
	slices.SortStableFunc(fit, func(a, b *candidate) int {
		if (a.Unfit == "") != (b.Unfit == "") {
			return map[bool]int{true: -1, false: 1}[a.Unfit == ""]
		}
		return int(b.Kind) - int(a.Kind)
	})
	if why := fit[0].Unfit; why != "" {
		return nil, fmt.Errorf("%w: %s cannot be used: %s", ErrNoDevice, fit[0].Name, why)
	}
	return fit[0], nil
}

// DeviceVariable names the environment variable that chooses a device by its
// index, its kind or a part of its name.
const DeviceVariable = "COLLIDE_GPU"

func matches(c *Info, want string) bool {
	if want == "" {
		return true
	}
	if i, err := strconv.Atoi(want); err == nil {
		return i == c.Index
	}
	return want == c.Kind.String() || strings.Contains(strings.ToLower(c.Name), strings.ToLower(want))
}
