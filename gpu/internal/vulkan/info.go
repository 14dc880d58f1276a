package vulkan

import (
	"fmt"
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
	// Doubles reports whether kernels can compute in float64.
	Doubles bool
	// Chosen is set on the device that Open would open.
	Chosen bool
}

// Limits are those that the kernels meet.
type Limits struct {
	// Memory is the size of the largest device-local heap, Buffer the most a kernel
	// sees of one buffer, both in bytes; Allocations is the most blocks of memory, each of
	// which holds many buffers.
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
