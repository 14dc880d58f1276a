package vulkan

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Options configures Open. The zero value opens the best device.
type Options struct {
	// Validation, when set, turns the validation layer on, synchronisation
	// included, and gets its messages; an error where the layer is not installed.
	Validation func(message string)
	// Phase, when set, gets the device's time for every phase of every batch of work,
	// in order, on devices with a clock. It may be called by several goroutines.
	Phase func(name string, took time.Duration)

	// Cache is the folder where what the driver makes of kernels is kept, "" for none.
	Cache string

	// Test, when set, is run on the device that was opened: where it returns an error, the
	// device is not used.
	Test func(d *Device) error
	// Limits, when set, lowers the limits of the device.
	Limits func(l *Limits)
	// Shader, when set, replaces the code of a shader, by its file without endings, where
	// it returns some.
	Shader func(file string) []byte
	// Driver, when set, wraps find, which finds the device's commands in the driver.
	Driver func(d vk.Device, find func(name string) uintptr) func(name string) uintptr
}

// Device is an opened device. It may be used by several goroutines; what is made
// from it may not.
type Device struct {
	cmd      vk.DeviceCommands
	info     Info
	instance *instance
	physical vk.PhysicalDevice
	handle   vk.Device
	family   uint32
	stamps   uint64 // mask of the valid bits of a time stamp
	phase    func(string, time.Duration)
	memory   vk.PhysicalDeviceMemoryProperties
	opt      Options
	tails    sync.WaitGroup // work that stopped queries left behind
	rooms    memory         // what buffers have of the device's memory
	made     atomic.Uint64  // number of buffers

	mu      sync.Mutex // guards what follows
	queue   vk.Queue
	layouts map[int]layout
	kernels map[*Kernel]*Promise[vk.Pipeline]
	raster  *rasterizer // nil until a raster method runs
	cache   pipelineCache
	users   int // what engines have on the device
	lost    bool
	next    *Promise[*Device] // after a loss: see live
}

// Open connects to the device that COLLIDE_GPU names, else to the best one:
// discrete before integrated, virtual and software. The error wraps ErrNoDevice
// where there is none, and that of opt.Test where the device fails it.
func Open(opt Options) (*Device, error) {
	g, err := newInstance(opt.Validation)
	if err != nil {
		return nil, err
	}
	d, err := g.open(opt)
	if err != nil {
		g.close()
		return nil, err
	}
	if opt.Test != nil {
		if err := opt.Test(d); err != nil {
			go func() { _ = d.Close() }() // which waits for a kernel that hangs
			return nil, fmt.Errorf("%s cannot be used: %w", d.info.Name, err)
		}
	}
	d.KeepPipelines()
	d.phase = opt.Phase // the test has no phases of its own
	return d, nil
}

func (g *instance) open(opt Options) (*Device, error) {
	list, err := g.candidates()
	if err != nil {
		return nil, err
	}
	c, err := choose(list)
	if err != nil {
		return nil, err
	}
	d := &Device{
		info: c.Info, instance: g, physical: c.handle, family: c.family, opt: opt,
		layouts: map[int]layout{}, kernels: map[*Kernel]*Promise[vk.Pipeline]{},
	}
	if opt.Limits != nil {
		opt.Limits(&d.info.Limits)
	}
	if c.stampBits > 0 {
		d.stamps = ^uint64(0) >> (64 - c.stampBits)
	}
	g.GetPhysicalDeviceMemoryProperties(c.handle, &d.memory)
	if err := d.create(); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return d, nil
}

// wanted are the features turned on where the device has them.
func (d *Device) wanted() vk.PhysicalDeviceFeatures {
	var has vk.PhysicalDeviceFeatures
	d.instance.GetPhysicalDeviceFeatures(d.physical, &has)
	want := vk.PhysicalDeviceFeatures{OcclusionQueryPrecise: has.OcclusionQueryPrecise}
	if d.info.Doubles {
		want.ShaderFloat64 = has.ShaderFloat64
	}
	return want
}

func (d *Device) create() error {
	var pin runtime.Pinner
	defer pin.Unpin()
	priority, features := float32(1), d.wanted()
	pin.Pin(&priority)
	pin.Pin(&features)
	queue := &vk.DeviceQueueCreateInfo{
		SType: vk.StructureTypeDeviceQueueCreateInfo, QueueFamilyIndex: d.family, QueueCount: 1, QueuePriorities: &priority,
	}
	pin.Pin(queue)
	info := &vk.DeviceCreateInfo{
		SType: vk.StructureTypeDeviceCreateInfo, QueueCreateInfoCount: 1, QueueCreateInfos: queue, EnabledFeatures: &features,
	}
	var extensions []*byte
	if d.hasExtension(portabilitySubset) { // must be asked for where it is there
		extensions = append(extensions, vk.CString(&pin, portabilitySubset))
	}
	info.EnabledExtensionCount, info.EnabledExtensionNames = uint32(len(extensions)), pinned(&pin, extensions)
	if err := failure(d.instance.CreateDevice(d.physical, info, &d.handle), "opening the device"); err != nil {
		return err
	}
	find := func(name string) uintptr {
		b := append([]byte(name), 0)
		return d.instance.GetDeviceProcAddr(d.handle, &b[0])
	}
	if d.opt.Driver != nil {
		find = d.opt.Driver(d.handle, find)
	}
	d.cmd.Load(find)
	d.cmd.GetDeviceQueue(d.handle, d.family, 0, &d.queue)
	d.openCache()
	return nil
}

const portabilitySubset = "VK_KHR_portability_subset"

func (d *Device) hasExtension(name string) bool {
	var n uint32
	if d.instance.EnumerateDeviceExtensionProperties(d.physical, nil, &n, nil) < 0 || n == 0 {
		return false
	}
	list := make([]vk.ExtensionProperties, n)
	d.instance.EnumerateDeviceExtensionProperties(d.physical, nil, &n, &list[0])
	for i := range list[:min(int(n), len(list))] {
		if vk.GoString(&list[i].ExtensionName[0]) == name {
			return true
		}
	}
	return false
}

// Info describes the device.
func (d *Device) Info() Info { return d.info }

func (d *Device) free(b vk.Buffer, r room) {
	d.cmd.DestroyBuffer(d.handle, b)
	d.release(r)
}
