package gpu

import "github.com/collide-go/collide/gpu/internal/vulkan"

// Kind is what a device is; better ones are greater.
type Kind int

// The kinds.
const (
	OtherKind  = Kind(vulkan.OtherKind)
	Software   = Kind(vulkan.Software)
	Virtual    = Kind(vulkan.Virtual)
	Integrated = Kind(vulkan.Integrated)
	Discrete   = Kind(vulkan.Discrete)
)

// String returns the kind as the command prints it.
func (k Kind) String() string { return vulkan.Kind(k).String() }

// MarshalText writes the kind as String does.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Info describes a device.
type Info struct {
	// Index is the place in the loader's list, for COLLIDE_GPU.
	Index  int    `json:"index"`
	Name   string `json:"name"`
	Kind   Kind   `json:"kind"`
	Vendor string `json:"vendor"`
	// Version is that of the Vulkan interface, Driver the driver's own number.
	Version string `json:"vulkan"`
	Driver  uint32 `json:"driver"`
	Limits  Limits `json:"limits"`
	// Unfit is why the device cannot be used, "" if it can.
	Unfit string `json:"unfit"`
	// Chosen is set on the device that Open would open.
	Chosen bool `json:"chosen"`
}

// Limits are those that the kernels meet.
type Limits struct {
	// Memory is the size of the largest device-local heap, Buffer the most a kernel
	// sees of one buffer, both in bytes; Allocations is the most blocks of memory, each of
	// which holds many buffers.
	Memory      uint64 `json:"memory"`
	Buffer      uint64 `json:"buffer"`
	Allocations uint32 `json:"allocations"`
	// Buffers is how many buffers one kernel binds.
	Buffers uint32 `json:"buffersPerKernel"`
	// GroupSize is the most threads of a work group, Groups the most groups along
	// an axis, Shared a group's memory in bytes, Push that of push constants.
	GroupSize uint32 `json:"groupSize"`
	Groups    uint32 `json:"groups"`
	Shared    uint32 `json:"sharedMemory"`
	Push      uint32 `json:"pushConstants"`
	// Subgroup is the number of threads in lockstep, SubgroupSums whether they add
	// up among themselves.
	Subgroup     uint32 `json:"subgroup"`
	SubgroupSums bool   `json:"subgroupArithmetic"`
	// Tick is the unit of time stamps in nanoseconds, 0 where there are none.
	Tick float64 `json:"timestampNanoseconds"`
}

// Devices lists the devices, unfit ones included, in the loader's order. The error
// wraps ErrNoDevice where there is no loader.
func Devices() ([]Info, error) {
	list, err := vulkan.Devices()
	if err != nil && list == nil {
		return nil, err
	}
	infos := []Info{}
	for _, i := range list {
		infos = append(infos, describe(i))
	}
	return infos, err
}

func describe(i vulkan.Info) Info {
	return Info{
		Index: i.Index, Name: i.Name, Kind: Kind(i.Kind), Vendor: i.Vendor, Version: i.Version, Driver: i.Driver,
		Limits: Limits(i.Limits), Unfit: i.Unfit, Chosen: i.Chosen,
	}
}
